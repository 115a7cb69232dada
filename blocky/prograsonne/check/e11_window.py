"""The checks of exercise 11: event handlers, which change a game and what its window shows.

A case is the lines of a small game: clicks, and looks at the view. If the window shows something
wrong, the hints are about the first click after which it differs from the right window.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from blocky.kit.check.class_laws import compiled
from blocky.kit.check.run import run
from blocky.kit.check.sequence import Lines, class_task
from blocky.kit.check.task import Hints, Sure, written
from blocky.kit.language import Code, mark, say
from blocky.prograsonne.game import Game
from blocky.prograsonne.hexes import CELLS, Cell
from blocky.prograsonne.move import Place, Restore, Save, TakeBack
from blocky.prograsonne.view import View, small_game

__all__ = ["SavingWindow", "Window"]


# -- the right windows -------------------------------------------------------------------------

class _Window:
    """The kit's window with the handlers of the first task."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.view = view
        self.turns = 0  # how often the tile in hand is rotated
        for cell, tile, player in game.board.tiles.values():
            view.add_piece(cell, tile.type, tile.turns, player)
        self.show_hand()

    def show_hand(self) -> None:
        """Show the tile in hand, rotated; no tile if the game is over."""
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
        """Place the tile in hand, and return whether that was legal."""
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
        """Take back the player's last tile, and return its cell; None if that isn't legal."""
        cell = self.game.board.last_of(self.game.position.player)
        if self.game.why_not(TakeBack()) or cell is None:
            return None
        self.game.play(TakeBack())
        self.view.pop_piece(cell)
        self._next_turn()
        return cell

    def hint_clicked(self) -> None:
        """Show the tile in hand as the hint rotates it, and outline the cell of the hint."""
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
        """Go back to a saved state, if that's legal, and show it."""
        if self.game.why_not(Restore(number)):
            return
        self.game.play(Restore(number))
        for other in list(self.view.numbers):
            if other > number:
                self.view.pop_number(other)
        for cell in list(self.view.pieces):
            self.view.pop_piece(cell)
        for cell, tile, player in self.game.board.tiles.values():
            self.view.add_piece(cell, tile.type, tile.turns, player)
        self._next_turn()


_RIGHT = {"Window": _Window, "SavingWindow": _SavingWindow}


# -- the cases ---------------------------------------------------------------------------------

#: By event, the parts of the view that can be different after it.
_CHANGED = {"rotate": ["hand"], "place": ["pieces", "hand", "points"], "points": ["points"],
            "finish": ["hand"], "take_back": ["pieces", "hand", "points"],
            "hint": ["hand", "hint"], "save": ["numbers"],
            "state": ["pieces", "numbers", "hand", "points", "hint"]}


