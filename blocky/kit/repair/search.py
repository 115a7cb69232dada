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
from blocky.kit.repair.signatures import default_anew, made_for_all, made_outside
from blocky.kit.repair.trial import ALL, OTHER, ROUNDS, Runs
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["Repair", "repairs_of"]

#: The most seconds of computing in a search where trials are slow.
COMPUTING = 1.6 * SLOW

#: The share of the trials for one change alone; the rest is for a second one beside this many that
#: make some cases pass, or beside this many if none does.
ALONE, BASES, BLIND = 0.6, 30, 15

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


class _Search:
    """Tries the changes of a program while there is time; ``found`` are those that help."""

    def __init__(self, trials: Runs, task: Task, failure: Failure) -> None:
        program, trees = trials.program, trials.program.trees
        self._trials, self._program = trials, program
        self.found: list[tuple[Change, ...]] = []
        wrong = {word for name in differing(failure.expected, failure.got)
                 for word in re.findall(r"\w+", name) for word in (word, word.removesuffix("s"))}
        self._of_wrong = {each.lineno for tree in trees.values() for each in nodes(tree, ast.expr)
                          if not wrong.isdisjoint(str(getattr(each, name, ""))
                                                  for name in ("value", "attr", "id"))}
        self._known = {*program.fixed, *program.own, *trees, *dir(builtins)}
        self._known |= {name for tree in trees for base in getattr(
            program.globals[tree], "__mro__", ())[1:] for name in dir(base)}
        ways = task.ways or ([task.right] if task.right else [])
        right = [tree for way in ways for tree in right_trees(way)]
        refused = frozenset(code.co_name for code in task.codes())  # they do the kit's work
        itself = program.name if isinstance(trees[program.name], ast.FunctionDef) else ""
        heads = {name: parameters(tree) for name, tree in trees.items()}
        self._own = {name: heads | {
            each.name: [one for one in parameters(each) if one != "self"]
            for each in nodes(tree, ast.FunctionDef)} for name, tree in trees.items()}
        self.evidence = Evidence(trials, right, self._own)
        self._material = {name: Material(copy.deepcopy(right), tree, self._known, itself,
                                         refused, set(self._own[name]))
                          for name, tree in trees.items()}

    def run(self) -> None:
        """Look for one change, then for two."""
        trials, bases = self._trials, list[tuple[float, str, Change, int]]()
        is_right = trials.begin()
        if kept := self._kept():
            self.found.append((kept,))
        if self.found or is_right:
            return
        for name, change in self._changes(0):
            if trials.late():
                return
            if bases and trials.late(ALONE):
                break
            passed = trials.passes(name, change)
            if passed == ALL:
                if self._take(name, change):  # others cost more
                    return
            elif passed:
                rank = change.cost - (passed if passed > 0 else COSTS[
                    "none_passed" if passed == OTHER else "ended"])
                bases.append((rank, name, change, max(passed, 0)))
        likely = sorted(bases, key=lambda each: each[0])
        for _, _, change, passed in likely[:BASES if likely and likely[0][-1] else BLIND]:
            if trials.late():
                return
            trials.tried = set()
            with change:
                for name, other in self._changes(passed):
                    if trials.late() or other.cost > COSTS["second_change"]:
                        break
                    if change.new is not None and other.old is change.new:
                        continue  # it is one change
                    if trials.passes(name, other, passed) == ALL and self._take(
                            name, change, other):
                        break
            if (self.found and self.found[-1][0] is change
                    and {each[:2] for each in change.edits}.isdisjoint(
                        each[:2] for each in other.edits)):
                trials.tried.discard(other.key)
                if trials.passes(name, other) == ALL:  # without the first one, too
                    self.found[-1] = (other,)

    def _take(self, name: str, *changes: Change) -> bool:
        """Accept changes as a repair, unless they are no evidence or the time is over."""
        trials = self._trials
        if self.evidence.is_lacking(name, changes) or thread_time() > trials.end:
            return False
        trials.most = min(trials.most, trials.made + OTHERS)
        self.found.append(changes)
        return True

    def _kept(self) -> Change | None:
        """Return the change against values kept between calls, if these make the answer wrong."""
        trials, program = self._trials, self._program
        if not all(trials.judged(program.anew, case, 50 * ROUNDS)[0]
                   for case in trials.cases[:trials.of_check]):
            return None
        now, starts, trees = program.globals, program.starts, program.trees.values()
        for function in [each for tree in trees for each in nodes(tree, ast.FunctionDef)]:
            if found := next(default_anew(function), None):
                return found
            for name in nodes(function, ast.Name):
                if (told(now[name.id]) != told(starts[name.id]) if name.id in starts else
                        isinstance(program.own.get(name.id), (list, dict, set))):
                    return made_outside(name, function)
        return next((found for tree in trees if isinstance(tree, ast.ClassDef)
                     for found in made_for_all(tree)), None)

    def _changes(self, failing: int) -> list[tuple[str, Change]]:
        """Return the changes of all trees, the likely ones first."""
        trials, found = self._trials, list[tuple[str, Change]]()
        ran = trials.lines(failing)
        vocabulary = frozenset(attribute for each in trials.cases[failing]
                               for attribute in dir(each) if not attribute.startswith("_"))
        for name, tree in self._program.trees.items():
            lines = ran or set(range(tree.lineno, (tree.end_lineno or tree.lineno) + 1))
            scope = Scope(self._own[name], self._known, lines, trials.near, trials.ended,
                          vocabulary, trials.kinds)
            found += [(name, each) for each in changes(tree, scope, self._material[name])]
        for _, each in found:
            each.cost -= COSTS["names_what_is_wrong"] * (each.line in self._of_wrong)
        return sorted(found, key=lambda each: each[1].cost)


def repairs_of(task: Task, failure: Failure, program: Program, most: float = math.inf
               ) -> list[Repair]:
    """Return the small changes that make a wrong answer right, the likeliest first; [] for none.

    The search computes for at most this many seconds, and no longer than COMPUTING.
    """
    trials = Runs(program, task, failure, min(failure.left, most, COMPUTING))
    search = _Search(trials, task, failure)
    linecache.cache[FILE] = (0, None, [], FILE)
    with little_memory(), suppress(MemoryError):
        try:
            with (suppress(RecursionError, MemoryError, OutOfTimeError),
                  warnings.catch_warnings(), as_they_were(program.fixed.values())):
                warnings.simplefilter("ignore")
                computing_limit(trials.end - thread_time()).call(search.run)
        finally:
            unguard()
            take_back()
        search.found.sort(key=lambda found: sum(change.cost for change in found))
        return [Repair(each, program, search.evidence.values(each[0])) for each in search.found]
    return []
