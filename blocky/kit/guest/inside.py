"""The process that holds a student's code.

``guest`` starts it and asks the questions. It holds no right answer: the checks of a game can't be
imported here, and the kit's functions that do the work of a task raise an error. It answers in
plain data (``plain``).
"""

from __future__ import annotations

import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from time import thread_time
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from blocky.kit.check.program import Program
from blocky.kit.check.run import is_students
from blocky.kit.definitions import run as run_definitions
from blocky.kit.file_guard import guard
from blocky.kit.guest.folders import empty
from blocky.kit.guest.plain import Exchange, is_hidden, is_of_the_rules, name_of
from blocky.kit.guest.wire import Wire, WireError
from blocky.kit.language import language, say
from blocky.kit.safely import OutOfTimeError, computing_limit

__all__ = ["KitsOwnError", "main", "refusal"]

#: The limit of the stack in a call: that of a new Python.
MOST_OPEN = 1000

#: The most files that may be open at a time.
OPEN_FILES = 256

#: What cells need, and takes long to import.
_FOR_CELLS = ("blocky.kit.guest.shell", "ipywidgets", "matplotlib_inline.backend_inline",
              "IPython.core.completerlib")


class KitsOwnError(Exception):
    """The kit's own function was called where the student's function has to do the work."""


# -- the process ---------------------------------------------------------------------------------

def main() -> None:
    """Serve sessions until the process that asks has ended."""
    if len(sys.argv) > 1:
        _serve_forked(socket.socket(fileno=int(sys.argv[1])))
    else:
        _serve_here()


def _serve_forked(control: socket.socket) -> None:
    """Fork a process for each session, and end all that it leaves behind.

    For each session, the process that asks sends a byte through ``control``, together with the
    session's own socket. When the session has ended, it gets a message.
    """
    wire = Wire(control.recv, control.sendall, control.close)
    setup = wire.read()
    gc.disable()
    _prepare(setup)
    gc.freeze()  # what was imported is never garbage, so sessions share its memory
    gc.enable()
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, bufsize=1, maxfds=1)
        if not message or not descriptors:  # the process that asks has ended
            os._exit(0)
        [descriptor] = descriptors
        child = os.fork()
        if child == 0:
            control.close()
            pipe = socket.socket(fileno=descriptor)
            _serve(setup, Wire(pipe.recv, pipe.sendall, pipe.close))  # it doesn't return
        os.close(descriptor)
        _wait_for(child, control)
        if setup["walled"]:  # all the other processes that are seen here are the student's
            _kill_all_others()
            _empty_shared_memory()
        wire.write({})


def _wait_for(child: int, control: socket.socket) -> None:
    """Wait until a session's process ``child`` ends; kill it if the process that asks has ended."""
    if sys.platform != "linux":
        return  # no other system forks here
    end_of_child = os.pidfd_open(child)
    ready, _, _ = select.select([end_of_child, control.fileno()], [], [])
    os.close(end_of_child)
    if control.fileno() in ready:  # nothing is sent during a session
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _kill_all_others() -> None:
    """Kill all processes behind these walls but this one, until none is left."""
    everyone_else = -1  # as the id of a process
    first_process = 1  # behind the walls; no signal kills it
    while True:
        with suppress(ProcessLookupError):
            os.kill(everyone_else, signal.SIGKILL)
        with suppress(ChildProcessError):  # no child is left
            while True:
                ended_child, _ = os.waitpid(everyone_else, os.WNOHANG)
                if not ended_child:  # those that are left haven't ended yet
                    break
        processes = {int(name) for name in os.listdir("/proc") if name.isdigit()}
        if processes <= {first_process, os.getpid()}:
            return


def _empty_shared_memory() -> None:
    """Remove the shared memory that a session has left, so that the next one can't read it.

    If it has left memory, messages or semaphores of System V, end this process: they go with it.
    """
    empty(Path("/dev/shm"))
    for kind in ("shm", "msg", "sem"):
        with open(f"/proc/sysvipc/{kind}", encoding="utf-8") as file:
            entries = file.readlines()[1:]  # after the headline
            if entries:
                os._exit(0)


