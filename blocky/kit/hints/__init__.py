"""Why an answer is wrong: what was observed, where, and how hints say it."""
