"""What things cost: ``python -m tests.benchmarks`` prints it."""
