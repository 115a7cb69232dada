from blocky.blue.data import may_take, take
from tests.answers import Wrong, but, changes


def in_one_line(board, colour, line):
    return line == 0 or (
        len(board["lines"][line - 1]) < line
        and set(board["lines"][line - 1]) <= {colour}
        and colour not in board["wall"][line - 1])


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


in_small_steps = but(take, {
    'pile.replace(colour, "")': '"".join(tile for tile in pile if tile != colour)',
    'board["lines"][line - 1] += colour * fits':
    'for _ in range(fits):\n            board["lines"][line - 1] += colour'})

def with_one_set(state):
    own = state["boards"][state["to_move"] - 1]
    left = set("rbgwy")
    moves = []
    for source, pile in enumerate([state["centre"], *state["factories"]]):
        here = left & set(pile)
        left -= here
        moves += [(source, colour, line) for colour in here for line in range(6)
                  if in_one_line(own, colour, line)]
    return moves


RIGHT = {"may_take": [in_one_line], "legal_moves": [with_loops],
         "take": [in_small_steps]}

ROW = 'board["wall"][line - 1]'

#: The line that remembers whether the token is taken.
TOKEN = {"    board = state": '    token = source == 0 and state["token"]\n    board = state'}

WRONG = {
    "may_take": [*changes(
        in_one_line,
        ("no parentheses", {
            'and set(board["lines"][line - 1]) <= {colour}':
            'and board["lines"][line - 1] == "" or colour in board["lines"][line - 1]'},
         "put parentheses around board['lines'][line - 1] == '' or colour in board")), *changes(
        may_take,
        ("forgets the wall", {f"return colour not in {ROW}": "return True"},
         "should also return False in this case: its row of the wall already contains"),
        ("empty lines only", {"len(tiles) > 0 and tiles[0] != colour": "len(tiles) > 0"},
         "shouldn't return False in this case: the line already has tiles"),
        ("the wall of the floor", {"    if line == 0:\n        return True\n": (
            f"    if colour in {ROW}:\n        return False\n"
            "    if line == 0:\n        return True\n")}, "Lines 3 and 4 shouldn't be there"),
        ("another line has the colour", {f"return colour not in {ROW}": (
            f'return colour not in {ROW} + board["lines"][:line - 1] and not any('
            'colour in tiles for tiles in board["lines"][:line - 1] + board["lines"][line:])')},
         "several lines may have the same colour"),
        ("the column", {ROW: '[row[line - 1] for row in board["wall"]]'},
         "the wall's column with the same number as the line contains the colour"))],
    "legal_moves": [Wrong("colours of other sources", with_one_set,
                          "start with an empty set for each source"), *changes(
        with_loops,
        ("six sources", {"range(len(sources))": "range(min(6, len(sources)))"},
         "more than five factories"),
        ("any colour from any source", {"if colour in sources[source]:": "if colour:"},
         "(0, 'r', 0) shouldn't be in the list. There's no red tile in the centre."),
        ("for each tile", {'"rbgwy"': "sources[source]"}, "set("),
        ("four lines, always the first player", {
            'state["to_move"] - 1': "0", "range(0, 6)": "range(5)"}, "replace 5 with 6"))],
    "take": [*changes(
        take,
        ("the centre is lost", {'["centre"] += pile': '["centre"] = pile'},
         "your function replaces the centre with them"),
        ("counts only in one branch", {
            "    count = pile.count(colour)\n    fits": "    fits",
            '    else:\n        pile': '    else:\n        count = state["factories"][source - 1]'
                                     '.count(colour)\n        pile'},
         "sets it only in some cases | count = pile.count(colour)"),
        ("a floor without an end", {
            'min(7, board["floor"] + count - fits)': 'board["floor"] + count - fits'}, "floor"),
        ("the token is discarded", {
            **TOKEN, "if count > fits": "if count + token > fits",
            "+ count - fits\n    board": "+ count + token - fits\n    board"},
         "also adds the start token to the discards"),
        ("the token comes too late", {
            **TOKEN, '            board["floor"] += 1\n': "",
            "count - fits)": 'count - fits)\n    board["floor"] += token'},
         "Apply the limit after both"),
        ("a copy of the board", {'["to_move"] - 1]': '["to_move"] - 1].copy()'},
         "board becomes a copy"),
        ("works on a copy", {
            "    board = state": "    state = {**state}\n    board = state",
            '["players"] + 1': '["players"] + 1\n    return state'},
         "Change the state itself instead, and return nothing"))],
}
