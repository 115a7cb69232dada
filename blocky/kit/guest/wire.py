"""Messages between two processes: JSON after its length, with a limit on its size."""

import json
import struct
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

__all__ = ["LARGEST", "Wire", "WireError"]

#: The most bytes of a message.
LARGEST = 30_000_000

#: The most messages that may wait to be read.
MOST_WAITING = 3

_LENGTH = struct.Struct("!I")


class WireError(Exception):
    """The other process has ended, or its message can't be read."""


class Wire:
    """Both directions of a pipe, through which two processes send each other messages."""

    def __init__(self, receive: Callable[[int], bytes], send: Callable[[bytes], Any],
                 close: Callable[[], None]) -> None:
        """Use these functions; ``receive`` returns at most as many bytes as it's told.

        It waits for the first of them, and returns b"" if the other side has closed.
        """
        self._receive = receive
        self._send = send
        self.close = close
        self._messages: SimpleQueue[Any] | None = None

    def write(self, message: Any) -> None:
        """Send a message. WireError: it's too large, or the other process has ended."""
        text = json.dumps(message).encode()
        if len(text) > LARGEST:
            raise WireError
        try:
            self._send(_LENGTH.pack(len(text)) + text)
        except (OSError, ValueError) as error:
            raise WireError from error

    def read(self) -> Any:
        """Wait for a message, and return it. WireError: none can be read."""
        try:
            [length] = _LENGTH.unpack(self._exactly(_LENGTH.size))
            if length > LARGEST:
                raise WireError
            return json.loads(self._exactly(length))
        except (OSError, ValueError, RecursionError, MemoryError) as error:
            raise WireError from error

    def _exactly(self, count: int) -> bytes:
        """Wait for the next ``count`` bytes, and return them. WireError: there are fewer."""
        received = bytearray()
        while len(received) < count:
            more = self._receive(count - len(received))
            if not more:  # the other side has closed
                raise WireError
            received += more
        return bytes(received)

    # -- with a time limit -----------------------------------------------------------------------

    def listen(self) -> None:
        """Read messages in a thread from now on, for ``poll``."""
        messages = self._messages = SimpleQueue()

        def read_all() -> None:
            """Put each message into the queue, and last the error after which none comes."""
            while True:
                try:
                    message = self.read()
                    if messages.qsize() >= MOST_WAITING:  # nobody has asked for so many
                        raise WireError
                    messages.put(message)
                except WireError as error:
                    messages.put(error)
                    return

        threading.Thread(target=read_all, daemon=True).start()

    def poll(self, seconds: float) -> Any:
        """Return the next message, or None if none comes in so many ``seconds``.

        WireError: none will ever come.
        """
        assert self._messages is not None
        try:
            message = self._messages.get(timeout=seconds)
        except Empty:
            return None
        if isinstance(message, WireError):
            self._messages.put(message)  # for later calls, which must raise it too
            raise message
        return message
