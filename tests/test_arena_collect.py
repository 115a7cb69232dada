"""Players handed in as files and notebooks, and the command that lets them play."""

import csv
import json
import subprocess
import sys
from pathlib import Path

from blocky import Player, arena, language
from blocky.kit.guest import walls
from blocky.kit.language import say
from tests.course import code, notebook_of, solved

MINE = """
from blocky import Action, Move, Player
print("loaded")
SIDES = {"sides": 2 * 2}
ACTION = Action.SWAP_VERTICALLY
EXPENSIVE = sum(range(10))
Path("made.txt").write_text("run")


def place(rng):
    return (rng.randrange(SIDES["sides"]),) if rng.random() < 0.1 else ()


class MyPlayer(Player):
    def make_move(self, game, rng):
        return Move(ACTION, place(rng))
"""
OTHER = MINE.replace("MyPlayer", "Other")
HELPER = "\nclass Helper(Player):\n    pass\n"


def notebook(*sources):
    return notebook_of(*map(code, sources))


def hand_in(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


GOOD = {
    "ada.py": MINE,
    "numpy.py": OTHER,
    "bob.ipynb": notebook("%matplotlib inline\nfrom blocky import *", "while True:\n    pass",
                          OTHER, "play(seed=1)"),
    "eve/blocky/10_arena.ipynb": notebook("from blocky import Player", MINE + HELPER,
                                          "def broken(:"),
    "eve/blocky/08_players.ipynb": notebook(OTHER),
    "dan/player.py": OTHER,
    "dan/notes.py": "import math\n",
    ".ipynb_checkpoints/zoe.ipynb": notebook(MINE),
    "__pycache__/zoe.py": MINE,
    "notes.txt": MINE,
}
BAD = {
    "syntax.py": ("class MyPlayer(Player:\n    pass",
                  "no player class was found. syntax.py: SyntaxError: "),
    "empty.py": ("", "no player class was found."),
    "nothing.ipynb": ("", "no player class was found. nothing.ipynb: This file is empty."),
    "json.ipynb": ("{", "no player class was found. json.ipynb: This file isn't valid JSON"),
    "two.py": (OTHER + HELPER, "there are 2 player classes (Other, Helper), so it isn't clear "
                               "which one plays. Change the name of one of them to MyPlayer."),
    "imports.py": ("from blocky import SmartPlayer, RandomPlayer", "no player class was found."),
    "missing.py": ("import no_such_module\nclass A(no_such_module.B):\n    pass",
                   "missing.py: ModuleNotFoundError: No module named 'no_such_module'."),
    "endless.py": ("class Endless:\n    while True:\n        pass\n" + MINE,
                   "endless.py: It was stopped after 2 seconds."),
    "colour.py": (f"{MINE}    def __init__(self, colour):\n        pass\n",
                  "MyPlayer can't be created without arguments (missing a required argument"),
    "deep.py": (f"X = {'(' * 500}1{')' * 500}", "no player class was found. deep.py: "),
}


def test_players_are_collected_from_files_and_notebooks(tmp_path, capsys):
    hand_in(tmp_path, GOOD)
    players = arena.collect(tmp_path)
    assert {name: player.kind for name, player in players.items()} == {
        "ada": "MyPlayer", "numpy": "Other", "bob": "Other", "eve": "MyPlayer", "dan": "Other"}
    assert issubclass(players["eve"].load(), Player)
    assert players.problems == []
    assert capsys.readouterr() == ("", "")
    assert not list(tmp_path.rglob("made.txt"))
    assert not Path("made.txt").exists()


def test_what_cannot_be_taken_is_left_out_with_a_sentence(tmp_path, capsys):
    hand_in(tmp_path, {"ada.py": MINE, **{name: text for name, (text, _) in BAD.items()}})
    players = arena.collect(tmp_path)
    assert list(players) == ["ada"]
    assert capsys.readouterr().out.splitlines() == players.problems
    assert len(players.problems) == len(BAD)
    for problem in players.problems:
        name, words = next((name, words) for name, (_, words) in BAD.items()
                           if problem.startswith(f"{name.split('.')[0]} was left out: "))
        assert words in problem, name
        assert problem.endswith(".")


def test_what_is_said_of_them_is_said_in_the_language_in_use(tmp_path, english_again):
    hand_in(tmp_path, {"ada.py": "ACTION = 1"})
    language("es")
    problem, = arena.collect(tmp_path).problems
    assert problem == say("{name} was left out: {why}", name="ada",
                          why=say("no player class was found."))
    assert "class" not in problem


def command(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "blocky", "league", *arguments], cwd=folder,
                          capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_command_plays_a_league_and_writes_it(tmp_path):
    hand_in(tmp_path / "handed in", {name: GOOD[name] for name in ("ada.py", "bob.ipynb")})
    hand_in(tmp_path / "handed in", {"empty.py": ""})
    asked = ("handed in", "--boards", "1", "--depth", "2", "--turns", "2", "--rules", "extended",
             "--seed", "3", "--workers", "2", "--out", "spring.2026")
    done = command(tmp_path, *asked)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == walls.protection()
    assert "empty was left out: no player class was found." in done.stdout
    assert "All 4 games have been played." in done.stdout
    written = {path.name: path for path in tmp_path.iterdir() if path.is_file()}
    assert sorted(written) == ["spring.2026.csv", "spring.2026.jsonl", "spring.2026.png"]
    with open(written["spring.2026.csv"], encoding="utf-8-sig", newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"ada", "bob"}
    settings = json.loads(written["spring.2026.jsonl"].read_text(encoding="utf-8").split("\n")[0])
    assert (settings["max_depth"], settings["turns"], settings["rules"], settings["seed"]) == (
        2, 2, "extended", 3)
    before = written["spring.2026.jsonl"].read_bytes()
    assert command(tmp_path, *asked).stdout == done.stdout
    assert written["spring.2026.jsonl"].read_bytes() == before


def test_a_league_of_another_game_takes_the_players_of_that_game(tmp_path):
    mine = json.dumps(solved("blue/06_players"))
    for student, folder, other in (("ada", "blue", "blocky"), ("bob", "06_players", "10_arena")):
        hand_in(tmp_path, {f"{student}/{folder}/06_players.ipynb": mine,
                           f"{student}/{other}/10_arena.ipynb": notebook(MINE)})
    done = command(tmp_path, ".", "--game", "blue", "--boards", "1")
    assert "All 2 games have been played." in done.stdout, done.stdout + done.stderr
    with open(tmp_path / "league.csv", encoding="utf-8-sig", newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"ada", "bob"}
