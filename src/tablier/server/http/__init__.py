"""HTTP and the socket: how browsers and programs reach the server.

Promise: whatever is sent is checked before it is done: its size, how often, from which page, by whom and in what
form. What cannot be done is answered with a sentence, and nothing has changed.

May import: every other room, by way of the hall. Nothing imports this one but `app` and `serve`.
"""
