"""Pictures of boards, trees, grids and scores are right, and no text lies outside them."""

import pickle
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from blocky import (
    CLASSIC,
    EXTENDED,
    BlobGoal,
    Block,
    Colour,
    Game,
    PerimeterGoal,
    RandomPlayer,
    blue,
    draw,
    prograsonne,
    random_init,
)
from blocky.blue import draw as blue_draw
from blocky.blue.draw.rules import RULES as BLUE_RULES
from blocky.colour import FRAME, HIGHLIGHT
from blocky.draw.looks import PALETTES
from blocky.draw.rules import RULES as BLOCKY_RULES
from blocky.kit.check.message import beside
from blocky.kit.draw.values import as_known, draw_value, drawable
from blocky.prograsonne import Restore, Rules, Save
from blocky.prograsonne import draw as prograsonne_draw
from blocky.prograsonne.draw.gains import gains
from blocky.prograsonne.draw.rules import RULES as PROGRASONNE_RULES
from tests.pictures import assert_inside, drawn_texts, overlaps
from tests.strategies import REFERENCE, boards, boards_and_paths, colours


def random_board(depth, seed=1):
    board = random_init(0, depth, Random(seed))
    board.update_block_locations((0, 0), 1024)
    return board


def full_board(depth):
    """Return a board with all unit cells divided off."""
    def nested(level, colour):
        return colour % 4 if level == depth else [nested(level + 1, colour + i) for i in range(4)]
    return Block.from_nested(nested(0, 0), depth, 1024)


def finished_game(seed=1, turns=3, rules=CLASSIC, **settings):
    game = Game(seed=seed, turns=turns, rules=rules,
                **{"max_depth": 3, "humans": 0, "randoms": 2, "smarts": [], **settings})
    game.run()
    return game


def pixels(board, cell=8, **options):
    return draw.pixels(board.rectangles_to_draw(), board.size, cell * 2**board.max_depth, **options)


def square(block, board, side):
    """Return the slices of a picture that hold ``block``."""
    scale = side // board.size
    x, y = block.position
    return (slice(scale * y, scale * (y + block.size)), slice(scale * x, scale * (x + block.size)))


def paint(name, palette="safe"):
    return [*PALETTES[palette][name], 255]


# -- the board -----------------------------------------------------------------------------

@given(boards(max_depth=4, cell=10), st.sampled_from(list(PALETTES)), st.sampled_from([1, 2]))
def test_every_leaf_has_its_colour_and_a_frame(board, palette, scale):
    side = board.size * scale
    image = draw.pixels(board.rectangles_to_draw(), board.size, side, palette)
    assert image.shape == (side, side, 4)
    for leaf in board.leaves():
        part = image[square(leaf, board, side)]
        middle = len(part) // 2
        assert part[middle, middle].tolist() == paint(leaf.colour, palette)
        for edge in (part[0], part[-1], part[:, 0], part[:, -1]):
            assert (edge == paint(FRAME, palette)).all()


@given(boards_and_paths(max_depth=3), st.sampled_from(list(PALETTES)))
def test_a_highlight_is_drawn_over_all_else(board_and_path, palette):
    board, path = board_and_path
    board.update_block_locations((0, 0), 32 * 2**board.max_depth)
    plain = pixels(board, 32, palette=palette)
    block = board.at(path)
    block.highlighted = True
    rectangles = board.rectangles_to_draw()
    assert rectangles[-1][0] == HIGHLIGHT
    marked = pixels(board, 32, palette=palette)
    place = square(block, board, len(marked))
    ring = marked[place][2:-2, 2:-2]
    for edge in (ring[0], ring[-1], ring[:, 0], ring[:, -1]):
        assert (edge == paint(HIGHLIGHT, palette)).all()
    marked[place] = plain[place]
    np.testing.assert_array_equal(marked, plain)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("colour", Colour)
def test_letters_are_ink_inside_large_leaves(palette, colour):
    leaf = Block.from_nested(int(colour), 0, 64)
    plain, lettered = pixels(leaf, 64, palette=palette), pixels(leaf, 64, palette=palette,
                                                               letters=True)
    changed = np.argwhere((plain != lettered).any(axis=-1))
    assert changed.min() > 4
    assert changed.max() < 59
    ink, ground = draw.ink_on(colour, palette), PALETTES[palette][colour]
    inside = lettered[4:-4, 4:-4, :3].reshape(-1, 3).astype(int)
    assert (inside == ink).all(axis=-1).any()
    low, high = np.minimum(ink, ground), np.maximum(ink, ground)
    assert ((low <= inside) & (inside <= high)).all()


