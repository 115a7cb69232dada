from tests.answers import Wrong, changes, solved
from tests.prograsonne.answers.e03_lists import Pairs

LISTS = solved("prograsonne/03_lists")


class OverAGenerator:
    def __init__(self, first):
        self.values = walk(first)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.values)


def walk(node):
    while node:
        yield node.value
        node = node.next


class Copies(LISTS.LinkedIterator):
    def __init__(self, first):
        self.values = list(walk(first))

    def __next__(self):
        if not self.values:
            raise StopIteration
        return self.values.pop(0)


RIGHT = {"EditableList": [Pairs], "LinkedIterator": [OverAGenerator]}

WRONG = {
    "EditableList": [*changes(
        LISTS.EditableList,
        ("not the first one", {"        self.node_at(index).value = value": """\
        if index:
            self.node_at(index).value = value"""}, "has the index 0"),
        ("del forgets the last node", {
            "        self.take_out(self.node_at(index - 1) if index > 0 else None, node)": """\
        if index == 0:
            self.first = node.next
        else:
            self.node_at(index - 1).next = node.next
        self.count -= 1"""}, "__delitem__ must see to it"))],
    "LinkedIterator": [
        Wrong("copies the values", Copies, "The attribute values is a list of Python"),
        *changes(
            LISTS.LinkedIterator,
            ("no __iter__", {"__iter__": "iterate"},
             "no method __iter__"),
            ("returns None at the end", {"raise StopIteration": "return None"}, "StopIteration"),
            ("never goes on", {"        self.node = self.node.next\n": ""}, "self.node.next"))],
}
