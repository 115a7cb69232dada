"""Blue works in another language too: nothing hangs on the words of a sentence."""

import pytest

from blocky.blue import OFFICIAL, Game, Move, Position, simulate
from blocky.blue.widgets import play
from tests.blue.test_golden import GOLDEN
from tests.test_language import english_again, in_both  # noqa: F401 - a fixture


def test_games_and_their_reports():
    def do():
        game = Game(["greedy", "first", "look-ahead"], OFFICIAL, seed=4)
        game.run()
        lines = game.report().splitlines()
        assert len(lines) > 60
        return game.to_record(), len(lines), game.winners

    in_both(do)


@pytest.mark.parametrize("move", [Move(0, "r", 2), Move(9, "b", 1), Move(1, "x", 1), (1, "b", 1),
                                  Move(1, "b", 7), None])
def test_illegal_moves(move):
    position = Position.from_record(GOLDEN["draft"][0]["state"])
    assert in_both(lambda: bool(position.why_not(move)))


def test_simulations():
    def do():
        simulation = simulate(60, ["first", "random"], seed=2, progress=False)
        assert str(simulation)
        assert simulation.picture().alt
        return simulation.table()[0][1:], simulation.played.scores.tolist()

    in_both(do)


def test_the_table_is_played_at():
    def do():
        table = play(["human", "first"], seed=3, pause=0)
        for _ in range(3):
            table.next_take()
            table.next_line()
            table.play_chosen()
            assert table.text
        table.hint()
        table.undo()
        assert table.picture().alt
        return table.game.to_record()

    in_both(do)