# -- the safe palette ----------------------------------------------------------------------

#: Machado, Oliveira and Fernandes 2009, severity 1, for linear red, green, blue.
SIGHT = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                   [0.0193339, 0.1191920, 0.9503041]])


def lab(colour, sight):
    part = np.array(colour) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.asarray(SIGHT[sight]) @ linear, 0, 1)
    x, y, z = TO_XYZ @ seen / (TO_XYZ @ np.ones(3))
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
                  for t in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("pair", list(combinations(Colour, 2)), ids=str)
def test_the_safe_palette_tells_colours_apart(sight, pair):
    one, other = (lab(PALETTES["safe"][colour], sight) for colour in pair)
    assert np.linalg.norm(one - other) >= 30


# -- the tree ------------------------------------------------------------------------------

def boxes(picture):
    """Return the centres of the nodes in the picture of a tree, and their colours."""
    drawn = next(c for c in picture.figure.axes[-1].collections if isinstance(c, PolyCollection))
    centres = [path.vertices[:4].mean(axis=0) for path in drawn.get_paths()]
    return centres, [tuple(colour[:3]) for colour in drawn.get_facecolors()]


@given(boards_and_paths(max_depth=4))
def test_a_tree_is_tidy(board_and_path):
    block = board_and_path[0].at(board_and_path[1])
    nodes = list(block.blocks())
    centres, fills = boxes(draw.tree(block))
    assert len(centres) == len(nodes)
    x = {id(node): centre[0] for node, centre in zip(nodes, centres, strict=True)}
    leaves = list(block.leaves())
    assert [x[id(leaf)] for leaf in leaves] == pytest.approx(range(len(leaves)))
    for node, (_, y), fill in zip(nodes, centres, fills, strict=True):
        assert y == pytest.approx(node.level - block.level)
        if node.children:
            first, last = node.children[0], node.children[-1]
            assert x[id(node)] == pytest.approx((x[id(first)] + x[id(last)]) / 2)
            assert fill == pytest.approx(to_rgb(draw.INK))
        else:
            assert fill == pytest.approx(draw.rgb(node.colour, "safe"))


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_no_attributes_cover_the_number_of_a_child(count):
    ax = draw.tree(middle_divided(), attributes=ATTRIBUTES[:count]).figure.axes[0]
    boxes = {text: text.get_window_extent() for text in ax.texts}
    numbers = [box for text, box in boxes.items() if text.get_text() in ("0", "1", "2", "3")]
    labels = [box for text, box in boxes.items() if text.get_text().startswith("level")]
    assert len(numbers) == 8
    assert len(labels) == 9
    assert not any(number.overlaps(label) for number in numbers for label in labels)


def test_letters_child_numbers_and_attributes_stand_at_the_nodes(reference):
    def texts(**options):
        return [text.get_text() for text in draw.tree(reference, **options).figure.axes[0].texts]

    assert sorted(texts(letters=True)) == sorted("0123" * 2 + "BRRYGRY")
    written = texts(attributes=["level", "colour"])
    for name in ("level 2", "colour green"):
        assert any(name in text for text in written)
    assert sum("level " in text for text in written) == 9


# -- goals, grid and scores ----------------------------------------------------------------

def marked_sides(picture):
    return [c for c in picture.figure.axes[0].collections if isinstance(c, LineCollection)][-1]


@given(boards(max_depth=5), colours)
def test_as_many_sides_are_marked_as_the_perimeter_scores(board, colour):
    score = PerimeterGoal(colour).score(board)
    picture = draw.perimeter(board, colour)
    segments = np.array(marked_sides(picture).get_segments()).reshape(-1, 4)
    assert len(np.unique(segments.round(3), axis=0)) == len(segments) == score
    assert f"Perimeter of {colour.word}: {score}" == picture.figure.axes[0].get_title()
    assert f" {score} " in picture.alt
    numbers = [text.get_text() for text in picture.figure.axes[0].texts]
    assert numbers in ([str(i + 1) for i in range(score)], [])
    assert bool(numbers) == (0 < score <= 32 and board.max_depth <= 4)


@given(boards(max_depth=5), colours)
def test_as_many_cells_are_left_unveiled_as_the_blob_scores(board, colour):
    score = BlobGoal(colour).score(board)
    picture = draw.blob(board, colour)
    axes = picture.figure.axes[0]
    clear = axes.images[0].get_array()[..., 3] == 0
    assert np.count_nonzero(clear) == score
    assert (board.flatten()[clear] == colour).all()
    border = sum(np.count_nonzero(np.diff(np.pad(clear, 1).astype(int), axis=a)) for a in (0, 1))
    assert len(marked_sides(picture).get_segments()) == border
    assert axes.get_title() == f"Largest blob of {colour.word}: {score}"
    assert f" {score} cell" in picture.alt


