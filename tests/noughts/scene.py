"""Nine squares and what stands on them."""

from noughts.moves import SQUARES, marks, words
from tablier.core.scene import Item, Scene

ENDLESS = ("cross", "nought")  # they are drawn, and come from no stock


def scene(position):
    places = {name: (index % 3 + 0.5, 2.5 - index // 3) for index, name in enumerate(SQUARES)}
    items = [
        Item(name, "square", *place, layer="board", label=words("scene.square", square=name))
        for name, place in places.items()
    ]
    items += [
        Item(f"mark:{name}", ENDLESS[seat], *places[name], label=words("scene.mark", square=name))
        for name, seat in marks(position).items()
    ]
    return Scene(3, 3, tuple(items))
