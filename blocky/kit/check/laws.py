"""Laws of several tasks: chance comes from rng, arguments stay, a player is ahead; and forms."""

import copy
import inspect
import math
import pickle
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np

from blocky.kit.calls import short
from blocky.kit.check.clock import thread_time
from blocky.kit.check.compare import told
from blocky.kit.check.failure import Case, Hints, Law
from blocky.kit.check.program import Program
from blocky.kit.check.reproduce import Call
from blocky.kit.check.run import Outcome, left
from blocky.kit.language import say

__all__ = [
    "LATE",
    "Lead",
    "Unsteady",
    "from_rng",
    "is_ahead",
    "lead",
    "of_errors",
    "or_unsteady_when_new",
    "several",
    "several_calls",
    "several_words",
    "steady",
    "subclass_of",
    "unchanged",
    "with_chance",
]


def of_errors(law: Law) -> Law:
    """Apply a law to outcomes with an error as well; a decorator."""
    law.of_errors = True  # type: ignore[attr-defined]
    return law


# -- chance ------------------------------------------------------------------------------------

#: Values of at least this many letters are shown without their middle.
SHOWN = 70


@dataclass(frozen=True)
class Unsteady:
    """Two different results of the same call, ``first`` and ``then``.

    ``elsewhere``: random numbers came from Python's or numpy's own generator, not from rng.
    ``later`` says what happened in between, in a sentence, or "". ``kept`` is the attribute of
    self that the answer keeps in between, such as "self.order", or "".
    """

    first: Any
    then: Any
    elsewhere: bool
    later: str = ""
    kept: str = ""

    def __repr__(self) -> str:
        return say("first {first}, then {then}", first=_shown(self.first), then=_shown(self.then))


def _shown(value: Any) -> str:
    """Return the text of a value, without its middle if it's long."""
    text = str(value)
    return text if len(text) < SHOWN else short(value, SHOWN)


def with_chance(call: Callable[[], Any], number: int = 0) -> tuple[Any, bool]:
    """Return the result of a call, and whether it used Python's or numpy's own random generator.

    Both generators are seeded with ``number`` before the call.
    """
    def states() -> Any:
        return random.getstate(), pickle.dumps(np.random.get_state(legacy=False))

    random.seed(number)
    np.random.seed(number)
    before = states()
    value = call()
    return value, states() != before


def several(make: Callable[[Random], Any], times: int, rng: Random) -> Any:
    """Return ``make(rng)`` if ``times`` is 1, otherwise a list of so many results.

    Two results are made with equal generators, so they should be the same. Three or more are made
    one after the other with the same generator.
    """
    if times == 1:
        return make(rng)
    if times == 2:
        equal_rng = copy.deepcopy(rng)
        return [make(equal_rng), make(rng)]
    return [make(rng) for _ in range(times)]


def several_words(call: str, times: int) -> str:
    """Return the words for a call that ``several`` makes: the call, and how often it's made."""
    if times == 1:
        return call
    if times == 2:
        return say("{call}, twice with the same seed", call=call)
    return say("{call}, {times} times", call=call, times=times)


def several_calls(call: str, times: int, rng: Random) -> Call:
    """Return the Python for the results of ``several``; ``call`` is the code of ``make(rng)``."""
    if times == 1:
        text = call
    elif times == 2:  # with equal generators: the copy is made before the first call
        text = f"[{call} for rng in (rng, copy.deepcopy(rng))]"
    else:
        text = f"[{call} for _ in range({times})]"
    return Call(text, {"rng": rng})


def steady(call: Callable[[Random], Any], seed: int, enough: float = math.inf,
           again: Callable[[Random], Any] | None = None, later: str = "") -> Any:
    """Call twice with equal rngs; return the result, or Unsteady if the two results differ.

    If ``again`` is given, it's the second call. It does something else first, which ``later`` says
    in a sentence, and should still return the same result. There is no second call if the first one
    takes more than ``enough`` seconds.
    """
    start = thread_time()
    # Python's and numpy's generators get different seeds, so a call that uses them shows.
    first, first_drew_elsewhere = with_chance(lambda: call(Random(seed)), number=1)
    if thread_time() - start > enough:
        return first
    second_call = again or call
    second, second_drew_elsewhere = with_chance(lambda: second_call(Random(seed)), number=2)
    if told(first) == told(second):
        return first
    # If ``call`` itself can be repeated, the difference comes from what ``again`` does before.
    can_be_repeated = again is not None and told(first) == told(call(Random(seed)))
    what_happened = later if can_be_repeated else ""
    drew_elsewhere = first_drew_elsewhere or second_drew_elsewhere
    return Unsteady(first, second, drew_elsewhere, later=what_happened)


