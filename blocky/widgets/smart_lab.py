"""The smart-player laboratory: what a smart player tries and chooses, and what more tries gain."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import ipywidgets as w
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from blocky import draw
from blocky.block import Block
from blocky.colour import PALETTES, Colour
from blocky.draw import tries
from blocky.draw.moves import frame_block
from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit.draw.picture import MARK, clear
from blocky.kit.draw.still import StillAxes
from blocky.kit.language import say, say_count
from blocky.kit.values import count, expect
from blocky.kit.widgets.changes import why_no_undo
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.live import status
from blocky.kit.widgets.panel import Panel
from blocky.kit.widgets.work import Many
from blocky.move import CLASSIC, RULE_SETS, Action, Move, RuleSet
from blocky.parts import Parts
from blocky.player import SmartPlayer

__all__ = ["SmartLab", "explore_smart_player"]

DEEPEST = 8
HARDEST = len(SmartPlayer.TRIES) - 1
MAX_SEED = 999_999
PAGE = tries.COLUMNS * tries.ROWS
#: Where the axes stand: left, bottom, width and height as parts of the figure.
SHEET = (0.005, 0.01, 0.595, 0.98)
PAIR = ((0.62, 0.565, 0.18, 0.3516), (0.815, 0.565, 0.18, 0.3516))
HISTOGRAM = (0.67, 0.115, 0.315, 0.285)
GAINS = (0.07, 0.22, 0.91, 0.66)

#: How the score of the marked try is shown under the histogram.
POINTER: dict[str, Any] = {
    "marker": "^", "markersize": 9, "color": MARK, "clip_on": False, "zorder": 5,
}


def explore_smart_player(game: Game | None = None, *, difficulty: int = 2, seed: int = 7,
                         max_depth: int = 4, goal: Goal | None = None, rules: RuleSet = CLASSIC,
                         palette: str = "safe", letters: bool = False,
                         big: bool = False) -> SmartLab:
    """Return a laboratory that shows what a smart player of ``difficulty`` tries, for a notebook.

    It tries on the random board of ``seed`` and ``max_depth``, for ``goal`` (a blob of blue,
    unless another is given). ``game`` gives the board, the rules, and the goal of the player whose
    turn it is, instead; it is not changed, and the costs of moves made in it are not counted.
    ``big`` makes everything large enough for a class to see.
    """
    return SmartLab(game, goal, rules, difficulty, seed, max_depth, palette=palette,
                    letters=letters, big=big)


class _Watched(SmartPlayer):
    """A smart player who keeps the moves that it tried in ``tried``."""

    tried: list[tuple[int, Move]]

    def try_moves(self, game: Game, rng: Random) -> list[tuple[int, Move]]:
        """Return the moves tried, each behind the score that it would give."""
        self.tried = super().try_moves(game, rng)
        return self.tried


class SmartLab(Panel):
    """A board, and what a smart player tries on it.

    Attributes:
        game: the game of one player that is being played.
        tried: the moves tried now, each behind the score that it would give.
        move: the move that the player chooses: one of those tried, or to pass.
        chosen: the number of the try that was chosen, from 0; None if the player passes.
        number: the number of the try that is marked, from 0.
        difficulty, tries_seed, goal, colour, rules, seed, depth: the controls.
        many: what each difficulty gains on each of many boards.
    """

    palettes = PALETTES

    def __init__(self, game: Game | None, goal: Goal | None, rules: RuleSet, difficulty: int,
                 seed: int, max_depth: int, **looks: Any) -> None:
        self._given: Block | None = None
        self._parts = Parts()
        if game is not None:
            expect("game", game, Game, "a Game(...)")
            if goal is not None:
                raise ValueError(say("Give a game to look at, or a goal for a new one, not both."))
            self._given, self._parts = game.board.copy(), game.parts
            max_depth, rules = game.board.max_depth, game.rules
            goal = game.goals[game.turn]
        goal = expect("goal", goal or BlobGoal(Colour.BLUE), Goal,
                      say("a goal such as BlobGoal(0)"))
        if rules not in RULE_SETS.values():
            raise ValueError(say("rules must be CLASSIC or EXTENDED, not {rules!r}.", rules=rules))
        for name, value, most in (("difficulty", difficulty, HARDEST), ("seed", seed, MAX_SEED),
                                  ("max_depth", max_depth, DEEPEST)):
            if count(name, value) > most:
                raise ValueError(say("{name} must be {most} or less, not {value}.", name=name,
                                     most=most, value=value))
        super().__init__((8.4, 4.3), **looks)
        self.number = 0
        self._about = ""
        self._page: int | None = None
        self._make_canvas()
        self._make_controls(difficulty, seed, max_depth, goal, rules)
        self.begin()

    # -- the game --------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin again on the board chosen, with the goal and the rules chosen."""
        self.game = self._new_game(self.seed.value, self._settings())
        self.try_moves()

    def new_board(self) -> None:
        """Begin on the random board of the seed and the depth chosen."""
        self._given = None
        self.begin()

    def _settings(self) -> dict[str, Any]:
        goal = copy.copy(self._goals[self.goal.value])
        goal.colour = Colour(self.colour.value)
        return {"goals": [goal], "rules": RULE_SETS[self.rules.value], "parts": self._parts,
                "max_depth": self.depth.value}

    def _new_game(self, seed: int, settings: dict[str, Any], given: bool = True) -> Game:
        return Game(players=[SmartPlayer()], turns=1000, seed=seed,
                    board=self._given if given else None, **settings)

    def try_moves(self) -> None:
        """Let the player try moves on the board as it stands, and choose; show them."""
        player = _Watched(self.difficulty.value)
        rng = self.rng(self.game.seed, len(self.game.history))
        self.move, self.tried = player.make_move(self.game.copy(), rng), player.tried
        scores = [score for score, _ in self.tried]
        self.number = self._first_best = scores.index(max(scores))
        self.chosen = None if self.move.action is Action.PASS else self._first_best
        self._page = None
        self.say("")
        self._why.value = status(self.why(), "font-weight: bold")
        self._histogram.clear()
        self._histogram_on(self._histogram)
        self.show_try()

    def rng(self, seed: int | str, moves: int) -> Random:
        """Return the generator of the tries on the board of a seed after so many moves."""
        return Random(f"tries {self.tries_seed.value}: board {seed}, move {moves}")

    def try_again(self) -> None:
        """Try other moves on the same board."""
        self.tries_seed.value = (self.tries_seed.value + 1) % (MAX_SEED + 1)

    def make_move(self) -> None:
        """Make the move chosen, and let the player try moves on the board after it."""
        before, move = self.game.scores[0], self.move
        self.game.play(move)
        self.try_moves()
        self.say(say("The player chose to {move}. The score was {before} and is {now} now.",
                     move=move, before=before, now=self.game.scores[0]))

    def undo(self) -> None:
        """Take back the last move made here."""
        if reason := why_no_undo(self.game.undoable):
            raise ValueError(reason)
        self.game.undo()
        self.try_moves()
        self.say(say_count("{count} move is made now.", "{count} moves are made now.",
                           len(self.game.history)))

    def history(self) -> str:
        """Return the scores over the moves made, if any."""
        moves = len(self.game.history)
        if not moves:
            return ""
        scores = [*self.game.start_scores, *(turn.scores[0] for turn in self.game.history)]
        shown = [*(["…"] if len(scores) > 12 else []), *map(str, scores[-12:])]
        return say_count("Scores over {count} move: {scores}.", "Scores over {count} moves: "
                         "{scores}.", moves, scores=" → ".join(shown))

    def why(self) -> str:
        """Return what the player chooses, and why, in sentences."""
        now = self.game.scores[0]
        score, move = self.tried[self._first_best]
        as_good = sum(other == score for other, _ in self.tried)
        sentences = [say("The player made {count} tries.", count=len(self.tried))]
        if self.chosen is None:
            sentences.append(say("No move tried beats the score that it has, {now}: the best one "
                                 "gives {score}. So it passes.", now=now, score=score))
            return " ".join(sentences)
        sentences.append(say_count(
            "The best score, {score}, was found by try {number}: {move}.",
            "The best score, {score}, was found {count} times, first by try {number}: {move}.",
            as_good, score=score, number=self.chosen + 1, move=move))
        if cost := self.game.rules.cost(move.action):
            sentences.append(say("The cost of {cost} is taken off already.", cost=cost))
        gain = score - now
        sentences.append(
            say("The score now is {now}, so it gains {gain}.", now=now, gain=gain) if gain > 0 else
            say("The score now is {now}, so it loses {loss}, but it may not pass.", now=now,
                loss=-gain) if gain else
            say("The score now is {now}, so it gains nothing, but it may not pass.", now=now))
        return " ".join(sentences)

    # -- one try ---------------------------------------------------------------------------

    def select(self, number: int) -> None:
        """Mark a try by its number, from 0; one before the first or after the last is that."""
        number = min(max(number, 0), len(self.tried) - 1)
        if number != self.number:
            self.number = number
            self.show_try()

    def next_try(self, by: int = 1) -> None:
        """Mark the try that is so many places further; -1 is the one before."""
        self.select(self.number + by)

    def select_chosen(self) -> None:
        """Mark the try that the player chooses, or the best one if it passes."""
        self.select(self._first_best)

    def point_at(self, x: float, y: float) -> None:
        """Mark the try at a place of the sheet, in boards from its upper left corner."""
        number = self.number // PAGE * PAGE + int(y) * tries.COLUMNS + int(x)
        if number < len(self.tried):
            self.select(number)

    def after(self, number: int) -> Block:
        """Return the board after the move of a try."""
        move = self.tried[number][1]
        board = self.game.board.copy()
        self._parts.perform(move, board.at(move.path), Random(0))
        return board

    def sentence(self) -> str:
        """Return the marked try: its move, its score, and what that gains."""
        score, move = self.tried[self.number]
        gain = score - self.game.scores[0]
        cost = self.game.rules.cost(move.action)
        fields = {"number": self.number + 1, "count": len(self.tried), "move": move,
                  "score": score, "cost": cost}
        fields["compared"] = (say("{gain} more than now", gain=gain) if gain > 0 else
                              say("{loss} less than now", loss=-gain) if gain else
                              say("the same as now"))
        sentences = [say("Try {number} of {count}: {move} gives {score}, {compared}, the cost of "
                         "{cost} taken off.", **fields) if cost else
                     say("Try {number} of {count}: {move} gives {score}, {compared}.", **fields)]
        if self.after(self.number) == self.game.board:
            sentences.append(say("It changes nothing on the board."))
        if self.number == self.chosen:
            sentences.append(say("It is the one chosen."))
        return " ".join(sentences)

    def show_try(self) -> None:
        """Show the marked try: on its page, and larger beside the board as it is."""
        page, place = divmod(self.number, PAGE)
        if page != self._page:
            self._page = page
            self._sheet.clear()
            tries.sheet(self._trials(), self._sheet, **self.looks)
        self._frame.set_xy(tries.frame(place).get_xy())
        for ax, (board, title) in zip(self._pair_axes, self._pair(), strict=True):
            self._draw_board(ax, board, title)
        self._pointer.set_data([self.tried[self.number][0]], [0])
        text = self.sentence()
        self._sentence.value = status(text) + status(self.history())
        pages = -(-len(self.tried) // PAGE)
        self._paging.value = say("Page {page} of {pages}", page=page + 1, pages=pages)
        self.show_possible()
        self.buttons["page before"].disabled = page == 0
        self.buttons["next page"].disabled = page == pages - 1
        self.live.redraw()
        self.live.describe(" ".join([say("The boards that the smart player tried."), self.why(),
                                     text, self.history(), self.keys_text()]))

    def _pair(self) -> list[tuple[Block, str]]:
        """Return the board as it is and after the marked try, each with its title."""
        return [(self.game.board, say("before")),
                (self.after(self.number), say("after try {number}", number=self.number + 1))]

    def _draw_board(self, ax: Axes, board: Block, title: str) -> None:
        """Draw a board in place of what ``ax`` shows, with the block of the marked try framed."""
        clear(ax, pixels=False)
        for artist in [*ax.artists]:
            artist.remove()
        draw.board(board, ax, **self.looks)
        frame_block(ax, self.tried[self.number][1].path, 2**board.max_depth)
        ax.set_title(title, fontsize=9, color=draw.INK, pad=4)

    def _trials(self) -> list[tries.Try]:
        """Return the tries of the page shown, as the sheet takes them."""
        first = self.number // PAGE * PAGE
        return [tries.Try(self.after(number), move.path, score, number == self.chosen)
                for number, (score, move) in enumerate(self.tried)
                if first <= number < first + PAGE]

    def _histogram_on(self, ax: Axes) -> draw.Picture:
        best = None if self.chosen is None else self.tried[self.chosen][0]
        return tries.histogram([score for score, _ in self.tried], self.game.scores[0], ax,
                                chosen=best)

    # -- many boards -----------------------------------------------------------------------

    def measure(self, boards: int | None = None) -> None:
        """Collect what one move gains, for each difficulty, on so many random boards."""
        settings, first = self._settings(), self.seed.value
        self._about = say("{goal} Boards of max_depth {max_depth}, {rules} rules, seeds from "
                          "{first} on.", goal=settings["goals"][0].description(),
                          max_depth=settings["max_depth"], rules=say(settings["rules"].name),
                          first=first)
        self.many.run(lambda seed: self.gains_on(self._new_game(seed, settings, given=False)),
                      first, boards)

    def gains_on(self, game: Game) -> NDArray[np.int64]:
        """Return what one move gains in ``game``, for each difficulty.

        With the same generator, the tries of a lower difficulty are the first of those of a higher
        one; so the tries of the highest difficulty tell them all.
        """
        tried = SmartPlayer(HARDEST).try_moves(game, self.rng(game.seed, 0))
        best = np.maximum.accumulate([score for score, _ in tried])
        gains: NDArray[np.int64] = best[np.array(SmartPlayer.TRIES) - 1] - game.scores[0]
        if Action.PASS in game.rules.actions:
            gains = np.maximum(gains, 0)
        return gains

    def _gains_on(self, axes: Sequence[Axes]) -> list[draw.Picture]:
        return [tries.gains(np.array(self.many.found), axes[0])]

    def _gains_text(self) -> str:
        mean = np.mean(self.many.found, axis=0)
        gain = say(
            "The gain is the score after the move less the score before. On average it is "
            "{least:.1f} with difficulty 0 ({few} tries) and {most:.1f} with difficulty {hardest} "
            "({many} tries).", least=mean[0], few=SmartPlayer(0).tries, most=mean[-1],
            hardest=HARDEST, many=SmartPlayer(HARDEST).tries)
        return f"{self._about} {gain}"

    # -- showing ---------------------------------------------------------------------------

    def restyle(self) -> None:
        """Draw the boards again in another palette, or with or without letters."""
        self._page = None
        self.show_try()

    def picture(self) -> draw.Picture:
        """Return the tries, the scores, and the gains on many boards if any were collected."""
        high = 4.3 + 2.4 * bool(self.many.found)
        figure = Figure((8.4, high), dpi=draw.DPI)
        halves: Any = figure.subfigures(2, 1, height_ratios=(4.3, 1e-9 + high - 4.3))
        top, low = halves
        shown = tries.sheet(self._trials(), top.add_axes(SHEET), marked=self.number % PAGE,
                             **self.looks)
        for place, (board, title) in zip(PAIR, self._pair(), strict=True):
            self._draw_board(top.add_axes(place), board, title)
        scores = self._histogram_on(top.add_axes(HISTOGRAM))
        alt = f"{shown.alt}. {scores.alt}. {self.why()} {self.sentence()}"
        return draw.Picture(figure, f"{alt} {self.many.draw_on(low)}" if self.many.found else alt)

    # -- making the widgets ----------------------------------------------------------------

    def _make_canvas(self) -> None:
        self._sheet = self.figure.add_axes(SHEET, axes_class=StillAxes)
        self._histogram = self.figure.add_axes(HISTOGRAM, axes_class=StillAxes)
        self._pair_axes = [self.figure.add_axes(place) for place in PAIR]
        self._frame = tries.frame(0)
        self._frame.set_transform(self._sheet.transData)
        self._pointer = Line2D([], [], transform=self._histogram.get_xaxis_transform(),
                               **POINTER)
        self.figure.add_artist(self._frame)
        self.figure.add_artist(self._pointer)
        self.hear(self._sheet, self.point_at)

    def _make_controls(self, difficulty: int, seed: int, max_depth: int, goal: Goal,
                       rules: RuleSet) -> None:
        self._goals: dict[str, Goal] = {"blob": BlobGoal(0), "perimeter": PerimeterGoal(0)}
        kinds = {type(each): name for name, each in self._goals.items()}
        kind = kinds.get(type(goal), type(goal).__name__)
        self._goals[kind] = goal

        menu, number, control = w.Dropdown, w.BoundedIntText, self.control
        self.seed = control(number, say("Board seed"), 165, 78, self.new_board, max=MAX_SEED,
                            value=seed)
        self.depth = control(menu, say("Depth"), 100, 45, self.new_board,
                             options=range(DEEPEST + 1), value=max_depth)
        self.goal = control(menu, say("Goal"), 155, 35, self.begin, value=kind,
                            options=[(say(name), name) for name in self._goals])
        self.colour = control(menu, say("of"), 110, 20, self.begin, value=int(goal.colour),
                              options=[(each.word, int(each)) for each in Colour])
        self.rules = control(menu, say("Rules"), 150, 40, self.begin, value=rules.name,
                             options=[(say(name), name) for name in RULE_SETS])
        self.difficulty = control(
            menu, say("Difficulty"), 195, 65, self.try_moves, value=difficulty,
            options=[(say("{difficulty} ({tries} tries)", difficulty=each, tries=tries), each)
                     for each, tries in enumerate(SmartPlayer.TRIES)])
        self.tries_seed = control(number, say("Tries seed"), 140, 72, self.try_moves,
                                  max=MAX_SEED, value=1)
        self._why, self._sentence = (
            w.HTML(layout=w.Layout(min_height=self.px(38))) for _ in range(2))
        self._paging = w.HTML(layout=w.Layout(margin=f"2px {self.px(6)}"))
        row = tries.COLUMNS
        for name, by, what, label, key, width in (
                ("before", -1, say("try before"), say("◀ Try"), "left", 60),
                ("next", 1, say("next try"), say("Try ▶"), "right", 60),
                ("row above", -row, say("row above"), "▲", "up", 40),
                ("row below", row, say("row below"), "▼", "down", 40),
                ("page before", -PAGE, say("page before"), say("◀ Page"), "pageup", 74),
                ("next page", PAGE, say("next page"), say("Page ▶"), "pagedown", 74)):
            self.add(Command(name, partial(self.next_try, by), what, label, key, width))
        self.add(
            Command("chosen", self.select_chosen, say("the chosen one"), say("★ Chosen ({key})"),
                    "c", 108),
            Command("other", self.try_again, say("other tries"), say("⟳ Other tries ({key})"),
                    "t", 145),
            Command("make", self.make_move, say("make the move"), say("★ Make the move ({key})"),
                    "m", 175),
            Command("undo", self.undo, say("undo"), say("↶ Undo ({key})"), "z", 100,
                    lambda: why_no_undo(self.game.undoable)))
        self.many = Many(
            self, say("Over many boards: what more tries gain"),
            Command("gains", self.measure, say("many boards"), say("▶ Collect gains ({key})"),
                    "g", 165),
            [30, 100, 500], (8.4, 2.4), [GAINS], self._gains_on, self._gains_text)
        self.arrange(
            self.row(self.seed, self.depth, self.goal, self.colour, self.rules),
            self.row(self.difficulty, self.tries_seed, self.bar("other", "make", "undo")),
            self._why, self.live,
            self.row(self.bar("before", "next", "row above", "row below", "chosen", "page before",
                              "next page"), self._paging, self.letters, self.palette),
            self._sentence, self.message, self.many)
