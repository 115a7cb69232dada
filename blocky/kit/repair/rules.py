"""The kinds of mistakes: the changes that correct each, their costs, and the hints.

If two changes make an answer right, hints name the cheaper one; what students often need costs
little. A rule has a cost, a pattern, and what replaces it: ``1.2 test: A -> not A``. Changes that
no such rule can say are made by the other modules of this folder; ``costs`` has their costs.

In a pattern:

- A, B, C and so on are any expressions, N is a name, K a constant, and X any attribute.
- What replaces it can name further things, each of which is tried: V is a variable, T a condition
  of a right answer, Y one of its attributes, ME the first parameter.

Before the colon is where a rule applies: "test", a condition; "last", the last statement of a
block; "loop", in a loop; "own", a call of a function of the student's; "plain", no such call;
"call", any call; "shape", names, calls, attributes, items and sums.
"""

from enum import Enum
from typing import NamedTuple

__all__ = ["FAMILIES", "WRAPS", "Kind"]


class _Row(NamedTuple):
    """The sentences about a kind of mistake, and the rules that correct it.

    Attributes:
        question: the second hint.
        correction: the third hint.
        with_values: the second hint where the value is known, and the one that is needed.
        expressions, statements: the rules, one on each line.
    """

    question: str
    correction: str
    with_values: str = ""
    expressions: str = ""
    statements: str = ""


#: Names that are taken for one another.
FAMILIES = [names.split() for names in (
    "max min sum len", "append extend add insert", "any all", "round int float abs",
    "list tuple set sorted", "hstack vstack concatenate", "random choice randint randrange",
    "choice sample shuffle", "copy deepcopy", "remove pop discard",
    "ValueError TypeError IndexError Exception KeyError AssertionError")]

#: Functions whose call may be missing around an expression.
WRAPS = ["list", "round", "int", "max", "sum", "len", "tuple", "min", "str", "set", "abs", "bool"]


