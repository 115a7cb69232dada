"""Pictures show what is there: colours, trees, grids, scores, and nothing outside the figure."""

import html
import io
import subprocess
import sys
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.image import imread

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    Move,
    PerimeterGoal,
    RandomPlayer,
    draw,
    random_init,
)
from blocky.colour import FRAME, HIGHLIGHT, PALETTES
from blocky.kit.draw.picture import Column
from blocky.kit.draw.values import draw_value, drawable, register_rows
from tests.pictures import assert_inside
from tests.strategies import REFERENCE, boards, boards_and_paths, colours

palettes = pytest.mark.parametrize("palette", PALETTES)


def random_board(depth, seed=1):
    board = random_init(0, depth, Random(seed))
    board.update_block_locations((0, 0), 1024)
    return board


def full_board(depth):
    """Return a board that is divided everywhere."""
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


def test_cells_that_are_too_small_have_no_frame():
    board = full_board(3)
    assert (pixels(board, 4) != paint(FRAME)).any(axis=-1).all()


@palettes
@given(boards_and_paths(max_depth=4))
@settings(max_examples=30)
def test_a_highlight_is_drawn_over_all_else(palette, board_and_path):
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


@palettes
@pytest.mark.parametrize("colour", Colour)
def test_letters_are_ink_inside_large_leaves(palette, colour):
    leaf = Block.from_nested(int(colour), 0, 64)
    plain, lettered = pixels(leaf, 64, palette=palette), pixels(leaf, 64, palette=palette,
                                                               letters=True)
    changed = np.argwhere((plain != lettered).any(axis=-1))
    assert len(changed) > 20
    assert changed.min() > 4
    assert changed.max() < 59
    ink, ground = draw.ink_on(colour, palette), PALETTES[palette][colour]
    assert ink in ((0, 0, 0), (255, 255, 255))
    inside = lettered[4:-4, 4:-4, :3].reshape(-1, 3).astype(int)
    assert (inside == ink).all(axis=-1).any()
    low, high = np.minimum(ink, ground), np.maximum(ink, ground)
    assert ((low <= inside) & (inside <= high)).all()


