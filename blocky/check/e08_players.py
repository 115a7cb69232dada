"""Exercise 08: a player who takes any move."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, NamedTuple, cast

from blocky.block import Block, Path, random_init
from blocky.check.boards import EXAMPLE, Verdict
from blocky.check.tried import Tries, watched
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit import player as kit
from blocky.kit.arguments import as_tuples
from blocky.kit.calls import short
from blocky.kit.check.compare import tell, told, written
from blocky.kit.check.laws import LATE, Unsteady, from_rng, steady
from blocky.kit.check.task import Call, Case, Cases, Hints, Law, Outcome, Seen, Task, subclass_of
from blocky.kit.language import mark, say
from blocky.move import RULE_SETS, Action, Move
from blocky.player import SmartPlayer
from blocky.position import BlockyPosition, random_move

__all__ = ["ENOUGH", "KITS_PLAYERS", "NOT_UNDONE", "USED", "RandomPlayer", "Setup", "moves_of",
           "no_move", "one_kind", "player_task", "random_board", "seen_of", "used"]

#: The functions that find good moves for the kit's players.
KITS_PLAYERS = (SmartPlayer.make_move, SmartPlayer.try_moves, kit.GreedyPlayer.make_move,
                kit.LookaheadPlayer.make_move, kit.best_move)

#: After this time a player is not asked a second time; what is said about the second time.
ENOUGH, USED = LATE / 5, mark(
    "The second time, the player had already made a move in another game.")

_GOALS = {"blob": BlobGoal, "perimeter": PerimeterGoal}


class Setup(NamedTuple):
    """What a game is made of in which a player has to move; it can be a key.

    ``moved`` players have moved before; None: all but the last.
    """

    rules: str
    nested: Any
    max_depth: int
    goal: str = "perimeter"
    colours: tuple[int, ...] = (1,)
    moved: int | None = None

    def game(self) -> Game:
        """Return a new game with that player to move."""
        board = Block.from_nested(self.nested, self.max_depth, 16 * 2**self.max_depth)
        game = Game(players=[kit.RandomPlayer() for _ in self.colours], board=board, seed=1,
                    goals=[_GOALS[self.goal](colour) for colour in self.colours], turns=1000,
                    rules=RULE_SETS[self.rules])
        for _ in self.colours[1:] if self.moved is None else range(self.moved):
            game.forfeit(Move(Action.PASS) if self.rules == "extended" else
                         Move(Action.ROTATE_CLOCKWISE), say("the others have moved"))
        return game


@dataclass
class _Seen:
    """The moves that a player tried for each move chosen; whether it left a board changed."""

    tries: list[Tries] = field(default_factory=list)
    changed: bool = False


tell.register(_Seen, lambda seen: "seen")  # only the moves are compared

#: The fact about the tries.
_SEEN = "what it tried"


def _choose(answer: Any, place: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
            ) -> Seen:
    """Return a player's move, or the moves for each difficulty and seed; or Unsteady."""
    seen = _Seen()

    def moves(begin: Callable[[Callable[[], Any]], Any]) -> Any:
        seen.tries.clear()
        chosen, game = [], place.game()
        for difficulty in difficulties:
            player = begin(answer if difficulty is None else partial(answer, difficulty))
            for seed in seeds:
                twin, tries = watched(game)
                chosen.append(player.make_move(twin, Random(seed)))
                seen.changed |= twin.board != game.board or tries.deepest > 3
                seen.tries.append(tries)
        return chosen if len(chosen) > 1 else chosen[0]

    def moves_after_another(rng: Random) -> Any:
        try:
            return moves(used)
        except ValueError as error:  # a block of the other game is missing here
            return Verdict(str(error))

    value = steady(lambda rng: moves(lambda new: new()), 0, ENOUGH, moves_after_another, say(USED))
    if isinstance(value, Unsteady) and isinstance(value.then, list):
        first, then = next(pair for pair in zip(value.first, value.then, strict=True)
                           if told(pair[0]) != told(pair[1]))
        value = replace(value, first=first, then=then)
    return Seen(value, {_SEEN: seen})


def used(answer: Callable[[], Any], seed: int = 0) -> Any:
    """Return a player that has made a move in another game."""
    player = answer()
    with suppress(Exception):
        player.make_move(Game(1, players=[kit.RandomPlayer()], seed=seed), Random(seed))
    return player