class _Script:
    """The lines of Python of a case, and the right window, which gets each click when it's added.

    The lines make a game and a student's window, click in it, and look at the view.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.window = _SavingWindow(small_game(seed), View())
        self.game = self.window.game
        self.lines = ["from blocky.prograsonne.view import View, small_game",
                      f"game, view = small_game({seed}), View()", f"window = {name}(game, view)"]

    def click(self, event: str, *args: Any) -> None:
        """Add a click, without looking at what it changes."""
        arguments = ", ".join(map(repr, args))
        self.lines.append(f"window.{event}_clicked({arguments})")
        getattr(self.window, f"{event}_clicked")(*args)

    def look(self, *parts: str) -> None:
        """Add lines that look at parts of the view.

        A part that should be None is tested with "is None", because a line with the value None
        makes no case (see ``class_task``).
        """
        for part in parts:
            is_none = getattr(self.window.view, part) is None
            self.lines.append(f"? view.{part} is None" if is_none else f"? view.{part}")

    def click_and_look(self, event: str, *args: Any) -> None:
        """Add a click, and look at what it can change."""
        self.click(event, *args)
        self.look(*_CHANGED[event])

    def take_back_nothing(self) -> None:
        """Add a click that must return None, because there's no tile to take back."""
        self.lines.append("window.take_back_clicked() is None")

    def placements(self) -> list[Place]:
        """Return the legal placements, those with the fewest rotations first."""
        legal = [move for move in self.game.legal_moves() if isinstance(move, Place)]
        return sorted(legal, key=lambda move: (move.turns, move.cell))

    def place(self, move: Place) -> None:
        """Click as often as it takes to rotate the tile in hand, and then to place it."""
        for _ in range((move.turns - self.window.turns) % 6):
            self.click("rotate")
        self.click("place", move.cell)

    def place_first(self) -> None:
        """Place the tile in hand where it fits after the fewest rotations."""
        self.place(self.placements()[0])

    def place_first_and_look(self) -> None:
        """Place the tile in hand as ``place_first`` does, and look at what that changes."""
        self.place_first()
        self.look(*_CHANGED["place"])

    def place_on_and_look(self, cell: Cell) -> None:
        """Place the tile in hand on a cell, and look at what that changes."""
        self.place(next(move for move in self.placements() if move.cell == cell))
        self.look(*_CHANGED["place"])

    def place_best_and_look(self) -> None:
        """Place the tile in hand as the hint says, and look at what that changes.

        Do nothing if there's no hint.
        """
        position = self.game.position
        hint = self.game.board.hint(str(position.hand), position.player)
        if hint is not None:
            self.place(hint.placement)
            self.look(*_CHANGED["place"])

    def illegal_cells(self) -> list[Cell]:
        """Return three cells where the tile in hand can't be placed now.

        They are one with a tile, one where no rotation fits, and one where only another rotation
        than the present one fits.
        """
        occupied, *_ = self.game.board.tiles
        fitting_somehow = {move.cell for move in self.placements()}
        fitting_now = {move.cell for move in self.placements() if move.turns == self.window.turns}
        never_fitting = [cell for cell in CELLS
                         if cell != occupied and cell not in fitting_somehow]
        return [occupied, never_fitting[0], min(fitting_somehow - fitting_now)]


def _cases_of_window(rng: Random) -> Iterator[list[str]]:
    """Yield lines of Python that click in a ``Window``, and look at the view.

    Together they have all events of that task.
    """
    yield _rotated_all_around()
    yield _with_the_best_placements(2)
    yield _with_the_best_placements(0)
    for reason in range(3):
        yield _with_illegal_placement(reason)
    yield _with_a_feature_taken_over()
    yield _with_a_move_outside_the_window()
    yield _finished()
    yield _until_over(rng.randrange(1000))


def _rotated_all_around() -> list[str]:
    """Return the lines of a game in which the tile in hand is rotated seven times."""
    script = _Script("Window", 2)
    script.look("pieces", "hand", "points")
    for _ in range(7):
        script.click_and_look("rotate")
    return script.lines


def _with_the_best_placements(seed: int) -> list[str]:
    """Return the lines of a game with three tiles, each placed where it scores most."""
    script = _Script("Window", seed)
    for _ in range(3):
        script.place_best_and_look()
    script.click_and_look("rotate")
    return script.lines


def _with_illegal_placement(reason: int) -> list[str]:
    """Return the lines of a game with an illegal click, for one of three reasons.

    ``reason``, from 0 to 2, is the index of the clicked cell in ``illegal_cells``.
    """
    script = _Script("Window", 4)
    script.click("rotate")
    script.click_and_look("place", script.illegal_cells()[reason])
    script.click_and_look("rotate")  # an illegal click mustn't change the rotations either
    script.place_first_and_look()
    return script.lines


def _with_a_feature_taken_over() -> list[str]:
    """Return the lines of a game in which one placement changes the points of both players."""
    script = _Script("Window", 5)
    script.place_first_and_look()
    script.place_on_and_look((2, 6))
    return script.lines


def _with_a_move_outside_the_window() -> list[str]:
    """Return the lines of a game with a move that isn't made in the window, but by code."""
    script = _Script("Window", 1)
    script.lines.append("game.play(game.legal_moves()[0])")
    script.click_and_look("points")
    return script.lines


