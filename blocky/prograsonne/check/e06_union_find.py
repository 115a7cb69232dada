"""Exercise 06: which of some elements belong together."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from blocky.kit.check.looks import result_of
from blocky.kit.check.run import run
from blocky.kit.check.sequence import Lines, arguments_of, class_task
from blocky.kit.check.task import Hints, Sure
from blocky.kit.language import say
from blocky.prograsonne.check.e03_lists import QUICK
from blocky.prograsonne.fast import union_find

__all__ = ["UnionFind"]


def _sequences(rng: Random) -> Iterator[list[str]]:
    new = "groups = UnionFind()"

    def added(count: int) -> list[str]:
        return [new, f"[groups.add() for _ in range({count})]"]

    def same(one: int, other: int) -> str:
        return f"? groups.find({one}) == groups.find({other})"

    def all_pairs(count: int) -> str:
        return (f"[(a, b) for a in range({count}) for b in range({count})"
                " if groups.find(a) == groups.find(b)]")

    yield [new, "groups.add()", "groups.add()", "groups.find(1)", same(0, 1)]
    yield [*added(2), "groups.union(0, 1)", same(0, 1), "groups.union(1, 0)", "groups.union(0, 0)"]
    yield [*added(4), "groups.union(0, 1)", "groups.union(2, 3)", same(1, 2), "groups.union(1, 2)",
           same(0, 3), "groups.union(0, 3)", "groups.add()", same(4, 0)]
    yield [*added(3), "groups.union(0, 1)", "groups.union(0, 2)", same(1, 2)]
    yield [*added(3), "groups.union(1, 0)", "groups.union(2, 0)", same(1, 2)]
    yield [*added(4), "groups.union(0, 1)", "groups.union(2, 3)", "groups.union(1, 3)", same(0, 2)]
    yield [*added(4), "groups.union(1, 0)", "groups.union(3, 2)", "groups.union(2, 0)", same(1, 3)]
    yield [new, "others = UnionFind()", "groups.add()", "others.add()"]
    for count in range(4, 10):
        pairs = [(rng.randrange(count), rng.randrange(count)) for _ in range(count)]
        yield [*added(count), *(f"groups.union{pair}" for pair in pairs), all_pairs(count)]
    for many, last in (("(each, each + 1) for each in range(39)", 39),
                       ("(0, each) for each in range(1, 40)", 39),
                       ("(each + 1, 0) for each in range(39)", 39),
                       ("(i, i + n) for n in (1, 2, 4, 8) for i in range(0, 16, 2 * n)", 15)):
        yield [*added(40), f"all(groups.union(*pair) for pair in ({many}))", same(1, last),
               "? len({groups.find(each) for each in range(40)})"]


class _UnionFind:
    """The kit's union-find, without its steps back."""

    def __init__(self) -> None:
        self.parents: list[int] = []

    def add(self) -> int:
        self.parents.append(len(self.parents))
        return self.parents[-1]

    def find(self, element: int) -> int:
        while self.parents[element] != element:
            element = self.parents[element]
        return element

    def union(self, one: int, other: int) -> bool:
        one, other = self.find(one), self.find(other)
        if one == other:
            return False
        self.parents[one] = other
        return True


def _grouped(lines: Lines) -> Hints | Sure | None:
    right, value, asked, groups = lines.right, lines.value, lines.asked, lines.names.get("groups")
    if lines.got.error or value is None:
        return None
    if asked == "groups.add()" and value == 1 and len(lines.case) == 2:
        return Sure(("Which number does the first element have?",
                     "The elements are 0, 1, 2, and so on.",
                     "Your add numbers the elements from 1, but the first one is 0. Return how "
                     "many elements there were before the new one."))
    for element in (*arguments_of(asked), *range(40)):
        found = run(lambda one: (root := groups.find(one), groups.find(root)),  # type: ignore
                    (element,), QUICK / 4)
        if found.stopped:
            return UnionFind.endless
        if found.error:
            break
        root, beyond = found.value
        if root != beyond and None not in (root, beyond):
            return ("Does find always return a root?",
                    "A root is its own parent. It can take several steps to get there.",
                    say("find({element}) returns {root}, which isn't a root, because find({root}) "
                        "is {beyond}. find must go from parent to parent until it reaches an "
                        "element that is its own parent.", element=element, root=root,
                        beyond=beyond))
    if asked.startswith("groups.union("):
        return _returned(lines)
    if isinstance(right, list) and isinstance(value, list) and {*right} ^ {*value}:
        return _parted(lines, *min({*right} ^ {*value}))
    if asked.startswith("groups.find(") and type(value) is bool:
        return _parted(lines, *(arguments_of(each)[0] for each in asked.split(" == ")))
    return None


