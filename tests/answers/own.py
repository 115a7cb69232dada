import random

from blocky import Action, Colour, Move, Player, RandomPlayer
from tests.answers import Wrong

SIMPLE = [Action.ROTATE_CLOCKWISE, Action.ROTATE_COUNTER_CLOCKWISE, Action.SWAP_HORIZONTALLY,
          Action.SWAP_VERTICALLY]


def legal_moves(game):
    moves = []
    for block in game.board.blocks():
        for action in game.legal_actions(block.path):
            if action is Action.PAINT:
                for colour in Colour:
                    moves.append(Move(action, block.path, colour))
            elif action not in (Action.SMASH, Action.PASS):
                moves.append(Move(action, block.path))
    return [move for move in moves if game.why_not(move) is None]


class TriesAll(Player):
    """Takes the best of all moves but smashes."""

    def make_move(self, game, rng):
        return max(legal_moves(game), key=game.score_after)


class TriesSome(Player):
    def make_move(self, game, rng):
        best = None
        best_score = 0
        for _ in range(30):
            move = RandomPlayer().make_move(game, rng)
            if game.why_not(move) is not None or move.action == Action.SMASH:
                continue
            score = game.score_after(move)
            if best is None or score > best_score:
                best, best_score = move, score
        return best or Move(Action.ROTATE_CLOCKWISE)


class PlaysOnTheCopy(Player):
    """Plays each move on the game it was given, looks at its lead, and takes it back."""

    def __init__(self, moves=40):
        self.moves = moves
        self.seen = 0

    def make_move(self, game, rng):
        me, leads = game.turn, {}
        moves = legal_moves(game)
        for move in rng.sample(moves, min(self.moves, len(moves))):
            game.play(move)
            leads[move] = 2 * game.scores[me] - sum(game.scores)
            game.undo()
            self.seen += 1
        return max(leads, key=leads.get)


class NoMove(Player):
    def make_move(self, game, rng):
        move = max(legal_moves(game), key=game.score_after)
        print(move)


class APair(Player):
    def make_move(self, game, rng):
        move = max(legal_moves(game), key=game.score_after)
        return move.action, move.path


class PaintsAnything(Player):
    def make_move(self, game, rng):
        block = rng.choice(list(game.board.blocks()))
        return Move(Action.PAINT, block.path, game.goals[game.turn].colour)


class SmashesTheTop(Player):
    def make_move(self, game, rng):
        return Move(Action.SMASH)


class WithTheModule(Player):
    def make_move(self, game, rng):
        moves = random.sample(legal_moves(game), 2)
        return max(moves, key=game.score_after)


class OnlyChance(Player):
    def make_move(self, game, rng):
        return rng.choice(legal_moves(game))


class TakesTheWorst(Player):
    def make_move(self, game, rng):
        return min(legal_moves(game), key=game.score_after)


class NeedsChildren(Player):
    def make_move(self, game, rng):
        block = rng.choice(game.board.children)
        return Move(rng.choice(SIMPLE), block.path)


class WaitsForABetterScore(Player):
    def make_move(self, game, rng):
        while True:
            move = rng.choice(legal_moves(game))
            if game.score_after(move) > game.scores[game.turn] + 100:
                return move


class ThinksTooLong(Player):
    def make_move(self, game, rng):
        best = None
        for _ in range(1 if game.board.max_depth < 3 else 10**6):
            best = max(legal_moves(game), key=game.score_after)
        return best


class NoPlayer:
    def make_move(self, game, rng):
        return max(legal_moves(game), key=game.score_after)


RIGHT = {"MyPlayer": [TriesAll, TriesSome, PlaysOnTheCopy]}

WRONG = {"MyPlayer": [
    Wrong("no return", NoMove, "returned_none", "not to return it"),
    Wrong("a pair", APair, "wrong", "Return a Move"),
    Wrong("paints any block", PaintsAnything, "wrong", "no action to paint"),
    Wrong("smashes the top", SmashesTheTop, "wrong", "cannot be smashed"),
    Wrong("the module random", WithTheModule, "wrong", "Draw from rng"),
    Wrong("only chance", OnlyChance, "wrong", "Try many legal moves"),
    Wrong("the worst move", TakesTheWorst, "wrong", "the worst move"),
    Wrong("needs a divided board", NeedsChildren, "wrong", "by itself"),
    Wrong("waits for ever", WaitsForABetterScore, "never_stops", "loop"),
    Wrong("thinks too long", ThinksTooLong, "too_slow", "Do less"),
    Wrong("no subclass", NoPlayer, "wrong", "class NoPlayer(Player)"),
]}
