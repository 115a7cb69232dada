from tests.answers import but, changes, solved

UNDO = solved("prograsonne/04_undo")
WithLists = UNDO.History
of_pairs = but(UNDO.Stack, {
    "Node(value, self.highest)": "value, self.highest", "self.highest.below": "self.highest[1]",
    "self.highest.value": "self.highest[0]"})


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


RIGHT = {"Stack": [of_pairs], "History": [WithADict]}

FORGETS = """        if not self.keep_branches:
            del self.contents[number:]
            del self.parents[number:]"""
WRONG = {
    "Stack": [*changes(
        UNDO.Stack,
        ("pop leaves the value", {"        self.highest = self.highest.below\n": ""},
         "must make the next node the new top"),
        ("the node below is lost", {"Node(value, self.highest)": "Node(value, None)"},
         "must link the new node to the old top"),
        ("top stays", {
            "        self.count += 1\n": "        self.count += 1\n        self.seen = value\n",
            "return self.highest.value": "return self.seen", "value = self.top()":
            "self.top()\n        value = self.highest.value"},
         "Read it from the node that pop() would remove"),
        ("another name", {"    def top(self)": "    def peek(self)"},
         "Your class has no method top"),
        ("an attribute hides a method", {"self.count": "self.top"},
         "makes self.top an attribute"),
        ("asks nothing", {"self.highest is None": "False"},
         "because the stack is empty. Your code fails with AttributeError"),
        ("of the class", {
            "    def __init__": "    count = 0\n\n    def __init__", "        self.count = 0\n": "",
            "self.count +=": "Stack.count +=", "self.count -=": "Stack.count -="},
         "count = 0 on line 4 is outside the methods"))],
    "History": [
        *changes(
            UNDO.History,
            ("it deletes though it keeps", {FORGETS: """        del self.contents[number:]
        del self.parents[number:]"""}, "with keep_branches=True it must delete nothing"),
            ("every number is taken", {"number < 1 or number > len(self.contents)": "False"},
             "Your code fails with IndexError"),
            ("the current state before the test", {
                "        if number < 1": "        self.current = number\n        if number < 1"},
             "Line 19 shouldn't be there. Delete it: self.current = number"),
            ("the first state with this content", {
                "self.current = len(self.contents)":
                "self.current = self.contents.index(content) + 1"},
             "The new state gets the number 1, but it should get 2"),
            ("the current is forgotten", {"        self.current = number\n": ""}, "current"))],
}
