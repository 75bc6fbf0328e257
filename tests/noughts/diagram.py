"""Nine characters."""

from noughts.moves import marks


def diagram(position, language):
    standing = marks(position)
    return "\n".join(" ".join("XO."[standing.get(f"{column}{row}", 2)] for column in "abc") for row in "321")
