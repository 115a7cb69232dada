"""Repairs a wrong answer: finds small changes of the student's own lines that make it right.

A change is evidence if the changed program passes every case of the check, and further ones that
the check did not have. It says which line is wrong, and in which way. (Program repair for feedback:
Singh, Gulwani and Solar-Lezama 2013; Clara, Gulwani et al. 2018; Refactory, Hu et al. 2019.)
"""

import ast
import builtins
import copy
import linecache
import math
import re
import warnings
from collections.abc import Iterable, Mapping
from contextlib import suppress
from time import thread_time
from typing import NamedTuple

from blocky.kit.check.compare import told
from blocky.kit.check.failure import Failure, differing
from blocky.kit.check.program import FILE, Program, right_trees
from blocky.kit.check.run import SLOW
from blocky.kit.check.task import Task
from blocky.kit.check.trees import nodes, parameters
from blocky.kit.repair.change import Change, Scope, take_back
from blocky.kit.repair.changes import changes
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.evidence import Evidence
from blocky.kit.repair.guarded import as_they_were, little_memory, unguard
from blocky.kit.repair.material import Material
from blocky.kit.repair.signatures import default_in_each_call, made_for_all, made_outside
from blocky.kit.repair.trial import ALL, ENDED, FURTHER_TIMES, OTHER, ROUNDS, Runs
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["Repair", "repairs_of"]

#: The most seconds of computing in a search where trials are slow.
COMPUTING = 1.6 * SLOW

#: The share of the trials for one change alone; the rest is for two.
ALONE = 0.6

#: A second change is sought beside this many that make some cases pass, or, if none does, beside
#: this many others.
BASES = 30
BLIND = 15

#: When a repair is found, this many more trials look for likelier ones.
OTHERS = 400


class Repair(NamedTuple):
    """Changes, one or two, that make an answer right.

    ``values`` are those of the expression that the first change replaces, in the case that failed:
    what it was when that first mattered, and what is needed. None: it replaces no expression.
    """

    changes: tuple[Change, ...]
    program: Program
    values: tuple[str, str] | None = None

    @property
    def first_change(self) -> Change:
        """The change that hints begin with; most repairs have no other."""
        return self.changes[0]


class _Base(NamedTuple):
    """A first change that a second one may complete: its rank, and the number of cases it passes.

    The lower the rank, the likelier.
    """

    rank: float
    change: Change
    passed: int


