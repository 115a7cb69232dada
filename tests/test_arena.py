"""Leagues: the same table however they are run, and whatever the players do in them."""

import csv
import itertools
import json
import math
import os
import random
import subprocess
import sys
import textwrap
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import psutil
import pytest

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Goal,
    HumanPlayer,
    Move,
    Player,
    RandomPlayer,
    SmartPlayer,
    arena,
)
from blocky.arena import BlockySeries
from blocky.kit.arena import League, Result
from blocky.kit.arena.ratings import means, points, ratings
from blocky.kit.guest import walls
from blocky.kit.guest.guest import FORKS
from blocky.kit.statistics import wilson

ROTATE = Move(Action.ROTATE_CLOCKWISE)
KIT = {"Smart": SmartPlayer(4), "Random": RandomPlayer(), "Weak": SmartPlayer(0)}
PAIR = {name: KIT[name] for name in ("Smart", "Weak")}
SMALL = {"boards": 2, "max_depth": 2, "turns": 4, "seconds": 10, "progress": False}


def start_of(game):
    """Return the board that a game starts from, as nested tuples."""
    return game.start_position.to_record()["start"]


class DiagonalGoal(Goal):
    """A student's goal: the cells of its colour on the diagonal."""

    def score(self, board):
        return int(np.count_nonzero(np.diag(board.flatten()) == self.colour))

    def description(self):
        return "Put the colour on the diagonal."


class Rotates(Player):
    """A player that makes no mistakes."""

    def make_move(self, game, rng):
        return ROTATE


@pytest.fixture(scope="module")
def whole():
    return arena.league(KIT, workers=2, **SMALL)


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """The league of two players, and its file."""
    file = tmp_path_factory.mktemp("arena") / "league.jsonl"
    return arena.league(PAIR, file=file, workers=2, **SMALL), file


# -- games ---------------------------------------------------------------------------------

def test_every_two_players_meet_on_every_board_for_every_goal_in_both_seats(whole):
    expected = {(board, goal, pair) for board in range(2) for goal in ("BlobGoal", "PerimeterGoal")
                for pair in itertools.permutations(KIT, 2)}
    assert len(whole.results) == whole.games == len(expected) == 24
    assert {(each.board, each.kind, each.players) for each in whole.results} == expected
    assert [each.number for each in whole.results] == list(range(24))
    assert not whole.stopped


def test_a_replayed_game_is_the_game_that_was_played(whole):
    starts = {}
    for result in whole.results:
        game = whole.replay(result.number)
        assert game.over
        assert tuple(game.scores) == result.scores
        assert tuple(turn.move.to_record() for turn in game.history) == result.moves
        assert [player.name for player in game.players] == list(result.players)
        assert [type(goal).__name__ for goal in game.goals] == [result.kind] * 2
        winners = [name for name, score in zip(result.players, result.scores, strict=True)
                   if score == max(result.scores)]
        assert result.winner == (winners[0] if len(winners) == 1 else None)
        one, other = (goal.colour for goal in game.goals)
        assert one != other
        starts.setdefault(result.board, set()).add((start_of(game), one, other))
    assert [len(boards) for boards in starts.values()] == [1, 1]
    assert starts[0] != starts[1]
    game.undo(5)
    game.run()
    assert (game.over, tuple(game.scores)) == (True, result.scores), "it can be played on"


def test_a_pair_plays_the_same_games_in_a_larger_league(whole, pair):
    def games(league):
        return {(each.board, each.kind, each.players, str(each.moves)) for each in league.results
                if "Random" not in each.players}
    assert games(pair[0]) == games(whole)


def test_other_seeds_rules_and_a_goal_of_ones_own_give_other_games(whole):
    league = arena.league([SmartPlayer(2), RandomPlayer()], goals=DiagonalGoal, rules=EXTENDED,
                          workers=2, seed="another", **SMALL | {"boards": 1})
    game = league.replay(0)
    assert start_of(game) != start_of(whole.replay(0))
    assert (game.rules, league.results[0].kind) == (EXTENDED, "DiagonalGoal")
    assert not any(result.forfeits or result.ended for result in league.results)


