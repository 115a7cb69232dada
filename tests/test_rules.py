"""The rule sets: what is legal, what it costs, and how a game goes."""

import dataclasses
import json
import os
import subprocess
import sys
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
    Player,
    RandomPlayer,
    RuleSet,
    SmartPlayer,
)
from blocky.game import MODES
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


# -- what is legal ---------------------------------------------------------------------------

TOP, DIVIDED, LEAF, CELL = [(REFERENCE_BOARD, path) for path in ((), (0,), (1,), (0, 0))]
WHOLE_LEAF, WHOLE_CELL = (ONE_LEAF, ()), (ONE_CELL, ())
#: For rules, an action and a colour: the blocks on which it is legal, and those on which it is not.
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
    before = game.to_record()
    if action is not PAINT:
        assert (action in game.legal_actions(path)) == legal
    if legal:
        assert game.why_not(move) is None
        game.play(move)
        assert len(game.history) == 1
        game.board.check_invariants()
    else:
        with pytest.raises(IllegalMove) as refusal:
            game.play(move)
        assert str(refusal.value) == game.why_not(move)
        assert game.to_record() == before


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("action", [CW, CCW, ACROSS, UPSIDE])
def test_a_move_that_changes_nothing_uses_the_turn(rules, action):
    game = game_on(REFERENCE_BOARD, rules=rules, humans=2)
    game.play(Move(action, (1,)))
    assert (game.board.to_nested(), game.turn) == (REFERENCE, 1)


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


def test_humans_under_extended_rules_and_computers_smash_without_limit():
    human = game_on(REFERENCE_BOARD, rules=EXTENDED)
    computer = game_on(REFERENCE_BOARD, humans=0, randoms=1)
    for path in [(1,), (2,), (3,)]:
        human.play(Move(SMASH, path))
        assert computer.step(Move(SMASH, path)).forfeited == ""
    assert [turn.move.action for turn in human.history] == [SMASH] * 3


@pytest.mark.parametrize("path", [(), (0, 0)])
def test_under_classic_rules_a_refused_smash_forfeits_a_computers_turn(path):
    game = game_on(REFERENCE_BOARD, humans=0, randoms=2)
    scores = game.scores
    turn = game.step(Move(SMASH, path))
    assert turn.forfeited
    assert (game.board.to_nested(), game.scores, game.turn) == (REFERENCE, scores, 1)
    game.undo()
    assert (game.board.to_nested(), game.turn) == (REFERENCE, 0)


@pytest.mark.parametrize("take_a_turn", [Game.play, Game.step])
def test_a_humans_refused_smash_forfeits_nothing(take_a_turn):
    game = game_on(REFERENCE_BOARD)
    with pytest.raises(ValueError, match=r"\.$"):
        take_a_turn(game, Move(SMASH))
    assert (game.history, game.turn) == ([], 0)


def test_under_extended_rules_a_computers_refused_smash_is_an_error():
    game = game_on(REFERENCE_BOARD, humans=0, randoms=1, rules=EXTENDED)
    with pytest.raises(IllegalMove, match="Player 1"):
        game.step(Move(SMASH))
    assert game.history == []


@pytest.mark.parametrize(("move", "cost"), [
    (Move(SMASH, (1,)), 3), (Move(PAINT, (0, 0), GREEN), 1), (Move(COMBINE, (0,)), 1),
    (Move(PASS), 0), (Move(CW), 0), (Move(CCW), 0), (Move(ACROSS), 0), (Move(UPSIDE), 0)])
def test_costs_are_taken_off_the_movers_score_only(move, cost):
    goals = [PerimeterGoal(YELLOW), PerimeterGoal(RED)]
    game = game_on(REFERENCE_BOARD, humans=2, rules=EXTENDED, goals=goals)
    game.play(move)
    assert game.scores == [goals[0].score(game.board) - cost, goals[1].score(game.board)]
    assert EXTENDED.cost(move.action) == cost
    assert CLASSIC.cost(move.action) == 0
    game.play(Move(PASS))
    assert game.scores == [goals[0].score(game.board) - cost, goals[1].score(game.board)]
    game.undo(2)
    assert game.scores == [5, 5]


def test_a_forfeited_turn_costs_nothing():
    game = game_on(REFERENCE_BOARD, rules=EXTENDED, goals=[BlobGoal(RED)])
    game.forfeit(Move(SMASH, (1,)), "It took too long.")
    game.play(Move(PASS))
    assert game.scores == [4]


