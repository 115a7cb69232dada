"""The contract of boards: what the board of every game does."""

import asyncio
import html
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from ipywidgets import HTML

from blocky import Action, Block
from blocky.blue import Rules as BlueRules
from blocky.blue.draw.layout import Layout
from blocky.blue.widgets import play as play_blue
from blocky.kit.draw.picture import Picture
from blocky.kit.game import Game
from blocky.kit.player import HumanPlayer, Player, RandomPlayer
from blocky.prograsonne import Rules
from blocky.prograsonne.draw.shapes import centre
from blocky.prograsonne.tiles import TYPES
from blocky.prograsonne.widgets import play as play_prograsonne
from blocky.widgets import play as play_blocky
from tests import tictactoe
from tests.panels import click, inside, press, words
from tests.strategies import REFERENCE

pytestmark = pytest.mark.usefixtures("drawn_on_demand")


# -- what is tried -----------------------------------------------------------------------------

class Party(NamedTuple):
    """A game's board, and three ways to make the same move on it."""

    play: Callable[..., Any]
    by_pointer: Callable[[Any], None]
    keys: list[str]
    buttons: list[Any]
    wrong: dict[str, Any]  # settings that are refused


def blocky_board(players, **settings):
    return play_blocky(players=players, board=Block.from_nested(REFERENCE, 2), turns=3, **settings)


def prograsonne_board(players, **settings):
    return play_prograsonne(players=players, supply=dict.fromkeys(sorted(TYPES)[:5], 2),
                            rules=Rules(redraw=True), **settings)


def blue_board(players, seed, **settings):
    """Return a board on which the first player begins."""
    return play_blue(players, BlueRules("short", rounds=1), seed=seed + 1, **settings)


def guest_board(players, seed, **settings):
    return tictactoe.Board(Game(tictactoe.TicTacToe(), players, seed=seed), **settings)


def turn_and_place(board):
    place = board.game.legal_moves()[0]
    for _ in range(place.turns):
        click(board, board.ax, *centre(place.cell), button=3)
    click(board, board.ax, *centre(place.cell))


def take_and_put(board):
    source, colour = board.game.position.takes[0]
    layout, tiles = Layout(2), board.game.position.sources[source]
    for x, y in (layout.tile(source, tiles.index(colour)), layout.on_line(board.game.turn, 1, 0)):
        click(board, board.ax, x + 0.5, y + 0.5)


PARTIES = {
    "blocky": Party(blocky_board, lambda board: click(board, board.ax, 2.5, 2.5),
                    ["down", "down", "d"],
                    ["smaller", "smaller", Action.ROTATE_CLOCKWISE], {"max_depth": 13}),
    "prograsonne": Party(prograsonne_board, turn_and_place, ["n", "enter"], ["next", "place"],
                         {"supply": {"XXXXXX": 1}}),
    "blue": Party(blue_board, take_and_put, ["right", "enter"], ["forth", "make"],
                  {"rules": "chess"}),
    "the guest": Party(guest_board, lambda board: click(board, board.ax, 0.5, 0.5),
                       ["right", "enter"], ["forth", "make"], {"seed": 1.5})}
EACH = pytest.mark.parametrize("party", PARTIES.values(), ids=PARTIES)
HUMANS, AGAINST, COMPUTERS = ["human"] * 2, ["human", "random"], ["random"] * 2


def begun(party, players=HUMANS, pause=0, **settings):
    return party.play(players, seed=1, pause=pause, **settings)


def move(board):
    """Make a move, as a human."""
    moves = board.game.legal_moves()
    board.play(moves[len(board.game.history) * 7 % len(moves)])


def state(board):
    """Return the game as it would be saved."""
    return json.dumps(board.game.to_record())


def check(board):
    """Assert that what a board says agrees with its game."""
    game, status = board.game, words(board._status)
    rows = board._players.value.split("<tr")[1:]
    assert len(rows) == len(game.players)
    for player, row in enumerate(rows):
        assert html.escape(f"{game.called(player)} {game.players[player].name}") in row
        assert f">{game.scores[player]}</td>" in row
        assert ("▶" in row) == (player == game.turn and not game.over)
        assert ("★" in row) == (player in game.winners)
    if game.over:
        assert status.startswith("The game is over. ")
        assert game.why_over() in status
        assert all(game.name_of(player) in status for player in game.winners)
    else:
        assert f"player {game.called(game.turn)}'s turn ({game.players[game.turn].name})" in status
    assert board.buttons["undo"].disabled == (game.undoable == 0)
    assert board.buttons["redo"].disabled == (game.redoable == 0)
    assert board.buttons["end"].disabled == game.over
    assert board.buttons["hint"].disabled == (not board.waits_for_human)


