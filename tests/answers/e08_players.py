from blocky import Action, Move, Player
from tests.answers import Wrong, changes, solved

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


class PlayAndUndo(PLAYERS.SmartPlayer):
    def make_move(self, game, rng):
        me, now = game.turn, game.scores[game.turn]
        found = []
        for _ in range(self.TRIES[self.difficulty] if self.difficulty < 5 else 150):
            move = self.random_move(game, rng)
            game.play(move)
            found.append((game.scores[me], move))
            game.undo()
        found.sort(key=lambda pair: pair[0], reverse=True)
        score, move = found[0]
        if game.rules.name == "extended" and score <= now:
            return Move(Action.PASS)
        return move


def turn(block, action):
    if action is Action.ROTATE_CLOCKWISE:
        block.rotate(1)
    elif action is Action.ROTATE_COUNTER_CLOCKWISE:
        block.rotate(3)
    else:
        block.swap(int(action is Action.SWAP_VERTICALLY))


def with_the_children_kept(game, move):
    """What was there is put back, whatever the move was."""
    block = game.board.at(move.path)
    before = block.copy()
    turn(block, move.action)
    score = game.goals[game.turn].score(game.board)
    block.exchange(before)
    return score


def scored_too_late(game, move):
    PLAYERS.score_if(game, move)
    return game.goals[game.turn].score(game.board)


RIGHT = {
    "score_if": [with_the_children_kept],
    "RandomPlayer": [UntilItIsLegal],
    "SmartPlayer": [PlayAndUndo],
}

LEGAL = "game.legal_actions(block.path)[:4]"
BLOCKS = "list(game.board.blocks())"
SCORE = "score = game.score_after(move)"
BEST = "best_score, best_move = None, None"
PASSES = "if Action.PASS in game.rules.actions and best_score <= game.scores[game.turn]:"

WRONG = {
    "score_if": [
        *changes(
            PLAYERS.score_if,
            ("not taken back", {"    method, direction = undo\n    method(direction)\n": ""},
             "The move is not taken back. Undo it")),
        Wrong("scored when it is taken back", scored_too_late, "before the move and"),
    ],
    "RandomPlayer": [
        *changes(
            Simple,
            ("the blocks of the first game", {
                "block = rng.choice(list(game.board.blocks()))": """if not hasattr(self, "blocks"):
            self.blocks = list(game.board.blocks())
        block = rng.choice(self.blocks)"""}, "Something is kept"),
            ("the global random numbers", {"rng.choice": "random.choice"}, "rng.choice"),
            ("random numbers of its own", {
                "    def make": "    rng = random.Random(3)\n\n    def make",
                "rng.choice": "self.rng.choice"}, "a Random() of your own"),
            ("the top-level block only", {f"rng.choice({BLOCKS})": "game.board"},
             "Only the top-level block"),
            ("one action only", {f"rng.choice({LEGAL})": "game.legal_actions(block.path)[0]"},
             "Never chosen in"),
            ("one child never", {
                BLOCKS: "[each for each in game.board.blocks() if each.path != (3,)]"},
             "the block (3,)"),
            ("the last one never", {BLOCKS: f"{BLOCKS}[:-1] or [game.board]"}, "rng.randrange"),
            ("the top-level block never", {BLOCKS: f"{BLOCKS}[1:] or [game.board]"},
             "has the index 0"),
            ("actions that are not legal", {
                LEGAL: "[each for each in Action if each is not Action.PAINT]"}, "is refused"),
            ("a block and an action", {"Move(action, block.path)": "(block, action)"},
             "such as Move(action, path)"),
            ("no subclass of Player", {"(Player)": ""}, "class Simple(Player)")),
        *changes(PLAYERS.RandomPlayer, ("always the same colour", {
            "rng.choice(others)": "others[0]"}, "Some colour")),
    ],
    "SmartPlayer": [*changes(
        PLAYERS.SmartPlayer,
        ("moves not undone", {SCORE: "score = game.play(move).scores[0]"}, "take it"),
        ("the worst move", {"score > best_score": "score < best_score"}, "not take the best"),
        ("the score of player 0", {SCORE: "score = game.score_after(move, 0)"},
         "whose turn it is"),
        ("returns the score", {"return best_move": "return best_score"}, "Return one Move"),
        ("never passes", {PASSES: "if False:"}, "return Move(Action.PASS) unless"),
        ("must be ahead of all", {"best_score <= game.scores[game.turn]":
                                  "best_score <= max(game.scores)"}, "and passes, where"),
        ("always passes", {PASSES: "if Action.PASS in game.rules.actions:"},
         "the best move gives"),
        ("smashes", {"self.random_move(game, rng)": "Move(rng.choice(game.legal_actions("
         "path := rng.choice(list(game.board.blocks())).path)[:5]), path)"}, "never smashes"),
        ("nothing if nothing is better", {
            BEST: "best_score, best_move = game.scores[game.turn], None",
            "best_score is None or ": ""}, "no pass", "returned_none"),
        ("the cost is forgotten", {
            SCORE: """twin = game.copy()
            twin.play(move)
            score = twin.goals[game.turn].score(twin.board)"""},
         "The cost"),
        ("5 tries", {"self.TRIES[min(self.difficulty, 5)]": "5"}, "asks for 5 scores"))],
}
