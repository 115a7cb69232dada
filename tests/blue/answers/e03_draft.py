from blocky.blue.data import may_take, take
from tests.answers import changes


def in_one_line(board, colour, line):
    return line == 0 or (
        len(board["lines"][line - 1]) < line
        and set(board["lines"][line - 1]) <= {colour}
        and colour not in board["wall"][line - 1])


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
                    if in_one_line(board, colour, line):
                        moves.append([source, colour, line])
    return moves


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


RIGHT = {"may_take": [in_one_line], "legal_moves": [generate_and_test, with_loops],
         "take": [with_a_list_of_sources]}

ROW = 'board["wall"][line - 1]'

WRONG = {
    "may_take": [*changes(
        may_take,
        ("forgets the wall", {f"return colour not in {ROW}": "return True"},
         "makes no difference to your function, and must: its row of the wall holds"),
        ("empty lines only", {"len(tiles) > 0 and tiles[0] != colour": "len(tiles) > 0"},
         "and must not: tiles lie on the line"),
        ("the column", {ROW: '[row[line - 1] for row in board["wall"]]'},
         "the column of the wall with the number of the line holds the colour"),
        ("the tiles as a text", {"tiles[0] != colour": "tiles != colour"}, "[0] != colour"))],
    "legal_moves": [*changes(
        with_loops,
        ("any colour from any source", {"if colour in sources[source]:": "if colour:"},
         "(0, 'r', 0) should not be in the list. There is no red tile in the centre."),
        ("for each tile", {'"rbgwy"': "sources[source]"}, "set("),
        ("four lines, always the first player", {
            'state["to_move"] - 1': "0", "range(0, 6)": "range(5)"}, "it should be 6, not 5"))],
    "take": [*changes(
        take,
        ("the centre is lost", {'["centre"] += pile': '["centre"] = pile'},
         "state['centre'] += pile"),
        ("a floor without an end", {
            'min(7, board["floor"] + count - fits)': 'board["floor"] + count - fits'}, "floor"),
        ("works on a copy", {
            "    board = state": "    state = {**state}\n    board = state",
            '["players"] + 1': '["players"] + 1\n    return state'},
         "Change the state that is given, and return nothing"))],
}
