import time

from tests.answers import changes, solved

OWN = solved("blocky/10_arena")


class PlaysOnTheCopy(OWN.MyPlayer):
    """Plays each move on the game it was given, looks at its lead, and takes it back."""

    def __init__(self, moves=40):
        self.moves = moves
        self.seen = 0

    def make_move(self, game, rng):
        me, leads = game.turn, {}
        moves = self.moves_to_try(game)
        for move in rng.sample(moves, min(self.moves, len(moves))):
            game.play(move)
            leads[move] = 2 * game.scores[me] - sum(game.scores)
            game.undo()
            self.seen += 1
        return max(leads, key=leads.get)


class TakesItsTime(OWN.MyPlayer):
    """Thinks for a fifth of a second, whatever there is to think."""

    def make_move(self, game, rng):
        end = time.thread_time() + 0.2
        while time.thread_time() < end:
            pass
        return super().make_move(game, rng)


RIGHT = {"MyPlayer": [TakesItsTime, PlaysOnTheCopy]}

BEST = "return max(moves, key=game.score_after)"

WRONG = {"MyPlayer": [*changes(
    OWN.MyPlayer,
    ("a pair", {BEST: f"move = {BEST[7:]}\n        return move.action, move.path"},
     "Return one Move"),
    ("paints any block", {BEST: """path = rng.choice(list(game.board.blocks())).path
        return Move(Action.PAINT, path, game.goals[game.turn].colour)"""}, "no action to paint"),
    ("only chance", {BEST: "return rng.choice(moves)"}, "Try many legal moves"),
    ("the worst move", {"max(moves": "min(moves"}, "not take the best"),
    ("every second turn", {BEST: """self.turns = 1 - getattr(self, "turns", 0)
        return sorted(moves, key=game.score_after)[-1 - self.turns]"""},
     "kept from one call to the next"),
    ("the moves of the first game", {BEST: """if not hasattr(self, "moves"):
            self.moves = moves
        return max(self.moves, key=game.score_after)"""}, "a move in another game before"),
    ("needs a divided board", {
        BEST: "return Move(Action.SWAP_VERTICALLY, rng.choice(game.board.children).path)"},
     "game.board.children is []"),
    ("waits for ever", {BEST: """while True:
            game.score_after(rng.choice(moves))"""}, "a loop never ends", "never_stops"),
    ("thinks too long", {BEST: f"""best = None
        for _ in range(1 if game.board.max_depth < 3 else 10**6):
            best = {BEST[7:]}
        return best"""}, "Try fewer moves", "too_slow"))]}
