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

#: The first line of a case. Each line with a value ends a case; one that begins with "? " only
#: looks: the cases after it are without it (see ``class_task``).
_NEW = "groups = UnionFind()"


def _added(count: int) -> list[str]:
    """Return lines that make a union-find with ``count`` elements."""
    return [_NEW, f"[groups.add() for _ in range({count})]"]


def _are_joined(one: int, other: int) -> str:
    """Return a line that shows whether two elements are in one group."""
    return f"? groups.find({one}) == groups.find({other})"


def _all_pairs(count: int) -> str:
    """Return a line that shows all pairs of elements that are in one group."""
    return (f"[(a, b) for a in range({count}) for b in range({count})"
            " if groups.find(a) == groups.find(b)]")


#: The most elements in a case.
_MOST_ELEMENTS = 40

#: The code of many pairs to join (a chain, two stars, a tree), and the last element in the pairs.
_MANY = [("(each, each + 1) for each in range(39)", 39),
         ("(0, each) for each in range(1, 40)", 39),
         ("(each + 1, 0) for each in range(39)", 39),
         ("(i, i + n) for n in (1, 2, 4, 8) for i in range(0, 16, 2 * n)", 15)]


def _sequences(rng: Random) -> Iterator[list[str]]:
    """Yield lines that add and join: a few elements, random ones, and many in a chain or a tree."""
    # two elements alone, then joined, and joined again; an element with itself
    yield [_NEW, "groups.add()", "groups.add()", "groups.find(1)", _are_joined(0, 1)]
    yield [*_added(2), "groups.union(0, 1)", _are_joined(0, 1), "groups.union(1, 0)",
           "groups.union(0, 0)"]
    # two groups of two are joined, and an element is added after that
    yield [*_added(4), "groups.union(0, 1)", "groups.union(2, 3)", _are_joined(1, 2),
           "groups.union(1, 2)", _are_joined(0, 3), "groups.union(0, 3)", "groups.add()",
           _are_joined(4, 0)]
    # elements that aren't roots are joined, as the first argument or as the second
    yield [*_added(3), "groups.union(0, 1)", "groups.union(0, 2)", _are_joined(1, 2)]
    yield [*_added(3), "groups.union(1, 0)", "groups.union(2, 0)", _are_joined(1, 2)]
    yield [*_added(4), "groups.union(0, 1)", "groups.union(2, 3)", "groups.union(1, 3)",
           _are_joined(0, 2)]
    yield [*_added(4), "groups.union(1, 0)", "groups.union(3, 2)", "groups.union(2, 0)",
           _are_joined(1, 3)]
    # two objects share nothing
    yield [_NEW, "others = UnionFind()", "groups.add()", "others.add()"]
    for count in range(4, 10):
        pairs = [(rng.randrange(count), rng.randrange(count)) for _ in range(count)]
        yield [*_added(count), *(f"groups.union{pair}" for pair in pairs), _all_pairs(count)]
    for pairs_of_many, last in _MANY:
        yield [*_added(_MOST_ELEMENTS), f"all(groups.union(*pair) for pair in ({pairs_of_many}))",
               _are_joined(1, last),
               f"? len({{groups.find(each) for each in range({_MOST_ELEMENTS})}})"]


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
        """Join the groups of two elements; return whether they were different."""
        one, other = self.find(one), self.find(other)
        if one == other:
            return False
        self.parents[one] = other
        return True


# -- what add and find do ----------------------------------------------------------------------

def _counts_from_1(lines: Lines) -> Sure | None:
    """Explain an ``add`` that gives the first element the number 1."""
    _, *after_making = lines.case
    is_first_add = after_making == ["groups.add()"]
    if not is_first_add or lines.value != 1:
        return None
    return Sure(("What's the number of the first element?",
                 "The elements are 0, 1, 2, and so on.",
                 "Your method add starts at 1, but the first element is 0. Return how many "
                 "elements there were before the new one."))


