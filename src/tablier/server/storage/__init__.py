"""Storage: one database, SQLite or PostgreSQL, with the tables' log, the servers that share it, its migrations and
its backups.

Promise: what was written is on the disk when the writing returns, as a whole or not at all.

May import: `tables`, whose events it keeps.
"""
