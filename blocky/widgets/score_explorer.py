"""The score explorer: what the two goals count, one by one, and the effect of a move on it."""

from typing import Any

from blocky.block import Block
from blocky.colour import Colour
from blocky.draw.on_grid import Blob, Side, blobs, draw_blobs, draw_sides, outer_sides
from blocky.goal import BlobGoal, Goal, PerimeterGoal
from blocky.kit.language import mark, say, say_count
from blocky.kit.widgets.game_text import signed
from blocky.kit.widgets.panel import Command
from blocky.kit.widgets.steps import StepPanel
from blocky.widgets.move_panel import MovePanel

__all__ = ["ScoreExplorer"]

GOALS: dict[str, type[PerimeterGoal | BlobGoal]] = {
    mark("perimeter"): PerimeterGoal, mark("blob"): BlobGoal,
}

#: The part of a board that is left free around it, for the sides and their numbers.
MARGIN = 0.108

#: Sentences on a side of a cell, by the number of its sides counted, from 1.
SIDES = mark((
    "Side {step} is the {side} side of cell {cell}.",
    "Side {step} is the {side} side of cell {cell}. Two sides of that cell now count: {sides} and "
    "{last}.",
    "Side {step} is the {side} side of cell {cell}. Three sides of that cell now count: {sides} "
    "and {last}.",
    "Side {step} is the {side} side of cell {cell}. All four sides of that cell now count: {sides} "
    "and {last}.",
))

NO_CHANGE = mark("{score} of {colour}: {now} now, {then} after the move “{move}” (no change).")
GAIN = mark("{score} of {colour}: {now} now, {then} after the move “{move}” (a gain of {by}).")
LOSS = mark("{score} of {colour}: {now} now, {then} after the move “{move}” (a loss of {by}).")


def _goal_and_colour(goal: Any, colour: int) -> tuple[str, Colour]:
    """Return the name of a goal in GOALS, and its target colour.

    ``goal`` is a class or a name in GOALS, whose target is ``colour``, or a goal with a target of
    its own. ValueError: it is anything else.
    """
    for name, kind in GOALS.items():
        if goal in (kind, name):
            return name, Colour(colour)
        if type(goal) is kind:
            return name, goal.colour
    raise ValueError(say("goal must be “perimeter” or “blob”, or a PerimeterGoal or a BlobGoal, "
                         "not {goal!r}.", goal=goal))


