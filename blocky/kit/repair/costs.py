"""The costs of changes that don't fit into the table of rules.

If two changes make an answer right, hints name the cheaper one: what students often need costs
little. Each cost has an example, written as in ``rules``: the student's code, then what replaces
it.
"""

__all__ = ["COSTS"]

COSTS = {
    # constants
    "near_number": 1.0,                 # 2 -> 3; or one that a right answer has in such a place
    "minus_one": 1.1,                   # 1 -> -1, where no right answer has a -1
    "far_number": 1.7,                  # 2 -> 7
    "index_of_the_last": 2.0,           # rows[0] -> rows[-1], where no right answer has a -1

    # conditions
    "comparison": 1.0,                  # a < b -> a <= b
    "far_comparison": 1.2,              # a < b -> a == b
    "comparison_never_true": 0.5,       # a is [] -> a == []
    "not_compared": 1.8,                # a == b -> a; not a
    "and_for_or": 1.0,                  # a or b -> a and b
    "or_grouped": 1.0,                  # a and b or c -> a and (b or c)
    "condition_for_another_name": 1.3,  # 0 <= x and y -> 0 <= x and y and 0 <= y
    "condition_dropped": 1.2,           # a and b -> a

    # sums and products
    "operator": 1.5,                    # a + b -> a - b
    "operands_swapped": 1.4,            # a - b -> b - a
    "constant_operand_dropped": 1.0,    # a + 1 -> a
    "right_operand_dropped": 1.4,       # a + b -> a
    "left_operand_dropped": 1.6,        # a + b -> b

    # lists, tuples, dicts and comprehensions
    "items_reordered": 1.2,             # [a, b, c] -> [b, a, c]
    "each_reordered_item": 0.1,
    "dict_values_swapped": 1.4,         # {a: b, c: d} -> {a: d, c: b}
    "list_for_a_generator": 1.5,        # (f(a) for a in b) -> [f(a) for a in b]
    "list_for_a_set": 1.4,              # {f(a) for a in b} -> [f(a) for a in b]
    "sum_or_count_of_items": 1.8,       # [f(a) for a in b] -> sum(...); len(...)

    # calls
    "function_of_the_same_family": 1.0,  # max(a) -> min(a)
    "call_added": 2.4,                  # a -> len(a)
    "method_call_dropped": 2.0,         # a.f() -> a
    "arguments_swapped": 1.2,           # f(a, b) -> f(b, a)
    "argument_added_or_dropped": 2.2,   # f(a) -> f(a, b)
    "constant_argument_dropped": 1.5,   # f(a, 1) -> f(a)
    "function_for_a_method": 0.7,       # child.flatten() -> flatten(child)
    "method_for_a_function": 1.0,       # flatten() -> self.flatten()
    "less_for_a_name_in_a_recursion": 0.5,  # f(a) -> f(b), in f
    "parameter_for_a_constant": 0.8,    # f(0) -> f(n), in a function with the parameter n of f
    "parameter_for_an_argument": 1.7,   # f(a) -> f(n), in a function with the parameter n of f
    "constant_for_an_argument": 1.9,    # f(a) -> f(0)
    "item_for_an_argument": 1.6,        # f(a) -> f(b[0]), which the student's function has

    # what a function of Python does, misunderstood
    "list_for_an_iterator": 0.5,        # a = zip(b) -> a = list(zip(b)), where a is read twice
    "original_for_a_copy": 0.9,         # a = dict(b) -> a = b
    "replace_for_strip": 0.9,           # a.strip(b) -> a.replace(b, "")
    "at_least_0": 1.2,                  # a - b -> max(0, a - b)

    # any expression
    "misspelt_name": 0.6,               # chldren -> children
    "part_of_a_right_answer": 2.0,      # a -> an expression of a right answer
    "less_for_each_likeness": 0.4,      # of the same type; with a name in common
    "each_node_of_a_part": 0.02,
    "less_for_a_variable_made_of_it": 0.5,  # a -> b, after b = f(a)

    # statements that are replaced
    "statement_deleted": 0.95,
    "block_deleted": 1.5,
    "if_and_while_exchanged": 2.0,      # if a: ... -> while a: ...
    "branches_swapped": 1.5,            # if a: b() else: c() -> if a: c() else: b()
    "two_targets_swapped": 1.5,         # a, b = c -> b, a = c
    "raise_of_a_right_answer": 1.6,     # a() -> raise ValueError(...)
    "statement_of_a_right_answer": 1.9,
    "if_dropped": 1.5,                  # if a: b() -> b()

    # statements that are added
    "statement_added": 1.9,
    "statement_added_at_the_end": 1.8,
    "more_for_a_block": 0.4,
    "return_of_a_right_answer": 1.3,
    "name_returned": 0.7,               # return a
    "constant_returned": 0.9,           # return 0
    "more_for_a_return_in_a_block": 0.5,
    "more_for_a_return_in_a_loop": 1.2,
    "case_added": 1.7,                  # if a: return 0, at the beginning of a function
    "base_case_added": 0.9,             # the same, where the function has no case and never ends
    "each_node_of_a_case": 0.015,

    # statements in the wrong place
    "return_moved_out": 0.9,            # after the block that it is in
    "moved_out": 1.3,
    "two_moved_out": 1.7,
    "moved_out_and_before": 1.5,        # before the block that it is in
    "moved_before_a_loop": 1.6,         # also out of several blocks
    "moved_after_the_next": 1.4,
    "moved_after_an_early_return": 1.3,
    "moved_to_the_end": 1.7,
    "two_moved_to_the_end": 1.6,
    "moved_to_the_beginning": 1.8,
    "moved_inside": 1.5,                # into the block beside it
    "moved_into_else": 1.2,
    "rest_moved_into_else": 1.6,
    "else_moved_out": 0.9,              # if a: b() else: c() -> if a: b(); and always c()
    "elif_tested_first": 1.0,

    # loops
    "loop_ended_too_early": 0.4,        # its return belongs after it, or under a condition
    "moved_into_a_loop": 0.9,
    "loops_swapped": 0.9,               # for a in b: for c in d: -> for c in d: for a in b:
    "new_name_in_a_loop": 1.0,          # a += 1 -> new_a = a + 1, which the next round starts with
    "else_moved_to_the_if": 0.9,        # the else of a loop belongs to the if in it
    "loop_removed": 1.2,                # for a in b: c() -> c()
    "iterations_counted": 0.6,          # for a in b: b.index(a) -> for i, a in enumerate(b): i
    "loop_variable_renamed": 0.9,       # for a, a in b -> for a, i in b

    # functions, methods and what is made only once
    "misspelt_method": 0.3,             # def __int__(self): -> def __init__(self):
    "special_method_deleted": 1.6,
    "self_added": 0.5,                  # def f(a): -> def f(self, a):
    "super_called": 1.4,                # super().__init__(a)
    "default_made_in_each_call": 0.5,   # def f(a=[]): -> def f(a=None):
    "class_value_made_in_init": 1.0,

    # the same change in several places, which is one mistake
    "most_for_everywhere": 1.7,
    "most_for_a_name_everywhere": 1.0,
    "less_for_an_order_everywhere": 0.1,
    "less_for_all_moved_by_one": 0.8,

    # where a change is
    "each_line_from_the_error": 0.25,
    "most_for_lines_from_the_error": 1.0,
    "less_if_the_line_names_what_is_wrong": 0.4,

    # what a first change leaves to a second one
    "wrong_in_another_way": 2.0,
    "returns_now": 0.5,
    "most_for_a_second_change": 2.3,
}
