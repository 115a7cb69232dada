from tests.answers import Wrong, but, changes

# -- a stack -----------------------------------------------------------------------------------


class Node:
    def __init__(self, value, below):
        self.value = value
        self.below = below


class Nodes:
    def __init__(self):
        self.node = None
        self.count = 0

    def push(self, value):
        self.node = Node(value, self.node)
        self.count += 1

    def pop(self):
        if self.node is None:
            raise IndexError("the stack is empty")
        value = self.node.value
        self.node = self.node.below
        self.count -= 1
        return value

    def top(self):
        if self.count == 0:
            raise IndexError("nothing is there")
        return self.node.value

    def __len__(self):
        return self.count


class Pairs:
    def __init__(self):
        self.pairs = None

    def push(self, value):
        self.pairs = value, self.pairs

    def pop(self):
        value = self.top()
        self.pairs = self.pairs[1]
        return value

    def top(self):
        if self.pairs is None:
            raise IndexError
        return self.pairs[0]

    def __len__(self):
        count, rest = 0, self.pairs
        while rest is not None:
            count, rest = count + 1, rest[1]
        return count


class Heights:
    """Each node knows its height."""

    class Floor:
        def __init__(self, value, below):
            self.value, self.below = value, below
            self.height = 1 if below is None else below.height + 1

    def __init__(self):
        self.highest = None

    def push(self, value):
        self.highest = self.Floor(value, self.highest)

    def top(self):
        if len(self) == 0:
            raise IndexError("there is nothing")
        return self.highest.value

    def pop(self):
        value = self.top()
        self.highest = self.highest.below
        return value

    def __len__(self):
        return 0 if self.highest is None else self.highest.height


class AtTheBottom(Nodes):
    def push(self, value):
        new, node = Node(value, None), self.node
        if node is None:
            self.node = new
        else:
            while node.below is not None:
                node = node.below
            node.below = new
        self.count += 1


class OnAList:
    def __init__(self):
        self.values = []

    def push(self, value):
        self.values.append(value)

    def pop(self):
        return self.values.pop()

    def top(self):
        return self.values[-1]

    def __len__(self):
        return len(self.values)


# -- the history -------------------------------------------------------------------------------


class WithLists:
    def __init__(self, keep_branches=False):
        self.keep_branches = keep_branches
        self.contents = []
        self.parents = []
        self.current = None

    def save(self, content):
        self.contents.append(content)
        self.parents.append(self.current)
        self.current = len(self.contents)
        return self.current

    def restore(self, number):
        if not 1 <= number <= len(self.contents):
            raise ValueError(f"there is no state {number}")
        if not self.keep_branches:
            del self.contents[number:]
            del self.parents[number:]
        self.current = number
        return self.contents[number - 1]

    def states(self):
        return list(enumerate(self.parents, start=1))


class WithADict:
    def __init__(self, keep_branches=False):
        self.keep_branches, self.current, self.kept = keep_branches, None, {}

    def save(self, content):
        number = len(self.kept) + 1
        self.kept[number] = self.current, content
        self.current = number
        return number

    def restore(self, number):
        if number not in self.kept:
            raise ValueError(number)
        self.current = number
        if not self.keep_branches:
            self.kept = {key: value for key, value in self.kept.items() if key <= number}
        return self.kept[number][1]

    def states(self):
        return [(number, parent) for number, (parent, _) in self.kept.items()]


class State:
    def __init__(self, content, parent, number):
        self.content, self.parent, self.number = content, parent, number


class WithATree:
    def __init__(self, keep_branches=False):
        self.keep_branches = keep_branches
        self.kept = []
        self.current = None

    def save(self, content):
        self.current = State(content, self.current, len(self.kept) + 1)
        self.kept.append(self.current)
        return self.current.number

    def restore(self, number):
        for state in self.kept:
            if state.number == number:
                self.current = state
                if not self.keep_branches:
                    self.kept = self.kept[:number]
                return state.content
        raise ValueError("there is no such state")

    def states(self):
        return [(state.number, state.parent.number if state.parent else None)
                for state in self.kept]


