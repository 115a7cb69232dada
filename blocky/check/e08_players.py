"""Exercise 08: a player who takes any move, and what the checks of all players share."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, NamedTuple, cast

from blocky.block import Block, Path, random_init
from blocky.check.boards import EXAMPLE, InWords
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
from blocky.kit.language import Code, mark, say
from blocky.move import RULE_SETS, Action, Move
from blocky.player import SmartPlayer
from blocky.position import BlockyPosition, random_move

__all__ = ["ENOUGH", "KITS_PLAYERS", "NOT_UNDONE", "USED", "RandomPlayer", "Setup", "is_allowed",
           "moves_of", "no_move", "observed_in", "player_task", "random_board", "used"]

#: The functions that find good moves for the kit's players.
KITS_PLAYERS = (SmartPlayer.make_move, SmartPlayer.try_moves, kit.GreedyPlayer.make_move,
                kit.LookaheadPlayer.make_move, kit.best_move)

#: After this many seconds of computing, a player isn't asked a second time.
ENOUGH = LATE / 5

#: What is said about the second time.
USED = mark("The second time, the player had already made a move in another game.")

_GOALS = {"blob": BlobGoal, "perimeter": PerimeterGoal}


class Setup(NamedTuple):
    """What a game is made of, in which a player then has to move; a Setup can be a key of a dict.

    ``nested`` is the board as nested tuples, ``colours`` has the colour of each player's goal, and
    ``moved`` is how many players have lost their turn before; None: all but the last one.
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
        turns_before = len(self.colours) - 1 if self.moved is None else self.moved
        any_move = Move(Action.PASS if self.rules == "extended" else Action.ROTATE_CLOCKWISE)
        for _ in range(turns_before):  # none of them changes the board
            game.forfeit(any_move, say("the others have moved"))
        return game


@dataclass
class _Observed:
    """What a player tried for each of its moves, and whether it left a board changed."""

    tries: list[Tries] = field(default_factory=list)
    leaves_a_change: bool = False


tell.register(_Observed, lambda observed: "seen")  # only the moves are compared

#: The fact about the tries.
_OBSERVED = "what it tried"

#: A player that plays more moves than these on one board doesn't undo them.
_MOST_DEEP = 3


def _choose(answer: Any, place: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
            ) -> Seen:
    """Return a player's moves for each difficulty and seed, or its only move; or Unsteady.

    A difficulty of None means that the player takes no argument. What was seen of the player is a
    fact: see ``observed_in``.
    """
    observed = _Observed()

    def moves(made_with: Callable[[Callable[[], Any]], Any]) -> Any:
        """Return the moves; note in ``observed`` what is tried for them.

        ``made_with`` returns a player, from the function that makes a new one.
        """
        observed.tries.clear()
        game = place.game()
        chosen = []
        for difficulty in difficulties:
            player = made_with(answer if difficulty is None else partial(answer, difficulty))
            for seed in seeds:
                twin, tries = watched(game)
                chosen.append(player.make_move(twin, Random(seed)))
                observed.tries.append(tries)
                if twin.board != game.board or tries.deepest > _MOST_DEEP:
                    observed.leaves_a_change = True
        return chosen if len(chosen) > 1 else chosen[0]

    def moves_of_new(rng: Random) -> Any:
        return moves(lambda make: make())

    def moves_of_used(rng: Random) -> Any:
        try:
            return moves(used)
        except ValueError as error:  # a block of the other game is missing here
            return InWords(str(error))

    value = steady(moves_of_new, 0, ENOUGH, moves_of_used, say(USED))
    if isinstance(value, Unsteady) and isinstance(value.then, list):
        value = _first_difference(value)
    return Seen(value, {_OBSERVED: observed})


def _first_difference(lists: Unsteady) -> Unsteady:
    """Return, from two different lists of moves, the first two moves that differ."""
    for first, then in zip(lists.first, lists.then, strict=True):
        if told(first) != told(then):
            return replace(lists, first=first, then=then)
    return lists


def used(answer: Callable[[], Any], seed: int = 0) -> Any:
    """Return a player that has made a move in another game; ``answer`` makes a new one."""
    player = answer()
    with suppress(Exception):  # only what it keeps of that game matters
        player.make_move(Game(1, players=[kit.RandomPlayer()], seed=seed), Random(seed))
    return player


def moves_of(got: Outcome) -> list[Any]:
    """Return the chosen moves, as a list even if there's only one."""
    value: Any = got.value
    return value if isinstance(value, list) else [value]


def observed_in(got: Outcome) -> _Observed:
    """Return what was seen of a player while it chose the moves of a case."""
    return cast(_Observed, got.facts[_OBSERVED])