def _find_moves_elements(lines: Lines) -> Sure | None:
    """Explain a ``find`` that returns another root for an element when it's called again."""
    *lines_before, _last_line = lines.case
    count = len(_roots(_UnionFind, lines_before))
    all_roots = f"[groups.find(each) for each in range({count})]"
    found_twice = _value(lines.answer, (*lines_before, f"({all_roots}, {all_roots})"))
    if found_twice is None:  # it raises an error
        return None
    roots, roots_again = found_twice
    for element, (first, then) in enumerate(zip(roots, roots_again, strict=True)):
        has_moved = None not in (first, then) and first != then
        if has_moved:
            return Sure((
                "What does the method find change?",
                "Only the method union may change the groups. The method find may shorten paths, "
                "but it must not change any root.",
                say("find({element}) returns {first}, and later {then}, although no groups were "
                    "joined in between. If find shortens paths, set the parent of an element "
                    "before you go on to the next one.", element=element, first=first, then=then)))
    return None


def _finds_no_root(lines: Lines) -> Hints | None:
    """Explain a ``find`` whose result isn't a root: ``find`` of that result is another element."""
    groups = lines.names.get("groups")
    if lines.got.error or lines.value is None:
        return None
    # The elements in the last line come first. Then all come, until find raises an error, which it
    # does at least for the first number that's too large.
    for element in (*arguments_of(lines.asked), *range(_MOST_ELEMENTS)):
        two_finds = run(partial(_find_twice, groups), (element,), QUICK / 4)
        if two_finds.stopped:
            return UnionFind.endless
        if two_finds.error:
            return None
        root, beyond = two_finds.value
        is_no_root = None not in (root, beyond) and root != beyond
        if is_no_root:
            return ("Does the method find always return a root?",
                    "A root is its own parent. It can take several steps to get there.",
                    say("find({element}) returns {root}, which isn't a root, because find({root}) "
                        "is {beyond}. The method find must go from parent to parent until it "
                        "reaches an element that is its own parent.", element=element, root=root,
                        beyond=beyond))
    return None


def _find_twice(groups: Any, element: int) -> tuple[Any, Any]:
    """Return what find returns for an element, and for that result."""
    root = groups.find(element)
    return root, groups.find(root)


def _roots(union_find_class: type, case: Sequence[str]) -> list[Any]:
    """Return what a class's find returns for each element after some lines; [] if that fails."""
    count = _value(_UnionFind, (*case, "len(groups.parents)")) or 0
    all_roots = f"[groups.find(each) for each in range({count})]"
    return _value(union_find_class, (*case, all_roots)) or []


def _value(union_find_class: type, case: Sequence[str]) -> Any:
    """Return the value of the last of some lines, run with a class; None if they raise an error."""
    space = {"UnionFind": union_find_class}
    return run(lambda *case: result_of(case, space), (*case,), QUICK / 4).value


# -- what union does ---------------------------------------------------------------------------

def _returns_wrongly(lines: Lines) -> Hints | None:
    """Explain a wrong result of ``union``, if its two elements were grouped rightly before it."""
    if not lines.asked.startswith("groups.union(") or lines.got.error or lines.value is None:
        return None
    one, other = arguments_of(lines.asked)
    roots_before = _roots(lines.answer, lines.case[:-1])
    if not roots_before:
        return None
    was_one_group = roots_before[one] == roots_before[other]
    must_be_one_group = not lines.right  # union returns True if it joins two groups
    if was_one_group != must_be_one_group:
        return None
    if was_one_group:
        why = say("Before {line}, find({one}) and find({other}) are equal, so {one} and {other} "
                  "are already in one group. In that case, union must return False: compare the "
                  "roots, not the elements.",
                  line=lines.asked, one=one, other=other)
    else:
        why = say("Before {line}, find({one}) is {root} and find({other}) is {beyond}. This line "
                  "joins two groups, so union must return True.",
                  line=lines.asked, one=one, other=other,
                  root=roots_before[one], beyond=roots_before[other])
    return ("What does the method union return?",
            "True if there were two groups, False if there was only one.", why)


