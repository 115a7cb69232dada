"""A picture looks the same whatever matplotlib is set to, and no name breaks one."""

import io
import threading
import warnings

import matplotlib
import numpy as np
import pytest
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread

from blocky import Game, RandomPlayer, draw
from blocky.kit.arena.charts import league
from blocky.kit.arena.ratings import PlayerFigures
from blocky.kit.check.message import beside
from blocky.kit.draw import settings
from blocky.kit.draw.cells import Labels
from blocky.kit.draw.picture import bare, new_axes, picture_on
from blocky.kit.draw.settings import KitFigure, own_settings, shown_name
from blocky.widgets import step
from blocky.widgets.board import PlayableBoard
from tests.panels import press
from tests.pictures import assert_inside
from tests.test_draw import PICTURES, RULES
from tests.test_panels import PANELS

#: Settings that people have, all at once.
ODD = {**style.library["dark_background"], "font.family": "No Such Font", "font.size": 20,
       "font.weight": "bold", "figure.dpi": 300, "savefig.dpi": 40, "savefig.bbox": "tight",
       "savefig.transparent": True, "savefig.facecolor": "red", "figure.autolayout": True,
       "path.sketch": (1, 100, 2), "axes.unicode_minus": False, "axes.titlesize": 30,
       "lines.linewidth": 9, "axes.grid": True, "xtick.labelsize": 25, "legend.fontsize": 22,
       "image.interpolation": "bicubic", "text.antialiased": False, "axes.spines.top": False}
SETTINGS = {"odd": ODD, "TeX": {"text.usetex": True}}

NAMES = ["$$", "$x", "$\\frac{1}{2}$", "\\frac", "{}", "{0}", "%", "%s", "_hidden", "two\nlines",
         "tab\tand\r\nmore", "\N{PARTY POPPER} Ada", "مرحبا", "\u202eabc", "李明", "李 Li",
         "a" * 300, "W" * 40, "", " ", "\x00", "<b>&", "^2", "A\u0301da"]


@pytest.fixture(params=SETTINGS)
def odd(request):
    """Settings of a user, of which none may be seen in a picture of the kit."""
    return SETTINGS[request.param]


