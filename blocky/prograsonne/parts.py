"""The functions of the game that a student can replace, and how they are checked.

They are passed to a game: ``Game(parts=Parts(neighbour=my_neighbour))``. The game is played with
their results. Before that, each result is compared with that of the kit's function, and a wrong one
is refused.

Roads are scored by ``road_points`` if it is replaced, and otherwise by ``way_points``. Features are
found by ``UnionFind`` if it is replaced, and otherwise by ``feature``. ``LinkedList`` holds the
legal placements and, when a tile is taken back, the tiles on the board. ``Stack`` holds the moves
that can be undone, ``OwnDict`` the supply, and ``OwnSet`` the cells of a feature.

Computer players find out with the kit's functions what a move is worth. A student's functions make
the move that they choose.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from blocky.kit import parts as kit
from blocky.kit.calls import short
from blocky.kit.language import mark, say
from blocky.kit.parts import MOST, your
from blocky.kit.safely import Fault, PartError, call_safely
from blocky.prograsonne import hashed, hexes, history, linked, scoring, tiles, walk
from blocky.prograsonne.board import Board, Placed
from blocky.prograsonne.fast import union_find
from blocky.prograsonne.hexes import CELLS, EDGES, Cell, neighbour, opposite
from blocky.prograsonne.move import Place
from blocky.prograsonne.scoring import Feature, Points, Rules, paid
from blocky.prograsonne.tiles import CITY, KINDS, ROAD, TYPES, Segment, Tile

__all__ = ["Parts", "PartsBoard"]

Value = TypeVar("Value")

Fault.register("prograsonne", mark({
    "groups": "With your UnionFind, the board has {got} features, but it should have {expected}.",
    "other_groups": "With your UnionFind, the board has {got} features, which is the right number. "
                    "But some of their segments are in the wrong feature.",
    "structure": "Your {name} returned {got} to the game instead of {expected}.",
    "restored": "Your History didn't restore what was saved as state {number}.",
}))


def segments(tile: Tile) -> list[tuple[str, tuple[int, ...]]]:
    """Return the segments of a tile, each (kind, edges)."""
    found = []
    for word in TYPES[tile.type].split():
        edges = [(int(digit) - 1 + tile.turns) % 6 + 1 for digit in word[1:]]
        found.append((KINDS[word[0]], tuple(sorted(edges))))
    return found


def road_points(tiles: int, cities: int, one_open: bool, border: bool) -> int:
    """Return the points for a road of ``tiles`` tiles that touches ``cities`` cities."""
    return scoring.way_points(ROAD, tiles, cities, one_open, border)


def owner(board: Board, cells: Sequence[Cell]) -> int | None:
    """Return the player who placed the latest tile of a feature; None for the neutral tile."""
    players = [placed.player for placed in board.tiles.values() if placed.cell in cells]
    return players[-1]


def legal_placements(board: Board, type: str) -> list[Place]:
    """Return all placements of a tile of a type that fit on a board."""
    found = []
    for cell in CELLS:
        if cell not in board.tiles:
            for turns in range(6):
                if fits(board, cell, Tile(type, turns)):
                    found.append(Place(cell, turns))
    return found


def fits(board: Board, cell: Cell, tile: Tile) -> bool:
    """Return whether an empty cell has neighbours, all of which a tile matches."""
    touches = False
    for edge in EDGES:
        beyond = neighbour(cell, edge)
        if beyond in board.tiles:
            touches = True
            other = board.tiles[beyond].tile
            if other.letters[opposite(edge) - 1] != tile.letters[edge - 1]:
                return False
    return touches


def best_placement(board: Board, type: str, player: int) -> Place | None:
    """Return the best placement of a tile for a player; None if none is legal."""
    hint = board.hint(type, player)
    return hint.placement if hint else None


@dataclass(frozen=True)
class Parts(kit.Parts):
    """The replaceable functions and classes of the game; by default the kit's.

    >>> Parts(opposite=lambda edge: 7 - edge).replaced("opposite")
    True
    """

    any_order = ("segments", "feature", "legal_placements")

    neighbour: Callable[..., Any] = hexes.neighbour
    opposite: Callable[..., Any] = hexes.opposite
    turned: Callable[..., Any] = tiles.turned
    segments: Callable[..., Any] = segments
    History: Callable[..., Any] = history.History
    feature: Callable[..., Any] = walk.feature
    UnionFind: Callable[..., Any] = union_find.UnionFind
    city_points: Callable[..., Any] = scoring.city_points
    road_points: Callable[..., Any] = road_points
    way_points: Callable[..., Any] = scoring.way_points
    owner: Callable[..., Any] = owner
    legal_placements: Callable[..., Any] = legal_placements
    best_placement: Callable[..., Any] = best_placement
    LinkedList: Callable[..., Any] = linked.LinkedList
    Stack: Callable[..., Any] = linked.Stack
    OwnDict: Callable[..., Any] = hashed.OwnDict
    OwnSet: Callable[..., Any] = hashed.OwnSet

    def comparable(self, value: Any) -> Any:
        """Return ``value`` with a pair for a placement, and a board's list of tiles for the board.

        The rest is as for all games.
        """
        if isinstance(value, Place):
            value = value.cell, value.turns
        if isinstance(value, Board):
            value = list(value.tiles.values())
        return super().comparable(value)

    def copied(self, value: Any) -> Any:
        """Return a copy of an argument; a deep copy of a board would take ten times as long."""
        if isinstance(value, Board):
            return Board(value.rules, value.tiles.values())
        return super().copied(value)

    def written(self, value: Any) -> str:
        """Return the text of an argument in a sentence."""
        return say("the board") if isinstance(value, Board) else super().written(value)

    def board(self, rules: Rules) -> Board:
        """Return an empty board to play on."""
        return PartsBoard(rules, self) if self.has_students else Board(rules)

    def results_on(self, name: str, board: Board, calls: Sequence[Sequence[Any]]) -> list[Any]:
        """Return the results of calling the function ``name`` with a board several times.

        ``calls`` has the other arguments of each call. A student's function gets the same copy of
        the board in all calls. PartError: it failed, or a result isn't the kit's.
        """
        if not self.replaced(name):
            return [self.kits(name)(board, *args) for args in calls]
        copied_board = self.copied(board)
        function = getattr(self, name)
        results = call_safely(your(name), lambda: [function(copied_board, *args)
                                                   for args in calls])
        for result, args in zip(results, calls, strict=True):
            given = self.written_all([board, *args])
            right_result = self.kits(name)(board, *args)
            self.compare(name, given, (result, [copied_board]), (right_result, [board]))
        return list(results)

    def compare_groups(self, got: Sequence[Sequence[walk.Node]],
                       features: Sequence[set[walk.Node]], number_of_features: int) -> None:
        """Raise PartError if a student's UnionFind doesn't group the nodes by feature.

        ``got`` are its groups. ``features`` has, for each of them, the whole feature of its first
        node; ``number_of_features`` counts all features on the board.
        """
        if len(got) != number_of_features:
            raise PartError("prograsonne.groups", got=len(got), expected=number_of_features)
        if [set(group) for group in got] != list(features):
            raise PartError("prograsonne.other_groups", got=number_of_features)

    # -- the tile in hand, and undo --------------------------------------------------------

    def placements(self, board: Board, type: str) -> list[Place] | None:
        """Return the legal placements of a tile of a type, by cell and then by turns.

        They are found by a student's function, if there is one, and put into a student's list and
        read from it, if there is one. Return None if there is neither: the game then finds them
        when it needs them.
        """
        if not self.replaced("legal_placements") and not self.replaced("LinkedList"):
            return None
        placements = board.legal_placements(type)
        if self.replaced("legal_placements"):
            students = self.result_of("legal_placements", board, type)
            placements = sorted(map(_place_of, students),
                                key=lambda place: (place.cell, place.turns))

        def on_a_list() -> list[Place]:
            """Return the placements that a student's LinkedList holds after all were appended."""
            linked_list = self.LinkedList()
            for place in placements:
                linked_list.append(place)
            return list(linked_list)

        return self.through("LinkedList", on_a_list, placements)

    def best(self, board: Board, type: str, player: int) -> Place | None:
        """Return the best placement of a tile for a player; None if none is legal."""
        place = self.result_of("best_placement", board, type, player)
        return None if place is None else _place_of(place)

    def undoable(self, entries: Sequence[Any]) -> Any:
        """Return the last of ``entries``: from a student's Stack of them, if there is one.

        Each entry is what can be undone with one move.
        """
        def on_a_stack() -> Any:
            """Push all entries, and return what is popped."""
            stack = self.Stack()
            for entry in entries:
                stack.push(entry)
            return stack.pop()

        return self.through("Stack", on_a_stack, entries[-1])

    def supply(self, before: Mapping[str, int], after: dict[str, int]) -> dict[str, int]:
        """Return the supply ``after`` a move: from a student's OwnDict of it, if there is one.

        ``before`` is the supply before the move, in which each type has a count.
        """
        def in_a_dict() -> dict[str, int]:
            """Return what an OwnDict with the counts before the move holds after its changes."""
            table = self.OwnDict()
            for name, count in before.items():
                table[name] = count
            for name, count in after.items():
                if count != before[name]:
                    change = count - before[name]
                    table[name] = table[name] + change  # so that a value lost there shows
            return {name: table[name] for name in after}

        return self.through("OwnDict", in_a_dict, after)

    def through(self, name: str, use: Callable[[], Value], expected: Value) -> Value:
        """Return ``use()``, which puts things into a student's structure and reads them from it.

        If the structure ``name`` is the kit's, return ``expected`` at once: the game itself uses
        Python's structures. PartError: the structure failed, or something else came back.
        """
        if not self.replaced(name):
            return expected
        got = call_safely(your(name), use)
        self.compare_structures(name, got, expected)
        return cast(Value, got)

    def compare_structures(self, name: str, got: Any, expected: Any) -> None:
        """Raise PartError if a structure did not return what was put into it."""
        if got != expected:
            raise PartError("prograsonne.structure", name=name, got=short(got, MOST),
                            expected=short(expected, MOST))

    # -- saved states ----------------------------------------------------------------------

    def keep(self, kits_history: history.History,
             number: int | None = None) -> tuple[Any, list[tuple[Any, Any]]]:
        """Save the states of the kit's history in a student's, and restore the state ``number``.

        Return the restored content, None without a number, and then the student's states: pairs of
        the number of each and the number of its parent. PartError: the student's History failed, or
        returned something wrong.
        """
        def repeated() -> tuple[Any, Any]:
            """Save and restore as in the kit's history; return the content and the states."""
            students_history = self.History(kits_history.keep_branches)
            for state in kits_history.states:
                begins_a_branch = state.parent is not None and state.parent != state.number - 1
                if begins_a_branch:
                    students_history.restore(state.parent)
                students_history.save(state.content)
            restored = students_history.restore(number) if number else None
            return restored, students_history.states()

        content, states = call_safely(your("History"), repeated)
        right_states = kits_history.states
        if not kits_history.keep_branches:
            right_states = right_states[:number]  # going back deletes the later states
        self.compare_results("History.states", "()", states,
                             [(state.number, state.parent) for state in right_states])
        if number and content != kits_history.states[number - 1].content:
            raise PartError("prograsonne.restored", number=number)
        return content, states

    def save(self, kits_history: history.History, content: history.Snapshot, player: int) -> None:
        """Save a state in the kit's history, and in a student's History if there is one.

        All states then have the numbers and parents that the student's History returns.
        """
        kits_history.save(content, player)
        if self.replaced("History"):
            _, states = self.keep(kits_history)
            kits_history.states = [
                replace(state, number=number, parent=parent)
                for state, (number, parent) in zip(kits_history.states, states, strict=True)]

    def restore(self, kits_history: history.History, number: int) -> history.Snapshot:
        """Go back to a state in the kit's history, and return the contents of the state.

        They are from a student's History, if there is one.
        """
        if not self.replaced("History"):
            return cast(history.Snapshot, kits_history.restore(number))
        content, _ = self.keep(kits_history, number)
        kits_history.restore(number)
        return history.Snapshot(*content)


