"""The same results sooner: each of these is held equal to the simple way by tests."""
