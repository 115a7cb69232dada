from tests.answers import Wrong, changes


def from_the_snitch_on(board, hand):
    if board.snitch is not None:
        return "snitch"
    if hand is None:
        return "supply"
    if not board.legal_placements(hand):
        return "no place"
    return None


def still_going_first(board, hand):
    if hand and not board.snitch and board.fits(hand):
        return None
    if board.snitch:
        return "snitch"
    return "no place" if hand else "supply"


def with_a_name(board, hand):
    reason = None
    if hand is not None and len(board.legal_placements(hand)) == 0:
        reason = "no place"
    if hand is None:
        reason = "supply"
    if board.snitch in (1, 2):
        reason = "snitch"
    return reason


def only_whether(board, hand):
    return board.snitch is not None or hand is None or not board.legal_placements(hand)


RIGHT = {"why_over": [from_the_snitch_on, still_going_first, with_a_name]}

WRONG = {
    "why_over": [
        Wrong("only whether", only_whether, "wrong", ""),
        *changes(
            from_the_snitch_on,
            ("the supply first", 'if board.snitch is not None:\n        return "snitch"\n'
             '    if hand is None:\n        return "supply"', 'if hand is None:\n        '
             'return "supply"\n    if board.snitch is not None:\n        return "snitch"',
             "a river has won"),
            ("the snitch of player 1", "board.snitch is not None", "board.snitch == True",
             "board.snitch is not None", "returned_none"),
            ("another text", '"no place"', '"no_place"', "is right here"),
            ("without the snitch", "board.snitch is not None", "False", "a river has won",
             "returned_none"),
            ("the wrong way round", "if not board.legal", "if board.legal", "can be placed"))],
}
