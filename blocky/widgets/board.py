"""The playable board: a game in a notebook, by pointer, by keys or by buttons."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import ipywidgets as w
from matplotlib.axes import Axes

from blocky import draw
from blocky.block import MAX_DEPTH, Block, Path
from blocky.draw.chart import label
from blocky.draw.looks import PALETTES
from blocky.draw.marks import counted, mark_block, show_on_the_way
from blocky.draw.rules import RULES
from blocky.game import Game
from blocky.kit.draw.picture import Paint
from blocky.kit.game import Turn, expect_game, expect_settings, refuse_players
from blocky.kit.language import say, say_count
from blocky.kit.safely import PartError, made_by_student
from blocky.kit.widgets.board import GameBoard
from blocky.kit.widgets.commands import Command
from blocky.kit.widgets.game_text import signed
from blocky.kit.widgets.live import ARROW, BUTTON, FIELD, chip, status
from blocky.move import RULE_SETS, Action, Move, RuleSet
from blocky.widgets.choosing import ACTIONS, BlockPanel, action_commands
from blocky.widgets.ready_made import kept_goals, ready_made

__all__ = ["PlayableBoard", "play"]


def play(mode: str | None = None, *, game: Game | None = None, difficulty: int = 1,
         pause: float = 0.6, palette: str = "safe", letters: bool = False, big: bool = False,
         **settings: Any) -> PlayableBoard:
    """Return a board to play on in a notebook.

    ``mode`` is one of the MODES of ``blocky.widgets.ready_made``; without it, a human plays against
    a smart player of ``difficulty``. ``settings`` are those of Game: seed, max_depth,
    turns, rules, players, goals, parts and others. ``game`` is a game to continue instead.
    ``pause`` is how long computer players show their choice, in seconds. ``big`` makes everything
    large enough for a class to see.
    """
    if isinstance(mode, Game):
        raise ValueError(say("To continue a game, pass it as a keyword argument: play(game=...)."))
    refuse_players(mode)
    expect_settings(settings, Game)
    if game is not None and (mode is not None or settings):
        raise ValueError(say("Call play with either a game to continue or the settings of a new "
                             "game, not both."))
    if game is None:
        if mode is None:
            game = Game(**{"smarts": [difficulty], **settings})
        else:
            game = ready_made(mode, difficulty, **settings)
    expect_game(game, Game, "Game(seed=3)")
    return PlayableBoard(game, pause=pause, palette=palette, letters=letters,
                         big=big, goals=settings.get("goals") or ())


#: A space as wide as a digit.
SPACE = "\N{FIGURE SPACE}"


class PlayableBoard(BlockPanel, GameBoard):
    """A game of Blocky on a live figure. Every action of pointer, keys and buttons is a method.

    ``paint_colour``, ``counting``, ``rules``, ``depth`` and ``turns`` are controls.
    """

    rulebook = RULES
    level = 1
    _place = (-1, -1)  # off the board, until a block is selected

    def __init__(self, game: Game, *, goals: Any = (), **settings: Any) -> None:
        self._goals = goals  # those that ``play`` was given: see ``kept_goals``
        # The game and the player whose target colour was offered last, to paint with.
        self._colour_offered_to: Any = None
        self._artist = draw.BoardArtist()
        super().__init__(game, **settings)

    @property
    def board(self) -> Block:  # type: ignore[override]
        """The board of the game."""
        board: Block = self.game.board
        return board

    def path_at(self, place: Any, level: int) -> Path | None:
        """Return the path of the block at a place; None off the board.

        It's selected by the game's own function, which may be a student's. If that fails, say why
        and return None.
        """
        path: Path | None = None
        try:
            path = self.game.parts.select(self.board, place, min(level, self.deepest))
        except PartError as error:
            self.say(str(error), error=True)
        return path

    def show_move(self, move: Move | None) -> None:
        """Select the block of ``move``; none for None."""
        self.path = None if move is None or move.action is Action.PASS else move.path

    def computers_done(self) -> None:
        """Show the game, and select the block where the pointer was."""
        self.path = self.path_at(self._place, self.level)
        self.refresh()

    def move_for(self, action: Action) -> Move:
        """Return the move that does ``action`` on the selected block; without one, on the board."""
        if action is Action.PASS:
            return Move(action)
        colour = self.paint_colour.value if action is Action.PAINT else None
        return Move(action, self.path or (), colour)

    def why_not(self, action: Action) -> str | None:
        """Return a sentence that says why a human cannot do ``action`` now; None if they can."""
        return self._why_not_each([action])[action]

    def _why_not_each(self, actions: Iterable[Action]) -> dict[Hashable, str | None]:
        """Return for each action why a human cannot do it now; None if they can."""
        why_no_human = self.why_no_human()
        needs_a_block = self.path is None and not self.game.over
        reasons: dict[Hashable, str | None] = {}
        for action in actions:
            if why_no_human:
                reasons[action] = why_no_human
            elif needs_a_block and action is not Action.PASS:
                reasons[action] = self.selection_text()  # it asks for a block
            else:
                reasons[action] = self.game.why_not(self.move_for(action))
        return reasons

    def why_nots(self) -> dict[Hashable, str | None]:
        """Return for each command why it is impossible now; None if it is possible."""
        return {**super().why_nots(), **self._why_not_each(ACTIONS)}

    def listed_commands(self) -> list[Command]:
        """Return the commands whose keys are listed: not the actions that these rules lack."""
        missing = set(ACTIONS) - set(self.game.rules.actions)
        return [command for command in super().listed_commands() if command.name not in missing]

    def act(self, action: Action) -> None:
        """Do ``action`` on the selected block, as a human; say why if it cannot be done."""
        move = self.move_for(action)
        # Without a block, the move is on the whole board, which ``play`` might allow.
        if self.path is None and (reason := self.why_not(action)):
            return self.refuse(reason, move)
        self.play(move)

    def press_at(self, x: float, y: float, button: int = 1) -> None:
        """Rotate the block at a place, clockwise (1) or counter-clockwise (3)."""
        if self.point_at(x, y):
            self.act(Action.ROTATE_CLOCKWISE if button == 1 else Action.ROTATE_COUNTER_CLOCKWISE)

    def move_text(self, move: Move | None) -> str:
        """Return ``move`` in words."""
        return str(move)

    def no_hint_text(self) -> str:
        """Return the sentence for when no move improves the score."""
        can_smash = any(move.action is Action.SMASH for move in self.game.legal_moves())
        if not can_smash:
            return super().no_hint_text()
        return say("Hint: no move increases your score now. The result of a smash isn't known in "
                   "advance.")

    def take_hint(self, move: Move) -> None:
        """Select the block and the colour of ``move``, the best one."""
        if move.colour is not None:
            self.paint_colour.value = move.colour
        self.select(move.path)

    def hint_text(self, move: Move) -> str:
        """Return a sentence on the best move."""
        gain = self.gain_of(move) or 0  # of the best move it's known
        _, key = ACTIONS[move.action]
        return say_count(
            "Hint: {move} (key {key}). It gains {count} point and makes your score {score}.",
            "Hint: {move} (key {key}). It gains {count} points and makes your score {score}.",
            gain, move=move, key=key,
            score=self.game.scores[self.game.turn] + gain)

    def make_new(self, **settings: Any) -> Game:
        """Return a new game with ``settings``; the form has the others.

        It has the present game's parts, which may be a student's, and the goals of ``kept_goals``.
        """
        all_settings = {"players": self.seats.players(), "rules": self.rules.value,
                        "max_depth": self.depth.value, "turns": self.turns.value,
                        "seed": self.files.typed_seed(), "parts": self.game.parts, **settings}
        goals = kept_goals(self._goals, self.game.goals, len(all_settings["players"]))
        return Game(**{"goals": goals, **all_settings})  # ``settings`` may have other goals

    def own_things(self) -> dict[str, Any]:
        """Return the players, goals and rules that a student wrote."""
        own = super().own_things()
        if any(map(made_by_student, self.game.goals)):
            own["goals"] = self.game.goals
        if type(self.game.rules) is not RuleSet:
            own["rules"] = self.game.rules
        return own

    def draw_position(self) -> None:
        """Draw the present board, with the selected block and what counts marked."""
        selected = None
        if self.path is not None:
            try:
                selected = self.board.at(self.path)
            except ValueError:  # the last move removed it
                self.path = None
        # A block is drawn with a frame while it is highlighted.
        if selected is not None:
            selected.highlighted = True
        self._show_board()
        if selected is not None:
            selected.highlighted = False
        # kept until the next move, as finding a blob on each redraw would be slow
        mark = self.once("counted", lambda: counted(self.game.goals[self.game.turn], self.board))
        if mark and self.counting.value:
            self._artist.over.append(mark)

    def _show_board(self) -> None:
        """Give the board's artist the present rectangles and looks, and fit the axes to them."""
        side = 2**self.deepest  # in unit cells
        if self.ax.get_ylim() != (side, 0):
            self.ax.set(xlim=(0, side), ylim=(side, 0))
        self._artist.letters, self._artist.palette = self.letters.value, self.palette.value
        self._artist.show(self._rectangles(), self.board.size, side)

    def _rectangles(self) -> Any:
        """Return the rectangles to draw: those of the student's own function, if there is one.

        Without one, or if its result can't be drawn, return those of the kit.
        """
        if self.game.parts.replaced("rectangles_to_draw"):
            try:
                rectangles = list(self.game.parts.rectangles(self.board))
                draw.pixels(rectangles, self.board.size, 8)  # raises what drawing them would raise
                return rectangles
            except Exception as error:
                self.say(say("The result of your rectangles_to_draw can't be drawn. {problem}",
                             problem=error), error=True)
        return self.board.rectangles_to_draw()

    def mark_last(self, turn: Turn) -> None:
        """Mark the corners of the block that was moved last."""
        if self.has_motion(turn):
            self._artist.over.append(mark_block(turn.move.path))

    def has_motion(self, turn: Turn) -> bool:
        """Whether a block was moved in ``turn``."""
        return not turn.fault and turn.move.action is not Action.PASS

    def draw_motion(self, turn: Turn, share: float) -> None:
        """Draw the board while its block turns, slides or comes up."""
        self._show_board()
        self._artist.over.append(show_on_the_way(turn.move, share))

    def alternative_text(self, ax: Axes) -> str:
        """Draw the board on axes; return its description."""
        shown = draw.board(self.board, ax, path=self.path, **self.looks)
        return say("A Blocky game. {board}", board=shown.alt)

    def player_label(self, player: int) -> str:
        """Return the label of a player's line in the chart of scores."""
        return label(self.game, player)

    def player_paint(self, player: int) -> Paint:
        """Return the target colour of a player, in the palette in use."""
        return PALETTES[self.palette.value][self.game.goals[player].colour]

    def player_sign(self, player: int) -> str:
        """Return the markup of the target colour of a player."""
        return chip(self.player_paint(player), self.game.goals[player].colour.letter)

    def player_text(self, player: int) -> str:
        """Return the goal of a player in words."""
        return str(self.game.parts.describe(self.game.goals[player]))

    def show_possible(self) -> None:
        """Enable the controls that can be used now, and say why the rest cannot."""
        present_player = (self.game, self.game.turn)
        is_another_human = self.waits_for_human and self._colour_offered_to != present_player
        if is_another_human:
            self._colour_offered_to = present_player
            self.paint_colour.value = self.game.goals[self.game.turn].colour
        super().show_possible()
        actions = self.game.rules.actions
        for action in ACTIONS:
            self.buttons[action].layout.display = "" if action in actions else "none"
        self.paint_colour.layout.display = "" if Action.PAINT in actions else "none"
        self._why.value = "".join(map(status, self._reasons_to_show()))
        self.show_later(self._show_gains)

    def _reasons_to_show(self) -> list[str]:
        """Return the sentences that say why actions are impossible, each sentence once."""
        if self.waits_for_human and self.path is None:
            return []  # the sentence on the choice asks for a block
        reasons = [self.reasons[action] for action in self.game.rules.actions]
        return [reason for reason in dict.fromkeys(reasons) if reason]

    def _show_gains(self) -> None:
        """Show on each action's button what it would gain: "+3" or "0"; "?" for a smash."""
        goal_is_students = made_by_student(self.game.goals[self.game.turn])  # it may be slow
        for action in ACTIONS:
            gain_text = ""
            if not goal_is_students and not self.reasons[action]:
                with suppress(PartError):  # a student's function failed: no gain is shown
                    gain = self.gain_of(self.move_for(action))
                    gain_text = "?" if gain is None else signed(gain)
            # Three characters wide, so that the name of the action keeps its place on the button.
            padded = f"{gain_text:{SPACE}<3}"
            self.buttons[action].description = f"{self.commands[action].text} {padded}"

    def listen(self) -> None:
        """Make the pointer select blocks, and a press rotate them."""
        self.ax.add_artist(self._artist)
        self.hear(self.ax, self.point_at, self.press_at, self.change_level)

    def add_choosing(self) -> None:
        """Add the commands that select a block and that act on it."""
        super().add_choosing()
        self._why = w.HTML()
        self.counting = self.checkbox(say("Show what counts (g)"), True, self.redraw)
        self.add(*action_commands(self.act))
        self.bind("g", say("show what counts"), self.counting)
        self.paint_colour = self.colour_control(
            say("Paint with"), FIELD, 70, self.show_possible,
            self.game.goals[self.game.turn].colour)

    def choosing_row(self, *others: w.Widget) -> w.Box:
        """Return the buttons that choose a block, side by side, with ``others`` behind them."""
        return self.grid(ARROW, "larger", "smaller", "previous", "next", *others)

    def controls(self) -> Sequence[w.Widget]:
        """Return the fields for a block and a colour, and the buttons of the actions."""
        return [self.grid(FIELD, self.typed_path, self.paint_colour),
                self.grid(BUTTON, *ACTIONS, "hint")]

    def add_pages(self) -> None:
        """Add the pages of the tabs, and below all moves why some are not possible."""
        super().add_pages()
        moves = self.tabs.pages["moves"]
        moves.children = [*moves.children, self._why]

    def form(self) -> Sequence[w.Widget]:
        """Return the form for a new game."""
        game = self.game
        all_rules = {**RULE_SETS, game.rules.name: game.rules}  # these may be a student's
        self.rules = self.control(
            w.Dropdown, say("Rules"), 220, 80, value=game.rules,
            options=[(say(name), rules) for name, rules in all_rules.items()])
        self.depth = self.control(w.BoundedIntText, say("Depth"), 220, 80, max=MAX_DEPTH,
                                  value=game.board.max_depth)
        self.turns = self.control(w.BoundedIntText, say("Turns each"), 220, 80, min=1,
                                  max=max(1000, game.turns), value=game.turns)
        self.seed.placeholder = say("random if empty")
        return [self.seats, self.grid(FIELD, self.rules, self.depth, self.turns, self.seed)]

    def settings_row(self, *others: w.Widget) -> w.Box:
        """Return the controls for how the game is shown, with ``others``, side by side."""
        return super().settings_row(self.counting, *others)
