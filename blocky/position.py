"""A position of Blocky: a board, and the rules that apply to it."""

from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from typing import Any, Self

from blocky.block import Block
from blocky.colour import Colour
from blocky.fast.trials import trials
from blocky.goal import Goal
from blocky.invariants import Path
from blocky.kit.arguments import as_tuples, count
from blocky.kit.language import say, say_count
from blocky.kit.position import OVER, Position, Reason, Refusal
from blocky.kit.saved import objects_of
from blocky.move import CLASSIC, Action, Move, RuleSet
from blocky.parts import Parts

__all__ = ["BlockyPosition", "random_block", "random_move"]


class BlockyPosition(Position):
    """A board on which each player has a goal and a number of turns.

    Attributes:
        board: the board as it is now.
        goals: one for each player.
        rules: the rule set.
        turns: the number of turns of each player.
        humans: the numbers of the players whose smashes the rules limit.
        parts: the functions to play with.
        made: the number of turns taken so far.
        costs: what each player has paid for moves so far.
    """

    key = "blocky"
    move_type = Move

    def __init__(self, board: Block, goals: Sequence[Goal], rules: RuleSet = CLASSIC,
                 turns: int = 10, humans: Sequence[int] = (), parts: Parts | None = None) -> None:
        self.board = board
        self.goals = list(goals)
        self.rules = rules
        self.turns = count("turns", turns, least=1)
        self.humans = tuple(humans)
        self.parts = parts or Parts()
        self.seats = len(self.goals)
        if not set(self.humans) <= set(range(self.seats)):
            raise ValueError(say("humans must be player numbers, not {humans!r}.", humans=humans))
        self.made = 0
        # for each player
        self.costs = [0] * self.seats
        self._smashed = [0] * self.seats
        self._changes: list[tuple[Move | None, Block | None]] = []  # moves, and what they replaced
        self._scores: tuple[int, ...] | None = None  # None: to be computed again

    @property
    def turn(self) -> int:
        """The number of the current player."""
        return self.made % self.seats

    @property
    def moves_left(self) -> int:
        """The number of moves still to be made, by all players together."""
        return self.turns * self.seats - self.made

    @property
    def over(self) -> bool:
        """Whether all turns have been taken."""
        return self.moves_left == 0

    def why_over(self) -> str:
        """Return a sentence that says that all turns are used; "" before that."""
        used = say("No turns are left: each player has had {turns}.", turns=self.turns)
        return used if self.over else ""

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player: the goal's score, minus the costs of the player's moves."""
        if self._scores is None:
            self._scores = tuple(map(self.score, range(self.seats)))
        return self._scores

    def score(self, player: int) -> int:
        """Return the score of one player."""
        if self._scores is not None:
            return self._scores[player]
        return self.parts.score(self.goals[player], self.board) - self.costs[player]

    # -- legal moves -----------------------------------------------------------------------

    def why_not(self, move: Any) -> Refusal | None:
        """Return why ``move`` is illegal now: a sentence, with its rule; None if it is legal.

        Under some rules a computer player that tries an illegal smash loses the turn.
        """
        # each Refusal names the rule of the rulebook that forbids the move
        if self.over:
            return Refusal(say(OVER), rule="turns")
        if not isinstance(move, Move):
            return Refusal(say("{move!r} isn't a move. Write a move like this: Move(Action.SMASH, "
                               "(0, 2)).", move=move))
        try:
            block = self.board.at(move.path)
        except ValueError as error:
            return Refusal(str(error), rule="paths")
        reason = self.rules.why_not(move.action, block, move.colour, self._limited_smashes())
        if reason is None:
            return None
        rule = move.action.value if move.action in self.rules.actions else "extended"
        forfeits = self.rules.forfeits and move.action is Action.SMASH
        return Refusal(reason, rule=rule, forfeits=forfeits)

    def legal_actions(self, path: Path) -> list[Action]:
        """Return the actions that the current player can do with the block at ``path``."""
        return self.rules.legal_actions(self.board.at(path), self._limited_smashes())

    def legal_moves(self) -> list[Move]:
        """Return all legal moves of the current player, those on larger blocks first."""
        if self.over:
            return []
        smashed = self._limited_smashes()
        can_pass = Action.PASS in self.rules.legal_actions(self.board, smashed)
        moves = [Move(Action.PASS)] if can_pass else []
        for block in sorted(self.board.blocks(), key=lambda block: block.level):
            path = block.path
            for action in self.rules.legal_actions(block, smashed):
                if action is Action.PAINT:
                    moves += [Move(action, path, colour) for colour in Colour
                              if colour != block.colour]
                elif action is not Action.PASS:
                    moves.append(Move(action, path))
        return moves

    @property
    def stuck(self) -> bool:
        """Whether the current player has no legal move, although the game goes on."""
        smashed = self._limited_smashes()
        return not self.over and not any(
            self.rules.legal_actions(block, smashed) for block in self.board.blocks())

    def _limited_smashes(self) -> int | None:
        """Return how often the current player has smashed; None for a player without a limit."""
        return self._smashed[self.turn] if self.turn in self.humans else None

    # -- moves -----------------------------------------------------------------------------

    def play(self, move: Move, rng: Random, chance: Any = None) -> Any:
        """Make a legal ``move``; return the children that a smash made, as nested tuples, or None.

        To repeat a smash, ``chance`` is what the first one returned; otherwise it's None. The move
        is made on a copy of the block, which takes its place only if the result is valid. So a
        student's function cannot corrupt the board. PartError: such a function failed.
        """
        replaced = None  # the block as it was before the move; None after a pass
        if move.action is not Action.PASS:
            block = self.board.at(move.path)
            changed = block.copy()
            if chance is None:
                self.parts.perform(move, changed, rng)
            elif move.action is Action.SMASH and isinstance(chance, (list, tuple)):
                changed.exchange(Block.from_nested(chance, block.max_depth, path=move.path))
                changed.update_block_locations(block.position, block.size)
            else:
                raise ValueError(say("Only a smash can have a list of four blocks as its result. "
                                     "But the result given for {move} is {chance!r}.",
                                     move=move, chance=chance))
            block.exchange(changed)
            replaced = changed  # by the exchange, it has what was in the block before
            if move.action is Action.SMASH:
                chance = as_tuples(block.to_nested())
        self._pay(move)
        self.made += 1
        self._changes.append((move, replaced))
        return chance

    def skip(self) -> bool:
        """Skip the current player's turn."""
        self.made += 1
        self._changes.append((None, None))
        return True

    def take_back(self) -> None:
        """Take back the last move or skipped turn."""
        move, replaced = self._changes.pop()
        self.made -= 1
        if move is not None:
            self._pay(move, times=-1)
            if replaced is not None:
                self.board.at(move.path).exchange(replaced)

    def reasons(self) -> list[Reason]:
        """Return the reasons for the last change of scores: goals, and the cost of the move."""
        move, replaced = self._changes[-1] if self._changes else (None, None)
        if move is None:
            return []
        # what the goals score, without the costs of moves, after the move and before it
        after = [score + cost for score, cost in zip(self.scores, self.costs, strict=True)]
        before = after
        if replaced is not None:
            block = self.board.at(move.path)
            block.exchange(replaced)  # back to the state before the move, for a moment
            try:
                before = [self.parts.score(goal, self.board) for goal in self.goals]
            finally:
                block.exchange(replaced)
        reasons = [
            Reason(player, new - old, self.parts.call_goal(goal, "change", old, new),
                   say("the goal"))
            for player, (goal, old, new) in enumerate(zip(self.goals, before, after, strict=True))
            if old != new]
        if cost := self.rules.cost(move.action):
            player_who_moved = (self.made - 1) % self.seats
            reasons.append(Reason(player_who_moved, -cost, say_count(
                "the action {action} costs {count} point",
                "the action {action} costs {count} points", cost,
                action=move.action.word), say("costs")))
        return reasons

    def _pay(self, move: Move, times: int = 1) -> None:
        """Charge the current player for ``move``; refund it if ``times`` is -1."""
        self.costs[self.turn] += times * self.rules.cost(move.action)
        self._smashed[self.turn] += times * (move.action is Action.SMASH)
        self._scores = None

    def copy(self) -> Self:
        """Return a copy with its own board and goals."""
        twin = copy(self)
        twin.board = self.board.copy()
        twin.goals = [copy(goal) for goal in self.goals]
        twin.costs = list(self.costs)
        twin._smashed = list(self._smashed)
        twin._changes = []  # so its moves so far can't be taken back
        return twin

    # -- for computer players --------------------------------------------------------------

    def random_move(self, rng: Random) -> Move | None:
        """Return a random move on a random block; if nothing can be done there, on any block.

        It's a pass only if nothing else is legal, and None if no move is. It may be an illegal
        smash if the rules make that cost the turn.
        """
        block = random_block(self.board, rng)
        legal = self.legal_actions(block.path)
        may_smash_illegally = self.rules.forfeits
        actions = [action for action in self.rules.actions
                   if action in legal or (action is Action.SMASH and may_smash_illegally)]
        if Action.PASS in actions:
            actions.remove(Action.PASS)
        if actions:
            return random_move(block, actions, rng)
        moves = self.legal_moves()
        without_pass = [move for move in moves if move.action is not Action.PASS]
        candidates = without_pass or moves
        return rng.choice(candidates) if candidates else None

    def certain(self, move: Move) -> bool:
        """Whether a legal move has no random result: whether it is not a smash."""
        return move.action is not Action.SMASH

    def trials(self, players: Sequence[int]) -> Callable[[Move], tuple[int, ...]]:
        """Return a function from a move to the scores of ``players`` after it."""
        return trials(self, players)

    # -- records ---------------------------------------------------------------------------

    def to_record(self) -> dict[str, Any]:
        """Return this position, the start of a game, as JSON can hold it."""
        return {
            "rules": self.rules.to_record(), "turns": self.turns, "humans": list(self.humans),
            "goals": [{"kind": type(goal).__name__, "colour": int(goal.colour)}
                      for goal in self.goals],
            "max_depth": self.board.max_depth, "size": self.board.size,
            "start": as_tuples(self.board.to_nested()),
        }

    @classmethod
    def from_record(cls, record: dict[str, Any], goals: Sequence[Goal] | None = None,
                    parts: Parts | None = None, rules: RuleSet | None = None) -> Self:
        """Return the position of a record of ``to_record``.

        A record can't hold a student's own goals, parts and rules: these are the other arguments.
        ValueError: the record is damaged, or needs a student's goals or rules.
        """
        all_goals = objects_of("goals", Goal, record["goals"], goals)
        if [goal.colour for goal in all_goals] != [entry["colour"] for entry in record["goals"]]:
            raise ValueError(say("The goals in your call and the saved goals don't have the same "
                                 "target colours."))
        board = Block.from_nested(record["start"], record["max_depth"], record["size"])
        return cls(board, all_goals, rules or RuleSet.from_record(record["rules"]), record["turns"],
                   record["humans"], parts)


def random_block(board: Block, rng: Random) -> Block:
    """Return a random block: go down a random number of levels, or until a leaf is reached."""
    block = board
    for _ in range(rng.randint(0, board.max_depth)):
        if block.children:
            block = rng.choice(block.children)
    return block


def random_move(block: Block, actions: Sequence[Action], rng: Random) -> Move:
    """Return a move on ``block`` with one of ``actions``, and a random other colour to paint."""
    action = rng.choice(actions)
    colour = None
    if action is Action.PAINT:
        colour = rng.choice([other for other in Colour if other != block.colour])
    return Move(action, () if action is Action.PASS else block.path, colour)