class ScoreExplorer(MovePanel, StepPanel):
    """What a goal counts on a board, now and after a move that is tried.

    The board is ``board``, or a random one of ``max_depth``, 7 at most. ``goal`` is "perimeter" or
    "blob", or a PerimeterGoal or BlobGoal, whose colour then takes the place of ``colour``.
    ``looks`` are palette, letters and big.

    Attributes:
        step: the number of sides of the perimeter that are counted; or the number of the blob
            that is lit, 1 for the largest, 0 for none.
        sides, blobs: the sides and the blobs of the board that the goal counts.
        now, then: the scores of the board now and after the move.
        goals, target: the controls for the goal and for its colour.
    """

    def __init__(self, board: Block | None = None, *, goal: Goal | type[Goal] | str = "perimeter",
                 colour: int = Colour.RED, seed: int = 7, max_depth: int = 4, **looks: Any) -> None:
        name, target = _goal_and_colour(goal, colour)
        super().__init__((6.2, 3.5), board, seed=seed, max_depth=max_depth, **looks)
        self._board_now = self.board_axes(1, 38, 303, MARGIN)
        self._board_after = self.board_axes(316, 38, 303, MARGIN)
        self.hear(self._board_now, self.point_at, self.press_at, self.change_level)
        self._make_controls(name, target)
        self.count_again()

    @property
    def goal(self) -> PerimeterGoal | BlobGoal:
        """The goal that is counted for, with its target colour."""
        return GOALS[self.goals.value](self.target.value)

    @property
    def counts_sides(self) -> bool:
        """Whether the goal is the perimeter."""
        return bool(self.goals.value == "perimeter")

    def count_again(self) -> None:
        """Find what the goal counts on the board, and show it from the beginning.

        At first all sides are counted, or no blob is lit. ``start`` is the step of the command
        "first".
        """
        grid = self.board.flatten()
        self.now = self.goal.score_grid(grid)
        self.sides: list[Side] = []
        self.blobs: list[Blob] = []
        if self.counts_sides:
            self.sides = outer_sides(grid, self.goal.colour)
            self.start = 0
            self.begin_steps(len(self.sides), at=len(self.sides))
        else:
            self.blobs = blobs(grid, self.goal.colour)
            self.start = 1
            self.begin_steps(len(self.blobs), at=0)

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Freeze or free the block at a place, and go to the step of the cell there.

        This lights its blob; for a perimeter, it counts up to the cell's last side.
        """
        super().press_at(x, y, button)
        if button == 1 and self.place_at(x, y) is not None:
            step = self._last_step_at(row=int(y), column=int(x))
            if step:  # 0: the cell counts for nothing
                self.go_to(step)

    def _last_step_at(self, row: int, column: int) -> int:
        """Return the step that counts the last side of a cell, or lights its blob; 0 for none."""
        if self.counts_sides:
            steps = [step for step, side in enumerate(self.sides, start=1)
                     if (side.row, side.column) == (row, column)]
        else:
            steps = [step for step, blob in enumerate(self.blobs, start=1)
                     if blob.cells[row, column]]
        return steps[-1] if steps else 0

    def count_text(self) -> str:
        """Return sentences on what is counted at this step."""
        return self._side_text() if self.counts_sides else self._blob_text()

    def _side_text(self) -> str:
        """Return sentences on the sides counted so far, and on the last of them."""
        if not self.sides:
            return say("No side of a {colour} cell is on the outside: the score is 0.",
                       colour=self.goal.colour)
        if self.step < self.steps:
            text = say("{step} of {total} sides have been counted.", step=self.step,
                       total=self.steps)
        else:
            text = say("All {total} sides have been counted: this is the score.", total=self.steps)
        if not self.step:
            return text
        last_side = self.sides[self.step - 1]
        cell = (last_side.row, last_side.column)
        names_of_its_sides = [say(side.name) for side in self.sides[:self.step]
                              if (side.row, side.column) == cell]
        *earlier_names, last_name = names_of_its_sides
        sentence = SIDES[len(names_of_its_sides) - 1]
        more = say(sentence, step=self.step, side=say(last_side.name), cell=cell,
                   sides=", ".join(earlier_names), last=last_name)
        return f"{text} {more}"

    def _blob_text(self) -> str:
        """Return sentences on the blob that is lit, or on all blobs if none is lit."""
        if not self.blobs:
            return say("There's no {colour} blob: the score is 0.", colour=self.goal.colour)
        largest_size = self.blobs[0].size
        if not self.step:
            return say_count(
                "There is {count} blob of {colour}. It has {cells}: this is the score.",
                "There are {count} blobs of {colour}. The largest has {cells}: this is the score.",
                len(self.blobs), colour=self.goal.colour, cells=_cells(largest_size))
        size = self.blobs[self.step - 1].size
        text = say("Blob {step} of {total} has {cells}.", step=self.step, total=len(self.blobs),
                   cells=_cells(size))
        if self.step == 1:
            more = say("It is the largest: this is the score.")
        elif size == largest_size:
            more = say("It is as large as blob 1.")
        else:
            more = say("It doesn't count: blob 1 is larger, with {cells}.",
                       cells=_cells(largest_size))
        return f"{text} {more}"

    def trial_text(self) -> str:
        """Return a sentence on the gain or loss of the move."""
        if reason := self.why_not:
            return say("The rules don't allow this: {move}. {reason}",
                       move=self.move, reason=reason)
        gain = self.then - self.now
        if gain > 0:
            sentence = GAIN
        elif gain < 0:
            sentence = LOSS
        else:
            sentence = NO_CHANGE
        return say(sentence, colour=self.goal.colour, now=self.now, then=self.then, move=self.move,
                   by=abs(gain), score=say("Perimeter") if self.counts_sides else say("Blob"))

    def refresh(self) -> None:
        """Show what is counted now, and what would be counted after the move."""
        after = self.after()
        grid_after = after.flatten()
        self.then = self.goal.score_grid(grid_after)
        self.show_board(self._board_now, self.board.rectangles_to_draw(), self._title_now())
        title = self._title_after()
        size_that_fits = min(10, 420 / len(title))
        self.show_board(self._board_after, after.rectangles_to_draw(), title,
                        fontsize=size_that_fits)
        if self.counts_sides:
            side = len(grid_after)
            sides_after = outer_sides(grid_after, self.goal.colour)
            draw_sides(self._board_now, self.sides, self.step, side)
            draw_sides(self._board_after, sides_after, self.then, side)
        else:
            largest_after = blobs(grid_after, self.goal.colour)[:1]
            draw_blobs(self._board_now, self.blobs, highlighted=self.step)
            draw_blobs(self._board_after, largest_after, highlighted=0)
        lines = [self.goal.description(), self.count_text(), self.selection_text()]
        trial = self.trial_text()
        self.show_figure(*lines, bold=trial, alt=[say("The score explorer."), *lines, trial])

    def _title_now(self) -> str:
        """Return the title of the board now: what is counted, and the score.

        For a perimeter, it says how many sides have been counted until all are.
        """
        fields = {"colour": self.goal.colour, "step": self.step, "score": self.now}
        if not self.counts_sides:
            return say("Now, largest blob of {colour}: {score}", **fields)
        if self.step < self.now:
            return say("Now, perimeter of {colour}: {step} of {score}", **fields)
        return say("Now, perimeter of {colour}: {score}", **fields)

    def _title_after(self) -> str:
        """Return the title of the board after the move: the score, and the gain in brackets."""
        if self.why_not:
            return say("After: no change (not allowed)")
        gain = self.then - self.now
        return say("After {action}: {score} ({difference})", action=self.action.word,
                   score=self.then, difference=signed(gain) if gain else say("the same"))

    def show_other_board(self) -> None:
        """Count on another board than before."""
        self.count_again()

    def _make_controls(self, name: str, target: Colour) -> None:
        """Make the controls, for the goal of this name and its colour, and lay everything out."""
        self.goals = self.radio(
            self.count_again, [(say(goal), goal) for goal in GOALS],
            [say("Count sides on the outside (g)"), say("Count the cells of the largest blob (g)")],
            value=name)
        self.target = self.colour_control(say("of (t)"), 150, 45, self.count_again, value=target)
        self.make_steps(say("Count"), 230, 600)
        self.bind("g", say("other goal"), self.goals)
        self.bind("t", say("next target colour"), self.target)
        self.add(
            Command("first", self.first, say("first"), "|◂", "home"),
            Command("back", self.back, say("count back"), say("◂ Back ({key})"), "b"),
            Command("forward", self.forward, say("count on"), say("Next ({key}) ▸"), "n"),
            Command("end", self.last, say("last"), "▸|", "end"),
            Command("play", self.play, say("count automatically, or stop"), key=" "))
        self._sentence.layout.min_height = self.px(72)
        self.arrange(self.row(self.goals, self.target), self.live,
                     self.row("first", "back", "forward", "end", self.player, self.slider),
                     self._sentence, *self.trial_rows(), self.message)


def _cells(size: int) -> str:
    return say_count("{count} cell", "{count} cells", size)