def moves_of(got: Outcome) -> list[Any]:
    """Return the chosen moves."""
    value: Any = got.value
    return value if isinstance(value, list) else [value]


def seen_of(got: Outcome) -> _Seen:
    """Return the facts recorded of the player."""
    return cast(_Seen, got.facts[_SEEN])


def _call(name: str, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]) -> str:
    """Return the code that asks for a player's moves in a game."""
    calls = [f"{name}({'' if each is None else each}).make_move(game, Random(seed))"
             for each in difficulties]
    numbers = f"range({len(seeds)})" if seeds == (*range(len(seeds)),) else f"{list(seeds)}"
    if len(seeds) * len(calls) == 1:
        return calls[0].replace("seed", str(seeds[0]))
    each = calls[0] if len(calls) == 1 else f"({', '.join(calls)})"
    return f"[{each} for seed in {numbers}]"


def _python(name: str, place: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
            ) -> Call:
    return Call(_call(name, difficulties, seeds), {"game": place.game()},
                remark=_words(name, place, difficulties, seeds).partition("\n")[2])


def _words(name: str, place: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
           ) -> str:
    game = place.game()
    fields = {"call": _call(name, difficulties, seeds), "rules": say(place.rules),
              "board": written(game.board),
              "goals": ", ".join(map(written, game.goals))}
    if len(game.goals) == 1:
        return say("{call}\n    in a game with {rules} rules, goals [{goals}],\n    on {board}",
                   **fields)
    return say("{call}\n    in a game with {rules} rules, where game.turn is {turn}, goals "
               "[{goals}],\n    on {board}", turn=game.turn, **fields)


# -- laws of both --------------------------------------------------------------------------------

def no_move(value: Any) -> Hints:
    """Return the hints for a value that is no move."""
    return ("What does make_move return in each case?",
            "The game needs one Move, even if no move that you tried beats the current score.",
            say("Return one Move, such as Move(action, path), not {value}. If your variable for "
                "the best move starts as None, it stays None when no move beats the current score. "
                "The classic rules have no pass, so return the best move that you tried, even if "
                "its score is low.", value=short(value, 60)))


def _can_be_made(args: Case, got: Outcome) -> Hints | None:
    """The law that the rules allow the moves; a random player may have a smash refused."""
    place, difficulties, *_ = args
    game = place.game()
    smart, paths = difficulties != (None,), {block.path for block in game.board.blocks()}
    for move in moves_of(got):
        refused, more, there = game.why_not(move), "", tuple(move.path) in paths
        if smart and move.action is Action.SMASH:
            refused = say("A smart player never smashes, because the result of a smash is random.")
            more = say("Leave out every action that is Action.SMASH. An action never equals a "
                       "string.")
        elif (there and game.rules.forfeits and move.action is Action.SMASH
              and move.action in game.rules.actions):
            refused = None
        elif there and move.action not in game.legal_actions(move.path):
            more = say("game.legal_actions(path) returns the actions that the rules allow.")
        if refused and seen_of(got).changed and not there:
            return NOT_UNDONE
        if refused:
            return ("Would the game accept each of your moves?",
                    say("One of your moves is to {move}. Why does the game refuse this move?",
                        move=move),
                    say("The game refuses one of your moves: {move}. {refused} {more}",
                        move=move, refused=refused, more=more).strip())
    return None


NOT_UNDONE = ("What does the board look like when your player tries the second move?",
              "Try each move on the board as it was at the start of the turn.",
              "The changes from one try are still there when you try the next move. Undo each move "
              "as soon as you know its score, or use game.score_after(move), which undoes it for "
              "you.")


def player_task(name: str, right: type[kit.Player], cases: Callable[[Random], Cases],
                kits: Sequence[Any], laws: Sequence[Law]) -> Task:
    """Return the task of a player that only laws can check."""
    def returns_moves(args: Case, got: Outcome) -> Hints | None:
        return next((no_move(move) for move in moves_of(got) if not isinstance(move, Move)), None)

    return Task(name, right, cases, _choose, only_laws=True, words=partial(_words, name),
                python=partial(_python, name), kits=kits,
                laws=[from_rng, returns_moves, _can_be_made, *laws],
                form=subclass_of(kit.Player, "make_move"), needs="a class, a subclass of Player")


# -- a random player -----------------------------------------------------------------------------