def refused(board):
    """Assert that the last command was answered with an error, in a sentence."""
    assert board.text.endswith(".")
    assert 'role="alert"' in board.message.value


# -- the layout --------------------------------------------------------------------------------

@EACH
def test_what_a_player_needs_comes_before_the_tabs(party):
    board = begun(party)
    table, = board.children
    *needed, last = table.children
    assert needed[0] is board.live, "Tab reaches the figure first"
    assert last is board.tabs
    before = [each for part in needed for each in inside(part)]
    assert {board.message, board.said.rule_button, board.stopped} <= {*before}
    texts = [each for each in before if isinstance(each, HTML)]
    assert {board._status, board._selection} <= {*texts}
    has_scores = any("blocky-players" in each.value for each in texts)
    assert has_scores == (party is not PARTIES["blue"]), "a table of Blue draws them itself"
    assert board.tabs.shown == "moves", "so the moves are in sight too"


@EACH
def test_everything_else_is_on_the_page_of_a_tab(party):
    board = begun(party)
    buttons, files, said = board.buttons, board.files, board.said
    pages = {
        "moves": [buttons[name] for name in (*party.buttons, "hint", "undo", "redo", "end")],
        "report": [said.report, board._chart],
        "log": [board._moves],
        "display": [board.letters, board.palette, board.pause, board.show_moves, board.projector],
        "new": [files.seats, files.seed, files.file,
                *(buttons[name] for name in ("new", "former", "save", "replace", "load"))]}
    if board.rulebook:
        pages["rules"] = [said.rules]
    if party is PARTIES["prograsonne"]:
        pages["supply"] = [board._supply]
    assert {*board.tabs.pages} == {*pages}
    assert next(iter(board.tabs.pages)) == "moves"
    shown = [*inside(board)]
    for name, expected in pages.items():
        on_page = [*inside(board.tabs.pages[name])]
        for each in expected:
            assert on_page.count(each) == shown.count(each) == 1, (name, each)


# -- moves -------------------------------------------------------------------------------------

@EACH
def test_pointer_keys_and_buttons_make_the_same_move(party):
    pointed, keyed, pressed = (begun(party) for _ in range(3))
    party.by_pointer(pointed)
    press(keyed, *party.keys)
    for name in party.buttons:
        pressed.buttons[name].click()
    assert len(pointed.game.history) == 1
    assert state(pointed) == state(keyed) == state(pressed)
    check(pointed)


@EACH
def test_a_game_is_told_from_its_beginning_to_its_end(party):
    board = begun(party)
    while not board.game.over:
        check(board)
        move(board)
        assert board._moves.value.count("blocky-turn") == len(board.game.history)
        assert f"layer {board.game.called(board.game.history[-1].player)}" in words(board._moves)
    check(board)
    end = state(board)
    press(board, *party.keys)
    assert state(board) == end


@EACH
def test_what_is_no_legal_move_is_refused_with_the_reason_and_changes_nothing(party):
    board = begun(party)
    move(board)
    before = state(board)
    board.play(None)
    assert board.text == board.game.why_not(None)
    refused(board)
    assert state(board) == before
    check(board)


@EACH
def test_a_hint_chooses_a_move_and_makes_none(party):
    board = begun(party)
    press(board, "i")
    assert board.text.startswith("Hint: ")
    assert board.game.history == []
    board.end()
    board.hint()
    assert board.text == "The game is over."
    computers = begun(party, COMPUTERS)
    computers.undo()
    computers.hint()
    assert computers.text == ("It's a computer player's turn, and computer players are stopped. "
                              "Press “Let computers move”.")


# -- undo and redo -------------------------------------------------------------------------------

