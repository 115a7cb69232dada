from blocky.prograsonne import Place, Player, TakeBack  # noqa: F401  of wrong answers
from tests.answers import changes


class BestForMe(Player):
    def make_move(self, game, rng):
        return max(game.legal_moves(), key=game.score_after)


RIGHT = {"MyPlayer": [BestForMe]}

BEST = "max(game.legal_moves(), key=game.score_after)"

WRONG = {"MyPlayer": [*changes(
    BestForMe,
    ("takes the worst", {"max": "min"}, "the move that gives it the lowest score"),
    ("places anywhere", {
        BEST: "rng.choice([move for move in game.legal_moves() if isinstance(move, Place)])"},
     "it must be at least 75"),
    ("takes the first", {
        f"return {BEST}": "for move in game.legal_moves():\n            return move"},
     "only the first item of game.legal_moves()"),
    ("chance of its own", {BEST: "random.choice(game.legal_moves())"},
     "Two calls with the same rng gave different results. Use only rng"),
    ("all the best", {
        BEST: f"[each for each in game.legal_moves() if each == {BEST}]"},
     "not several moves"),
    ("asks for a level", {"    def make": """    def __init__(self, level):
        self.level = level

    def make"""}, "needs level"),
    ("player 0 always", {BEST: "max(game.legal_moves(), key=lambda move: game.score_after(move, 0) "
                               "- game.score_after(move, 1))"},
     "makes the moves that are best for the other player"),
    ("takes back what is not there", {BEST: "TakeBack()"}, "has no tile on the board to take back"),
    ("keeps its best move", {
        f"return {BEST}": f"self.kept = getattr(self, 'kept', None) or {BEST}\n"
                          "        return self.kept"}, "isn't legal in this turn"),
    ("plays its move", {f"return {BEST}": f"game.play({BEST})"}, "Return the move that you chose",
     "returned_none"),
    ("players from 1", {
        "game.score_after": "lambda move: game.score_after(move, game.turn + 1)"},
     "The numbers are 0 and 1"),
    ("plays them all", {f"return {BEST}": """me, best = game.turn, []
        for move in game.legal_moves():
            game.play(move)
            best.append((game.scores[me], move))
        return max(best, key=lambda each: each[0])[1]"""},
     "The moves that your player tried before are still on the board"))]}
