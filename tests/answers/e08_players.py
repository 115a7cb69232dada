from blocky import Action, Move, Player
from tests.answers import Wrong, but, changes, solved

PLAYERS = solved("blocky/08_players")


class UntilItIsLegal(Player):
    def make_move(self, game, rng):
        while True:
            block = game.board
            for _ in range(rng.randint(0, game.board.max_depth)):
                if block.children:
                    block = block.children[rng.randrange(4)]
            action = rng.choice(list(game.rules.actions))
            colour = rng.randrange(4) if action == Action.PAINT else None
            move = Move(action, block.path, colour)
            if game.why_not(move) is None or game.rules.forfeits:
                return move


class Simple(Player):
    """Chooses only among the moves that all rules have in common, to be changed."""

    def make_move(self, game, rng):
        block = rng.choice(list(game.board.blocks()))
        action = rng.choice(game.legal_actions(block.path)[:4])
        return Move(action, block.path)


SCORE = "score = game.score_after(move)"

plays_and_undoes = but(PLAYERS.SmartPlayer, {SCORE: """me = game.turn
            game.play(move)
            score = game.scores[me]
            game.undo()"""})
#: What was there is put back, whatever the move was.
with_the_children_kept = but(PLAYERS.score_if, {
    "    if move.action": "    before = block.copy()\n    if move.action",
    "    method, direction = undo\n    method(direction)\n": "    block.exchange(before)\n"})


def rotates_once_more(game, move):
    score = None
    block = game.board.at(move.path)
    steps = {Action.ROTATE_CLOCKWISE: 1, Action.ROTATE_COUNTER_CLOCKWISE: 3}.get(move.action)
    direction = 0 if move.action == Action.SWAP_HORIZONTALLY else 1
    for undo in (False, True):
        if steps is None:
            block.swap(direction)
        elif undo and steps == 3:
            block.rotate(3)
        else:
            block.rotate(4 - steps if undo else steps)
        if not undo:
            score = game.goals[game.turn].score(game.board)
    return score


def scored_too_late(game, move):
    PLAYERS.score_if(game, move)
    return game.goals[game.turn].score(game.board)


RIGHT = {
    "score_if": [with_the_children_kept],
    "RandomPlayer": [UntilItIsLegal],
    "SmartPlayer": [plays_and_undoes],
}

LEGAL = "game.legal_actions(block.path)[:4]"
BLOCKS = "list(game.board.blocks())"
BEST = "best_score, best_move = None, None"
PASSES = "if Action.PASS in game.rules.actions and best_score <= game.scores[game.turn]:"

WRONG = {
    "score_if": [
        *changes(
            PLAYERS.score_if,
            ("isn't undone", {"    method, direction = undo\n    method(direction)\n": ""},
             "Undo the move on the same block before you return")),
        Wrong("three steps undone by three", rotates_once_more,
              "Undo rotate(3) with one rotate(1) | replace the condition steps == 3"),
        Wrong("scored when it is taken back", scored_too_late,
              "which is the score before the move"),
    ],
    "RandomPlayer": [
        *changes(
            Simple,
            ("the blocks of the first game", {
                "block = rng.choice(list(game.board.blocks()))": """if not hasattr(self, "blocks"):
            self.blocks = list(game.board.blocks())
        block = rng.choice(self.blocks)"""}, "keeps something between calls"),
            ("the global random numbers", {"rng.choice": "random.choice"}, "rng.choice"),
            ("the top-level block only", {f"rng.choice({BLOCKS})": "game.board"},
             "chooses only the top-level block"),
            ("one action only", {f"rng.choice({LEGAL})": "game.legal_actions(block.path)[0]"},
             "never chose these actions"),
            ("the last one never", {BLOCKS: f"{BLOCKS}[:-1] or [game.board]"},
             "never chose the block at path (3,)"),
            ("the top-level block never", {BLOCKS: f"{BLOCKS}[1:] or [game.board]"},
             "never chose the block at path ()"),
            ("actions that are not legal", {
                LEGAL: "[each for each in Action if each is not Action.PAINT]"},
             "The game refuses one of your moves")),
        *changes(PLAYERS.RandomPlayer, ("always the same colour", {
            "rng.choice(others)": "others[0]"}, "never paints with one of the colours")),
    ],
    "SmartPlayer": [*changes(
        PLAYERS.SmartPlayer,
        ("moves not undone", {SCORE: "score = game.play(move).scores[0]"}, "Undo each move"),
        ("the worst move", {"score > best_score": "score < best_score"},
         "Return the move with the highest score"),
        ("the score of player 0", {SCORE: "score = game.score_after(move, 0)"},
         "the current player's scores"),
        ("never passes", {PASSES: "if False:"}, "Otherwise, pass"),
        ("must be ahead of all", {"best_score <= game.scores[game.turn]":
                                  "best_score <= max(game.scores)"},
         "passes, but the best move gives"),
        ("always passes", {PASSES: "if Action.PASS in game.rules.actions:"},
         "the best move gives"),
        ("smashes", {"self.random_move(game, rng)": "Move(rng.choice(game.legal_actions("
         "path := rng.choice(list(game.board.blocks())).path)[:5]), path)"}, "never smashes"),
        ("nothing if nothing is better", {
            BEST: "best_score, best_move = game.scores[game.turn], None",
            "best_score is None or ": ""}, "even if it doesn't beat the current score",
                                           "returned_none"),
        ("the cost is forgotten", {
            SCORE: """twin = game.copy()
            twin.play(move)
            score = twin.goals[game.turn].score(twin.board)"""},
         "After its cost is subtracted"),
        ("one difficulty lower", {"self.TRIES[min(self.difficulty, 5)]":
                                  "self.TRIES[max(min(self.difficulty, 5) - 1, 0)]"},
         "tries 100 moves, which is TRIES[4]"),
        ("5 tries", {"self.TRIES[min(self.difficulty, "
                     "5)]": "5"}, "Your player computes 5 scores"))],
}
