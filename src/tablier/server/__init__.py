"""The server: tables for people and opponents, live or over days.

Each folder is a room with one concern; its `__init__` says what it promises and what it may import. The arrows run
one way:

    http  →  audience  →  people  →  storage  →  tables
    engines  →  storage, tables

`hall.py` introduces the rooms to each other, `app.py` makes an application of them and `serve.py` runs it. What every
room may use lies beside these: `errors.py`, `metrics.py` and `tasks.py`.
"""