def _groups_wrongly(lines: Lines) -> Hints | None:
    """Explain the first line after which two elements are wrongly together, or wrongly apart."""
    pair = _wrong_pair(lines)
    if pair is None or lines.got.error:
        return None
    one, other = pair
    roots_before: list[Any] = []  # what the student's find returns before the line
    for count in range(2, len(lines.case)):  # the first line makes the groups
        lines_until_now = lines.case[:count]
        own_roots = _roots(lines.answer, lines_until_now)
        right_roots = _roots(_UnionFind, lines_until_now)
        are_added = max(pair) < len(own_roots) == len(right_roots)
        if are_added:
            are_joined = own_roots[one] == own_roots[other]
            must_be_joined = right_roots[one] == right_roots[other]
            if are_joined != must_be_joined:
                return _wrongly_grouped(lines_until_now[-1], pair, roots_before, own_roots,
                                        right_roots)
        roots_before = own_roots
    return None


def _wrong_pair(lines: Lines) -> tuple[int, int] | None:
    """Return two elements that the last line wrongly shows as together, or as apart.

    For a call of ``union`` they are its arguments. Return None if the line shows no such elements.
    """
    if isinstance(lines.value, list) and isinstance(lines.right, list):  # lists of joined pairs
        in_only_one_list = {*lines.right} ^ {*lines.value}
        return min(in_only_one_list, default=None)
    if lines.asked.startswith("groups.union("):
        one, other = arguments_of(lines.asked)
        return one, other
    if " == " in lines.asked and isinstance(lines.value, bool):
        find_one, find_other = lines.asked.split(" == ")
        [one] = arguments_of(find_one)
        [other] = arguments_of(find_other)
        return one, other
    return None


def _wrongly_grouped(line: str, pair: tuple[int, int], roots_before: list[Any],
                     own_roots: list[Any], right_roots: list[Any]) -> Hints:
    """Return the hints for a line after which a pair is wrongly together, or wrongly apart.

    ``roots_before`` and ``own_roots`` are what the student's find returns for each element before
    and after the line; ``right_roots`` is what find must return after it.
    """
    one, other = pair
    separated = [  # pairs that the line has taken apart
        (first, second) for second in range(len(roots_before)) for first in range(second)
        if roots_before[first] == roots_before[second]
        and own_roots[first] != own_roots[second]
        and right_roots[first] == right_roots[second]]
    if separated:
        first, second = separated[0]
        what = say("{line} separates {one} from {other}, although they were in one group. Give a "
                   "new parent only to the root of a group, not to any other element.", line=line,
                   one=first, other=second)
    elif right_roots[one] == right_roots[other]:
        what = say("After {line}, find({one}) is {root} and find({other}) is {beyond}. These two "
                   "results must be equal, because {one} and {other} are now in the same group.",
                   line=line, one=one, other=other,
                   root=own_roots[one], beyond=own_roots[other])
    else:
        what = say("After {line}, find({one}) and find({other}) are equal. They must be different, "
                   "because no line joins the groups of {one} and {other}.",
                   line=line, one=one, other=other)
    return ("Which elements are in the same group after these lines?",
            "Draw an arrow from each element to its parent.", what)


UnionFind = class_task(
    "UnionFind", _UnionFind, _sequences, kits=[union_find],
    laws=[_counts_from_1, _finds_no_root, _find_moves_elements, _returns_wrongly,
           _groups_wrongly],
    seconds=QUICK,
    gives={"add": "the number of the new element", "find": "the root of the element's group",
           "union": "True if it joined two groups, and False if the two elements were already in "
                    "one group"},
    nudge="Draw the forest after each line of the case above: an arrow from each element to its "
          "parent.",
    endless=("Follow the arrows from one element. Does the path ever end?",
             "A root is its own parent. Can the arrows form a cycle?",
             "The arrows form a cycle, because union changed the parent of an element that isn't "
             "a root. Change only the parent of find(one): its new parent is find(other)."),
)
