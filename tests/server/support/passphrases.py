"""Passphrases of tests: nobody guesses them, so they are hashed the quick way."""

from argon2 import PasswordHasher

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
