"""Engines: opponents that think about a view and play, and hints for people.

Promise: an opponent knows what its seat knows. All that reaches an engine's process is the record of a view, so it
cannot peek; and nobody waits for one that fails.

May import: `tables`, and `storage` for the leases. `process`, which runs on its own, imports nothing of the server.
"""