def or_unsteady_when_new(answer: Any, call: Callable[[Any], Any], value: Any) -> Any:
    """Return the wrong ``value`` that ``call`` returned for the class ``answer``, or Unsteady.

    It's Unsteady if the call returns another value for the class newly defined: then the class
    keeps something between calls.
    """
    if isinstance(value, Unsteady):
        return value
    try:
        value_when_new = call(Program(answer).load())
    except Exception:  # nothing is known, so the value stays
        return value
    if told(value_when_new) == told(value):
        return value
    return Unsteady(value_when_new, value, elsewhere=False, later=say(
        "Before this call, other players of this class had made moves in other positions."))


def from_rng(case: Case, got: Outcome) -> Hints | None:
    """Return hints if the result is Unsteady: random choices must come from rng alone.

    This is a law for tasks whose ``call`` uses ``steady``.
    """
    unsteady = got.value
    if not isinstance(unsteady, Unsteady):
        return None
    first = _shown(unsteady.first)
    then = _shown(unsteady.then)
    differ = say("Two calls with the same rng gave different results. ") if first != then else ""
    if unsteady.elsewhere:
        why = say("{differ}Use only rng for random choices, for example rng.choice(...), and never "
                  "the random module.", differ=differ)
    elif unsteady.kept:
        return ("What does your class keep in self from one call to the next?",
                "The result must depend only on the arguments of this call.",
                say("Your code sets {kept} in one call, and still uses it in the next call, in "
                    "another position. Compute it in each call, and use a local variable instead.",
                    kept=unsteady.kept))
    elif unsteady.later:
        why = say("{later} After that, the result was {then} instead of {first}, with the same "
                  "rng. Your code keeps something between calls, such as a Random() of your own. "
                  "Make new values in each call. Store nothing in self, in the class or outside "
                  "it.",
                  later=unsteady.later, then=then, first=first)
    else:
        why = say("{differ}Use rng for every random choice, not a Random() of your own, and don't "
                  "store anything between calls.", differ=differ)
    return ("Where do your random numbers come from?",
            "The same seed must always give the same result. Otherwise you couldn't replay a game.",
            why)


# -- nothing else was changed ------------------------------------------------------------------

def unchanged(**positions: int) -> Law:
    """Return the law that some arguments don't change. They are given as ``name=position``."""
    def law(case: Case, got: Outcome) -> Hints | None:
        """Return hints on the first of these arguments that the answer changed, or None."""
        for name, position in positions.items():
            # The answer got a copy of the case; got.after is what ``told`` returns for that copy.
            if got.after and got.after[position] != told(case[position]):
                return (say("Compare {name} before and after the call.", name=name),
                        "An argument belongs to the caller. It isn't a copy.",
                        say("Your code changes {name}, but it mustn't. Work with a copy, or store "
                            "your own data elsewhere.", name=name))
        return None
    return law


# -- a player is ahead of chance ---------------------------------------------------------------

#: A clear league ends after this many pairs of games, a very clear one after half as many.
ENOUGH = 6

#: By how many standard errors the mean margin is away from what is asked for in a clear league, and
#: in a very clear one.
CLEAR = 2.5
VERY_CLEAR = 6.0

#: Any league ends after this many seconds of computing.
LATE = 0.5

#: One with fewer than ENOUGH pairs may take so many times as long.
PATIENCE = 4