def _random_cases(rng: Random) -> Cases:
    four, example, ten = (0, 1, 2, 3), as_tuples(list(EXAMPLE)), range(10)
    for rules, board, max_depth, seeds in (
            ("classic", four, 1, [0]), ("classic", example, 2, ten),
            ("classic", example, 2, range(120)), ("classic", four, 2, range(150)),
            ("extended", four, 1, [0]), ("extended", 1, 0, ten), ("extended", 1, 2, ten),
            ("extended", example, 2, range(40)), ("extended", example, 2, range(120)),
            ("extended", four, 2, range(150)),
            ("extended", (0, 1, 1, 3), 1, range(300))):
        yield Setup(rules, board, max_depth), (None,), tuple(seeds)
    for rules in ("classic", "extended") * 2:
        yield (Setup(rules, random_board(rng, 3), 3), (None,),
               tuple(rng.randrange(1000) for _ in ten))


def random_board(rng: Random, max_depth: int) -> Any:
    """Return a random board as nested tuples."""
    return as_tuples(random_init(0, max_depth, rng).to_nested())


def one_kind(board: Block, paths: set[Path]) -> Hints | None:
    """Hints if blocks of only one kind are chosen."""
    why = (say("Your player chooses only the top-level block. Choose from all blocks: "
               "game.board.blocks() returns them.") if paths == {()} else
           say("Your player chooses only leaves, so hardly any move changes the board. Choose from "
               "all blocks: game.board.blocks() returns them.")
           if not any(board.at(path).children for path in paths) else "")
    return ("Which blocks does your player choose in all these moves?",
            "A move has a path. You can move any block, divided or not.", why) if why else None


def _all_occur(args: Case, got: Outcome) -> Hints | None:
    """The law that many moves include all levels, blocks, actions and colours."""
    place, _, seeds, *_ = args
    if len(seeds) < 100:
        return None
    game, count = place.game(), len(seeds)
    moves = [move for move in got.value if move.action is not Action.PASS]
    blocks = {block.path: block for block in game.board.blocks()}
    chosen, actions = {move.path for move in moves}, {move.action for move in got.value}
    if hints := one_kind(game.board, chosen):
        return hints
    few, levels, last = len(blocks) <= 5, {*map(len, chosen)}, [*blocks][-1]
    missing = [path for path in blocks
               if path not in chosen and (few or len(path) not in levels)]
    never = [action.word for action in game.rules.actions
             if few and action not in actions and action is not Action.PASS
             and not all(game.rules.why_not(action, block) for block in blocks.values())]
    colours = {move.colour for move in moves if move.action is Action.PAINT}
    why = (
        say("In {count} moves, your player never chose the top-level block, (). It comes first in "
            "game.board.blocks(), so in a list of blocks its index is 0. Can your code choose "
            "index 0?", count=count) if missing == [()] else
        say("In {count} moves, your player never chose the block {path}. It chose only blocks at "
            "level {seen}. Choose from all blocks: game.board.blocks() returns them.", count=count,
            path=missing[0], seen=", ".join(map(str, sorted(levels))))
        if missing and levels < {*map(len, blocks)} else
        say("In {count} moves, your player never chose the block {path}, the last one in "
            "game.board.blocks(). A random index must reach len(blocks) - 1: rng.randint(a, b) "
            "includes b; rng.randrange(a, b) and range(a, b) don't.",
            count=count, path=last) if missing == [last] else
        say("Never chosen in {count} moves: {paths}. Choose from all blocks: game.board.blocks() "
            "returns them.", count=count, paths=", ".join(say("the block {path}", path=path)
                                                        for path in missing)) if missing else
        say("Never chosen in {count} moves, although possible on this board: {never}. Choose from "
            "all legal actions of the block: rng.choice(game.legal_actions(block.path)).",
            count=count, never=", ".join(never))
        if never else
        "Your player never paints with one of the colours. Choose from all colours except "
        "block.colour."
        if count >= 300 and len(colours) < len(Colour) else "")
    return ("What does your player choose in all these moves? What does it never choose?",
            "Your player must be able to choose every block. It must also be able to choose every "
            "legal action for that block, and every colour. The actions are in "
            "game.rules.actions.", why) if why else None


RandomPlayer = player_task("RandomPlayer", kit.RandomPlayer, _random_cases, [
    kit.RandomPlayer, BlockyPosition.random_move, random_move], [_all_occur])