@given(boards(max_depth=3), st.booleans(), st.booleans())
@settings(max_examples=25)
def test_the_numbers_of_a_grid_are_those_of_the_flattened_board(board, letters, as_array):
    cells = board.flatten()
    axes = draw.grid(cells if as_array else board, letters=letters).figure.axes[0]
    shown, = axes.artists
    assert shown._texts == [[Colour(number).letter if letters else str(number) for number in row]
                            for row in cells.tolist()]
    fills = np.array([PALETTES["safe"][colour] for colour in Colour])[cells]
    np.testing.assert_array_equal(shown._fills, fills)


def test_numbers_that_would_not_be_legible_are_left_out():
    shown, = draw.grid(np.zeros((33, 33), int)).figure.axes[0].artists
    assert not shown._texts


def test_scores_are_a_line_for_each_player_over_the_moves():
    game = finished_game(rules=EXTENDED, randoms=3, smarts=[1], turns=8)
    picture = draw.scores(game)
    lines = picture.figure.axes[0].lines
    history = [game.start_scores, *(turn.scores for turn in game.history)]
    assert [list(line.get_ydata()) for line in lines] == [list(s) for s in zip(*history,
                                                                              strict=True)]
    assert all(list(line.get_xdata()) == list(range(33)) for line in lines)
    assert [line.get_label() for line in lines] == [
        f"{i} {player.name} ({goal.colour.word})"
        for i, (player, goal) in enumerate(zip(game.players, game.goals, strict=True), 1)]
    assert len({line.get_linestyle() for line in lines}) == 4


def test_a_board_and_its_tree_are_marked_at_the_same_block(reference):
    picture = draw.board_and_tree(reference, path=(0, 2))
    marked = [c for c in picture.figure.axes[1].collections if isinstance(c, LineCollection)][-1]
    assert len(marked.get_segments()) == 2
    assert picture.png() != draw.board_and_tree(reference).png()
    assert "9 nodes, 7 of them leaves" in picture.alt


# -- every picture -------------------------------------------------------------------------

class Kind(NamedTuple):
    """A kind of picture: its function, things to draw (smallest first), and its options."""

    draw: Callable[..., Any]
    things: list[Callable[[], Any]]
    options: str = "ax letters palette"
    other_palette: str = "classic"

    def usual(self):
        return self.things[:2][-1]()


def game_with_states(saved):
    """Return a game of Prograsonne with many tiles and ``saved`` saved states, in branches."""
    game = prograsonne.Game(Rules(redraw=True, keep_branches=True), 15, players=["greedy"] * 2)
    for number in range(30):
        game.step()
        if number < saved:
            game.play(Save())
        if number % 9 == 8 and saved:
            game.play(Restore(number - 4))
    return game


def position_of_blue(seats, moves):
    game = blue.Game(["random"] * seats, seed=1)
    while len(game.history) < moves:
        game.step()
    return game.position


def middle_divided():
    """Return a board with a divided child that is nearly straight below its parent."""
    return Block.from_nested([0, [1, 2, 3, 0], 2, 3], 2, 64)


BOARDS = [lambda: Block.from_nested(1, 0, 64), lambda: Block.from_nested(REFERENCE, 2, 64),
          lambda: random_board(3), lambda: full_board(4)]
