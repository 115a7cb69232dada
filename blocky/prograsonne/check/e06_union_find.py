"""Exercise 06: groups of elements that can be joined."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from blocky.kit.check.class_laws import result_of
from blocky.kit.check.run import run
from blocky.kit.check.sequence import Lines, arguments_of, class_task
from blocky.kit.check.task import Hints, Sure
from blocky.kit.language import say
from blocky.prograsonne.check.e03_lists import QUICK
from blocky.prograsonne.fast import union_find

__all__ = ["UnionFind"]

_NEW = "groups = UnionFind()"


def _added(count: int) -> list[str]:
    """Return lines that make some elements."""
    return [_NEW, f"[groups.add() for _ in range({count})]"]


def _same(one: int, other: int) -> str:
    """Return a line that shows whether two elements are in one group."""
    return f"? groups.find({one}) == groups.find({other})"


def _all_pairs(count: int) -> str:
    """Return a line that shows all pairs of elements that are in one group."""
    return (f"[(a, b) for a in range({count}) for b in range({count})"
            " if groups.find(a) == groups.find(b)]")


#: Pairs that join many elements into one group, and the last of these elements.
_MANY = [("(each, each + 1) for each in range(39)", 39),
         ("(0, each) for each in range(1, 40)", 39),
         ("(each + 1, 0) for each in range(39)", 39),
         ("(i, i + n) for n in (1, 2, 4, 8) for i in range(0, 16, 2 * n)", 15)]


def _sequences(rng: Random) -> Iterator[list[str]]:
    """Yield lines that add and join: a few elements, random ones, and many in a chain or a tree."""
    yield [_NEW, "groups.add()", "groups.add()", "groups.find(1)", _same(0, 1)]
    yield [*_added(2), "groups.union(0, 1)", _same(0, 1), "groups.union(1, 0)",
           "groups.union(0, 0)"]
    yield [*_added(4), "groups.union(0, 1)", "groups.union(2, 3)", _same(1, 2),
           "groups.union(1, 2)", _same(0, 3), "groups.union(0, 3)", "groups.add()", _same(4, 0)]
    yield [*_added(3), "groups.union(0, 1)", "groups.union(0, 2)", _same(1, 2)]
    yield [*_added(3), "groups.union(1, 0)", "groups.union(2, 0)", _same(1, 2)]
    yield [*_added(4), "groups.union(0, 1)", "groups.union(2, 3)", "groups.union(1, 3)",
           _same(0, 2)]
    yield [*_added(4), "groups.union(1, 0)", "groups.union(3, 2)", "groups.union(2, 0)",
           _same(1, 3)]
    yield [_NEW, "others = UnionFind()", "groups.add()", "others.add()"]
    for count in range(4, 10):
        pairs = [(rng.randrange(count), rng.randrange(count)) for _ in range(count)]
        yield [*_added(count), *(f"groups.union{pair}" for pair in pairs), _all_pairs(count)]
    for many, last in _MANY:
        yield [*_added(40), f"all(groups.union(*pair) for pair in ({many}))", _same(1, last),
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


# -- what add and find do ----------------------------------------------------------------------

def _counts_from_1(lines: Lines) -> Sure | None:
    """Look at the number of the first element."""
    if lines.case[1:] != ("groups.add()",) or lines.value != 1:
        return None
    return Sure(("What's the number of the first element?",
                 "The elements are 0, 1, 2, and so on.",
                 "Your add numbers the elements from 1, but the first one is 0. Return how many "
                 "elements there were before the new one."))


def _find_moves_elements(lines: Lines) -> Sure | None:
    """See whether find returns another root when it's called again."""
    before = lines.case[:-1]
    count = len(_finds(_UnionFind, before))
    every = f"[groups.find(each) for each in range({count})]"
    finds, again = _value(lines.answer, (*before, f"({every}, {every})")) or ([], [])
    for element, (first, then) in enumerate(zip(finds, again, strict=True)):
        if None not in (first, then) and first != then:
            return Sure((
                "What does find change?",
                "Only union may change the groups. find may shorten paths, but it must keep roots.",
                say("find({element}) returns {first}, and later {then}, though nothing was joined "
                    "in between. If find shortens paths, set the parent of an element before you "
                    "go on to the next one.", element=element, first=first, then=then)))
    return None


def _finds_no_root(lines: Lines) -> Hints | None:
    """See whether find returns an element that has another parent."""
    groups = lines.names.get("groups")
    if lines.got.error or lines.value is None:
        return None
    for element in (*arguments_of(lines.asked), *range(40)):
        found = run(partial(_two_finds, groups), (element,), QUICK / 4)
        if found.stopped:
            return UnionFind.endless
        if found.error:
            return None
        root, beyond = found.value
        if root != beyond and None not in (root, beyond):
            return ("Does find always return a root?",
                    "A root is its own parent. It can take several steps to get there.",
                    say("find({element}) returns {root}, which isn't a root, because find({root}) "
                        "is {beyond}. find must go from parent to parent until it reaches an "
                        "element that is its own parent.", element=element, root=root,
                        beyond=beyond))
    return None


