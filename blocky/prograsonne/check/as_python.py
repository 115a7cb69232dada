"""How a check prints the boards of Prograsonne as Python."""

from blocky.kit.check.reproduce import statements
from blocky.prograsonne.board import Board

__all__: list[str] = []


@statements.register
def _(board: Board, name: str) -> list[str]:
    """Return the lines of Python that make a board under a name, by placing its tiles in order."""
    lines = [f"{name} = Board()"]
    for each in board.tiles.values():
        turns = f", turns={each.tile.turns}" if each.tile.turns else ""
        player = f", player={each.player}" if each.player else ""
        lines.append(f'{name}.place({each.cell}, "{each.tile.type}"{turns}{player})')
    return lines