@pytest.fixture(autouse=True)
def nothing_is_said(caplog):
    """Fail where matplotlib warns, or logs, as it does for a font or a letter that it lacks."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", DeprecationWarning)
        yield
    assert not [each.message for each in caplog.records if each.name.startswith("matplotlib")]


def under(users, make):
    """Return what ``make`` returns under settings of matplotlib."""
    with matplotlib.rc_context(users):
        return make()


# -- settings ------------------------------------------------------------------------------------

@pytest.mark.parametrize("kind", PICTURES.values(), ids=PICTURES)
def test_a_picture_does_not_show_the_settings_of_the_user(kind, odd):
    usual = kind.draw(kind.usual())
    assert under(odd, lambda: kind.draw(kind.usual()).png()) == usual.png()
    assert under(odd, usual.png) == usual.png()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.picture],
                         ids=lambda rule: rule.key)
def test_the_picture_of_a_rule_does_not_show_them(rule):
    assert under(ODD, lambda: rule.picture().png()) == rule.picture().png()


def test_the_picture_of_a_check_does_not_show_them(reference, odd):
    def shown():
        return beside([("given", reference), ("got", "-3 $x$"), ("expected", [[1], [2, 3]])],
                      "blocky").png()
    assert under(odd, shown) == shown()


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_does_not_show_them_when_made_nor_when_drawn_again(name):
    def shown(panel):
        FigureCanvasAgg.draw(panel.live.canvas)
        live = np.asarray(panel.live.canvas.buffer_rgba()).tobytes()
        return live, panel.picture().png()

    usual, odd = PANELS[name](), under(ODD, PANELS[name])
    assert under(ODD, lambda: shown(odd)) == shown(usual)
    press(usual, "right")
    under(ODD, lambda: press(odd, "right"))
    assert under(ODD, lambda: shown(odd)) == shown(usual)


def test_the_settings_of_the_user_are_left_alone():
    def fails():
        with own_settings:
            raise KeyError

    with matplotlib.rc_context(ODD):
        before = {**matplotlib.rcParams}
        draw.board(Game(seed=1).board).png()
        with pytest.raises(KeyError):
            fails()
        assert {**matplotlib.rcParams} == before
        mine = Figure()
        assert mine.get_facecolor() == (0, 0, 0, 1)


def test_the_settings_of_the_user_are_left_alone_when_threads_draw_at_once():
    entered, go_on = threading.Event(), threading.Event()

    def long_drawing():
        with own_settings:
            entered.set()
            go_on.wait(10)

    with matplotlib.rc_context(ODD):
        before = {**matplotlib.rcParams}
        other = threading.Thread(target=long_drawing)
        with own_settings:
            other.start()
            entered.wait(10)
        go_on.set()
        other.join()
        assert {**matplotlib.rcParams} == before


def test_a_figure_of_the_user_may_hold_a_picture_of_the_kit(reference, odd):
    def shown():
        ax = Figure().add_subplot()
        return draw.tree(reference, ax, letters=True).png()
    assert under(odd, shown).startswith(b"\x89PNG")


# -- names ---------------------------------------------------------------------------------------

def figures(name):
    return PlayerFigures(name, 9, 4, 1, 0.5, 0.4, 0.6, 8.0, 1.0, 2.0, 1.0, 1500, 30, 0)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_player_may_have_any_name(name, odd):
    player = RandomPlayer()
    player.name = name
    game = Game(seed=1, max_depth=2, players=[player, RandomPlayer()], turns=2)
    game.run()
    won = np.array([[0.0, 3], [1, 0]])

    def shown():
        table = league([figures(name), figures("other")], won)
        return [assert_inside(draw.scores(game), by=0.5), assert_inside(table, by=0.5),
                PlayableBoard(game).picture().png()]
    assert under(odd, shown) == shown()


def test_a_league_has_a_picture_whatever_its_players_are_called():
    rows = [figures(name) for name in NAMES]
    picture = league(rows, np.ones((len(rows), len(rows))))
    assert_inside(picture, by=0.5)
    assert all(name in picture.alt for name in NAMES)


@pytest.mark.parametrize("text", NAMES, ids=ascii)
def test_a_call_may_have_any_argument(text):
    def shorter(text):
        return shorter(text[1:]) if text else ""

    stepper = step(shorter, text[:4])
    press(stepper, "end")
    assert stepper.picture().png() == under(ODD, stepper.picture().png)


def test_a_name_is_shown_on_one_line_without_what_no_font_has():
    def shown(name):
        return shown_name(name, size=9, room=90)

    assert shown("two\nlines") == "two lines"
    assert shown("\N{PARTY POPPER}\U000f0000 Ada\u202e").endswith("Ada")
    assert shown("$\\frac$ {0} %s") == "$\\frac$ {0} %s"
    assert len(shown("W" * 300)) < len(shown("i" * 300)) < 60
    assert shown("W" * 300).endswith("W…")


#: A letter that the kit's font lacks, and one of matplotlib's own fonts has.
RARE = "\N{LATIN SMALL LETTER Z WITH PALATAL HOOK}"


@pytest.fixture(params=[(), ("No Such Font", "STIXGeneral")], ids=["no other font", "another font"])
def more_fonts(request, monkeypatch):
    """The fonts, besides the kit's own, of which the installed ones are used."""
    monkeypatch.setattr(settings, "MORE_FONTS", request.param)
    for cached in (settings._looks, settings._families):
        cached.cache_clear()
    yield request.param
    for cached in (settings._looks, settings._families):
        cached.cache_clear()


def test_letters_that_the_font_lacks_come_from_another_font_if_there_is_one(more_fonts):
    assert shown_name(f"{RARE} Li", size=9, room=90) == (f"{RARE} Li" if more_fonts else "Li")

    def ink(write):
        ax = new_axes(1, 1)
        bare(ax)
        with own_settings:
            write(ax)
        return (imread(io.BytesIO(picture_on(ax, "a name").png()))[..., 0] < 0.5).sum()

    label = Labels([(0.5, 0.5, RARE, 20, "black")])
    assert (ink(lambda ax: ax.add_artist(label)) > 20) == bool(more_fonts)
    if more_fonts:
        assert ink(lambda ax: ax.text(0.5, 0.5, RARE, fontsize=20)) > 20


# -- files ---------------------------------------------------------------------------------------

def test_a_picture_that_cannot_be_drawn_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "league.png"
    picture = league([figures("one"), figures("other")], np.ones((2, 2)))
    picture.save(path)
    before = path.read_bytes()

    def fails(*args, **options):
        raise ValueError("no picture")

    monkeypatch.setattr(KitFigure, "savefig", fails)
    with pytest.raises(ValueError, match="no picture"):
        picture.save(path)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]
