"""The rule sets: what is legal, what it costs, how a game goes, and how all of it is explained."""

import dataclasses
import re
from collections import Counter
from random import Random

import pytest

from blocky import (
    CLASSIC,
    EXTENDED,
    Action,
    BlobGoal,
    Block,
    Colour,
    Game,
    HumanPlayer,
    IllegalMove,
    Move,
    PerimeterGoal,
    RandomPlayer,
    RuleSet,
    SmartPlayer,
)
from blocky.draw.rules import COMBINED, RULES, TARGET, example, tied
from blocky.kit.draw.rulebook import rule_called
from blocky.widgets.ready_made import MODES, ready_made
from tests.strategies import REFERENCE

BLUE, RED, GREEN, YELLOW = Colour
CW, CCW, ACROSS, UPSIDE = list(Action)[:4]
SMASH, PAINT, COMBINE, PASS = list(Action)[4:]

BOTH = [CLASSIC, EXTENDED]
REFERENCE_BOARD = (REFERENCE, 2)
ONE_LEAF = (1, 2)
ONE_CELL = (1, 0)
TIE = ([[0, 0, 1, 1], 2, 1, 3], 2)
TIE_OF_FOUR = ([0, 1, 2, 3], 1)
LARGE_QUARTERS = ([1, 1, 1, 0], 2)
DIVIDED_QUARTER = ([[1, 1, 1, 1], 1, 1, 1], 2)


def game_on(board, **settings):
    nested, depth = board
    settings = {"humans": 1, "smarts": [], "seed": 1, "turns": 20} | settings
    return Game(board=Block.from_nested(nested, depth), **settings)


TOP, DIVIDED, LEAF, CELL = [(REFERENCE_BOARD, path) for path in ((), (0,), (1,), (0, 0))]
WHOLE_LEAF, WHOLE_CELL = (ONE_LEAF, ()), (ONE_CELL, ())
#: By rules, action and colour: the blocks on which it is legal, and those on which it is illegal.
LEGAL = {
    **{(rules, action, None): ([TOP, DIVIDED, LEAF, CELL, WHOLE_LEAF, WHOLE_CELL], [])
       for rules in BOTH for action in (CW, CCW, ACROSS, UPSIDE)},
    (CLASSIC, SMASH, None): ([DIVIDED, LEAF], [TOP, CELL, WHOLE_LEAF, WHOLE_CELL]),
    (CLASSIC, PAINT, RED): ([], [CELL]),
    (CLASSIC, COMBINE, None): ([], [DIVIDED]),
    (CLASSIC, PASS, None): ([], [TOP]),
    (EXTENDED, SMASH, None): ([LEAF, WHOLE_LEAF], [TOP, DIVIDED, CELL, WHOLE_CELL]),
    (EXTENDED, PAINT, RED): ([CELL], [DIVIDED, LEAF]),
    (EXTENDED, PAINT, BLUE): ([], [CELL]),
    (EXTENDED, PAINT, GREEN): ([WHOLE_CELL], [WHOLE_LEAF]),
    (EXTENDED, COMBINE, None): ([DIVIDED], [
        TOP, LEAF, CELL, WHOLE_CELL, (TIE, (0,)), (TIE_OF_FOUR, ()), (LARGE_QUARTERS, ()),
        (DIVIDED_QUARTER, ())]),
    (EXTENDED, PASS, None): ([TOP], []),
}


@pytest.mark.parametrize(("rules", "action", "colour", "board", "path", "legal"), [
    (*played, *place, legal) for played, (good, bad) in LEGAL.items()
    for legal, places in ((True, good), (False, bad)) for place in places])
def test_which_moves_are_legal(rules, action, colour, board, path, legal):
    game = game_on(board, rules=rules)
    move = Move(action, path, colour)
    assert (game.why_not(move) is None) == legal
    if action is not PAINT:
        assert (action in game.legal_actions(path)) == legal


def test_under_classic_rules_a_human_smashes_once():
    game = game_on(REFERENCE_BOARD, humans=2)
    game.play(Move(SMASH, (1,)))
    assert game.why_not(Move(SMASH, (2,))) is None
    game.play(Move(SMASH, (2,)))
    with pytest.raises(IllegalMove, match="smash"):
        game.play(Move(SMASH, (3,)))
    assert SMASH not in game.legal_actions((3,))
    game.undo(2)
    game.play(Move(SMASH, (3,)))


def test_computers_smash_without_limit():
    game = game_on(REFERENCE_BOARD, humans=0, randoms=1)
    for path in [(1,), (2,), (3,)]:
        assert game.step(Move(SMASH, path)).forfeited == ""


def test_a_refused_smash_forfeits_the_turn_of_a_computer_under_classic_rules_only():
    for path in [(), (0, 0)]:
        game = game_on(REFERENCE_BOARD, humans=0, randoms=2)
        assert game.step(Move(SMASH, path)).forfeited
        assert (game.board.to_nested(), game.turn) == (REFERENCE, 1)
    for settings in ({"humans": 0, "randoms": 1, "rules": EXTENDED}, {"humans": 1}):
        game = game_on(REFERENCE_BOARD, **settings)
        with pytest.raises(IllegalMove, match=r"\.$"):
            game.step(Move(SMASH))
        assert game.history == []


