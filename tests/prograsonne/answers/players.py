import random

from blocky.prograsonne import Place, Player, TakeBack
from tests.answers import Wrong


class BestForMe(Player):
    def make_move(self, game, rng):
        return max(game.legal_moves(), key=game.score_after)


class BestLead(Player):
    def make_move(self, game, rng):
        me, other = game.turn, 1 - game.turn
        best, most = None, None
        for move in game.legal_moves():
            lead = game.score_after(move, me) - game.score_after(move, other)
            if most is None or lead > most:
                best, most = move, lead
        return best


class TriesSome(Player):
    def make_move(self, game, rng):
        moves = [move for move in game.legal_moves() if isinstance(move, Place)]
        return max(rng.sample(moves, min(30, len(moves))), key=game.score_after)


class Worst(Player):
    def make_move(self, game, rng):
        return min(game.legal_moves(), key=game.score_after)


class Anywhere(Player):
    def make_move(self, game, rng):
        return rng.choice([move for move in game.legal_moves() if isinstance(move, Place)])


class AllTheBest(Player):
    def make_move(self, game, rng):
        best = max(map(game.score_after, game.legal_moves()))
        return [move for move in game.legal_moves() if game.score_after(move) == best]


class WithALevel(BestForMe):
    def __init__(self, level):
        self.level = level


class First(Player):
    def make_move(self, game, rng):
        for move in game.legal_moves():
            return move


class ByChance(Player):
    def make_move(self, game, rng):
        best = max(map(game.score_after, game.legal_moves()))
        return random.choice([move for move in game.legal_moves()
                              if game.score_after(move) > best - 1000])


class TakesBack(Player):
    def make_move(self, game, rng):
        return TakeBack()


class Score(Player):
    def make_move(self, game, rng):
        return max(map(game.score_after, game.legal_moves()))


class FromOne(Player):
    def make_move(self, game, rng):
        return max(game.legal_moves(), key=lambda move: game.score_after(move, game.turn + 1))


class PlaysAll(Player):
    def make_move(self, game, rng):
        me, best = game.turn, []
        for move in game.legal_moves():
            game.play(move)
            best.append((game.scores[me], move))
        return max(best, key=lambda each: each[0])[1]


class Pairs(Player):
    def make_move(self, game, rng):
        move = max(game.legal_moves(), key=game.score_after)
        return move.cell, move.turns


RIGHT = {"MyPlayer": [BestForMe, BestLead, TriesSome]}

WRONG = {
    "MyPlayer": [
        Wrong("takes the worst", Worst, "wrong", "with the lowest score"),
        Wrong("places anywhere", Anywhere, "wrong", "are asked for"),
        Wrong("takes the first", First, "wrong", "only the first of game.legal_moves()"),
        Wrong("all the best", AllTheBest, "wrong", "not several of them"),
        Wrong("asks for a level", WithALevel, "wrong", "asks for level"),
        Wrong("draws from elsewhere", ByChance, "wrong", "Draw from rng"),
        Wrong("takes back what is not there", TakesBack, "wrong", "none to take back"),
        Wrong("the score of it", Score, "wrong", "nor a score"),
        Wrong("players from 1", FromOne, "wrong", "players are 0 and 1"),
        Wrong("plays them all", PlaysAll, "wrong", "The moves before are still made"),
        Wrong("returns a pair", Pairs, "wrong", "must be a move alone"),
    ],
}
