"""Prograsonne works in another language too: nothing hangs on the words of a sentence."""

from random import Random

from blocky.prograsonne import Game
from tests.test_language import english_again, in_both  # noqa: F401 - a fixture


def test_games_and_why_moves_are_not_legal():
    def do():
        game, illegal = Game(seed=2), []
        for _ in range(6):
            moves = game.position.legal_moves()
            game.play(Random(len(moves)).choice(moves))
            assert all(each.text for each in game.position.reasons())
            illegal += [bool(game.position.why_not(move)) for move in moves]
        return game.to_record(), illegal

    in_both(do)
