"""Players that cheat: it costs them turns or games, and nobody else anything."""

import base64
import ctypes
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import permutations
from unittest import mock

import psutil
import pytest

from blocky import Action, BlobGoal, Move, Player, RandomPlayer, SmartPlayer, arena
from blocky.kit import game as kit_game
from blocky.kit.arena import guest_player, match, referee, seat
from blocky.kit.guest import inside, wire
from blocky.kit.guest.walls import walls_hold
from blocky.position import BlockyPosition
from tests.test_arena import Rotates, against_rotates

ROTATE = Move(Action.ROTATE_CLOCKWISE)
HONEST = {"Smart": SmartPlayer(3), "Random": RandomPlayer()}
SETTINGS = {"boards": 1, "goals": BlobGoal, "max_depth": 2, "turns": 2, "seconds": 10,
            "progress": False}
FORGED = {"value": {"scores": [592, 0], "winners": [0], "winner": "me"}}

WALLS = [pytest.param(True, id="with walls", marks=pytest.mark.skipif(
    not walls_hold(), reason="there's no bubblewrap here")), pytest.param(False, id="no walls")]


@pytest.fixture(scope="module", params=WALLS)
def walled(request):
    """Whether there are walls around the players."""
    with mock.patch("blocky.kit.guest.walls.walls_hold", return_value=request.param):
        yield request.param


class Cheats(Player):
    """A player that cheats first, and then makes a legal move."""

    def make_move(self, game, rng):
        self.cheat(game)
        return ROTATE


class PatchesTheLeague(Cheats):
    def cheat(self, game):
        for module in (guest_player, match, referee, seat):
            for name, thing in vars(module).items():
                if callable(thing) and getattr(thing, "__module__", "") == module.__name__:
                    setattr(module, name, None)


class PatchesTheGame(Cheats):
    def cheat(self, game):
        kit_game.Game.scores = property(lambda game: [592, 592])
        BlockyPosition.score = lambda position, player: 592 * (player == position.turn)
        BlobGoal.score_grid = lambda goal, grid: 592
        kinds = [Player]
        for kind in kinds:
            kinds += kind.__subclasses__()
            if not isinstance(self, kind):
                kind.make_move = lambda self, game, rng: None
        assert not any(vars(player).get("difficulty") for player in game.players)


class TriesWhatIsRefused(Cheats):
    def cheat(self, game):
        if not game.history:
            os.kill(os.getppid(), signal.SIGTERM)
        elif len(game.history) < 2:
            subprocess.run([sys.executable, "-c", "import time; time.sleep(100)"], check=False)
        with open("written.txt", "w") as file:
            file.write("by a player")


class KillsItsParent(Cheats):
    def cheat(self, game):
        ctypes.CDLL(None).kill(os.getppid(), 9)


class WritesEverywhere(Cheats):
    def cheat(self, game):
        for number in range(100):
            try:
                os.write(number, b'{"scores": [592, 0], "winners": [0]}\n')
            except OSError:
                continue


def wires():
    return [each for each in gc.get_objects() if isinstance(each, wire.Wire)]


class ForgesAResult(Cheats):
    def cheat(self, game):
        for each in wires():
            with suppress(wire.WireError):
                each.write(FORGED)


class Floods(Cheats):
    def cheat(self, game):
        for _ in range(50):
            for each in wires():
                each.write({"value": "x" * 1_000_000})


class SaysNonsense(Cheats):
    def cheat(self, game):
        for each in gc.get_objects():
            if isinstance(each, inside.Session):
                each.answer = lambda request: {"value": [[], {}]}


GAMES = {PatchesTheLeague: "ended the game's process", WritesEverywhere: "ended the game's process",
         ForgesAResult: "isn't an answer", SaysNonsense: "isn't an answer",
         Floods: "isn't an answer"}
TURNS = {TriesWhatIsRefused}
CHEATS = [{kind.__name__: kind for kind in kinds} for kinds in (
    (PatchesTheGame, PatchesTheLeague, WritesEverywhere, ForgesAResult),
    (TriesWhatIsRefused, KillsItsParent, SaysNonsense, Floods))]


