"""A move of Blue, and why one is illegal."""

from __future__ import annotations

from typing import Any, NamedTuple

from blocky.blue.rules import COLOURS, colour_name
from blocky.blue.state import State
from blocky.kit.language import mark, say
from blocky.kit.position import OVER, Refusal

__all__ = ["Move", "why_not"]

_MOVES = mark({
    (True, True): "take {colour} from the centre to the floor",
    (True, False): "take {colour} from the centre to line {line}",
    (False, True): "take {colour} from factory {source} to the floor",
    (False, False): "take {colour} from factory {source} to line {line}",
})


class Move(NamedTuple):
    """All tiles of a colour go from a factory, or from the centre (0), to a line or the floor (0).

    >>> Move(3, "b", 2)
    Move(source=3, colour='b', line=2)
    >>> print(Move(0, "b", 0))
    take black from the centre to the floor
    """

    source: int
    colour: str
    line: int

    def __str__(self) -> str:
        return say(_MOVES[self.source == 0, self.line == 0], colour=colour_name(self.colour),
                   source=self.source, line=self.line)

    def to_record(self) -> list[Any]:
        """Return this move in a form for JSON."""
        return list(self)

    @classmethod
    def from_record(cls, record: Any) -> Move:
        """Return the move of a record."""
        return cls(*record)


def why_not(state: State, move: Any) -> str | None:
    """Return a sentence that says why ``move`` is illegal now; None if it is legal."""
    if state.draft_over:
        return Refusal(say(OVER), "end")
    if not isinstance(move, Move):
        return say('{move!r} is not a move. A move is written like this: Move(3, "b", 2).',
                   move=move)
    source, colour, line = move
    if colour not in list(COLOURS):
        return Refusal(say("{colour!r} is no colour. The colours are: {known}.", colour=colour,
                           known=", ".join(COLOURS)), "take")
    if not isinstance(source, int) or not 0 <= source < len(state.sources):
        return say("There is no factory {source!r}: they have numbers from 1 to {most}, and 0 "
                   "is the centre.", source=source, most=len(state.sources) - 1)
    if colour not in state.sources[source]:
        return Refusal(say("There is no {colour} tile in factory {source}.",
                           colour=colour_name(colour), source=source) if source else
                       say("There is no {colour} tile in the centre.", colour=colour_name(colour)),
                       "take")
    return state.boards[state.turn].why_not(colour, line)