def _serve_here() -> None:
    """Serve one session in this process, through its standard input and output.

    The student's code finds an empty input and output in their place, so it can neither read the
    questions nor write the answers.
    """
    questions = os.fdopen(os.dup(0), "rb", 0)
    answers = os.fdopen(os.dup(1), "wb", 0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard_stream in (0, 1):  # input and output
        os.dup2(nowhere, standard_stream)
    wire = Wire(questions.read, answers.write, questions.close)
    setup = wire.read()
    _prepare(setup)
    _serve(setup, wire)


def _prepare(setup: dict[str, Any]) -> None:
    """Import what sessions need, before any student's code runs; then go to the student's folder.

    ``setup`` has the arguments of ``guest.Guest``.
    """
    os.chdir(os.sep)  # libraries may read files in the current folder
    sys.path[:] = setup["path"]
    if not setup["checks"]:
        sys.meta_path.insert(0, _NoChecks())
    settings = setup["settings"]
    if settings:
        from blocky.kit.check.course_settings import begin_with

        begin_with(settings["hints"], settings["carry"])
    modules = list(setup["modules"])
    if setup["cells"]:
        modules = [*_FOR_CELLS, *modules]
    for name in modules:
        with suppress(ImportError):
            importlib.import_module(name)
    if setup["cells"]:
        from blocky.kit.guest.shell import new_shell

        new_shell()
    folder, temporary = setup["folders"]
    if temporary != folder:  # remove what libraries have written while they were imported
        empty(Path(temporary))
    os.chdir(folder)
    if setup["walled"]:
        _close_memory()


def _close_memory() -> None:
    """Let no other process read or change this one: a student's code controls the sessions."""
    import ctypes

    set_dumpable = 4  # of prctl, for which Python has no function
    ctypes.CDLL(None).prctl(set_dumpable, 0, 0, 0, 0)


def _serve(setup: dict[str, Any], wire: Wire) -> None:
    """Answer the questions of a session, then end this process."""
    try:
        options = wire.read()
        session = Session(wire, setup, options)
        wire.write({"ready": True})
        while True:
            request = wire.read()
            wire.write(session.answer(request))
    except WireError:
        pass
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(0)  # without waiting for threads


# -- no right answers ----------------------------------------------------------------------------

class _NoChecks(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Puts a stub in place of a game's checks, and refuses what they consist of."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        """Return the spec of a stub for a game's checks; None for a module that isn't hidden.

        ImportError: it's another hidden module, or one of the kit's that is to be reloaded.
        """
        is_reloaded = target is not None  # importlib.reload passes the module as target
        is_the_kits = name.partition(".")[0] == __name__.partition(".")[0]
        if is_reloaded and is_the_kits:
            raise ImportError(say("{name} can't be loaded again while your work is being graded.",
                                  name=name))
        if not is_hidden(name):
            return None
        if not name.endswith(".check"):
            raise ImportError(say("{name} isn't available while your work is being graded.",
                                  name=name))
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: Any) -> ModuleType:
        """Return a stub."""
        return _Stub(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the stub is whole."""


class _Stub(ModuleType):
    """Stands for the checks of a game."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _given.get if name == "earlier" else _StubOfCheck(name)


#: The kit's own answers to tasks of earlier exercises that this one uses.
_given: dict[str, Any] = {}


class _StubOfCheck:
    """Stands for the check of a task."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *_: Any, **__: Any) -> None:
        print(say("{name} will be checked later, in a separate process.", name=self.name))

    def try_out(self, answer: Any, *_: Any) -> None:
        """Show nothing."""

    def or_kit(self, answer: Any) -> Any:
        """Return the student's answer."""
        return answer

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(say("{name} isn't available while your work is being graded.",
                                 name=name))


def _refuse(names: Iterable[tuple[str, str]]) -> None:
    """Make functions of the kit raise an error, whoever holds a reference to one of them.

    The function objects stay, and get other code. ``names`` are pairs of a module and a qualified
    name.
    """
    for module_name, name in names:
        thing: Any = importlib.import_module(module_name)
        for part in name.split("."):
            # a class's own attribute, as it was defined, and not an inherited one
            thing = vars(thing).get(part) if isinstance(thing, type) else getattr(
                thing, part, None)
        # the function inside a static method, a property, a cached property or a decorated one
        for attribute in ("__func__", "fget", "func", "__wrapped__"):
            thing = getattr(thing, attribute, thing)
        if isinstance(thing, FunctionType):
            # new code must have the free variables of the old code
            thing.__code__ = _refusing.__code__.replace(
                co_freevars=thing.__code__.co_freevars, co_name=thing.__name__)
            thing.__defaults__ = thing.__kwdefaults__ = None


def _refusing(*_: Any, **__: Any) -> Any:
    """Raise an error. Other functions get this code, so it finds all names by itself."""
    import blocky.kit.guest.inside

    raise blocky.kit.guest.inside.refusal()


def refusal() -> KitsOwnError:
    """Return the error of a function that may not do a student's work."""
    return KitsOwnError(say(
        "The kit's own function can't do this work for you. Your own code has to do it."))


# -- a session -----------------------------------------------------------------------------------

class Session:
    """One student's cells, and the answers that they define; ``do_NAME`` answers a request."""

    def __init__(self, wire: Wire, setup: dict[str, Any], options: dict[str, Any]) -> None:
        """Prepare to answer, and limit what this process may do.

        ``setup`` is the same for all sessions of a guest. The ``options`` of this one are its
        "language", the "given" answers to tasks of earlier exercises, and the "refused" functions:
        those of the kit that raise an error.
        """
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the grader may ignore it
        self.wire = wire
        if setup["cells"]:
            self._prepare_cells()
        self.exchange = Exchange(is_guest=True)
        language(options["language"])
        if options["given"] is not None:
            _given.update(Exchange(is_guest=True).read(options["given"]))
        _refuse(options.get("refused", ()))
        random.seed()
        np.random.seed()
        limits = setup["limits"]
        _limit_files()
        guard(setup["writable"], limits["address_space"], limits["file_size"])

    def _prepare_cells(self) -> None:
        """Take the shell that ``_prepare`` has made; let cells import modules from their folder."""
        from blocky.kit.guest.shell import Shell

        self.shell: Any = Shell.instance()
        sys.path.insert(_place_of_packages(), "")

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request, which names the method ``do_NAME`` and its arguments."""
        kind = request.pop("do")
        answer: dict[str, Any] = getattr(self, f"do_{kind}")(**request)
        return answer

    # -- cells -----------------------------------------------------------------------------------

    def do_cell(self, source: str, seconds: float) -> dict[str, Any]:
        """Run a cell."""
        from blocky.kit.guest.shell import run_cell

        return run_cell(self.shell, source, seconds)

    def do_definitions(self, source: str) -> dict[str, Any]:
        """Run only the imports, functions, classes and constants of a cell; ignore its errors."""
        name = self.shell.compile.cache(source, self.shell.execution_count)
        with suppress(Exception):
            run_definitions([(name, source)], "__main__", self.shell.user_ns)
        return {}

    def do_find(self, name: str) -> dict[str, Any]:
        """Return what the student has defined under a name, or {"missing": True}."""
        self.exchange.begin_call()
        if name not in self.shell.user_ns:
            return {"missing": True}
        return self._answer(self.shell.user_ns[name])

    def _answer(self, value: Any) -> dict[str, Any]:
        """Return a student's answer as plain data, with a description of a function or class."""
        written = self._written(value)
        if callable(value):  # it gets a number even if it's the kit's own, so that it's called here
            number = self.exchange.number_of(value)
            written["graph"]["root"] = ["own", number, type(value).__name__]
            written["kinds"] |= self._descriptions()
        return written

    def do_kits(self, module: str, name: str, given: list[Any]) -> dict[str, Any]:
        """Return the value of the kit's own function, which may run the student's code."""
        with redirect_stdout(_Nowhere()), redirect_stderr(_Nowhere()):
            return {"value": getattr(importlib.import_module(module), name)(*given)}

    # -- calls -----------------------------------------------------------------------------------

    def do_call(self, thing: int, method: str, graph: Any, seconds: float, seed: int
                ) -> dict[str, Any]:
        """Call a function, a class or a method; return the result and the changed arguments."""
        self.exchange.begin_call()
        args, named = self.exchange.read(graph)
        function = self.exchange.own[thing]
        for part in method.split(".") if method else ():
            function = getattr(function, part)
        return self._called(lambda: function(*args, **named), seconds, seed)

    def do_lines(self, thing: int, name: str, lines: list[str], own: bool, seconds: float
                 ) -> dict[str, Any]:
        """Run lines with a class under a name, and return the value of the last one.

        With ``own``, it's an error if an instance keeps its things in one of Python's containers.
        """
        from blocky.kit.check.class_laws import result_of
        from blocky.kit.check.sequence import built_in

        self.exchange.begin_call()
        answer = self.exchange.own[thing]

        def value() -> Any:
            """Return the value of the last line. _HeldError: an instance has such a container."""
            space = {name: answer}
            value_of_last_line = result_of(tuple(lines), space)  # which adds names to the space
            if own:
                for each in space.values():
                    if type(each) is answer and built_in(each):
                        raise _HeldError
            return value_of_last_line

        return self._called(value, seconds, seed=0)

    def do_form(self, thing: int) -> dict[str, Any]:
        """Return whether a student's program uses Python's containers."""
        from blocky.kit.check.sequence import names_built_in

        return {"found": bool(names_built_in(self.exchange.own[thing]))}

    def do_next(self, thing: int, seconds: float) -> dict[str, Any]:
        """Return the next item of an iterator."""
        self.exchange.begin_call()
        return self._called(lambda: next(self.exchange.own[thing]), seconds, seed=0)

    def _called(self, call: Callable[[], Any], seconds: float, seed: int) -> dict[str, Any]:
        """Return the reply on a call: its value, or its error, and what it did beside.

        "ended" is "" for a value, "time", "stack" or "raised". "used" is the time in seconds.
        "raised_limit" is whether it raised the recursion limit; "drawn", any random numbers.
        """
        random.seed(seed)
        np.random.seed(seed % 2**32)
        state_of_random = random.getstate()
        state_of_numpys = np.random.get_state(legacy=False)
        reply: dict[str, Any] = {"ended": ""}
        start = thread_time()
        value: Any = None
        nowhere = _Nowhere()
        limit_of_time = computing_limit(seconds)
        recursion_limit_before = sys.getrecursionlimit()
        recursion_limit = MOST_OPEN + _depth()  # the calls that are open here don't count
        sys.setrecursionlimit(recursion_limit)
        try:
            with redirect_stdout(nowhere), redirect_stderr(nowhere):
                value = limit_of_time.call(call)
        except OutOfTimeError:
            reply["ended"] = "time"
        except RecursionError:
            reply["ended"] = "stack"
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            # when the time is over, any error may have come of that
            reply |= {"ended": "time"} if limit_of_time.over else _reply_on(error)
        reply["used"] = thread_time() - start
        reply["raised_limit"] = sys.getrecursionlimit() > recursion_limit
        sys.setrecursionlimit(recursion_limit_before)
        reply["drawn"] = random.getstate() != state_of_random or not _same(
            np.random.get_state(legacy=False), state_of_numpys)
        try:
            return reply | self._written(value)
        except Exception as error:  # it can't be written as plain data
            return reply | _reply_on(error) | {"graph": None}

    def _written(self, value: Any) -> dict[str, Any]:
        """Return a value as plain data, with descriptions of the things that are new in it."""
        graph = self.exchange.write(value)
        return {"graph": graph, "kinds": self._descriptions()}

    _described = 0

    def _descriptions(self) -> dict[str, Any]:
        """Return descriptions of the student's things that the asker doesn't know yet.

        They're by the things' numbers in the exchange, as strings.
        """
        descriptions = {}
        while self._described < len(self.exchange.own):
            number = self._described
            self._described += 1
            descriptions[str(number)] = _description(self.exchange.own[number])
        return descriptions

    # -- with the kit's in place of wrong answers ------------------------------------------------

    def do_uses(self, thing: int, names: list[str]) -> dict[str, Any]:
        """Return which of some names a student's program uses, apart from the answer's own name."""
        try:
            program = Program(self.exchange.own[thing])
        except LookupError:  # there is no source to read
            return {"names": []}
        used = program.named | set(program.trees)  # what it names, and its own functions
        others_used = used & set(names) - {program.name}
        return {"names": sorted(others_used)}

    def do_mend(self, thing: int, graph: Any) -> dict[str, Any]:
        """Return the answer with the kit's own functions in the place of wrong ones.

        ``graph`` holds the kit's functions by name, as plain data. If they can't be put in, the
        reply is {"missing": True}.
        """
        from blocky.kit.check.carry import mended

        self.exchange.begin_call()
        given = self.exchange.read(graph)
        try:
            answer = mended(Program(self.exchange.own[thing]), given)
        except Exception:
            return {"missing": True}
        self.exchange.begin_call()
        return self._answer(answer)


class _Nowhere(StringIO):
    """A stream that keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)


class _HeldError(Exception):
    """An instance keeps its things in one of Python's own containers."""


def _place_of_packages() -> int:
    """Return the index in sys.path of the installed packages; at the end, if they aren't there.

    In front of them, IPython adds the current folder.
    """
    import IPython

    packages = os.path.dirname(os.path.dirname(os.path.abspath(IPython.__file__)))
    return sys.path.index(packages) if packages in sys.path else len(sys.path)


def _limit_files() -> None:
    """Limit the number of files that this process may open, and let it dump no core."""
    if sys.platform == "win32":
        return
    import resource

    for kind, wanted in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, OPEN_FILES)):
        _, hard_limit = resource.getrlimit(kind)  # a process can't raise this one
        limit = wanted if hard_limit == resource.RLIM_INFINITY else min(wanted, hard_limit)
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))