class _Search:
    """Tries the changes of a program while there is time; ``found`` are those that help."""

    def __init__(self, trials: Runs, task: Task, failure: Failure) -> None:
        """Prepare a search: collect the parts of the right answers, and the program's names."""
        program = trials.program
        trees = program.trees
        self._trials = trials
        self._program = program
        self.found: list[tuple[Change, ...]] = []
        wrong_facts = differing(failure.expected, failure.got)
        self._lines_of_wrong = _lines_that_name(wrong_facts, program)
        self._defined = _defined_names(program)
        self._functions = _functions_in(trees)
        right_answers = task.ways or ([task.right] if task.right else [])
        right = [tree for answer in right_answers for tree in right_trees(answer)]
        self.evidence = Evidence(trials, right, self._functions)
        refused = frozenset(code.co_name for code in task.codes())  # they do the kit's work
        is_function = isinstance(trees[program.name], ast.FunctionDef)
        itself = program.name if is_function else ""
        #: What can be put into each tree, by its name.
        self._material = {name: Material(copy.deepcopy(right), tree, self._defined, itself,
                                         refused, self._functions[name])
                          for name, tree in trees.items()}

    def run(self) -> None:
        """Look for a change against values kept between calls, else for one change, then for two.

        If the unchanged program is right in a new run, nothing else is sought.
        """
        is_right_now = self._trials.begin()  # it runs the unchanged program
        change = self._change_against_kept_values()
        if change:
            self.found.append((change,))
        elif not is_right_now:
            bases = self._one_change()
            if not self.found and not self._trials.late():
                self._two_changes(bases)

    def _one_change(self) -> list[_Base]:
        """Look for a change that makes the program right by itself; return those that help a bit.

        Those returned may be completed by a second change, the likeliest first. Once there are
        some, a share of the trials is kept for the second change.
        """
        trials = self._trials
        bases: list[_Base] = []
        for name, change in self._changes(failing=0):
            if trials.late() or (bases and trials.late(ALONE)):
                break
            passed = trials.passes(name, change)  # a number of cases, or ALL, OTHER or ENDED
            if passed == ALL:
                if self._take(name, change):
                    break  # the changes after it cost more
            elif passed == OTHER:
                bases.append(_Base(change.cost + COSTS["wrong_in_another_way"], change, 0))
            elif passed == ENDED:
                bases.append(_Base(change.cost + COSTS["returns_now"], change, 0))
            elif passed:
                bases.append(_Base(change.cost - passed, change, passed))
        return sorted(bases, key=lambda base: base.rank)

    def _two_changes(self, bases: list[_Base]) -> None:
        """Look for a second change beside each of ``bases``, so that the two make a program right.

        If the second change turns out to be enough without the first, it replaces both.
        """
        trials = self._trials
        some_pass_a_case = bool(bases) and bases[0].passed > 0
        most_bases = BASES if some_pass_a_case else BLIND
        for base in bases[:most_bases]:
            if trials.late():
                return
            second = self._second_change(base)
            if second is None:
                continue
            name, change = second
            places_of_first = {(edit.node, edit.field) for edit in base.change.edits}
            places_of_second = {(edit.node, edit.field) for edit in change.edits}
            if places_of_first.isdisjoint(places_of_second):
                trials.tried.discard(change.key)  # it was tried, but beside the first one
                is_enough_alone = trials.passes(name, change) == ALL
                if is_enough_alone:
                    self.found[-1] = (change,)

    def _second_change(self, base: _Base) -> tuple[str, Change] | None:
        """Return the likeliest change that completes a base, after the name of the changed tree.

        Both changes are then in ``found``. None: no such change is found.
        """
        trials = self._trials
        first = base.change
        trials.tried = set()  # beside this base, each change is a new one
        with first:
            for name, change in self._changes(failing=base.passed):
                if trials.late() or change.cost > COSTS["most_for_a_second_change"]:
                    break
                if first.new is not None and change.old is first.new:
                    continue  # together, they would be one change of the same place
                is_right = trials.passes(name, change, base.passed) == ALL
                if is_right and self._take(name, first, change):
                    return name, change
        return None

    def _take(self, name: str, *changes: Change) -> bool:
        """Add changes to ``found``, unless they are no evidence or the time is over.

        Return whether they were added. The last of them is in the tree ``name``.
        """
        trials = self._trials
        if self.evidence.is_lacking(name, changes) or thread_time() > trials.end:
            return False
        trials.most = min(trials.most, trials.made + OTHERS)  # only so many more for likelier ones
        self.found.append(changes)
        return True

    def _change_against_kept_values(self) -> Change | None:
        """Return a change against values kept between calls, if these make the answer wrong.

        They do if the answer is right in all cases when it is loaded again for each call. None:
        they don't, or nothing that keeps values is found.
        """
        trials = self._trials
        program = self._program
        for case in trials.cases[:trials.of_check]:
            is_right, _ = trials.judged(program.anew, case, FURTHER_TIMES * ROUNDS)
            if not is_right:
                return None
        trees = program.trees.values()
        functions = [each for tree in trees for each in nodes(tree, ast.FunctionDef)]
        for function in functions:
            change_of_default = next(default_in_each_call(function), None)
            if change_of_default:
                return change_of_default
            for name in nodes(function, ast.Name):
                if _keeps_values(program, name.id):
                    return made_outside(name, function)
        classes = [tree for tree in trees if isinstance(tree, ast.ClassDef)]
        return next((change for each in classes for change in made_for_all(each)), None)

    def _changes(self, failing: int) -> list[tuple[str, Change]]:
        """Return the changes of all trees, each after its tree's name, the likeliest first.

        Only lines that run in the case with the number ``failing`` are changed; all lines, if none
        is known to run.
        """
        trials = self._trials
        ran = trials.lines(failing)  # this also sets error_line and kinds
        attributes = frozenset(name for argument in trials.cases[failing]
                               for name in dir(argument) if not name.startswith("_"))
        found: list[tuple[str, Change]] = []
        for name, tree in self._program.trees.items():
            all_lines = range(tree.lineno, (tree.end_lineno or tree.lineno) + 1)
            scope = Scope(self._functions[name], self._defined, ran=ran or set(all_lines),
                          error_line=trials.error_line, ended=trials.ended, attributes=attributes,
                          kinds=trials.kinds)
            found += [(name, change) for change in changes(tree, scope, self._material[name])]
        for _, change in found:
            if change.line in self._lines_of_wrong:
                change.cost -= COSTS["less_if_the_line_names_what_is_wrong"]
        return sorted(found, key=_cost)


