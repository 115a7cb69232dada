"""Exercise 11: the event handlers of a window, which change a game and what the window shows."""

from collections.abc import Iterator
from random import Random
from typing import Any

from blocky.kit.check.sequence import Lines, class_task
from blocky.kit.check.task import Hints, written
from blocky.kit.language import Code, mark, say
from blocky.prograsonne.game import Game
from blocky.prograsonne.hexes import CELLS, Cell
from blocky.prograsonne.move import Place, Restore, Save, TakeBack
from blocky.prograsonne.view import View, small_game

__all__ = ["SavingWindow", "Window"]


class _Window:
    """The kit's window with the handlers of the first task."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.view = view
        self.turns = 0
        for cell, tile, player in game.board.tiles.values():
            view.add_piece(cell, tile.type, tile.turns, player)
        self.show_hand()

    def show_hand(self) -> None:
        if self.game.over:
            self.view.new_piece(None)
        else:
            position = self.game.position
            self.view.new_piece(position.hand, self.turns, position.player)

    def rotate_clicked(self) -> None:
        self.turns = (self.turns + 1) % 6
        self.show_hand()

    def points_clicked(self) -> None:
        for player in (1, 2):
            self.view.set_points(player, self.game.scores[player - 1])

    def place_clicked(self, cell: Cell) -> bool:
        move = Place(cell, self.turns)
        if self.game.why_not(move):
            return False
        self.game.play(move)
        _, tile, player = self.game.board.tiles[cell]
        self.view.add_piece(cell, tile.type, tile.turns, player)
        self._next_turn()
        return True

    def finish_clicked(self) -> None:
        self.game.end()
        self.show_hand()

    def _next_turn(self) -> None:
        self.turns = self.game.position.turned
        self.show_hand()
        self.points_clicked()


class _SavingWindow(_Window):
    """The kit's window with all handlers."""

    def take_back_clicked(self) -> Cell | None:
        cell = self.game.board.last_of(self.game.position.player)
        if self.game.why_not(TakeBack()) or cell is None:
            return None
        self.game.play(TakeBack())
        self.view.pop_piece(cell)
        self._next_turn()
        return cell

    def hint_clicked(self) -> None:
        if self.game.over:
            return
        position = self.game.position
        hint = self.game.board.hint(str(position.hand), position.player)
        if hint is not None:
            self.turns = hint.placement.turns
            self.show_hand()
            self.view.add_hint(hint.placement.cell)

    def save_clicked(self) -> None:
        if not self.game.why_not(Save(self.turns)):
            self.game.play(Save(self.turns))
            state = self.game.position.history.states[-1]
            self.view.add_number(state.number, state.player)

    def state_clicked(self, number: int) -> None:
        if self.game.why_not(Restore(number)):
            return
        before = list(self.game.board.tiles.values())
        self.game.play(Restore(number))
        for other in list(self.view.numbers):
            if other > number:
                self.view.pop_number(other)
        after = list(self.game.board.tiles.values())
        for placed in before:
            if placed not in after:
                self.view.pop_piece(placed.cell)
        for placed in after:
            if placed not in before:
                cell, tile, player = placed
                self.view.add_piece(cell, tile.type, tile.turns, player)
        self._next_turn()


# -- the cases ---------------------------------------------------------------------------------

#: By event, the parts of the view that can be different after it.
_CHANGED = {"rotate": ["hand"], "place": ["pieces", "hand", "points"], "points": ["points"],
            "finish": ["hand"], "take_back": ["pieces", "hand", "points"],
            "hint": ["hand", "hint"], "save": ["numbers"],
            "state": ["pieces", "numbers", "hand", "points", "hint"]}