def test_a_forfeited_turn_costs_nothing():
    game = game_on(REFERENCE_BOARD, rules=EXTENDED, goals=[BlobGoal(RED)])
    game.forfeit(Move(SMASH, (1,)), "It took too long.")
    game.play(Move(PASS))
    assert game.scores == [4]


def test_ready_made_games():
    made = {mode: ready_made(mode, difficulty=3, max_depth=2, seed=1).players
            for mode in MODES}
    human, random, smart = HumanPlayer(), RandomPlayer(), SmartPlayer(3)
    assert made == {
        "solitaire": [human], "two players": [human, human], "human-random": [human, random],
        "human-smart": [human, smart], "sample": [human, random, smart], "auto": [random, smart]}


def test_colours_repeat_only_where_there_are_more_players():
    first, last = set(), set()
    for seed in range(50):
        goals = Game(max_depth=1, humans=6, smarts=[], seed=seed).goals
        assert sorted(Counter(goal.colour for goal in goals).values()) == [1, 1, 2, 2]
        first.add(goals[0].colour)
        last.add(goals[3].colour)
    assert first == last == set(Colour)


class TopRowGoal(BlobGoal):
    """A goal that a student might write."""


def test_a_students_kind_of_goal_joins_the_random_choice(tmp_path):
    kinds = [BlobGoal, PerimeterGoal, TopRowGoal]
    games = [Game(max_depth=1, goals=kinds, seed=seed) for seed in range(60)]
    assert all(len({type(goal) for goal in game.goals}) == 1 for game in games)
    assert {type(game.goals[0]) for game in games} == set(kinds)
    own = next(game for game in games if type(game.goals[0]) is TopRowGoal)
    own.save(tmp_path / "game.json")
    with pytest.raises(ValueError, match="TopRowGoal"):
        Game.load(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json", goals=own.goals) == own
    with pytest.raises(ValueError, match="the same target colours"):
        Game.load(tmp_path / "game.json", goals=own.goals[::-1])


@pytest.mark.parametrize("rules", BOTH)
def test_what_a_random_player_chooses(rules):
    actions = set()
    for seed in range(20):
        game = Game(max_depth=3, humans=0, randoms=1, smarts=[], turns=10, rules=rules, seed=seed)
        game.run()
        actions |= {turn.move.action for turn in game.history}
    assert actions == set(rules.actions) - {PASS}


@pytest.mark.parametrize("goal", [BlobGoal, PerimeterGoal])
def test_a_smart_player_on_a_perfect_board(goal):
    for rules, actions in ((EXTENDED, {PASS}), (CLASSIC, {CW, CCW, ACROSS, UPSIDE})):
        game = game_on(DIVIDED_QUARTER, humans=0, smarts=[1], goals=[goal(RED)], rules=rules)
        assert game.choose().action in actions


def test_difficulty_is_how_many_moves_are_tried():
    game = Game(max_depth=1, humans=0, smarts=[1], seed=1)
    assert [len(SmartPlayer(difficulty).try_moves(game, Random(1)))
            for difficulty in (0, 1, 2, 3, 4, 5, 6, 99)] == [5, 10, 25, 50, 100, 150, 150, 150]


@pytest.mark.parametrize("by_hand", [True, False])
def test_no_turn_is_taken_after_the_end(by_hand):
    game = game_on(REFERENCE_BOARD, humans=0, randoms=1, turns=3 if by_hand else 1)
    game.step(Move(CW))
    if by_hand:
        game.end()
    before = game.to_record()
    for act in (lambda: game.play(Move(CW)), game.step, lambda: game.step(Move(SMASH)),
                lambda: game.forfeit(Move(SMASH), "It is refused.")):
        with pytest.raises(IllegalMove, match="over"):
            act()
    assert game.legal_actions(()) == []
    game.run()
    assert game.to_record() == before


def test_a_refused_move_does_not_change_the_colours_of_a_smash():
    plain, refused = (game_on(REFERENCE_BOARD, humans=2, randoms=1) for _ in range(2))
    for illegal in (Move(SMASH), Move(PASS), Move(CW, (1, 1))):
        with pytest.raises(IllegalMove):
            refused.play(illegal)
    for game in (plain, refused):
        game.play(Move(SMASH, (1,)))
        game.play(Move(SMASH, (2,)))
        game.step()
    assert refused == plain


def test_trying_on_a_copy_does_not_foretell_a_smash():
    brought = set()
    for seed in range(20):
        game = game_on(REFERENCE_BOARD, seed=seed)
        twin = game.copy()
        brought.add(twin.play(Move(SMASH, (1,))).chance == game.play(Move(SMASH, (1,))).chance)
    assert False in brought


def test_a_game_with_house_rules_is_saved_and_loaded(tmp_path):
    house = dataclasses.replace(EXTENDED, name="house", smash_divided=True, smashes=2,
                                costs=((ACROSS, 7),), max_players=None)
    game = Game(max_depth=2, humans=1, randoms=1, smarts=[], rules=house, seed=3)
    game.play(Move(ACROSS))
    game.step()
    game.save(tmp_path / "game.json")
    twin = Game.load(tmp_path / "game.json")
    assert twin == game
    assert twin.rules == house
    assert twin.scores == game.scores


def test_rules_of_a_students_class_must_be_given_to_load_a_game(tmp_path):
    class Gentle(RuleSet):
        def why_not(self, action, block, colour=None, smashed=0):
            return "Not so rough." if action is SMASH else super().why_not(action, block, colour)

    gentle = Gentle(**vars(EXTENDED))
    game = Game(max_depth=2, rules=gentle, seed=3)
    game.save(tmp_path / "game.json")
    with pytest.raises(ValueError, match=r"Gentle.*rules="):
        Game.load(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json", rules=gentle).rules is gentle


def numbers(key):
    """Return the numbers in the text of a rule."""
    return list(map(int, re.findall(r"\d+", rule_called(RULES, key).text())))


@pytest.mark.parametrize(("goal", "move", "expected"), [
    (BlobGoal(0), Move(Action.PAINT, (0, 3), 0), ["the largest blob of blue grew from 1 to 2",
                                                  "the action paint costs 1 point"]),
    (BlobGoal(3), Move(Action.PAINT, (0, 3), 1), ["the largest blob of yellow shrank from 5 to 4",
                                                  "the action paint costs 1 point"]),
    (PerimeterGoal(1), Move(Action.PAINT, (0, 0), 1), ["2 more red sides on the outside",
                                                       "the action paint costs 1 point"]),
    (PerimeterGoal(1), Move(Action.PAINT, (0, 1), 0), ["1 fewer red side on the outside",
                                                       "the action paint costs 1 point"]),
    (BlobGoal(0), Move(Action.SMASH, (2,)), ["the action smash costs 3 points"]),
    (BlobGoal(0), Move(Action.PASS), []),
])
def test_what_a_move_brought_is_told(goal, move, expected):
    game = Game(board=example(), players=[HumanPlayer()], goals=[goal], rules=EXTENDED, seed=2)
    game.play(move)
    told = [reason.text for reason in game.position.reasons()]
    if move.action is Action.SMASH:
        told = told[-1:]  # what chance brought may have changed the blob as well
    assert told == expected


@pytest.mark.parametrize(("rules", "move", "key"), [
    (CLASSIC, Move(Action.SMASH), "smash"), (CLASSIC, Move(Action.SMASH, (0, 1)), "smash"),
    (EXTENDED, Move(Action.SMASH), "smash"), (CLASSIC, Move(Action.PASS), "extended"),
    (CLASSIC, Move(Action.COMBINE, (0,)), "extended"),
    (EXTENDED, Move(Action.COMBINE, (1,)), "combine"),
    (EXTENDED, Move(Action.PAINT, (1,), 0), "paint"),
    (CLASSIC, Move(Action.ROTATE_CLOCKWISE, (1, 2)), "paths"),
    (CLASSIC, Move(Action.ROTATE_CLOCKWISE, (0,)), ""), (CLASSIC, "rotate", ""),
])
def test_a_refusal_names_its_rule(rules, move, key):
    game = Game(board=example(), rules=rules, seed=1)
    assert getattr(game.why_not(move), "rule", "") == key
    assert (rule_called(RULES, key) is not None) == bool(key)


def test_the_numbers_of_the_rulebook_hold_in_the_game():
    assert numbers("board") == [4, 4]
    side = 2 ** example().max_depth
    assert numbers("levels")[-3:] == [example().max_depth, side, side]
    assert numbers("blob") == [BlobGoal(TARGET).score(example()), 0]
    assert numbers("perimeter") == [2, PerimeterGoal(TARGET).score(example())]
    assert numbers("costs") == [3, 1, 1]
    assert numbers("computers") == [5, 0, 150, 5]
    assert numbers("extended") == [3, 4]
    assert "once in a game" in rule_called(RULES, "smash").text()


def test_the_examples_of_the_rulebook_are_what_its_text_says():
    grid = example().flatten()
    labels = BlobGoal(TARGET).label(grid)
    touching = {tuple(sorted((labels[i, j], labels[i + 1, j + step])))
                for i in range(3) for j in range(4) for step in (-1, 1)
                if 0 <= j + step < 4 and labels[i, j] and labels[i + 1, j + step]}
    assert labels.max() == 2
    assert (1, 2) in touching  # only at a corner
    position = Game(board=example(), rules=EXTENDED, seed=1).position
    position.play(Move(Action.COMBINE, COMBINED), None)
    assert position.board.at(COMBINED).colour is Colour.RED
    assert Game(board=tied(), rules=EXTENDED, seed=1).why_not(Move(Action.COMBINE, COMBINED))
    still = Block.from_nested(2, 1)
    still.rotate(1)
    still.swap(0)
    assert still.to_nested() == 2