def _finds(answer: type, case: Sequence[str]) -> list[Any]:
    """Return the result of find for each element after some lines; [] if that fails."""
    def found(*case: str) -> Any:
        count = result_of((*case, "len(groups.parents)"), {"UnionFind": _UnionFind})
        return result_of((*case, f"[groups.find(each) for each in range({count})]"),
                         {"UnionFind": answer})

    return run(found, (*case,), QUICK / 4).value or []


def _returned(lines: Lines) -> Hints | None:
    """Explain what union must return: whether there were two groups before."""
    one, other = arguments_of(lines.asked)
    finds = _finds(lines.answer, lines.case[:-1])
    if not finds or (finds[one] == finds[other]) is lines.right:
        return _parted(lines, one, other)
    return ("What does union return?",
            "True if there were two groups, False if there was only one.",
            say("Before {line}, find({one}) and find({other}) are equal, so they're already in "
                "one group. Then union must return False. Yours returns {value}.",
                line=lines.asked, one=one, other=other, value=lines.value)
            if finds[one] == finds[other] else
            say("Before {line}, find({one}) is {root} and find({other}) is {beyond}. It joins two "
                "groups, so it must return True. Yours returns {value}.",
                line=lines.asked, one=one, other=other, root=finds[one],
                beyond=finds[other], value=lines.value))


def _parted(lines: Lines, one: int, other: int) -> Hints | None:
    """Name the line after which two elements are wrongly together or apart."""
    before = list[Any]()
    for count in range(2, len(lines.case)):
        own, rights = (_finds(each, lines.case[:count]) for each in (lines.answer, _UnionFind))
        if max(one, other) < len(own) == len(rights) and (
                (own[one] == own[other]) != (rights[one] == rights[other])):
            break
        before = own
    else:
        return None
    line = lines.case[count - 1]
    ask = ("Which elements are in the same group after these lines?",
           "Draw an arrow from each element to its parent.")
    torn = next(((a, b) for a in range(len(before)) for b in range(a)
                 if before[a] == before[b] and own[a] != own[b] and rights[a] == rights[b]), None)
    if torn:
        return (*ask, say(
            "Before {line}, find({one}) and find({other}) were equal. After it, they're {root} "
            "and {beyond}. When two groups are joined, all of their elements must get the same "
            "root.",
            line=line, one=torn[1], other=torn[0], root=own[torn[1]], beyond=own[torn[0]]))
    return (*ask,
            say("After {line}, find({one}) is {root} and find({other}) is {beyond}. They must be "
                "equal, because their groups are joined.", line=line, one=one, other=other,
                root=own[one], beyond=own[other])
            if rights[one] == rights[other] else
            say("After {line}, find({one}) and find({other}) are equal. They must be different, "
                "because no line joins their groups.", line=line, one=one, other=other))


UnionFind = class_task(
    "UnionFind", _UnionFind, _sequences, kits=[union_find], looks=[_grouped], seconds=QUICK,
    gives={"add": "the number of the new element", "find": "the root of the element's group",
           "union": "True if it joined two groups, and False if they were already one"},
    nudge="Draw the forest after each line of the case above: an arrow from each element to its "
          "parent.",
    endless=("Where does the path from an element to its root end?",
             "A root is its own parent. Can the arrows form a cycle?",
             "The arrows form a cycle, because union made an element the child of one of its own "
             "descendants. "
             "Change only the parent of a root, find(one): its new parent is the other root, "
             "find(other)."),
)
