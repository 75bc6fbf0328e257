"""Tables: what has happened at each, what may happen next, and one writer who stores it before anybody is told.

Promise: acknowledged means stored. `commands` decide without side effects, `desk` stores and only then lets `memory`
show the table to those who follow it; nothing else changes a table in memory.

May import: nothing of the other rooms. What it needs of them stands in `contracts`.
"""
