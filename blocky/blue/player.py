"""The players of the original game, who look neither ahead nor at other players."""

from random import Random
from typing import Any

from blocky.blue.board import EMPTY
from blocky.blue.position import Move, Position
from blocky.blue.rules import SIDE
from blocky.kit import player as kit
from blocky.kit.language import mark
from blocky.kit.player import HumanPlayer, LookaheadPlayer, Player, RandomPlayer
from blocky.kit.safely import trusted

__all__ = ["KINDS", "FirstAvailable", "GreedyRow", "GreedyRowAnyColour", "HumanPlayer",
           "LookaheadPlayer", "Player", "RandomPlayer"]

LINES = range(1, SIDE + 1)


@trusted
class FirstAvailable(Player):
    """A player who puts the first tiles that any line takes on the first line that takes them."""

    called = mark("First available")

    def make_move(self, game: Any, rng: Random) -> Move:
        """Return the first move to a line, or to the floor if there is none."""
        position: Position = game.position
        colours_of_lines = [(line, position.board.takes(line)) for line in LINES]
        for source, colour in position.takes:
            for line, colours in colours_of_lines:
                if colour in colours:
                    return Move(source, colour, line)
        return Move(*position.takes[0], 0)


@trusted
class GreedyRow(Player):
    """A player who looks for tiles for the fullest row of the wall, then for the next one."""

    called = mark("Greedy row")

    def make_move(self, game: Any, rng: Random) -> Move:
        """Return the first move to the line of the fullest row that takes any tiles.

        If no line takes any, it is the first move to the floor.
        """
        position: Position = game.position
        board = position.board
        takes = position.takes
        fullest_first = sorted(LINES, key=lambda line: board.wall[line - 1].count(EMPTY))
        for line in fullest_first:
            colours = board.takes(line)
            for source, colour in takes:
                if colour in colours:
                    return Move(source, colour, line)
        return Move(*takes[0], 0)


@trusted
class GreedyRowAnyColour(GreedyRow):
    """A greedy row that takes any colour of the source that it finds."""

    called = mark("Greedy row, any colour")

    def make_move(self, game: Any, rng: Random) -> Move:
        """Return a move from the source and to the line that a greedy row chooses."""
        greedy = super().make_move(game, rng)
        is_to_floor = greedy.line == 0
        if is_to_floor:
            return greedy
        position = game.position
        taken_by_line = position.board.takes(greedy.line)
        colours = [colour for source, colour in position.takes
                   if source == greedy.source and colour in taken_by_line]
        return Move(greedy.source, rng.choice(colours), greedy.line)


#: The players by name.
KINDS: dict[str, type[Player]] = {**kit.KINDS, mark("first"): FirstAvailable, "greedy": GreedyRow,
                                 mark("row-any"): GreedyRowAnyColour}