def _cost(name_and_change: tuple[str, Change]) -> float:
    """Return the cost of a change that comes after the name of its tree."""
    _, change = name_and_change
    return change.cost


def _lines_that_name(facts: Iterable[str], program: Program) -> set[int]:
    """Return the lines of a program with a name, attribute or constant that is a word of ``facts``.

    For the fact "legal moves", these words are legal, moves and move.
    """
    words = [word for fact in facts for word in re.findall(r"\w+", fact)]
    words_and_singulars = {*words, *(word.removesuffix("s") for word in words)}
    lines = set()
    for tree in program.trees.values():
        for node in nodes(tree, ast.expr):
            texts_of_node = [str(getattr(node, field, "")) for field in ("value", "attr", "id")]
            if not words_and_singulars.isdisjoint(texts_of_node):
                lines.add(node.lineno)
    return lines


def _defined_names(program: Program) -> set[str]:
    """Return the names that have a value: the notebook's, Python's, and inherited attributes."""
    names = {*program.fixed, *program.own, *program.trees, *dir(builtins)}
    for name in program.trees:
        _, *bases = getattr(program.globals[name], "__mro__", (None,))  # a function has no bases
        names.update(*map(dir, bases))
    return names


def _functions_in(trees: Mapping[str, ast.stmt]) -> dict[str, dict[str, list[str]]]:
    """Return, by the name of each tree, the parameters of the functions that it can call.

    They are by the functions' names, and without self. These functions are all trees, and the
    functions or methods inside of the tree itself.
    """
    parameters_of_trees = {name: parameters(tree) for name, tree in trees.items()}
    functions = {}
    for name, tree in trees.items():
        parameters_inside = {}
        for function in nodes(tree, ast.FunctionDef):
            parameters_inside[function.name] = [each for each in parameters(function)
                                                if each != "self"]
        functions[name] = parameters_of_trees | parameters_inside
    return functions


def _keeps_values(program: Program, name: str) -> bool:
    """Return whether the value of a global name has changed since the notebook assigned it.

    If its first value isn't known, a list, dict or set counts as changed.
    """
    if name in program.starts:
        has_changed: bool = told(program.globals[name]) != told(program.starts[name])
        return has_changed
    return isinstance(program.own.get(name), (list, dict, set))


def repairs_of(task: Task, failure: Failure, program: Program, most: float = math.inf
               ) -> list[Repair]:
    """Return the small changes that make a wrong answer right, the likeliest first; [] for none.

    The search computes for at most ``most`` seconds, and no longer than COMPUTING.
    """
    trials = Runs(program, task, failure, seconds=min(failure.left, most, COMPUTING))
    search = _Search(trials, task, failure)
    linecache.cache[FILE] = (0, None, [], FILE)  # no lines: changed programs have no file to read
    with little_memory(), suppress(MemoryError):
        try:
            with (suppress(RecursionError, MemoryError, OutOfTimeError),
                  warnings.catch_warnings(), as_they_were(program.fixed.values())):
                warnings.simplefilter("ignore")
                computing_limit(trials.end - thread_time()).call(search.run)
        finally:  # the limit may have interrupted a change, or a guarded run
            unguard()
            take_back()
        search.found.sort(key=lambda found: sum(change.cost for change in found))
        return [Repair(each, program, search.evidence.values(each[0])) for each in search.found]
    return []  # a MemoryError came, which ``suppress`` has caught
