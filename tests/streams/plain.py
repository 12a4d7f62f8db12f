"""Parsers as they would be written for reading: slow and obvious, to compare with."""

import math
import re
from typing import Any

__all__ = ["comma_separated", "decimal", "murmur", "svmlight", "vowpal_wabbit"]

NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
BLANK = " \t\r\x0b\x0c"


def decimal(text: str) -> float:
    """A finite number that is the whole text, or a ValueError."""
    if not NUMBER.fullmatch(text) or math.isinf(float(text)):
        raise ValueError(text)
    return float(text)


def murmur(data: bytes, seed: int) -> int:
    """MurmurHash3, 32 bits."""
    mask, state = 0xFFFFFFFF, seed

    def turn(word: int, by: int) -> int:
        return ((word << by) | (word >> (32 - by))) & mask

    def mix(word: int) -> int:
        return turn(word * 0xCC9E2D51 & mask, 15) * 0x1B873593 & mask

    whole = len(data) // 4 * 4
    for i in range(0, whole, 4):
        state = turn(state ^ mix(int.from_bytes(data[i : i + 4], "little")), 13)
        state = (state * 5 + 0xE6546B64) & mask
    if data[whole:]:
        state ^= mix(int.from_bytes(data[whole:], "little"))
    state ^= len(data)
    state = (state ^ state >> 16) * 0x85EBCA6B & mask
    state = (state ^ state >> 13) * 0xC2B2AE35 & mask
    return state ^ state >> 16


def tokens(text: str) -> list[str]:
    return [token for token in re.split(f"[{BLANK}]+", text) if token]


def svmlight(line: str, features: int, one_based: bool = True) -> tuple[float, dict[int, float]]:
    """The label and the sum of the values of each column, or a ValueError."""
    label, *entries = tokens(line.split("#")[0])
    row: dict[int, float] = {}
    for entry in entries:
        if entry.startswith("qid:"):
            continue
        index, value = entry.split(":")
        if not re.fullmatch("[0-9]+", index) or not 0 <= int(index) - one_based < features:
            raise ValueError(entry)
        column = int(index) - one_based
        row[column] = row.get(column, 0.0) + decimal(value)
    return decimal(label), row


def head(text: str) -> tuple[float, float]:
    """The label (NaN where there is none) and the weight before the first bar."""
    words = tokens(text)
    if words and text[-1] not in BLANK:
        words.pop()  # it touches the bar: a tag
    numbers = [decimal(word) for word in words if not word.startswith("'")]
    if len(numbers) > 2 or (len(numbers) == 2 and numbers[1] < 0):
        raise ValueError(text)
    label, weight, *_ = [*numbers, *[math.nan, 1.0][len(numbers) :]]
    return label, weight


def named(word: str) -> tuple[str, float]:
    name, colon, value = word.partition(":")
    return name, decimal(value) if colon else 1.0


def vowpal_wabbit(line: str, bits: int, seed: int) -> tuple[float, float, dict[int, float]]:
    """The label, the weight and the sum of the values of each column, or a ValueError."""
    before, *spaces = line.split("|")
    if not spaces:
        raise ValueError(line)
    label, weight = head(before)
    row: dict[int, float] = {}
    for space in spaces:
        key, factor, words = seed, 1.0, tokens(space)
        if words and space[0] not in BLANK:
            name, factor = named(words.pop(0))
            key = murmur(name.encode(), seed) if name else seed
        for word in words:
            name, value = named(word)
            if not name or math.isinf(value * factor):
                raise ValueError(word)
            column = murmur(name.encode(), key) % 2**bits
            row[column] = row.get(column, 0.0) + value * factor
    return label, weight, row


def comma_separated(line: str) -> list[str]:
    """The fields of a line; a ValueError where quotes do not pair."""
    fields, rest = [], line
    while True:
        rest = rest.lstrip(" ")
        if rest.startswith('"'):
            found = re.match(r'"((?:[^"]|"")*)" *(,|$)', rest)
            if not found:
                raise ValueError(rest)
            fields.append(found[1].replace('""', '"'))
            rest, more = rest[found.end() :], found[2] == ","
        else:
            field, comma, rest = rest.partition(",")
            fields.append(field.rstrip(" "))
            more = bool(comma)
        if not more:
            return fields


def dense(row: dict[int, float], width: int) -> list[Any]:
    return [row.get(column, 0.0) for column in range(width)]
