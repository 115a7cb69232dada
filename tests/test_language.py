"""Everything works in another language: no code depends on the words of a sentence.

Each test does the same in English and in a language that nobody speaks, in which every letter is
another one and the fields come in another order, and compares all that is not a sentence.
"""

import ast
import html
import re
from functools import cache
from gettext import NullTranslations
from keyword import kwlist
from pathlib import Path
from random import Random

import ipywidgets as w
import pytest

import blocky
import blocky.blue.widgets
import blocky.prograsonne.widgets
from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Colour,
    Game,
    HumanPlayer,
    Move,
    PerimeterGoal,
    Player,
    RandomPlayer,
    SmartPlayer,
    arena,
    blue,
    check,
    prograsonne,
    widgets,
)
from blocky.kit.check.failure import Explanation
from blocky.kit.check.task import CheckError, Status, Task
from blocky.kit.command import commands, main
from blocky.kit.language import say, use
from blocky.kit.story import Story
from blocky.kit.widgets.panel import Panel
from tests import answers, test_panels
from tests.answers import GAMES
from tests.panels import inside
from tests.test_rulebooks import rules_of
from tools.sentences import template

pytestmark = pytest.mark.usefixtures("english_again")

FIELD = re.compile(r"(\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\})")
LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                        "αβγδεζηθικλμνξοπρστυφχψωάέΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈ")


@cache
def known():
    """Return the sentences that can be translated."""
    return {text for message in template() for text in (
        message.id if message.pluralizable else [message.id])}


class Pseudo(NullTranslations):
    """Says sentences in other letters, with their fields from the last to the first.

    What is in no catalogue it says in English, as a translation would.
    """

    def gettext(self, message):
        if message not in known():
            return message
        pieces = FIELD.split(message)
        fields = [i for i, piece in enumerate(pieces) if re.match(r"\{[^{]", piece)]
        turned = dict(zip(fields, (pieces[i] for i in reversed(fields)), strict=True))
        return "".join(turned.get(i, piece if i % 2 else piece.translate(LETTERS))
                       for i, piece in enumerate(pieces))

    def pgettext(self, context, message):
        return self.gettext(message)

    def ngettext(self, one, many, count):
        return self.gettext(one if count == 1 else many)


def is_in_other_letters(text):
    """Assert that a text has no English while the other language is in use."""
    if say("red") != "red":
        prose = html.unescape(re.sub(r"<pre.*?</pre>|<[^>]*>", " ", text, flags=re.S))
        found = [each[0] for each in SENTENCE.finditer(CODE.sub(" ", prose))]
        assert [each for each in found if not set(each.split()).intersection(kwlist)] == [], text


def in_both(do):
    """Assert that ``do()`` returns the same in both languages; return it."""
    use(NullTranslations())
    expected = do()
    use(Pseudo())
    assert do() == expected
    return expected


class Raises(Player):
    def make_move(self, game, rng):
        raise KeyError("lost")


class Passes(Player):
    """Asks for a move that the classic rules refuse."""

    def make_move(self, game, rng):
        return Move(Action.PASS)


@pytest.mark.parametrize("begin", [
    lambda: Game(max_depth=3, seed=3, turns=3, rules=CLASSIC, goals=[
        BlobGoal(Colour.RED), PerimeterGoal(Colour.BLUE), BlobGoal(Colour.GREEN)],
        players=[RandomPlayer(), SmartPlayer(2), SmartPlayer(0)]),
    lambda: Game(max_depth=2, seed=3, turns=2, rules=EXTENDED, humans=0, smarts=[1, 1]),
    lambda: prograsonne.Game(players=["random", "greedy"], seed=3),
    lambda: blue.Game(["first", "random"], seed=3)],
    ids=["classic", "extended", "prograsonne", "blue"])
def test_a_game_is_played_saved_loaded_and_told(begin, tmp_path):
    def do():
        game = begin()
        game.run()
        game.undo(2)
        game.redo()
        game.save(tmp_path / "game.json")
        again = type(game).load(tmp_path / "game.json")
        assert again.to_record() == game.to_record()
        again.run()
        steps = Story(again).steps()
        told = [str(step.turn.move) for step in steps] + [
            reason.text for step in steps for reason in step.reasons]
        assert len(set(told)) > 3
        for text in [*told, again.report(boards=True) if hasattr(again, "report") else ""]:
            is_in_other_letters(text)
        return again.to_record(), (tmp_path / "game.json").read_text(), len(told)

    in_both(do)


