"""Values that nobody can change: what a position shares with those it came from and those that follow."""

from typing import Any, NoReturn, TypeAlias, TypeVar
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

Records: TypeAlias = NDArray[np.void]
"""Boards or states: an array of records with named fields."""

Scalar = TypeVar("Scalar", bound=np.generic)
Name = TypeVar("Name")
Item = TypeVar("Item")


def freeze(value: Any) -> Any:
    """A literal (as in JSON) that compares, prints and is written like before, and cannot be changed."""
    if isinstance(value, Frozen):
        return value
    if isinstance(value, dict):
        return FrozenDict({name: freeze(item) for name, item in value.items()})
    if isinstance(value, list | tuple):
        return FrozenList(map(freeze, value))
    return value


def thaw(value: Any) -> Any:
    """The same as plain dicts and lists, to be changed."""
    if isinstance(value, dict):
        return {name: thaw(item) for name, item in value.items()}
    return [thaw(item) for item in value] if isinstance(value, list) else value


class Frozen:
    """What cannot be changed; a deep copy can."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("the options and the setup of a position cannot be changed: change a copy.deepcopy of them")

    __setitem__ = __delitem__ = __ior__ = __iadd__ = __imul__ = _refuse
    clear = pop = popitem = setdefault = update = append = extend = insert = remove = reverse = sort = _refuse

    def __copy__(self) -> "Frozen":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return thaw(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return freeze, (thaw(self),)


class FrozenDict(Frozen, dict[Name, Item]):
    """A dict that cannot be changed."""


class FrozenList(Frozen, list[Item]):
    """A list that cannot be changed."""


def freeze_array(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """An array of the same records over bytes of its own, which NumPy will not let anybody write to."""
    return np.frombuffer(array.tobytes(), array.dtype)


_shared: WeakValueDictionary[tuple[np.dtype[np.void], bytes], Records] = WeakValueDictionary()


def share_array(array: Records) -> Records:
    """Like `freeze_array`, but arrays of equal records are one array, for as long as anybody has it."""
    clean = np.zeros(array.shape, array.dtype)  # whatever lies between the fields
    clean[:] = array
    held = clean.tobytes()
    return _shared.setdefault((array.dtype, held), np.frombuffer(held, array.dtype))


def writable(array: NDArray[Scalar], copies: int = 1) -> NDArray[Scalar]:
    """So many copies of an array of one record, in an array that can be written to."""
    return np.frombuffer(bytearray(array.tobytes() * copies), array.dtype)