def _call(name: str, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]) -> str:
    """Return the code that asks for a player's moves; ``name`` is that of its class."""
    arguments = ["" if difficulty is None else str(difficulty) for difficulty in difficulties]
    calls = [f"{name}({argument}).make_move(game, Random(seed))" for argument in arguments]
    if len(seeds) == 1 and len(calls) == 1:
        [call], [seed] = calls, seeds
        return call.replace("seed", str(seed))
    item = calls[0] if len(calls) == 1 else f"({', '.join(calls)})"
    from_0_on = tuple(range(len(seeds)))
    numbers = f"range({len(seeds)})" if seeds == from_0_on else f"{list(seeds)}"
    return f"[{item} for seed in {numbers}]"


def _python(name: str, setup: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
            ) -> Call:
    """Return the call in a game, with the rest of the case in words."""
    _, _, words_after_the_call = _words(name, setup, difficulties, seeds).partition("\n")
    return Call(_call(name, difficulties, seeds), {"game": setup.game()},
                remark=words_after_the_call)


def _words(name: str, setup: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
           ) -> str:
    """Return a case in words: the call, the rules, the goals and the board."""
    game = setup.game()
    fields = {"call": _call(name, difficulties, seeds), "rules": say(setup.rules),
              "board": written(game.board),
              "goals": ", ".join(map(written, game.goals))}
    if len(game.goals) == 1:
        return say("{call}\n    in a game with {rules} rules, goals [{goals}],\n    on {board}",
                   **fields)
    return say("{call}\n    in a game with {rules} rules, where game.turn is {turn}, goals "
               "[{goals}],\n    on {board}", turn=game.turn, **fields)


# -- laws of all players --------------------------------------------------------------------------

def no_move(value: Any) -> Hints:
    """Return the hints for a value that is no move."""
    return ("What does make_move return in each case?",
            "The game needs one Move, even if no move that you tried beats the current score.",
            say("make_move returned {value}, but it must return one Move, such as Move(action, "
                "path), even if no move beats the current score.", value=short(value, 60)))


def _no_best_move(setup: Setup) -> Hints:
    """Return the hints for a smart player that sometimes finds no move."""
    has_pass = Action.PASS in setup.game().rules.actions
    if has_pass:
        why = say("make_move returned None. If no move that you tried beats the current score, "
                  "return Move(Action.PASS).")
    else:
        why = say("make_move returned None. These rules have no pass, so return the best move that "
                  "you tried, even if it doesn't beat the current score. Start with best_score = "
                  "{start}.", start=Code('float("-inf")'))
    first, second, _ = no_move(None)
    return first, second, why


def _returns_moves(args: Case, got: Outcome) -> Hints | None:
    """The law that each choice is a Move."""
    others = [each for each in moves_of(got) if not isinstance(each, Move)]
    if not others:
        return None
    first, *_ = others
    setup, difficulties, _ = args
    is_smart = difficulties != (None,)
    never_returns_one = len(others) == len(moves_of(got)) > 1
    if first is None and is_smart and not never_returns_one:
        return _no_best_move(setup)
    return no_move(first)


NOT_UNDONE = ("What does the board look like when your player tries the second move?",
              "Try each move on the board as it was at the start of the turn.",
              "The changes from one try are still there when you try the next move. Undo each move "
              "as soon as you know its score, or use game.score_after(move), which undoes it for "
              "you.")


def is_allowed(args: Case, got: Outcome) -> Hints | None:
    """The law that the rules allow the moves; a smash may be refused if that only loses a turn.

    If a move's block isn't there, and the player left a board changed, the hints are NOT_UNDONE.
    """
    setup, *_ = args
    game = setup.game()
    paths = {block.path for block in game.board.blocks()}
    for move in moves_of(got):
        refusal = game.why_not(move)
        if not refusal:
            continue
        is_there = tuple(move.path) in paths
        if not is_there and observed_in(got).leaves_a_change:
            return NOT_UNDONE
        only_loses_a_turn = move.action is Action.SMASH and game.rules.forfeits
        if is_there and only_loses_a_turn:
            continue
        advice = ""
        if is_there and move.action not in game.legal_actions(move.path):
            advice = say("Choose one of game.legal_actions(path).")
        return ("Would the game accept each of your moves?",
                say("One of your moves is to {move}. Why does the game refuse this move?",
                    move=move),
                say("The game refuses one of your moves: {move}. {refused} {advice}",
                    move=move, refused=refusal, advice=advice).strip())
    return None


def player_task(name: str, right: type[kit.Player], cases: Callable[[Random], Cases],
                kits: Sequence[Any], laws: Sequence[Law]) -> Task:
    """Return the task of a player that only laws can check; those in ``laws`` get only Moves."""
    return Task(name, right, cases, _choose, only_laws=True, words=partial(_words, name),
                python=partial(_python, name), kits=kits, laws=[from_rng, _returns_moves, *laws],
                form=subclass_of(kit.Player, "make_move"), needs="a class, a subclass of Player")


