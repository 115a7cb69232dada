from blocky.blue.data import floor_penalty, play_round, take, tile_all
from tests.answers import changes


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
        *changes(with_bookkeeping_of_its_own, (
            "never takes", {"take(state, *choose(state))": "choose(state)"},
            "only says which move to make", "never_stops"),
            ("tiles of all lines", {"len(tiles) == row + 1": "tiles"},
             "Discard tiles only of full lines")),
    ],
    "is_over": [
        *changes(with_any, ("and in place of or", {" or any": " and any"}, "or"),
            ("too few tiles to go on", {
                'not any(state["pool"].values())':
                'len(state["factories"]) * 4 > sum(state["pool"].values())'},
             "too few tiles for all factories"))],
}