def _finished() -> list[str]:
    """Return the lines of a game that is finished, and of clicks after that."""
    script = _Script("Window", 2)
    script.place_first_and_look()
    cell = script.placements()[0].cell
    script.click_and_look("finish")
    script.lines.append("? game.over")
    script.click_and_look("place", cell)
    script.click_and_look("rotate")
    return script.lines


def _until_over(seed: int) -> list[str]:
    """Return the lines of a whole game, with another window that must share nothing with it."""
    script = _Script("Window", seed)
    script.lines.append("other = Window(small_game(1), View())")
    while not script.game.over:
        script.place_first()
    script.look("hand", "points")
    return script.lines


def _cases_of_saving_window(rng: Random) -> Iterator[list[str]]:
    """Yield lines of Python that click in a ``SavingWindow``, and look at the view.

    Together they have the events that this task adds.
    """
    yield _with_nothing_to_take_back()
    yield _with_two_tiles_taken_back()
    yield _with_hints(0)
    yield _with_hints(4)
    yield _with_states_of_one_turn()
    yield _with_states_of_several_turns()
    yield _with_another_tile_on_the_cell()
    yield _saved_and_finished()
    for _ in range(2):
        yield _with_random_events(rng)


def _with_nothing_to_take_back() -> list[str]:
    """Return the lines of a game in which a tile is taken back before one is placed."""
    script = _Script("SavingWindow", 2)
    script.click("rotate")
    script.take_back_nothing()
    script.click_and_look("rotate")
    return script.lines


def _with_two_tiles_taken_back() -> list[str]:
    """Return the lines of a game in which each player places a tile and takes it back."""
    script = _Script("SavingWindow", 2)
    script.place_first_and_look()
    script.take_back_nothing()
    script.place_first_and_look()
    script.click("rotate")
    script.click_and_look("take_back")
    script.click_and_look("take_back")
    return script.lines


def _with_hints(seed: int) -> list[str]:
    """Return the lines of a game with a hint in each of the first two turns."""
    script = _Script("SavingWindow", seed)
    script.click_and_look("hint")
    script.click_and_look("rotate")
    script.look("hint")
    script.place_best_and_look()
    script.click_and_look("hint")
    return script.lines


def _with_states_of_one_turn() -> list[str]:
    """Return the lines of a game with three states saved in one turn, and wrong numbers clicked."""
    script = _Script("SavingWindow", 2)
    for _ in range(3):
        script.click_and_look("save")
        script.click("rotate")
    for wrong_number in (9, 0):
        script.click_and_look("state", wrong_number)
    script.click_and_look("rotate")
    for number in (3, 2):
        script.click_and_look("state", number)
    script.click_and_look("save")
    return script.lines


def _with_states_of_several_turns() -> list[str]:
    """Return the lines of a game with a state saved in each turn, and clicks on these states."""
    script = _Script("SavingWindow", 0)
    script.click("save")
    for _ in range(3):
        script.place_best_and_look()
        script.click_and_look("save")
    script.click_and_look("take_back")
    for number in (3, 4, 1, 1):  # 4 is gone after 3
        script.click_and_look("state", number)
    script.place_first_and_look()
    return script.lines


def _with_another_tile_on_the_cell() -> list[str]:
    """Return the lines of a game that goes back to a state with another tile on the same cell."""
    script = _Script("SavingWindow", 2)
    script.place_first_and_look()
    script.click("save")
    script.place_first_and_look()
    cell = next(placed.cell for placed in script.game.board.tiles.values() if placed.player == 1)
    saved_tile = script.game.board.tiles[cell].tile
    script.click("take_back")  # by player 1
    script.click("take_back")  # by player 2
    hand = script.game.position.hand
    other_placements = [
        move for move in script.placements()
        if move.cell == cell and (hand, move.turns) != (saved_tile.type, saved_tile.turns)]
    script.place(other_placements[0])
    script.look(*_CHANGED["place"])
    script.click_and_look("state", 1)
    return script.lines