def test_a_game_that_was_not_played_cannot_be_replayed(whole):
    for number in (24, -1, 1.5, "3", None):
        with pytest.raises(ValueError, match=r"There's no game .*\.$"):
            whole.replay(number)


# -- the table -----------------------------------------------------------------------------

def test_games_are_won_drawn_or_lost_and_margins_cancel(whole):
    rows = whole.table()
    assert {row.name for row in rows} == set(KIT)
    assert all(row.games == 16 for row in rows)
    draws = sum(result.winner is None for result in whole.results)
    assert sum(row.wins for row in rows) + draws == 24
    assert sum(row.draws for row in rows) == 2 * draws
    assert sum(row.margin for row in rows) == pytest.approx(0)
    assert sum(row.score for row in rows) * 16 == sum(sum(r.scores) for r in whole.results)
    assert [row.rating for row in rows] == sorted((row.rating for row in rows), reverse=True)
    for row in rows:
        assert 0 <= row.win_low <= row.win_rate <= row.win_high <= 1
        assert min(row.score_error, row.margin_error, row.rating_error) > 0


def made(*games):
    """Return results of games between A and B, of (board, goal, players, scores)."""
    return [Result(number, board, goal, players, scores,
                   None if scores[0] == scores[1] else players[scores[0] < scores[1]], ())
            for number, (board, goal, players, scores) in enumerate(games)]


def test_the_figures_of_a_small_league_by_hand():
    results = made((0, "BlobGoal", ("A", "B"), (5, 3)), (0, "BlobGoal", ("B", "A"), (4, 4)),
                   (1, "BlobGoal", ("A", "B"), (6, 1)), (1, "BlobGoal", ("B", "A"), (2, 3)))
    assert points("AB", results).tolist() == [[0, 3.5], [0.5, 0]]
    score, score_error, margin, margin_error = means("A", results)
    assert (score, margin) == (4.5, 2)  # the margins of the meetings are 1 and 3, the scores equal
    assert score_error == 0
    assert margin_error == pytest.approx(12.706, abs=1e-3)  # t with one degree of freedom
    assert means("B", results)[2] == -2


def test_the_rating_is_that_of_bradley_and_terry():
    rating, error = ratings(np.array([[0, 30], [10, 0]]), draws=0)
    assert rating[0] - rating[1] == pytest.approx(400 * math.log10(3))
    # The variance of the difference is 1 / (n p (1 - p)), of a rating a quarter of that.
    assert error[0] == pytest.approx(1.96 * 400 / math.log(10) / 2 / math.sqrt(40 * 0.75 * 0.25))
    with_draw, _ = ratings(np.array([[0, 30], [10, 0]]))
    assert with_draw[0] - with_draw[1] == pytest.approx(400 * math.log10(30.5 / 10.5))


def test_a_rating_is_finite_whoever_wins_and_whoever_met():
    never, _ = ratings(np.zeros((3, 3)))
    assert never.tolist() == pytest.approx([1500] * 3)
    always, error = ratings(np.array([[0, 1000, 1000], [0, 0, 1000], [0, 0, 0]]))
    assert np.isfinite(always).all()
    assert np.isfinite(error).all()
    assert (np.diff(always) < -400).all()
    chance = 1 / (1 + 10 ** ((always[None, :] - always[:, None]) / 400))
    expected = (chance * 1001).sum(axis=1) - np.diag(chance) * 1001
    assert expected == pytest.approx([2001, 1001, 1], rel=1e-6)  # the wins, with half the draws


