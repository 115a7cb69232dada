"""Exercise 08: a player who takes any move."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from blocky import player as kit
from blocky.block import Block, Path, random_init
from blocky.check.boards import EXAMPLE
from blocky.check.tried import Seen, watched
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.check.compare import written
from blocky.kit.check.laws import not_from_rng
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.language import say
from blocky.kit.player import best_move
from blocky.kit.trace import short
from blocky.move import RULE_SETS, Action, Move
from blocky.position import BlockyPosition, as_tuples, random_move

__all__ = ["KITS_PLAYERS", "NOT_UNDONE", "Choices", "Place", "RandomPlayer", "call_of",
           "can_be_made", "choose", "comes_from_rng", "list_of", "no_move", "one_kind",
           "random_board", "returns_moves"]

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


class Choices(list[Any]):
    """What a player chose, in order; and whether games and random numbers were left as before.

    ``seen`` holds for each choice what was seen of the moves that the player tried.
    """

    changed = False
    touched = False

    def __init__(self, moves: Iterable[Any] = ()) -> None:
        super().__init__(moves)
        self.seen: list[Seen] = []


def choose(answer: Any, place: Place, difficulties: tuple[int | None, ...],
            seeds: tuple[int, ...]) -> Any:
    """Return the move of a player, or the moves for each difficulty and each seed."""
    game, choices = place.game(), Choices()
    for difficulty in difficulties:
        player = answer() if difficulty is None else answer(difficulty)
        for count, seed in enumerate(seeds):
            twin, seen = watched(game)
            random.seed(count)
            np.random.seed(count)
            state = random.getstate()
            choices.append(player.make_move(twin, Random(seed)))
            choices.touched |= random.getstate() != state
            choices.changed |= twin.board != game.board or seen.deepest > 3
            choices.seen.append(seen)
    return choices if len(choices) > 1 else choices[0]


def call_of(name: str) -> Callable[..., str]:
    """Return what writes the call of a player's method."""
    def words(place: Place, difficulties: tuple[int | None, ...], seeds: tuple[int, ...]) -> str:
        goals = ", ".join(written(goal) for goal in place.game().goals)
        calls = [f"{name}({'' if each is None else each}).make_move(game, Random(seed))"
                 for each in difficulties]
        range_of = (f"range({len(seeds)})" if seeds == tuple(range(len(seeds))) else
                    f"{list(seeds)}")
        said = (calls[0].replace("seed", str(seeds[0])) if len(seeds) * len(calls) == 1 else
                f"[{', '.join(calls)} for seed in {range_of}]")
        board = written(place.game().board)
        if len(place.colours) > 1:
            return say("{call}\n    in a game with {rules} rules, player {player} to move, goals "
                       "[{goals}],\n    on {board}", call=said, rules=place.rules, goals=goals,
                       player=len(place.colours) - 1, board=board)
        return say("{call}\n    in a game with {rules} rules, goals [{goals}],\n    on {board}",
                   call=said, rules=place.rules, goals=goals, board=board)
    return words


def list_of(got: Outcome) -> Choices:
    """Return what was chosen; a single choice as a list of one."""
    return got.value if isinstance(got.value, Choices) else Choices([got.value])


# -- laws of both --------------------------------------------------------------------------------

def no_move(value: Any) -> Hints:
    """Return the hints for what is returned in place of a move."""
    return ("What does make_move return, on each way through it?",
            "The game expects one Move: an action, with the path of a block.",
            "make_move returns None. Every way through it must end with return and a move: what is "
            "printed is not returned, and a best move that is None at first stays None if no move "
            "is good enough." if value is None else
            say("Return one Move, made by Move(action, path), or by Move(Action.PAINT, path, "
                "colour), not {value}.", value=short(value, 60)))


def returns_moves(args: Case, got: Outcome) -> Hints | None:
    """The law that only moves are returned."""
    wrong = [move for move in list_of(got) if not isinstance(move, Move)]
    if not wrong:
        return None
    place, difficulties, _ = args
    game = place.game()
    better = any(score > game.scores[game.turn] for seen in list_of(got).seen
                 for _, score in seen.tried)
    if wrong[0] is None and difficulties != (None,) and not better:
        return ("What does make_move return, on each way through it?",
                "What if no move that was tried beats the score that there is?",
                "make_move returns None when no move tried is better than now. Under the classic "
                "rules there is no pass: return the best of the moves tried, whatever its score.")
    return no_move(wrong[0])


