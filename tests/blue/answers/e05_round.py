from blocky.blue.data import floor_penalty, is_over, play_round, take, tile_all
from tests.answers import Wrong, changes


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


def never_takes(state, choose):
    while state["centre"] or any(state["factories"]):
        choose(state)
    in_two_functions(state, choose)


def with_any(state):
    return not any(state["pool"].values()) or any(
        "." not in row for board in state["boards"] for row in board["wall"])


RIGHT = {"play_round": [in_two_functions], "is_over": [with_any]}

TAKES = "        take(state, source, colour, line)\n"

WRONG = {
    "play_round": [
        *changes(
            play_round,
            ("a score below zero", {
                'max(0, board["score"] + gains - floor_penalty(board["floor"]))':
                'board["score"] + gains - floor_penalty(board["floor"])'},
             "less the penalty, though it is below 0"),
            ("no board", {"in tile_all(board)": "in [][:len(board)]"},
             "for the board of each player"),
            ("the centre stays", {'state["centre"] or any(': "any("}, "state['centre'] or"),
            ("makes no move", {TAKES: ""}, TAKES.strip(), "never_stops"),
            ("tiles after each take", {
                TAKES: f"{TAKES[:-1]}; [*map(tile_all, state['boards'])]\n"},
             "Line 5 should not be there")),
        Wrong("never takes", never_takes, "only says which move to make", "never_stops"),
    ],
    "is_over": [
        *changes(is_over, ("returns at the first row", {
            'if "." not in row:\n                return True': 'return "." not in row'},
            "ends the loop that begins in line")),
        *changes(with_any, ("and in place of or", {" or any": " and any"}, "or"))],
}
