"""The kinds of mistakes: the changes that make each right, their costs, and what is said of it.

Of two changes that make an answer right, the cheaper one is told; what students often need costs
little. A rule has a cost, a pattern, and what replaces it. In a pattern A, B and C are any
expressions, N a name, K a constant, and X any attribute. What replaces it can name further things,
each of which is tried: V a variable, T a condition of the right answer, Y one of its attributes, ME
the first parameter. Before the colon is where a rule applies: "test", a condition; "last", the last
statement of a block; "loop", in a loop; "own", a call of a function of the student's; "plain", none
of them; "call", any call; "shape", names, calls, attributes, items and sums.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

__all__ = ["COSTS", "FAMILIES", "WRAPS", "Kind"]


class _Row(NamedTuple):
    """What is wrong, the change, what is wrong where the values are known; and the rules."""

    what: str
    change: str
    seen: str = ""
    expressions: str = ""
    statements: str = ""


#: The cost of each change that is not in the table of rules, by its name.
COSTS = {name: float(cost) for name, cost in re.findall(r"(\w+): ([-.0-9]+)", """
    number: 1.0; below_zero: 1.1; far_number: 1.7; last_item: 2.0; comparison: 1.0;
    far_comparison: 1.2; comparison_never_true: 0.5; not_compared: 1.8; and_for_or: 1.0;
    grouped: 1.0; asked_of_one_name_only: 1.3; condition_left_out: 1.2; operator: 1.5;
    operands_swapped: 1.4; constant_too_many: 1.0; right_operand_too_many: 1.4;
    left_operand_too_many: 1.6; items: 1.2; each_item: 0.1; values_swapped: 1.4;
    list_for_a_generator: 1.5; list_for_a_set: 1.4; count: 1.8; wrapped: 2.4; piece: 2.0;
    alike: 0.4; each_node_of_a_piece: 0.02; spelt: 0.6; family: 1.0; not_called: 2.0;
    arguments_swapped: 1.2; argument_more_or_less: 2.2; number_too_many: 1.5;
    function_for_a_method: 0.7; method_for_a_function: 1.0; name_handed_on: 0.5;
    constant_for_what_is_given: 0.8; other_for_what_is_given: 1.7; constant_handed_on: 1.9;
    own_handed_on: 1.6; line_too_many: 0.95; block_too_many: 1.5; while_for_if: 2.0;
    else_for_if: 1.5; two_targets: 1.5; raise: 1.6; statement: 1.9; missing: 1.9;
    block_missing: 0.4; missing_at_the_end: 1.8; return_missing: 1.3; return_in_a_block: 0.5;
    return_in_a_loop: 1.2; name_returned: 0.7; constant_returned: 0.9; guard: 1.7; base_case: 0.9;
    each_node_of_a_guard: 0.015; return_out: 0.9; out: 1.3; out_before: 1.5; out_of_all: 1.6;
    two_out: 1.7; after: 1.4; two_last: 1.6; elif: 0.9; asked_first: 1.0; after_guards: 1.3;
    last: 1.7; inside: 1.5; first: 1.8; else: 1.2; all_in_else: 1.6; method_left_out: 1.6;
    method_spelt: 0.3; default_anew: 0.5; no_self: 0.5; no_super: 1.4; shared_by_a_class: 1.0;
    ended_at_once: 0.4; not_anew: 0.9; other_way_round: 0.9; moved_by_one: 0.8; not_carried: 1.0;
    condition_needless: 1.5; else_of_a_loop: 0.9; loop_too_many: 1.2; counted: 0.6;
    everywhere: 1.7; name_everywhere: 1.0; order_everywhere: 0.1; far_from_the_error: 1.0;
    each_line_from_it: 0.25; none_passed: -2; ended: -0.5; second_change: 2.3; named_twice: 0.9;
    made_of_it: 0.5; names_what_is_wrong: 0.4""")}

#: Names that are taken for one another; and what is put around an expression.
FAMILIES = [names.split() for names in (
    "max min sum len", "append extend add insert", "any all", "round int float abs",
    "list tuple set sorted", "hstack vstack concatenate", "random choice randint randrange",
    "choice sample shuffle", "copy deepcopy", "remove pop discard",
    "ValueError TypeError IndexError Exception KeyError AssertionError")]
WRAPS = ["list", "round", "int", "max", "sum", "len", "tuple", "min", "str", "set", "abs", "bool"]


class Kind(Enum):
    """What kind of mistake a change makes right."""

    VALUE = _Row(
        "In line {line}, {old} is not what is needed.",
        "In line {line} it should be {new}, not {old}.",
        seen="In line {line}, {old} is {was} here, and {needed} is needed.",
        expressions="""
        1.0: True -> False; False -> True
        1.6: None -> 0; False; True; []
        1.9: K -> V
        2.0: K -> None
        1.0: A // B -> round(A / B); A / B -> round(A / B)
        2.0: A.X -> A
        2.0: A if B else C -> A; C
        1.0: A or None -> A
        1.2: -A -> A
        1.5 call: A -> -A
        1.0: -K -> 0
        1.4: max(A, B) -> A + B
        2.2: A[B] -> A
        1.2: A[B + C] -> A[(B + C) % len(A)]; A % B -> (A - 1) % B + 1
        1.6: N(A) -> A
        1.6: N(A, B) -> B; A
        1.7: A.X -> V
        1.7 shape: A -> A + 1
        1.8 shape: A -> A - 1
        1.3: range(A) -> range(1, A)
        1.4: enumerate(A) -> enumerate(A, 1)
        0.9: max(A) -> max(A, default=0)
        1.0: groupby(A) -> groupby(sorted(A))
        0.9: tuple(A) -> tuple(sorted(A))
        1.1: A.rstrip(B) -> A[:-1]; A.lstrip(B) -> A[1:]
        2.6 shape: A -> A.copy()""",
        statements="""
        1.4: A = B -> A += B
        1.7: A[B] = C -> A[B] = A.get(B, 0) + C
        1.8: A = B -> B
        1.2: A = B[C] -> A = B[C][0]
        1.8: return A -> return
        1.3 loop: return A -> continue
        1.5: N = A -> N = N and A; N = N or A
        0.9: return N(A) -> raise N(A)
        1.2: A[B + C] = D -> A[(B + C) % len(A)] = D
        1.0: break -> continue; continue -> break""")
    CONDITION = _Row(
        "In line {line}, {old} does not ask for what matters.",
        "In line {line}, the condition should be {new}, in place of {old}.",
        seen="In line {line}, {old} is {was} here, and should be {needed}.",
        expressions="""
        1.2: not A -> A
        1.1: A.X(B) == C -> C in A.X(B); A == B.X(C) -> A in B.X(C)
        1.7: A == B -> A in B; B in A
        1.7: A != B -> A not in B; B not in A
        1.2 test: A -> not A
        1.5 test: A -> T
        1.6 test: A -> not T
        1.9 test: A -> A and T
        2.0 test: A -> A or T""")
    TRUTH = _Row(
        "In line {line}, {old} stands for a condition. As a condition, 0, None, False and [] all "
        "count as False.",
        "As a condition, 0 counts as False like None does. In line {line}, ask for what you mean: "
        "{new}, not only {old}.",
        expressions="""
        0.8 test: A -> A is not None; not A -> A is None
        2.1 test: A -> A is None
        1.2: bool(A) -> A is not None""")
    INDEX = _Row(
        "In line {line}, another one is meant than number {old}.",
        "In line {line}, {old} is the wrong number between the square brackets: it should be "
        "{new}.")
    OPERATOR = _Row(
        "In line {line}, the operator in {old} is not the right one.",
        "In line {line} it should be {new}, not {old}.",
        seen="In line {line}, {old} is {was} here, and {needed} is needed: look at the operator.",
        statements="""
        1.4: A += B -> A = B
        1.1 loop: A = B + C -> A += C; A = B | C -> A |= C
        1.4 loop: A = B -> A |= B
        1.2: A += B -> A -= B; A *= B
        1.2: A -= B -> A += B; A *= B -> A += B""")
    GROUPS = _Row(
        "In line {line}, which parts of {old} belong together?",
        "In line {line}, what belongs together needs parentheses: {new}, not {old}.",
        seen="In line {line}, {old} is {was} here, and {needed} is needed: which parts belong "
        "together?",
        expressions="""
        0.9: A if B else C + D -> (A if B else C) + D; A + B if C else D -> A + (B if C else D)
        1.1: A if B else C if D else E -> (A if B else C) if D else E
        0.9: A if B else C + D if E else F -> (A if B else C) + (D if E else F)
        0.9: A if B else C + D + E if F else G -> (A if B else C) + (D + E if F else G)
        1.0: not A or B -> not (A or B); not A and B -> not (A and B); A + B * C -> (A + B) * C
        1.0: A - B * C -> (A - B) * C; A + B / C -> (A + B) / C; A - B / C -> (A - B) / C
        1.0: A + B // C -> (A + B) // C; A + B % C -> (A + B) % C; A - B % C -> (A - B) % C
        1.0: A * B + C -> A * (B + C); A / B * C -> A / (B * C); A / B + C -> A / (B + C)
        1.0: A - B + C -> A - (B + C); A - B - C -> A - (B - C)""")
    ORDER = _Row(
        "In line {line}, the order in {old} is not right.",
        "In line {line}, the order is wrong: it should be {new}, not {old}.",
        seen="In line {line}, {old} is {was} here, and {needed} is needed: look at the order.",
        expressions="""
        1.5: A if B else C -> C if B else A
        1.2: A[B, C] -> A[C, B]; A[B][C] -> A[C][B]""",
        statements="""
        1.1: A.X = B -> B.X = A
        1.2: A[B][C] = D -> A[C][B] = D; A[B, C] = D -> A[C, B] = D; A = B -> B = A""")
    NAME = _Row(
        "In line {line}, {old} is not the name that is meant.",
        "In line {line}, another name is meant: {new}, not {old}.",
        seen="In line {line}, {old} stands for {was} here, and {needed} is needed.",
        expressions="1.5: N -> V",
        statements="""
        1.8: N = A -> V = A
        1.6: B.X = A -> V.X = A""")
    ATTRIBUTE = _Row(
        "In line {line}, {old} is not the attribute that is meant.",
        "In line {line}, write {new}, not {old}.",
        seen="In line {line}, {old} is {was} here, and {needed} is needed.",
        expressions="""
        1.0: N -> self.N
        1.5: A.X -> A.Y
        2.0: N -> N.Y""",
        statements="""
        0.9: N = A -> ME.N = A
        1.7: N = A -> ME.Y = A
        1.6: B.X = A -> B.Y = A""")
    CALLED = _Row(
        "In line {line}, {old} does not do what is needed.",
        "In line {line}, use {new} in place of {old}.",
        statements="""
        1.4: N += A -> N = max(N, A); N = min(N, A)
        1.4: N = B + A -> N = max(B, A); N = min(B, A)""")
    ARGUMENT = _Row(
        "In line {line}, the function calls itself. Is {old} what it should hand on?",
        "The call in line {line} hands on the wrong thing: it should be {new}, not {old}.",
        seen="In line {line}, the function calls itself, and hands on {was} here, where {needed} "
        "is needed.")
    MISSING = _Row(
        "At this place, something is not done that must be done.",
        "Something is missing at line {line}: {new}")
    GUARD = _Row(
        "There is a case that must be asked for before anything else: a base case, or one that is "
        "not allowed.",
        "A case is missing at the beginning: {new}")
    NEEDLESS = _Row(
        "What does line {line} do in the case above, and should it?",
        "Line {line} should not be there: {old}")
    PLACE = _Row(
        "Line {line} is right, but it runs at the wrong time: when, and how often, does it run?",
        "{old} in line {line} is in the wrong place. {where}")
    RETURN = _Row(
        "What does the function return when it comes to line {line}?",
        "A return is missing or wrong at line {line}. There the function must come to: {new}",
        statements="""
        1.9: return A -> A
        0.8 last: A -> return A""")
    PRINT = _Row(
        "What is printed in line {line} is shown to a person, but the caller gets None.",
        "In line {line} the result is printed, not returned. Write {new} in place of {old}.",
        statements="0.4: print(A) -> return A")
    DROPPED = _Row(
        "What becomes of the result of the call in line {line}?",
        "The result of {old} in line {line} is lost. Use it: {new}",
        statements="""
        0.9 own: A -> V += A; V.append(A); V.extend(A)
        1.2 own: A -> if not A: return False; if A: return True
        1.1 own: A -> V = A; V = V and A; V = V or A
        1.9 plain: A -> V += A; V = A""")
    KEPT = _Row(
        "{old} in line {line} is made only once. What is in it when the next object is made?",
        "{old} in line {line} is made only once, for all objects together: each finds what others "
        "have left in it. Make it anew for each, in __init__.")
    SHARED = _Row(
        "In line {line}, [x] * n is not n things: it is one thing, n times.",
        "The rows made in line {line} are one and the same list. Make each anew: {new}, not "
        "{old}.",
        expressions="""
        0.8: [A] * B -> [A for _ in range(B)]; B * [A] -> [A for _ in range(B)]""")
    SPELLING = _Row(
        "Is each name in line {line} spelt as it should be?",
        "A name in line {line} is not the one that is meant: it should be {new}, not {old}.")
    PARAMETER = _Row(
        "Look at the parameters in line {line}.",
        "The parameters in line {line} should be: {new}")
