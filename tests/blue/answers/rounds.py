from blocky.blue.data import floor_penalty, take, tile_all
from tests.answers import Wrong, changes

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


def as_the_task_says(state, choose):
    while state["centre"] or any(state["factories"]):
        source, colour, line = choose(state)
        take(state, source, colour, line)
    for board in state["boards"]:
        gains = 0
        for row, column, points in tile_all(board):
            gains += points
            colour = board["wall"][row][column]
            state["discards"][colour] = state["discards"].get(colour, 0) + row
        board["score"] = max(0, board["score"] + gains - floor_penalty(board["floor"]))
        board["floor"] = 0
    if state["next_starter"] is not None:
        state["starter"] = state["next_starter"]
    state["to_move"] = state["starter"]
    state["next_starter"] = None
    state["token"] = True
    state["round"] += 1


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


def by_loops(state):
    for board in state["boards"]:
        for row in board["wall"]:
            if "." not in row:
                return True
    return sum(state["pool"].values()) == 0


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


RIGHT = {"play_round": [in_two_functions, as_the_task_says, by_recursion],
         "is_over": [with_any, by_loops, by_counting]}

WRONG = {
    "play_round": [*changes(
        as_the_task_says,
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
        *changes(as_the_task_says, (
            "makes no move", "        take(state, source, colour, line)\n", "",
            "take(state, source, colour, line)", "never_stops"), (
            "tiles after each take", "take(state, source, colour, line)",
            "take(state, source, colour, line); [*map(tile_all, state['boards'])]",
            "Line 4 should not be there")),
        Wrong("never takes", never_takes, "never_stops", "only says which move to make"),
    ],
    "is_over": [*changes(
        by_loops,
        ("the first board only", 'in state["boards"]', 'in [state["boards"][0]]',
         "state['boards']"),
        ("returns at the first row", 'if "." not in row:\n                return True',
         'return "." not in row', "ends the loop that begins in line")),
        *changes(with_any, ("and in place of or", " or any", " and any", "or"))],
}
