"""Tasks, and what runs, compares and shows a student's answers; it knows no game."""