WALL = blue.Board("rbgwy", ("rb.w.", "..b..", "..r..", ".....", "....."))
LONG_NAME = type("VeryCleverStudentsMinimaxPlayer", (RandomPlayer,), {})
ATTRIBUTES = ["level", "max_depth", "position", "size", "colour", "highlighted"]
TITLES = ["before", "rotated clockwise", "swapped left and right"]
PICTURES = {
    "board": Kind(draw.board, BOARDS),
    "marked board": Kind(lambda b, **o: draw.board(b, path=(), margin=1, **o), BOARDS),
    "boards": Kind(lambda b, **o: draw.boards([b] * 3, TITLES, **o), BOARDS, "letters palette"),
    "tree": Kind(lambda b, **o: draw.tree(b, path=(), **o), BOARDS),
    "tree with an attribute": Kind(
        lambda b, **o: draw.tree(b, attributes=["position"], **o),
        [*BOARDS[:2], lambda: full_board(3)]),
    "tree with attributes": Kind(
        lambda b, **o: draw.tree(b, attributes=ATTRIBUTES, **o), [*BOARDS[:2], middle_divided]),
    "board and tree": Kind(lambda b, **o: draw.board_and_tree(b, path=(), **o), BOARDS,
                           "letters palette"),
    "grid": Kind(draw.grid, BOARDS),
    "perimeter": Kind(lambda b, **o: draw.perimeter(b, 1, **o), BOARDS),
    "blob": Kind(lambda b, **o: draw.blob(b, 1, **o), BOARDS),
    "scores": Kind(draw.scores, [
        lambda: Game(seed=3, max_depth=2), lambda: finished_game(randoms=6, turns=5),
        lambda: finished_game(randoms=4, turns=80, rules=EXTENDED),
        lambda: finished_game(players=[LONG_NAME()] * 4)], "ax palette"),
    "board of Prograsonne": Kind(prograsonne_draw.board, [
        lambda: prograsonne.Game(seed=1).board, lambda: game_with_states(0).board]),
    "board of Prograsonne with its cells": Kind(
        lambda board, **o: prograsonne_draw.board(board, cells=True, **o),
        [lambda: prograsonne.Game(seed=1).board, lambda: game_with_states(0).board]),
    "gains": Kind(lambda board, **o: gains(board, "GGGPPG", 1, cells=True, **o),
                  [lambda: prograsonne.Game(seed=1).board, lambda: game_with_states(0).board]),
    "tile": Kind(prograsonne_draw.tile, [lambda: "GGGGGG", lambda: "CCCRGR"], "ax letters"),
    "saved states": Kind(prograsonne_draw.states, [
        lambda: game_with_states(0).position.history,
        lambda: game_with_states(30).position.history], "ax palette"),
    "table": Kind(blue_draw.table, [
        lambda: blue.plain(position_of_blue(2, 20))["boards"][0], lambda: position_of_blue(2, 0),
        lambda: position_of_blue(4, 30)], other_palette="bright"),
    "runs": Kind(lambda board, **o: blue_draw.runs(board, 1, 3, **o), [lambda: WALL],
                 other_palette="bright"),
    "distributions": Kind(blue_draw.distributions, [
        lambda: blue.simulate(30, ["random", "first", "greedy"], seed=1, progress=False)], ""),
}


RULES = [*BLOCKY_RULES, *PROGRASONNE_RULES, *BLUE_RULES]


def pictures(option=""):
    """Parametrize a test by the kinds of picture that have an option."""
    return pytest.mark.parametrize("kind", [kind for kind in PICTURES.values()
                                            if option in kind.options],
                                   ids=[name for name, kind in PICTURES.items()
                                        if option in kind.options])


@pytest.mark.parametrize(("kind", "make"), [
    pytest.param(kind, make, id=f"{name}-{number}") for name, kind in PICTURES.items()
    for number, make in enumerate(kind.things)])
def test_a_picture_has_words_and_no_text_lies_outside_or_on_another(kind, make):
    picture = kind.draw(make())
    assert len(picture.alt.split()) >= 3
    assert repr(picture) == f"<Picture: {picture.alt}>"
    assert not overlaps(assert_inside(picture, by=0.5))


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.picture],
                         ids=lambda rule: rule.key)
def test_no_text_in_the_picture_of_a_rule_lies_on_another(rule):
    assert not overlaps(drawn_texts(rule.picture()))


@pictures()
def test_a_picture_has_the_same_bytes_each_time_and_changes_nothing(kind):
    thing = kind.usual()
    before = pickle.dumps(thing)
    assert kind.draw(thing).png() == kind.draw(thing).png()
    assert pickle.dumps(thing) == before


@pictures("ax")
def test_a_picture_is_drawn_on_the_axes_given_and_nowhere_else(kind):
    figure = Figure((6, 3))
    left, right = figure.subplots(1, 2)
    picture = kind.draw(kind.usual(), ax=right)
    assert picture.figure is figure
    assert figure.axes == [left, right]
    assert right.has_data() or right.artists
    assert not left.has_data()
    assert not left.artists


@pictures("letters")
def test_letters_are_written_where_they_are_asked_for(kind):
    plain, lettered = (kind.draw(kind.usual(), letters=letters) for letters in (False, True))
    assert plain.png() != lettered.png()
    assert not overlaps(assert_inside(lettered, by=0.5))


@pictures("palette")
def test_a_picture_has_the_colours_of_the_palette_asked_for(kind):
    thing = kind.usual()
    assert kind.draw(thing).png() != kind.draw(thing, palette=kind.other_palette).png()
    told = rf"^'neon' isn't a palette\. The palettes are: safe, {kind.other_palette}\.$"
    with pytest.raises(ValueError, match=told):
        kind.draw(kind.things[0](), palette="neon").png()