def _depth() -> int:
    """Return how many calls are open where this is called."""
    depth = 0
    frame = sys._getframe()
    while frame := frame.f_back:  # type: ignore[assignment]
        depth += 1
    return depth


def _same(one: Any, other: Any) -> bool:
    """Return whether two states of numpy's generator are the same."""
    return repr(one["state"]["pos"]) == repr(other["state"]["pos"]) and bool(
        np.array_equal(one["state"]["key"], other["state"]["key"]))


def _reply_on(error: BaseException) -> dict[str, Any]:
    """Return the part of a reply that describes an error: its text, its class and base classes.

    "not_written" is whether it's the NotImplementedError of an exercise that isn't begun.
    """
    try:
        text = str(error)
    except Exception:  # in a student's own class of errors
        text = ""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    not_written = (isinstance(error, NotImplementedError)
                   and is_students(frames[-1].f_code.co_filename))  # where it was raised
    return {"ended": "raised", "text": text[:2000], "not_written": not_written,
            "kinds_of_error": [[kind.__module__, kind.__qualname__]
                               for kind in type(error).__mro__]}


def _description(thing: Any) -> dict[str, Any]:
    """Return what the asker must know to make a stand-in for a function, a class or another thing.

    "iterates" is whether it is an iterator.
    """
    if isinstance(thing, type):
        return _description_of_class(thing)
    return {"is": "function" if callable(thing) else "thing",
            "name": str(getattr(thing, "__name__", type(thing).__name__)),
            "parameters": _parameters(thing) if callable(thing) else None,
            "iterates": hasattr(type(thing), "__next__")}


