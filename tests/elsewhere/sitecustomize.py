"""Shows the kit a system like Windows, in every Python that has this folder on its PYTHONPATH.

Its modules see no fork and nothing else of POSIX; the libraries see the system that there is.
"""

import builtins
import os
import signal
import sys
import time
from types import ModuleType

MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
NAMES = {
    os: {"WNOHANG", "chown", "fork", "forkpty", "geteuid", "getloadavg", "getpgid", "getuid",
         "killpg", "mkfifo", "register_at_fork", "sched_getaffinity", "setsid", "statvfs",
         "sysconf", "wait"},
    signal: {"SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "alarm", "pthread_kill", "setitimer"},
    time: {"clock_gettime", "pthread_getcpuclockid"},
    sys: set(),
}
usual = builtins.__import__


class Seen(ModuleType):
    """A module as the kit sees it."""

    def __init__(self, module, missing):
        super().__init__(module.__name__)
        self.__dict__.update(missing=missing, module=module)

    def __getattr__(self, name):
        if name in self.missing:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return "win32" if name == "platform" else getattr(self.module, name)

    def __setattr__(self, name, value):
        setattr(self.module, name, value)


SEEN = {module.__name__: Seen(module, missing) for module, missing in NAMES.items()}


def as_elsewhere(name, globals=None, locals=None, fromlist=(), level=0):
    """Import for the kit what there would be, and for all others what there is."""
    if str((globals or {}).get("__name__")).partition(".")[0] == "blocky" and not level:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in SEEN:
            return SEEN[name]
    return usual(name, globals, locals, fromlist, level)


builtins.__import__ = as_elsewhere
