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
    """What a game is made of, in which a player then has to move; it's hashable, unlike a Game.

    ``rules`` and ``goal`` are keys of RULE_SETS and _GOALS, and ``nested`` is the board as nested
    tuples. ``colours`` has the colour of each player's goal. ``moved`` is how many players have
    lost their turn before the player in question; None: all but the last one.
    """

    rules: str
    nested: Any
    max_depth: int
    goal: str = "perimeter"
    colours: tuple[int, ...] = (1,)
    moved: int | None = None

    def game(self) -> Game:
        """Return a new game with the player in question to move."""
        board = Block.from_nested(self.nested, self.max_depth, 16 * 2**self.max_depth)
        game = Game(players=[kit.RandomPlayer() for _ in self.colours], board=board, seed=1,
                    goals=[_GOALS[self.goal](colour) for colour in self.colours], turns=1000,
                    rules=RULE_SETS[self.rules])
        lost_turns = len(self.colours) - 1 if self.moved is None else self.moved
        any_move = Move(Action.PASS if self.rules == "extended" else Action.ROTATE_CLOCKWISE)
        for _ in range(lost_turns):  # a lost turn doesn't change the board
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

#: A player that plays more moves than these one after the other doesn't undo them.
_MOST_DEEP = 3


def _choose(answer: Any, setup: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
            ) -> Seen:
    """Return the moves of players of the class ``answer``, one for each difficulty and seed.

    The value is a list of moves, or the only move; Unsteady if players that have moved in another
    game choose other ones. A difficulty of None means that the class takes no argument. The fact is
    what was observed of the players: see ``observed_in``.
    """
    observed = _Observed()

    def moves(by_used_players: bool) -> Any:
        """Return the moves of new or used players; note in ``observed`` what is tried for them."""
        observed.tries.clear()  # they're those of an earlier call
        game = setup.game()
        chosen = []
        for difficulty in difficulties:
            make = answer if difficulty is None else partial(answer, difficulty)
            player = used(make) if by_used_players else make()
            for seed in seeds:
                twin, tries = watched(game)
                chosen.append(player.make_move(twin, Random(seed)))
                observed.tries.append(tries)
                if twin.board != game.board or tries.deepest > _MOST_DEEP:
                    observed.leaves_a_change = True
        return chosen if len(chosen) > 1 else chosen[0]

    def moves_of_new(rng: Random) -> Any:
        return moves(by_used_players=False)

    def moves_of_used(rng: Random) -> Any:
        try:
            return moves(by_used_players=True)
        except ValueError as error:  # a block of the other game is missing here
            return InWords(str(error))

    # ``steady`` passes an rng, which isn't needed: each move has its own seed
    value = steady(moves_of_new, seed=0, enough=ENOUGH, again=moves_of_used, later=say(USED))
    if isinstance(value, Unsteady) and isinstance(value.then, list):
        value = _first_difference(value)
    return Seen(value, {_OBSERVED: observed})


def _first_difference(lists: Unsteady) -> Unsteady:
    """Return the first two moves that differ in two lists of moves, as an Unsteady as well."""
    for first, then in zip(lists.first, lists.then, strict=True):
        if told(first) != told(then):
            return replace(lists, first=first, then=then)
    return lists


def used(answer: Callable[[], Any], seed: int = 0) -> Any:
    """Return a new player after a move in another game; ``answer`` is its class.

    What the player keeps of that game may show in the next one.
    """
    player = answer()
    with suppress(Exception):  # that game itself doesn't matter
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
    """Return the Python expression for the moves of players; ``name`` is that of their class.

    For several moves, it's a list by seed; for several difficulties, with a tuple for each seed.
    """
    arguments = ["" if difficulty is None else str(difficulty) for difficulty in difficulties]
    calls = [f"{name}({argument}).make_move(game, Random(seed))" for argument in arguments]
    if len(calls) == 1 and len(seeds) == 1:
        return calls[0].replace("seed", str(seeds[0]))
    item = calls[0] if len(calls) == 1 else f"({', '.join(calls)})"
    are_from_0_on = seeds == tuple(range(len(seeds)))
    numbers = f"range({len(seeds)})" if are_from_0_on else f"{list(seeds)}"
    return f"[{item} for seed in {numbers}]"


