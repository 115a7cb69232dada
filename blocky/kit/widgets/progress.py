"""A student's progress, for the first page: a table of the exercises, with a bar for each."""

from __future__ import annotations

import html
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import ipywidgets as w

from blocky.kit.check.record import Record, Status
from blocky.kit.draw.picture import NEUTRAL, RIGHT, WRONG
from blocky.kit.language import say, say_count
from blocky.kit.teaching import nearest
from blocky.kit.widgets.shown import Shown

if TYPE_CHECKING:
    from blocky.kit.notebook.progress import Exercise

__all__ = ["progress"]


class Progress:
    """The exercises of each game and the state of their tasks, as a table and as a text."""

    def __init__(self, games: Mapping[str, Sequence[Exercise]]) -> None:
        self.games = games

    def _repr_html_(self) -> str:
        """Return the table: for each game a line with its summary, and a row for each exercise."""
        rows = []
        for game, found in self.games.items():
            rows.append(f'<tr><th colspan="3" style="text-align: left">'
                        f'{html.escape(_summary(game, found))}</th></tr>')
            rows += map(_row, found)
        return f'<table style="line-height: 1.5">{"".join(rows)}</table>'

    def __repr__(self) -> str:
        lines = []
        for game, found in self.games.items():
            lines.append(_summary(game, found))
            for exercise in found:
                lines.append(
                    say("    {title}: {state}", title=exercise.title, state=_words(exercise)))
        return "\n".join(lines)


class _UpdateButton(Shown):
    """A button that updates the table below it, by calling ``look``."""

    def __init__(self, look: Callable[[], None]) -> None:
        button = w.Button(description=say("Look again"), icon="refresh",
                          layout=w.Layout(width="max-content"),
                          tooltip=say("Read the saved exercises again"))
        button.on_click(lambda _: look())
        super().__init__([button])

    def __repr__(self) -> str:
        return ""  # where there are no widgets, the table says it all


def progress(*games: str, folder: Path | str | None = None) -> None:
    """Show the progress in ``games``, or in all of them, from the checks in the saved exercises.

    ``folder`` has the exercises; without it, it is the nearest folder ``exercises``. A button
    updates the table.
    """
    from IPython.display import display

    from blocky.kit.notebook.progress import exercises

    place = Path(folder) if folder else nearest("exercises")

    def present_progress() -> Progress:
        """Read the saved exercises again, and return the progress in each game."""
        by_game: dict[str, list[Exercise]] = {name: [] for name in games}
        for exercise in exercises(place):
            if not games or exercise.game in games:
                by_game.setdefault(exercise.game, []).append(exercise)
        return Progress(by_game)

    def update_table() -> None:
        """Show the progress as it is now, if the table is on a page."""
        if shown_table:
            shown_table.update(present_progress())

    display(_UpdateButton(update_table))  # type: ignore[no-untyped-call]
    # A handle of the shown table, which can change it; None without IPython.
    shown_table = display(present_progress(), display_id=True)  # type: ignore[no-untyped-call]


def _summary(game: str, found: Sequence[Exercise]) -> str:
    """Return a line on a game: how many tasks of its exercises were passed."""
    passed = sum(exercise.passed for exercise in found)
    count = sum(len(exercise.tasks) for exercise in found)
    return say_count("{game}: {passed} of {count} task passed",
                     "{game}: {passed} of {count} tasks passed", count,
                     game=game.capitalize(), passed=passed)


def _row(exercise: Exercise) -> str:
    """Return the markup of the row of an exercise: a link, a bar of its tasks, and its state."""
    link = Path(os.path.relpath(exercise.path)).as_posix()
    bar = "".join(map(_square, exercise.tasks))
    return (f'<tr><td style="text-align: left"><a href="{html.escape(link)}">'
            f'{html.escape(exercise.title)}</a></td><td style="text-align: left">{bar}</td>'
            f'<td style="text-align: left">{_words(exercise)}</td></tr>')


def _square(task: Record) -> str:
    """Return the markup of the square of a task in a bar."""
    if task.state is Status.PASSED:
        look, sign = RIGHT, "✓"
    elif task.state is Status.NOT_STARTED:
        look, sign = NEUTRAL, "·"
    else:
        look, sign = WRONG, "✗"
    text = html.escape(say("{task}: {state}", task=task.task, state=task.state.words))
    return (f'<span role="img" aria-label="{text}" title="{text}" style="{look}; '
            f'border: 1px solid; display: inline-block; width: 1.5em; text-align: center; '
            f'margin-right: 2px">{sign}</span>')


def _words(exercise: Exercise) -> str:
    """Return the state of an exercise in words."""
    passed, wrong, count = exercise.passed, exercise.wrong, len(exercise.tasks)
    if passed == count:
        return say("done")
    if not passed and not wrong:
        return say("not started")
    if wrong:
        return say("{passed} of {count} passed, {wrong} not right yet", passed=passed, count=count,
                   wrong=wrong)
    return say("{passed} of {count} passed", passed=passed, count=count)
