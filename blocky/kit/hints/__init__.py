"""Why an answer is wrong: what was observed, where, and in which words it is said."""
