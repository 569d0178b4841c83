"""Bots: pure functions of what a seat may see. They cannot import states, rows or seeds, so they cannot cheat."""
