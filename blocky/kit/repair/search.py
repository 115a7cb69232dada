"""Mends a wrong answer: finds small changes of the student's own lines that make it right.

A change is evidence if the changed program passes every case of the check, and further ones that
the check did not have. It says which line is wrong, and in which way. (Program repair for feedback:
Singh, Gulwani and Solar-Lezama 2013; Clara, Gulwani et al. 2018; Refactory, Hu et al. 2019.)
"""

from __future__ import annotations

import ast
import builtins
import copy
import linecache
import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import thread_time
from typing import Any

from blocky.kit.check.compare import told
from blocky.kit.check.failure import Judge
from blocky.kit.check.program import FILE, Program, right_trees
from blocky.kit.check.run import SLOW
from blocky.kit.check.trees import parameters
from blocky.kit.repair.change import Change, Scope, take_back
from blocky.kit.repair.changes import changes
from blocky.kit.repair.costs import COSTS
from blocky.kit.repair.evidence import Evidence
from blocky.kit.repair.guarded import as_they_were, little_memory, unguard
from blocky.kit.repair.material import Material
from blocky.kit.repair.signatures import default_anew, made_for_all, made_outside
from blocky.kit.repair.trial import ALL, OTHER, ROUNDS, Runs
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["Repair", "repairs"]

#: For how many seconds a search may compute where trials are slow.
COMPUTING = 1.6 * SLOW

#: Which share of the trials goes into one change alone; the rest is for a second one beside so many
#: that make it pass some cases, or beside so many if none does.
ALONE, BASES, BLIND = 0.6, 30, 15

#: When one pair of changes is found, so many more trials look for likelier ones.
OTHERS = 400


@dataclass(frozen=True)
class Repair:
    """Changes, one or two, that make an answer right.

    ``values`` are those of the expression that the first change replaces: what it was in the case
    that failed, when that first mattered, and what is needed; None where there is no such thing.
    """

    changes: tuple[Change, ...]
    program: Program
    values: tuple[str, str] | None = None

    @property
    def cost(self) -> float:
        """What all its changes cost: the likeliest ones cost least."""
        return sum(change.cost for change in self.changes)


class _Search:
    """Tries the changes of a program, as long as there is time."""

    def __init__(self, trials: Runs, ways: Sequence[Any], refused: frozenset[str],
                 wrong: set[str]) -> None:
        self._trials, self._program = trials, trials.program
        self.found: list[tuple[Change, ...]] = []
        program, trees = trials.program, trials.program.trees
        self._of_wrong = {
            each.lineno for tree in trees.values() for each in ast.walk(tree)
            if isinstance(each, ast.expr) and not wrong.isdisjoint(
                str(getattr(each, name, "")) for name in ("value", "attr", "id"))}
        self._known = {*program.fixed, *program.own, *trees, *dir(builtins)}
        self._known |= {name for tree in trees for base in getattr(
            program.globals[tree], "__mro__", ())[1:] for name in dir(base)}
        right = [tree for way in ways for tree in right_trees(way)]
        itself = program.name if isinstance(trees[program.name], ast.FunctionDef) else ""
        heads = {name: parameters(tree) for name, tree in trees.items()}
        self._own = {name: heads | {
            each.name: [one for one in parameters(each) if one != "self"]
            for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
            for name, tree in trees.items()}
        self.evidence = Evidence(trials, right, self._own)
        self._material = {name: Material(copy.deepcopy(right), tree, self._known, itself,
                                         refused, set(self._own[name]))
                          for name, tree in trees.items()}

    def run(self) -> None:
        """Look for changes, first one, then two."""
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
        """Take changes for a repair, unless they are no evidence, or it is too late to tell."""
        trials = self._trials
        if self.evidence.is_lacking(name, changes) or thread_time() > trials.end:
            return False
        trials.most = min(trials.most, trials.made + OTHERS)
        self.found.append(changes)
        return True

    def _kept(self) -> Change | None:
        """Return what stays from one call to the next, if the answer is right without it."""
        trials, program = self._trials, self._program
        if not all(trials.judged(program.anew, case, 50 * ROUNDS)[0]
                   for case in trials.cases[:trials.of_check]):
            return None
        now, starts = program.globals, program.starts
        for each in [node for tree in program.trees.values() for node in ast.walk(tree)
                     if isinstance(node, ast.FunctionDef)]:
            if found := next(default_anew(each), None):
                return found
            for name in [node for node in ast.walk(each) if isinstance(node, ast.Name)]:
                if (told(now[name.id]) != told(starts[name.id]) if name.id in starts else
                        isinstance(program.own.get(name.id), (list, dict, set))):
                    return made_outside(name, each)
        return next((found for tree in program.trees.values() if isinstance(tree, ast.ClassDef)
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


def repairs(program: Program, ways: Sequence[Any], cases: Sequence[Any], fresh: Iterable[Any],
            judge: Judge, refused: frozenset[str], wrong: set[str], seconds: float) -> list[Repair]:
    """Return the small changes that make a wrong answer right, the likeliest first.

    ``ways`` are right answers, whose expressions and statements are tried too.
    ``cases`` are those of the check, first the one that failed; ``fresh`` are others. ``judge``
    tells whether an answer is right in a case, and what came of it; what the functions named in
    ``refused`` do is the kit's work; ``wrong`` are the words of what differs in the case that
    failed: lines that name it come first. ``seconds`` are how long it may compute, if that is less
    than COMPUTING. The list is empty where no change was found in time.
    """
    trials = Runs(program, cases, fresh, judge, min(seconds, COMPUTING))
    search = _Search(trials, ways, refused, wrong)
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
        return sorted((Repair(each, program, search.evidence.values(each[0]))
                       for each in search.found), key=lambda each: each.cost)
    return []