class _Script:
    """The lines of a case, and the game that they play."""

    def __init__(self, name: str, seed: int) -> None:
        self.window = _SavingWindow(small_game(seed), View())
        self.game = self.window.game
        self.lines = ["from blocky.prograsonne.view import View, small_game",
                      f"game, view = small_game({seed}), View()", f"window = {name}(game, view)"]

    def click(self, event: str, *args: Any) -> None:
        """Add an event without looking at what it changes."""
        arguments = ", ".join(map(repr, args))
        self.lines.append(f"window.{event}_clicked({arguments})")
        getattr(self.window, f"{event}_clicked")(*args)

    def look(self, *parts: str) -> None:
        """Add lines that look at parts of what the window shows."""
        for part in parts:
            nothing = getattr(self.window.view, part) is None
            self.lines.append(f"? view.{part} is None" if nothing else f"? view.{part}")

    def do(self, event: str, *args: Any) -> None:
        """Add an event, and look at what it changes."""
        self.click(event, *args)
        self.look(*_CHANGED[event])

    def nothing_to_take_back(self) -> None:
        """Add a line that finds nothing to take back."""
        self.lines.append("window.take_back_clicked() is None")

    def placements(self) -> list[Place]:
        """Return the legal placements, those with the fewest rotations first."""
        legal = [move for move in self.game.legal_moves() if isinstance(move, Place)]
        return sorted(legal, key=lambda move: (move.turns, move.cell))

    def place(self, move: Place, looks: bool = True) -> None:
        """Rotate the tile in hand and place it; look at what that changes."""
        for _ in range((move.turns - self.window.turns) % 6):
            self.click("rotate")
        self.click("place", move.cell)
        if looks:
            self.look(*_CHANGED["place"])

    def place_first(self, looks: bool = True) -> None:
        """Place the tile in hand where it fits after the fewest rotations."""
        self.place(self.placements()[0], looks)

    def place_best(self) -> None:
        """Place the tile in hand as the hint says."""
        position = self.game.position
        hint = self.game.board.hint(str(position.hand), position.player)
        if hint is not None:
            self.place(hint.placement)

    def illegal_cells(self) -> list[Cell]:
        """Return a cell with a tile, one far away, and one where only another rotation fits."""
        occupied = next(iter(self.game.board.tiles))
        near = {move.cell for move in self.placements()}
        apart = next(cell for cell in CELLS if cell not in {occupied, *near})
        fitting = {move.cell for move in self.placements() if move.turns == self.window.turns}
        return [occupied, apart, min(near - fitting)]


def _first_events(rng: Random) -> Iterator[list[str]]:
    """Yield lines with the events of the first task."""
    script = _Script("Window", 2)
    script.look("pieces", "hand", "points")
    for _ in range(7):
        script.do("rotate")
    yield script.lines
    for seed in (2, 0):
        script = _Script("Window", seed)
        for _ in range(3):
            script.place_best()
        script.do("rotate")
        yield script.lines
    for cell in _Script("Window", 4).illegal_cells():
        script = _Script("Window", 4)
        script.do("place", cell)
        script.place_first()
        yield script.lines
    script = _Script("Window", 1)
    script.lines.append("game.play(game.legal_moves()[0])")
    script.do("points")
    yield script.lines
    script = _Script("Window", 2)
    script.place_first()
    cell = script.placements()[0].cell
    script.do("finish")
    script.lines.append("? game.over")
    script.do("place", cell)
    script.do("rotate")
    yield script.lines
    script = _Script("Window", rng.randrange(1000))
    script.lines.append("other = Window(small_game(1), View())")
    while not script.game.over:
        script.place_first(looks=False)
    script.look("hand", "points")
    yield script.lines


def _all_events(rng: Random) -> Iterator[list[str]]:
    """Yield lines with the events of the second task."""
    script = _Script("SavingWindow", 2)
    script.nothing_to_take_back()
    script.place_first()
    script.nothing_to_take_back()
    script.place_first()
    script.click("rotate")
    script.do("take_back")
    script.do("take_back")
    yield script.lines
    for seed in (0, 4):
        script = _Script("SavingWindow", seed)
        script.do("hint")
        script.do("rotate")
        script.look("hint")
        script.place_best()
        script.do("hint")
        yield script.lines
    script = _Script("SavingWindow", 2)
    for _ in range(3):
        script.do("save")
        script.click("rotate")
    for number in (9, 0, 3, 2):
        script.do("state", number)
    script.do("save")
    yield script.lines
    script = _Script("SavingWindow", 0)
    script.click("save")
    for _ in range(3):
        script.place_best()
        script.do("save")
    script.do("take_back")
    for number in (3, 4, 1, 1):
        script.do("state", number)
    script.place_first()
    yield script.lines
    yield _replaced(_Script("SavingWindow", 2))
    script = _Script("SavingWindow", 2)
    script.place_first()
    script.do("save")
    for event in ("finish", "save", "hint"):
        script.do(event)
    script.nothing_to_take_back()
    script.do("state", 1)
    script.lines.append("? game.over")
    script.place_first()
    yield script.lines
    for _ in range(2):
        script = _Script("SavingWindow", rng.randrange(1000))
        for event in rng.sample(["take_back", "save", "hint", "save", "rotate"], 5):
            script.click(event)
            if not script.game.over:
                script.place_first(looks=False)
        script.do("state", 1)
        yield script.lines


