"""Players that cheat: it costs them turns or games, and nobody else anything."""

import base64
import ctypes
import gc
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial
from itertools import permutations
from multiprocessing.connection import Connection

import pytest

from blocky import Action, BlobGoal, Move, Player, RandomPlayer, SmartPlayer, arena
from blocky.kit import game as kit_game
from blocky.kit.arena import isolated, match, process, referee
from blocky.kit.arena.find_player import Submission
from blocky.position import BlockyPosition
from tests.test_arena import against_rotates

ROTATE = Move(Action.ROTATE_CLOCKWISE)
HONEST = {"Smart": SmartPlayer(3), "Random": RandomPlayer()}
SETTINGS = {"boards": 1, "goals": BlobGoal, "max_depth": 2, "turns": 2, "seconds": 10,
            "progress": False}
FORGED = {"scores": [592, 0], "winners": [0], "move": ROTATE.to_record()}


class Cheats(Player):
    """A player that cheats first, and then makes a legal move."""

    def make_move(self, game, rng):
        self.cheat(game)
        return ROTATE


class PatchesTheLeague(Cheats):
    def cheat(self, game):
        for module in (isolated, match, process, referee, sys.modules["blocky.kit.arena.seat"]):
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


class KillsTheReferee(Cheats):
    def cheat(self, game):
        ctypes.CDLL(None).kill(os.getppid(), 9)


class WritesEverywhere(Cheats):
    def cheat(self, game):
        for number in range(100):
            try:
                os.write(number, json.dumps(FORGED).encode() + b"\n")
            except OSError:
                continue


class SaysNonsense(Cheats):
    def cheat(self, game):
        for each in gc.get_objects():
            if isinstance(each, Connection):
                with suppress(OSError):  # it belongs to somebody else
                    each.send_bytes(b"[" * 100_000)


GAMES = {PatchesTheLeague: "ended the game's process", KillsTheReferee: "ended the game's process",
         WritesEverywhere: "ended the game's process", SaysNonsense: "isn't an answer"}
CHEATS = [{kind.__name__: kind for kind in kinds} for kinds in (
    (PatchesTheGame, PatchesTheLeague, WritesEverywhere),
    (TriesWhatIsRefused, KillsTheReferee, SaysNonsense))]


@pytest.fixture(scope="module")
def leagues():
    """Return two leagues of honest players and cheats."""
    return [arena.league(HONEST | cheats, workers=4, **SETTINGS) for cheats in CHEATS]


def test_the_table_is_the_same_for_one_worker_and_for_four(leagues):
    one = arena.league(HONEST | CHEATS[0], workers=1, **SETTINGS)
    assert one.results == leagues[0].results
    assert str(one) == str(leagues[0])


def test_what_is_tried_costs_nobody_else_anything(leagues):
    alone = arena.league(HONEST, **SETTINGS)
    games = {(each.players, each.scores, str(each.moves)) for each in alone.results}
    for league, cheats in zip(leagues, CHEATS, strict=True):
        assert games <= {(each.players, each.scores, str(each.moves)) for each in league.results}
        for row in league.table():
            assert bool(row.forfeits) == (row.name in cheats and row.name != "PatchesTheGame"), row


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


class KillsLater(Cheats):
    """Starts a thread that ends the game later, so that the other player would be blamed."""

    def cheat(self, game):
        kill, referee = ctypes.CDLL(None).kill, os.getppid()
        if len(game.history) < 2:
            threading.Timer(0.2, lambda: kill(referee, 9)).start()
        else:
            threading.Event().wait(0.5)


class Waits(Player):
    def make_move(self, game, rng):
        threading.Event().wait(0.5)
        return ROTATE


def test_who_breaks_the_game_while_another_is_at_work_is_to_blame():
    league = arena.league([KillsLater, Waits], **SETTINGS)
    assert [result.winner for result in league.results] == ["Waits"] * 2
    assert all(len(result.moves) >= 2 for result in league.results)


class StopsTheReferee(Cheats):
    def cheat(self, game):
        ctypes.CDLL(None).kill(os.getppid(), 19)


def test_who_stops_the_referee_has_lost_and_the_league_goes_on(monkeypatch):
    for name, value in {"START": 2, "MARGIN": 0, "SLOWEST": 2}.items():
        monkeypatch.setattr(process, name, value)
    league = against_rotates(StopsTheReferee)
    assert [result.winner for result in league.results] == ["Rotates"] * 2
    assert "StopsTheReferee couldn't be stopped" in str(league)


class Evil:
    def __reduce__(self):
        return os.mkdir, ("written",)


HEAD = """
import gc, itertools, json, os
from contextlib import suppress
from multiprocessing.connection import Connection
from blocky import *
"""
SAYS = """
class MyPlayer(RandomPlayer):
    for each in gc.get_objects():
        if isinstance(each, Connection):
            with suppress(OSError):
                each.send_bytes(json.dumps({}).encode())
"""
PICKLED = base64.b64encode(pickle.dumps(Evil())).decode()
MINE = "class MyPlayer(RandomPlayer):\n    "
HANDED_IN = {
    "ada": f"{MINE}pass", "ben": f"{MINE}pass",
    "evil": SAYS.replace("{}", str({"kind": "MyPlayer", "pickled": PICKLED})),
    "patches": f"from blocky.kit.arena import find_player\nfind_player.run = None\n{MINE}pass",
}
LEFT_OUT = {
    "eats": (f"{MINE}eaten = [bytes([7]) * 10**6 for _ in range(10**6)]",
             "its code uses more than 500 megabytes of memory."),
    "exits": (f"{MINE}os._exit(0)", "its code ends the process that looks for the player."),
    "hangs": (f"{MINE}sum(itertools.count())", "its code never ends."),
    "human": ("class MyPlayer(HumanPlayer):\n    pass", "MyPlayer is a human player, but only"),
    "says": (SAYS.replace("{}", "[[1]]"), "its code sends answers that no player would send."),
    "writes": (f"{MINE}open('written', 'w')", "PermissionError: A submission may write only"),
}


def test_whoever_cheats_while_players_are_collected_is_left_out(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys.modules[arena.collect.__module__], "Submission",
                        partial(Submission, seconds=1.0, memory=500.0))
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
