"""A process that holds one student's code, and answers questions about it in plain data."""