def test_costs_add_up():
    game = game_on(ONE_CELL, rules=EXTENDED, goals=[BlobGoal(RED)])
    for colour in (BLUE, GREEN, RED):
        game.play(Move(PAINT, (), colour))
    assert game.scores == [1 - 3]


# -- how a game is set up --------------------------------------------------------------------

def test_ready_made_games():
    made = {mode: Game.ready_made(mode, difficulty=3, max_depth=2, seed=1).players
            for mode in MODES}
    human, random, smart = HumanPlayer(), RandomPlayer(), SmartPlayer(3)
    assert made == {
        "solitaire": [human], "two players": [human, human], "human-random": [human, random],
        "human-smart": [human, smart], "sample": [human, random, smart], "auto": [random, smart]}


def test_players_come_in_the_order_human_random_smart():
    game = Game(max_depth=1, humans=1, randoms=1, smarts=[0, 2], seed=1)
    assert game.players == [HumanPlayer(), RandomPlayer(), SmartPlayer(0), SmartPlayer(2)]


def test_goals_are_of_one_type_and_both_types_occur():
    kinds = [{type(goal) for goal in Game(max_depth=1, humans=3, seed=seed).goals}
             for seed in range(20)]
    assert all(len(kind) == 1 for kind in kinds)
    assert set.union(*kinds) == {BlobGoal, PerimeterGoal}


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_have_different_colours(rules, players):
    for seed in range(50):
        goals = Game(max_depth=1, humans=players, smarts=[], rules=rules, seed=seed).goals
        assert len({goal.colour for goal in goals}) == players


def test_colours_repeat_only_where_there_are_more_players():
    first, last = set(), set()
    for seed in range(50):
        goals = Game(max_depth=1, humans=6, smarts=[], seed=seed).goals
        assert sorted(Counter(goal.colour for goal in goals).values()) == [1, 1, 2, 2]
        first.add(goals[0].colour)
        last.add(goals[3].colour)
    assert first == last == set(Colour)


class TopRowGoal(BlobGoal):
    """Another goal, as a student writes one."""


