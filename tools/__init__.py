"""What maintainers run from a clone. The package doesn't contain it, and never imports it."""
