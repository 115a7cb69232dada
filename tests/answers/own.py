import time

from blocky import Action, Colour, Move, Player, RandomPlayer
from tests.answers import Wrong, but

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


class TakesItsTime(Player):
    """Thinks for a fifth of a second, whatever there is to think."""

    def make_move(self, game, rng):
        best = max(legal_moves(game), key=game.score_after)
        end = time.thread_time() + 0.2
        while time.thread_time() < end:
            pass
        return best


RIGHT = {"MyPlayer": [TriesAll, TriesSome, TakesItsTime, PlaysOnTheCopy]}

BEST = "return max(legal_moves(game), key=game.score_after)"


def best_of(instead):
    return but(TriesAll, {BEST: instead}, legal_moves)


WRONG = {"MyPlayer": [
    Wrong("no return", best_of(f"move = {BEST[7:]}\n        print(move)"), "returned_none",
          "is printed, not returned"),
    Wrong("a pair", best_of(f"move = {BEST[7:]}\n        return move.action, move.path"),
          "wrong", "Return one Move"),
    Wrong("paints any block", best_of("""path = rng.choice(list(game.board.blocks())).path
        return Move(Action.PAINT, path,
        game.goals[game.turn].colour)"""), "wrong", "no action to paint"),
    Wrong("smashes the top", best_of("return Move(Action.SMASH)"), "wrong", "cannot be smashed"),
    Wrong("the module random", best_of(
        "return max(random.sample(legal_moves(game), 2), key=game.score_after)"), "wrong",
        "Draw from rng"),
    Wrong("only chance", best_of("return rng.choice(legal_moves(game))"), "wrong",
          "Try many legal moves"),
    Wrong("the worst move", best_of(BEST.replace("max", "min")), "wrong",
          "not take the best"),
    Wrong("every second turn", best_of("""self.turns = 1 - getattr(self, "turns", 0)
        return sorted(legal_moves(game), key=game.score_after)[-1 - self.turns]"""), "wrong",
          "kept from one call to the next"),
    Wrong("the moves of the first game", best_of("""if not hasattr(self, "moves"):
            self.moves = legal_moves(game)
        return max(self.moves, key=game.score_after)"""), "wrong", "a move in another game before"),
    Wrong("needs a divided board", best_of(
        "return Move(rng.choice(SIMPLE), rng.choice(game.board.children).path)"), "wrong",
        "game.board.children is []"),
    Wrong("waits for ever", best_of("""while True:
            move = rng.choice(legal_moves(game))
            game.score_after(move)"""), "never_stops", "a loop never ends"),
    Wrong("thinks too long", best_of(f"""best = None
        for _ in range(1 if game.board.max_depth < 3 else 10**6):
            best = {BEST[7:]}
        return best"""), "too_slow", "Try fewer moves"),
    Wrong("no subclass", but(TriesAll, {"(Player)": ""}), "wrong", "class TriesAll(Player)"),
]}
