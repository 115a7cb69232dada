"""Grades a class with nbgrader: limits for each submission, and one table for all of them.

``guard`` runs in the kernel of a submission, which has ``walls`` around it; ``proof`` confirms, by
a ``witness``, the checks that it says were passed; ``run`` are the steps that nbgrader takes with
it (named in nbgrader_config.py), ``each`` is a process for a submission, and ``grade`` the command
``blocky grade``. GRADING.md says how.
"""