def test_letters_are_left_out_of_small_cells_only():
    board = Block.from_nested([full_board(2).to_nested(), 1, 2, 3], 3, 1024)
    plain, lettered = pixels(board, 8), pixels(board, 8, letters=True)
    changed = (plain != lettered).any(axis=-1)
    for leaf in board.leaves():
        scaled = leaf.copy()
        scaled.update_block_locations(tuple(p // 16 for p in leaf.position), leaf.size // 16)
        part = changed[square(scaled, Block(size=64), 64)]
        assert part.any() == (len(part) > 8)


@pytest.mark.parametrize("picture", [
    lambda board, **o: draw.pixels(board.rectangles_to_draw(), board.size, 8, **o), draw.board,
    draw.tree, draw.board_and_tree, draw.grid, lambda board, **o: draw.perimeter(board, 1, **o),
    lambda board, **o: draw.blob(board, 1, **o), lambda _, **o: draw.scores(finished_game(), **o),
])
def test_an_unknown_palette_is_refused_with_a_sentence(reference, picture):
    with pytest.raises(ValueError, match=r"^'neon' is not a palette. There are: safe, classic\.$"):
        picture(reference, palette="neon").png()


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


def test_the_measure_of_colours_is_right():
    np.testing.assert_allclose(lab((255, 255, 255), "normal"), [100, 0, 0], atol=0.01)
    np.testing.assert_allclose(lab((255, 0, 0), "normal"), [53.24, 80.09, 67.20], atol=0.02)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("pair", list(combinations(Colour, 2)), ids=str)
def test_the_safe_palette_tells_colours_apart(sight, pair):
    one, other = (lab(PALETTES["safe"][colour], sight) for colour in pair)
    assert np.linalg.norm(one - other) >= 30


# -- the tree ------------------------------------------------------------------------------

def boxes(picture):
    """Return the centre of each node of the picture of a tree, and the colours that fill them."""
    drawn = next(c for c in picture.figure.axes[-1].collections if isinstance(c, PolyCollection))
    centres = [path.vertices[:4].mean(axis=0) for path in drawn.get_paths()]
    return centres, [tuple(colour[:3]) for colour in drawn.get_facecolors()]


@given(boards_and_paths(max_depth=5))
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


@pytest.mark.parametrize("options", [
    {}, {"palette": "classic", "path": ()}, {"letters": True, "path": "deepest"},
    {"attributes": ["level", "colour"]},
], ids=str)
@pytest.mark.parametrize("board", [
    Block.from_nested(2, 0, 64), Block.from_nested(REFERENCE, 2, 64), full_board(4),
], ids=repr)
def test_a_tree_of_any_size_is_drawn_with_every_option(board, options):
    deepest = max(board.blocks(), key=lambda block: block.level)
    if options.get("path") == "deepest":
        options = {**options, "path": deepest.path}
    picture = draw.tree(board, **options)
    axes = picture.figure.axes[0]
    marked = [c for c in axes.collections if isinstance(c, LineCollection)][-1]
    assert len(marked.get_segments()) == len(options.get("path", ()))
    centres, _ = boxes(picture)
    assert len(centres) == sum(1 for _ in board.blocks())
    texts = [text.get_text() for text in axes.texts]
    for name in options.get("attributes", ()):
        assert sum(f"{name} " in text for text in texts) == len(centres)
        assert any(f"colour {deepest.colour.word}" in text for text in texts)


def test_letters_and_child_numbers_stand_at_the_nodes(reference):
    texts = [text.get_text() for text in draw.tree(reference, letters=True).figure.axes[0].texts]
    assert sorted(texts) == sorted("0123" * 2 + "BRRYGRY")


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


def test_sides_are_numbered_clockwise_from_the_upper_left_corner():
    segments = marked_sides(draw.perimeter(Block.from_nested(1, 1, 8), 1)).get_segments()
    middles = [tuple(np.clip(segment.mean(axis=0), 0, 2)) for segment in segments]
    np.testing.assert_allclose(middles, [(0.5, 0), (1.5, 0), (2, 0.5), (2, 1.5),
                                         (1.5, 2), (0.5, 2), (0, 1.5), (0, 0.5)], atol=1e-9)


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
    shown = {text.get_position(): text.get_text() for text in axes.texts}
    assert shown == {
        (column + 0.5, row + 0.5): Colour(number).letter if letters else str(number)
        for (row, column), number in np.ndenumerate(cells)}
    fills = np.array([draw.rgb(colour, "safe") for colour in Colour])[cells]
    np.testing.assert_allclose(axes.images[0].get_array(), fills)
    assert not draw.grid(np.zeros((33, 33), int)).figure.axes[0].texts  # so many are not legible


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
    low, high = picture.figure.axes[0].get_ylim()
    assert low <= min(map(min, history))
    assert max(map(max, history)) <= high


def test_boards_stand_side_by_side_under_their_titles(reference):
    titles = ["before", "after"]
    turned = reference.copy()
    turned.rotate(1)
    picture = draw.boards([reference, turned], titles, letters=True)
    assert [axes.get_title() for axes in picture.figure.axes] == titles
    assert all(title in picture.alt for title in titles)
    with pytest.raises(ValueError, match="zip"):
        draw.boards([reference], titles)


def test_a_board_and_its_tree_are_marked_at_the_same_block(reference):
    picture = draw.board_and_tree(reference, path=(0, 2))
    assert len(picture.figure.axes) == 2
    marked = [c for c in picture.figure.axes[1].collections if isinstance(c, LineCollection)][-1]
    assert len(marked.get_segments()) == 2
    assert picture.png() != draw.board_and_tree(reference).png()
    assert "16" not in picture.alt
    assert "7 leaves" in picture.alt
    assert "9 nodes" in picture.alt


@pytest.mark.parametrize("picture", [draw.board, draw.board_and_tree, draw.tree])
def test_a_path_that_leads_nowhere_is_refused(reference, picture):
    with pytest.raises(ValueError, match="There is no block at path"):
        picture(reference, path=(1, 1))


# -- every picture -------------------------------------------------------------------------

class VeryCleverStudentsMinimaxPlayer(RandomPlayer):
    pass


def long_game():
    """Return a game of four with scores below 0 and 400 moves."""
    game = Game(humans=4, smarts=[], turns=100, rules=EXTENDED, seed=1,
                board=Block.from_nested([0] * 4, 2))
    while not game.over:
        path = (len(game.history) // 4 % 4,)
        smashes = len(game.history) % 2 == 0 and not game.board.at(path).children
        game.play(Move(Action.SMASH, path) if smashes else Move(Action.PASS))
    assert min(min(turn.scores) for turn in game.history) < 0
    return game


ATTRIBUTES = ["level", "max_depth", "position", "size", "colour", "highlighted"]
TITLES = ["before", "rotated clockwise", "swapped left and right"]
PICTURES = {
    "board": draw.board,
    "marked board": lambda b: draw.board(b, path=(), letters=True, palette="classic", margin=1),
    "boards": lambda b: draw.boards([b] * 3, TITLES, letters=True),
    "tree": draw.tree,
    "tree with letters": lambda b: draw.tree(b, letters=True, path=()),
    "tree with an attribute": lambda b: draw.tree(b, attributes=["position"]),
    "tree with attributes": lambda b: draw.tree(b, attributes=ATTRIBUTES),
    "board and tree": lambda b: draw.board_and_tree(b, letters=True, path=()),
    "grid": draw.grid,
    "grid with letters": lambda b: draw.grid(b, letters=True),
    "perimeter": lambda b: draw.perimeter(b, 1),
    "blob": lambda b: draw.blob(b, 1),
}
BOARDS = {
    "one red cell": Block.from_nested(1, 0, 64),
    "reference": Block.from_nested(REFERENCE, 2, 64),
    "random 3": random_board(3),
}
LARGE = {"32 red sides": Block.from_nested([1] * 4, 3, 64), "random 5": random_board(5, 0),
         "full 4": full_board(4)}
SCORES = {
    "new": lambda: Game(seed=3, max_depth=2),
    "four": lambda: Game(seed=3, max_depth=2, randoms=2, rules=EXTENDED),
    "long": long_game,
    "six": lambda: finished_game(randoms=6, turns=5),
    "long names": lambda: finished_game(players=[VeryCleverStudentsMinimaxPlayer()] * 4),
}
every_picture = pytest.mark.parametrize(
    "make", [pytest.param(lambda f=f, b=b: f(b), id=f"{name}-{which}")
             for name, f in PICTURES.items() for which, b in BOARDS.items()]
    + [pytest.param(lambda game=game: draw.scores(game()), id=f"scores-{name}")
       for name, game in SCORES.items()])


@every_picture
def test_a_picture_has_words_and_the_same_bytes_each_time_and_no_text_outside(make):
    picture = make()
    assert picture.alt[0].isupper() or picture.alt.startswith("before: ")
    assert len(picture.alt.split()) >= 3
    assert html.escape(picture.alt) in picture._repr_html_()
    assert repr(picture) == f"<Picture: {picture.alt}>"
    assert picture.png() == make().png()
    assert_inside(picture, by=0.5)


def test_the_text_of_a_picture_is_escaped(reference):
    shown = draw.boards([reference], ['<b> & "quoted"'])._repr_html_()
    assert 'alt="&lt;b&gt; &amp; &quot;quoted&quot;: ' in shown
    assert "<b>" not in shown


@pytest.mark.slow
@pytest.mark.parametrize("board", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize("name", ["perimeter", "grid", "board and tree", "tree with an attribute"])
def test_no_text_lies_outside_the_picture_of_a_large_board(board, name):
    assert_inside(PICTURES[name](board), by=0.5)


@pytest.mark.parametrize("make", PICTURES.values(), ids=PICTURES)
def test_drawing_changes_nothing_in_the_board(make):
    board = random_board(3)
    board.children[1].highlighted = True
    before = board.copy()
    make(board).png()
    assert board == before
    for block, twin in zip(board.blocks(), before.blocks(), strict=True):
        assert (block.position, block.size, block.highlighted) == (
            twin.position, twin.size, twin.highlighted)
    board.check_invariants()


def test_a_block_without_a_place_is_drawn_too(reference):
    unplaced = Block.from_nested(REFERENCE, 2)
    assert draw.board(unplaced).png() == draw.board(reference).png()
    assert unplaced.size == 0


def test_a_highlighted_block_is_marked(reference):
    plain = draw.board(reference).png()
    reference.at((0, 2)).highlighted = True
    marked = draw.board(reference).png()
    reference.at((0, 2)).highlighted = False
    assert marked != plain
    assert marked == draw.board(reference, path=(0, 2)).png()


def test_a_block_shows_itself(reference):
    assert reference._repr_png_() == draw.board(reference).png()
    assert reference._repr_html_() == draw.board(reference)._repr_html_()
    assert 'alt="A board of 2 by 2 unit cells in 4 leaves"' in reference.at((0,))._repr_html_()
    assert 'alt="A green block"' in reference.at((1,))._repr_html_()


@pytest.mark.parametrize("make", [
    draw.board, draw.tree, draw.grid, lambda b, ax: draw.perimeter(b, 1, ax),
    lambda b, ax: draw.blob(b, 1, ax), lambda b, ax: draw.scores(finished_game(), ax),
])
def test_a_picture_is_drawn_on_the_axes_given(reference, make):
    figure = Figure((6, 3))
    left, right = figure.subplots(1, 2)
    picture = make(reference, ax=right)
    assert picture.figure is figure
    assert figure.axes == [left, right]
    assert right.has_data() or right.artists
    assert not left.has_data()
    assert not left.artists


def test_a_picture_is_saved_to_a_file(tmp_path, reference):
    picture = draw.board(reference)
    picture.save(tmp_path / "board.png", scale=1)
    assert (tmp_path / "board.png").read_bytes() == picture.png()


def test_pictures_stand_one_below_the_other(reference):
    parts = [draw.board(reference), draw.tree(reference)]
    column, *images = (imread(io.BytesIO(picture.png())) for picture in (Column(*parts), *parts))
    (high, wide, _), (low, narrow, _) = (image.shape for image in images)
    assert column.shape == (high + low, wide, 4)
    np.testing.assert_array_equal(column[:high], images[0])
    np.testing.assert_array_equal(column[high:, :narrow], images[1])
    assert (column[high:, narrow:] == 1).all()
    assert Column(*parts).alt == f"{parts[0].alt} {parts[1].alt}"


# -- any value -----------------------------------------------------------------------------

@pytest.mark.parametrize(("value", "is_drawn", "text"), [
    (Block.from_nested([0, 1, 2, 3], 1), True, "A board of 2 by 2 unit cells in 4 leaves"),
    (np.array([[1, 0], [2, 3]], np.int8), True, "[[1, 0], [2, 3]]"),
    (((1, 0), (2, 3)), True, "[[1, 0], [2, 3]]"),
    ([[1, 2], [3]], False, "Its rows are not of the same length:\n[[1, 2], [3]]"),
    ([[1, 2], [3, 4]], False, "This is no grid of a board:\n[[1, 2], [3, 4]]"),
    ([], False, "This is no grid of a board:\n[]"),
    (None, False, "None"),
    ("RBGY", False, "'RBGY'"),
], ids=str)
def test_a_value_is_drawn_as_its_game_registered_or_written(value, is_drawn, text):
    assert drawable(value) == is_drawn
    ax = Figure().add_subplot()
    assert draw_value(value, ax) == text
    assert is_drawn or [each.get_text() for each in ax.texts] == [text]


def test_a_tree_that_is_no_board_is_told():
    board = Block.from_nested([0, 1, 2, 3], 1)
    board.children.pop()
    assert draw_value(board, Figure().add_subplot()) == (
        "This is no board.\nThe block at path (): it has 3 children, not 0 or 4.")


class Card:
    """A value of another game."""


def test_another_game_registers_its_values():
    def draw_marks(cells, ax, **looks):
        ax.text(0, 0, looks.get("letters", ""))
        return "a board of noughts and crosses"

    @draw_value.register
    def _(card: Card, ax, **looks):
        return "a card"

    register_rows(lambda cells: cells.size and set(cells.ravel()) <= set("xo."), draw_marks)
    ax = Figure().add_subplot()
    assert draw_value(["x.o", "..."], ax) == "This is no grid of a board:\n['x.o', '...']"
    assert draw_value([["x", "."], [".", "o"]], ax, letters="x") == "a board of noughts and crosses"
    assert draw_value(Card(), ax) == "a card"
    assert drawable(Card())


def test_pictures_do_without_pyplot():
    code = ("import sys; from blocky import Block, draw; "
            "b = Block.from_nested([0, 1, 2, 3], 1); "
            "draw.board_and_tree(b).png(); draw.blob(b, 1).png(); draw.grid(b).png(); "
            "print('matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