# -- a random player -----------------------------------------------------------------------------

def _random_cases(rng: Random) -> Cases:
    """Yield setups, None as the only difficulty, and seeds, one for each move to choose."""
    four = (0, 1, 2, 3)
    example = as_tuples(list(EXAMPLE))
    for rules, board, max_depth, count in (
            ("classic", four, 1, 1), ("classic", example, 2, 10), ("classic", example, 2, 120),
            ("classic", four, 2, 150), ("extended", four, 1, 1), ("extended", 1, 0, 10),
            ("extended", 1, 2, 10), ("extended", example, 2, 40), ("extended", example, 2, 120),
            ("extended", four, 2, 150), ("extended", (0, 1, 1, 3), 1, 300)):
        yield Setup(rules, board, max_depth), (None,), tuple(range(count))
    for rules in ("classic", "extended") * 2:
        seeds = tuple(rng.randrange(1000) for _ in range(10))
        yield Setup(rules, random_board(rng, 3), 3), (None,), seeds


def random_board(rng: Random, max_depth: int) -> Any:
    """Return a random board as nested tuples."""
    return as_tuples(random_init(0, max_depth, rng).to_nested())


def _one_kind(board: Block, paths: set[Path]) -> Hints | None:
    """Return hints if the ``paths`` chosen are only that of the top-level block, or of leaves."""
    if paths == {()}:
        why = "Your player chooses only the top-level block."
    elif not any(board.at(path).children for path in paths):
        why = "Your player chooses only leaves, so almost none of its moves change the board."
    else:
        return None
    return ("Which blocks does your player choose in all these moves?",
            "A move has a path. You can move any block, divided or not.",
            say("{why} Choose from all blocks: game.board.blocks() returns them.", why=say(why)))


#: In fewer moves than these, something that may occur may be missing by chance.
_MANY, _VERY_MANY = 100, 300

#: On a board with more blocks, some of them may be missing by chance.
_FEW_BLOCKS = 5


def _never(why: str) -> Hints:
    """Return the hints for something that a player never chooses."""
    return ("What does your player choose in all these moves? What does it never choose?",
            "Your player must be able to choose every block, every legal action for that block, "
            "and every colour.", why)


def _chooses_every_block(args: Case, got: Outcome) -> Hints | None:
    """The law that many moves include all blocks of a small board, and all levels of any board."""
    setup, _, seeds = args
    if len(seeds) < _MANY:
        return None
    board = setup.game().board
    chosen = {move.path for move in got.value if move.action is not Action.PASS}
    if hints := _one_kind(board, chosen):
        return hints
    paths = [block.path for block in board.blocks()]
    missing = [path for path in paths if path not in chosen]
    is_small = len(paths) <= _FEW_BLOCKS
    if not is_small:
        levels = {len(path) for path in chosen}
        missing = [path for path in missing if len(path) not in levels]
    if not missing:
        return None
    first, *_ = missing
    return _never(say(
        "In {count} moves, your player never chose the block at path {path}. Choose from all of "
        "list(game.board.blocks()), from index 0 to the last one.", count=len(seeds), path=first))


def _chooses_every_action(args: Case, got: Outcome) -> Hints | None:
    """The law that many moves on a small board include all actions; a pass may be missing."""
    setup, _, seeds = args
    game = setup.game()
    blocks = list(game.board.blocks())
    if len(seeds) < _MANY or len(blocks) > _FEW_BLOCKS:
        return None
    chosen = {move.action for move in got.value} | {Action.PASS}
    never = [action.word for action in game.rules.actions
             if action not in chosen and _is_legal_for_any(action, blocks, game)]
    if not never:
        return None
    return _never(say(
        "In {count} moves, your player never chose these actions: {never}. Choose from all legal "
        "actions of the block: rng.choice(game.legal_actions(block.path)).", count=len(seeds),
        never=", ".join(never)))


def _is_legal_for_any(action: Action, blocks: Sequence[Block], game: Game) -> bool:
    """Whether the rules of a game allow an action for at least one of the blocks."""
    return any(not game.rules.why_not(action, block) for block in blocks)


def _chooses_every_colour(args: Case, got: Outcome) -> Hints | None:
    """The law that very many moves include all colours to paint with."""
    _, _, seeds = args
    colours = {move.colour for move in moves_of(got) if move.action is Action.PAINT}
    if len(seeds) < _VERY_MANY or len(colours) == len(Colour):
        return None
    return _never(say("Your player never paints with one of the colours. Choose from all colours "
                      "except block.colour."))


RandomPlayer = player_task(
    "RandomPlayer", kit.RandomPlayer, _random_cases,
    [kit.RandomPlayer, BlockyPosition.random_move, random_move],
    [is_allowed, _chooses_every_block, _chooses_every_action, _chooses_every_colour])
