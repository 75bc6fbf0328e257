"""The audience: who watches a table from which seat, and what they are sent of it.

Promise: no byte tells what a seat may not know. `frames` are a function of a table, a seat's view of it, the names
and the time; `watchers` let everybody who may know the same have the same bytes, and nobody watch from a seat that is
not theirs.

May import: `tables`, and `people` for names and presence.
"""