class PartsBoard(Board):
    """A board on which a student's functions place the tiles, and find and score the features.

    The kit's do so for the first tile, and when other tiles are put there by ``become``.
    PartError: one of them failed or is wrong; the board must then go back with ``become``.
    """

    #: The parts that find and score features.
    SCORING = ("segments", "feature", "UnionFind", "OwnSet", "owner", "city_points", "road_points",
               "way_points")

    def __init__(self, rules: Rules, parts: Parts) -> None:
        self.parts = parts
        self._is_placing = False
        self._scored: list[tuple[list[walk.Node], Feature]] | None = None
        super().__init__(rules)

    def place(self, cell: Cell, type: str, turns: int = 0, player: int | None = None) -> None:
        """Place a tile of a type on ``cell``, rotated clockwise ``turns`` times.

        PartError: a student's function failed, or its result is wrong.
        """
        self._is_placing = bool(self.tiles)
        try:
            super().place(cell, type, turns, player)
        finally:
            self._is_placing = False
        if len(self.tiles) > 1:
            self._score()

    def take_back(self, player: int) -> Cell | None:
        """Take back the latest tile of ``player``; return its cell, None if there is none.

        The other tiles are what a student's LinkedList holds after the tile was removed from it, if
        there is one.
        """
        cell = self.last_of(player)
        if cell is None:
            return None
        tiles_before = list(self.tiles.values())
        other_tiles = [placed for placed in tiles_before if placed.cell != cell]

        def on_a_list() -> list[Placed]:
            """Return what a student's LinkedList holds after the tile was removed from it."""
            linked_list = self.parts.LinkedList()
            for placed in tiles_before:
                linked_list.append(placed)
            linked_list.remove(self.tiles[cell])
            return list(linked_list)

        self.become(self.parts.through("LinkedList", on_a_list, other_tiles))
        self._score()
        return cell

    def become(self, tiles: Iterable[Placed]) -> None:
        """Make these the tiles on the board, as ``Board.become`` does; the kit scores them."""
        super().become(tiles)
        self._scored = None

    def _shown_by(self, placed: Placed) -> list[tuple[Cell, int, str]]:
        """Return the letters that a tile shows to the cells around it, as in ``Board``.

        Students' functions find them while ``place`` puts the tile on the board.
        """
        if not self._is_placing:
            return super()._shown_by(placed)
        letters = self.parts.result_of("turned", placed.tile.type, placed.tile.turns)
        shown = []
        for edge, letter in zip(EDGES, letters, strict=True):
            beyond = self.parts.result_of("neighbour", placed.cell, edge)
            facing = int(self.parts.result_of("opposite", edge))
            if beyond is not None:
                shown.append((tuple(beyond), facing, letter))
        return shown

    # -- features and points ---------------------------------------------------------------

    def features(self) -> list[Feature]:
        """Return all cities, roads and rivers on the board."""
        if self._scored is None:
            return super().features()
        return [feature for _, feature in self._scored]

    def feature_at(self, cell: Cell, edge: int) -> Feature | None:
        """Return the feature at an edge of a cell; None if there is grass or no tile."""
        for nodes, feature in self._scored or ():
            for cell_of_node, segment in nodes:
                if cell_of_node == cell and edge in segment.edges:
                    return feature
        return super().feature_at(cell, edge)

    def scores(self) -> Points:
        """Return the scores of player 1 and player 2."""
        if self._scored is None:
            return super().scores()
        points = [feature.points for _, feature in self._scored]
        return (sum(points_of_1 for points_of_1, _ in points),
                sum(points_of_2 for _, points_of_2 in points))

    def _score(self) -> None:
        """Find and score all features with a student's functions, if one of these is a student's.

        ``_scored`` then has the nodes of each feature, and the feature with its points.
        """
        self._scored = None
        if not any(self.parts.replaced(name) for name in self.SCORING):
            return
        groups = self._groups()
        cells_of_groups = [self._cells_of(nodes) for nodes in groups]
        arguments_of_calls = [[list(cells)] for cells in cells_of_groups]
        owners = self.parts.results_on("owner", self, arguments_of_calls)
        self._scored = [
            (nodes, self._feature(nodes, cells, owner))
            for nodes, cells, owner in zip(groups, cells_of_groups, owners, strict=True)]

    def _groups(self) -> list[list[walk.Node]]:
        """Return lists of the nodes of each feature, found with the students' functions."""
        nodes: list[walk.Node] = []
        for cell, placed in self.tiles.items():
            for kind, edges in self.parts.result_of("segments", placed.tile):
                nodes.append((cell, Segment(kind, tuple(edges))))
        if self.parts.replaced("UnionFind"):
            return self._united(nodes)
        seen: set[walk.Node] = set()
        one_of_each: list[walk.Node] = []  # a node of each feature
        for node in nodes:
            if node not in seen:
                one_of_each.append(node)
                seen |= walk.feature(self, *node)
        groups = self.parts.results_on("feature", self, one_of_each)
        return [[(tuple(cell), Segment(kind, tuple(edges))) for cell, (kind, edges) in group]
                for group in groups]

    def _united(self, nodes: list[walk.Node]) -> list[list[walk.Node]]:
        """Return lists of the nodes of each feature, found with a student's UnionFind."""
        def grouped() -> list[list[walk.Node]]:
            """Return the nodes in groups, by the roots that the UnionFind returns for them."""
            groups = self.parts.UnionFind()
            numbers = {node: groups.add() for node in nodes}
            for node in nodes:
                for neighbouring_node in walk.joined(self, node):
                    groups.union(numbers[node], numbers[neighbouring_node])
            by_root: dict[Any, list[walk.Node]] = {}
            for node in nodes:
                root = groups.find(numbers[node])
                by_root.setdefault(root, []).append(node)
            return list(by_root.values())

        groups: list[list[walk.Node]] = call_safely(your("UnionFind"), grouped)
        features = [walk.feature(self, *first_node) for first_node, *_ in groups]
        self.parts.compare_groups(groups, features, len(super().features()))
        return groups

    def _cells_of(self, nodes: Sequence[walk.Node]) -> tuple[Cell, ...]:
        """Return the cells of the segments of a feature, each once and sorted.

        They are from a student's OwnSet, if there is one.
        """
        def in_a_set() -> tuple[Cell, ...]:
            """Return the cells that a student's OwnSet holds after all were added."""
            own_set = self.parts.OwnSet()
            for cell, _ in nodes:
                own_set.add(cell)
            return tuple(sorted(own_set))

        return self.parts.through("OwnSet", in_a_set, tuple(sorted({cell for cell, _ in nodes})))

    def _feature(self, nodes: Sequence[walk.Node], cells: tuple[Cell, ...],
                 owner: int | None) -> Feature:
        """Return the feature with these nodes, cells and owner, scored by a student's functions."""
        cell, segment = nodes[0]
        kits_feature = cast(Feature, super().feature_at(cell, segment.edges[0]))
        feature = replace(kits_feature, cells=cells, owner=owner)
        if feature.kind == CITY:
            points = self._points_of_city(feature)
        else:
            points = self._points_of_way(feature, nodes)
        return replace(feature, points=points)

    def _points_of_city(self, city: Feature) -> Points:
        """Return the points of both players for a city.

        A complete one pays its owner, an open one pays each player for their own tiles.
        """
        if city.complete:
            return paid(self._city_points(len(city.cells), complete=True), city.owner)
        players = [self.tiles[cell].player for cell in city.cells]
        return (self._city_points(players.count(1), complete=False),
                self._city_points(players.count(2), complete=False))

    def _points_of_way(self, way: Feature, nodes: Sequence[walk.Node]) -> Points:
        """Return the points of both players for a road or a river with these segments."""
        if self.rules.closed_only and not way.complete:
            return 0, 0
        leads_off_board = any(
            cell_beyond is None for node in nodes for cell_beyond, _ in walk.beyond(node))
        arguments = (len(way.cells), way.touches, self._touches_open_city(way), leads_off_board)
        if way.kind == ROAD and self.parts.replaced("road_points"):
            points = self.parts.result_of("road_points", *arguments)
        else:
            points = self.parts.result_of("way_points", way.kind, *arguments)
        return paid(int(points), way.owner)

    def _touches_open_city(self, way: Feature) -> bool:
        """Return whether a city on a tile of a way is incomplete."""
        for cell in way.cells:
            for segment in self.tiles[cell].tile.segments:
                if segment.kind == CITY:
                    # the kit's own feature: it doesn't depend on a student's functions
                    city = super().feature_at(cell, segment.edges[0])
                    if city is not None and not city.complete:
                        return True
        return False

    def _city_points(self, tiles: int, complete: bool) -> int:
        """Return the points for a city, or for the ``tiles`` of a player in one that is open."""
        return int(self.parts.result_of("city_points", tiles, complete))


def _place_of(place: Any) -> Place:
    """Return the Place for what a student's function returned, a Place or a pair of its parts."""
    if isinstance(place, Place):
        return place
    cell, turns = place
    return Place(tuple(cell), int(turns))
