"""The exercises of Prograsonne agree with its game, and its lists and dicts with Python's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import blocky.prograsonne.check  # noqa: F401  it registers the tasks
from blocky.kit.notebook.tasks import tasks_of
from blocky.prograsonne import Game, RandomPlayer, Rules
from blocky.prograsonne.hashed import OwnDict
from blocky.prograsonne.linked import LinkedList

TASKS = tasks_of("prograsonne")


def test_the_exercises_agree_with_the_game():
    snitches, reasons = 0, set()
    for seed in range(12):
        game = Game(Rules(), seed=seed, players=[RandomPlayer(), RandomPlayer()],
                    supply={"GCCRPR": 9, "GGGGGC": 12, "GGGGGR": 9, "CRCCRC": 6, "GGRGRG": 6})
        while True:
            board, hand = game.board, game.position.hand
            wins, why = (TASKS[name].right(*given) for name, given in (
                ("is_snitch", [board.features()]), ("why_over", [board, hand])))
            assert wins == (board.snitch is not None)
            assert (why is not None) == game.over
            assert all(TASKS["owner"].right(board, list(each.cells)) == each.owner
                       for each in board.features())
            snitches, reasons = snitches + wins, reasons | {why}
            if game.over:
                break
            game.step()
    assert snitches
    assert reasons == {None, "snitch", "supply", "no place"}


def test_a_list_that_cannot_be_sorted_stays_as_it_was():
    numbers = LinkedList()
    for value in (3, 1, "a", 2):
        numbers.append(value)
    with pytest.raises(TypeError):
        numbers.sort()
    assert (list(numbers), len(numbers)) == ([3, 1, "a", 2], 4)


@given(st.lists(st.tuples(st.sampled_from(["set", "del", "in"]), st.integers(-9, 40)), max_size=80))
def test_the_own_dict_agrees_with_pythons(steps):
    own, pythons = OwnDict(), {}
    for number, (step, key) in enumerate(steps):
        if step == "set":
            own[key] = pythons[key] = number
        elif step == "del" and key in pythons:
            del own[key], pythons[key]
        assert (key in own) == (key in pythons)
    assert {key: own[key] for key in own} == pythons
    assert len(own) == len(pythons)
    with pytest.raises(KeyError):
        del own["not there"]