RIGHT = {"Stack": [Nodes, Pairs, Heights], "History": [WithLists, WithADict, WithATree]}

REFUSES = """        if not 1 <= number <= len(self.contents):
            raise ValueError(f"there is no state {number}")
"""

WRONG = {
    "Stack": [*changes(
        Nodes,
        ("pop leaves the value", "        self.node = self.node.below\n", "",
         "below be the highest"),
        ("pop returns nothing", "        return value\n", "", "return value", "returned_none"),
        ("None is empty", "self.count == 0", "self.count == 0 or self.node.value is None", ""),
        ("pop counts first", """        if self.node is None:
            raise IndexError("the stack is empty")
        value = self.node.value
        self.node = self.node.below
        self.count -= 1""", """        self.count -= 1
        if self.node is None:
            raise IndexError("the stack is empty")
        value = self.node.value
        self.node = self.node.below""", "in the wrong place"),
        ("the node below is lost", "Node(value, self.node)", "Node(value, None)",
         "in front of the others"),
        ("nothing is refused", 'raise IndexError("nothing is there")', "return None", "raise"),
        ("another name", "    def top(self)", "    def peek(self)", "The class has no method top"),
        ("an attribute hides a method", "self.count", "self.top", "makes self.top an attribute"),
        ("asks nothing", """\
        if self.count == 0:
            raise IndexError("nothing is there")
""", "", "for the stack is empty. Yours comes to AttributeError"),
        ("the node as a whole", "return self.node.value", "return self.node", "and 7 is expected")),
        Wrong("of the class", but(Nodes, {
            "    def __init__": "    count = 0\n\n    def __init__", "        self.count = 0\n": "",
            "self.count +=": "Nodes.count +=", "self.count -=": "Nodes.count -="}), "wrong",
              "count = 0 in line 2 stands in the class itself"),
        Wrong("at the bottom", AtTheBottom, "wrong", "in front of the others"),
        Wrong("on a list", OnAList, "wrong", "The attribute values is a list"),
    ],
    "History": [
        *changes(WithLists, ("it goes back before it refuses", REFUSES,
                             "        self.current = number\n" + REFUSES, "should not be there"),
                 ("it deletes though it keeps", "        if not self.keep_branches:\n"
                  "            del self.contents[number:]\n            del self.parents[number:]",
                  "        del self.contents[number:]\n        del self.parents[number:]",
                  "with keep_branches=True it deletes nothing"),
                 ("one number too high", "1 <= number <= len(self.contents)",
                  "1 <= number <= len(self.contents) + 1", "")),
        *changes(WithADict, ("no ValueError", """        if number not in self.kept:
            raise ValueError(number)
        self.current = number
        if""", "        self.kept[number]\n        self.current = number\n        if",
                             "raise ValueError")),
        Wrong("numbers go on", but(WithADict, {
            "keep_branches, None, {}": "keep_branches, None, {}\n        self.number = 0",
            "number = len(self.kept) + 1": "number = self.number = self.number + 1"}), "wrong",
              "len(self.kept) + 1"),
        *changes(WithLists, ("the parent is the one before", "append(self.current)",
                             "append(len(self.contents) - 1 or None)", "current")),
        Wrong("the state goes too", but(WithLists, {
            "        if not self":
            "        content = self.contents[number - 1]\n        if not self",
            "return self.contents[number - 1]": "return content",
            "contents[number:]": "contents[number - 1:]",
            "parents[number:]": "parents[number - 1:]"}), "wrong",
              "it should be number, not number - 1"),
        *changes(WithLists, ("the current is forgotten", "        self.current = number\n", "",
                             "current"),
                 ("every number is taken", REFUSES, "", "Yours comes to IndexError"))],
}
