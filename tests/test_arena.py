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
from collections import Counter
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
from blocky.kit.arena.table import means, points, ratings, wilson
from tests.test_bad_input import assert_a_sentence

ROTATE = Move(Action.ROTATE_CLOCKWISE)
KIT = {"Smart": SmartPlayer(4), "Random": RandomPlayer(), "Weak": SmartPlayer(0)}
SMALL = {"boards": 2, "max_depth": 2, "turns": 4, "seconds": 10, "progress": False}


class DiagonalGoal(Goal):
    """A goal of one's own: its colour on the diagonal."""

    def score(self, board):
        return int(np.count_nonzero(np.diag(board.flatten()) == self.colour))

    def description(self):
        return "Put the colour on the diagonal."


class Rotates(Player):
    """Makes no fault."""

    def make_move(self, game, rng):
        return ROTATE


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The file of a whole league."""
    return tmp_path_factory.mktemp("arena") / "league.jsonl"


@pytest.fixture(scope="module")
def whole(kept):
    return arena.league(KIT, file=kept, workers=2, **SMALL)


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
        one, other = (goal.colour for goal in game.goals)
        assert one != other
        starts.setdefault(result.board, set()).add((game.start, one, other))
    assert [len(boards) for boards in starts.values()] == [1, 1]
    assert starts[0] != starts[1]


def test_a_replayed_game_can_be_undone_and_played_again(whole):
    game = whole.replay(3)
    scores = game.scores
    game.undo(5)
    game.run()
    assert (game.over, game.scores) == (True, scores)


def test_the_winner_has_the_higher_score(whole):
    for result in whole.results:
        best = [name for name, score in zip(result.players, result.scores, strict=True)
                if score == max(result.scores)]
        assert result.winner == (best[0] if len(best) == 1 else None)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_changes_nothing(whole, workers):
    again = arena.league(KIT, workers=workers, **SMALL)
    assert again.results == whole.results
    assert str(again) == str(whole)


def test_a_pair_plays_the_same_games_in_a_larger_league(whole):
    pair = arena.league({name: KIT[name] for name in ("Smart", "Weak")}, **SMALL)

    def games(league):
        return {(each.board, each.kind, each.players, str(each.moves)) for each in league.results
                if "Random" not in each.players}
    assert games(pair) == games(whole)


def test_another_seed_gives_other_boards(whole):
    other = arena.league([RandomPlayer(), Rotates], seed="another", **SMALL)
    assert other.replay(0).start != whole.replay(0).start


def test_extended_rules_and_a_goal_of_ones_own():
    league = arena.league([SmartPlayer(2), RandomPlayer()], goals=DiagonalGoal, rules=EXTENDED,
                          workers=2, **SMALL)
    game = league.replay(0)
    assert (game.rules, league.results[0].kind) == (EXTENDED, "DiagonalGoal")
    assert game.board.flatten().shape == (4, 4)
    assert not any(result.forfeits or result.ended for result in league.results)


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
    assert np.mean([row.rating for row in rows]) == pytest.approx(1500)
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
    assert "All 24 games were played." in text
    assert all(text.count(name) == 1 for name in KIT)
    assert shown.count('<th scope="row">') == 3
    assert shown.count('<th scope="col">') == 9
    assert "<caption>A league of 3 players on 2 boards of depth 2, classic rules" in shown
    picture = whole.picture()
    assert all(f"{row.name} {row.rating:.0f} ± {row.rating_error:.0f}" in picture.alt
               for row in whole.table())
    assert picture.png().startswith(b"\x89PNG")
    assert "<img alt=" in shown
    whole.save_table(tmp_path / "league.csv")
    with open(tmp_path / "league.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == [row.name for row in whole.table()]
    assert [float(row["rating"]) for row in rows] == [row.rating for row in whole.table()]


@pytest.mark.parametrize("count", [2, 8, 9, 40])
def test_a_picture_has_the_numbers_of_any_number_of_players(count):
    names = [f"A player with number {number}" for number in range(count)]
    results = [Result(number, 0, "BlobGoal", pair, (2, 1), pair[0], ())
               for number, pair in enumerate(itertools.combinations(names, 2))]
    league = League(names, {"boards": 1}, results, BlockySeries(BlobGoal, CLASSIC, 2, 10, 0))
    picture = league.picture()
    assert picture.alt.count(" wins 100% against ") == count * (count - 1) // 2
    width, height = picture.figure.get_size_inches()
    assert width == 8.5
    drawn = picture.figure.get_tightbbox()
    assert 0 <= drawn.x0 <= drawn.x1 <= width  # nothing is cut off
    assert 0 <= drawn.y0 <= drawn.y1 <= height
    assert len(picture.figure.axes[1].texts) == (count * (count - 1) if count <= 30 else 0)


def test_names_are_escaped_in_html():
    league = arena.league({"<b>": Rotates, "&": Rotates}, **{**SMALL, "boards": 1})
    assert '<th scope="row">&lt;b&gt;</th>' in league._repr_html_()
    assert "<b>" not in league._repr_html_()


# -- players that do what they should not ---------------------------------------------------


def who(name, make_move):
    """Return a class of players who move so."""
    return type(name, (Rotates,), {"make_move": make_move})


ReturnsNothing = who("ReturnsNothing", lambda self, game, rng: None)
MovesIllegally = who("MovesIllegally", lambda self, game, rng: Move(Action.SMASH, (0, 0, 0, 0)))
Sleeps = who("Sleeps", lambda self, game, rng: [
    time.sleep(0.05) for _ in range(400)] and ROTATE)  # until it is stopped, however late
Recurses = who("Recurses", lambda self, game, rng: self.make_move(game, rng))
Exits = who("Exits", lambda self, game, rng: sys.exit())
Asks = who("Asks", lambda self, game, rng: input("Which move? "))
EndsItsProcess = who("EndsItsProcess", lambda self, game, rng: os._exit(0))
HangsInALibrary = who("HangsInALibrary", lambda self, game, rng: sum(itertools.count()))


class Raises(Rotates):
    def make_move(self, game, rng):
        raise ValueError("no\nidea")


class Interrupts(Rotates):
    def make_move(self, game, rng):
        raise KeyboardInterrupt


class Loops(Rotates):
    def make_move(self, game, rng):
        while True:
            pass


class Prints(Rotates):
    def make_move(self, game, rng):
        print("I am thinking… " * 10_000)
        print("Really.", file=sys.stderr)
        os.write(1, b'{"scores": [100, 0]}\n')
        return ROTATE


class TriesOnTheGame(Rotates):
    def make_move(self, game, rng):
        game.play(ROTATE)
        game.board.smash(rng)
        game.history.clear()
        game.goals.clear()
        game.players.clear()
        game.ended = True
        return ROTATE


class IsNeverMade(Rotates):
    def __init__(self):
        raise ValueError("not today")


class EatsMemory(Rotates):
    def make_move(self, game, rng):
        eaten = []
        for byte in itertools.cycle(range(256)):
            eaten.append(bytes([byte]) * 1_000_000)


#: For each player the words in which a lost turn is told, or a lost game.
TURNS = {
    Raises: "Raises.make_move raised ValueError: no idea.",
    ReturnsNothing: "returned None, but a Move is expected",
    MovesIllegally: "chose to smash block (0, 0, 0, 0). There is no block at path",
    Loops: "took longer than 0.3 s.",
    Sleeps: "took longer than 0.3 s.",
    Recurses: "called itself until the stack was full",
    Exits: "raised SystemExit",
    Interrupts: "raised KeyboardInterrupt",
    Asks: "raised EOFError",
}
FINE = [Rotates, Prints, TriesOnTheGame]
GAMES = {
    IsNeverMade: "could not be made. The class of IsNeverMade raised ValueError: not today.",
    EndsItsProcess: "ended the process of the game",
    HangsInALibrary: "could not be stopped after 2.3 s.",
}
FAULTY = {"boards": 1, "goals": BlobGoal, "turns": 1, "max_depth": 2, "seconds": 0.3,
          "progress": False}


def against_rotates(*players, **settings):
    """Return a league in which each of the players meets Rotates only."""
    return [arena.league([Rotates, player], **{**FAULTY, **settings}) for player in players]


@pytest.fixture(scope="module")
def faulty():
    """A league of all that forfeit turns, and of those who do nothing wrong."""
    return arena.league([*FINE, *TURNS], workers=4, **FAULTY)


def test_a_fault_costs_the_turn_and_the_game_goes_on(faulty):
    assert not faulty.stopped
    assert all(result.ended is None and len(result.moves) == 2 for result in faulty.results)
    expected = {kind.__name__: words for kind, words in TURNS.items()}
    for result in faulty.results:
        assert [name for name, _, _ in result.forfeits] == [
            name for name in result.players if name in expected]
        for name, turn, reason in result.forfeits:
            assert result.players[turn] == name
            assert expected[name] in str(reason)
            assert result.moves[turn] is None


def test_who_forfeited_is_named(faulty):
    forfeits = {row.name: row.forfeits for row in faulty.table()}
    each = 2 * (len(FINE) + len(TURNS) - 1)
    assert forfeits == {kind.__name__: each * (kind in TURNS) for kind in [*FINE, *TURNS]}
    sentences = str(faulty).splitlines()[-len(TURNS):]
    assert {sentence.split()[0] for sentence in sentences} == {kind.__name__ for kind in TURNS}
    assert all(f" forfeited {each} turns, first in game " in sentence for sentence in sentences)
    assert sentences[0].endswith(TURNS[Raises])
    shown = faulty._repr_html_()
    assert all(f"<p>{kind.__name__} forfeited" in shown for kind in TURNS)


def test_a_game_with_forfeits_can_be_replayed(faulty):
    for result in faulty.results[:20]:
        game = faulty.replay(result.number)
        assert tuple(game.scores) == result.scores
        assert [turn.forfeited for turn in game.history if turn.forfeited] == [
            str(fault) for _, _, fault in result.forfeits]


def test_a_player_that_cannot_be_stopped_forfeits_the_game_and_the_league_goes_on():
    league = arena.league([Rotates, *GAMES], workers=3, **FAULTY)
    assert not league.stopped
    expected = {kind.__name__: words for kind, words in GAMES.items()}
    for result in league.results:
        loser, = set(result.players) - {result.winner}
        assert str(result.ended).startswith(loser)
        assert expected[loser] in str(result.ended)
        assert result.scores == ()
        game = league.replay(result.number)
        assert game.over
        assert len(game.history) == len(result.moves) < 2
    rows = {row.name: row for row in league.table()}
    assert (rows["Rotates"].wins, rows["Rotates"].forfeits) == (6, 0)
    assert math.isnan(rows["Rotates"].margin)
    assert all(rows[name].forfeits == rows[name].games - rows[name].wins for name in expected)
    assert "IsNeverMade forfeited 6 games, first game " in str(league)


def test_a_player_that_eats_memory_forfeits_the_game():
    league, = against_rotates(EatsMemory, memory=200, seconds=20, workers=2)
    assert [result.winner for result in league.results] == ["Rotates"] * 2
    assert all("EatsMemory used more than 200 megabytes" in str(result.ended)
               for result in league.results)


def test_the_rules_own_forfeit_is_no_fault():
    class Smashes(Player):
        def make_move(self, game, rng):
            return Move(Action.SMASH)

    league, = against_rotates(Smashes)
    assert [result.forfeits for result in league.results] == [(), ()]
    assert league.results[0].moves == (ROTATE.to_record(), Move(Action.SMASH).to_record())
    assert league.replay(0).history[1].forfeited == "The top-level block cannot be smashed."
    extended, = against_rotates(Smashes, rules=EXTENDED)
    assert all(len(result.forfeits) == 1 for result in extended.results
               if len(extended.replay(result.number).start) == 4)


class Counts(Player):
    """Moves by what it remembers, in itself and in its class, which is to last for one game."""

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
    """Draws random numbers that it should not draw."""

    def make_move(self, game, rng):
        path = (random.randrange(4),) if np.random.random() < 0.5 else ()
        return Move(random.choice(CLASSIC.actions[:4]), path)


def test_a_game_begins_with_new_players_and_new_random_numbers():
    players = [UsesGlobalChance, Counts, Counts()]
    named = dict(zip(("Chance", "Class", "Object"), players, strict=True))
    one, two = (arena.league(named, workers=workers, **SMALL)
                for workers in (1, 2))
    assert one.results == two.results
    assert not any(result.ended for result in one.results)
    faults = Counter(name for result in one.results for name, _, _ in result.forfeits
                     if "Object" not in result.players or "Class" not in result.players)
    assert not faults, one.results


def children(pid=None):
    return [child for child in psutil.Process(pid).children()
            if child.status() == psutil.STATUS_ZOMBIE
            or "blocky.kit.arena.child" in child.cmdline()]


def until(found, seconds=60):
    """Return what ``found`` returns, as soon as it is true."""
    end = time.monotonic() + seconds
    while not (value := found()) and time.monotonic() < end:
        time.sleep(0.1)
    return value


def test_no_process_is_left():
    league, = against_rotates(EndsItsProcess, HangsInALibrary, workers=2)[:1]
    assert not league.stopped
    until(lambda: not children())
    assert children() == []  # neither running nor waited for


def test_a_process_that_hangs_ends_when_nobody_is_left_to_end_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("from blocky import RandomPlayer, arena\n"
                      "from tests.test_arena import FAULTY, HangsInALibrary\n"
                      "arena.league([HangsInALibrary, RandomPlayer()], **{**FAULTY, 'seconds': 3})"
                      "\n", "utf-8")
    path = os.pathsep.join([str(Path(__file__).parent.parent), *sys.path])
    with subprocess.Popen([sys.executable, script], env={**os.environ, "PYTHONPATH": path}) as main:
        hanging = until(lambda: [player for child in children(main.pid)
                                 for player in child.children()
                                 if sum(player.cpu_times()[:2]) > 1])
        main.kill()
    assert hanging
    assert psutil.wait_procs(hanging, timeout=30)[1] == []


# -- leagues that are stopped, and go on -----------------------------------------------------


@pytest.mark.parametrize("size", [0, 40, 1 / 2, 0.9])
def test_a_league_that_was_broken_off_goes_on_where_it_was(whole, kept, tmp_path, size):
    file, complete = tmp_path / "league.jsonl", kept.read_bytes()
    part = complete[:size if isinstance(size, int) else int(size * len(complete))]
    assert part[-1:] != b"\n"
    file.write_bytes(part)
    again = arena.league(KIT, file=file, workers=2, **SMALL)
    assert again.results == whole.results
    lines = file.read_bytes().splitlines(keepends=True)
    assert lines[:part.count(b"\n")] == complete.splitlines(keepends=True)[:part.count(b"\n")]
    assert sorted(lines) == sorted(complete.splitlines(keepends=True))


def test_a_whole_league_is_read_without_playing(whole, kept, monkeypatch):
    monkeypatch.setattr(psutil, "Popen", None)
    before = kept.read_bytes()
    assert arena.league(KIT, file=kept, **SMALL).results == whole.results
    assert kept.read_bytes() == before


@pytest.mark.parametrize("change", [
    {"seed": 1}, {"boards": 3}, {"turns": 5}, {"max_depth": 3}, {"rules": EXTENDED},
    {"goals": BlobGoal}, {"seconds": 2.5}, {"players": [Rotates, Raises]},
])
def test_the_file_of_another_league_is_refused_and_kept(whole, kept, change):
    before = kept.read_bytes()
    with pytest.raises(ValueError, match="is the file of another league: there") as caught:
        arena.league(file=kept, **{"players": KIT, **SMALL, **change})
    assert f"there {next(iter(change))} is" in str(caught.value)
    assert kept.read_bytes() == before


@pytest.mark.parametrize("text", [
    "my diary", "my diary\n", "[]\n", "{}\n", "\n", '{"format": "blocky game"}\n', "\x00\n",
    '{"format": "blocky league", "version": 99}\n',
])
def test_another_file_is_refused_and_kept(tmp_path, text):
    file = tmp_path / "league.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="is not the file of a league"):
        arena.league(KIT, file=file, **SMALL)
    assert file.read_text(encoding="utf-8") == text


def test_a_damaged_line_is_told(whole, kept, tmp_path):
    first, second, *others = kept.read_text(encoding="utf-8").splitlines()
    entry = json.loads(second)
    del entry["moves"]
    file = tmp_path / "league.jsonl"
    file.write_text("\n".join([first, json.dumps(entry), *others, ""]), encoding="utf-8")
    with pytest.raises(ValueError, match=r"Line 2 of .*league\.jsonl is damaged"):
        arena.league(KIT, file=file, **SMALL)


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
    assert f"Only {count} of 40000 games were played." in done.stdout
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) - 1 == int(count)
    assert [json.loads(line) for line in lines]


# -- what is refused -----------------------------------------------------------------------


class NeedsAColour(Rotates):
    def __init__(self, colour):
        self.colour = colour


@pytest.mark.parametrize(("change", "words"), [
    ({"players": []}, "two players or more, but 0 were given"),
    ({"players": [Rotates]}, "two players or more, but 1 was given"),
    ({"players": "Rotates"}, "players must be a list"),
    ({"players": 3}, "players must be a list"),
    ({"players": [Rotates, Rotates]}, "the name 'Rotates'"),
    ({"players": [RandomPlayer, RandomPlayer()]}, "the name 'Random'"),
    ({"players": {"A": Rotates, "": Rotates}}, "must be a text, not ''"),
    ({"players": {"A": Rotates, 1: Rotates}}, "must be a text, not 1"),
    ({"players": [Rotates, 3]}, "3 is no player"),
    ({"players": [Rotates, BlobGoal]}, "BlobGoal'> is no player"),
    ({"players": {"A": Rotates, "B": None}}, "None is no player"),
    ({"players": [Rotates, Player]}, "write a subclass of Player"),
    ({"players": [Rotates, HumanPlayer()]}, "HumanPlayer is a human player"),
    ({"players": [Rotates, HumanPlayer]}, "HumanPlayer is a human player"),
    ({"players": [Rotates, NeedsAColour]}, "NeedsAColour cannot be made without arguments"),
    ({"boards": 0}, "boards must be a whole number, 1 or more, not 0"),
    ({"boards": -2}, "boards must be a whole number"),
    ({"boards": 2.5}, "boards must be a whole number"),
    ({"turns": 0}, "turns must be a whole number"),
    ({"max_depth": -1}, "max_depth must be a whole number"),
    ({"max_depth": "3"}, "max_depth must be a whole number"),
    ({"seed": None}, "seed must be a whole number or a text"),
    ({"seconds": 0}, "seconds must be a number above 0"),
    ({"seconds": "1"}, "seconds must be a number above 0"),
    ({"memory": 50}, "memory must be a number above 100"),
    ({"workers": 0}, "workers must be a whole number"),
    ({"workers": 1.5}, "workers must be a whole number"),
    ({"goals": []}, "goals must be a Goal class"),
    ({"goals": Player}, "goals must be a Goal class"),
    ({"goals": [BlobGoal(1)]}, "goals must be a Goal class"),
    ({"goals": [BlobGoal, BlobGoal]}, "two of them have the same name"),
    ({"goals": Goal}, "Goal(Colour.RED) makes no goal: Can't instantiate abstract class"),
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
            pytest.raises(ValueError, match="Notes cannot be sent to another process") as caught:
        arena.league({"Notes": player, "B": Rotates}, **SMALL)
    assert_a_sentence(caught.value)


def test_a_goal_that_fails_is_no_players_fault():
    class Fails(DiagonalGoal):
        def score(self, board):
            if board.to_nested() != self.first(board):
                raise ValueError("too hard")
            return 0

        def first(self, board):
            vars(type(self)).get("seen") or setattr(type(self), "seen", board.to_nested())
            return self.seen

    with pytest.raises(Exception, match=r"Fails\.score raised ValueError: too hard"):
        arena.league([Rotates, RandomPlayer()], goals=Fails, **SMALL)


def test_a_game_that_was_not_played_cannot_be_replayed(whole):
    for number in (24, -1, 1.5, "3", None):
        with pytest.raises(ValueError, match=r"There is no game .*\.$"):
            whole.replay(number)


def test_a_league_without_results_can_be_shown():
    league = League(["A", "B"], {"boards": 1}, [], BlockySeries(BlobGoal, CLASSIC, 2, 10, 0))
    assert league.stopped
    assert "Only 0 of 2 games were played." in str(league)
    assert "<table>" in league._repr_html_()
    assert {row.name: row.games for row in league.table()} == {"A": 0, "B": 0}