def _two_finds(groups: Any, element: int) -> tuple[Any, Any]:
    """Return what find returns for an element, and for that result."""
    root = groups.find(element)
    return root, groups.find(root)


def _finds(answer: type, case: Sequence[str]) -> list[Any]:
    """Return what find returns for each element after some lines; [] if that fails."""
    count = _value(_UnionFind, (*case, "len(groups.parents)")) or 0
    return _value(answer, (*case, f"[groups.find(each) for each in range({count})]")) or []


def _value(answer: type, case: Sequence[str]) -> Any:
    """Return the value of the last of some lines, run with a class; None if that fails."""
    return run(lambda *case: result_of(case, {"UnionFind": answer}), (*case,), QUICK / 4).value


# -- what union does ---------------------------------------------------------------------------

def _returns_wrongly(lines: Lines) -> Hints | None:
    """Look at what union returns for groups that are right."""
    if not lines.asked.startswith("groups.union(") or lines.got.error or lines.value is None:
        return None
    one, other = arguments_of(lines.asked)
    before = _finds(lines.answer, lines.case[:-1])
    if not before:
        return None
    was_one_group = before[one] == before[other]
    if was_one_group == lines.right:  # then the groups are wrong, not what union returns
        return None
    if was_one_group:
        why = say("Before {line}, find({one}) and find({other}) are equal, so they're already in "
                  "one group. union must return False then: compare the roots, not the elements.",
                  line=lines.asked, one=one, other=other)
    else:
        why = say("Before {line}, find({one}) is {root} and find({other}) is {beyond}. It joins "
                  "two groups, so it must return True.", line=lines.asked, one=one, other=other,
                  root=before[one], beyond=before[other])
    return ("What does union return?",
            "True if there were two groups, False if there was only one.", why)


def _groups_wrongly(lines: Lines) -> Hints | None:
    """Name the line after which two elements are wrongly together or apart."""
    pair = _wrong_pair(lines)
    if pair is None or lines.got.error:
        return None
    one, other = pair
    before: list[Any] = []
    for count in range(2, len(lines.case)):
        own = _finds(lines.answer, lines.case[:count])
        right = _finds(_UnionFind, lines.case[:count])
        are_added = max(pair) < len(own) == len(right)
        if are_added and (own[one] == own[other]) != (right[one] == right[other]):
            return _parted(lines.case[count - 1], pair, before, own, right)
        before = own
    return None


def _wrong_pair(lines: Lines) -> tuple[int, int] | None:
    """Return two elements that the last line shows wrongly together or apart."""
    if isinstance(lines.value, list) and isinstance(lines.right, list):
        return min({*lines.right} ^ {*lines.value}, default=None)
    if lines.asked.startswith("groups.union("):
        one, other = arguments_of(lines.asked)
        return one, other
    if " == " in lines.asked and isinstance(lines.value, bool):
        one, other = (arguments_of(find)[0] for find in lines.asked.split(" == "))
        return one, other
    return None


def _parted(line: str, pair: tuple[int, int], before: list[Any], own: list[Any],
            right: list[Any]) -> Hints:
    """Return the hints for a line after which two elements are wrongly together or apart.

    ``before`` and ``own`` are what find returned before and after it, ``right`` what is right.
    """
    one, other = pair
    torn = [(a, b) for b in range(len(before)) for a in range(b)
            if before[a] == before[b] and own[a] != own[b] and right[a] == right[b]]
    if torn:
        first, second = torn[0]
        what = say("{line} separates {one} from {other}, although they were in one group. Give "
                   "the root of that group a new parent, not another element of it.", line=line,
                   one=first, other=second)
    elif right[one] == right[other]:
        what = say("After {line}, find({one}) is {root} and find({other}) is {beyond}. They must "
                   "be equal, because their groups are joined.", line=line, one=one, other=other,
                   root=own[one], beyond=own[other])
    else:
        what = say("After {line}, find({one}) and find({other}) are equal. They must be different, "
                   "because no line joins their groups.", line=line, one=one, other=other)
    return ("Which elements are in the same group after these lines?",
            "Draw an arrow from each element to its parent.", what)


UnionFind = class_task(
    "UnionFind", _UnionFind, _sequences, kits=[union_find],
    laws=[_counts_from_1, _finds_no_root, _find_moves_elements, _returns_wrongly,
           _groups_wrongly],
    seconds=QUICK,
    gives={"add": "the number of the new element", "find": "the root of the element's group",
           "union": "True if it joined two groups, and False if they were already one"},
    nudge="Draw the forest after each line of the case above: an arrow from each element to its "
          "parent.",
    endless=("Where does the path from an element to its root end?",
             "A root is its own parent. Can the arrows form a cycle?",
             "The arrows form a cycle, because union changed the parent of an element that isn't "
             "a root. Change only the parent of find(one): its new parent is find(other)."),
)
