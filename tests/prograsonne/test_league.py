"""Leagues, with players that students could hand in."""

from blocky.prograsonne import Player, RandomPlayer, Restore, Save, TakeBack, arena


class Saves(Player):
    def make_move(self, game, rng):
        return Save() if rng.random() < 0.5 else Restore(1)


class Wavers(Player):
    """Takes its tile back whenever it can."""

    def make_move(self, game, rng):
        legal = game.legal_moves()
        return TakeBack() if TakeBack() in legal else legal[0]


class Best(Player):
    """Tries everything, as a student would write it."""

    def make_move(self, game, rng):
        return max(game.legal_moves(), key=game.score_after)


def test_a_league_of_all_kinds_of_players():
    league = arena.league([RandomPlayer(), Best, Saves], boards=1, seed=3, seconds=20,
                          progress=False)
    assert not league.stopped
    rows = {row.name: row for row in league.table()}
    assert rows["Best"].wins > rows["Random"].wins
    assert rows["Saves"].forfeits >= 3
    assert "You can't save states in a league" in str(league)
    for result in league.results[::2]:
        game = league.replay(result.number)
        assert (tuple(game.scores), len(game.history)) == (result.scores, len(result.moves))


def test_a_game_of_two_who_take_back_for_ever_comes_to_an_end():
    league = arena.league({"One": Wavers, "Other": Wavers}, boards=1, seconds=20, progress=False)
    assert [result.ended for result in league.results] == [None, None]
    longest = max(league.results, key=lambda result: len(result.moves))
    assert len(longest.moves) == arena.MOVES
    game = league.replay(longest.number)
    assert game.why_over() == "A league game ends after 200 moves."
    assert game.position.certain_moves() == game.position.legal_moves() == []


def test_the_same_first_tiles_in_both_seats_and_another_game_for_another_seed():
    series = arena.PrograsonneSeries(arena.RULES, 3)
    one, other = (series.begin(2, "", [RandomPlayer(), RandomPlayer()], names)
                  for names in (("a", "b"), ("b", "a")))
    assert one.position.to_record() == other.position.to_record()
    assert one.seed != other.seed
    again = arena.PrograsonneSeries(arena.RULES, 4).begin(2, "", one.players, ("a", "b"))
    assert again.position.to_record() != one.position.to_record()
