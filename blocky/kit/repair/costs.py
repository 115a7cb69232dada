"""The costs of repairs: if two changes make an answer right, hints name the cheaper one.

A change that students often need costs little. The costs of the rules are in the table of
``rules``.
"""

__all__ = ["COSTS"]

#: The cost of each change that is not in the table of rules, by its name.
COSTS = {
    "number": 1.0, "below_zero": 1.1, "far_number": 1.7, "last_item": 2.0, "comparison": 1.0,
    "far_comparison": 1.2, "comparison_never_true": 0.5, "not_compared": 1.8, "and_for_or": 1.0,
    "grouped": 1.0, "asked_of_one_name_only": 1.3, "condition_left_out": 1.2, "operator": 1.5,
    "operands_swapped": 1.4, "constant_too_many": 1.0, "right_operand_too_many": 1.4,
    "left_operand_too_many": 1.6, "items": 1.2, "each_item": 0.1, "values_swapped": 1.4,
    "list_for_a_generator": 1.5, "list_for_a_set": 1.4, "count": 1.8, "wrapped": 2.4, "piece": 2.0,
    "alike": 0.4, "each_node_of_a_piece": 0.02, "spelt": 0.6, "family": 1.0, "not_called": 2.0,
    "arguments_swapped": 1.2, "argument_more_or_less": 2.2, "number_too_many": 1.5,
    "function_for_a_method": 0.7, "method_for_a_function": 1.0, "name_handed_on": 0.5,
    "constant_for_what_is_given": 0.8, "other_for_what_is_given": 1.7, "constant_handed_on": 1.9,
    "own_handed_on": 1.6, "line_too_many": 0.95, "block_too_many": 1.5, "while_for_if": 2.0,
    "else_for_if": 1.5, "two_targets": 1.5, "raise": 1.6, "statement": 1.9, "missing": 1.9,
    "block_missing": 0.4, "missing_at_the_end": 1.8, "return_missing": 1.3,
    "return_in_a_block": 0.5, "return_in_a_loop": 1.2, "name_returned": 0.7,
    "constant_returned": 0.9, "guard": 1.7, "base_case": 0.9, "each_node_of_a_guard": 0.015,
    "return_out": 0.9, "out": 1.3, "out_before": 1.5, "out_of_all": 1.6, "two_out": 1.7,
    "after": 1.4, "two_last": 1.6, "elif": 0.9, "asked_first": 1.0, "after_guards": 1.3,
    "last": 1.7, "inside": 1.5, "first": 1.8, "else": 1.2, "all_in_else": 1.6,
    "method_left_out": 1.6, "method_spelt": 0.3, "default_anew": 0.5, "no_self": 0.5,
    "no_super": 1.4, "shared_by_a_class": 1.0, "ended_at_once": 0.4, "not_anew": 0.9,
    "other_way_round": 0.9, "moved_by_one": 0.8, "not_carried": 1.0, "condition_needless": 1.5,
    "else_of_a_loop": 0.9, "loop_too_many": 1.2, "counted": 0.6, "everywhere": 1.7,
    "name_everywhere": 1.0, "order_everywhere": 0.1, "far_from_the_error": 1.0,
    "each_line_from_it": 0.25, "none_passed": -2.0, "ended": -0.5, "second_change": 2.3,
    "named_twice": 0.9, "made_of_it": 0.5, "names_what_is_wrong": 0.4,
}
