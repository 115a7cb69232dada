import random
from random import Random

from blocky import EXTENDED, Action, Colour, Move, Player
from tests.answers import Wrong
from tests.answers.own import SIMPLE

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


def chooser(make_move):
    """Return a class of players that choose by a function of the game and a source of numbers."""
    return type("Chooser", (Player,), {"make_move": lambda self, game, rng: make_move(game, rng)})


def path_of(game, rng):
    return rng.choice(list(game.board.blocks())).path


def simple(game, path, rng, actions=4):
    """Return a move at ``path`` that is one of the first actions."""
    return Move(rng.choice(game.legal_actions(path)[:actions]), path)


GlobalRandom = chooser(lambda game, rng: simple(game, path_of(game, random), random))


class OwnRandom(AnyBlock):
    def __init__(self):
        self.rng = Random(3)

    def make_move(self, game, rng):
        return super().make_move(game, self.rng)


class NoReturn(Player):
    def make_move(self, game, rng):
        block = rng.choice(list(game.board.blocks()))
        Move(rng.choice(game.rules.actions[:5]), block.path)


TopOnly = chooser(lambda game, rng: simple(game, (), rng))
LeavesOnly = chooser(lambda game, rng: simple(
    game, rng.choice(list(game.board.leaves())).path, rng))


class NeverTheLastChild(Player):
    def make_move(self, game, rng):
        block = rng.choice([block for block in game.board.blocks()
                            if not block.path or block.path[-1] < 3 or block.level == 2])
        action = rng.choice([each for each in game.legal_actions(block.path)
                             if each is not Action.PAINT])
        return Move(action, block.path)


AllActionsOnAllBlocks = chooser(lambda game, rng: Move(
    rng.choice([action for action in Action if action is not Action.PAINT]), path_of(game, rng)))


@chooser
def FiveActions(game, rng):  # noqa: N802
    path = path_of(game, rng)
    return Move(rng.choice([each for each in game.legal_actions(path)
                            if each in (*SIMPLE, Action.SMASH)]), path)


class OneColour(Player):
    def make_move(self, game, rng):
        block = rng.choice(list(game.board.blocks()))
        action = rng.choice(game.legal_actions(block.path))
        if action is Action.PAINT:
            return Move(action, block.path, 0 if block.colour == 1 else 1)
        return Move(action, block.path)


class ReturnsTheBlock(Player):
    def make_move(self, game, rng):
        block = rng.choice(list(game.board.blocks()))
        return block, rng.choice(game.legal_actions(block.path))


class NoPlayer:
    def make_move(self, game, rng):
        return AnyBlock().make_move(game, rng)


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


def smart_chooser(best, move=tried):
    """Return a class of smart players that take the best of some moves."""
    def make_move(self, game, rng):
        return best([move(game, rng) for _ in range(self.tries)], key=game.score_after)

    return type("Chooser", (Smart,), {"make_move": make_move})


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


class NotUndone(Smart):
    def make_move(self, game, rng):
        me = game.turn
        best_score, best_move = -1000, None
        for _ in range(self.tries):
            move = tried(game, rng)
            game.play(move)
            if game.scores[me] > best_score:
                best_score, best_move = game.scores[me], move
        return best_move


class TakesTheLast(Smart):
    def make_move(self, game, rng):
        best_score = -1000
        for _ in range(self.tries):
            move = tried(game, rng)
            score = game.score_after(move)
            if score > best_score:
                best_score = score
        return move


TakesTheWorst = smart_chooser(min)


class ForPlayerZero(Smart):
    def make_move(self, game, rng):
        best_score, best_move = -1000, None
        for _ in range(self.tries):
            move = tried(game, rng)
            game.play(move)
            score = game.scores[0]
            game.undo()
            if score > best_score:
                best_score, best_move = score, move
        return best_move


class OnlyIfBetter(Smart):
    def make_move(self, game, rng):
        best_score, best_move = game.scores[game.turn], None
        for _ in range(self.tries):
            move = tried(game, rng)
            if game.score_after(move) > best_score:
                best_score, best_move = game.score_after(move), move
        return best_move


ReturnsTheScore = smart_chooser(lambda moves, key: max(map(key, moves)))
Smashes = smart_chooser(max, lambda game, rng: simple(game, path_of(game, rng), rng, 5))


class GlobalTries(ScoreAfter):
    def make_move(self, game, rng):
        return super().make_move(game, random)


TopTries = smart_chooser(max, lambda game, rng: simple(game, (), rng))


class AlwaysFive(ScoreAfter):
    def __init__(self, difficulty):
        self.tries = 5


class AlwaysMany(ScoreAfter):
    def __init__(self, difficulty):
        self.tries = 150 + difficulty


class NoDifficultySix(ScoreAfter):
    def __init__(self, difficulty):
        self.tries = TRIES[difficulty]


NeverPasses = smart_chooser(max)


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


class AlwaysPasses(ScoreAfter):
    def make_move(self, game, rng):
        move = super().make_move(game, rng)
        return Move(Action.PASS) if Action.PASS in game.rules.actions else move


RIGHT = {
    "RandomPlayer": [AnyBlock, UntilItIsLegal, PointsSomewhere],
    "SmartPlayer": [ScoreAfter, PlayAndUndo, OnCopies],
}

WRONG = {
    "RandomPlayer": [
        Wrong("the global random numbers", GlobalRandom, "wrong", "rng.choice"),
        Wrong("random numbers of its own", OwnRandom, "wrong", "from one turn to the next"),
        Wrong("no return", NoReturn, "returned_none", "return"),
        Wrong("the top-level block only", TopOnly, "wrong", "Only the top-level block"),
        Wrong("leaves only", LeavesOnly, "wrong", "Only leaves"),
        Wrong("one child never", NeverTheLastChild, "wrong", "The block (3,)"),
        Wrong("actions that are not legal", AllActionsOnAllBlocks, "wrong", "is refused"),
        Wrong("five actions under all rules", FiveActions, "wrong", "Never chosen in 300 moves"),
        Wrong("always the same colour", OneColour, "wrong", "Some colour"),
        Wrong("a block and an action", ReturnsTheBlock, "wrong", "A tuple is no move"),
        Wrong("no subclass of Player", NoPlayer, "wrong", "class NoPlayer(Player)"),
    ],
    "SmartPlayer": [
        Wrong("moves not undone", NotUndone, "wrong", "not undone"),
        Wrong("the last move", TakesTheLast, "wrong", "not the best"),
        Wrong("the worst move", TakesTheWorst, "wrong", "the worst"),
        Wrong("the score of player 0", ForPlayerZero, "wrong", "player 0"),
        Wrong("nothing if nothing is better", OnlyIfBetter, "returned_none", "no pass"),
        Wrong("returns the score", ReturnsTheScore, "wrong", "a score, not a move"),
        Wrong("smashes", Smashes, "wrong", "never smashes"),
        Wrong("the global random numbers", GlobalTries, "wrong", "rng.choice"),
        Wrong("the top-level block only", TopTries, "wrong", "Only the top-level"),
        Wrong("always five tries", AlwaysFive, "wrong", "no effect"),
        Wrong("always many tries", AlwaysMany, "wrong", "too many moves"),
        Wrong("no difficulty above 5", NoDifficultySix, "wrong", "error"),
        Wrong("never passes", NeverPasses, "wrong", "must pass"),
        Wrong("the cost is forgotten", ForgetsTheCost, "wrong", "The cost"),
        Wrong("always passes", AlwaysPasses, "wrong", "Your player passes"),
    ],
}
