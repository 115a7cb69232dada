"""Questions compare a typed answer with the value that a cell computes."""

import numpy as np
import pytest

from blocky import Colour, widgets
from blocky.blue import widgets as blue
from blocky.kit.widgets.ask import ask
from blocky.prograsonne import widgets as prograsonne
from tests.panels import words


@pytest.mark.parametrize(("answer", "right", "wrong"), [
    (4, ["4", "4.0", " 4 ", "8/2"], ["5", "4.01", "four", "1/0", ""]),
    (np.int64(49), ["49"], ["48"]),
    (1 / 3, ["1/3", "0.33", "0,333"], ["0.3", "33"]),
    ("Breadth-first", ["breadth-first", " BREADTH-FIRST. "], ["depth-first"]),
    (Colour.RED, ["red", "Red"], ["blue", "1"]),
    ((0, 2), ["0, 2", "(0,2)", "0 2"], ["2, 0", "02"]),
    ({"red", "blue"}, ["red, blue", "blue red"], ["red"]),
])
def test_what_is_typed_is_compared_with_the_value(answer, right, wrong):
    asked = ask("What is it?", answer, why="So it is.")
    for given in [*right, *wrong]:
        asked.field.value = given  # as Enter does
        assert asked.text.startswith("Yes: ") == (given in right), given
        assert asked.text.endswith("So it is.") == (given in right)


def test_a_wrong_answer_is_told_and_the_right_one_shown():
    asked = ask("How many calls are made for `flatten(board)`?", 49)
    assert "<code>flatten(board)</code>" in asked.children[0].value
    asked.compare_button.click()
    assert asked.text == "Type your answer first."
    asked.field.value = "48"
    assert asked.text == "Not 48. Count again, or show the answer."
    asked.field.value = "many"
    assert asked.text == "The answer is a number, such as 12, 0.5 or 1/2."
    asked.show_button.click()
    assert asked.text == "The answer is: 49."
    assert words(asked.children[-1]) == "○ The answer is: 49."
    assert 'role="status"' in asked.children[-1].value


def test_a_choice_and_a_value_that_is_computed_when_it_is_asked_for():
    computed = []
    asked = ask("Which?", lambda: computed.append(1) or "queue", among=["stack", "queue"])
    assert asked.field.value is None
    asked.compare()
    assert asked.text == "Choose an answer first."
    assert computed == []
    asked.field.value = "stack"
    asked.compare()
    assert asked.text == "Not stack. Think again, or show the answer."
    asked.field.value = "queue"
    asked.compare()
    assert asked.text == "Yes: queue."
    choice = ask("Is it so?", np.bool_(True))
    assert list(choice.choices) == ["yes", "no"]
    choice.field.value = "yes"
    choice.compare()
    assert choice.text == "Yes: yes."


def test_a_text_stands_where_no_widget_lives_and_every_game_has_it():
    shown = ask("Is `a < b`?", True)._repr_mimebundle_()
    assert shown["text/plain"] == "Is `a < b`?\n○ yes\n○ no"
    assert "<code>a &lt; b</code>" in shown["text/html"]
    assert widgets.ask is prograsonne.ask is blue.ask is ask
