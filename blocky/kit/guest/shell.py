"""Runs cells as Jupyter does, without a kernel, and keeps what they show."""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOBase
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type

from blocky.kit.guest.clock import Clock
from blocky.kit.language import say

__all__ = ["LARGE", "LETTERS", "new_shell", "run_cell"]

#: The number of letters that are kept of what a cell prints.
LETTERS = 200_000

#: The number of letters that are kept of all that it shows.
LARGE = 5_000_000

#: The seconds that an interrupted cell has to end, before it's interrupted again.
GRACE = 2.0

#: The seconds between two looks at the clock.
STEP = 0.1

#: The type of a live widget in the output of a cell.
WIDGET = "application/vnd.jupyter.widget-view+json"


class _Kept:
    """The outputs of the present cell, in nbformat's form."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Forget the outputs of the last cell."""
        self.outputs: list[dict[str, Any]] = []
        #: How many letters the cell has printed, and how many all its other outputs have.
        self.printed = 0
        self.shown = 0
        #: Whether the next output takes the place of those so far.
        self.clears = False

    def _clear_if_due(self) -> None:
        """Forget the outputs so far, if the next one takes their place."""
        if self.clears:
            self.outputs.clear()
            self.clears = False

    def add(self, output: dict[str, Any], letters: int) -> None:
        """Keep an output with so many letters, unless the cell then has shown more than ``LARGE``.

        In place of the first one that is left out, a sentence says so.
        """
        self._clear_if_due()
        is_first_left_out = self.shown <= LARGE < self.shown + letters
        if is_first_left_out:
            self.print("stderr", say("The cell's output is too long. The rest is left out.") + "\n")
        self.shown += letters
        if self.shown <= LARGE:
            self.outputs.append(output)

    def print(self, name: str, text: str) -> None:
        """Keep what a cell prints to the stream ``name``, up to ``LETTERS`` letters in all.

        It's added to the last output, if that's of the same stream.
        """
        text = text[:max(0, LETTERS - self.printed)]
        self.printed += len(text)
        if not text:
            return
        self._clear_if_due()
        last = self.outputs[-1] if self.outputs else {}
        if last.get("output_type") == "stream" and last["name"] == name:
            last["text"] += text
        else:
            self.outputs.append({"output_type": "stream", "name": name, "text": text})

    def add_data(self, kind: str, data: Any, metadata: Any, **more: Any) -> None:
        """Keep a rich output, such as a picture; of a widget, its picture.

        ``kind`` is nbformat's output_type. ``data`` holds it by its MIME types, and ``more``
        are further fields of the output.
        """
        data = dict(data)
        metadata = dict(metadata or {})
        is_widget = data.pop(WIDGET, None)  # a live widget can't be kept
        if is_widget and "image/png" in data:
            metadata["alt"] = data.get("text/plain", "")
        data = {name: _as_text(each) for name, each in data.items()}
        size = sum(len(each) if isinstance(each, str) else len(repr(each))
                   for each in data.values())
        self.add({"output_type": kind, "data": data, "metadata": metadata, **more}, size)


def _as_text(value: Any) -> Any:
    """Return data of an output as it is, but bytes, such as those of a picture, in base64."""
    if isinstance(value, bytes):
        from base64 import b64encode

        return b64encode(value).decode()
    return value


kept = _Kept()


