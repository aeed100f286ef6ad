"""Exact numbers: integers, fractions, the three points over zero, sums of square roots."""

from ajisai.numbers.arithmetic import Number, add, div, gcd, is_number, mul, neg, ratio, sub
from ajisai.numbers.decimal_text import display, format_decimal, lexeme
from ajisai.numbers.enclosure import approximation
from ajisai.numbers.literal import NUMBER_PATTERN, NUMBER_REGEX, parse_number
from ajisai.numbers.order import compare, floor, round_half_away
from ajisai.numbers.power import power, sqrt
from ajisai.numbers.rational import INFINITY, NEG_INFINITY, NULLITY, Point, normal, ratio_of
from ajisai.numbers.surd import Surd

__all__ = [
    "INFINITY",
    "NEG_INFINITY",
    "NULLITY",
    "NUMBER_PATTERN",
    "NUMBER_REGEX",
    "Number",
    "Point",
    "Surd",
    "add",
    "approximation",
    "compare",
    "display",
    "div",
    "floor",
    "format_decimal",
    "gcd",
    "is_number",
    "lexeme",
    "mul",
    "neg",
    "normal",
    "parse_number",
    "power",
    "ratio",
    "ratio_of",
    "round_half_away",
    "sqrt",
    "sub",
]
