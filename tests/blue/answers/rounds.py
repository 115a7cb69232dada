from blocky.blue.data import floor_penalty, is_over, play_round, take, tile_all
from tests.answers import Wrong, but, changes

# -- play_round --------------------------------------------------------------------------------


def draft(state, choose):
    while True:
        if state["centre"] == "" and set(state["factories"]) == {""}:
            return
        take(state, *choose(state))


def in_two_functions(state, choose):
    draft(state, choose)
    for board in state["boards"]:
        full = [(tiles[0], len(tiles) - 1) for row, tiles in enumerate(board["lines"])
                if len(tiles) == row + 1]
        score = board["score"] + sum(placed[2] for placed in tile_all(board))
        for colour, number in full:
            state["discards"].setdefault(colour, 0)
            state["discards"][colour] += number
        score -= floor_penalty(board["floor"])
        board.update(score=score if score > 0 else 0, floor=0)
    first = state["next_starter"] or state["starter"]
    state.update(starter=first, to_move=first, next_starter=None, token=True,
                 round=state["round"] + 1)


def by_recursion(state, choose):
    if state["centre"] or any(state["factories"]):
        take(state, *choose(state))
        return by_recursion(state, choose)
    return in_two_functions(state, choose)


def never_takes(state, choose):
    while state["centre"] or any(state["factories"]):
        choose(state)
    in_two_functions(state, choose)


# -- is_over -----------------------------------------------------------------------------------


def with_any(state):
    return not any(state["pool"].values()) or any(
        "." not in row for board in state["boards"] for row in board["wall"])


def by_counting(state):
    rows = 0
    for board in state["boards"]:
        for row in board["wall"]:
            rows += row.count(".") == 0
    return rows > 0 or sum(state["pool"].values()) == 0


def ends_with_a_column(state):
    walls = [board["wall"] for board in state["boards"]]
    return with_any(state) or any("." not in column for wall in walls
                                  for column in zip(*wall, strict=True))


RIGHT = {"play_round": [in_two_functions, but(play_round, {}), by_recursion],
         "is_over": [with_any, but(is_over, {}), by_counting]}

WRONG = {
    "play_round": [*changes(
        play_round,
        ("a score below zero", 'max(0, board["score"] + gains - floor_penalty(board["floor"]))',
         'board["score"] + gains - floor_penalty(board["floor"])',
         "less the penalty, though it is below 0"),
        ("the others of a line are lost",
         'state["discards"][colour] = state["discards"].get(colour, 0) + row', "pass",
         "discards"),
        ("one board", 'for board in state["boards"]', 'for board in state["boards"][:1]',
         "not state['boards'][:1]"),
        ("no board", "in tile_all(board)", "in [][:len(board)]", "for the board of each player"),
        ("all of a line", "get(colour, 0) + row", "get(colour, 0) + row + 1", "row + 1"),
        ("the centre stays", 'state["centre"] or any(', "any(", "state['centre'] or")),
        *changes(play_round, (
            "makes no move", "        take(state, source, colour, line)\n", "",
            "take(state, source, colour, line)", "never_stops"), (
            "tiles after each take", "take(state, source, colour, line)",
            "take(state, source, colour, line); [*map(tile_all, state['boards'])]",
            "Line 5 should not be there")),
        Wrong("never takes", never_takes, "never_stops", "only says which move to make"),
    ],
    "is_over": [*changes(
        is_over,
        ("the first board only", 'in state["boards"]', 'in [state["boards"][0]]',
         "state['boards']"),
        ("returns at the first row", 'if "." not in row:\n                return True',
         'return "." not in row', "ends the loop that begins in line")),
        *changes(with_any, ("and in place of or", " or any", " and any", "or"))],
}
