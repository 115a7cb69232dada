"""The smart-player explorer: what a smart player tries and chooses, and what more tries gain."""

import copy
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import ipywidgets as w
import numpy as np
from matplotlib.lines import Line2D

from blocky import draw
from blocky.block import Block
from blocky.colour import Colour
from blocky.draw import tries
from blocky.draw.looks import PALETTES
from blocky.draw.marks import frame_block
from blocky.game import Game
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit.arguments import count, expect
from blocky.kit.draw.picture import MARK, clear
from blocky.kit.draw.still import StillAxes
from blocky.kit.language import say
from blocky.kit.widgets.many import Many
from blocky.kit.widgets.panel import Command, Panel, status
from blocky.kit.widgets.undo import moves_text, why_no_undo
from blocky.move import RULE_SETS
from blocky.player import SmartPlayer
from blocky.widgets.smart_tries import SmartTries, gains

__all__ = ["PAGE", "SmartPlayerExplorer"]

DEEPEST, MAX_SEED = 8, 999_999
ROW, PAGE = tries.COLUMNS, tries.COLUMNS * tries.ROWS


class SmartPlayerExplorer(Panel):
    """An explorer of the tries of a smart player of ``difficulty``, for a notebook.

    It tries on the random board of ``seed`` and ``max_depth``, for a blob of blue. ``game`` gives
    the board, the rules, and the goal of the player whose turn it is, instead; it is not changed,
    and the costs of moves made in it are not counted. ``looks`` are palette, letters and big.

    Attributes:
        game: the game of one player that is being played.
        tried: the moves that the player tries now, and its choice.
        number: the number of the try that is marked, from 0.
        difficulty, tries_seed, goal, colour, rules, seed, depth: the controls.
        many: the gains of each difficulty on many boards.
    """

    palettes = PALETTES

    def __init__(self, game: Game | None = None, *, difficulty: int = 2, seed: int = 7,
                 max_depth: int = 4, **looks: Any) -> None:
        if game is not None:
            max_depth = expect("game", game, Game, "a Game(...)").board.max_depth
        count("difficulty", difficulty, most=len(SmartPlayer.TRIES) - 1)
        count("seed", seed, most=MAX_SEED)
        count("max_depth", max_depth, most=DEEPEST)
        super().__init__((8.4, 4.3), **looks)
        game = game or Game(players=[SmartPlayer()], goals=[BlobGoal(Colour.BLUE)], seed=seed,
                            max_depth=max_depth)
        self.number, self._about = 0, ""
        self._page: int | None = None  # the page that the sheet shows
        self._given: Block | None = game.board.copy()  # until another board is chosen
        self._parts, self._rules = game.parts, {**RULE_SETS, game.rules.name: game.rules}
        self._make_figure()
        self._make_controls(game, difficulty, seed)
        self.begin()

    # -- the game --------------------------------------------------------------------------

    def begin(self) -> None:
        """Restart on the chosen board, with the chosen goal and rules."""
        self.game = Game(seed=self.seed.value, board=self._given, **self._settings())
        self.try_moves()

    def new_board(self) -> None:
        """Begin on the random board of the seed and the depth chosen."""
        self._given = None
        self.begin()

    def _settings(self) -> dict[str, Any]:
        goal = copy.copy(self._goals[self.goal.value])
        goal.colour = Colour(self.colour.value)
        return {"players": [SmartPlayer()], "turns": 1000, "goals": [goal], "parts": self._parts,
                "rules": self._rules[self.rules.value], "max_depth": self.depth.value}

    def try_moves(self) -> None:
        """Have the player try moves on the present board and choose one; show them."""
        rng = self.rng(self.game.seed, len(self.game.history))
        self.tried = SmartTries(self.game, self.difficulty.value, rng)
        self.number = self.tried.best
        self.say("")
        self._why.value = status(self.tried.why(), "font-weight: bold")
        self._histogram.clear()
        self._scores = tries.histogram(
            self.tried.scores, self.game.scores[0],
            None if self.tried.chosen is None else max(self.tried.scores), self._histogram)
        self.restyle()

    def rng(self, seed: int | str, moves: int) -> Random:
        """Return the generator of the tries on the board of a seed after ``moves`` moves."""
        return Random(f"tries {self.tries_seed.value}: board {seed}, move {moves}")

    def make_move(self) -> None:
        """Make the move chosen, and let the player try moves on the board after it."""
        before, move = self.game.scores[0], self.tried.move
        if move is None:
            raise ValueError(self.tried.why())
        self.game.play(move)
        self.try_moves()
        self.say(say("The player chose to {move}. The score was {before} and is now {now}.",
                     move=move, before=before, now=self.game.scores[0]))

    def undo(self) -> None:
        """Take back the last move made here."""
        if reason := why_no_undo(self.game.undoable):
            raise ValueError(reason)
        self.game.undo()
        self.try_moves()
        self.say(moves_text(len(self.game.history)))

    # -- the tries -------------------------------------------------------------------------

    def select(self, number: int) -> None:
        """Mark the try of a number, from 0; the first or the last if there is no such number."""
        number = min(max(number, 0), len(self.tried.moves) - 1)
        if number != self.number:
            self.number = number
            self.refresh()

    def point_at(self, x: float, y: float) -> None:
        """Mark the try at a place of the sheet, in boards from its upper left corner."""
        number = self.number // PAGE * PAGE + int(y) * ROW + int(x)
        if number < len(self.tried.moves):
            self.select(number)

    def refresh(self) -> None:
        """Show the marked try: on its page, and larger beside the present board."""
        page, place = divmod(self.number, PAGE)
        if page != self._page:
            self._page = page
            self._sheet.clear()
            self._boards = tries.sheet(self._trials(), self._sheet, **self.looks)
        self._frame.set_xy(tries.frame(place).get_xy())
        score, move = self.tried.moves[self.number]
        boards = {say("before"): self.game.board,
                  say("after try {number}", number=self.number + 1): self.tried.after(self.number)}
        for ax, (title, board) in zip(self._pair, boards.items(), strict=True):
            clear(ax)
            draw.board(board, ax, **self.looks)
            frame_block(ax, move.path, 2**board.max_depth)
            ax.set_title(title, fontsize=9, color=draw.INK, pad=4)
        self._pointer.set_data([score], [0])
        pages = -(-len(self.tried.moves) // PAGE)
        self._paging.value = say("Page {page} of {pages}", page=page + 1, pages=pages)
        self.buttons["previous page"].disabled = page == 0
        self.buttons["next page"].disabled = page == pages - 1
        text = self.tried.sentence(self.number)
        self.show_figure(text, told=[say("The boards that the smart player tried."),
                                     self.tried.why(), text, f"{self._boards}. {self._scores}."])

    def restyle(self) -> None:
        """Redraw the boards in another palette, or with or without letters."""
        self._page = None
        self.refresh()

    def _trials(self) -> list[tries.Try]:
        """Return the tries on the page shown."""
        return [tries.Try(self.tried.after(number), move.path, score, number == self.tried.chosen)
                for number, (score, move) in enumerate(self.tried.moves)
                if number // PAGE == self.number // PAGE]

    def run_many(self, boards: int | None = None) -> None:
        """Collect the gain of one move, for each difficulty, on a number of random boards."""
        settings, first = self._settings(), self.seed.value
        self._about = say("{goal} Boards of max_depth {max_depth}, {rules} rules, seeds from "
                          "{first} on.", goal=settings["goals"][0].description(),
                          max_depth=settings["max_depth"], rules=say(settings["rules"].name),
                          first=first)
        self.many.run(lambda seed: gains(Game(seed=seed, **settings), self.rng(seed, 0)), first,
                      boards)

    def _many_text(self) -> str:
        mean, hardest = np.mean(self.many.found, axis=0), len(SmartPlayer.TRIES) - 1
        average = say(
            "The gain is the score after the move minus the score before. On average it is "
            "{least:.1f} with difficulty 0 ({few} tries) and {most:.1f} with difficulty {hardest} "
            "({many} tries).", least=mean[0], few=SmartPlayer(0).tries, most=mean[-1],
            hardest=hardest, many=SmartPlayer(hardest).tries)
        return f"{self._about} {average}"

    # -- figure and controls ---------------------------------------------------------------

    def _make_figure(self) -> None:
        self._sheet, self._histogram = (
            self.figure.add_axes(place, axes_class=StillAxes)
            for place in ((0.005, 0.01, 0.595, 0.98), (0.67, 0.115, 0.315, 0.285)))
        self._pair = [self.figure.add_axes((left, 0.565, 0.18, 0.3516)) for left in (0.62, 0.815)]
        self._frame = tries.frame(0)
        self._frame.set_transform(self._sheet.transData)
        self._pointer = Line2D([], [], transform=self._histogram.get_xaxis_transform(), color=MARK,
                               marker="^", markersize=9, clip_on=False, zorder=5)
        self.figure.add_artist(self._frame)
        self.figure.add_artist(self._pointer)
        self.hear(self._sheet, self.point_at)

    def _make_controls(self, game: Game, difficulty: int, seed: int) -> None:
        goal = game.goals[game.turn]
        self._goals: dict[str, Goal] = {"blob": BlobGoal(0), "perimeter": PerimeterGoal(0)}
        kind = next((name for name, each in self._goals.items() if type(each) is type(goal)),
                    type(goal).__name__)
        self._goals[kind] = goal
        menu, number, control = w.Dropdown, w.BoundedIntText, self.control
        self.seed = control(number, say("Board seed"), 165, 78, self.new_board, max=MAX_SEED,
                            value=seed)
        self.depth = control(menu, say("Depth"), 100, 45, self.new_board,
                             options=range(DEEPEST + 1), value=game.board.max_depth)
        self.goal = control(menu, say("Goal"), 155, 35, self.begin, value=kind,
                            options=[(say(name), name) for name in self._goals])
        self.colour = control(menu, say("of"), 110, 20, self.begin, value=int(goal.colour),
                              options=[(each.word, int(each)) for each in Colour])
        self.rules = control(menu, say("Rules"), 150, 40, self.begin, value=game.rules.name,
                             options=[(say(name), name) for name in self._rules])
        self.difficulty = control(
            menu, say("Difficulty"), 195, 65, self.try_moves, value=difficulty,
            options=[(say("{difficulty} ({tries} tries)", difficulty=each, tries=tries), each)
                     for each, tries in enumerate(SmartPlayer.TRIES)])
        self.tries_seed = control(number, say("Tries seed"), 140, 72, self.try_moves,
                                  max=MAX_SEED, value=1)
        self._why = w.HTML(layout=w.Layout(min_height=self.px(38)))
        self._paging = w.HTML(layout=w.Layout(margin=f"2px {self.px(6)}"))

        def go(by: int) -> Callable[[], None]:
            return lambda: self.select(self.number + by)
        self.add(
            Command("before", go(-1), say("previous try"), say("◀ Try"), "left"),
            Command("next", go(1), say("next try"), say("Try ▶"), "right"),
            Command("row above", go(-ROW), say("row above"), "▲", "up"),
            Command("row below", go(ROW), say("row below"), "▼", "down"),
            Command("previous page", go(-PAGE), say("previous page"), say("◀ Page"), "pageup"),
            Command("next page", go(PAGE), say("next page"), say("Page ▶"), "pagedown"),
            Command("chosen", lambda: self.select(self.tried.best), say("the chosen try"),
                    say("★ Chosen ({key})"), "c"),
            Command("other", partial(self.next_value, self.tries_seed), say("other tries"),
                    say("⟳ Other tries ({key})"), "t"),
            Command("make", self.make_move, say("make the move"), say("★ Make the move ({key})"),
                    "m"),
            Command("undo", self.undo, say("undo"), say("↶ Undo ({key})"), "z",
                    lambda: why_no_undo(self.game.undoable)))
        self.many = Many(
            self, say("Over many boards: what you gain with more tries"),
            Command("gains", self.run_many, say("many boards"), say("▶ Collect gains ({key})"),
                    "g"),
            [30, 100, 500], (8.4, 2.4), [(0.07, 0.22, 0.91, 0.66)],
            lambda axes: [tries.gains(np.array(self.many.found), axes[0])], self._many_text)
        self.arrange(
            self.row(self.seed, self.depth, self.goal, self.colour, self.rules),
            self.row(self.difficulty, self.tries_seed, "other", "make", "undo"),
            self._why, self.live,
            self.row("before", "next", "row above", "row below", "chosen", "previous page",
                     "next page", self._paging, self.letters, self.palette),
            self._sentence, self.message, self.many)
