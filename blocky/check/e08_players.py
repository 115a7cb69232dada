"""Exercise 08: a player who takes any move."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np

from blocky import player as kit
from blocky.block import Block, Path, random_init
from blocky.check.boards import EXAMPLE, Verdict
from blocky.check.tried import Tries, watched
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.check.compare import tell, told, written
from blocky.kit.check.laws import not_from_rng
from blocky.kit.check.run import Outcome, Seen
from blocky.kit.check.task import Case, Hints, Law, Task, subclass_of
from blocky.kit.language import say
from blocky.kit.player import best_move
from blocky.kit.trace import short
from blocky.move import RULE_SETS, Action, Move
from blocky.position import BlockyPosition, as_tuples, random_move

__all__ = ["KITS_PLAYERS", "NOT_UNDONE", "Place", "RandomPlayer", "choices_of", "no_move",
           "one_kind", "player_task", "random_board"]

#: What finds good moves for the players of the kit.
KITS_PLAYERS = (kit.SmartPlayer.make_move, kit.SmartPlayer.try_moves, kit.GreedyPlayer.make_move,
                kit.LookaheadPlayer.make_move, best_move)

_GOALS = {"blob": BlobGoal, "perimeter": PerimeterGoal}


class Place(NamedTuple):
    """What a game is made of in which one player has to move; it can be a key.

    So many have ``moved``; None: all but the last.
    """

    rules: str
    nested: Any
    max_depth: int
    goal: str = "perimeter"
    colours: tuple[int, ...] = (1,)
    moved: int | None = None

    def game(self) -> Game:
        """Return a new game, with that player to move."""
        board = Block.from_nested(self.nested, self.max_depth, 16 * 2**self.max_depth)
        game = Game(players=[kit.RandomPlayer() for _ in self.colours], board=board, seed=1,
                    goals=[_GOALS[self.goal](colour) for colour in self.colours], turns=1000,
                    rules=RULE_SETS[self.rules])
        for _ in self.colours[1:] if self.moved is None else range(self.moved):
            game.forfeit(Move(Action.PASS) if self.rules == "extended" else
                         Move(Action.ROTATE_CLOCKWISE), say("the others have moved"))
        return game


@dataclass
class _Choices:
    """The moves that a player chose, and for each of them what was seen of those that it tried.

    ``changed`` tells whether a board was, ``touched`` whether the module random was drawn from;
    ``anew`` are those of a new player, where this one had been in another game before, and
    ``by_chance`` tells whether another new one chose others.
    """

    moves: list[Any] = field(default_factory=list)
    tries: list[Tries] = field(default_factory=list)
    changed: bool = False
    touched: bool = False
    anew: list[Any] = field(default_factory=list)
    by_chance: bool = False


tell.register(_Choices, lambda choices: "choices")  # the moves are what is compared

#: By which name they stand among the facts.
_CHOICES = "choices"


def _choose(answer: Any, place: Place, difficulties: tuple[int | None, ...], seeds: tuple[int, ...],
           before: Place | None = None) -> Seen:
    """Return the move of a player, or the moves for each difficulty and each seed.

    The players may be asked for a move in a game ``before``.
    """
    game, choices = place.game(), _Choices()
    if before:
        choices.anew, again = (choices_of(_choose(answer, place, difficulties, seeds)).moves
                               for _ in range(2))
        choices.by_chance = told(choices.anew) != told(again)
    for difficulty in difficulties:
        player = answer() if difficulty is None else answer(difficulty)
        if before:
            player.make_move(before.game(), Random(seeds[0]))
        for count, seed in enumerate(seeds):
            twin, tries = watched(game)
            random.seed(count)
            np.random.seed(count)
            state = random.getstate()
            try:
                choices.moves.append(player.make_move(twin, Random(seed)))
            except ValueError as error:
                if not before:
                    raise
                choices.moves.append(Verdict(str(error)))
            choices.touched |= random.getstate() != state
            choices.changed |= twin.board != game.board or tries.deepest > 3
            choices.tries.append(tries)
    return Seen(choices.moves if len(choices.moves) > 1 else choices.moves[0], {_CHOICES: choices})


def choices_of(got: Outcome | Seen) -> _Choices:
    """Return what was chosen."""
    return cast(_Choices, got.facts[_CHOICES])


def _words(name: str, place: Place, difficulties: tuple[int | None, ...], seeds: tuple[int, ...],
           before: Place | None = None) -> str:
    calls = [f"{name}({'' if each is None else each}).make_move(game, Random(seed))"
             for each in difficulties]
    range_of = f"range({len(seeds)})" if seeds == (*range(len(seeds)),) else f"{list(seeds)}"
    game, said = place.game(), (
        calls[0].replace("seed", str(seeds[0])) if len(seeds) * len(calls) == 1 else
        f"[{', '.join(calls)} for seed in {range_of}]")
    fields = {"call": said, "rules": say(place.rules), "board": written(game.board),
              "goals": ", ".join(map(written, game.goals))}
    text = say("{call}\n    in a game with {rules} rules, player {player} to move, goals "
               "[{goals}],\n    on {board}", player=game.turn, **fields) if len(
                   game.goals) > 1 else say(
        "{call}\n    in a game with {rules} rules, goals [{goals}],\n    on {board}", **fields)
    return text if before is None else say(
        "{text},\n    after a move in another game, on {board}", text=text,
        board=written(before.game().board))


# -- laws of both --------------------------------------------------------------------------------

def no_move(value: Any) -> Hints:
    """Return the hints for what is returned in place of a move."""
    return ("What does make_move return, on each way through it?",
            "The game expects one Move, also where no move that was tried beats the score so far.",
            say("Return one Move, such as Move(action, path), not {value}. Every way must end with "
                "return and a move: a best move that is None at first stays None if no move is "
                "better than now. Under the classic rules there is no pass: return the best of the "
                "moves tried, whatever its score.", value=short(value, 60)))


def _returns_moves(args: Case, got: Outcome) -> Hints | None:
    """The law that only moves are returned."""
    return next((no_move(move) for move in choices_of(got).moves if not isinstance(move, Move)),
                None)


def _comes_from_rng(args: Case, got: Outcome) -> Hints | None:
    """The law that the same rng gives the same moves."""
    _, difficulties, seeds, *_ = args
    chosen, first = choices_of(got), dict[tuple[int | None, int], Any]()
    keys = [(difficulty, seed) for difficulty in difficulties for seed in seeds]
    same = all(first.setdefault(key, move) == move
               for key, move in zip(keys, chosen.moves, strict=True))
    if same and not chosen.touched:
        return None
    return not_from_rng(elsewhere=chosen.touched)


def _keeps_nothing(args: Case, got: Outcome) -> Hints | None:
    """The law that a player chooses as a new one does, whatever game it was in before."""
    chosen = choices_of(got)
    return None if chosen.touched or chosen.by_chance else next((
        not_from_rng(move, anew, elsewhere=False)
        for move, anew in zip(chosen.moves, chosen.anew, strict=False)
        if told(move) != told(anew)), None)


def _can_be_made(args: Case, got: Outcome) -> Hints | None:
    """See whether the rules allow the moves; those of a random player may be refused smashes."""
    place, difficulties, *_ = args
    game, chosen = place.game(), choices_of(got)
    smart, there = difficulties != (None,), {block.path for block in game.board.blocks()}
    for move in chosen.moves:
        refused = game.why_not(move)
        if smart and move.action is Action.SMASH:
            refused = say("A smart player never smashes, for what a smash brings is random.")
        elif (game.rules.forfeits and move.action is Action.SMASH
              and move.action in game.rules.actions and tuple(move.path) in there):
            refused = None
        if refused and chosen.changed and tuple(move.path) not in there:
            return NOT_UNDONE
        if refused:
            return ("Would the game make each of the moves that are returned?",
                    say("One of them is to {move}. Why is it refused?", move=move),
                    say("One of the moves is refused: {move}. {refused} game.legal_actions(path) "
                        "gives the actions that the rules allow.", move=move, refused=refused))
    return None


NOT_UNDONE = ("How does the board look to your player when it tries the second move?",
              "Each move must be tried on the board as it is.",
              "What a move has changed on trial is still there when the next is tried: take it "
              "back as soon as its score is known, or ask game.score_after(move), which does.")


def player_task(name: str, right: type[kit.Player], cases: Callable[[Random], Iterator[Case]],
                kits: Sequence[Any], laws: Sequence[Law]) -> Task:
    """Return the task of a player of whom only laws, these beside those of both, can say."""
    return Task(name, right, cases, _choose, only_laws=True, words=partial(_words, name), kits=kits,
                laws=[_keeps_nothing, _returns_moves, _can_be_made, _comes_from_rng, *laws],
                form=subclass_of(kit.Player, "make_move"), needs="a class, a subclass of Player")


# -- a random player -----------------------------------------------------------------------------

def _random_cases(rng: Random) -> Iterator[Case]:
    four, example, ten = (0, 1, 2, 3), as_tuples(list(EXAMPLE)), range(10)
    for rules, board, max_depth, seeds in (
            ("classic", four, 1, [0]), ("classic", example, 2, [*ten, *ten]),
            ("classic", example, 2, range(120)), ("classic", four, 2, range(150)),
            ("extended", four, 1, [0]), ("extended", 1, 0, ten), ("extended", 1, 2, ten),
            ("extended", example, 2, range(40)), ("extended", example, 2, range(120)),
            ("extended", four, 2, range(150)),
            ("extended", (0, 1, 1, 3), 1, range(300))):
        yield Place(rules, board, max_depth), (None,), tuple(seeds)
        if seeds == [0]:
            for boards in ([example, 2], [four, 1]), ([four, 1], [example, 2]):
                here, before = (Place(rules, *each) for each in boards)
                yield here, (None,), tuple(range(6)), before
    for rules in ("classic", "extended") * 2:
        yield (Place(rules, random_board(rng, 3), 3), (None,),
               tuple(rng.randrange(1000) for _ in ten))


def random_board(rng: Random, max_depth: int) -> Any:
    """Return a random board as nested tuples."""
    return as_tuples(random_init(0, max_depth, rng).to_nested())


def one_kind(board: Block, paths: set[Path]) -> Hints | None:
    """See whether blocks of only one kind are chosen."""
    why = (say("Only the top-level block is ever chosen. Choose from all blocks: "
               "game.board.blocks() gives them.") if paths == {()} else
           say("Only leaves are ever chosen, so that hardly a move changes the board. Choose from "
               "all blocks: game.board.blocks() gives them.")
           if not any(board.at(path).children for path in paths) else "")
    return ("Which blocks does your player choose in the many moves above?",
            "A move has a path. Every block can be moved, divided or not.", why) if why else None


def _all_occur(args: Case, got: Outcome) -> Hints | None:
    """See whether many moves have all levels, blocks, actions and colours."""
    place, _, seeds, *_ = args
    if len(seeds) < 100:
        return None
    game, count = place.game(), len(seeds)
    moves = [move for move in got.value if move.action is not Action.PASS]
    blocks = {block.path: block for block in game.board.blocks()}
    chosen, actions = {move.path for move in moves}, {move.action for move in got.value}
    if hints := one_kind(game.board, chosen):
        return hints
    few = len(blocks) <= 5
    missing = [path for path in blocks if path not in chosen and (few or len(path) not in map(
        len, chosen))]
    never = [action.word for action in game.rules.actions if few and action not in actions
             and action is not Action.PASS and any(
                 not game.rules.why_not(action, block) for block in blocks.values())]
    colours = {move.colour for move in moves if move.action is Action.PAINT}
    why = (
        say("In {count} moves the block {path} was never chosen, and all that were are at level "
            "{seen}. Choose from all blocks: game.board.blocks() gives them.", count=count,
            path=missing[0], seen=", ".join(map(str, sorted({len(path) for path in chosen}))))
        if missing else
        say("Never chosen in {count} moves, though possible on this board: {never}. Draw one of "
            "all the actions that are legal for the block: "
            "rng.choice(game.legal_actions(block.path)).", count=count, never=", ".join(never))
        if never else
        "Some colour was never painted. Choose from all colours other than block.colour."
        if count >= 300 and len(colours) < len(Colour) else "")
    return ("What does your player choose in the many moves above, and what never?",
            "Every block must have a chance, and every action of game.rules.actions that is legal "
            "for it, with every colour.", why) if why else None


RandomPlayer = player_task("RandomPlayer", kit.RandomPlayer, _random_cases, [
    kit.RandomPlayer, BlockyPosition.random_move, random_move], [_all_occur])