def _saved_and_finished() -> list[str]:
    """Return the lines of a game that is saved and finished, and goes on from the saved state."""
    script = _Script("SavingWindow", 2)
    script.place_first_and_look()
    script.click_and_look("save")
    for event in ("finish", "save", "hint"):
        script.click_and_look(event)
    script.take_back_nothing()
    script.click_and_look("state", 1)
    script.place_first_and_look()  # now the next player has a tile on the board
    script.click("finish")
    script.take_back_nothing()
    script.click_and_look("state", 1)
    script.lines.append("? game.over")
    script.place_first_and_look()
    return script.lines


def _with_random_events(rng: Random) -> list[str]:
    """Return the lines of a random game: five events in random order, and a tile after each."""
    script = _Script("SavingWindow", rng.randrange(1000))
    for event in rng.sample(["take_back", "save", "hint", "save", "rotate"], 5):
        script.click(event)
        if not script.game.over:
            script.place_first()
    script.click_and_look("state", 1)
    return script.lines


# -- what the handlers did ---------------------------------------------------------------------

class _Call(NamedTuple):
    """A call of a method of the view."""

    method: str
    arguments: tuple[Any, ...]

    @property
    def code(self) -> Code:
        """The call as Python code."""
        return Code(f"view.{self.method}({', '.join(map(repr, self.arguments))})")