def test_a_block_shows_itself_with_its_text(reference, tmp_path):
    assert reference._repr_png_() == draw.board(reference).png()
    assert ('alt="A board of 2 by 2 unit cells in 4 leaves: upper right' in
            reference.at((0,))._repr_html_())
    draw.board(reference).save(tmp_path / "board.png", scale=1)
    assert (tmp_path / "board.png").read_bytes() == reference._repr_png_()


def test_the_text_of_a_picture_is_escaped(reference):
    shown = draw.boards([reference], ['<b> & "quoted"'])._repr_html_()
    assert 'alt="&lt;b&gt; &amp; &quot;quoted&quot;: ' in shown
    assert "<b>" not in shown


# -- values side by side, as checks show them ----------------------------------------------

def tiny():
    """Return a board of Prograsonne with two tiles."""
    board = prograsonne.Board()
    board.place((3, 2), "CCCCCC")
    board.place((4, 2), "CCCCCC", player=1)
    return board


SHOWN = {
    "boards": ("blocky", [random_board(2), random_board(3), "a sentence " * 6]),
    "tables": ("blue", [blue.plain(position_of_blue(2, 20))] * 3),
    "tiles": ("prograsonne", [tiny(), prograsonne.Tile("GCCRPR"), tiny()])}


@pytest.mark.parametrize(("game", "values"), SHOWN.values(), ids=SHOWN)
def test_values_side_by_side_can_be_read_each_under_its_title(game, values):
    titles = ["given", "expected", "got"]
    drawn = assert_inside(beside([*zip(titles, values, strict=True)], game), by=0.5)
    assert not overlaps(drawn)
    assert min(text.size for text in drawn) >= 5
    heads = {text.text: text.box for text in drawn if text.text in titles}
    assert heads["expected"][1] == pytest.approx(heads["got"][1], abs=3)


def test_a_board_among_values_shows_the_part_with_tiles_and_an_empty_one_all():
    def spans(board):
        ax = Figure().add_subplot()
        draw_value(board, ax)
        return ax.get_xlim()[1] - ax.get_xlim()[0]
    assert spans(tiny()) < spans(prograsonne.Board()) / 2


# -- any value -----------------------------------------------------------------------------

@pytest.mark.parametrize(("value", "is_drawn", "text"), [
    (Block.from_nested([0, [1, 1, 3, 1], 2, 3], 2), True,
     "A board of 4 by 4 unit cells in 7 leaves: upper right blue, upper left (red, red, yellow, "
     "red), lower left green, lower right yellow"),
    (Block.from_nested([0, [[[1] * 4] * 4, [[1] * 4] * 4, 3, 1], 2, 3], 4), True,
     "A board of 16 by 16 unit cells in 37 leaves: 64 blue, 48 red, 64 green, 80 yellow"),
    (Block(0, 1, None, [Block(1, 1, 0)] * 3), True,
     "This isn't a valid board.\nThe root of the tree: it has 3 children, not 0 or 4."),
    (np.array([[1, 0], [2, 3]], np.int8), True, "[[1, 0], [2, 3]]"),
    (((1, 0, 3), (2, 3, 0)), True, "[[1, 0, 3], [2, 3, 0]]"),
    ([[1, 2], [3]], False, "Its rows have different lengths:\n[[1, 2], [3]]"),
    ([[1, 2], [3, 4]], False, "This isn't the grid of a board:\n[[1, 2], [3, 4]]"),
    ([], False, "This isn't the grid of a board:\n[]"),
    (None, False, "None"),
    ("RBGY", False, "'RBGY'"),
], ids=str)
def test_a_value_is_drawn_as_its_game_registered_or_written(value, is_drawn, text):
    known = as_known(value, "blocky")
    assert drawable(known) == is_drawn
    ax = Figure().add_subplot()
    assert draw_value(known, ax) == text
    assert is_drawn or [each.get_text() for each in ax.texts] == [text]


@pytest.mark.parametrize(("value", "game"), [
    ([(0, 1), (2, 3)], "blocky"), (np.array([[1, 0], [2, 3]]), "blocky"),
    ([["r", "b"], [".", "w"]], "blue"), ({"wall": [], "lines": []}, "blue"),
], ids=str)
def test_what_plain_data_shows_only_its_game_knows(value, game):
    assert not drawable(value)
    known = {name: drawable(as_known(value, name))
             for name in ("", "blocky", "prograsonne", "blue")}
    assert [name for name in known if known[name]] == [game]
