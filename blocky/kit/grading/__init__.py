"""Grades a class with nbgrader: limits for each submission, and one table for all of them.

``guard`` runs in the kernel of a submission, ``run`` are the steps that nbgrader takes with it
(named in nbgrader_config.py), and ``python -m blocky.kit.grading``
grades a class. GRADING.md says how.
"""
