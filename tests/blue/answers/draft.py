from blocky.blue import Move
from blocky.blue.data import may_take, take
from tests.answers import Wrong, but, changes

# -- may_take ----------------------------------------------------------------------------------


def in_one_line(board, colour, line):
    return line == 0 or (
        len(board["lines"][line - 1]) < line
        and set(board["lines"][line - 1]) <= {colour}
        and colour not in board["wall"][line - 1])


def with_ifs(board, colour, line):
    if line == 0:
        return True
    tiles = board["lines"][line - 1]
    for cell in board["wall"][line - 1]:
        if cell == colour:
            return False
    if len(tiles) == 0:
        return True
    return tiles[0] == colour and len(tiles) < line


def by_counting(board, colour, line):
    if line > 0:
        tiles = board["lines"][line - 1]
        free = line - len(tiles)
        if free == 0 or tiles.count(colour) < len(tiles) or colour in board["wall"][line - 1]:
            return False
    return True


# -- legal_moves -------------------------------------------------------------------------------


def generate_and_test(state):
    board = state["boards"][state["to_move"] - 1]
    return [(source, colour, line)
            for source, tiles in enumerate([state["centre"], *state["factories"]])
            for colour in set(tiles) for line in range(6) if in_one_line(board, colour, line)]


def with_loops(state):
    board = state["boards"][state["to_move"] - 1]
    moves = []
    sources = [state["centre"]] + state["factories"]
    for source in range(len(sources)):
        for colour in "rbgwy":
            if colour in sources[source]:
                for line in range(0, 6):
                    if with_ifs(board, colour, line):
                        moves.append([source, colour, line])
    return moves


def as_moves(state):
    return [Move(*move) for move in reversed(generate_and_test(state))]


# -- take --------------------------------------------------------------------------------------


def with_a_list_of_sources(state, source, colour, line):
    player = state["to_move"]
    board = state["boards"][player - 1]
    sources = [state["centre"], *state["factories"]]
    taken = [tile for tile in sources[source] if tile == colour]
    rest = "".join(tile for tile in sources[source] if tile != colour)
    if source == 0:
        state["centre"] = rest
    else:
        state["factories"][source - 1] = ""
        state["centre"] = state["centre"] + rest
    if source == 0 and state["token"]:
        state.update(token=False, next_starter=player)
        board["floor"] = min(board["floor"] + 1, 7)
    while taken and line and len(board["lines"][line - 1]) < line:
        board["lines"][line - 1] += taken.pop()
    for tile in taken:
        state["discards"][tile] = state["discards"].get(tile, 0) + 1
        if board["floor"] < 7:
            board["floor"] += 1
    state["to_move"] = player + 1 if player < len(state["boards"]) else 1


def with_new_lists(state, source, colour, line):
    number, token = state["to_move"] - 1, source == 0 and state["token"]
    piles = [state["centre"]] + state["factories"]
    count = piles[source].count(colour)
    others = piles[source].replace(colour, "")
    piles[source] = ""
    piles[0] = piles[0] + others
    state["centre"], state["factories"] = piles[0], piles[1:]
    old = state["boards"][number]
    lines, over = list(old["lines"]), count
    if line != 0:
        tiles = lines[line - 1] + colour * count
        lines[line - 1] = tiles[:line]
        over = len(tiles[line:])
    floor = min(7, old["floor"] + over + (1 if token else 0))
    state["boards"][number] = {**old, "lines": lines, "floor": floor}
    if over:
        state["discards"] = {**state["discards"], colour: state["discards"].get(colour, 0) + over}
    if token:
        state["token"], state["next_starter"] = False, number + 1
    state["to_move"] = (number + 1) % len(state["boards"]) + 1


RIGHT = {"may_take": [in_one_line, with_ifs, by_counting],
         "legal_moves": [generate_and_test, with_loops, as_moves],
         "take": [with_a_list_of_sources, with_new_lists, but(take, {})]}

WRONG = {
    "may_take": [*changes(
        may_take,
        ("forgets the wall", 'return colour not in board["wall"][line - 1]', "return True",
         "makes no difference to your function, and must: its row of the wall holds"),
        ("one row below", '["wall"][line - 1]', '["wall"][line]', "line - 1"),
        ("empty lines only", "len(tiles) > 0 and tiles[0] != colour", "len(tiles) > 0",
         "and must not: tiles lie on the line"),
        ("the column", 'board["wall"][line - 1]', '[row[line - 1] for row in board["wall"]]',
         "the column of the wall with the number of the line holds the colour"),
        ("the tiles as a text", "tiles[0] != colour", "tiles != colour", "[0] != colour"))],
    "legal_moves": [*changes(
        with_loops,
        ("any colour from any source", "if colour in sources[source]:", "if colour:",
         "(0, 'r', 0) should not be in the list. There is no red tile in the centre."),
        ("for each tile", '"rbgwy"', "sources[source]",
         "set("),
        ("without the floor", "range(0, 6)", "range(1, 6)", "0"),
        ("always the first player", 'state["to_move"] - 1', "0", "to_move")),
        Wrong("four lines, always the first player", but(with_loops, {
            'state["to_move"] - 1': "0", "range(0, 6)": "range(5)"}), "wrong",
            "it should be 6, not 5")],
    "take": [*changes(
        take,
        ("the centre is lost", '["centre"] += pile', '["centre"] = pile',
         "state['centre'] += pile"),
        ("a floor without an end", 'min(7, board["floor"] + count - fits)',
         'board["floor"] + count - fits', "floor"),
        ("one tile leaves", 'state["centre"] = pile.replace(colour, "")',
         'state["centre"] = pile.replace(colour, "", 1)', "(colour, '', 1)"),
        ("only the ends", '+= pile.replace(colour, "")', "+= pile.strip(colour)",
         "it should be pile.replace(")),
        Wrong("works on a copy", but(take, {
            "    board = state": "    state = {**state}\n    board = state",
            '["players"] + 1': '["players"] + 1\n    return state'}), "wrong",
              "Change the state that is given, and return nothing"),
    ],
}
