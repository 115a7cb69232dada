"""Answers to the exercises of Prograsonne, as ``tests.answers`` holds them for Blocky."""