class _RecordingView(View):
    """A view that also keeps the calls of its methods, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[_Call] = []
        for method in {*_SHOWING.values(), *_REMOVING.values()}:
            setattr(self, method, self._recorded(method))

    def _recorded(self, method: str) -> Any:
        """Return a method of the view that also adds each call to ``calls``."""
        original = getattr(View, method)

        def recorded(*args: Any, **named: Any) -> None:
            original(self, *args, **named)
            # all in the order of the parameters, even those that were passed by name
            _self, *arguments = signature(original).bind(self, *args, **named).args
            self.calls.append(_Call(method, tuple(arguments)))

        return recorded


#: By part of the view, the method that shows something there, and the one that removes it.
_SHOWING = {"pieces": "add_piece", "hand": "new_piece", "points": "set_points",
            "hint": "add_hint", "numbers": "add_number"}
_REMOVING = {"pieces": "pop_piece", "hint": "new_piece", "numbers": "pop_number"}


#: A line with a click: its call, and the handler that is called.
_CLICK = re.compile(r"(?P<call>window\.(?P<handler>\w+_clicked)\(.*\))")


class _Event(NamedTuple):
    """A click, the calls on the view that its handler made, and how things are after it.

    Attributes:
        code: the line of the case.
        handler: the name of the handler.
        calls: the calls on the view, in order.
        shown: by part of the view, the calls that would show what is there, by cell or number (see
            ``_calls_to_show``).
        turns: how often the tile in hand is rotated, by the window's own count.
        moves: how many moves have been made in the game.
        is_over: whether the game is over.
        saved_turns: the rotations in each of the saved states.
    """

    code: Code
    handler: Code
    calls: list[_Call]
    shown: Mapping[str, Mapping[Any, _Call]]
    turns: int
    moves: int
    is_over: bool
    saved_turns: list[int]


def _events(window_class: type, lines: Lines) -> list[_Event]:
    """Return the events of a case with a window class, up to the first that raises an exception.

    The first event is the making of the window, and the others are clicks.
    """
    events = list[_Event]()

    def play(*case: str) -> None:
        """Run the lines of a case with a view that records the calls on it; add the events."""
        names: dict[str, Any] = {
            lines.name: window_class, "View": _RecordingView, "small_game": small_game}
        # The import isn't run: it would replace this View.
        _the_import, *other_lines = case
        for line in other_lines:
            exec(compiled(line, "exec"), names)
            click = _CLICK.match(line)
            makes_the_window = line.startswith("window = ")
            if click:
                events.append(_event(click["call"], click["handler"], names))
            elif makes_the_window:
                events.append(_event(line, "__init__", names))

    run(play, lines.case)  # stops at an exception, or after some time; the events until then stay
    return events


def _event(code: str, handler: str, names: Mapping[str, Any]) -> _Event:
    """Return the event of a line that has run; the view then records the calls of the next event.

    ``names`` has the values of the names in the lines of the case: window, view and game.
    """
    window, view, game = names["window"], names["view"], names["game"]
    calls_of_event = view.calls
    view.calls = []
    return _Event(
        code=Code(code), handler=Code(handler), calls=calls_of_event, shown=_calls_to_show(view),
        turns=window.turns % 6, moves=len(game.history), is_over=game.over,
        saved_turns=[state.content.turned for state in game.position.history.states])


def _calls_to_show(view: View) -> dict[str, dict[Any, _Call]]:
    """Return the calls that would show what a view shows, by part of the view and place in it.

    A place is a cell of "pieces", a player of "points" or a number of "numbers", and "" in a part
    that shows a single thing.
    """
    hand = view.hand or (None,)  # new_piece(None) shows no tile
    return {
        "pieces": {cell: _Call("add_piece", (cell, *piece))
                   for cell, piece in view.pieces.items()},
        "hand": {"": _Call("new_piece", hand)},
        "points": {player: _Call("set_points", (player, points))
                   for player, points in view.points.items()},
        "hint": {"": _Call("add_hint", (view.hint,))} if view.hint else {},
        "numbers": {number: _Call("add_number", (number, player))
                    for number, player in view.numbers.items()},
    }


# -- what is wrong -----------------------------------------------------------------------------

#: By part of the view, what it must show.
_SHOULD_SHOW = mark({
    "pieces": "The pieces in the window must match the tiles on the game's board.",
    "hand": "The window must show the tile in hand: its type, its rotations, and the player whose "
            "turn it is. Each turn starts with a new tile.",
    "points": "The points in the window must match the game's scores.",
    "hint": "The window outlines a cell only after a hint. The outline disappears when the tile in "
            "hand changes.",
    "numbers": "The window must show the number of each saved state of the game, and the player "
               "who saved it.",
})

#: By handler, when it must change nothing.
_CHANGES_NOTHING = mark({
    "place_clicked": "the move isn't legal", "take_back_clicked": "TakeBack isn't legal",
    "hint_clicked": "the game is over", "save_clicked": "Save isn't legal",
    "state_clicked": "Restore isn't legal"})

#: By handler and part of the view, how the handler shows that part.
_TO_DO = {
    "rotate_clicked": mark({
        "hand": "Add 1 to self.turns, start again at 0 after 5, and then call self.show_hand()."}),
    "place_clicked": mark({
        "pieces": "After game.play(...), game.board.tiles[cell] has the type, the rotations and "
                  "the player of the tile.",
        "hand": "After game.play(...), set self.turns to 0, and then call self.show_hand().",
        "points": "Show the points of both players after game.play(...)."}),
    "points_clicked": mark({
        "points": "game.scores has the points of player 1 at index 0, and those of player 2 at "
                  "index 1."}),
    "finish_clicked": mark({
        "hand": "After game.end(), call self.show_hand(), which then shows no tile."}),
    "take_back_clicked": mark({
        "pieces": "Find the cell before game.play(TakeBack()), and remove its tile from the view.",
        "hand": "After game.play(TakeBack()), set self.turns to 0, and then call "
                "self.show_hand().",
        "points": "Show the points of both players after game.play(TakeBack())."}),
    "hint_clicked": mark({
        "hand": "Set self.turns to hint.placement.turns, and then call self.show_hand().",
        "hint": "Show the tile in hand first, and then outline hint.placement.cell."}),
    "save_clicked": mark({
        "numbers": "The new state is game.position.history.states[-1]: use its number and its "
                   "player."}),
    "state_clicked": mark({
        "pieces": "Show exactly the tiles of the saved state, even if a cell has a different tile "
                  "now.",
        "hand": "After game.play(Restore(number)), set self.turns to game.position.turned, and "
                "then call self.show_hand().",
        "points": "Show the points of both players after game.play(Restore(number)).",
        "numbers": "Only the states with a higher number than the clicked state disappear."}),
}


#: What to do if ``state_clicked`` leaves numbers in the window.
_NUMBERS_STAY = mark("game.play(Restore(number)) deletes the later states, so find their numbers "
                     "before you call it.")


def _wrong_view(lines: Lines) -> Sure | None:
    """Explain the first event after which something differs from the right window."""
    if lines.got.error:
        return None
    asked_part = lines.asked.removeprefix("view.")
    parts = sorted(_SHOWING, key=lambda part: part != asked_part)  # the asked one comes first
    right_steps = pairwise(_events(_RIGHT[lines.name], lines))
    own_steps = pairwise(_events(lines.answer, lines))  # fewer, if one raises an exception
    for (right_before, right), (own_before, own) in zip(right_steps, own_steps, strict=False):
        wrong_parts = [part for part in parts if own.shown[part] != right.shown[part]]
        hints = _wrong_step(right_before, right, own_before, own, wrong_parts)
        if hints:
            return hints
    return None


def _wrong_step(right_before: _Event, right: _Event, own_before: _Event, own: _Event,
                wrong_parts: Sequence[str]) -> Sure | None:
    """Explain what the event ``own`` of the student's window does wrong; None if nothing.

    ``right`` is the same event of the right window, and the other two events come just before
    these. ``wrong_parts`` are the parts of the view that differ between ``own`` and ``right``.
    """
    can_be_illegal = own.handler in _CHANGES_NOTHING
    must_change = (right_before.shown, right_before.turns) != (right.shown, right.turns)
    if can_be_illegal and not must_change:
        if wrong_parts:
            return _changed_something(own, f"view.{wrong_parts[0]}")
        if own.turns != right.turns:
            return _changed_something(own, "self.turns")
    if own.handler == "finish_clicked" and right.is_over and not own.is_over:
        return _not_over(own)
    had_same_rotation = own_before.turns == right_before.turns  # so the same move is legal
    lacks_a_move = own.moves < right.moves
    if can_be_illegal and had_same_rotation and lacks_a_move:
        return _no_move(own)
    if own.saved_turns != right.saved_turns:
        return _saved_another_rotation(own, right)
    if wrong_parts:
        return _wrong_part(wrong_parts[0], own, right)
    return None


def _illegal_move(lines: Lines) -> Sure | None:
    """Explain an IllegalMove: a handler has made a move that isn't legal."""
    click = _CLICK.match(lines.line)
    if lines.got.error != "IllegalMove" or not click or click["handler"] not in _CHANGES_NOTHING:
        return None
    event = Code(click["call"])
    reason = say(_CHANGES_NOTHING[click["handler"]])
    return Sure((
        say("Should {event} change anything in the window here?", event=event),
        say("{event} must change nothing here, because {reason}.", event=event, reason=reason),
        say("{event} must change nothing here, because {reason}. But your code calls "
            "game.play(...). Test game.why_not(...) first, and return if it isn't None.",
            event=event,
            reason=reason)))


