"""A task declared, an answer run, results compared, and what is shown; it knows no game."""