@EACH
def test_undo_goes_back_to_the_last_choice_of_a_human_and_redo_forth(party):
    board = begun(party, AGAINST)
    for step in ("undo", "redo"):
        board.buttons[step].click()
        assert board.text == f"There is nothing left to {step}."
    states = [(len(board.game.history), board.game.scores)]
    for _ in range(2):
        move(board)
        states.append((len(board.game.history), board.game.scores))
    assert states[1][0] > 1, "the computer has moved"
    for key, at in [("z", 1), ("z", 0), ("y", 1), ("y", 2), ("z", 1)]:
        press(board, key)
        assert (len(board.game.history), board.game.scores) == states[at]
        assert board.waits_for_human
        check(board)


@EACH
@pytest.mark.parametrize("moves", [0, 1])
def test_undo_after_end_game_takes_back_the_end_and_no_move(party, moves):
    board = begun(party, AGAINST)
    for _ in range(moves):
        move(board)
    before, made = state(board), len(board.game.history)
    board.buttons["end"].click()
    assert board.game.over
    board.buttons["undo"].click()
    assert board.text == "The game goes on."
    assert state(board) == before
    assert board.waits_for_human
    check(board)
    board.undo()
    assert len(board.game.history) == 0
    board.end()
    if moves:
        board.redo()
        assert len(board.game.history) == made
    else:
        board.undo()
    assert not board.game.over
    assert state(board) == before
    check(board)


@EACH
def test_undo_after_end_game_lets_no_computer_move(party):
    board = begun(party, AGAINST)
    board.game.play(board.game.legal_moves()[0])
    before = state(board)
    board.end()
    board.undo()
    assert state(board) == before
    assert board.stopped.value
    board.stopped.value = False
    assert board.waits_for_human
    check(board)


@EACH
def test_undo_in_a_game_of_computers_stops_them_until_they_are_let_go(party):
    board = begun(party, COMPUTERS)
    assert board.game.over
    drawn, end = Picture(board.figure, "").png(), board.game.scores
    board.motion.end()
    board.redraw()
    assert Picture(board.figure, "").png() == drawn, "where no loop runs, the end is drawn"
    board.undo()
    assert board.stopped.value
    assert "Computer players are stopped." in words(board._status)
    check(board)
    board.redo()
    assert board.game.scores == end
    board.undo()
    board.stopped.value = False
    assert board.game.over
    check(board)


@EACH
def test_after_undo_and_redo_a_computer_that_was_thinking_moves(party):
    async def scenario():
        board = begun(party, AGAINST, pause=0.01)
        move(board)
        board.undo()
        board.redo()
        assert "stopped" not in words(board._status)
        await until(lambda: board.waits_for_human)
        await settled(board)
        check(board)
        return state(board)

    twin = begun(party, AGAINST)
    move(twin)
    assert in_a_loop(scenario) == state(twin)


@EACH
def test_stopped_computers_are_named_with_the_button_that_lets_them_move(party):
    board = begun(party, AGAINST)
    board.stopped.value = True
    move(board)
    assert words(board._status).endswith("Computer players are stopped.")
    before = state(board)
    move(board)
    assert board.stopped.description == "Let computers move"
    assert board.stopped.description in board.text
    refused(board)
    assert state(board) == before
    board.stopped.value = False
    assert board.waits_for_human


@EACH
def test_a_game_that_was_ended_goes_on_after_undo(party):
    board = begun(party)
    move(board)
    board.buttons["end"].click()
    check(board)
    board.buttons["undo"].click()
    assert not board.game.over
    check(board)


# -- other games ---------------------------------------------------------------------------------

