from blocky import EXTENDED, Action, Colour, Move, Player
from tests.answers import Wrong, but

# -- a random player ---------------------------------------------------------------------------


class AnyBlock(Player):
    def make_move(self, game, rng):
        block = rng.choice(list(game.board.blocks()))
        if game.rules == EXTENDED:
            action = rng.choice(game.legal_actions(block.path))
        else:
            action = rng.choice(game.rules.actions)
        if action is Action.PAINT:
            colours = [colour for colour in Colour if colour != block.colour]
            return Move(action, block.path, rng.choice(colours))
        return Move(action, block.path)


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


class PointsSomewhere(Player):
    def make_move(self, game, rng):
        place = (rng.random() * game.board.size, rng.random() * game.board.size)
        level = int(rng.random() * (game.board.max_depth + 1))
        path = game.board.get_selected_block(place, level).path
        moves = []
        for action in game.rules.actions if game.rules.forfeits else game.legal_actions(path):
            moves += ([Move(action, path)] if action is not Action.PAINT else
                      [Move(action, path, colour) for colour in range(4)
                       if colour != game.board.at(path).colour][rng.randrange(3):][:1])
        rng.shuffle(moves)
        return moves.pop()


class Simple(Player):
    """Chooses only among the moves that all rules have in common, to be changed."""

    def make_move(self, game, rng):
        block = rng.choice(list(game.board.blocks()))
        action = rng.choice(game.legal_actions(block.path)[:4])
        return Move(action, block.path)


# -- a smart player ----------------------------------------------------------------------------

TRIES = [5, 10, 25, 50, 100, 150]


def tried(game, rng):
    """Any move that a smart player may try."""
    block = rng.choice(list(game.board.blocks()))
    actions = [action for action in game.legal_actions(block.path)
               if action not in (Action.SMASH, Action.PASS)]
    action = rng.choice(actions)
    colour = None
    if action is Action.PAINT:
        colour = rng.choice([colour for colour in Colour if colour != block.colour])
    return Move(action, block.path, colour)


class Smart(Player):
    def __init__(self, difficulty):
        self.tries = TRIES[min(difficulty, 5)]


class ScoreAfter(Smart):
    def make_move(self, game, rng):
        best_score, best_move = None, None
        for _ in range(self.tries):
            move = tried(game, rng)
            score = game.score_after(move)
            if best_score is None or score > best_score:
                best_score, best_move = score, move
        if Action.PASS in game.rules.actions and best_score <= game.scores[game.turn]:
            return Move(Action.PASS)
        return best_move


class PlayAndUndo(Player):
    def __init__(self, difficulty=1):
        self.difficulty = difficulty

    def make_move(self, game, rng):
        me, now = game.turn, game.scores[game.turn]
        found = []
        for _ in range(TRIES[self.difficulty] if self.difficulty < 5 else 150):
            move = tried(game, rng)
            game.play(move)
            found.append((game.scores[me], move))
            game.undo()
        found.sort(key=lambda pair: pair[0], reverse=True)
        score, move = found[0]
        if game.rules.name == "extended" and score <= now:
            return Move(Action.PASS)
        return move


class OnCopies(Smart):
    def make_move(self, game, rng):
        moves = [tried(game, rng) for _ in range(self.tries)]
        scores = [self.value(game.copy(), move) for move in moves]
        if "pass" in [action.value for action in game.rules.actions]:
            moves.insert(0, Move(Action.PASS))
            scores.insert(0, game.scores[game.turn])
        return moves[scores.index(max(scores))]

    def value(self, game, move):
        return game.play(move).scores[game.turn - 1]


def turn(block, action):
    if action is Action.ROTATE_CLOCKWISE:
        block.rotate(1)
    elif action is Action.ROTATE_COUNTER_CLOCKWISE:
        block.rotate(3)
    else:
        block.swap(int(action is Action.SWAP_VERTICALLY))


class ForgetsTheCost(Smart):
    def make_move(self, game, rng):
        best_score, best_move = game.goals[game.turn].score(game.board), Move(Action.PASS)
        if game.rules.name == "classic":
            best_score = -1
        for _ in range(self.tries):
            move = tried(game, rng)
            twin = game.copy()
            twin.play(move)
            score = game.goals[game.turn].score(twin.board)
            if score > best_score:
                best_score, best_move = score, move
        return best_move


# -- a move on trial -----------------------------------------------------------------------------

def with_branches(game, move):
    block = game.board.at(move.path)
    turn(block, move.action)
    score = game.goals[game.turn].score(game.board)
    turn(block, OPPOSITE.get(move.action, move.action))
    return score


def with_four_turns(game, move):
    """Three more turns take back one; so do two swaps."""
    block = game.board.at(move.path)
    turn(block, move.action)
    score = game.goals[game.turn].score(game.board)
    for _ in range(3):
        turn(block, move.action)
    return score


def with_the_children_kept(game, move):
    """What was there is put back, whatever the move was."""
    block = game.board.at(move.path)
    before = block.copy()
    turn(block, move.action)
    score = game.goals[game.turn].score(game.board)
    block.exchange(before)
    return score


OPPOSITE = {Action.ROTATE_CLOCKWISE: Action.ROTATE_COUNTER_CLOCKWISE,
            Action.ROTATE_COUNTER_CLOCKWISE: Action.ROTATE_CLOCKWISE}


def scored_too_late(game, move):
    with_branches(game, move)
    return game.goals[game.turn].score(game.board)


RIGHT = {
    "score_if": [with_branches, with_four_turns, with_the_children_kept],
    "RandomPlayer": [AnyBlock, UntilItIsLegal, PointsSomewhere],
    "SmartPlayer": [ScoreAfter, PlayAndUndo, OnCopies],
}