@dataclass(frozen=True)
class Lead:
    """The margins of a player, game by game, each the mean of both seats.

    ``late``: the time was over before enough games were played. ``seen`` is what the game has kept
    of its choices.
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
    """Return the Lead of a player after a league of at most so many ``pairs`` of games.

    ``play`` gets a seed, a seat and the time at which to end. It returns the margin of a game; if
    that is no number, the league returns it at once. The league ends when it's clear whether the
    mean margin is at least ``least``, or after ``seconds``. With fewer than ENOUGH pairs, it may
    take PATIENCE times as long. The Lead keeps ``seen``, the list of what the game notes.
    """
    start = thread_time()
    longest = left() / 2
    usual_end = start + min(seconds, longest)
    last_end = start + min(PATIENCE * seconds, longest)
    margins = list[float]()  # of each pair, the mean
    while len(margins) < pairs and not _is_clear(margins, least):
        end = usual_end if len(margins) >= ENOUGH else last_end
        is_time_over = thread_time() >= end
        if margins and is_time_over:
            break
        seed = len(margins)
        margins_of_pair = [play(seed, seat, last_end) for seat in (0, 1)]
        for margin in margins_of_pair:
            if not isinstance(margin, (int, float)):
                return margin
        margins.append(mean(margins_of_pair))
    is_late = thread_time() >= last_end and len(margins) < ENOUGH
    return Lead(margins, is_late, [] if seen is None else seen)


def _is_clear(margins: Sequence[float], least: float) -> bool:
    """Whether it's clear, without more games, if the mean margin is at least ``least`` or not.

    The mean must be several standard errors away from ``least``, and more of them after few games.
    """
    if len(margins) < ENOUGH / 2:
        return False
    factor = CLEAR if len(margins) >= ENOUGH else VERY_CLEAR
    needed_distance = factor * stdev(margins) / math.sqrt(len(margins))
    return abs(mean(margins) - least) > needed_distance


def is_ahead(least: float, doubt: float, why: Callable[[Lead], str]) -> Law:
    """Return the law that the mean margin of a Lead is at least ``least``.

    If the time was over too early, the player gets the benefit of the ``doubt``: so many points
    more after one pair of games, and fewer after several. ``why`` says what is wrong, in a
    sentence.
    """
    def law(case: Case, got: Outcome) -> Hints | None:
        """Return hints if the result is a Lead that is too small, benefit of the doubt included."""
        league = got.value
        if not isinstance(league, Lead):  # another law has hints on that
            return None
        benefit = doubt / math.sqrt(len(league.margins)) if league.late else 0
        if league.mean + benefit >= least:
            return None
        return ("How does your player find out which of two moves is better?",
                say("In this league, the mean margin must be at least {least:g}. What would your "
                    "player's score be after each move?", least=least),
                why(league))
    return law


# -- the form of an answer ---------------------------------------------------------------------

def subclass_of(base: type, *methods: str) -> Callable[[Any], Hints | None]:
    """Return the ``form`` of a task: it gives hints on what isn't a right subclass of ``base``.

    The subclass must define ``methods`` and all abstract methods of ``base``.
    """
    def form(answer: Any) -> Hints | None:
        """Return hints if an answer is no subclass, lacks a method, or has one with wrong names."""
        name = getattr(answer, "__name__", "MyClass")
        if not isinstance(answer, type) or not issubclass(answer, base):
            return (say("What comes after the name in the first line of your class?"),
                    say("Your class must be a subclass of {base}.",
                        base=base.__name__),
                    say("This isn't a subclass of {base}. Write class {name}({base}): as the first "
                        "line of your class, and pass the class itself to the check.",
                        base=base.__name__, name=name))
        missing = sorted(getattr(answer, "__abstractmethods__", ()))
        missing += [each for each in methods
                    if answer is not base and getattr(answer, each) is getattr(base, each)]
        if not missing:
            return _called_wrongly(answer, base, methods)
        return (say("Which methods does your class have? Compare their exact names."),
                say("Does your class have all the methods that the task asks for, indented under "
                    "its first line?"),
                say("Your class doesn't define {method}, so Python uses the one from {base}. Is "
                    "the name misspelt, or is the method not indented?", method=missing[0],
                    base=base.__name__))
    return form


def _called_wrongly(answer: type, base: type, methods: Sequence[str]) -> Hints | None:
    """Return hints on the first method that can't be called as that of ``base`` is; None: none.

    Only ``methods`` and the abstract methods of ``base`` count. An __init__ may have other
    parameters.
    """
    for name in (*sorted(getattr(base, "__abstractmethods__", ())), *methods):
        if isinstance(inspect.getattr_static(answer, name), property):
            return (say("What is {method} in your class: a method or a property?", method=name),
                    say("The game calls {method} with parentheses, so it must be a method.",
                        method=name),
                    say("@property makes {method} a value, so {method}() tries to call that "
                        "value. Remove the line @property above {method}.", method=name))
        right_signature = inspect.signature(getattr(base, name))
        try:
            own = inspect.signature(getattr(answer, name))
            if name != "__init__":
                own.bind(*right_signature.parameters)  # TypeError: these arguments don't fit
        except TypeError:
            return (say("How is {method} called, and which parameters does yours have?",
                        method=name),
                    say("Every method has self as its first parameter."),
                    say("The method {method} has the wrong parameters. They should be: "
                        "{parameters}.",
                        method=name, parameters=", ".join(right_signature.parameters)))
    return None