@pytest.fixture(scope="module")
def leagues(walled):
    """Return two leagues of honest players and cheats."""
    return [arena.league(HONEST | cheats, workers=4, **SETTINGS) for cheats in CHEATS]


def test_the_table_is_the_same_for_one_worker_and_for_four(leagues):
    one = arena.league(HONEST | CHEATS[0], workers=1, **SETTINGS)
    assert one.results == leagues[0].results
    assert str(one) == str(leagues[0])


def test_what_is_tried_costs_nobody_else_anything(leagues):
    alone = arena.league(HONEST, **SETTINGS)
    games = {(each.players, each.scores, str(each.moves)) for each in alone.results}
    punished = {kind.__name__ for kind in (*GAMES, *TURNS)}
    for league in leagues:
        assert games <= {(each.players, each.scores, str(each.moves)) for each in league.results}
        for row in league.table():
            assert bool(row.forfeits) == (row.name in punished), row


def test_what_is_changed_in_a_process_of_ones_own_changes_no_score(leagues):
    for pair in permutations({"PatchesTheGame", *HONEST}, 2):
        result, = (each for each in leagues[0].results if each.players == pair)
        assert result.scores == tuple(leagues[0].replay(result.number).scores)
        assert len(result.moves) == 4


def test_what_is_refused_costs_the_turn(leagues):
    faults = " ".join(str(fault) for result in leagues[1].results
                      for _, _, fault in result.forfeits)
    for words in ("may not end another program", "may write only in its own folder",
                  "may not start another program"):
        assert f"raised PermissionError: A submission {words}" in faults


def test_what_breaks_the_process_costs_the_game(leagues):
    words = {kind.__name__: said for kind, said in GAMES.items()}
    for result in [*leagues[0].results, *leagues[1].results]:
        own = words.keys() & set(result.players)
        assert bool(own) == bool(result.ended)
        if own:
            loser, = set(result.players) - {result.winner}
            assert loser in own
            assert words[loser] in str(result.ended)


# -- against the other player --------------------------------------------------------------------

class KillsAll(Cheats):
    """Kills every process that it can, itself last."""

    def cheat(self, game):
        ctypes.CDLL(None).kill(-1, 9)


class KillsItsRival(Cheats):
    """Kills every other process that the league has started."""

    def cheat(self, game):
        # Tests that run at the same time have players, too. They aren't its rivals.
        league = psutil.Process().parent().parent()
        for each in league.children(recursive=True) if league else ():
            if each.pid not in (os.getpid(), os.getppid()):
                ctypes.CDLL(None).kill(each.pid, 9)


class Waits(Player):
    def make_move(self, game, rng):
        threading.Event().wait(0.5)
        return ROTATE


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes in /proc")
def test_who_kills_other_processes_never_wins_by_it(walled):
    killers = [KillsItsRival, *([KillsAll] if walled else [])]
    for killer in killers:
        league = against_rotates(killer, turns=2, workers=1, seconds=10)
        for result in league.results:
            if walled:  # it can't even see them
                assert result.ended is None
                assert tuple(league.replay(result.number).scores) == result.scores
            else:
                assert result.winner == "Rotates"
                assert str(result.ended) == "KillsItsRival ended the game's process."


class EndsLater(Cheats):
    """Starts a thread that ends its process while the other player is at work."""

    def cheat(self, game):
        threading.Timer(0.2, lambda: os._exit(0)).start()
        if len(game.history) >= 2:
            threading.Event().wait(0.5)


class EndsWithItsAnswer(Cheats):
    """Ends its process as soon as an answer is sent, so that the other player seems guilty."""

    def cheat(self, game):
        own, = wires()
        send = own.write

        def send_and_end(message):
            send(message)
            os._exit(0)

        own.write = send_and_end


@pytest.mark.parametrize("kind", [EndsLater, EndsWithItsAnswer])
def test_who_ends_its_process_while_another_is_at_work_is_to_blame(kind, walled):
    league = arena.league([kind, Waits], **SETTINGS | {"turns": 3})
    assert [result.winner for result in league.results] == ["Waits"] * 2
    for result in league.results:
        assert str(result.ended) == f"{kind.__name__} ended the game's process."


