"""The student's own functions take part in a game of Blue, and whatever they do, it stays whole."""

import pytest

from blocky.blue import OFFICIAL, SEED, Game, Move, Parts, Position, data, plain
from blocky.blue.check.cases import small
from blocky.blue.parts import KITS
from blocky.blue.widgets import play
from blocky.kit import safely
from blocky.kit.safely import PartError
from tests.answers import tasks
from tests.blue.test_golden import GOLDEN

OWN = {name: right[0] for name, right, _ in tasks("blue") if hasattr(KITS, name)}


def test_plain_data_and_back():
    for golden in GOLDEN["draft"]:
        position = Position.from_record(golden["state"])
        state = plain(position)
        assert Position.from_record(state).state == position.state
        state["boards"][0]["wall"][0][0] = "x"
        state["boards"][0]["lines"][0] = "x"
        assert position.to_record() == golden["state"]
        assert [list(move) for move in data.legal_moves(golden["state"])] == golden["legal"]
        for after in golden["after"]:
            state = plain(position) | {"discards": {}}  # nobody knows them here
            data.take(state, *after["move"])
            del state["discards"]
            state["draft_over"] = not state["centre"] and not any(state["factories"])
            for board in state["boards"]:
                board["wall"] = list(map("".join, board["wall"]))
            assert state == after["state"]


@pytest.mark.parametrize("rules", [SEED, OFFICIAL], ids=str)
def test_right_parts_play_the_game_that_the_kit_plays(rules):
    settings = {"players": ["greedy", "first", "random"], "rules": rules, "seed": 4}
    own, kits = Game(**settings, parts=Parts(**{**OWN, "random_wall": data.random_wall})), Game(
        **settings)
    own.run()
    kits.run()
    assert own.parts != kits.parts == KITS
    assert own == kits
    assert own.scores == kits.scores
    own.undo(len(own.history))
    own.redo(len(kits.history))
    assert own == kits


def test_walls_are_the_students_own():
    game = Game(["first", "first"], seed=1, parts=Parts(random_wall=lambda rng: [
        list("rbgwy"[-row:] + "rbgwy"[:-row] if row else "rbgwy") for row in range(5)]))
    assert {board.perm for board in game.position.boards} == {"rbgwy"}
    for wall in (None, [], [list("rbgwy")] * 5, [list("rrbgw")] * 5, 7):
        with pytest.raises(PartError, match="random_wall"):
            Game(["first", "first"], parts=Parts(random_wall=lambda rng, wall=wall: wall))


@pytest.mark.parametrize("name", sorted(set(vars(KITS)) - {"random_wall"}))
@pytest.mark.parametrize("fault", ["raises", "returns something else", "never ends"])
def test_a_wrong_part_is_refused_and_changes_nothing(name, fault, monkeypatch):
    def raises(*args):
        raise ValueError("no idea")

    def loops(*args):
        while True:
            pass

    if fault == "never ends":
        monkeypatch.setattr(safely, "TIME_LIMIT", 0.1)
    own = {"raises": raises, "never ends": loops,
           "returns something else": lambda *args: "nonsense"}[fault]
    rules = OFFICIAL if name in ("official_score", "bonuses") else SEED
    said = {"raises": "no idea", "never ends": "0.1 seconds"}.get(fault, "nonsense")
    parts, games = Parts(**{name: own}), []

    def played():
        games.append(Game(["first", "greedy"], rules, seed=2, parts=parts))
        while not games[0].over:
            games.append(Game.from_record(games[0].to_record()))  # as it stands before a move
            if name == "legal_moves":
                games[0].legal_moves()
            games[0].step()

    with pytest.raises(PartError, match=f"{name}.*{said}"):
        played()
    assert not games or (games[0], games[0].position.state) == (games[-1],
                                                                games[-1].position.state)


def test_what_a_part_left_is_told():
    def forgets_the_rest(state, source, colour, line):
        rest = state["factories"][source - 1].replace(colour, "")
        data.take(state, source, colour, line)
        state["centre"] = state["centre"].removesuffix(rest)

    position = Position.from_record(small("", "rrb"))
    game = Game.on(position, Game(["human", "human"]).players, 1)
    game = Game.from_record(game.to_record(), parts=Parts(take=forgets_the_rest))
    with pytest.raises(PartError) as caught:
        game.play(Move(1, "r", 2))
    assert str(caught.value) == ("Your take, called with this state, 1, 'r', 2, left '' at "
                                 "['centre'], but 'b' is expected.")


def test_a_table_keeps_the_parts_in_a_new_and_in_a_saved_game(tmp_path):
    parts = Parts(floor_penalty=lambda floor: data.floor_penalty(floor))
    table = play(["human", "first"], seed=1, parts=parts, pause=0)
    table.save(str(tmp_path / "game.json"))
    table.new_game(seed=2)
    assert table.game.parts is parts
    table.load(str(tmp_path / "game.json"))
    assert table.game.parts is parts
    assert table.game.seed == 1
    with pytest.raises(ValueError, match="Parts"):
        Game(parts={"take": data.take})
