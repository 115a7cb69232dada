"""The search for a change of the student's own lines that makes a wrong answer right."""