def test_the_interval_of_a_win_rate():
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(1, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert all(math.isnan(end) for end in wilson(math.nan, 0))


def test_what_is_shown_and_written(whole, tmp_path):
    text, shown = str(whole), whole._repr_html_()
    assert "All 24 games have been played." in text
    assert all(text.count(name) == 1 for name in KIT)
    assert shown.count('<th scope="row">') == 3
    assert shown.count('<th scope="col">') == 9
    assert "<caption>A league of 3 players on 2 boards of depth 2, classic rules" in shown
    assert all(f"{row.name} {row.rating:.0f} ± {row.rating_error:.0f}" in whole.picture().alt
               for row in whole.table())
    assert "alt=" in shown
    whole.save_table(tmp_path / "league.csv")
    with open(tmp_path / "league.csv", encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == [row.name for row in whole.table()]
    assert [float(row["rating"]) for row in rows] == [row.rating for row in whole.table()]


def league_of(names, results):
    return League(names, {"boards": 1}, results, BlockySeries(BlobGoal, CLASSIC, 2, 10, 0))


@pytest.mark.parametrize("count", [2, 40])
def test_a_picture_has_the_numbers_of_any_number_of_players(count):
    names = [f"A player with number {number}" for number in range(count)]
    picture = league_of(names, [
        Result(number, 0, "BlobGoal", pair, (2, 1), pair[0], ())
        for number, pair in enumerate(itertools.combinations(names, 2))]).picture()
    assert picture.alt.count(" wins 100% of games against ") == count * (count - 1) // 2
    width, height = picture.figure.get_size_inches()
    assert width == 8.5
    drawn = picture.figure.get_tightbbox()
    assert 0 <= drawn.x0 <= drawn.x1 <= width  # nothing is cut off
    assert 0 <= drawn.y0 <= drawn.y1 <= height
    assert len(picture.figure.axes[1].texts) == (count * (count - 1) if count <= 30 else 0)


def test_a_league_without_results_can_be_shown_with_any_names():
    league = league_of(["<b>", "&"], [])
    assert league.stopped
    assert "Only 0 of 2 games have been played." in str(league)
    assert '<th scope="row">&lt;b&gt;</th>' in league._repr_html_()
    assert "<b>" not in league._repr_html_()
    assert {row.name: row.games for row in league.table()} == {"<b>": 0, "&": 0}


# -- players that do what they should not ---------------------------------------------------

def raised(error):
    raise error


def for_ever():
    while True:
        pass


def prints():
    print("I am thinking… " * 10_000)
    print("Really.", file=sys.stderr)
    os.write(1, b'{"scores": [100, 0]}\n')


def eats():
    eaten = []
    for byte in itertools.cycle(range(256)):
        eaten.append(bytes([byte]) * 1_000_000)


def player(name, make_move):
    """Return a player class with this ``make_move``."""
    return type(name, (Rotates,), {"make_move": make_move})


Prints = player("Prints", lambda self, game, rng: prints() or ROTATE)
Raises = player("Raises", lambda self, game, rng: raised(ValueError("no\nidea")))
EatsMemory = player("EatsMemory", lambda self, game, rng: eats())
HangsInALibrary = player("HangsInALibrary", lambda self, game, rng: sum(itertools.count()))


class IsNeverMade(Rotates):
    def __init__(self):
        raise ValueError("not today")


#: What the league says of each player that loses a turn, and of each that loses the game.
TURNS = {
    Raises: "Raises.make_move raised ValueError: no idea.",
    player("ReturnsNothing", lambda self, game, rng: None): (
        "returned None, but it should return a Move"),
    player("MovesIllegally", lambda self, game, rng: Move(Action.SMASH, (0, 0, 0, 0))):
        "chose to smash block (0, 0, 0, 0). There's no block at path",
    player("Loops", lambda self, game, rng: for_ever()): "took longer than 0.3 s.",
    player("Sleeps", lambda self, game, rng: [time.sleep(0.05) for _ in range(400)] and ROTATE):
        "took longer than 0.3 s.",
    player("Recurses", lambda self, game, rng: self.make_move(game, rng)):
        "called itself until the stack was full",
    player("Exits", lambda self, game, rng: sys.exit()): "raised SystemExit",
    player("Asks", lambda self, game, rng: input("Which move? ")): "raised EOFError",
}
GAMES = {
    IsNeverMade: "couldn't be created. The class of IsNeverMade raised ValueError: not today.",
    player("EndsItsProcess", lambda self, game, rng: os._exit(0)): "ended the game's process",
    HangsInALibrary: "couldn't be stopped after 2.3 s.",
    EatsMemory: "used more than 200 megabytes",
}
FAULTY = {"boards": 1, "goals": BlobGoal, "turns": 1, "max_depth": 2, "seconds": 0.3,
          "progress": False}


def against_rotates(player, **settings):
    """Return the league of a player and Rotates."""
    return arena.league([Rotates, player], **{**FAULTY, **settings})


@pytest.mark.parametrize("kind", TURNS)
def test_a_fault_costs_the_turn_and_the_game_goes_on(kind):
    league, name = against_rotates(kind), kind.__name__
    assert {row.name: row.forfeits for row in league.table()} == {"Rotates": 0, name: 2}
    assert not league.stopped
    for result in league.results:
        (loser, turn, reason), = result.forfeits
        assert (loser, result.players[turn], result.ended) == (name, name, None)
        assert TURNS[kind] in str(reason)
        assert [move is None for move in result.moves] == [turn == 0, turn == 1]
        game = league.replay(result.number)
        assert tuple(game.scores) == result.scores
        assert game.history[turn].forfeited == str(reason)
    sentence = str(league).splitlines()[-1]
    assert sentence.startswith(f"{name} forfeited 2 turns. The first was in game ")
    assert TURNS[kind] in sentence
    assert f"<p>{name} forfeited" in league._repr_html_()


def test_who_only_prints_forfeits_nothing():
    league = arena.league([Rotates, Prints], **FAULTY)
    assert not any(result.forfeits or result.ended for result in league.results)


@pytest.mark.parametrize("kind", GAMES)
def test_who_cannot_be_stopped_forfeits_the_game_and_the_league_goes_on(kind):
    name, eats = kind.__name__, kind is EatsMemory
    league = against_rotates(kind, workers=2, memory=200, seconds=20 if eats else 0.3)
    for result in league.results:
        assert (result.winner, result.scores) == ("Rotates", ())
        assert str(result.ended).startswith(name)
        assert GAMES[kind] in str(result.ended)
        game = league.replay(result.number)
        assert game.over
        assert len(game.history) == len(result.moves) < 2
    rows = {row.name: row for row in league.table()}
    assert (rows["Rotates"].wins, rows["Rotates"].forfeits, rows[name].forfeits) == (2, 0, 2)
    assert math.isnan(rows["Rotates"].margin)
    assert f"{name} forfeited 2 games. The first was game " in str(league)
    assert kind is not HangsInALibrary or until(lambda: not guests()), "one is running"


def test_the_rules_own_forfeit_is_no_fault():
    league = against_rotates(player("Smashes", lambda self, game, rng: Move(Action.SMASH)))
    assert [result.forfeits for result in league.results] == [(), ()]
    assert league.results[0].moves == (ROTATE.to_record(), Move(Action.SMASH).to_record())
    assert league.replay(0).history[1].forfeited == "The whole board can't be smashed."


class Counts(Player):
    """Remembers moves in itself and in its class: both are new in each game."""

    games = ()

    def __init__(self):
        self.moves = 0

    def make_move(self, game, rng):
        if self.moves == 0:
            Counts.games += (1,)
        self.moves += 1
        if len(Counts.games) > 1 or self.moves != len(game.history) // 2 + 1:
            raise ValueError("something is left of another game")
        return ROTATE


class UsesGlobalChance(Player):
    """Draws from the global random numbers instead of ``rng``."""

    def make_move(self, game, rng):
        path = (random.randrange(4),) if np.random.random() < 0.5 else ()
        return Move(random.choice(CLASSIC.actions[:4]), path)


def test_a_game_begins_with_new_players_and_new_random_numbers():
    one, two = (arena.league([Counts, UsesGlobalChance], workers=workers,
                             **SMALL | {"goals": BlobGoal}) for workers in (1, 2))
    assert one.results == two.results
    assert not any(result.forfeits or result.ended for result in one.results)


def guests(pid=None):
    """Return the processes of guests that a process has started."""
    found = []
    for child in psutil.Process(pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it has ended meanwhile
            if "blocky.kit.guest.inside" in " ".join(child.cmdline()):
                found.append(child)
    return found


def sessions(pid):
    """Return the forked processes that hold players."""
    found = []
    for guest in guests(pid):
        with suppress(psutil.NoSuchProcess):
            if guest.cmdline() == guest.parent().cmdline():
                found.append(guest)
    return found


def until(found, seconds=60):
    """Wait until ``found`` returns something true; return it."""
    end = time.monotonic() + seconds
    while not (value := found()) and time.monotonic() < end:
        time.sleep(0.1)
    return value


@pytest.mark.skipif(not FORKS, reason="there are no forks")
@pytest.mark.parametrize("walled", [True, False])
def test_a_process_that_hangs_ends_when_nobody_is_left_to_end_it(walled, tmp_path):
    if walled and not walls.walls_hold():
        pytest.skip("there's no bubblewrap here")
    script = tmp_path / "script.py"
    script.write_text("from blocky import RandomPlayer, arena\n"
                      "from blocky.kit.guest import walls\n"
                      f"walls.walls_hold = lambda: {walled}\n"
                      "from tests.test_arena import FAULTY, HangsInALibrary\n"
                      "arena.league([HangsInALibrary, RandomPlayer()], **{**FAULTY, 'seconds': 3})"
                      "\n", "utf-8")
    path = os.pathsep.join([str(Path(__file__).parent.parent), *sys.path])
    with subprocess.Popen([sys.executable, script], env={**os.environ, "PYTHONPATH": path}) as main:
        hanging = until(lambda: [player for player in sessions(main.pid)
                                 if sum(player.cpu_times()[:2]) > 1])
        main.kill()
    assert hanging
    assert psutil.wait_procs(hanging, timeout=30)[1] == []


# -- leagues that are stopped, and go on -----------------------------------------------------

@pytest.mark.parametrize("size", [0, 40, 0.9, 1.0])
def test_a_league_that_was_broken_off_goes_on_where_it_was(pair, tmp_path, monkeypatch, size):
    league, kept = pair
    file, complete = tmp_path / "league.jsonl", kept.read_bytes()
    if size == 1.0:  # nothing is left to be played
        monkeypatch.setattr(psutil, "Popen", None)
    part = complete[:size if isinstance(size, int) else int(size * len(complete))]
    file.write_bytes(part)
    again = arena.league(PAIR, file=file, workers=2, **SMALL)
    assert again.results == league.results
    lines = file.read_bytes().splitlines(keepends=True)
    assert lines[:part.count(b"\n")] == complete.splitlines(keepends=True)[:part.count(b"\n")]
    assert sorted(lines) == sorted(complete.splitlines(keepends=True))


@pytest.mark.parametrize("change", [
    {"seed": 1}, {"boards": 3}, {"turns": 5}, {"max_depth": 3}, {"rules": EXTENDED},
    {"goals": BlobGoal}, {"seconds": 2.5}, {"players": [Rotates, Raises]},
])
def test_the_file_of_another_league_is_refused_and_kept(pair, change):
    _, kept = pair
    before = kept.read_bytes()
    with pytest.raises(ValueError, match=rf"to another league: its {next(iter(change))} is"):
        arena.league(file=kept, **{"players": PAIR, **SMALL, **change})
    assert kept.read_bytes() == before


@pytest.mark.parametrize(("change", "words"), [
    *((lambda whole, text=text: text, "isn't a league file") for text in (
        "my diary", "[]\n", '{"format": "blocky game"}\n', "\x00\n",
        '{"format": "blocky league", "version": 99}\n')),
    (lambda whole: whole.replace('"moves"', '"made"', 1), r"Line 2 of .*league\.jsonl is damaged")])
def test_another_or_a_damaged_file_is_refused_and_kept(pair, tmp_path, change, words):
    file, text = tmp_path / "league.jsonl", change(pair[1].read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=words):
        arena.league(PAIR, file=file, **SMALL)
    assert file.read_text(encoding="utf-8") == text


SCRIPT = """
    import _thread, pathlib, signal, sys, threading, time
    from blocky import Action, Move, Player, RandomPlayer, arena

    def choice(rng):
        return Move(ACTION, (rng.randrange(4),) if rng.random() < 0.2 else ())

    class MyPlayer(Player):
        def make_move(self, game, rng):
            return choice(rng)

    def interrupt():
        while not file.exists() or file.read_bytes().count(b"\\n") < 10:
            time.sleep(0.01)
        _thread.interrupt_main()

    ACTION = Action.ROTATE_CLOCKWISE
    file = pathlib.Path(sys.argv[1])
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background has none
    threading.Thread(target=interrupt).start()
    league = arena.league([MyPlayer, RandomPlayer], boards=10_000, max_depth=2, turns=2,
                          workers=int(sys.argv[2]), file=file, progress=False)
    print(league.stopped, len(league.results))
    for result in league.results:
        own = result.moves[result.players.index("My")::2]
        assert {move['action'] for move in own} == {ACTION.value} and not result.ended
    print(league)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_classes_of_a_notebook_play_and_ctrl_c_keeps_what_was_played(tmp_path, workers):
    script, file = tmp_path / "script.py", tmp_path / "league.jsonl"
    script.write_text(textwrap.dedent(SCRIPT), encoding="utf-8")
    done = subprocess.run([sys.executable, script, file, str(workers)], cwd=tmp_path, timeout=60,
                          capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    stopped, count = done.stdout.splitlines()[0].split()
    assert stopped == "True"
    assert 9 <= int(count) < 40_000
    assert f"Only {count} of 40000 games have been played." in done.stdout
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) - 1 == int(count)
    assert [json.loads(line) for line in lines]


# -- what is refused -----------------------------------------------------------------------

NeedsAColour = type("NeedsAColour", (Rotates,), {"__init__": lambda self, colour: None})


@pytest.mark.parametrize(("change", "words"), [
    ({"players": []}, "at least two players, but you gave 0"),
    ({"players": "Rotates"}, "players must be a list"),
    ({"players": [RandomPlayer, RandomPlayer()]}, "the name 'Random'"),
    ({"players": {"A": Rotates, "": Rotates}}, "must be a string, not ''"),
    ({"players": [Rotates, 3]}, "3 isn't a player"),
    ({"players": [Rotates, BlobGoal]}, "BlobGoal'> isn't a player"),
    ({"players": [Rotates, Player]}, "Write a subclass of Player"),
    ({"players": [Rotates, HumanPlayer()]}, "HumanPlayer is a human player"),
    ({"players": [Rotates, NeedsAColour]}, "NeedsAColour can't be created without arguments"),
    ({"boards": 0}, "boards must be an integer, 1 or more, not 0"),
    ({"seed": None}, "seed must be an integer or a string"),
    ({"seconds": 0}, "seconds must be a number greater than 0"),
    ({"memory": 50}, "memory must be a number greater than 100"),
    ({"goals": Player}, "goals must be a Goal class"),
    ({"goals": [BlobGoal(1)]}, "goals must be a Goal class"),
    ({"goals": [BlobGoal, BlobGoal]}, "two of them have the same name"),
    ({"goals": Goal}, "Goal(Colour.RED) doesn't create a goal: Can't instantiate abstract class"),
    ({"rules": "classic"}, "rules must be CLASSIC or EXTENDED"),
])
def test_bad_input_is_refused_with_a_sentence(tmp_path, change, words):
    file = tmp_path / "league.jsonl"
    settings = {"players": [Rotates, RandomPlayer()], **SMALL, "file": file}
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the text is judged below)
        arena.league(**{**settings, **change})
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    assert not file.exists()


def test_a_player_that_cannot_be_sent_is_named(tmp_path):
    player = Rotates()
    with open(tmp_path / "notes.txt", "w", encoding="utf-8") as player.notes, \
            pytest.raises(ValueError, match="Notes can't be sent to another process"):
        arena.league({"Notes": player, "B": Rotates}, **SMALL)


class Fails(DiagonalGoal):
    """A goal that cannot score any board but the first one."""

    first = None

    def score(self, board):
        Fails.first = Fails.first or board.to_nested()
        if board.to_nested() != Fails.first:
            raise ValueError("too hard")
        return 0


def test_a_goal_that_fails_is_no_players_fault():
    with pytest.raises(Exception, match=r"Fails\.score raised ValueError: too hard"):
        arena.league([Rotates, RandomPlayer()], goals=Fails, **SMALL | {"boards": 1})
