from tests.answers import changes, solved

WHY_OVER = solved("prograsonne/08_hint").why_over

RIGHT = {"why_over": [WHY_OVER]}

SNITCH = 'if board.snitch is not None:\n        return "snitch"\n'
SUPPLY = 'if hand is None:\n        return "supply"\n'

WRONG = {"why_over": [*changes(
    WHY_OVER,
    ("the supply first", {f"{SNITCH}    {SUPPLY}": f"{SUPPLY}    {SNITCH}"}, "a river has won"),
    ("the snitch of player 1", {"board.snitch is not None": "board.snitch == True"},
     "board.snitch is not None", "returned_none"),
    ("another text", {'return "no place"': 'return "no_place"'}, "is right here"))]}
