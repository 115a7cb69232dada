"""The playable board: a game in a notebook, by pointer, by keys or by buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets as w

from blocky.block import MAX_DEPTH, Path
from blocky.colour import PALETTES, Colour
from blocky.draw.chart import label
from blocky.draw.rules import RULES
from blocky.game import Game
from blocky.kit.draw.picture import Paint
from blocky.kit.language import say, say_count
from blocky.kit.safely import PartError, made_by_student
from blocky.kit.widgets.game_text import signed
from blocky.kit.widgets.live import chip, status
from blocky.move import RULE_SETS, Action, Move, RuleSet
from blocky.widgets.choosing import ACTIONS, action_commands
from blocky.widgets.drawn_board import DrawnBoard

__all__ = ["PlayableBoard", "play"]

def play(mode: str | None = None, *, game: Game | None = None, difficulty: int = 1,
         pause: float = 0.6, palette: str = "safe", letters: bool = False, big: bool = False,
         **settings: Any) -> PlayableBoard:
    """Return a board to play on in a notebook.

    ``mode`` is one of the ready-made games of ``blocky.game.MODES``; without it, a human plays
    against a smart player of ``difficulty``. ``settings`` are those of Game: seed, max_depth,
    turns, rules, players, goals, parts and others. ``game`` is a game to go on with instead.
    ``pause`` is how long computer players show their choice, in seconds. ``big`` makes everything
    large enough for a class to see.
    """
    if game is not None and (mode is not None or settings):
        raise ValueError(say("play takes a game to go on with, or the settings of a new one, not "
                             "both."))
    if game is None:
        if mode is not None:
            game = Game.ready_made(mode, difficulty, **settings)
        else:
            game = Game(**{"smarts": [difficulty], **settings})
    return PlayableBoard(game, pause=pause, palette=palette, letters=letters,
                         big=big, goals=settings.get("goals") or ())


class PlayableBoard(DrawnBoard):
    """A game shown in a notebook. Whatever pointer, keys and buttons do is a method here.

    ``game`` is the game, ``path`` the path of the selected block (None: none is selected) and
    ``level`` the level at which blocks are selected.
    """

    rulebook = RULES
    WIDE = 230  # for what an action is called, its key and what it gains

    def __init__(self, game: Game, *, goals: Any = (), **settings: Any) -> None:
        self._goals = goals
        self._painter: int | None = None  # the player whose colour was last offered for painting
        super().__init__(game, **settings)
        self.level = min(1, self.deepest)

    # -- selecting -------------------------------------------------------------------------

    def path_at(self, place: Any, level: int) -> Path | None:
        """Return the path that the game's own function selects; None if it finds nothing."""
        try:
            path: Path | None = self.game.parts.select(self.board, place, level)
        except PartError as error:
            self.say(str(error), error=True)
            return None
        return path

    def show_move(self, move: Move | None) -> None:
        """Select the block of ``move``; none for None."""
        self.path = None if move is None or move.action is Action.PASS else move.path

    def go_on(self) -> None:
        """Have computer players move, without blocking the page, until it is a human's turn."""
        if not self._thinking:
            self._selected = self.path is not None
        super().go_on()

    def computers_done(self) -> None:
        """Show the game, and select the block where the pointer was."""
        self.path = self.path_at(self._place, self.level) if self._selected else None
        self.refresh()

    # -- playing ---------------------------------------------------------------------------

    def move_for(self, action: Action) -> Move:
        """Return the move that ``action`` on the selected block would be."""
        if action is Action.PASS:
            return Move(action)
        colour = self.paint_colour.value if action is Action.PAINT else None
        return Move(action, self.path or (), colour)

    def why_not(self, action: Action) -> str | None:
        """Return a sentence that says why a human cannot do ``action`` now; None if they can."""
        if reason := self.why_no_human():
            return reason
        if self.path is None and action is not Action.PASS and not self.game.over:
            return say("No block is selected. Point at one, or type its path.")
        why: str | None = self.game.why_not(self.move_for(action))
        return why

    def act(self, action: Action) -> None:
        """Do ``action`` on the selected block, as a human; show a sentence if that cannot be."""
        if reason := self.why_not(action):
            return self.refuse(reason, self.move_for(action))
        self.play(self.move_for(action))

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Rotate the block at a place, clockwise (1) or counter-clockwise (3)."""
        if self.point_at(x, y):
            self.act(Action.ROTATE_CLOCKWISE if button == 1 else Action.ROTATE_COUNTER_CLOCKWISE)

    def move_text(self, move: Move | None) -> str:
        """Return ``move`` in words."""
        return str(move)

    def no_hint_text(self) -> str:
        """Return the sentence for when no move improves the score."""
        if not any(move.action is Action.SMASH for move in self.game.legal_moves()):
            return super().no_hint_text()
        return say("Hint: no move makes your score larger now. "
                   "What a smash would bring is not known.")

    def take_hint(self, move: Move) -> None:
        """Select the block of ``move``, the best one, and its colour."""
        if move.colour is not None:
            self.paint_colour.value = move.colour
        self.select(move.path)

    def hint_text(self, move: Move, gain: int, score: int) -> str:
        """Return a sentence on the best move."""
        return say_count(
            "Hint: {move} (key {key}). It gains {count} point and makes your score {score}.",
            "Hint: {move} (key {key}). It gains {count} points and makes your score {score}.",
            gain, move=move, key=ACTIONS[move.action][1], score=score)

    # -- new and loaded games --------------------------------------------------------------

    def make_new(self, **settings: Any) -> Game:
        """Return a new game with the settings of the form, or with ``settings``.

        A student's functions and goals stay.
        """
        chosen = {"players": self.seats.players(), "rules": self.rules.value,
                  "max_depth": self.depth.value, "turns": self.turns.value,
                  "seed": self.typed_seed(), "parts": self.game.parts, **settings}
        return Game(**{"goals": self._kept_goals(len(chosen["players"])), **chosen})

    def _kept_goals(self, players: int) -> Any:
        """Return the goals that a new game has in common with this one; None if it is to choose."""
        if isinstance(self._goals, type) or any(isinstance(kind, type) for kind in self._goals):
            return self._goals
        own = [goal for goal in self.game.goals if made_by_student(goal)]
        if (own or self._goals) and players == len(self.game.goals):
            return self.game.goals
        return type(own[0]) if own else None

    def own_things(self) -> dict[str, Any]:
        """Return the players, goals and rules that a student wrote."""
        own = super().own_things()
        if any(map(made_by_student, self.game.goals)):
            own["goals"] = self.game.goals
        if type(self.game.rules) is not RuleSet:
            own["rules"] = self.game.rules
        return own

    def begin(self, game: Game, text: str) -> None:
        """Replace the present game by ``game``, and show a sentence."""
        self._painter = None
        self.level = min(self.level, game.board.max_depth)
        super().begin(game, text)

    # -- showing ---------------------------------------------------------------------------

    def player_label(self, player: int) -> str:
        """Return what stands beside the line of a player in the chart of scores."""
        return label(self.game, player)

    def player_paint(self, player: int) -> Paint:
        """Return the target colour of a player, in the palette in use."""
        return PALETTES[self.palette.value][self.game.goals[player].colour]

    def player_sign(self, player: int) -> str:
        """Return the markup of the target colour of a player."""
        return chip(PALETTES[self.palette.value][self.game.goals[player].colour],
                    self.game.goals[player].colour.letter)

    def player_text(self, player: int) -> str:
        """Return the goal of a player in words."""
        return str(self.game.goals[player].description())

    def show_possible(self) -> None:
        """Enable the controls that can be used now, and say why the rest cannot."""
        if self.waits_for_human and self.game.turn != self._painter:
            self._painter = self.game.turn
            self.paint_colour.value = self.game.goals[self._painter].colour
        super().show_possible()
        actions = self.game.rules.actions
        for action in ACTIONS:
            self.buttons[action].layout.display = "" if action in actions else "none"
        self.paint_colour.layout.display = "" if Action.PAINT in actions else "none"
        reasons = dict.fromkeys(self.reasons[action] for action in actions)
        self._why.value = "".join(map(status, filter(None, reasons)))
        self._later(self._show_gains)

    def _show_gains(self) -> None:
        """Show on the button of each action what it would gain on the selected block."""
        for action in ACTIONS:
            self.buttons[action].description = " ".join(
                filter(None, [self.commands[action].text, self._gain_sign(action)]))

    def _gain_sign(self, action: Action) -> str:
        """Return the gain of ``action`` as "+3" or "0"; "?" for a smash, "" if it is illegal."""
        if self.reasons[action] or made_by_student(self.game.goals[self.game.turn]):
            return ""  # a student's goal may take long, or fail
        try:
            gain = self.gain_of(self.move_for(action))
        except PartError:
            return ""
        return "?" if gain is None else signed(gain)

    # -- making the widgets ----------------------------------------------------------------

    def listen(self) -> None:
        """Make the pointer select blocks, and a press rotate them."""
        self.ax.add_artist(self._artist)
        self.hear(self.ax, self.point_at, self.press_at, self.change_level)

    def controls(self) -> Sequence[w.Widget]:
        """Return the buttons of the actions, and why some are not possible."""
        return [self.row(*(self.buttons[action] for action in ACTIONS), self.paint_colour,
                         self.buttons["hint"]), self._why]

    def add_choosing(self) -> None:
        """Add the commands that select a block and that act on it."""
        super().add_choosing()
        self.add(*action_commands(self.act, width=self.WIDE, why_not=self.why_not))
        self._why = w.HTML()
        self.add_marks()
        self.paint_colour = self.control(
            w.Dropdown, say("Paint with"), self.WIDE, 70, self.show_possible,
            options=[(colour.word, colour) for colour in Colour],
            value=self.game.goals[self.game.turn].colour)

    def form(self) -> Sequence[w.Widget]:
        """Return the form for a new game."""
        game, menu, number = self.game, w.Dropdown, w.BoundedIntText
        rules = {**RULE_SETS, game.rules.name: game.rules}
        self.rules = self.control(menu, say("Rules"), 220, 80, value=game.rules, options=[
            (say(name), each) for name, each in rules.items()])
        self.depth = self.control(number, say("Depth"), 220, 80, max=MAX_DEPTH,
                                  value=game.board.max_depth)
        self.turns = self.control(number, say("Turns each"), 220, 80, min=1, max=1000,
                                  value=game.turns)
        self.seed.placeholder = say("empty: any board")
        return [self.seats, self.row(self.rules, self.depth), self.row(self.turns, self.seed)]

    def settings_row(self) -> w.HBox:
        """Return the controls for how the game is shown, side by side."""
        return self.row(*super().settings_row().children, self.counting)
