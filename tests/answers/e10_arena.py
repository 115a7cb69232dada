import time

from tests.answers import but, changes, solved

OWN = solved("blocky/10_arena")


class TakesItsTime(OWN.MyPlayer):
    """Thinks for a fifth of a second, whatever there is to think."""

    def make_move(self, game, rng):
        end = time.thread_time() + 0.2
        while time.thread_time() < end:
            pass
        return super().make_move(game, rng)


BEST = "return max(moves, key=game.score_after)"

plays_on_the_copy = but(OWN.MyPlayer, {BEST: """me, leads = game.turn, {}
        for move in moves:
            game.play(move)
            leads[move] = 2 * game.scores[me] - sum(game.scores)
            game.undo()
        return max(leads, key=leads.get)"""})

RIGHT = {"MyPlayer": [TakesItsTime, plays_on_the_copy]}

WRONG = {"MyPlayer": [*changes(
    OWN.MyPlayer,
    ("paints any block", {BEST: """path = rng.choice(list(game.board.blocks())).path
        return Move(Action.PAINT, path, game.goals[game.turn].colour)"""},
     "don't have the action paint"),
    ("only chance", {BEST: "return rng.choice(moves)"}, "Your player never tries a move"),
    ("every second turn", {BEST: """self.turns = 1 - getattr(self, "turns", 0)
        return sorted(moves, key=game.score_after)[-1 - self.turns]"""},
     "don't store anything between calls"),
    ("needs a divided board", {
        BEST: "return Move(Action.SWAP_VERTICALLY, rng.choice(game.board.children).path)"},
     "game.board.children is empty"),
    ("waits for ever", {BEST: """while True:
            game.score_after(rng.choice(moves))"""}, "a loop never ends", "never_stops"),
    ("thinks too long", {BEST: f"""best = None
        for _ in range(1 if game.board.max_depth < 3 else 10**6):
            best = {BEST[7:]}
        return best"""}, "Try fewer moves", "too_slow"))]}
