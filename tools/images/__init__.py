"""The pictures of the README, the documents and the lessons: ``python -m tools.images``."""
