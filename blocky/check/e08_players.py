"""Exercise 08: a player who takes any move, and one who tries some and takes the best."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from blocky import player as kit
from blocky.block import Block, Path, random_init
from blocky.check.boards import EXAMPLE
from blocky.colour import Colour
from blocky.game import Game
from blocky.goal import BlobGoal, PerimeterGoal
from blocky.kit.check.run import Outcome
from blocky.kit.check.task import Case, Hints, Task, subclass_of
from blocky.kit.check.told import written
from blocky.kit.language import say
from blocky.move import RULE_SETS, Action, Move
from blocky.position import as_tuples

__all__ = ["RandomPlayer", "SmartPlayer"]

_GOALS = {"blob": BlobGoal, "perimeter": PerimeterGoal}
_NEVER = (Action.SMASH, Action.PASS)


class Place(NamedTuple):
    """What a game is made of in which the last player has to move; it can be a key."""

    rules: str
    nested: Any
    max_depth: int
    goal: str = "perimeter"
    colours: tuple[int, ...] = (1,)

    def game(self) -> Game:
        """Return a new game, with the last player to move."""
        board = Block.from_nested(self.nested, self.max_depth, 16 * 2**self.max_depth)
        game = Game(players=[kit.RandomPlayer() for _ in self.colours], board=board, seed=1,
                    goals=[_GOALS[self.goal](colour) for colour in self.colours], turns=1000,
                    rules=RULE_SETS[self.rules])
        for _ in self.colours[1:]:
            game.forfeit(Move(Action.PASS) if self.rules == "extended" else
                         Move(Action.ROTATE_CLOCKWISE), say("the others have moved"))
        return game


class Choices(list[Any]):
    """What a player chose, in order; and whether games and random numbers were left as before."""

    changed = False
    touched = False


def _choose(answer: Any, place: Place, difficulties: tuple[int | None, ...],
            seeds: tuple[int, ...]) -> Any:
    """Return the move of a player, or the moves for each difficulty and each seed."""
    game, choices = place.game(), Choices()
    for difficulty in difficulties:
        player = answer() if difficulty is None else answer(difficulty)
        for count, seed in enumerate(seeds):
            twin = game.copy()
            random.seed(count)
            np.random.seed(count)
            state = random.getstate()
            choices.append(player.make_move(twin, Random(seed)))
            choices.touched |= random.getstate() != state
            choices.changed |= twin.board != game.board
    return choices if len(choices) > 1 else choices[0]


def _written(name: str) -> Callable[..., str]:
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


def _list(got: Outcome) -> Choices:
    """Return what was chosen; a single choice as a list of one."""
    return got.value if isinstance(got.value, Choices) else Choices([got.value])


# -- laws of both --------------------------------------------------------------------------------

_NO_MOVE = ("What does make_move return, on each way through it?",
            "The game expects one Move: an action, with the path of a block.",)


def _returns_moves(args: Case, got: Outcome) -> Hints | None:
    wrong = next((move for move in _list(got) if not isinstance(move, Move)), got)
    smart = args[1] != (None,)
    if wrong is got:
        return None
    if wrong is None and smart:
        return (_NO_MOVE[0], "What if no move that was tried beats the score that there is?",
                "make_move returns None when no move tried is better than now. Under the classic "
                "rules there is no pass: return the best of the moves tried, whatever its score.")
    if wrong is None:
        return (*_NO_MOVE, "make_move returns None: a return is missing.")
    if isinstance(wrong, (tuple, list)):
        return (*_NO_MOVE, "A tuple is no move. Return the move alone, without what belongs to it.")
    if isinstance(wrong, (int, float, np.integer)):
        return (*_NO_MOVE, "This is a score, not a move. Keep the move that belongs to the best "
                "score, and return that.")
    if isinstance(wrong, Block):
        return (*_NO_MOVE, "This is a block. Return Move(action, block.path).")
    return (*_NO_MOVE, "Return Move(action, path). To paint takes a colour too: "
            "Move(Action.PAINT, path, colour).")


def _comes_from_rng(args: Case, got: Outcome) -> Hints | None:
    _, difficulties, seeds = args
    chosen, first = _list(got), dict[tuple[int | None, int], Any]()
    keys = [(difficulty, seed) for difficulty in difficulties for seed in seeds]
    same = all(first.setdefault(key, move) == move for key, move in zip(keys, chosen, strict=True))
    if same and not chosen.touched:
        return None
    return ("Where do the random numbers of your player come from?",
            "Two games with the same seed must be the same, move by move. Which random choice does "
            "not depend on rng?",
            "Not every random choice comes from rng. Write rng.choice(...) instead of "
            "random.choice(...), and keep nothing from one turn to the next.")


def _can_be_made(args: Case, got: Outcome) -> Hints | None:
    """See whether the rules allow the moves; those of a random player may be refused smashes."""
    place, difficulties, _ = args
    game, chosen = place.game(), _list(got)
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
                return _NOT_UNDONE
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


_NOT_UNDONE = ("How does the board look to your player when it tries the second move?",
               "Each move must be tried on the board as it is. What does your player do between "
               "two tries?",
               "The moves tried are not undone, or not in the right way, so that each is tried on "
               "what the others left. game.score_after(move) leaves the game as it was.")


# -- a random player -----------------------------------------------------------------------------

def _random_cases(rng: Random) -> Iterator[Case]:
    def case(rules: str, nested: Any, max_depth: int, *seeds: int) -> Case:
        return Place(rules, nested, max_depth), (None,), seeds

    yield case("classic", (0, 1, 2, 3), 1, 0)
    yield case("extended", (0, 1, 2, 3), 1, 0)
    yield case("extended", 1, 0, *range(10))
    yield case("extended", 1, 2, *range(10))
    yield case("classic", as_tuples(list(EXAMPLE)), 2, *range(10))
    yield case("extended", as_tuples(list(EXAMPLE)), 2, *range(40))
    yield case("extended", as_tuples(list(EXAMPLE)), 2, *range(10), *range(10))
    for rules in ("classic", "extended"):
        yield case(rules, as_tuples(list(EXAMPLE)), 2, *range(120))
        yield case(rules, (0, 1, 2, 3), 2, *range(150))
    yield case("extended", (0, 1, 1, 3), 1, *range(300))
    for rules in ("classic", "extended") * 2:
        board = _random_board(rng, 3)
        yield case(rules, board, 3, *(rng.randrange(1000) for _ in range(10)))


def _random_board(rng: Random, max_depth: int) -> Any:
    """Return a random board as nested tuples."""
    return as_tuples(random_init(0, max_depth, rng).to_nested())


def _one_kind(board: Block, paths: set[Path]) -> Hints | None:
    """See whether blocks of only one kind are chosen."""
    if paths == {()}:
        return ("Which blocks does your player choose in the many moves above?",
                "A move has a path. Is yours ever another than ()?",
                "Only the top-level block is ever chosen. Choose from all blocks: "
                "game.board.blocks() gives them.")
    if not any(board.at(path).children for path in paths):
        return ("Which blocks does your player choose in the many moves above?",
                "Can a divided block be moved, too?",
                "Only leaves are ever chosen, so that hardly a move changes the board. Choose from "
                "all blocks: game.board.blocks() gives them.")
    return None


def _all_occur(args: Case, got: Outcome) -> Hints | None:
    """See whether many moves have all levels, blocks and actions."""
    place, _, seeds = args
    if len(seeds) < 100:
        return None
    game = place.game()
    moves = [move for move in got.value if move.action is not Action.PASS]
    blocks = {block.path: block for block in game.board.blocks()}
    chosen = {move.path for move in moves}
    if hints := _one_kind(game.board, chosen):
        return hints
    missing = set(range(place.max_depth + 1)) & ({block.level for block in blocks.values()}
                                                 - {len(path) for path in chosen})
    if missing:
        return ("On which levels are the blocks that your player chooses?",
                "Every block of the board must have a chance, the top-level block as well.",
                say("No block at level {missing} was chosen in {count} moves.",
                    missing=min(missing), count=len(seeds)))
    if len(blocks) <= 5 and chosen != set(blocks):
        path = min(set(blocks) - chosen)
        return ("Which blocks does your player choose in the many moves above?",
                "Every block of the board must have a chance.",
                say("The block {path} was never chosen in {count} moves.", path=path,
                    count=len(seeds)))
    actions = {move.action for move in got.value}
    allowed = [action for action in game.rules.actions if action is not Action.PASS and any(
        not game.rules.why_not(action, block) for block in blocks.values())]
    never = [action for action in allowed if action not in actions] if len(blocks) <= 5 else []
    if never:
        return ("Which actions does your player choose in the many moves above?",
                "game.rules.actions are all actions of the rules; which of them are legal depends "
                "on the block.",
                say("Never chosen in {count} moves, though possible on this board: {never}.",
                    count=len(seeds), never=", ".join(action.value for action in never)))
    colours = {move.colour for move in moves if move.action is Action.PAINT}
    if len(seeds) >= 300 and len(colours) < len(Colour):
        return ("Which colours does your player paint with in the many moves above?",
                "A cell may become any colour but the one that it has.",
                "Some colour was never painted. Choose from all colours other than block.colour.")
    return None


RandomPlayer = Task(
    "RandomPlayer", kit.RandomPlayer, _random_cases, _choose, only_laws=True, most_calls=None,
    laws=[_returns_moves, _can_be_made, _comes_from_rng, _all_occur],
    words=_written("RandomPlayer"), needs="a class, a subclass of Player",
    form=subclass_of(kit.Player),
    hints=("Go through make_move for the small board above.",
           "Choose a block of game.board, then an action, and return the Move.",
           "game.board.blocks() gives all blocks, game.legal_actions(block.path) what can be done "
           "with one, and rng.choice(list) one item of a list."),
)


# -- a smart player ------------------------------------------------------------------------------

_TWO_GOALS = (0, (0, 1, 2, 2), (1, 0, 2, 1), 0)
_RARE = (1, (2, 2, (1, 1, 2, 2), (1, 1, 1, 0)), 2, 0)


_TRIES = "5, 10, 25, 50, 100, 150 moves for difficulty 0, 1, 2, 3, 4, and 5 or more"


def _smart_cases(rng: Random) -> Iterator[Case]:
    few = (0, 1, 2)
    BlobGoal(0).score_grid(np.zeros((1, 1), dtype=np.int8))  # loads a library, which takes time
    example = as_tuples(list(EXAMPLE))
    yield Place("classic", (1, 0, 2, 0), 1), (0,), (0,)
    yield Place("classic", (1, 1, 1, 1), 2, colours=(0,)), (0,), (0,)
    yield Place("classic", (1, 1, 1, 1), 2, colours=(0,)), (2,), few
    yield Place("classic", example, 2), (7,), (0,)
    yield Place("classic", example, 2), (0, 1, 2), (0, 1, 0, 1)
    yield Place("classic", _TWO_GOALS, 2), (1,), tuple(range(20))
    yield Place("classic", _TWO_GOALS, 2), (0, 5), few
    yield Place("classic", _TWO_GOALS, 2, colours=(1, 0)), (5,), few
    yield Place("classic", _RARE, 3), (0, 3), tuple(range(6))
    yield Place("extended", 1, 2), (1,), few
    yield Place("extended", (1, 2, 2, 2), 1, "blob", (0, 2)), (2,), few
    yield Place("extended", (2, (2, 0, 0, 0), 2, (2, 0, 0, 0)), 2, colours=(1, 0)), (5,), (0, 1)
    for rules in ("classic", "extended"):
        yield Place(rules, _random_board(rng, 2), 2, colours=(2, 3)), (1,), few


def _blocks_vary(args: Case, got: Outcome) -> Hints | None:
    """See whether the moves are neither all on the top-level block nor all on leaves."""
    place, _, seeds = args
    if len(seeds) < 20:
        return None
    return _one_kind(place.game().board, {move.path for move in got.value})


@cache
def _scores(place: Place, player: int) -> dict[Move, int]:
    """Return for every move that a smart player can try the score that it gives a player."""
    game, scores = place.game(), {}
    for block in list(game.board.blocks()):
        for action in game.rules.legal_actions(block):
            colours = [each for each in Colour if each != block.colour]
            for colour in colours if action is Action.PAINT else [None]:
                if action not in _NEVER:
                    move = Move(action, block.path, colour)
                    game.play(move)
                    scores[move] = game.scores[player]
                    game.undo()
    return scores


def _is_the_best(args: Case, got: Outcome) -> Hints | None:
    """See whether a player who tries many moves finds the best, and passes if there is none."""
    place, difficulties, seeds = args
    game, chosen = place.game(), _list(got)
    own, now = _scores(place, game.turn), game.scores[game.turn]
    best, passes = max(own.values()), Action.PASS in game.rules.actions
    moves = [move for move in chosen if move.action is not Action.PASS]
    if passes and any(own[move] <= now for move in moves):
        worse = next(move for move in moves if own[move] <= now)
        if chosen.changed:
            return _NOT_UNDONE
        if own[worse] + game.rules.cost(worse.action) > now:
            return ("What does the score become when the move above is made?",
                    "Under the extended rules some actions cost points.",
                    "The cost of the action is forgotten. game.score_after(move) takes it off; "
                    "game.rules.cost(action) is what it costs.")
        return ("What is the score before the move, and what is it after?",
                "When should a player pass, under the extended rules?",
                "No move tried beats the score that there is, so the player must pass: return "
                "Move(Action.PASS) unless the best score is higher than "
                "game.scores[game.turn].")
    strong = chosen[-len(seeds):]
    if difficulties[-1] != 5 or best == now or all(own.get(move) == best for move in strong):
        return None
    if not moves:
        return ("When should a player pass, under the extended rules?",
                "There is a move that beats the score that there is. Is it tried?",
                say("Your player passes, though a move can raise the score from {now} to {best}.",
                    now=now, best=best))
    return _why_not_best(place, game, chosen, len(seeds))


def _why_not_best(place: Place, game: Game, chosen: Choices, number: int) -> Hints:
    """Return the hints for a player whose last ``number`` moves, found by many tries, are bad."""
    own, strong = _scores(place, game.turn), chosen[-number:]
    if chosen.changed:
        return _NOT_UNDONE
    for player in range(game.turn):
        other = _scores(place, player)
        if all(other.get(move) == max(other.values()) for move in strong):
            return ("Whose score does your player compare?",
                    "Each player has a goal. Whose turn is it?",
                    "Your player takes what is best for player 0. Whose turn it is is game.turn, "
                    "and its goal is game.goals[game.turn].")
    if all(own.get(move) == min(own.values()) for move in strong):
        return ("What are the scores of the moves that are returned, and what could they be?",
                "Does a higher score make a move better for your player, or worse?",
                "Your player takes the worst of the moves that it tries. Take the one with the "
                "highest score.")
    if strong == chosen[:-number]:
        return ("What changes in your player when the difficulty changes?",
                "With the same seed, a weak player and a strong one choose the same moves above. "
                "Where is the difficulty used?",
                say("The difficulty has no effect. A smart player tries {tries}.",
                    tries=say(_TRIES)))
    return ("What are the scores of the moves that are returned, and what could they be?",
            "What does your player keep while it tries: the best move up to now, or the last one?",
            say("Your player returns a move that is not the best of those that it tried, or it "
                "does not try enough. Keep the best score and the move that belongs to it, and "
                "replace both only when a better one comes. It tries {tries}.",
                tries=say(_TRIES)))


def _grows_with_difficulty(args: Case, got: Outcome) -> Hints | None:
    """See whether many tries find better moves than few, where hardly a move is the best."""
    place, _, seeds = args
    if place.nested != _RARE:
        return None
    number, chosen, own = len(seeds), _list(got), _scores(place, 0)
    weak, strong = ([own[move] for move in moves] for moves in (chosen[:number], chosen[number:]))
    if weak.count(max(own.values())) >= number - 1:
        return ("How many moves does a player of difficulty 0 try?",
                "On this board hardly a move is the best one, and with difficulty 0 your player "
                "finds it nearly always.",
                say("It tries too many moves with difficulty 0. A smart player tries {tries}.",
                    tries=say(_TRIES)))
    return _why_not_best(place, place.game(), chosen, number) if sum(strong) <= sum(weak) else None


SmartPlayer = Task(
    "SmartPlayer", kit.SmartPlayer, _smart_cases, _choose, only_laws=True, most_calls=None,
    laws=[_returns_moves, _can_be_made, _comes_from_rng, _blocks_vary, _grows_with_difficulty,
          _is_the_best],
    words=_written("SmartPlayer"), needs="a class, a subclass of Player",
    form=subclass_of(kit.Player),
    hints=("Go through make_move for the small board above.",
           "For each try: choose a block and an action, and ask game.score_after(move).",
           "Keep the best score and its move. At the end return that move; or Move(Action.PASS), "
           "if the rules have it and the best score is not higher than game.scores[game.turn]."),
)
