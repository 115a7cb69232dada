"""The base class of the kit's widgets: a panel with a live figure."""

import asyncio
import html
from base64 import b64encode
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import ipywidgets as w
from matplotlib.axes import Axes
from matplotlib.backend_bases import KeyEvent, LocationEvent

from blocky.kit.draw.picture import DPI, RIGHT, WRONG, Picture, box, palette_of
from blocky.kit.draw.settings import KitFigure, own_settings
from blocky.kit.language import say
from blocky.kit.widgets.commands import Command, keys_sentence
from blocky.kit.widgets.live import (
    LiveFigure,
    at_least,
    equal_columns,
    px,
    running_loop,
    status,
)
from blocky.kit.widgets.shown import Shown, close

__all__ = ["Command", "Panel", "status"]

Control = TypeVar("Control", bound=w.DOMWidget)

#: The scale of a panel for a class to see.
BIG = 1.4

#: Roughly the width of a letter, in pixels.
LETTER = 7

#: How many seconds what is shown later waits for the figure.
SOON = 0.08

#: How many seconds a figure stays as it is before the still is made like it.
CALM = 2.0


class Panel(Shown):
    """A live figure with controls, driven by methods.

    A subclass defines ``refresh``, which shows the present state of everything.

    Attributes:
        live, figure: the widget that shows the figure, and the figure.
        letters, palette: the controls for how colours are shown.
        text: the sentence under the figure; "" for none.
        alt: the description of the figure where it cannot be seen; see ``describe``.
        commands: the commands by name; see ``add``.
        buttons: the buttons of commands, by the same names.
        reasons: why a command is impossible now, None if it is possible; see ``show_possible``.
        hotkeys: the function that each key calls.
        scale: the size of everything, 1 being the usual size.
        palettes: the palettes of the game by name; without any, none can be chosen.
    """

    palettes: Mapping[str, Any] = {}

    #: The methods that make parts of a figure: they do so under the kit's own settings.
    DRAWING = ("__init__", "refresh", "redraw", "restyle", "show_chosen", "draw_position",
               "draw_motion", "attempt", "picture")

    def __init_subclass__(cls, **options: Any) -> None:
        """Wrap the methods of DRAWING that a subclass defines, so that the kit's settings hold."""
        super().__init_subclass__(**options)
        for name in Panel.DRAWING:
            if name in vars(cls):
                setattr(cls, name, own_settings(vars(cls)[name]))

    @own_settings
    def __init__(self, size: tuple[float, float], *, palette: str = "safe", letters: bool = False,
                 big: bool = False) -> None:
        if self.palettes:
            palette_of(self.palettes, palette)  # raises ValueError for an unknown name
        self.scale = BIG if big else 1.0
        self.text = self.alt = ""
        self.figure = KitFigure(size, dpi=DPI * self.scale)
        self.live = LiveFigure(self.figure)
        self.live.canvas.mpl_connect("key_press_event", self._on_key)
        self.letters = self.checkbox(say("Letters (l)"), letters, self.restyle)
        self.palette = self.control(
            w.Dropdown, say("Palette"), 150, 50, self.restyle, value=palette,
            options=[(say(name, "palette"), name) for name in self.palettes or [palette]])
        self.commands: dict[Hashable, Command] = {}
        self.buttons: dict[Any, w.Button] = {}
        self.reasons: dict[Hashable, str | None] = {}
        self._waiting: dict[Callable[[], None], asyncio.TimerHandle] = {}  # see ``_call_later``
        self.hotkeys: dict[str, Callable[[], Any]] = {}
        self.message = w.HTML(layout=w.Layout(min_height=px(40)))
        self._sentence = w.HTML(layout=w.Layout(min_height=px(40)))
        super().__init__()
        if self.palettes:
            self.bind("l", say("letters"), self.letters)
        else:
            self.letters.layout.display = self.palette.layout.display = "none"
        self.add_class("blocky-panel")
        self.projector = self.toggle(say("Projector"), say("Larger, so that a class can see it"),
                                     self._project, big)
        self.live.put_below(self.projector)
        if big:
            self.add_class("blocky-big")

    def arrange(self, *children: w.Widget) -> None:
        """Show ``children``, from top to bottom, once all commands are added."""
        self.children = [*children]
        self.show_keys()

    def show_keys(self) -> None:
        """Send the page the keys in use, and list those that can do something."""
        self.live.use_keys([*self.hotkeys], keys_sentence(self.listed_commands()))

    def listed_commands(self) -> list[Command]:
        """Return the commands whose keys are listed."""
        return [*self.commands.values()]

    px = staticmethod(px)

    def watch(self, control: Control, changed: Callable[[], Any] | None) -> Control:
        """Call ``changed``, if there is one, when a control's value changes; return the control.

        An exception is shown as a sentence.
        """
        if changed:
            control.observe(lambda change: self.attempt(changed), "value")
        return control

    def control(self, kind: Callable[..., Control], text: str, width: float, text_width: float,
                changed: Callable[[], Any] | None = None, **traits: Any) -> Control:
        """Return a control such as ``w.Dropdown``, with the description ``text`` on its left.

        The control is ``width`` pixels wide, of which ``text`` has ``text_width``. It is wider if
        the text, or the options (up to 300 pixels), need more. ``changed`` is called when its value
        changes.
        """
        longest_option = max(map(len, _texts_of(traits.get("options", ()))), default=0)  # letters
        room_for_options = min(300, LETTER * longest_option + 35)  # with the arrow of the list
        room_for_text = max(text_width, LETTER * len(text) + 6)
        field_width = max(width - text_width, room_for_options)
        control = kind(description=text, layout=w.Layout(width=px(room_for_text + field_width)),
                       style={"description_width": px(room_for_text)}, **traits)
        return self.watch(control, changed)

    def row(self, *items: Hashable) -> w.HBox:
        """Return a row of widgets; the name of a command stands for its button.

        They wrap where they do not fit into a line. The figure takes the room that the others
        leave.
        """
        if self.live in items:
            self.live.layout.flex = f"1 1 {self.px(self.figure.get_figwidth() * DPI)}"
        return w.HBox(self._widgets(items), layout=w.Layout(flex_flow="row wrap"))

    def grid(self, width: float, *items: Hashable) -> w.GridBox:
        """Return widgets in equal columns; the name of a command stands for its button.

        There are as many columns as fit, each at least ``width`` pixels wide.
        """
        return w.GridBox(self._widgets(items), layout=equal_columns(width))

    def _widgets(self, items: Sequence[Hashable]) -> list[w.Widget]:
        """Return the widgets among ``items``, and the buttons of the commands named there."""
        return [item if isinstance(item, w.Widget) else self.buttons[item] for item in items]

    def button(self, text: str, action: Callable[[], Any], tip: str = "", width: float = 40
               ) -> w.Button:
        """Return a button that calls ``action``, and shows an exception as a sentence."""
        button = w.Button(description=text, tooltip=tip or text, layout=at_least(width))
        button.on_click(lambda _: self.attempt(action))
        return button

    def toggle(self, text: str, tip: str, changed: Callable[[], Any] | None = None,
               value: bool = False) -> w.ToggleButton:
        """Return a button that stays pressed; ``changed`` is called whenever it is pressed."""
        return self.watch(w.ToggleButton(bool(value), description=text, tooltip=tip,
                                         layout=at_least(40)), changed)

    def checkbox(self, text: str, value: bool, changed: Callable[[], Any] | None = None,
                 width: float = 100) -> w.Checkbox:
        """Return a checkbox, at least ``width`` pixels wide."""
        return self.watch(w.Checkbox(bool(value), description=text, indent=False,
                                     layout=at_least(width)), changed)

    def radio(self, changed: Callable[[], Any], options: Sequence[tuple[str, Any]],
              tips: Sequence[str], **traits: Any) -> w.ToggleButtons:
        """Return a row of buttons, one of which is pressed."""
        return self.watch(w.ToggleButtons(options=options, tooltips=tips, **traits,
                                          style={"button_width": "auto"}), changed)

    def next_value(self, control: Any, by: int = 1) -> None:
        """Give a control its next value (+1), or the previous one (-1).

        A choice wraps around, a switch is toggled, a number stays within its bounds.
        """
        if isinstance(control.value, bool):
            control.value = not control.value
        elif not hasattr(control, "options"):
            control.value += by  # ipywidgets keeps it within the bounds
        elif control.options:
            control.index = (control.index + by) % len(control.options)
        else:  # there is nothing to choose from
            control.index = None

    def add(self, *commands: Command) -> None:
        """Bind ``commands`` to their keys, and make their buttons.

        A command takes the place of one of the same name, as a subclass may define it.
        """
        for command in commands:
            self.commands[command.name] = command
            if command.key:
                self.hotkeys[command.key] = command.do
            if command.name in self.buttons:
                close(self.buttons.pop(command.name))
            if command.label:
                self.buttons[command.name] = self.button(command.text, command.do, command.tip,
                                                         command.width)

    def bind(self, key: str, what: str, control: w.Widget, by: int = 1) -> None:
        """Make a key give ``control`` its next value, or the previous one (-1)."""
        self.add(Command(key, partial(self.next_value, control, by), what, key=key))

    def why_nots(self) -> dict[Hashable, str | None]:
        """Return for each command why it is impossible now; None if it is possible."""
        return {name: command.why_not() for name, command in self.commands.items()
                if command.why_not}

    def show_possible(self) -> None:
        """Enable the buttons of possible commands; the tips of the others say why not."""
        self.reasons = self.why_nots()
        for name, reason in self.reasons.items():
            button = self.buttons[name]
            button.disabled = reason is not None
            button.tooltip = reason or self.commands[name].tip

    def hear(self, ax: Axes, moved: Callable[[float, float], Any] | None = None,
             pressed: Callable[[float, float, int], Any] | None = None,
             scrolled: Callable[[int], Any] | None = None) -> None:
        """Call functions when the pointer does something on ``ax``.

        ``moved`` and ``pressed`` get its place on ``ax``. ``pressed`` also gets the button: 1, the
        left one, or 3, the right one. ``scrolled`` gets -1 if the wheel turns forward, +1 if it
        turns back.
        """
        def listen(event_name: str, answer: Callable[[Any], Any]) -> None:
            """Call ``answer`` with each event of this kind on ``ax``."""
            def answer_on_ax(event: LocationEvent) -> None:
                if event.inaxes is ax:
                    self.attempt(answer, event)
            self.live.canvas.mpl_connect(event_name, answer_on_ax)

        def answer_press(event: Any) -> None:
            # A double click comes as two clicks, then as a double click too.
            if pressed and event.button in (1, 3) and not event.dblclick:
                pressed(event.xdata, event.ydata, int(event.button))

        if moved:
            listen("motion_notify_event", lambda event: moved(event.xdata, event.ydata))
        if pressed:
            listen("button_press_event", answer_press)
        if scrolled:
            self.live.use_wheel()
            listen("scroll_event", lambda event: scrolled(-1 if event.step > 0 else +1))

    def show_later(self, show: Callable[[], None]) -> None:
        """Call ``show`` a moment later, so that the page gets the figure first.

        If this is called again before that, only the last call counts. Without an event loop,
        ``show`` is called at once.
        """
        if not self._call_later(SOON, show):
            show()

    def _call_later(self, seconds: float, action: Callable[[], None]) -> bool:
        """Call ``action`` after some ``seconds``, and show an exception as a sentence.

        If this is called again before that with the same action, only the last call counts. Return
        whether the action will be called: without an event loop, it isn't.
        """
        loop = running_loop()
        if not loop:
            return False
        if earlier_request := self._waiting.get(action):
            earlier_request.cancel()
        # not a subclass's ``attempt``, which may end a motion
        self._waiting[action] = loop.call_later(seconds, Panel.attempt, self, action)
        return True

    def end_work(self) -> None:
        """End what runs beside the page."""
        for waiting in self._waiting.values():
            waiting.cancel()

    def still_markup(self) -> str:
        """Return the markup of the figure as it is now."""
        data = b64encode(self.live.png()).decode("ascii")
        width, _ = self.live.canvas.get_width_height()
        return (f'<img alt="{html.escape(self.alt)}" width="{width}" style="max-width: 100%" '
                f'src="data:image/png;base64,{data}">')

    @own_settings
    def attempt(self, action: Callable[..., Any], *args: Any) -> None:
        """Call ``action``; show an exception as a sentence."""
        with self.live.canvas.lock:
            try:
                action(*args)
            except ValueError as error:
                self.say(str(error), error=True)
            except Exception as error:
                self.say(f"{type(error).__name__}: {error}", error=True)

    def say(self, text: str, error: bool = False) -> None:
        """Show a sentence under the figure, in place of the last one."""
        self.text = text
        look, role = (WRONG, "alert") if error else (RIGHT, "status")
        self.message.value = box(text, look, role) if text else ""

    def describe(self, *sentences: str) -> None:
        """Describe the figure in sentences, for where it cannot be seen; "" is left out."""
        self.alt = " ".join(filter(None, sentences))
        self.live.describe(self.alt)
        self._call_later(CALM, self.renew_still)  # the figure has changed too

    def show_figure(self, *sentences: str, bold: str = "", alt: Sequence[str] = ()) -> None:
        """Draw the figure, show ``sentences`` on it, then ``bold``, and enable possible commands.

        ``alt`` are sentences that describe the figure where it cannot be seen; without them,
        ``sentences`` describe it.
        """
        markup = "".join(map(status, sentences))
        if bold:
            markup += status(bold, "font-weight: bold")
        self._sentence.value = markup
        self.show_possible()
        self.live.redraw()
        self.describe(*(alt or sentences))

    @property
    def looks(self) -> dict[str, Any]:
        """The palette and the letters, as arguments of the functions of ``draw``."""
        return {"palette": self.palette.value, "letters": self.letters.value}

    def show_chosen(self) -> None:
        """Show the new choice."""
        self.refresh()

    def restyle(self) -> None:
        """Redraw everything in another palette, or with or without letters."""
        self.refresh()

    def _project(self) -> None:
        """Show everything larger than usual, or as usual."""
        if self.projector.value:
            self.scale = BIG
            self.add_class("blocky-big")
        else:
            self.scale = 1.0
            self.remove_class("blocky-big")
        self.restyle()

    def picture(self) -> Picture:
        """Return the contents of the panel as a picture, for where no widget can be shown."""
        return Picture(self.figure, self.alt)

    def _on_key(self, event: KeyEvent) -> None:
        if event.key in self.hotkeys:
            self.attempt(self.hotkeys[event.key])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.alt}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the panel as a widget, a picture and a text: a page shows what it can."""
        with self.live.canvas.lock:  # while it is saved as a picture, the canvas hears no page
            bundle = super()._repr_mimebundle_(**kwargs)
            picture = self.picture()
            return {**bundle, "image/png": b64encode(picture.png()).decode("ascii"),
                    "text/plain": picture.alt}


def _texts_of(options: Sequence[Any]) -> list[str]:
    """Return the texts of a list's options, each of which is a value or (text, value)."""
    texts = []
    for option in options:
        if isinstance(option, tuple):
            text, _ = option
        else:
            text = option
        texts.append(str(text))
    return texts
