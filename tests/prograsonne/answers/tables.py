from blocky.prograsonne.linked import LinkedList
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


class Places:
    """A table of 64 chains, in a tuple."""

    def __init__(self):
        self.chains = tuple(OneChain() for _ in range(64))

    def chain(self, key):
        return self.chains[hash(key) % 64]

    def __len__(self):
        return sum(len(chain) for chain in self.chains)

    def __contains__(self, key):
        return key in self.chain(key)

    def __getitem__(self, key):
        return self.chain(key)[key]

    def __setitem__(self, key, value):
        self.chain(key)[key] = value

    def __delitem__(self, key):
        del self.chain(key)[key]

    def __iter__(self):
        for chain in self.chains:
            yield from chain


class Node:
    def __init__(self, key, value):
        self.key, self.value = key, value
        self.left = self.right = None


class SortedTree:
    """A binary search tree, for keys that can be compared."""

    def __init__(self):
        self.root, self.count = None, 0

    def find(self, key):
        node = self.root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node

    def __len__(self):
        return self.count

    def __iter__(self):
        yield from self.below(self.root)

    def below(self, node):
        if node is not None:
            yield from self.below(node.left)
            yield node.key
            yield from self.below(node.right)

    def __contains__(self, key):
        return self.find(key) is not None

    def __getitem__(self, key):
        node = self.find(key)
        if node is None:
            raise KeyError(key)
        return node.value

    def __setitem__(self, key, value):
        node = self.find(key)
        if node is not None:
            node.value = value
            return
        self.root = self.put(self.root, key, value)
        self.count += 1

    def put(self, node, key, value):
        if node is None:
            return Node(key, value)
        if key < node.key:
            node.left = self.put(node.left, key, value)
        else:
            node.right = self.put(node.right, key, value)
        return node

    def __delitem__(self, key):
        if key not in self:
            raise KeyError(key)
        self.root = self.without(self.root, key)
        self.count -= 1

    def without(self, node, key):
        if key < node.key:
            node.left = self.without(node.left, key)
        elif key > node.key:
            node.right = self.without(node.right, key)
        elif node.left is None or node.right is None:
            return node.left or node.right
        else:
            above, heir = node, node.right
            while heir.left is not None:
                above, heir = heir, heir.left
            node.key, node.value = heir.key, heir.value
            if above is node:
                above.right = heir.right
            else:
                above.left = heir.right
        return node


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
        count = 0
        for _ in self:
            count += 1
        return count

    def __iter__(self):
        entry = self.first
        while entry is not None:
            yield entry.key
            entry = entry.rest


class KeysOfPlaces:
    def __init__(self):
        self.keys = Places()

    def __contains__(self, key):
        return key in self.keys

    def __len__(self):
        return len(self.keys)

    def __iter__(self):
        return iter(self.keys)

    def add(self, key):
        self.keys[key] = True

    def remove(self, key):
        del self.keys[key]


class OnAList:
    """Things in a linked list."""

    def __init__(self):
        self.things = LinkedList()

    def __contains__(self, key):
        return any(each == key for each in self.things)

    def __len__(self):
        return len(self.things)

    def __iter__(self):
        return iter(self.things)

    def add(self, key):
        if key not in self:
            self.things.append(key)

    def remove(self, key):
        if key not in self:
            raise KeyError(key)
        self.things.remove(key)


RIGHT = {"OwnDict": [OneChain, Places, SortedTree],
         "OwnSet": [ChainSet, KeysOfPlaces, OnAList]}

WRONG = {
    "OwnDict": [
        *changes(Places, ("of dicts", "OneChain()", "{}", "that is Python's own dict")),
        *changes(SortedTree, ("loses a branch", "above.left = heir.right", "above.left = None",
                              "on either side below it in a tree")),
        *changes(
            OneChain,
            ("keys with one hash are one", "entry.key != key", "hash(entry.key) != hash(key)",
             "entry.key != key"),
            ("a value that is there stays", "            entry.value = value",
             "            pass", "takes the place"),
            ("a key that is there is put in again", "if entry is None:\n            self.first",
             "if True:\n            self.first", "key not in self"),
            ("del forgets to count", "            entry.rest = gone.rest\n        self.count -= 1",
             "            entry.rest = gone.rest", "count"),
            ("None for a key that is not there", "raise KeyError(key)\n        return",
             "return None\n        return", "raise KeyError(key)"))],
    "OwnSet": [
        *changes(KeysOfPlaces, ("of a dict", "Places()", "{}", "that is Python's own dict")),
        *changes(
            ChainSet,
            ("things are in it twice", "if key not in self:", "if True:", "Look first whether"),
            ("the first is not taken out", "self.first = entry.rest", "pass",
             "must not be found or counted"))],
}