def _changed_something(event: _Event, changed: str) -> Sure:
    """Return the hints for an event that must change nothing; ``changed`` is what it changes."""
    reason = say(_CHANGES_NOTHING[event.handler])
    return Sure((
        say("Should {event} change anything in the window here?", event=event.code),
        say("{event} must change nothing here, because {reason}.", event=event.code,
            reason=reason),
        say("{event} must change nothing here, because {reason}. But your code changes {part}. "
            "Test for this first, and return before you change anything.", event=event.code,
            reason=reason, part=Code(changed))))


def _not_over(event: _Event) -> Sure:
    """Return the hints for a game that goes on after it was finished."""
    return Sure((
        say("What should game.over be after {event}?", event=event.code),
        say("{handler} must end the game.", handler=event.handler),
        say("After {event}, game.over is still False. {handler} must call game.end(). "
            "Without the parentheses, the method isn't called.", event=event.code,
            handler=event.handler)))


def _no_move(event: _Event) -> Sure:
    """Return the hints for an event that must make a move in the game, and doesn't."""
    return Sure((
        say("Which move does {event} make in the game?", event=event.code),
        say("The move is legal here, so {handler} must make it.", handler=event.handler),
        say("The move is legal here, but {event} doesn't make it with game.play(...). "
            "game.why_not(...) returns None for a legal move, and a string for an illegal one.",
            event=event.code)))