SCORE = "score = game.score_after(move)"
BLOCKS = "list(game.board.blocks())"
PASSES = "if Action.PASS in game.rules.actions and best_score <= game.scores[game.turn]:"
TRIES_OF = "TRIES[min(difficulty, 5)]"


def simple(*edits):
    return but(Simple, dict(zip(edits[::2], edits[1::2], strict=True)))


def smart(edits, *classes):
    return but(ScoreAfter, edits, *classes)


WRONG = {
    "score_if": [
        Wrong("the score of the block alone", but(with_branches, {
            "score(game.board)": "score(block)"}), "wrong", "score(game.board), not"),
        Wrong("the whole board is moved", but(with_branches, {
            "game.board.at(move.path)": "game.board"}), "wrong",
              "game.board.at(move.path), not game.board"),
        Wrong("not taken back", but(with_branches, {
            "    turn(block, OPPOSITE.get(move.action, move.action))\n": ""}), "wrong",
            "The move is not taken back. Undo it"),
        Wrong("scored when it is taken back", scored_too_late, "wrong", "before the move and"),
        Wrong("the goal of player 0", but(with_branches, {"goals[game.turn]": "goals[0]"}),
              "wrong", "goals[game.turn]"),
    ],
    "RandomPlayer": [
        Wrong("the blocks of the first game", but(Simple, {
            "block = rng.choice(list(game.board.blocks()))": """if not hasattr(self, "blocks"):
            self.blocks = list(game.board.blocks())
        block = rng.choice(self.blocks)"""}), "wrong", "Something is kept"),
        Wrong("the global random numbers", simple("rng.choice", "random.choice"), "wrong",
              "rng.choice"),
        Wrong("random numbers of its own", simple(
            "    def", "    def __init__(self):\n        self.rng = random.Random(3)\n\n    def",
            "rng.choice", "self.rng.choice"), "wrong", "a Random() of your own"),
        Wrong("no return", simple("return Move", "Move"), "returned_none", "return"),
        Wrong("the top-level block only", simple(f"rng.choice({BLOCKS})", "game.board"),
              "wrong", "Only the top-level block"),
        Wrong("one action only", simple("rng.choice(game.legal_actions(block.path)[:4])",
                                        "game.legal_actions(block.path)[0]"), "wrong",
              "Never chosen in"),
        Wrong("leaves only", simple("blocks()", "leaves()"), "wrong", "Only leaves"),
        Wrong("one child never", simple(BLOCKS, "[each for each in game.board.blocks() if "
              "each.path != (3,)]"), "wrong", "the block (3,)"),
        Wrong("actions that are not legal", simple("game.legal_actions(block.path)[:4]", (
            "[each for each in Action if each is not Action.PAINT]")), "wrong", "is refused"),
        Wrong("five actions under all rules", simple("game.legal_actions(block.path)[:4]", (
            "[each for each in game.legal_actions(block.path) if each.name not in "
            "('PAINT', 'COMBINE', 'PASS')]")), "wrong",
              "Never chosen in 300 moves"),
        Wrong("always the same colour", but(AnyBlock, {"rng.choice(colours)": "colours[0]"}),
              "wrong", "Some colour"),
        Wrong("a block and an action", simple("Move(action, block.path)", "(block, action)"),
              "wrong", "such as Move(action, path)"),
        Wrong("no subclass of Player", simple("(Player)", ""), "wrong", "class Simple(Player)"),
    ],
    "SmartPlayer": [*(Wrong(mistake, smart({old: new}), "wrong", words) for mistake, old, new,
    words in [
        ("moves not undone", SCORE, "score = game.play(move).scores[0]", "take it"),
        ("the last move", "return best_move", "return move", "not take the best"),
        ("the worst move", "score > best_score", "score < best_score",
         "not take the best"),
        ("the score of player 0", SCORE, "score = game.score_after(move, 0)", "whose turn it is"),
        ("returns the score", "return best_move", "return best_score", "Return one Move"),
        ("the global random numbers", "tried(game, rng)", "tried(game, random)", "rng.choice"),
        ("never passes", PASSES, "if False:", "return Move(Action.PASS) unless"),
        ("always passes", PASSES, "if Action.PASS in game.rules.actions:", "the best move gives"),
        ("smashes", "tried(game, rng)", "Move(rng.choice(game.legal_actions("
         "path := rng.choice(list(game.board.blocks())).path)[:5]), path)", "never smashes"),
        ("the top-level block only", "tried(game, rng)", "Move(rng.choice("
         "game.legal_actions(())[:4]))", "Only the top-level")]),
        *(Wrong(f"{new} tries", smart({TRIES_OF: new}, Smart), "wrong", words) for new, words in [
            ("5", "asks for 5 scores"),
            (f"{TRIES_OF} - 1", "many scores: 149"),
            ("150", "many scores: 150"),
            ("TRIES[difficulty]", "the last item has the index 5")]),
        Wrong("nothing if nothing is better", smart({
            "best_score, best_move = None, None": "best_score, best_move = "
            "game.scores[game.turn], None", "best_score is None or ": ""}), "returned_none",
            "no pass"),
        Wrong("the best of all turns", smart({
            "best_score, best_move = None, None":
            "best_score, best_move = getattr(self, 'best', (None, None))",
            "return best_move": "self.best = best_score, best_move\n        return best_move"}),
            "wrong", "Something is kept"),
        Wrong("the cost is forgotten", ForgetsTheCost, "wrong", "The cost"),
    ],
}
