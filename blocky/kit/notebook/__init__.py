"""A whole notebook checked: its tasks, its style, and how far a student has come."""
