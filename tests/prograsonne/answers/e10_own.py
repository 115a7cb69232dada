from blocky.prograsonne.hexes import neighbour, opposite
from blocky.prograsonne.linked import LinkedList
from tests.answers import Wrong, but, changes, solved

OWN = solved("prograsonne/10_own")
OWN.LinkedList = LinkedList  # carried over into the exercise

OneChain = but(OWN.OwnDict, {"range(64)": "range(1)", "% 64": "% 1"}, OWN.Entry)


class OnAList:
    """A list in which each thing is once."""

    def __init__(self):
        self.things = LinkedList()

    def __contains__(self, thing):
        return any(each == thing for each in self.things)

    def add(self, thing):
        if thing not in self:
            self.things.append(thing)

    def remove(self, thing):
        if thing not in self:
            raise KeyError(thing)
        self.things.remove(thing)

    def __len__(self):
        return len(self.things)

    def __iter__(self):
        return iter(self.things)


def by_recursion(board):
    found = LinkedList()
    for cell in board.tiles:
        for segment in board.tiles[cell].tile.segments:
            if not any((cell, segment) in part for part in found):
                part = LinkedList()
                collect(board, cell, segment, part)
                found.append(part)
    return found


def collect(board, cell, segment, part):
    part.append((cell, segment))
    for edge in segment.edges:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            other = board.tiles[beyond].tile.segment_at(opposite(edge))
            if (beyond, other) not in part:
                collect(board, beyond, other, part)


def lists(board):
    return [list(part) for part in by_recursion(board)]


class UnderHashes(OnAList):
    """Keeps each thing in a table, under its hash."""

    def __init__(self):
        self.things = OneChain()

    def __contains__(self, thing):
        return hash(thing) in self.things

    def add(self, thing):
        self.things[hash(thing)] = thing

    def remove(self, thing):
        del self.things[hash(thing)]

    def __iter__(self):
        return (self.things[each] for each in self.things)


class OfTheList(OnAList):
    """Lets the list raise its error."""

    def remove(self, thing):
        self.things.remove(thing)


RIGHT = {"OwnDict": [OneChain], "OwnSet": [OnAList], "features": [by_recursion]}

WRONG = {
    "OwnDict": [*changes(
        OneChain,
        ("of dicts", {"self.count = 0": "self.count, self.kept = 0, {}"},
         "Python's own dict"),
        ("keys with one hash are one", {"entry.key == key": "hash(entry.key) == hash(key)"},
         "entry.key == key"),
        ("a value that is there stays", {"            entry.value = value": "            pass"},
         "Replace the old value"),
        ("a key that is there is put in again", {
            "if entry is None:\n            self.chain": "if True:\n            self.chain"},
         "Replace the old value"),
        ("None is no value", {"return self.entry(key) is not None":
                              "return key in tuple(self) and self[key] is not None"},
         "because its value is None"),
        ("pairs for keys", {"yield entry.key": "yield entry.key, entry.value"},
         "it goes through pairs such as ('a', 1)"),
        ("values for keys", {"yield entry.key": "yield entry.value"},
         "it goes through the values"), beside=[OWN.Entry]),
        *changes(
            OWN.OwnDict,
            ("one chain", {"tuple(LinkedList() for _ in range(64))": "(LinkedList(),) * 64"},
             "gives each key 64 times"), beside=[OWN.Entry])],
    "OwnSet": [
        Wrong("under hashes", UnderHashes, "hash(thing) is the key: use thing itself"),
        Wrong("the error of the list", OfTheList, "raise KeyError there | raise KeyError"),
        *changes(
        OnAList,
        ("without self", {"            self.things.append(": "            things.append("},
         "self.things"),
        ("things are in it twice", {"if thing not in self:\n            self": "if True:\n"
                                    "            self"}, "Look for it first"),
        ("none is taken out", {"self.things.remove(thing)": "pass"},
         "must not be found or counted")),
        *changes(
            OWN.OwnSet,
            ("the value is read", {"return thing in self.keys": "return self.keys[thing]"},
             "Only test whether the key is there"))],
    "features": [
        Wrong("lists of lists", lists, "Python's own list"),
        *changes(
            by_recursion,
            ("marks in a set", {"found = LinkedList()": "found, marked = LinkedList(), set()"},
             "Python's own set"),
            ("a feature for each segment", {
                "if not any((cell, segment) in part for part in found):": "if True:"},
             "Don't start a walk at"),
            ("cells, not nodes", {
                "if not any((cell, segment) in part for part in found):":
                "if not any(cell == other for part in found for other, _ in part):"},
             "mark the whole node"),
            ("none alone", {"found.append(part)\n    return": """if len(part) > 1:
                    found.append(part)
    return"""}, "even if it has only one node"))],
}
