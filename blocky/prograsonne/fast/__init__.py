"""The features of a board, updated instead of found from scratch."""
