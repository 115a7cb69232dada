"""The features of a board, computed from scratch to compare with the ones kept up to date."""

from blocky.prograsonne import walk
from blocky.prograsonne.scoring import Feature, city_points, paid, way_points
from blocky.prograsonne.tiles import CITY


def features(board):
    """Return every city, road and river on the board."""
    parts = [part for part, _ in walk.described(board)]
    cities = [part for part in parts if _kind(part) == CITY]
    return [_described(board, part, cities) for part in parts]


def scores(board):
    """Return the scores of both players."""
    found = features(board)
    return sum(each.points[0] for each in found), sum(each.points[1] for each in found)


def _kind(part):
    _, segment = next(iter(part))
    return segment.kind


def _cells(part):
    return {cell for cell, _ in part}


def _complete(board, part):
    """Return whether no edge of a feature faces an empty cell, or the border if that counts."""
    wall = board.rules.border_is_wall or _kind(part) != CITY
    return all(cell in board.tiles or (cell is None and wall)
               for node in part for cell, _ in walk.beyond(node))


def _described(board, part, cities):
    kind, cells, complete = _kind(part), _cells(part), _complete(board, part)
    placed = [(number, each.player) for number, each in enumerate(board.tiles.values())
              if each.cell in cells]
    latest, owner = placed[-1]
    touched = [city for city in cities if kind != CITY and cells & _cells(city)]
    if kind == CITY and complete:
        points = paid(city_points(len(cells), complete=True), owner)
    elif kind == CITY:
        players = [player for _, player in placed]
        points = (city_points(players.count(1), complete=False),
                  city_points(players.count(2), complete=False))
    elif board.rules.closed_only and not complete:
        points = 0, 0
    else:
        one_open = not all(_complete(board, city) for city in touched)
        border = any(cell is None for node in part for cell, _ in walk.beyond(node))
        points = paid(way_points(kind, len(cells), len(touched), one_open, border), owner)
    return Feature(kind, tuple(sorted(cells)), complete, None if kind == CITY else len(touched),
                   owner, points, latest)