def _python(name: str, setup: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
            ) -> Call:
    """Return the Call of a case; its remark is what ``_words`` says after the call."""
    _, _, words_after_the_call = _words(name, setup, difficulties, seeds).partition("\n")
    return Call(_call(name, difficulties, seeds), {"game": setup.game()},
                remark=words_after_the_call)


def _words(name: str, setup: Setup, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]
           ) -> str:
    """Return a case in words: the call, the rules, the goals and the board.

    If there are several goals, also say whose turn it is.
    """
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
    """Return the hints for a smart player that returns None if no move beats the current score."""
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
    """Return hints about the first result that isn't a Move."""
    results = moves_of(got)
    wrong_results = [each for each in results if not isinstance(each, Move)]
    if not wrong_results:
        return None
    first, *_ = wrong_results
    setup, difficulties, _ = args
    is_smart = difficulties != (None,)
    never_returns_a_move = len(wrong_results) == len(results) > 1
    if first is None and is_smart and not never_returns_a_move:
        return _no_best_move(setup)
    return no_move(first)


NOT_UNDONE = ("What does the board look like when your player tries the second move?",
              "Try each move on the board as it was at the start of the turn.",
              "The changes from one try are still there when you try the next move. Undo each move "
              "as soon as you know its score, or use game.score_after(move), which undoes it for "
              "you.")


def is_allowed(args: Case, got: Outcome) -> Hints | None:
    """Return hints about the first move that the rules don't allow.

    A smash may be refused under rules by which that only loses a turn. If a move's block isn't
    there, and the player left a board changed, the hints are NOT_UNDONE.
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
    """Return the task of writing a player; only laws check it, as its moves are random.

    ``kits`` are the kit's functions that a student must not use. ``laws`` come after those of all
    players, so they get only Moves.
    """
    return Task(name, right, cases, _choose, only_laws=True, words=partial(_words, name),
                python=partial(_python, name), kits=kits, laws=[from_rng, _returns_moves, *laws],
                form=subclass_of(kit.Player, "make_move"), needs="a class, a subclass of Player")


# -- a random player -----------------------------------------------------------------------------

def _random_cases(rng: Random) -> Cases:
    """Yield setups, None as the only difficulty, and seeds, one for each move to choose."""
    four = (0, 1, 2, 3)
    example = as_tuples(list(EXAMPLE))
    for rules, board, max_depth, number_of_moves in (
            ("classic", four, 1, 1), ("classic", example, 2, 10), ("classic", example, 2, 120),
            ("classic", four, 2, 150), ("extended", four, 1, 1), ("extended", 1, 0, 10),
            ("extended", 1, 2, 10), ("extended", example, 2, 40), ("extended", example, 2, 120),
            ("extended", four, 2, 150), ("extended", (0, 1, 1, 3), 1, 300)):
        yield Setup(rules, board, max_depth), (None,), tuple(range(number_of_moves))
    for rules in ("classic", "extended") * 2:
        seeds = tuple(rng.randrange(1000) for _ in range(10))
        yield Setup(rules, random_board(rng, 3), 3), (None,), seeds


def random_board(rng: Random, max_depth: int) -> Any:
    """Return a random board as nested tuples."""
    return as_tuples(random_init(0, max_depth, rng).to_nested())


def _only_one_kind(board: Block, paths: set[Path]) -> Hints | None:
    """Return hints if all ``paths`` lead to the top-level block, or all of them to leaves."""
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
    """Return hints if many moves leave out a block of a small board, or a level of a large one."""
    setup, _, seeds = args
    if len(seeds) < _MANY:
        return None
    board = setup.game().board
    chosen = {move.path for move in got.value if move.action is not Action.PASS}
    if hints := _only_one_kind(board, chosen):
        return hints
    paths = [block.path for block in board.blocks()]
    missing = [path for path in paths if path not in chosen]
    is_small = len(paths) <= _FEW_BLOCKS
    if not is_small:  # a block may be missing by chance, but not all blocks of its level
        chosen_levels = {len(path) for path in chosen}
        missing = [path for path in missing if len(path) not in chosen_levels]
    if not missing:
        return None
    first, *_ = missing
    return _never(say(
        "In {count} moves, your player never chose the block at path {path}. Choose from all of "
        "list(game.board.blocks()), from index 0 to the last one.", count=len(seeds), path=first))


def _chooses_every_action(args: Case, got: Outcome) -> Hints | None:
    """Return hints if many moves on a small board leave out a legal action other than a pass."""
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
    """Return hints if very many moves leave out a colour to paint with."""
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
