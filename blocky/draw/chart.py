"""The chart of a game."""

from matplotlib.axes import Axes

from blocky.draw.looks import palette_of
from blocky.game import Game
from blocky.kit.draw import chart
from blocky.kit.draw.picture import Picture
from blocky.kit.draw.settings import own_settings
from blocky.kit.game import expect_game
from blocky.kit.language import say

__all__ = ["label", "scores"]


@own_settings
def scores(game: Game, ax: Axes | None = None, *, palette: str = "safe",
           size: tuple[float, float] = (6, 3.2)) -> Picture:
    """Return the chart of all players' scores, from the start over the moves made.

    ``size`` is the width and height, in inches, of a figure of its own.
    """
    expect_game(game, Game, "Game(seed=1)")
    scores_by_turn = [game.start_scores, *(turn.scores for turn in game.history)]
    labels = [label(game, player) for player in range(len(game.players))]
    colours = [palette_of(palette)[goal.colour] for goal in game.goals]
    return chart.scores(scores_by_turn, labels, colours, ax, size=size)


def label(game: Game, player: int) -> str:
    """Return the label of a player's line: number, name (cut if it's long) and target colour."""
    name = game.players[player].name
    return say("{player} {name} ({colour})", player=game.called(player),
               name=name if len(name) <= 9 else f"{name[:8]}…",
               colour=game.goals[player].colour.word)