@EACH
def test_a_game_is_saved_and_loaded_with_what_was_undone(party, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    board = begun(party, AGAINST)
    board.file.value = "mine"
    move(board)
    move(board)
    board.undo()
    saved = state(board)
    board.buttons["save"].click()
    assert board.text == "The game is saved in mine.game.json."
    assert [path.name for path in tmp_path.iterdir()] == ["mine.game.json"]
    board.end()
    board.buttons["load"].click()
    assert board.text == "You're now playing the game from mine.game.json."
    assert state(board) == saved
    check(board)


@EACH
def test_a_file_that_cannot_be_loaded_leaves_the_game(party, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    board = begun(party)
    move(board)
    board.save("game")
    before = state(board)
    for text in ("", "[]", before[:-40]):
        (tmp_path / "bad.json").write_text(text, encoding="utf-8")
        board.load("bad.json")
        refused(board)
    for path in ("", ".", "no/such/folder/mine.game.json", "/dev/zero"):
        for act in (board.load, board.save):
            board.say("")
            act(path)
            refused(board)
    assert state(board) == before
    check(board)


@EACH
def test_a_saved_game_is_replaced_only_after_a_question_that_says_what_it_is(party, tmp_path,
                                                                             monkeypatch):
    monkeypatch.chdir(tmp_path)
    one, other = begun(party), begun(party)
    assert one.file.value != other.file.value
    for board in (one, other):
        assert board.file.value.endswith(".game.json")
    move(one)
    one.buttons["save"].click()
    saved = (tmp_path / one.file.value).read_bytes()
    other.file.value = one.file.value
    assert other.buttons["replace"].disabled
    other.buttons["save"].click()
    assert f"{one.file.value} holds a game of {one.game.position.key} after 1 move." in other.text
    assert "Human, Human" in other.text
    assert (tmp_path / one.file.value).read_bytes() == saved
    other.file.value = "another"
    assert other.buttons["replace"].disabled, "the question was about another file"
    other.file.value = one.file.value
    other.buttons["save"].click()
    other.buttons["replace"].click()
    assert other.text == f"The game is saved in {one.file.value}."
    assert json.loads((tmp_path / one.file.value).read_text())["moves"] == []
    assert other.buttons["replace"].disabled


@EACH
def test_a_board_writes_nothing_but_saved_games_in_the_folder_of_the_notebook(party, tmp_path,
                                                                              monkeypatch):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
    monkeypatch.chdir(inside)
    (inside / "01_tree.ipynb").write_text("a lesson")
    (inside / "notes.game.json").write_text("not a saved game")
    (inside / "list.game.json").write_text("[]")
    (inside / "folder.game.json").mkdir()
    (inside / "linked").symlink_to(outside)
    (outside / "target.game.json").write_text("a target")
    (inside / "link.game.json").symlink_to(outside / "target.game.json")
    (inside / "broken.game.json").symlink_to(outside / "new.game.json")
    before = sorted((path, path.is_file() and path.read_bytes()) for path in tmp_path.rglob("*"))
    board = begun(party)
    for name in ("01_tree.ipynb", "notes.game.json", "list.game.json", "folder.game.json",
                 "link.game.json", "broken.game.json", "linked/new.game.json", "../new.game.json",
                 str(outside / "new.game.json"), "C:\\new.game.json", "\\new.game.json",
                 "/dev/null", "/dev/shm/new.game.json", ".game.json", "mine.txt"):
        board.file.value = name
        board.buttons["save"].click()
        refused(board)
        board.save(name, replace=True)
        refused(board)
    assert before == sorted((path, path.is_file() and path.read_bytes())
                            for path in tmp_path.rglob("*"))


@EACH
def test_a_new_or_loaded_game_can_be_taken_back(party, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    board = begun(party)
    assert board.buttons["former"].disabled
    move(board)
    board.save("mine")
    move(board)
    running = state(board)
    board.buttons["new"].click()
    begun_anew = state(board)
    assert begun_anew != running
    board.buttons["former"].click()
    assert state(board) == running
    check(board)
    board.buttons["former"].click()
    assert state(board) == begun_anew
    board.buttons["former"].click()
    board.load("mine.game.json")
    assert state(board) != running
    board.buttons["former"].click()
    assert state(board) == running


@EACH
def test_a_new_game_is_that_of_the_form(party):
    board = begun(party)
    assert "New game" in board.tabs.titles
    board.seats.seats[0].named.value = " Ada "
    board.seats.seats[1].kind.value = "random"
    for text, seed in [("-3", -3), (" abc ", "abc")]:
        board.seed.value = text
        board.buttons["new"].click()
        assert board.game.players == [HumanPlayer(name="Ada"), RandomPlayer()]
        assert board.game.seed == seed
        check(board)
    made = state(board)
    board.buttons["new"].click()
    assert state(board) == made, "a seed gives the same game"


@EACH
def test_a_new_game_that_cannot_be_leaves_the_old_one(party):
    board = begun(party)
    move(board)
    before = state(board)
    for settings in (party.wrong, {"seed": 1.5}, {"players": []}):
        board.new_game(**settings)
        refused(board)
        assert state(board) == before
    check(board)


# -- players of students ---------------------------------------------------------------------------

def player(name, make_move):
    """Return a student's player, of a class with this name."""
    return type(name, (Player,), {"make_move": lambda self, game, rng: make_move(game)})()


def fails(game):
    raise KeyError("<b>&")


FAILING = [player("Deaf", fails), player("Lazy", lambda game: "a move")]


@EACH
@pytest.mark.parametrize("failing", FAILING, ids=lambda player: type(player).__name__)
def test_a_student_whose_player_fails_loses_the_turn(party, failing):
    board = begun(party, [HumanPlayer(), failing])
    move(board)
    assert board.game.history[-1].forfeited
    assert 'role="alert"' in board.message.value
    assert "Player 2" in board.text
    assert "<b>" not in board.message.value + board._moves.value
    check(board)


@EACH
def test_the_player_and_the_name_of_a_student_stay(party, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = player("A<b>&Player", lambda game: game.legal_moves()[0])
    board = begun(party, [HumanPlayer(), own])
    move(board)
    shown = [board._players, board._status, board.message, board._moves, board._chart]
    assert "A&lt;b&gt;&amp;" in board._players.value
    assert not any("<b>" in widget.value for widget in shown)
    saved = state(board)
    board.save("mine")
    board.end()
    board.load("mine.game.json")
    assert state(board) == saved
    assert type(board.game.players[1]) is type(own)
    board.new_game(seed=1)
    assert type(board.game.players[1]) is type(own)


# -- in a notebook, where a loop runs --------------------------------------------------------------

def in_a_loop(scenario):
    """Run a coroutine function as a notebook would, for a minute at most."""
    return asyncio.run(asyncio.wait_for(scenario(), 60))


async def until(condition):
    while not condition():
        await asyncio.sleep(0.005)


async def settled(board):
    """Wait until no computer player thinks, no motion is drawn, and all lists are updated."""
    await until(lambda: board.computers._task is None and not board.motion.running)
    await until(lambda: all(waiting.when() < asyncio.get_running_loop().time()
                            for waiting in board._waiting.values()))
    await asyncio.sleep(0.01)


@EACH
def test_computers_move_while_the_page_lives_and_what_is_clicked_meanwhile_is_refused(party):
    async def scenario():
        board = begun(party, AGAINST, pause=0.01)
        move(board)
        before = state(board)
        assert not board.waits_for_human
        move(board)
        assert "computer player's turn" in board.text
        assert state(board) == before
        await until(lambda: board.waits_for_human)
        await settled(board)
        assert board._moves.value.count("blocky-turn") == len(board.game.history)
        check(board)
        return state(board)

    twin = begun(party, AGAINST)
    move(twin)
    assert in_a_loop(scenario) == state(twin)


@EACH
def test_computers_are_stopped_and_go_on(party):
    async def scenario():
        board = begun(party, COMPUTERS, pause=0.1)
        await until(lambda: "is about to" in words(board._status))
        board.stopped.value = True
        made = len(board.game.history)
        await settled(board)
        assert len(board.game.history) == made, "in the middle of a choice"
        check(board)
        board.pause.value, board.show_moves.value = 0, False
        board.stopped.value = False
        await until(lambda: board.game.over)
        await settled(board)
        check(board)
        return board.game.scores

    assert in_a_loop(scenario) == begun(party, COMPUTERS).game.scores


@EACH
@pytest.mark.parametrize("change", [
    lambda board, path: board.undo(), lambda board, path: board.redo(),
    lambda board, path: board.end(), lambda board, path: board.load(path),
    lambda board, path: board.new_game(players=[HumanPlayer(), RandomPlayer()], seed=5),
], ids=["undo", "redo", "end", "load", "new game"])
def test_whatever_happens_while_a_computer_thinks_the_game_is_whole(party, change, tmp_path,
                                                                     monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def scenario():
        board = begun(party, AGAINST, pause=0.01)
        board.save("mine")
        move(board)
        await asyncio.sleep(0.005)
        change(board, "mine.game.json")
        game, over, made = board.game, board.game.over, len(board.game.history)
        await settled(board)
        await settled(board)
        assert board.game is game
        assert not over or len(game.history) == made, "an ended game has no more moves"
        assert game.over or board.waits_for_human
        check(board)

    in_a_loop(scenario)
