"""Grades a class with nbgrader: each submission within limits, and one table for all of them.

``grade`` is the command ``blocky grade``. A process grades ``one`` submission after the other, by
the steps of nbgrader and those in ``autograde``, which nbgrader_config.py names. The notebook runs
in a guest, and ``judging`` asks that guest for the answers and gives the points. GRADING.md is the
guide.
"""