def test_own_kinds_of_goal_join_the_random_choice(tmp_path):
    kinds = [BlobGoal, PerimeterGoal, TopRowGoal]
    games = [Game(max_depth=1, goals=kinds, seed=seed) for seed in range(60)]
    assert all(len({type(goal) for goal in game.goals}) == 1 for game in games)
    assert {type(game.goals[0]) for game in games} == set(kinds)
    own = next(game for game in games if type(game.goals[0]) is TopRowGoal)
    own.save(tmp_path / "game.json")
    with pytest.raises(ValueError, match="TopRowGoal"):
        Game.load(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json", goals=own.goals) == own


def test_extended_rules_allow_four_players_and_classic_any_number():
    with pytest.raises(ValueError, match="4 players"):
        Game(max_depth=1, humans=5, smarts=[], rules=EXTENDED)
    assert len(Game(max_depth=1, humans=4, smarts=[], rules=EXTENDED).players) == 4
    assert len(Game(max_depth=1, humans=9, smarts=[], rules=CLASSIC).players) == 9


# -- computer players ------------------------------------------------------------------------

@pytest.mark.parametrize("rules", BOTH)
def test_what_a_random_player_chooses(rules):
    actions = Counter()
    for seed in range(20):
        game = Game(max_depth=3, humans=0, randoms=1, smarts=[], turns=10, rules=rules, seed=seed)
        while not game.over:
            move = game.choose()
            actions[move.action] += 1
            assert game.why_not(move) is None or (rules is CLASSIC and move.action is SMASH)
            game.step(move)
    assert set(actions) == set(rules.actions) - {PASS}


def test_a_random_player_passes_only_where_nothing_else_is_legal():
    rules = dataclasses.replace(EXTENDED, name="house", actions=(PAINT, PASS))
    game = Game(board=Block.from_nested([[0, 1, 2, 3], 1, 2, 3], 2), humans=0, randoms=1, smarts=[],
                rules=rules, turns=20, seed=1)
    game.run()
    assert {turn.move.action for turn in game.history} == {PAINT}
    stuck = Game(board=Block.from_nested(1, 2), humans=0, randoms=1, smarts=[], rules=rules,
                 turns=2)
    stuck.run()
    assert [turn.move for turn in stuck.history] == [Move(PASS)] * 2


def test_a_random_player_forfeits_turns_under_classic_rules_only():
    def forfeited(rules):
        games = [Game(max_depth=2, humans=0, randoms=1, smarts=[], rules=rules, seed=seed)
                 for seed in range(20)]
        for game in games:
            game.run()
        return [turn for game in games for turn in game.history if turn.forfeited]

    assert {turn.move.action for turn in forfeited(CLASSIC)} == {SMASH}
    assert forfeited(EXTENDED) == []


@pytest.mark.parametrize("rules", BOTH)
def test_a_smart_player_never_tries_to_smash(rules):
    for seed in range(5):
        game = Game(max_depth=3, humans=0, smarts=[2, 0], turns=5, rules=rules, seed=seed)
        tried = SmartPlayer(5).try_moves(game.copy(), Random(seed))
        assert SMASH not in {move.action for _, move in tried}
        game.run()
        assert SMASH not in {turn.move.action for turn in game.history}


def test_under_extended_rules_a_smart_player_improves_or_passes():
    actions = set()
    for seed in range(5):
        game = Game(max_depth=3, humans=0, smarts=[3, 0], turns=6, rules=EXTENDED, seed=seed)
        while not game.over:
            before = game.scores[game.turn]
            turn = game.step()
            actions.add(turn.move.action)
            assert turn.move.action is PASS or turn.scores[turn.player] > before
    assert PASS in actions
    assert len(actions) > 1


@pytest.mark.parametrize("goal", [BlobGoal, PerimeterGoal])
def test_a_smart_player_on_a_perfect_board(goal):
    board = ([[1, 1, 1, 1], 1, 1, 1], 2)
    settings = {"humans": 0, "smarts": [1], "goals": [goal(RED)]}
    assert game_on(board, rules=EXTENDED, **settings).choose() == Move(PASS)
    assert game_on(board, rules=CLASSIC, **settings).choose().action in (CW, CCW, ACROSS, UPSIDE)


def test_a_smart_player_takes_the_best_move_it_tried():
    for seed in range(10):
        game = Game(max_depth=3, humans=0, smarts=[4], seed=seed)
        before = game.to_record()
        trials = SmartPlayer(4).try_moves(game.copy(), Random(seed))
        move = SmartPlayer(4).make_move(game.copy(), Random(seed))
        assert game.score_after(move) == max(score for score, _ in trials)
        assert game.to_record() == before


def test_difficulty_is_how_many_moves_are_tried():
    game = Game(max_depth=1, humans=0, smarts=[1], seed=1)
    assert [len(SmartPlayer(difficulty).try_moves(game, Random(1)))
            for difficulty in (0, 1, 2, 3, 4, 5, 6, 99)] == [5, 10, 25, 50, 100, 150, 150, 150]


# -- turns, the end, winners -----------------------------------------------------------------

def test_players_move_in_turn_until_each_has_had_the_set_number():
    game = game_on(REFERENCE_BOARD, humans=3, turns=2)
    for number in range(6):
        assert (game.turn, game.moves_left, game.over) == (number % 3, 6 - number, False)
        assert game.winners == []
        assert game.play(Move(CW)).player == number % 3
    assert (game.moves_left, game.over) == (0, True)


def test_someone_ends_the_game_and_undo_opens_it_again():
    game = game_on(REFERENCE_BOARD, goals=[BlobGoal(RED)])
    game.play(Move(CW, (1,)))
    game.end()
    assert (game.over, game.winners) == (True, [0])
    game.undo()
    assert (game.over, game.winners, game.moves_left) == (False, [], 20)
    game.play(Move(CW))


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


def test_equal_scores_share_the_win():
    goals = [BlobGoal(RED), BlobGoal(BLUE), BlobGoal(RED)]
    game = game_on(([1, 1, 1, 0], 1), humans=3, goals=goals)
    game.end()
    assert (game.scores, game.winners) == ([3, 1, 3], [0, 2])


def test_costs_decide_who_wins():
    game = game_on(([1, 1, 0, 0], 1), humans=2, rules=EXTENDED,
                   goals=[PerimeterGoal(RED), PerimeterGoal(BLUE)], turns=1)
    game.play(Move(PAINT, (3,), GREEN))
    game.play(Move(PAINT, (3,), BLUE))
    assert (game.scores, game.winners) == ([3, 3], [0, 1])


def test_a_new_move_takes_the_place_of_undone_ones():
    game = game_on(REFERENCE_BOARD)
    game.play(Move(CW))
    game.undo()
    game.play(Move(CCW))
    assert (game.redoable, [turn.move for turn in game.history]) == (0, [Move(CCW)])


# -- seeds -----------------------------------------------------------------------------------

def test_a_refused_move_does_not_change_what_a_smash_brings():
    plain, refused = (game_on(REFERENCE_BOARD, humans=2, randoms=1) for _ in range(2))
    for illegal in (Move(SMASH), Move(PASS), Move(CW, (1, 1))):
        with pytest.raises(IllegalMove):
            refused.play(illegal)
    for game in (plain, refused):
        game.play(Move(SMASH, (1,)))
        game.play(Move(SMASH, (2,)))
        game.step()
    assert refused == plain
    assert refused.board == plain.board


def test_trying_on_a_copy_does_not_foretell_a_smash():
    brought = set()
    for seed in range(20):
        game = game_on(REFERENCE_BOARD, seed=seed)
        twin = game.copy()
        brought.add(twin.play(Move(SMASH, (1,))).chance == game.play(Move(SMASH, (1,))).chance)
    assert False in brought


@pytest.mark.parametrize("seed", [7, "seven"])
def test_the_seed_gives_the_same_game_in_every_process(seed):
    code = (
        "import json; from blocky import EXTENDED, Game; "
        f"game = Game(max_depth=3, humans=0, randoms=1, smarts=[1], rules=EXTENDED, seed={seed!r}, "
        "turns=4); game.run(); print(json.dumps(game.to_record()))")
    outputs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                       env=os.environ | {"PYTHONHASHSEED": hash_seed}).stdout
        for hash_seed in ("0", "1")]
    assert outputs[0] == outputs[1]
    assert len(json.loads(outputs[0])["moves"]) == 8


