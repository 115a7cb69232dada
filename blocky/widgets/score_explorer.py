"""The score explorer: what the two goals count, one by one, and the effect of a move on it."""

from typing import Any

from blocky.block import Block
from blocky.colour import Colour
from blocky.draw.on_grid import blobs, draw_blobs, draw_sides, outer_sides
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

#: Sentences on no change, a gain and a loss.
CHANGES = mark((
    "{score} of {colour}: {now} now, {then} after the move “{move}” (no change).",
    "{score} of {colour}: {now} now, {then} after the move “{move}” (a gain of {by}).",
    "{score} of {colour}: {now} now, {then} after the move “{move}” (a loss of {by}).",
))


def _goal_and_colour(goal: Any, colour: int) -> tuple[str, Colour]:
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
        self._now, self._then = (self.board_axes(x, 38, 303, MARGIN) for x in (1, 316))
        self.hear(self._now, self.point_at, self.press_at, self.change_level)
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
        """Find what the goal counts on the board, and show all of it."""
        grid = self.board.flatten()
        self.sides = outer_sides(grid, self.goal.colour) if self.counts_sides else []
        self.blobs = [] if self.counts_sides else blobs(grid, self.goal.colour)
        self.now = self.goal.score_grid(grid)
        self.start = 0 if self.counts_sides else 1
        self.begin_steps(len(self.sides) or len(self.blobs), len(self.sides))

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Freeze or free the block at a place; light the blob there, or count up to the cell."""
        super().press_at(x, y, button)
        cell = int(y), int(x)
        if button == 1 and self.place_at(x, y) is not None:
            hits = ([side[:2] == cell for side in self.sides] if self.counts_sides else
                    [blob.cells[cell] for blob in self.blobs])
            if numbers := [number for number, hit in enumerate(hits, start=1) if hit]:
                self.go_to(numbers[-1])

    def count_text(self) -> str:
        """Return sentences on what is counted at this step."""
        colour = self.goal.colour
        if not self.steps:
            return (say("No side of a {colour} cell is on the outside: the score is 0.",
                        colour=colour) if self.counts_sides else
                    say("There's no {colour} blob: the score is 0.", colour=colour))
        return self._side_text() if self.counts_sides else self._blob_text()

    def _side_text(self) -> str:
        text = (say("{step} of {total} sides have been counted.", step=self.step, total=self.steps)
                if self.step < self.steps else
                say("All {total} sides have been counted: this is the score.", total=self.steps))
        if not self.step:
            return text
        side = self.sides[self.step - 1]
        cell = (side.row, side.column)
        names = [say(other.name) for other in self.sides[:self.step] if other[:2] == cell]
        more = say(SIDES[len(names) - 1], step=self.step, side=say(side.name), cell=cell,
                   sides=", ".join(names[:-1]), last=names[-1])
        return f"{text} {more}"

    def _blob_text(self) -> str:
        best = self.blobs[0].size
        if not self.step:
            return say_count(
                "There is {count} blob of {colour}. The largest has {cells}: this is the score.",
                "There are {count} blobs of {colour}. The largest has {cells}: this is the score.",
                len(self.blobs), colour=self.goal.colour, cells=_cells(best))
        size = self.blobs[self.step - 1].size
        text = say("Blob {step} of {total} has {cells}.", step=self.step, total=len(self.blobs),
                   cells=_cells(size))
        if self.step == 1:
            more = say("It is the largest: this is the score.")
        elif size == best:
            more = say("It is as large as blob 1.")
        else:
            more = say("It doesn't count: blob 1 is larger, with {cells}.", cells=_cells(best))
        return f"{text} {more}"

    def trial_text(self) -> str:
        """Return a sentence on the gain or loss of the move."""
        if reason := self.why_not:
            return say("The rules don't allow this: {move}. {reason}",
                       move=self.move, reason=reason)
        now, then = self.now, self.then
        return say(CHANGES[(then > now) - (then < now)], colour=self.goal.colour, now=now,
                   then=then, move=self.move, by=abs(then - now),
                   score=say("Perimeter") if self.counts_sides else say("Blob"))

    def refresh(self) -> None:
        """Show what is counted now, and what would be counted after the move."""
        after, goal, now = self.after(), self.goal, self.now
        grid = after.flatten()
        self.then = then = goal.score_grid(grid)
        fields = {"colour": goal.colour, "step": self.step, "score": now}
        if not self.counts_sides:
            title = say("Now, largest blob of {colour}: {score}", **fields)
        elif self.step < now:
            title = say("Now, perimeter of {colour}: {step} of {score}", **fields)
        else:
            title = say("Now, perimeter of {colour}: {score}", **fields)
        self.show_board(self._now, self.board.rectangles_to_draw(), title)
        title = (say("After: the rules refuse this move") if self.why_not else
                 say("After {action}: {score} ({difference})", action=self.action.word, score=then,
                     difference=signed(then - now) if then != now else say("the same")))
        self.show_board(self._then, after.rectangles_to_draw(), title,
                        fontsize=min(10, 420 / len(title)))
        if self.counts_sides:
            draw_sides(self._now, self.sides, self.step, len(grid))
            draw_sides(self._then, outer_sides(grid, goal.colour), then, len(grid))
        else:
            draw_blobs(self._now, self.blobs, self.step)
            draw_blobs(self._then, blobs(grid, goal.colour)[:1], 0)
        lines = [goal.description(), self.count_text(), self.selection_text()]
        trial = self.trial_text()
        self.show_figure(*lines, bold=trial, told=[say("The score explorer."), *lines, trial])

    def show_other_board(self) -> None:
        """Count on another board than before."""
        self.count_again()

    def _make_controls(self, name: str, target: Colour) -> None:
        self.goals = self.radio(
            self.count_again, [(say(each), each) for each in GOALS],
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
