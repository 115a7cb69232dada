"""A dict and a set written from scratch, as hash tables of short chains."""

from collections.abc import Hashable, Iterator
from typing import Any

from blocky.prograsonne.linked import LinkedList

__all__ = ["OwnDict", "OwnSet"]


class _Entry:
    """A key and its value."""

    def __init__(self, key: Hashable, value: Any) -> None:
        self.key, self.value = key, value


class OwnDict:
    """Values by hashable keys, in no particular order.

    >>> tiles = OwnDict()
    >>> tiles[3, 2] = "GGGGGC"
    >>> tiles[3, 2], len(tiles), (0, 0) in tiles
    ('GGGGGC', 1, False)

    Attributes:
        chains: the slots of the table; the hash of a key determines its slot.
        count: the number of keys.
    """

    def __init__(self) -> None:
        self.chains = tuple(LinkedList() for _ in range(64))
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Any]:
        return (entry.key for chain in self.chains for entry in chain)

    def __contains__(self, key: Hashable) -> bool:
        return any(entry.key == key for entry in self._chain(key))

    def __getitem__(self, key: Hashable) -> Any:
        return self._entry(key).value

    def __setitem__(self, key: Hashable, value: Any) -> None:
        if key in self:
            self._entry(key).value = value
        else:
            self._chain(key).append(_Entry(key, value))
            self.count += 1

    def __delitem__(self, key: Hashable) -> None:
        self._chain(key).remove(self._entry(key))
        self.count -= 1

    def _chain(self, key: Hashable) -> LinkedList:
        """Return the chain of a key."""
        return self.chains[hash(key) % len(self.chains)]

    def _entry(self, key: Hashable) -> _Entry:
        """Return the entry of a key. KeyError: there is none."""
        for entry in self._chain(key):
            if entry.key == key:
                return entry  # type: ignore[no-any-return]
        raise KeyError(key)


class OwnSet:
    """Values without duplicates: the keys of a dict.

    >>> seen = OwnSet()
    >>> seen.add("city")
    >>> seen.add("city")
    >>> len(seen), "city" in seen, "road" in seen
    (1, True, False)
    """

    def __init__(self) -> None:
        self.keys = OwnDict()

    def add(self, key: Hashable) -> None:
        """Add ``key``, unless it is there."""
        self.keys[key] = None

    def remove(self, key: Hashable) -> None:
        """Remove ``key``. KeyError: it is not there."""
        del self.keys[key]

    def __contains__(self, key: Hashable) -> bool:
        return key in self.keys

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.keys)
