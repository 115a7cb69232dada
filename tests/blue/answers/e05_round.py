from blocky.blue.data import floor_penalty, play_round, take, tile_all
from tests.answers import Wrong, changes


def with_bookkeeping_of_its_own(state, choose):
    while not (state["centre"] == "" and set(state["factories"]) == {""}):
        take(state, *choose(state))
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


def with_any(state):
    return not any(state["pool"].values()) or any(
        "." not in row for board in state["boards"] for row in board["wall"])


def with_empty_lines(state, choose):
    while state["centre"] or any(state["factories"]):
        take(state, *choose(state))
    for board in state["boards"]:
        placed = tile_all(board)
        for row, _, points in placed:
            board["score"] += points
            rest = board["lines"][row][1:]
            if rest:
                colour = rest[0]
                state["discards"][colour] = state["discards"].get(colour, 0) + len(rest)
        board["score"] = max(0, board["score"] - floor_penalty(board["floor"]))
        board["floor"] = 0
    first = state["next_starter"] or state["starter"]
    state.update(starter=first, to_move=first, next_starter=None, token=True,
                 round=state["round"] + 1)


def by_columns(state):
    if not any(state["pool"].values()):
        return True
    return any(all(row[i] != "." for row in board["wall"])
               for board in state["boards"] for i in range(5))


def few_tiles_and_one_wall(state):
    first, *_ = state["boards"]
    return sum(state["pool"].values()) < 20 or any("." not in row for row in first["wall"])


RIGHT = {"play_round": [with_bookkeeping_of_its_own], "is_over": [with_any]}

TAKES = "        take(state, source, colour, line)\n"

WRONG = {
    "play_round": [
        *changes(
            play_round,
            ("a score below zero", {
                'max(0, board["score"] + gains - floor_penalty(board["floor"]))':
                'board["score"] + gains - floor_penalty(board["floor"])'},
             "max(0, board['score'] + gains - floor_penalty(board['floor']))"),
            ("no board", {"in tile_all(board)": "in [][:len(board)]"},
             "for the board of each player"),
            ("makes no move", {TAKES: ""}, TAKES.strip(), "never_stops"),
            ("tiles after each take", {
                TAKES: f"{TAKES[:-1]}; [*map(tile_all, state['boards'])]\n"},
             "Line 5 shouldn't be there")),
        Wrong("full lines are read too late", with_empty_lines, "copy the lines before that call"),
        *changes(with_bookkeeping_of_its_own, (
            "never takes", {"take(state, *choose(state))": "choose(state)"},
            "only says which move to make", "never_stops"),
            ("tiles of all lines", {"len(tiles) == row + 1": "tiles"},
             "Discard tiles only from full lines")),
    ],
    "is_over": [
        Wrong("columns", by_columns, "only a complete row ends the game"),
        Wrong("few tiles, and one wall", few_tiles_and_one_wall,
              "only if it has no tiles at all"),
        *changes(with_any, ("and in place of or", {" or any": " and any"}, "or"),
            ("too few tiles to go on", {
                'not any(state["pool"].values())':
                'len(state["factories"]) * 4 > sum(state["pool"].values())'},
             "too few tiles for all factories"))],
}