def _saved_another_rotation(own: _Event, right: _Event) -> Sure:
    """Return the hints for a state that is saved with wrong rotations of the tile in hand."""
    return Sure((
        say("What does {handler} save?", handler=own.handler),
        say("A saved state includes the current rotation of the tile in hand."),
        say("{handler} saves the state with turns={own}, but the current rotation is {right}. Pass "
            "self.turns to Save.", handler=own.handler, own=own.saved_turns[-1],
            right=right.saved_turns[-1])))


def _wrong_part(part: str, own: _Event, right: _Event) -> Sure:
    """Return the hints for a part of the view that is wrong after an event."""
    happened = _wrong_call(part, own, right)
    to_do = _TO_DO.get(own.handler, {}).get(part, _SHOULD_SHOW[part])  # a sentence
    some_numbers_stay = part == "numbers" and {*own.shown[part]} > {*right.shown[part]}
    if own.handler == "state_clicked" and some_numbers_stay:
        to_do = _NUMBERS_STAY
    return Sure((
        say("What should {part} be after {event}?", part=Code(f"view.{part}"), event=own.code),
        say(_SHOULD_SHOW[part]), f"{happened} {say(to_do)}"))


def _wrong_call(part: str, own: _Event, right: _Event) -> str:
    """Return a sentence on the call on the view that is missing, wrong or too much.

    It's about the first place in a part of the view that shows something wrong (see
    ``_calls_to_show`` for the places).
    """
    own_shown, right_shown = own.shown[part], right.shown[part]
    wrong_places = [place for place in (*right_shown, *own_shown)
                    if own_shown.get(place) != right_shown.get(place)]
    place = wrong_places[0]
    needed = right_shown.get(place)
    showing = _last_call(own.calls, _SHOWING[part], place)
    removing = _last_call(own.calls, _REMOVING.get(part, ""), place)
    handler = own.handler
    if needed is None:  # there must be nothing at this place
        if showing:
            return say("{handler} calls {call}, but shouldn't.", handler=handler,
                       call=showing.code)
        return say("{handler} must call {call}, but doesn't.", handler=handler,
                   call=_removing(part, place))
    if showing is None:
        if removing:
            return say("{handler} calls {call}, but shouldn't.", handler=handler,
                       call=removing.code)
        must_be_replaced = place in own_shown and part in _REMOVING
        if must_be_replaced:
            return say("{handler} must call {call} and then {other}, but doesn't.",
                       handler=handler, call=_removing(part, place), other=needed.code)
        call_elsewhere = _last_call(own.calls, needed.method, "")
        if call_elsewhere and call_elsewhere.arguments[0] not in right_shown:
            return say("{handler} calls {call}, but should call {other}.", handler=handler,
                       call=call_elsewhere.code, other=needed.code)
        return say("{handler} must call {call}, but doesn't.", handler=handler, call=needed.code)
    if place not in own_shown:
        return say("{handler} calls {call}, but then {other} undoes this.", handler=handler,
                   call=showing.code, other=Code(f"view.{_REMOVING[part]}"))
    return _wrong_argument(handler, showing, needed)


