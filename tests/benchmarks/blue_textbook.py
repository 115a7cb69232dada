"""Blue as a careful student writes it: lists of lists, and every legal move in a list.

Only what the benchmarks need: random players, and what a game ends with.
"""

COLOURS = ["r", "b", "g", "w", "y"]
PENALTY = [0, 1, 2, 4, 6, 8, 11, 14]


class Player:
    def __init__(self, order):
        self.wall_colours = [[order[(c - r) % 5] for c in range(5)] for r in range(5)]
        self.wall = [[False] * 5 for _ in range(5)]
        self.lines = [[] for _ in range(5)]
        self.floor = 0
        self.score = 0

    def can_place(self, colour, line):
        tiles = self.lines[line]
        if len(tiles) > line or (tiles and tiles[0] != colour):
            return False
        column = self.wall_colours[line].index(colour)
        return not self.wall[line][column]

    def run(self, wall, row, column, down, across):
        length = 0
        row, column = row + down, column + across
        while 0 <= row < 5 and 0 <= column < 5 and wall[row][column]:
            length += 1
            row, column = row + down, column + across
        return length

    def tile(self, official, discards):
        wall = self.wall if official else [row[:] for row in self.wall]
        gains = 0
        for row in range(5):
            tiles = self.lines[row]
            if len(tiles) == row + 1:
                column = self.wall_colours[row].index(tiles[0])
                across = self.run(wall, row, column, 0, 1) + self.run(wall, row, column, 0, -1)
                down = self.run(wall, row, column, 1, 0) + self.run(wall, row, column, -1, 0)
                if official:
                    gains += (across + 1 if across else 0) + (down + 1 if down else 0) or 1
                else:
                    gains += 1 + across + down
                self.wall[row][column] = True
                discards.extend(tiles[1:])
                self.lines[row] = []
        self.score = max(0, self.score + gains - PENALTY[self.floor])
        self.floor = 0

    def bonus(self):
        rows = sum(all(row) for row in self.wall)
        columns = sum(all(row[c] for row in self.wall) for c in range(5))
        colours = sum(all(self.wall[r][self.wall_colours[r].index(colour)] for r in range(5))
                      for colour in COLOURS)
        return 2 * rows + 7 * columns + 10 * colours


class Game:
    def __init__(self, players, official, rng):
        self.official, self.rng = official, rng
        self.players = []
        for _ in range(players):
            order = COLOURS[:]
            if not official:
                rng.shuffle(order)
            self.players.append(Player(order))
        self.pool = [colour for colour in COLOURS for _ in range(20)]
        rng.shuffle(self.pool)
        self.discards = []
        self.factories = [[] for _ in range(2 * players + 1)]
        self.centre = []
        self.starter = rng.randrange(players)

    def fill(self):
        for factory in self.factories:
            for _ in range(4):
                if not self.pool and self.official:
                    self.pool, self.discards = self.discards, []
                    self.rng.shuffle(self.pool)
                if self.pool:
                    factory.append(self.pool.pop())

    def legal_moves(self, player):
        moves = []
        for source, tiles in enumerate([self.centre, *self.factories]):
            for colour in sorted(set(tiles)):
                moves.append((source, colour, -1))
                for line in range(5):
                    if player.can_place(colour, line):
                        moves.append((source, colour, line))
        return moves

    def play_move(self, player, move):
        source, colour, line = move
        tiles = self.centre if source == 0 else self.factories[source - 1]
        count = tiles.count(colour)
        rest = [tile for tile in tiles if tile != colour]
        if source == 0:
            self.centre = rest
            if self.token:
                self.token = False
                self.starter = self.players.index(player)
                player.floor = min(7, player.floor + 1)
        else:
            self.factories[source - 1] = []
            self.centre.extend(rest)
        for _ in range(count):
            if line >= 0 and len(player.lines[line]) <= line:
                player.lines[line].append(colour)
            else:
                player.floor = min(7, player.floor + 1)
                self.discards.append(colour)

    def play_round(self):
        self.token = True
        turn = self.starter
        while self.centre or any(self.factories):
            player = self.players[turn]
            self.play_move(player, self.rng.choice(self.legal_moves(player)))
            turn = (turn + 1) % len(self.players)
        for player in self.players:
            player.tile(self.official, self.discards)

    def is_over(self):
        if any(all(row) for player in self.players for row in player.wall):
            return True
        return not self.pool and not (self.official and self.discards)

    def play(self):
        """Return the scores of a whole game."""
        over = False
        while not over:
            self.fill()
            self.play_round()
            over = self.is_over()
        return [player.score + (player.bonus() if self.official else 0) for player in self.players]