def test_other_seeds_give_other_games():
    def moves(seed):
        game = Game(max_depth=3, humans=0, randoms=1, smarts=[], seed=seed)
        game.run()
        return [turn.move for turn in game.history]

    assert moves(1) != moves(2)


# -- moves and players are values ------------------------------------------------------------

def test_one_player_object_plays_many_games():
    players = [RandomPlayer(), SmartPlayer(0)]
    one, other = (Game(max_depth=2, players=players, seed=1) for _ in range(2))
    one.run()
    other.run()
    assert one == other


def test_players_are_equal_when_their_kind_and_difficulty_are():
    assert SmartPlayer(1) == SmartPlayer(1)
    assert SmartPlayer(1) != SmartPlayer(2)
    assert RandomPlayer() != HumanPlayer()


def test_a_player_without_a_choice_of_its_own_says_so():
    with pytest.raises(NotImplementedError, match="make_move"):
        Player().make_move(None, Random(1))


def test_it_is_not_computed_what_a_human_wants():
    with pytest.raises(ValueError, match="human's turn"):
        game_on(REFERENCE_BOARD).step()


# -- rules of one's own ----------------------------------------------------------------------

def test_a_game_with_rules_of_ones_own_is_saved_and_loaded(tmp_path):
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


def test_rules_of_a_class_of_ones_own_are_given_again(tmp_path):
    class Gentle(RuleSet):
        def why_not(self, action, block, colour=None, smashed=0):
            return "Not so rough." if action is SMASH else super().why_not(action, block, colour)

    gentle = Gentle(**vars(EXTENDED))
    game = Game(max_depth=2, rules=gentle, seed=3)
    game.save(tmp_path / "game.json")
    with pytest.raises(ValueError, match=r"Gentle.*rules="):
        Game.load(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json", rules=gentle).rules is gentle


def test_a_refused_turn_says_why_in_the_rules_words_again(tmp_path):
    game = Game(max_depth=1, humans=0, randoms=1, smarts=[], seed=1)
    reason = game.step(Move(SMASH)).forfeited
    game.save(tmp_path / "game.json")
    assert reason not in (tmp_path / "game.json").read_text()
    assert Game.load(tmp_path / "game.json").history[0].forfeited == reason