class ThinksMeanwhile(Cheats):
    """Has a thread that could think while the other player is at work."""

    gap = 0.0

    def cheat(self, game):
        if len(game.history) < 2:
            threading.Thread(target=self.tick, daemon=True).start()
            return
        time.sleep(0.2)  # the thread notices only when it goes on that it was paused
        if self.gap < 0.3:
            raise ValueError("I could think")

    def tick(self):
        while True:
            before = time.monotonic()
            time.sleep(0.01)
            ThinksMeanwhile.gap = max(self.gap, time.monotonic() - before)


def test_nobody_thinks_while_another_is_at_work(walled):
    league = arena.league([ThinksMeanwhile, Waits], **SETTINGS)
    assert not any(result.forfeits or result.ended for result in league.results)


class StopsItsParent(Cheats):
    def cheat(self, game):
        ctypes.CDLL(None).kill(os.getppid(), 19)


def test_who_stops_the_process_that_started_it_stops_nothing_else(walled):
    league = against_rotates(StopsItsParent, seconds=10)
    assert not league.stopped
    assert not any(result.forfeits or result.ended for result in league.results)


class Rival(Player):
    """A player with a secret."""

    secret = " ".join(["nobody", "knows", "this"] * 3)

    def make_move(self, game, rng):
        return ROTATE if self.secret else None


class Spies(Cheats):
    """Looks for its rival's code; raises an error if it finds some."""

    def cheat(self, game):
        wanted = " ".join(["nobody", "knows", "this"] * 3)
        for each in gc.get_objects():
            if isinstance(each, type) and each.__name__ == "Rival":
                raise ValueError("gc")
            if isinstance(each, dict) and each.get("secret") == wanted:
                raise ValueError("gc")
        frame = sys._getframe()
        while frame := frame.f_back:
            if any(isinstance(each, str) and "Rival" in each and "Spies" not in each
                   for name, each in frame.f_locals.items() if name not in ("names", "name")):
                raise ValueError("frames")
        for folder, _, files in os.walk("."):
            for name in files:
                with open(os.path.join(folder, name), "rb") as file:
                    if wanted.encode() in file.read():
                        raise ValueError("files")
        if os.getppid() == 1:  # there are walls
            self.look_around(wanted.encode())

    def look_around(self, wanted):
        others = [name for name in os.listdir("/proc") if name.isdigit()]
        if len(others) > 2:
            raise ValueError("other processes")
        for name in others:
            if int(name) == os.getpid():
                continue
            for part in ("cmdline", "environ", "mem", "maps"):
                with suppress(OSError), open(f"/proc/{name}/{part}", "rb") as file:
                    if part in ("mem", "maps") or wanted in file.read():
                        raise ValueError(f"/proc/{name}/{part}")
        for path in ("/tmp", "/home", "/root", "/work"):
            for folder, _, files in os.walk(path):
                if any(name.startswith("test_arena") for name in files):
                    raise ValueError(folder)


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes in /proc")
def test_nobody_finds_the_rivals_code(walled):
    league = arena.league([Spies, Rival], **SETTINGS | {"turns": 3})
    assert not any(result.ended for result in league.results)
    assert [str(fault) for result in league.results for _, _, fault in result.forfeits] == []


# -- other accidents and tricks ------------------------------------------------------------------

class SleepsInOneCall(Cheats):
    def cheat(self, game):
        time.sleep(1000)


class PrintsMuch(Cheats):
    def cheat(self, game):
        for _ in range(100):
            print("x" * 1_000_000)
            os.write(1, b"x" * 1_000_000)


class Forks(Cheats):
    """Forks behind Python's back; the copy goes on for ever."""

    def cheat(self, game):
        if ctypes.CDLL(None).fork() == 0:
            time.sleep(1000)


class ReturnsNonsense(Player):
    def make_move(self, game, rng):
        return type("Move", (Move,), {"to_record": lambda self: [self] * 3})(Action.SWAP_VERTICALLY)


