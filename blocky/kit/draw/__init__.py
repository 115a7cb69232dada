"""Pictures that know no game."""
