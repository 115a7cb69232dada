"""Laws of several tasks: chance comes from rng, nothing else is changed, a player is ahead."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean, stdev
from time import thread_time
from typing import Any

import numpy as np

from blocky.kit.calls import short
from blocky.kit.check.compare import told
from blocky.kit.check.failure import Hints
from blocky.kit.check.program import Program
from blocky.kit.check.run import Outcome, left
from blocky.kit.check.task import Case, Law
from blocky.kit.language import say

__all__ = ["Lead", "Unsteady", "from_rng", "is_ahead", "kept", "lead", "steady",
           "unchanged", "with_chance"]

#: What the law on chance asks first.
_WHENCE = ("Where does what is random in your answer come from?",
           "With the same seed the same must come, or a game could not be played again.")


# -- chance ------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Unsteady:
    """What came of a call, and what of the same call again; whether others than rng were drawn.

    ``later`` says what had been in between, in a sentence; "" for nothing.
    """

    first: Any
    then: Any
    elsewhere: bool
    later: str = ""

    def __repr__(self) -> str:
        return say("{first}, and then {then}", first=_shown(self.first), then=_shown(self.then))


def _shown(value: Any) -> str:
    """Return what a value is called in a sentence."""
    return text if len(text := str(value)) < 70 else short(value, 70)


def with_chance(call: Callable[[], Any], number: int = 0) -> tuple[Any, bool]:
    """Return what a call returns, and whether it drew from Python's or numpy's own source.

    These two begin at ``number``.
    """
    random.seed(number)
    np.random.seed(number)
    before = _sources()
    value = call()
    return value, _sources() != before


def _sources() -> Any:
    return random.getstate(), pickle.dumps(np.random.get_state(legacy=False))


def steady(call: Callable[[Random], Any], seed: int, enough: float = math.inf,
           again: Callable[[Random], Any] | None = None, later: str = "") -> Any:
    """Return what ``call`` returns with Random(seed), or Unsteady if it does not do so again.

    After so many seconds it is ``enough``, and there is no second call. That is one of ``again``,
    if it should come to the same; ``later`` says in a sentence how it differs.
    """
    start = thread_time()
    first, one = with_chance(lambda: call(Random(seed)), 1)
    if thread_time() - start > enough:
        return first
    then, other = with_chance(lambda: (again or call)(Random(seed)), 2)
    if told(first) == told(then):
        return first
    is_again = again and told(first) == told(call(Random(seed)))
    return Unsteady(first, then, one or other, later if is_again else "")


def kept(answer: Any, call: Callable[[Any], Any], value: Any) -> Any:
    """Return the wrong ``value`` of a call, or Unsteady if a class loaded anew has another."""
    if isinstance(value, Unsteady):
        return value
    try:
        first = call(Program(answer).load())
    except Exception:
        return value
    return value if told(first) == told(value) else Unsteady(first, value, False, say(
        "Players of the class had made moves in other positions before."))


def from_rng(case: Case, got: Outcome) -> Hints | None:
    """The law that goes with ``steady``."""
    if not isinstance(got.value, Unsteady):
        return None
    seen = got.value
    first, then = _shown(seen.first), _shown(seen.then)
    differ = "" if first == then else say(
        "With the same rng it was {first}, and then {then}. ", first=first, then=then)
    return (*_WHENCE, say(
        "{differ}Draw from rng alone, with rng.choice(...) for example, and nothing from the "
        "module random.", differ=differ) if seen.elsewhere else say(
        "{later} Then it was {then}, and {first} without that, with the same rng. Something is "
        "kept from one call to the next, in self, in the class or outside of it, such as a "
        "Random() of your own: begin anew in each call.", later=seen.later, then=then, first=first)
            if seen.later else say(
        "{differ}Nothing is drawn from the module random. Is something kept from one call to the "
        "next, in self, in the class or outside of it? Or is there a Random() of your own?",
        differ=differ))


# -- nothing else was changed ------------------------------------------------------------------

def unchanged(**numbers: int) -> Law:
    """Return the law that arguments, named and with their numbers, are left as they were."""
    def law(case: Case, got: Outcome) -> Hints | None:
        for name, number in numbers.items():
            if got.after and got.after[number] != told(case[number]):
                return (say("Compare {name} before the call and after it.", name=name),
                        "What is handed in is the caller's own, not a copy.",
                        say("{name} is changed, and must stay as it was: work with a copy, or "
                            "keep what you note elsewhere.", name=name))
        return None
    return law


# -- a player is ahead of chance ---------------------------------------------------------------

#: After so many pairs of games a league ends once its result is clear, after half as many once it
#: is very clear; after so many seconds of computing it ends in any case.
ENOUGH, LATE = 6, 0.5


@dataclass(frozen=True)
class Lead:
    """By how many points a player was ahead, in the mean of both seats, game by game.

    ``late`` tells that the time was over, ``seen`` what the game has kept of its choices.
    """

    margins: Sequence[float]
    late: bool = False
    seen: list[Any] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean margin."""
        return mean(self.margins)

    def __repr__(self) -> str:
        return say("a mean margin of {points:.2f}", points=self.mean)


def lead(play: Callable[[int, int, float], Any], pairs: int, least: float,
         seen: list[Any] | None = None, seconds: float = LATE) -> Any:
    """Return how far a player is ahead, for ``is_ahead``.

    ``play`` gets a seed, a seat and when to end, and returns the margin of a game; what is no
    number is returned at once. It ends when the result is clear, or after so many ``seconds``.
    """
    end, margins = thread_time() + min(seconds, left() / 2), list[float]()
    while len(margins) < pairs and not _is_clear(margins, least) and (
            thread_time() < end or not margins):
        both = [play(len(margins), seat, end) for seat in (0, 1)]
        for each in both:
            if not isinstance(each, (int, float)):
                return each
        margins.append(mean(both))
    return Lead(margins, thread_time() >= end, [] if seen is None else seen)


def _is_clear(margins: Sequence[float], least: float) -> bool:
    """Tell whether more games would hardly change whether the mean margin is large enough."""
    if len(margins) < ENOUGH / 2:
        return False
    sure = 2.5 if len(margins) >= ENOUGH else 6
    return abs(mean(margins) - least) > sure * stdev(margins) / math.sqrt(len(margins))


def is_ahead(least: float, doubt: float, why: Callable[[Lead], str]) -> Law:
    """Return the law that the mean margin is at least so large.

    A player whose time was over has ``doubt`` in its favour, so much if there was one pair of
    games. ``why`` says what is wrong, in a sentence.
    """
    def law(case: Case, got: Outcome) -> Hints | None:
        if not isinstance(got.value, Lead):
            return None
        favour = doubt / math.sqrt(len(got.value.margins)) if got.value.late else 0
        return None if got.value.mean + favour >= least else (
            "Why should the move that your player chooses be better than another?",
            say("In this league the mean margin must be at least {least:g}. What would the score "
                "be after a move?", least=least), why(got.value))
    return law
