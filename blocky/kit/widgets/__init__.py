"""Panels, live figures and steppers that know no game."""
