"""A game: players who take turns on one board, their scores, undo and redo.

A game knows no screen. A seed determines the whole of it: board, goals, what computer players do.
A move is made on a copy of the block it names; only a copy that is a board again is put in place,
so that nothing a student's function does can corrupt a game.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from blocky import record, start
from blocky.block import Block
from blocky.colour import Colour
from blocky.goal import Goal
from blocky.invariants import Path
from blocky.kit import values
from blocky.kit.safely import PartError, call_safely, made_by_student
from blocky.move import CLASSIC, Action, IllegalMove, Move, RuleSet
from blocky.parts import Parts
from blocky.player import Player

__all__ = ["MODES", "Game", "Turn"]

#: The ready-made games: how many human, random and smart players each has.
MODES = {
    "solitaire": (1, 0, 0),
    "two players": (2, 0, 0),
    "human-random": (1, 1, 0),
    "human-smart": (1, 0, 1),
    "sample": (1, 1, 1),
    "auto": (0, 1, 1),
}


_OVER = "The game is over. Undo a move, or start a new game."


@dataclass(frozen=True)
class Turn:
    """A turn that was taken: the number of the player, the move, and all scores after it.

    ``forfeited`` says why a turn was lost without its move being made; it is "" otherwise. Where
    there was no move at all, ``move`` is to pass.
    ``smashed`` holds the children that a smash made, as nested tuples of colour numbers.
    """

    player: int
    move: Move
    scores: tuple[int, ...]
    forfeited: str = ""
    smashed: tuple[Any, ...] | None = None


class Game:
    """A game of Blocky.

    Players move in the order human, random, smart, each ``turns`` times; ``players`` gives others
    in their place. ``goals`` is a Goal class for all, or one goal for each player; without it the
    game chooses. ``board`` is a board to start from instead of a random one of ``max_depth``.
    ``parts`` are functions to play with instead of the kit's. ``size`` is the board's, in pixels.

    >>> game = Game(max_depth=3, humans=0, randoms=1, smarts=[2], turns=5, seed=7)
    >>> game.run()
    >>> game.over, len(game.history)
    (True, 10)
    """

    __hash__ = None  # type: ignore[assignment]  # a game changes, so it is no key

    def __init__(
        self,
        max_depth: int = 4,
        humans: int = 1,
        randoms: int = 0,
        smarts: Sequence[int] = (1,),
        turns: int = 10,
        rules: RuleSet = CLASSIC,
        seed: int | str | None = None,
        *,
        players: Sequence[Player] | None = None,
        goals: type[Goal] | Sequence[Goal] | None = None,
        board: Block | None = None,
        parts: Parts | None = None,
        size: int | None = None,
    ) -> None:
        if players is None:
            players = start.players(humans, randoms, smarts)
        seed = Random().randrange(1_000_000) if seed is None else seed
        self.rules: RuleSet = values.expect("rules", rules, RuleSet, "CLASSIC or EXTENDED")
        self.players = start.checked(players, self.rules)
        self.turns = values.count("turns", turns, least=1)
        self.seed: int | str = values.expect("seed", seed, (int, str), "a whole number or a text")
        self.parts: Parts = values.expect("parts", parts or Parts(), Parts, "a Parts(...)")
        self.goals = start.goals(goals, len(self.players), self.rules, self._rng("goals"))
        self.board = start.board(board, max_depth, size, self.parts, self._rng("board"))
        self.start = record.as_tuples(self.board.to_nested())
        self.history: list[Turn] = []
        self._replaced: list[Block | None] = []
        self._undone: list[tuple[Turn, Block | None]] = []
        self.ended = False
        self.start_scores = self._score_all([0] * len(self.players))

    @classmethod
    def ready_made(cls, mode: str, difficulty: int = 1, **settings: Any) -> Game:
        """Return one of the ready-made games, see MODES; its smart players have ``difficulty``."""
        if mode not in MODES:
            raise ValueError(f"{mode!r} is not a ready-made game. There are: {', '.join(MODES)}.")
        humans, randoms, smarts = MODES[mode]
        return cls(humans=humans, randoms=randoms, smarts=[difficulty] * smarts, **settings)

    # -- where the game stands -------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the player whose turn it is."""
        return len(self.history) % len(self.players)

    @property
    def moves_left(self) -> int:
        """How many moves are still to be made, by all players together; 0 when the game is over."""
        return 0 if self.ended else self.turns * len(self.players) - len(self.history)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its turns or by hand."""
        return self.moves_left == 0

    @property
    def scores(self) -> list[int]:
        """The score of each player: what the goal says, less the costs of the moves made."""
        return list(self.history[-1].scores if self.history else self.start_scores)

    @property
    def winners(self) -> list[int]:
        """The numbers of the players with the highest score; [] before the end."""
        best = max(self.scores)
        return [i for i, score in enumerate(self.scores) if score == best] if self.over else []

    @property
    def redoable(self) -> int:
        """How many undone moves can be made again."""
        return len(self._undone)

    @property
    def undoable(self) -> int:
        """How many moves can be undone."""
        return len(self._replaced)

    def why_not(self, move: Move) -> str | None:
        """Return a sentence that says why ``move`` is illegal now; None if it is legal."""
        if self.over:
            return _OVER
        try:
            block = self.board.at(move.path)
        except ValueError as error:
            return str(error)
        return self.rules.why_not(move.action, block, move.colour, self._smashed())

    def legal_actions(self, path: Path) -> list[Action]:
        """Return what the player whose turn it is can do with the block at ``path``."""
        if self.over:
            return []
        return self.rules.legal_actions(self.board.at(path), self._smashed())

    def legal_moves(self) -> list[Move]:
        """Return every legal move of the player whose turn it is, those on larger blocks first.

        >>> game = Game(board=Block.from_nested(1, max_depth=0))
        >>> [str(move) for move in game.legal_moves()][2:]
        ['swap horizontally block ()', 'swap vertically block ()']
        """
        if self.over:
            return []
        moves = [Move(Action.PASS)] if Action.PASS in self.rules.actions else []
        smashed = self._smashed()
        for block in sorted(self.board.blocks(), key=lambda block: block.level):
            path = block.path
            for action in self.rules.legal_actions(block, smashed):
                if action is Action.PAINT:
                    moves += [Move(action, path, colour) for colour in Colour
                              if colour != block.colour]
                elif action is not Action.PASS:
                    moves.append(Move(action, path))
        return moves

    def score_after(self, move: Move, player: int | None = None) -> int:
        """Return the score that ``player``, or whose turn it is, would have after a legal ``move``.

        Nothing stays changed.
        """
        player = self.turn if player is None else player
        twin = self._exchanged(move)
        try:
            cost = self.rules.cost(move.action) if player == self.turn else 0
            return self._score(player) - cost
        finally:
            self._exchange(move, twin)

    # -- playing ---------------------------------------------------------------------------

    def play(self, move: Move) -> Turn:
        """Make ``move`` for the player whose turn it is; return the turn.

        IllegalMove: the rules refuse it. PartError: a student's function failed. The game is then
        as it was before.
        """
        if not isinstance(move, Move):
            raise IllegalMove(f"{move!r} is not a move. A move is written like this: "
                              f"Move(Action.SMASH, (0, 2)).")
        return self.replay(move)

    def forfeit(self, move: Move, reason: str) -> Turn:
        """Let the player whose turn it is lose it; ``move`` is what was tried. Return the turn."""
        if self.over:
            raise IllegalMove(_OVER)
        return self._note(Turn(self.turn, move, tuple(self.scores), reason), None)

    def choose(self, seconds: float | None = None) -> Move:
        """Return the move that the player whose turn it is, a computer player, wants to make.

        ``seconds`` is how long any player may take; without it only a student's has a limit.
        PartError: a player with a limit raised, did not end, or returned no move.
        """
        player = self.players[self.turn]
        rng = self._rng(f"choice {len(self.history)}")
        if seconds is None and not made_by_student(player):
            return player.make_move(self.copy(), rng)
        name = f"{type(player).__name__}.make_move"
        move = call_safely(name, player.make_move, self.copy(), rng, seconds=seconds)
        if not isinstance(move, Move):
            raise PartError(f"{name} returned {move!r}, but a Move is expected.")
        return move

    def step(self, move: Move | None = None) -> Turn:
        """Let a computer player take a turn, with ``move`` if it has chosen; return the turn.

        IllegalMove: the player wants what the rules refuse. Where they say so, a refused smash
        forfeits the turn instead.
        """
        if self.over:
            raise IllegalMove(_OVER)
        if self.players[self.turn].is_human:
            raise IllegalMove("It is a human's turn: play a move with game.play(...).")
        move = move or self.choose()
        try:
            return self.play(move)
        except IllegalMove as refusal:
            if self.rules.forfeits and move.action is Action.SMASH:
                return self.forfeit(move, str(refusal))
            raise IllegalMove(f"Player {self.turn} ({self.players[self.turn].name}) "
                              f"chose to {move}. {refusal}") from None

    def run(self) -> None:
        """Let computer players move until it is a human's turn or the game is over."""
        while not self.over and not self.players[self.turn].is_human:
            self.step()

    def end(self) -> None:
        """End the game now."""
        self.ended = True

    def undone_turns(self) -> list[Turn]:
        """Return the turns that were undone and can be redone, the next one to redo last."""
        return [turn for turn, _ in self._undone]

    def undo(self, count: int = 1) -> None:
        """Take back the last ``count`` moves. ValueError: there are fewer."""
        if values.count("count", count) not in range(1, self.undoable + 1):
            raise ValueError(f"{count} moves cannot be undone: there are {self.undoable}.")
        self.ended = False
        for _ in range(count):
            turn, replaced = self.history.pop(), self._replaced.pop()
            self._exchange(turn.move, replaced)
            self._undone.append((turn, replaced))

    def redo(self, count: int = 1) -> None:
        """Make the last ``count`` undone moves again. ValueError: there are fewer."""
        if values.count("count", count) not in range(1, self.redoable + 1):
            raise ValueError(f"{count} moves cannot be redone: there are {self.redoable}.")
        for _ in range(count):
            turn, replaced = self._undone.pop()
            self._exchange(turn.move, replaced)
            self.history.append(turn)
            self._replaced.append(replaced)

    def copy(self) -> Game:
        """Return a game that stands where this one does, to try moves on.

        Only what is played on the copy can be undone there. It draws other random numbers than
        this game will, so that it does not foretell what a smash brings.
        """
        twin = copy.copy(self)
        twin.board = self.board.copy()
        twin.players = [copy.copy(player) for player in self.players]
        twin.goals = [copy.copy(goal) for goal in self.goals]
        twin.history = list(self.history)
        twin._replaced, twin._undone = [], []
        twin.seed = f"{self.seed} copy"
        return twin

    def replay(self, move: Move, forfeited: str = "", smashed: Any = None) -> Turn:
        """Take a turn again that a record tells of: a forfeited one, or one with its move."""
        if forfeited:
            return self.forfeit(move, forfeited)
        if reason := self.why_not(move):
            raise IllegalMove(reason)
        return self._make(move, smashed)

    def _make(self, move: Move, smashed: Any = None) -> Turn:
        replaced = self._exchanged(move, smashed)
        try:
            costs = [self._costs(player) for player in range(len(self.players))]
            costs[self.turn] += self.rules.cost(move.action)
            scores = self._score_all(costs)
        except BaseException:
            self._exchange(move, replaced)
            raise
        children = None
        if move.action is Action.SMASH:
            children = record.as_tuples(self.board.at(move.path).to_nested())
        return self._note(Turn(self.turn, move, scores, smashed=children), replaced)

    def _note(self, turn: Turn, replaced: Block | None) -> Turn:
        self.history.append(turn)
        self._replaced.append(replaced)
        self._undone.clear()
        return turn

    def _exchanged(self, move: Move, smashed: Any = None) -> Block | None:
        """Make ``move`` on the board; return a block that holds what it replaced."""
        if move.action is Action.PASS:
            return None
        block = self.board.at(move.path)
        changed = block.copy()
        if smashed is None:
            self.parts.perform(move, changed, self._rng(f"move {len(self.history)}"))
        else:
            record.fill(changed, smashed)
        block.exchange(changed)
        return changed

    def _exchange(self, move: Move, replaced: Block | None) -> None:
        if replaced is not None:
            self.board.at(move.path).exchange(replaced)

    def _rng(self, purpose: str) -> Random:
        return Random(f"game {self.seed}: {purpose}")

    def _score(self, player: int) -> int:
        return self.parts.score(self.goals[player], self.board) - self._costs(player)

    def _score_all(self, costs: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.parts.score(goal, self.board) - cost
                     for goal, cost in zip(self.goals, costs, strict=True))

    def _costs(self, player: int) -> int:
        return sum(self.rules.cost(turn.move.action) for turn in self.history
                   if turn.player == player and not turn.forfeited)

    def _smashed(self) -> int:
        """How many smashes count against the limit of the player whose turn it is."""
        return sum(turn.move.action is Action.SMASH for turn in self.history
                   if turn.player == self.turn and not turn.forfeited
                   and self.players[self.turn].is_human)

    # -- saving ----------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write this game to a JSON file, whole or not at all."""
        record.write(record.of(self), path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, players: Sequence[Player] | None = None,
             goals: Sequence[Goal] | None = None, parts: Parts | None = None) -> Game:
        """Return the game saved in a file.

        A game with a student's players or goals needs them again: they are not in the file.
        ValueError: the file is damaged, or written by a newer version, or needs such parts.
        """
        return record.game_from(record.read(path), players, goals, parts)

    def __eq__(self, other: object) -> bool:
        """Tell whether both games had the same players, goals, rules, start and moves."""
        return record.of(self) == record.of(other) if isinstance(other, Game) else NotImplemented

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.players)
        return f"<Game of {names}: {len(self.history)} moves made, {self.moves_left} left>"
