"""People: guests and accounts, what they are called, whether they are here, and how strong they are.

Promise: one owner of names. `directory` alone remembers what people are called and changes it; everybody else asks it.

May import: `storage`, and `tables`.
"""