def test_lost_turns_survive(tmp_path, drawn_on_demand):
    def do():
        players = [HumanPlayer(), Raises(), Passes()]
        board = widgets.play(players=players, max_depth=2, seed=1, turns=2, rules=CLASSIC, pause=0)
        for _ in range(2):
            board.select(())
            board.act(Action.ROTATE_CLOCKWISE)
        assert board.game.over
        board.game.save(tmp_path / "game.json")
        again = Game.load(tmp_path / "game.json", players=players)
        assert again.history == board.game.history
        return [(turn.player, turn.move, turn.scores) for turn in again.history]

    in_both(do)


def test_a_league_is_played():
    def do():
        played = arena.league({"Random": RandomPlayer(), "Lost": Raises()}, boards=1, max_depth=2,
                              turns=2, seconds=10, progress=False)
        assert str(played)
        assert played.picture().alt
        return [(result.number, result.players, result.scores, result.winner,
                 bool(result.ended)) for result in played.results]

    in_both(do)


TASKS = {name: task for name in check.__all__ if isinstance(task := getattr(check, name), Task)}
QUICK = ("shall_divide", "flatten", "combine")


def failing(task, answer):
    """Return the state of each of three checks, and which hint of which mistake it gives."""
    task.explained = Explanation()
    errors = []
    for _ in range(3):
        try:
            task.check(answer)
        except CheckError as error:
            errors.append(error)
    for error in errors:
        is_in_other_letters(error.hint)
    hints = [(number, place, hint) for number, each in enumerate(task.mistakes)
             for place, hint in enumerate(each.hints)]
    return [(error.state, next((hint[:2] for hint in hints if error.hint == say(hint[2])), None))
            for error in errors]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in TASKS if name in QUICK])
def test_checks_find_the_typical_mistakes(name):
    task = TASKS[name]
    broken = [each for other, _, wrong in answers.tasks() if other == name
              for each in wrong if each.state == Status.WRONG]

    def do():
        assert task.right is None or task.passes(task.right)
        return [failing(task, each.answer) for each in (*task.mistakes[:3], *broken)]

    found = in_both(do)
    assert all(len(each) == 3 for each in found)
    assert any(hint for each in found for _, hint in each) or not task.mistakes


PANELS = {
    **{name: panel for name, panel in test_panels.PANELS.items()
       if name != "the guest"},
    **{name: lambda make=make: make(seed=7, max_depth=2)
       for name, make in test_panels.SIZED.items()},
    "play": lambda: widgets.play("human-smart", max_depth=2, turns=3, seed=2, pause=0,
                                 rules=EXTENDED),
    "watch": lambda: widgets.play("auto", max_depth=2, turns=2, seed=2, pause=0),
    "blue": lambda: blue.widgets.play(["human", "first"], seed=3, pause=0),
    "prograsonne": lambda: prograsonne.widgets.play(seed=2, pause=0),
}


def shown_by(panel):
    """Yield the texts of the widgets in a panel."""
    for widget in inside(panel):
        yield from (getattr(widget, name, None) or "" for name in ("description", "tooltip"))
        yield widget.value if isinstance(widget, w.HTML) else ""
        yield from map(str, getattr(widget, "_options_labels", ()))


@pytest.mark.slow
@pytest.mark.parametrize("name", PANELS)
def test_panels_do_all_that_they_can(name, monkeypatch, tmp_path, drawn_on_demand):
    monkeypatch.chdir(tmp_path)  # games are saved there
    begin = Random.__init__

    def begin_with_same_seed(rng, seed=None):
        begin(rng, 7 if seed is None else seed)

    monkeypatch.setattr(Random, "__init__", begin_with_same_seed)  # new games are the same

    def do():
        done = []

        def note(panel, text, error=False):
            done.append(error)
            assert not re.match(r"\w+Error", text), text
            is_in_other_letters(text)

        monkeypatch.setattr(Panel, "say", note)
        panel = PANELS[name]()
        for key, job in {**{name: command.do for name, command in panel.commands.items()},
                         **panel.hotkeys}.items():
            done.append(key)
            panel.attempt(job)
        if name == "tree":
            for breakage in widgets.broken_tree.BREAKAGES:
                panel.breakage.value = breakage
                panel.attempt(panel.break_it)
                done.append([each.path for each in panel.problems])
                panel.attempt(panel.undo)
        assert panel.picture().alt
        for text in [panel.picture().alt, *shown_by(panel)]:
            is_in_other_letters(text)
        return done

    assert len(in_both(do)) > 4


