from tests.answers import changes, solved

UNDO = solved("prograsonne/04_undo")
WithLists = UNDO.History


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


RIGHT = {"Stack": [Pairs], "History": [WithADict]}

REFUSES = """        if number < 1 or number > len(self.contents):
            raise ValueError(f"there is no state {number}")
"""
FORGETS = """        if not self.keep_branches:
            del self.contents[number:]
            del self.parents[number:]"""
WRONG = {
    "Stack": [*changes(
        UNDO.Stack,
        ("pop leaves the value", {"        self.highest = self.highest.below\n": ""},
         "below be the highest"),
        ("pop counts first", {
            "        self.count -= 1\n": "", "value = self.top()": "self.count -= 1\n        "
            "value = self.top()"}, "in the wrong place"),
        ("the node below is lost", {"Node(value, self.highest)": "Node(value, None)"},
         "in front of the others"),
        ("nothing is refused", {'raise IndexError("the stack is empty")': "return None"}, "raise"),
        ("another name", {"    def top(self)": "    def peek(self)"},
         "The class has no method top"),
        ("an attribute hides a method", {"self.count": "self.top"},
         "makes self.top an attribute"),
        ("asks nothing", {"self.highest is None": "False"},
         "for the stack is empty. Yours comes to AttributeError"),
        ("of the class", {
            "    def __init__": "    count = 0\n\n    def __init__", "        self.count = 0\n": "",
            "self.count +=": "Stack.count +=", "self.count -=": "Stack.count -="},
         "count = 0 in line 4 stands in the class itself"))],
    "History": [
        *changes(
            UNDO.History,
            ("it goes back before it refuses", {
                REFUSES: "        self.current = number\n" + REFUSES}, "should not be there"),
            ("it deletes though it keeps", {FORGETS: """        del self.contents[number:]
        del self.parents[number:]"""}, "with keep_branches=True it deletes nothing"),
            ("the current is forgotten", {"        self.current = number\n": ""}, "current"),
            ("every number is taken", {REFUSES: ""}, "Yours comes to IndexError")),
        *changes(WithADict, ("numbers go on", {
            "keep_branches, None, {}": "keep_branches, None, {}\n        self.number = 0",
            "number = len(self.kept) + 1": "number = self.number = self.number + 1"},
            "len(self.kept) + 1"))],
}
