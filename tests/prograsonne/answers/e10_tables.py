from tests.answers import changes


class Entry:
    def __init__(self, key, value, rest):
        self.key = key
        self.value = value
        self.rest = rest


class OneChain:
    """All keys in one chain."""

    def __init__(self):
        self.first = None
        self.count = 0

    def entry(self, key):
        entry = self.first
        while entry is not None and entry.key != key:
            entry = entry.rest
        return entry

    def __len__(self):
        return self.count

    def __contains__(self, key):
        return self.entry(key) is not None

    def __getitem__(self, key):
        entry = self.entry(key)
        if entry is None:
            raise KeyError(key)
        return entry.value

    def __setitem__(self, key, value):
        entry = self.entry(key)
        if entry is None:
            self.first = Entry(key, value, self.first)
            self.count += 1
        else:
            entry.value = value

    def __delitem__(self, key):
        gone = self.entry(key)
        if gone is None:
            raise KeyError(key)
        if gone is self.first:
            self.first = gone.rest
        else:
            entry = self.first
            while entry.rest is not gone:
                entry = entry.rest
            entry.rest = gone.rest
        self.count -= 1

    def __iter__(self):
        entry = self.first
        while entry is not None:
            yield entry.key
            entry = entry.rest


class ChainSet:
    """A chain in which each thing is once."""

    def __init__(self):
        self.first = None

    def __contains__(self, key):
        return any(each == key for each in self)

    def add(self, key):
        if key not in self:
            self.first = Entry(key, None, self.first)

    def remove(self, key):
        before, entry = None, self.first
        while entry is not None and entry.key != key:
            before, entry = entry, entry.rest
        if entry is None:
            raise KeyError(key)
        if before is None:
            self.first = entry.rest
        else:
            before.rest = entry.rest

    def __len__(self):
        return sum(1 for _ in self)

    def __iter__(self):
        entry = self.first
        while entry is not None:
            yield entry.key
            entry = entry.rest


RIGHT = {"OwnDict": [OneChain], "OwnSet": [ChainSet]}

WRONG = {
    "OwnDict": [*changes(
        OneChain,
        ("of dicts", {"self.first = None": "self.first, self.kept = None, {}"},
         "that is Python's own dict"),
        ("keys with one hash are one", {"entry.key != key": "hash(entry.key) != hash(key)"},
         "entry.key != key"),
        ("a value that is there stays", {"            entry.value = value": "            pass"},
         "takes the place"),
        ("a key that is there is put in again", {
            "if entry is None:\n            self.first": "if True:\n            self.first"},
         "key not in self"))],
    "OwnSet": [*changes(
        ChainSet,
        ("things are in it twice", {"if key not in self:": "if True:"}, "Look first whether"),
        ("the first is not taken out", {"self.first = entry.rest": "pass"},
         "must not be found or counted"))],
}