def _wrong_argument(handler: Code, made: _Call, needed: _Call) -> str:
    """Return a sentence on the first wrong argument of a call, or on a wrong number of arguments.

    ``made`` is the student's call, and ``needed`` the right one of the same method.
    """
    _self, *names = signature(getattr(View, made.method)).parameters
    if len(made.arguments) == len(needed.arguments):
        for name, own, right in zip(names, made.arguments, needed.arguments, strict=False):
            if own != right:
                return say("{handler} calls {call}, but {name} should be {value}.",
                           handler=handler, call=made.code, name=Code(name),
                           value=written(right))
    return say("{handler} calls {call}, but should call {other}.", handler=handler,
               call=made.code, other=needed.code)


def _last_call(calls: Sequence[_Call], method: str, place: Any) -> _Call | None:
    """Return the last call of a method for a cell, a number or a player, "" for any; or None."""
    for call in calls[::-1]:
        if call.method == method and place in ("", call.arguments[0]):
            return call
    return None


def _removing(part: str, place: Any) -> Code:
    """Return the code that removes what a part of the view shows for a cell or a number."""
    if part == "hint":
        return Code("self.show_hand()")
    return _Call(_REMOVING[part], (place,)).code


#: By handler, what it returns.
_RETURNS = mark({"place_clicked": "True if the tile was placed, and otherwise False",
                 "take_back_clicked": "the cell of the tile that was taken back, or None if there "
                                      "is none"})


def _wrong_result(lines: Lines) -> Hints | None:
    """Explain a wrong result of a handler.

    The last line of the case is the call of the handler, or a test that the call returns None.
    """
    if lines.method not in _RETURNS or lines.got.error or lines.value is None:
        return None
    question = say("What does {line} return?", line=lines.asked)
    rule = say("{method} must return {gives}.", method=lines.method,
               gives=say(_RETURNS[lines.method]))
    ends_with_is_none = lines.asked != lines.case[-1]
    if ends_with_is_none:
        return question, rule, say(
            "{line} must return None here, because TakeBack isn't legal. Test for this first, and "
            "return before you change anything.", line=lines.asked)
    to_do = rule
    if lines.method == "take_back_clicked":
        to_do = say("Find the cell before game.play(TakeBack()). After that call, the tile is "
                    "gone, and it's the other player's turn.")
    happened = say("{line} returns {value}, but it should return {right}.", line=lines.asked,
                   value=written(lines.value), right=written(lines.right))
    return question, rule, f"{happened} {to_do}"


def _rotated_too_often(lines: Lines) -> Sure | None:
    """Explain an error of a click that rotates, after which ``self.turns`` isn't from 0 to 5."""
    turns = getattr(lines.names.get("window"), "turns", 0)
    if not lines.got.error or turns in range(6) or lines.line != "window.rotate_clicked()":
        return None
    return Sure((
        "After how many rotations does the tile look the same as at the start?",
        "Six rotations are the same as none, so self.turns is a number from 0 to 5.",
        say("After this click, self.turns is {turns}, but it must be from 0 to 5. In "
            "rotate_clicked, go from 5 back to 0 before you call self.show_hand().",
            turns=written(turns))))


def _player_as_index(lines: Lines) -> Hints | None:
    """Explain an IndexError in a line with scores: players are numbered from 1, indices from 0."""
    if lines.got.error != "IndexError" or "scores[" not in lines.got.message:
        return None
    return Sure(("Which index do the points of player 1 have in game.scores?",
                 "Players are numbered from 1, but indices start at 0.",
                 "Players are numbered from 1, but indices start at 0. The points of player 1 are "
                 "game.scores[0], and those of player 2 are game.scores[1]."))


# -- the tasks ---------------------------------------------------------------------------------

_NUDGE = "Draw the window after each line of the case above. What changes?"
_CLASS_LAWS = [_player_as_index, _rotated_too_often, _illegal_move, _wrong_view, _wrong_result]

Window = class_task("Window", _Window, _cases_of_window, laws=_CLASS_LAWS, gives=_RETURNS,
                    nudge=_NUDGE)

SavingWindow = class_task("SavingWindow", _SavingWindow, _cases_of_saving_window, laws=_CLASS_LAWS,
                          gives=_RETURNS, nudge=_NUDGE)