class Kind(Enum):
    """What kind of mistake a change makes right."""

    VALUE = _Row(
        "On line {line}, {old} isn't right. What do you need there?",
        "On line {line}, replace {old} with {new}.",
        with_values="On line {line}, {old} is {was} here, but you need {needed}.",
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
        0.9: range(A, 0, -1) -> range(A, -1, -1)
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
        "On line {line}, {old} doesn't test the right thing.",
        "On line {line}, replace the condition {old} with {new}.",
        with_values="On line {line}, {old} is {was} here, but it should be {needed}.",
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
        "On line {line}, {old} is used as a condition. In a condition, 0, None, False and [] all "
        "count as False.",
        "In a condition, 0 counts as False, just like None. On line {line}, replace {old} with "
        "{new}.",
        expressions="""
        0.8 test: A -> A is not None; not A -> A is None
        2.1 test: A -> A is None
        1.2: bool(A) -> A is not None""")
    INDEX = _Row(
        "On line {line}, {old} in the square brackets is wrong.",
        "On line {line}, write {new} in the square brackets, not {old}.")
    OPERATOR = _Row(
        "On line {line}, the operator in {old} is wrong.",
        "On line {line}, replace {old} with {new}.",
        with_values="On line {line}, {old} is {was} here, but you need {needed}. Check the "
                    "operator.",
        statements="""
        1.4: A += B -> A = B
        1.1 loop: A = B + C -> A += C; A = B | C -> A |= C
        1.4 loop: A = B -> A |= B
        1.2: A += B -> A -= B; A *= B
        1.2: A -= B -> A += B; A *= B -> A += B""")
    GROUPS = _Row(
        "In what order does Python evaluate {old} on line {line}? Which parts belong together?",
        "Line {line} needs parentheses. Replace {old} with {new}.",
        with_values="On line {line}, {old} is {was} here, but you need {needed}. Which parts "
                    "belong together?",
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
        "On line {line}, something in {old} is in the wrong order.",
        "On line {line}, the order is wrong. Replace {old} with {new}.",
        with_values="On line {line}, {old} is {was} here, but you need {needed}. Check the order.",
        expressions="""
        1.5: A if B else C -> C if B else A
        1.2: A[B, C] -> A[C, B]; A[B][C] -> A[C][B]
        0.9: A and B -> B and A""",
        statements="""
        1.1: A.X = B -> B.X = A
        1.2: A[B][C] = D -> A[C][B] = D; A[B, C] = D -> A[C, B] = D; A = B -> B = A""")
    NAME = _Row(
        "Line {line} uses the wrong name in {old}.",
        "Line {line} uses the wrong name. Replace {old} with {new}.",
        with_values="On line {line}, {old} is {was} here, but you need {needed}. Is it the right "
                    "name?",
        expressions="1.5: N -> V",
        statements="""
        1.8: N = A -> V = A
        1.6: B.X = A -> V.X = A""")
    ATTRIBUTE = _Row(
        "On line {line}, {old} isn't the attribute you need.",
        "On line {line}, replace {old} with {new}.",
        with_values="On line {line}, {old} is {was} here, but you need {needed}.",
        expressions="""
        1.0: N -> self.N
        1.5: A.X -> A.Y
        2.0: N -> N.Y""",
        statements="""
        0.9: N = A -> ME.N = A
        1.7: N = A -> ME.Y = A
        1.6: B.X = A -> B.Y = A""")
    CALLED = _Row(
        "On line {line}, {old} doesn't do what you need.",
        "On line {line}, use {new} instead of {old}.",
        statements="""
        1.4: N += A -> N = max(N, A); N = min(N, A)
        1.4: N = B + A -> N = max(B, A); N = min(B, A)""")
    ARGUMENT = _Row(
        "Look at {old} in the call on line {line}. Does the call pass the right arguments?",
        "The call on line {line} passes the wrong arguments. Replace {old} with {new}.",
        with_values="In the call on line {line}, {old} is {was} here, but you need {needed}.")
    MISSING = _Row(
        "A step is missing here. What should happen at this point?",
        "Add this at line {line}: {new}")
    GUARD = _Row(
        "Your code should handle one special case first, such as a base case. Which case is it?",
        "Add this case at the beginning: {new}")
    NEEDLESS = _Row(
        "What does line {line} do in the case above? Should it do that?",
        "Line {line} shouldn't be there. Delete it: {old}")
    PLACE = _Row(
        "Line {line} is right, but in the wrong place. When does it run, and how many times?",
        "{old} on line {line} is in the wrong place. {where}")
    RETURN = _Row(
        "What does the function return when it reaches line {line}?",
        "On line {line}, replace {old} with {new}.",
        statements="""
        1.9: return A -> A
        0.8 last: A -> return A""")
    PRINT = _Row(
        "Line {line} prints a value. What does the caller get?",
        "Line {line} prints the result, so the caller gets None. Replace {old} with {new}.",
        statements="0.4: print(A) -> return A")
    DROPPED = _Row(
        "Where does the result of the call on line {line} go?",
        "The result of {old} on line {line} is lost. Use it: {new}",
        statements="""
        0.9 own: A -> V += A; V.append(A); V.extend(A)
        1.2 own: A -> if not A: return False; if A: return True
        1.1 own: A -> V = A; V = V and A; V = V or A
        1.9 plain: A -> V += A; V = A""")
    KEPT = _Row(
        "{old} on line {line} runs only once. If you create a second object, does it get a new "
        "value, or the same one?",
        "{old} on line {line} runs only once, so all objects share its value. Create it for each "
        "object, in __init__.")
    SHARED = _Row(
        "On line {line}, [x] * n doesn't create n separate things. It repeats the same thing n "
        "times.",
        "All the rows created on line {line} are the same list. Replace {old} with {new}.",
        expressions="""
        0.8: [A] * B -> [A for _ in range(B)]; B * [A] -> [A for _ in range(B)]""")
    SPELLING = _Row(
        "Is every name on line {line} spelt correctly?",
        "A name on line {line} is spelt wrong. Replace {old} with {new}.")
    PARAMETER = _Row(
        "Look at the parameters on line {line}.",
        "The parameters on line {line} should be: {new}")