class _Stream(TextIOBase):
    """Keeps what is printed."""

    encoding = "utf-8"

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def write(self, text: str) -> int:
        """Keep a text."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        kept.print(self.name, text)
        return len(text)

    def writable(self) -> bool:
        """Whether it can be written to: always."""
        return True

    def isatty(self) -> bool:
        """Whether somebody types here: never."""
        return False


class _Publisher(DisplayPublisher):
    """Keeps what is displayed."""

    def publish(
            self, data: Any, metadata: Any = None, *_: Any, **__: Any) -> None:
        """Keep an output."""
        kept.add_data("display_data", data, metadata)

    def clear_output(self, wait: bool = False) -> None:
        """Forget the outputs so far: now, or with ``wait`` when the next one comes."""
        if wait:
            kept.clears = True
        else:
            kept.outputs.clear()


class _Hook(DisplayHook):
    """Keeps the value of the last line of a cell."""

    def write_output_prompt(self) -> None:
        """Write no prompt: the output has a number."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        """Keep the value in all its forms."""
        kept.add_data("execute_result", format_dict, md_dict, execution_count=self.prompt_count)

    def finish_displayhook(self) -> None:
        """Write nothing after the value."""


class Shell(InteractiveShell):
    """The shell of a guest."""

    displayhook_class = Type(_Hook)
    display_pub_class = Type(_Publisher)

    def _showtraceback(self, etype: Any, evalue: Any, stb: Any) -> None:
        """Keep an error; IPython calls this with its class, itself and its traceback's lines."""
        try:
            text = str(evalue)
        except Exception:
            text = ""
        lines = [str(line) for line in stb]
        kept.add({"output_type": "error", "ename": getattr(etype, "__name__", str(etype)),
                  "evalue": text[:LETTERS], "traceback": [line[:LETTERS] for line in lines]},
                 sum(map(len, lines)))

    def init_history(self) -> None:
        """Keep no history in a file."""
        from IPython.core.history import HistoryManager

        self.history_manager = HistoryManager(shell=self, parent=self, enabled=False,
                                              hist_file=":memory:")

    def enable_gui(self, gui: Any = None) -> None:
        """Open no window."""


class _NoKernel:
    """Stands for the kernel of a notebook, for code that asks whether there is one."""

    def get_parent(self, *_: Any) -> dict[str, Any]:
        """Return the message that the kernel answers: none."""
        return {}


def new_shell() -> Shell:
    """Create and return the shell in which all cells of a session run, as without a user.

    It becomes IPython's only one. From then on, what Python prints is kept in ``kept``.
    """
    from blocky.kit.notebook.alone import alone

    Shell.clear_instance()
    shell: Any = Shell.instance()
    InteractiveShell._instance = shell
    shell.kernel = _NoKernel()
    sys.stdout = _Stream("stdout")
    sys.stderr = _Stream("stderr")
    alone()  # nobody can answer questions or use widgets
    return shell  # type: ignore[no-any-return]


def run_cell(shell: Shell, source: str, seconds: float) -> dict[str, Any]:
    """Run a cell, for at most so many ``seconds``, and return what happened.

    "outputs" are its outputs. "stopped" is whether its time was over, "raised" whether an error
    ended it, also the KeyboardInterrupt that stops it, and "error" the name of the error's class,
    or "".
    """
    kept.begin()  # from now on, the shell's outputs are kept there
    error: Any = None
    with _interrupted_after(seconds) as watch:
        try:
            result = shell.run_cell(source, store_history=True)  # type: ignore[no-untyped-call]
            error = result.error_before_exec or result.error_in_exec
        except KeyboardInterrupt as stopped:
            error = stopped
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    shows_error = any(each["output_type"] == "error" for each in kept.outputs)
    if error is not None and not shows_error:  # IPython shows no SystemExit, for example
        shell._showtraceback(type(error), error, [f"{type(error).__name__}: {error}"])
    return {"outputs": kept.outputs, "stopped": watch.over, "raised": error is not None,
            "error": type(error).__name__ if error is not None else ""}


def _interrupt() -> None:
    """Raise KeyboardInterrupt in the main thread."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # this also ends a call that sleeps
        os.kill(os.getpid(), signal.SIGINT)


class _Watch:
    """Says whether the time of a cell was over."""

    over = False


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[_Watch]:
    """Interrupt a ``with`` block after that many seconds, as the stop button does.

    If it goes on, it's interrupted again and again. The watch's ``over`` then is True.
    """
    watch = _Watch()
    clock = Clock(os.getpid())
    ended = threading.Event()

    def look() -> None:
        """Look at the clock every ``STEP`` seconds until the block has ended."""
        next_interruption = seconds
        while not ended.wait(STEP):
            if clock.used() > next_interruption:
                watch.over = True
                next_interruption += GRACE  # a cell may catch the interruption
                if not ended.is_set():
                    _interrupt()

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        with suppress(KeyboardInterrupt):  # one may just be on its way
            ended.set()
            thread.join(STEP * 5)