def comes_from_rng(args: Case, got: Outcome) -> Hints | None:
    """The law that the same rng gives the same moves."""
    _, difficulties, seeds = args
    chosen, first = list_of(got), dict[tuple[int | None, int], Any]()
    keys = [(difficulty, seed) for difficulty in difficulties for seed in seeds]
    same = all(first.setdefault(key, move) == move for key, move in zip(keys, chosen, strict=True))
    if same and not chosen.touched:
        return None
    return not_from_rng(elsewhere=chosen.touched)


def can_be_made(args: Case, got: Outcome) -> Hints | None:
    """See whether the rules allow the moves; those of a random player may be refused smashes."""
    place, difficulties, _ = args
    game, chosen = place.game(), list_of(got)
    smart = difficulties != (None,)
    for move in chosen:
        refused = game.why_not(move)
        if smart and move.action is Action.SMASH:
            return ("Which actions does your player try?",
                    "What a smash brings is random. Trying it tells nothing of what it will bring "
                    "when it is made.",
                    "A smart player never smashes. Leave Action.SMASH out of the actions.")
        if refused and not (game.rules.forfeits and move.action is Action.SMASH
                            and move.action in game.rules.actions and _is_there(game, move)):
            if chosen.changed and not _is_there(game, move):
                return NOT_UNDONE
            return ("Would the game make each of the moves that are returned?",
                    say("One of them is to {move}. Why is it refused?", move=move),
                    say("One of the moves is refused: {move}. {refused} game.legal_actions(path) "
                        "gives the actions that the rules allow.", move=move, refused=refused))
    return None


def _is_there(game: Game, move: Move) -> bool:
    try:
        game.board.at(move.path)
    except ValueError:
        return False
    return True


NOT_UNDONE = ("How does the board look to your player when it tries the second move?",
               "Each move must be tried on the board as it is. What does your player do between "
               "two tries?",
               "What a move has changed on trial is still there when the next is tried: take it "
               "back as soon as its score is known. game.score_after(move) leaves the game as it "
               "was.")


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
    place, _, seeds = args
    if len(seeds) < 100:
        return None
    game, count = place.game(), len(seeds)
    moves = [move for move in got.value if move.action is not Action.PASS]
    blocks = {block.path: block for block in game.board.blocks()}
    chosen, actions = {move.path for move in moves}, {move.action for move in got.value}
    if len(set(got.value)) == 1:
        return ("Compare the moves above. Does another rng bring another move?",
                "A player is made once, and asked for a move in every turn.",
                "It is the same move every time. Choose a new one in each call of make_move, and "
                "keep none from one turn to the next.")
    if hints := one_kind(game.board, chosen):
        return hints
    few = len(blocks) <= 5
    missing = [path for path in blocks if path not in chosen and (few or len(path) not in map(
        len, chosen))]
    never = [action.value for action in game.rules.actions if few and action not in actions
             and action is not Action.PASS and any(
                 not game.rules.why_not(action, block) for block in blocks.values())]
    colours = {move.colour for move in moves if move.action is Action.PAINT}
    why = (
        say("In {count} moves no block at level {level} was chosen, such as {path}, only those at "
            "level {seen}. Choose from all blocks: game.board.blocks() gives them.", count=count,
            level=len(missing[0]), path=missing[0],
            seen=", ".join(map(str, sorted({len(path) for path in chosen}))))
        if missing and len(missing[0]) not in map(len, chosen) else
        say("In {count} moves the block {path} was never chosen.", path=missing[0], count=count)
        if missing else
        say("Never chosen in {count} moves, though possible on this board: {never}. Draw one of "
            "all the actions that are legal for the block: "
            "rng.choice(game.legal_actions(block.path)).", count=count, never=", ".join(never))
        if never else
        say("Some colour was never painted. Choose from all colours other than block.colour.")
        if count >= 300 and len(colours) < len(Colour) else "")
    return ("What does your player choose in the many moves above, and what never?",
            "Every block must have a chance, and every action of game.rules.actions that is legal "
            "for it, with every colour.", why) if why else None


RandomPlayer = Task(
    "RandomPlayer", kit.RandomPlayer, _random_cases, choose, only_laws=True,
    laws=[returns_moves, can_be_made, comes_from_rng, _all_occur],
    words=call_of("RandomPlayer"), needs="a class, a subclass of Player",
    form=subclass_of(kit.Player, "make_move"),
    kits=[kit.RandomPlayer, BlockyPosition.random_move, random_move],
)