def _description_of_class(thing: type) -> dict[str, Any]:
    """Return the description of a class: the kit's classes that it inherits from, and its parts.

    These are the attributes that the student's own classes add to the kit's.
    """
    bases = [kind for kind in thing.__mro__ if _is_the_kits(kind)]
    parts: dict[str, Any] = {}
    for kind in thing.__mro__:  # the class itself, then those that it inherits from
        comes_with_the_kits = any(issubclass(base, kind) for base in bases)
        if comes_with_the_kits or kind is object:
            continue
        for name, value in vars(kind).items():
            if name not in parts:  # otherwise a subclass overrides it
                part = _part(value)
                if part:
                    parts[name] = part
    return {"is": "class", "name": thing.__name__,
            "bases": [[base.__module__, base.__qualname__] for base in bases], "parts": parts}


def _is_the_kits(kind: type) -> bool:
    """Return whether a class belongs to the rules of a game, so that the asker has it too."""
    module_and_name = name_of(kind)
    if module_and_name is None:
        return False
    module, _ = module_and_name
    return is_of_the_rules(module)


def _part(value: Any) -> dict[str, Any] | None:
    """Return the description of a class's method, property or plain value; None for others."""
    if isinstance(value, (staticmethod, classmethod)):
        return {"is": "static", "parameters": None}
    if isinstance(value, property):
        return {"is": "property"}
    if callable(value) and not isinstance(value, type):
        return {"is": "method", "parameters": _parameters(value),
                "abstract": bool(getattr(value, "__isabstractmethod__", False))}
    if isinstance(value, (int, float, str, bool, type(None))):
        return {"is": "value", "value": value}
    return None


def _parameters(function: Any) -> list[Any] | None:
    """Return for each parameter its name, its kind as a number, and whether it has a default.

    None: the signature isn't known.
    """
    import inspect

    try:
        return [[each.name, int(each.kind), each.default is not each.empty]
                for each in inspect.signature(function).parameters.values()]
    except (ValueError, TypeError):
        return None