@pytest.mark.parametrize("name", commands())
def test_the_command_speaks_it(name, capsys):
    use(Pseudo())
    with pytest.raises(SystemExit):
        main([name, "--help"])
    said = re.sub("show this help message and exit|blocky [^.]*", "", capsys.readouterr().out)
    is_in_other_letters(" ".join(said.split()))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rules_and_their_pictures_are_in_it(game):
    use(Pseudo())
    for rule in rules_of(game):
        for text in (rule.title(), rule.text(), rule.picture().alt if rule.picture else ""):
            is_in_other_letters(text)


PACKAGE = Path(blocky.__file__).parent

#: Sentences that nobody reads in another language, or that go through ``say`` where they are shown:
#: the beginning of the file's path, and a part of the sentence.
LEFT_IN_ENGLISH = [
    ("check/", "for "), ("prograsonne/check/", "for "),
    ("prograsonne/check/", "? "), ("kit/check/laws.py", "for "),
    ("kit/check/reproduce.py", "from "), ("kit/grading/judging.py", "is not defined"),
    ("kit/guest/shell.py", "write() argument "), ("kit/guest/stand_in.py", "is not iterable"),
    ("kit/hints/errors.py", "has no len()"),
    ("check/boards.py", "and so on for ever"),  # code, and what is compared
    ("kit/check/compare.py", ""), ("kit/arena/match.py", "league X, board X"),  # compared; a seed
    ("kit/file_guard.py", "A submission may "),  # raised inside a submission
    ("kit/notebook/run.py", "import sys"), ("widgets/broken_tree.py", "not a block"),
]

#: Code in a sentence, what Python says, and letters on tiles: none of them is translated.
CODE = re.compile(r"`[^`]*`|\w+Error: [^;\n]*|\b([rbgwy])\1*\b")

SENTENCE = re.compile(r"(?<![-.\w])[A-Za-z']{2,},? (?:[a-z']+|X),? (?:[a-z']{2,}|X)\b"
                      r"|^[A-Z][a-z']+ .*[.?!]$")
SAID_ELSEWHERE = {"say", "say_count", "say_of", "Mistake", "Seen", "Task", "goal_task",
                  "Random", "Fault", "compile", "code_search", "Change", "mark"}


def name_of(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def english(node, inside=False):
    """Yield the line and the text of each sentence in a function that bypasses ``say``."""
    match node:
        case ast.FunctionDef() if node.name == "__repr__" or re.search(
                "Hints|Sure|Mistake|Parts",
                ast.unparse(node.returns) if node.returns else ""):
            return
        case ast.FunctionDef() | ast.Lambda() | ast.AsyncFunctionDef():
            inside = True
        case ast.Call() if name_of(node) in SAID_ELSEWHERE:
            return
        case ast.Expr(value=ast.Constant()) | ast.Compare() | ast.Assert():
            return
        case ast.Constant(value=str()) | ast.JoinedStr():
            text = node.value if isinstance(node, ast.Constant) else "".join(
                each.value if isinstance(each, ast.Constant) else "X" for each in node.values)
            if inside and SENTENCE.search(text) and not re.search(r"</|: \d+px", text):
                yield node.lineno, text
            return
    for child in ast.iter_child_nodes(node):
        yield from english(child, inside)


def test_every_sentence_goes_through_say():
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        found = [(line, text) for line, text in english(ast.parse(path.read_text("utf-8")))
                 if not any(name.startswith(start) and part in text
                            for start, part in LEFT_IN_ENGLISH)]
        assert not found, (name, found)