def _replaced(script: _Script) -> list[str]:
    """Return lines that go back to a state with another piece on the same cell."""
    script.place_first()
    script.click("save")
    script.place_first()
    cell = next(placed.cell for placed in script.game.board.tiles.values() if placed.player == 1)
    before = script.game.board.tiles[cell]
    script.click("take_back")
    script.click("take_back")
    script.place(next(move for move in script.placements() if move.cell == cell and (
        script.game.position.hand, move.turns) != (before.tile.type, before.tile.turns)))
    script.do("state", 1)
    return script.lines


# -- what is wrong -----------------------------------------------------------------------------

#: By part of the view, what it must show.
_SHOULD_SHOW = mark({
    "pieces": "The pieces in the window must match the tiles on the game's board.",
    "hand": "The window must show the tile in hand: its type, its rotations, and the player whose "
            "turn it is. Each turn starts with a new tile.",
    "points": "The points in the window must be the scores of the game.",
    "hint": "The window outlines a cell only after a hint, until it shows another tile in hand.",
    "numbers": "The numbers in the window must be the saved states of the game, each with the "
               "player who saved it.",
})

#: By handler, what it returns.
_GIVES = mark({"place_clicked": "True if the tile was placed, and otherwise False",
               "take_back_clicked": "the cell of the tile that was taken back, or None if there "
                                    "is none"})


def _missing_calls(shown: str, own: Any, right: Any) -> list[str]:
    """Return the calls on the view that would correct a part of what it shows.

    >>> _missing_calls("points", {1: 0, 2: 0}, {1: 100, 2: 0})
    ['view.set_points(1, 100)']
    """
    if shown == "hand":
        return [f"view.new_piece({', '.join(map(repr, right or [None]))})"]
    if shown == "hint":
        return [f"view.add_hint({right})"]
    if shown == "points":
        return [f"view.set_points({player}, {right[player]})" for player in right
                if own.get(player) != right[player]]
    what = {"pieces": "piece", "numbers": "number"}[shown]
    wrong = [key for key in own if own[key] != right.get(key)]
    lacking = [key for key in right if own.get(key) != right[key]]
    popped = [f"view.pop_{what}({key})" for key in wrong]
    if shown == "pieces":
        return popped + [f"view.add_piece({key}, {', '.join(map(repr, right[key]))})"
                         for key in lacking]
    return popped + [f"view.add_number({key}, {right[key]})" for key in lacking]


def _wrong_view(lines: Lines) -> Hints | None:
    """Look at what the window shows after the last event."""
    name, _, shown = lines.asked.partition(".")
    if name != "view" or shown not in _SHOULD_SHOW or lines.got.error:
        return None
    event = Code(lines.case[-2])
    part = Code(f"view.{shown}")
    own = getattr(lines.names["view"], shown)
    right = lines.right if lines.asked == lines.case[-1] else None  # it asks whether it is None
    question = say("What should {part} be after {event}?", part=part, event=event)
    if shown == "hint" and right is None:
        return (question, say(_SHOULD_SHOW[shown]),
                say("After {event}, the window still outlines cell {cell}. Call view.new_piece to "
                    "show the tile in hand, which removes the outline. When the game is over, "
                    "don't call view.add_hint.", event=event, cell=own))
    calls = _missing_calls(shown, own, right)
    return (question, say(_SHOULD_SHOW[shown]),
            say("After {event}, these calls on the view would correct {part}: {calls}. Does your "
                "handler leave one out, or make it with other arguments?", event=event,
                part=part, calls=Code(", ".join(calls[:2]))))


def _wrong_result(lines: Lines) -> Hints | None:
    """Look at what a handler returns."""
    if lines.method not in _GIVES or lines.got.error or lines.value is None:
        return None
    gives = say(_GIVES[lines.method])
    return (say("What does {line} return?", line=lines.asked),
            say("{method} must return {gives}.", method=lines.method, gives=gives),
            say("{line} is {value} here, but it must be {right}. {method} returns {gives}. Does "
                "your handler find that out before the move, or after it?",
                line=Code(lines.case[-1]), value=written(lines.value),
                right=written(lines.right), method=lines.method, gives=gives))


_NUDGE = "Draw the window after each line of the case above. What changes?"

Window = class_task("Window", _Window, _first_events, looks=[_wrong_view, _wrong_result],
                    gives=_GIVES, nudge=_NUDGE)

SavingWindow = class_task("SavingWindow", _SavingWindow, _all_events,
                          looks=[_wrong_view, _wrong_result], gives=_GIVES, nudge=_NUDGE)