class MutatesTheGame(Cheats):
    def cheat(self, game):
        game.history.clear()
        game.players.clear()
        game.position.board.children.clear()
        game.position.goals[:] = []


class HidesItsTrouble(Cheats):
    def cheat(self, game):
        while True:
            with suppress(BaseException):
                while True:
                    pass


TRICKS = {
    SleepsInOneCall: "couldn't be stopped after 3 s.", PrintsMuch: "", Forks: "",
    ReturnsNonsense: "ReturnsNonsense.make_move raised TypeError", MutatesTheGame: "",
    HidesItsTrouble: "took longer than 1 s."}


@pytest.mark.skipif(sys.platform != "linux", reason="others don't fork")
def test_each_trick_costs_only_its_author(walled):
    players = {kind.__name__: kind for kind in TRICKS} | {"Rotates": Rotates}
    series = {**SETTINGS, "seconds": 1, "turns": 1}
    for kind, words in TRICKS.items():
        two = {name: players[name] for name in (kind.__name__, "Rotates")}
        league = arena.league(two, workers=2, **series)
        rows = {row.name: row for row in league.table()}
        assert rows["Rotates"].forfeits == 0
        assert (rows[kind.__name__].forfeits == 2) == bool(words), str(league)
        assert words in str(league)


# -- while players are collected -----------------------------------------------------------------

class Evil:
    def __reduce__(self):
        return os.mkdir, ("written",)


HEAD = """
import gc, itertools, os
from contextlib import suppress
from blocky.kit.guest.wire import Wire, WireError
from blocky import *
"""
SAYS = """
class MyPlayer(RandomPlayer):
    for each in gc.get_objects():
        if isinstance(each, Wire):
            with suppress(WireError):
                each.write({})
"""
PICKLED = base64.b64encode(pickle.dumps(Evil())).decode()
MINE = "class MyPlayer(RandomPlayer):\n    "
HANDED_IN = {
    "ada": f"{MINE}pass", "ben": f"{MINE}pass",
    "evil": SAYS.replace("{}", str({"value": {"kind": "MyPlayer", "pickled": PICKLED}})),
    "patches": f"from blocky.kit.arena import guest_player\nguest_player.run = None\n{MINE}pass",
}
LEFT_OUT = {
    "eats": (f"{MINE}eaten = [bytes([7]) * 10**6 for _ in range(10**6)]",
             "the code uses more than 200 megabytes of memory."),
    "exits": (f"{MINE}os._exit(0)", "the code ends the process that looks for the player."),
    "hangs": (f"{MINE}sum(itertools.count())", "the code never ends."),
    "human": ("class MyPlayer(HumanPlayer):\n    pass", "MyPlayer is a human player, but only"),
    "says": (SAYS.replace("{}", "{'value': [[1]]}"),
             "the code sends an answer that doesn't describe a player."),
    "writes": (f"{MINE}open('written', 'w')", "PermissionError: A submission may write only"),
}


def test_whoever_cheats_while_players_are_collected_is_left_out(
        walled, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys.modules[arena.collect.__module__], "SECONDS", 1.0)
    monkeypatch.setattr(sys.modules[arena.collect.__module__], "MEMORY", 200.0)
    folder = tmp_path / "submitted"
    folder.mkdir()
    for name, text in (HANDED_IN | {name: text for name, (text, _) in LEFT_OUT.items()}).items():
        (folder / f"{name}.py").write_text(HEAD + text + "\n", encoding="utf-8")
    players = arena.collect(folder)
    assert capsys.readouterr().out.splitlines() == players.problems
    assert set(players) == set(HANDED_IN)
    for problem, (name, (_, words)) in zip(players.problems, LEFT_OUT.items(), strict=True):
        assert problem.startswith(f"{name} was left out: ")
        assert words in problem
    league = arena.league(players, **SETTINGS)
    for result in league.results:
        assert ("evil" in result.players) == bool(result.ended)
        assert not result.ended or result.winner != "evil"
    assert [path.name for path in tmp_path.iterdir()] == ["submitted"]
    assert len(list(folder.iterdir())) == len(HANDED_IN) + len(LEFT_OUT)
