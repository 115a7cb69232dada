"""Wrong answers that once got a hint that was untrue, or that led nowhere."""

import ast

import pytest

from blocky import check
from blocky.kit.check.trees import blocks
from blocky.kit.repair.change import made
from tests.hints import cell, hints_of, repairs, task_for

LEAF = """    if not block.children:
        side = 2 ** (block.max_depth - block.level)
        return [[block.colour] * side for _ in range(side)]
    a, b, c, d = [flatten(child) for child in block.children]
"""
HINTS = {
    "rows are None": (check.flatten, "def flatten(block):\n" + LEAF + """    rows = []
    for left, right in zip(b, a):
        rows.append(left.extend(right))
    for left, right in zip(c, d):
        rows.append(left.extend(right))
    return rows
""", "changes left in place and returns None"),
    "a grid of grids": (check.flatten, f"def flatten(block):\n{LEAF}    return [b + a, c + d]\n",
                        "A row of your grid contains [1] instead of a colour number"),
    "only the children": (check.count_leaves, """def count_leaves(block):
    if not block.children:
        return 1
    total = 0
    for child in block.children:
        if not child.children:
            total += 1
    return total
""", "never calls itself"),
    "a sum that is lost": (check.count_leaves, """def count_leaves(block):
    if not block.children:
        return 1
    total = 0
    for child in block.children:
        total + count_leaves(child)
    return total
""", "Keep it: total += count_leaves(child)"),
}

NUMBERS = [([3, 1],), ([5],), ([2, 7, 4],), ([1, 1, 1, 1],)]


@pytest.mark.parametrize(("task", "source", "words"), HINTS.values(), ids=HINTS)
def test_the_mistake_is_named(task, source, words):
    hint = hints_of(task, cell(source))[-1]
    assert words in hint
    assert "array" not in hint
    assert "too small" not in hint


def test_what_prints_much_is_not_told_to_try_less():
    answer = cell("def flatten(block):\n    while True:\n        print('x' * 10_000)\n")
    assert "Remove print" in hints_of(check.flatten, answer)[-1]


@pytest.mark.parametrize("line", ["items.append(item)\n        break", "items.reverse()",
                                  "items = []", "items.pop()\n        break"])
def test_a_repair_leaves_no_empty_block(line):
    found = repairs(task_for(lambda items: items[0], *NUMBERS), cell(f"""def answer(items):
    for item in [*items]:
        {line}
    return items[0] if items else 0
"""))
    for repair in found:
        with made(repair.changes):
            tree = repair.program.trees["answer"]
            assert not any(isinstance(block[0], ast.Pass) for *_, block, _ in blocks(tree))


def test_a_repair_keeps_nothing_that_nobody_reads():
    found = repairs(task_for(max, *NUMBERS, call=lambda answer, items: answer(items).largest()
                             if isinstance(answer, type) else answer(items)),
                    cell("""class answer:
    def __init__(self, items):
        items = sorted(items)
        self.items = items

    def largest(self):
        items = self.items[-1:]
        items = items + [0]
        return items[-1]
"""))
    kept = [target.attr for repair in found for change in repair.changes
            for target in getattr(change.new, "targets", ()) if hasattr(target, "attr")]
    assert set(kept) <= {"items"}
