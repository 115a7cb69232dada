from blocky.prograsonne import Place, Restore, Save
from tests.answers import changes, solved

WINDOW = solved("prograsonne/11_window")


class WithExceptions(WINDOW.Window):
    """Tries the move, and reads the board only after it."""

    def rotate_clicked(self):
        self.turns = self.turns + 1 if self.turns < 5 else 0
        self.show_hand()

    def points_clicked(self):
        for player, points in enumerate(self.game.scores, start=1):
            self.view.set_points(player, points)

    def place_clicked(self, cell):
        type, turns, player = self.game.position.hand, self.turns, self.game.position.player
        try:
            self.game.play(Place(cell, turns))
        except ValueError:
            return False
        self.turns = 0
        self.points_clicked()
        self.show_hand()
        self.view.add_piece(cell, type, turns, player)
        return True

    def finish_clicked(self):
        self.game.end()
        self.view.new_piece(None)


class WithDifferences(WINDOW.SavingWindow):
    """Changes only the tiles that differ, and shows what is there twice."""

    def save_clicked(self):
        if self.game.over:
            return
        player = self.game.position.player
        self.game.play(Save(self.turns))
        self.view.add_number(self.game.position.history.current, player)
        self.points_clicked()

    def state_clicked(self, number):
        before = dict(self.game.board.tiles)
        try:
            self.game.play(Restore(number))
        except ValueError:
            return
        after = self.game.board.tiles
        for cell in {*before, *after}:
            if before.get(cell) != after.get(cell):
                if cell in before:
                    self.view.pop_piece(cell)
                if cell in after:
                    _, tile, player = after[cell]
                    self.view.add_piece(cell, tile.type, tile.turns, player)
        kept = [state.number for state in self.game.position.history.states]
        for each in [*self.view.numbers]:
            if each not in kept:
                self.view.pop_number(each)
        self.turns = self.game.position.turned
        self.points_clicked()
        self.show_hand()


RIGHT = {"Window": [WithExceptions], "SavingWindow": [WithDifferences]}

PLACED = "        _, tile, player = self.game.board.tiles[cell]\n        self.view.add_piece"
WRONG = {
    "Window": [*changes(
        WINDOW.Window,
        ("the next player", {PLACED: "        _, tile, _ = self.game.board.tiles[cell]\n"
                                     "        player = self.game.position.player\n"
                                     "        self.view.add_piece"},
         "view.add_piece((4, 5), 'GGGGGC', 0, 2), but player should be 1"),
        ("no points", {"        self.show_hand()\n        self.points_clicked()":
                       "        self.show_hand()"},
         "place_clicked must call view.set_points(1, 10), but doesn't"),
        ("only the player who placed", {
            "        self.start_turn()\n        return True":
            "        self.start_turn()\n"
            "        self.view.set_points(player, self.game.scores[player - 1])\n"
            "        return True",
            "        self.show_hand()\n        self.points_clicked()": "        self.show_hand()"},
         "place_clicked must call view.set_points(1, 10), but doesn't"),
        ("the rotation stays", {"        self.turns = turns\n": ""},
         "but turns should be 0"),
        ("rotated six times", {" % 6": ""}, "In rotate_clicked, go from 5 back to 0"),
        ("the other way round", {"if self.game.why_not(move)": "if not self.game.why_not(move)"},
         "doesn't make it with game.play"),
        ("the end isn't called", {"self.game.end()": "self.game.end", "        self.show_hand()\n\n"
                                  "    def start_turn": "        self.view.new_piece(None)\n\n"
                                  "    def start_turn"},
         "After window.finish_clicked(), game.over is still False"),
        ("players from 0", {"set_points(1, one)": "set_points(0, one)"},
         "On line 28"),
        ("the tile is not shown", {
            "        self.view.add_piece(cell, tile.type, tile.turns, player)\n"
            "        self.start_turn": "        self.start_turn"},
         "place_clicked must call view.add_piece((4, 5), 'GGGGGC', 0, 1), but doesn't"),
        ("every move", {"self.game.why_not(move)": "False"},
         "must change nothing here, because the move isn't legal. But your code calls game.play"),
        ("another result", {"return False": "return True"}, "False"),
        ("no result", {"return True": "return"}, "It must return True if the tile was placed",
         "returned_none"),
        ("another name", {"def finish_clicked": "def finished_clicked"},
         "Your class has no method finish_clicked"),
        ("a tile at the end", {"self.game.end()\n        self.show_hand()": "self.game.end()"},
         "finish_clicked must call view.new_piece(None), but doesn't"),
        ("an illegal click counts", {
            "            return False": "            self.turns = 0\n            return False"},
         "must change nothing here, because the move isn't legal. "
         "But your code changes self.turns"))],
    "SavingWindow": [*changes(
        WINDOW.SavingWindow,
        ("the cell after the move", {
            "        cell = self.game.board.last_of(self.game.position.player)\n"
            "        self.game.play(TakeBack())":
            "        self.game.play(TakeBack())\n"
            "        cell = self.game.board.last_of(self.game.position.player)"},
         "Find the cell before game.play(TakeBack())"),
        ("also when the game is over", {
            "        if self.game.why_not(TakeBack()):\n            return None\n"
            "        cell = self.game.board.last_of(self.game.position.player)\n":
            "        cell = self.game.board.last_of(self.game.position.player)\n"
            "        if cell is None:\n            return None\n"},
         "must change nothing here, because TakeBack isn't legal"),
        ("the outline first", {
            "            self.show_hand()\n            self.view.add_hint(best.cell)":
            "            self.view.add_hint(best.cell)\n            self.show_hand()"},
         "view.add_hint((4, 6)), but then view.new_piece undoes this", "returned_none"),
        ("a hint at the end", {"not self.game.over": "True"},
         "must change nothing here, because the game is over"),
        ("the hint isn't rotated", {"            self.turns = best.turns\n": ""},
         "but turns should be 4. Set self.turns to hint.placement.turns"),
        ("the rotation isn't saved", {"play(Save(self.turns))": "play(Save())"},
         "but the current rotation is 1. Pass self.turns to Save"),
        ("the numbers stay", {"            self.view.pop_number(each)\n": "            pass\n"},
         "deletes the later states, so find their numbers before you call it"),
        ("one number more", {"add_number(state.number,": "add_number(state.number + 1,"},
         "but should call view.add_number(1, 1)"),
        ("the player of the turn", {"state.player)": "self.game.position.turn)"},
         "There's no player 0 | with self.game.position.player"),
        ("saved after the end", {"not self.game.why_not(Save(self.turns))": "True"},
         "must change nothing here, because Save isn't legal. But your code calls game.play"),
        ("tiles on the same cell", {
            "        for cell, _, _ in before:\n":
            "        for cell in {each.cell for each in before} - {*self.game.board.tiles}:\n",
            "        for cell, tile, player in self.game.board.tiles.values():\n":
            "        gone = {*self.game.board.tiles} - {each.cell for each in before}\n"
            "        for cell, tile, player in map(self.game.board.tiles.get, gone):\n"},
         "view.pop_piece((4, 5)) and then view.add_piece((4, 5), 'GGGGGC', 0, 1)"),
        ("nothing to take back", {
            "            return None": "            self.turns = 0\n            return None"},
         "must change nothing here, because TakeBack isn't legal"),
        ("no such state", {
            "            return\n": "            self.turns = 0\n            return\n"},
         "must change nothing here, because Restore isn't legal"))],
}
