#!/usr/bin/env python3
"""reference.py DEPTH: how many lines of so many turns Drawbridge has, written from docs/rules/drawbridge.md alone."""
import sys


def steps(pawns, closed, mover):
    x, y = pawns[mover]
    for to in ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)):
        on_board = 0 <= to[0] < 5 and 0 <= to[1] < 5
        if on_board and to != pawns[1 - mover] and frozenset((pawns[mover], to)) not in closed:
            yield to


def count(depth, pawns=((2, 0), (2, 4)), closed=frozenset(), mover=0):
    arrived = pawns[0][1] == 4 or pawns[1][1] == 0
    if depth == 0:
        return 1
    if arrived:
        return 0
    total = 0
    for to in steps(pawns, closed, mover):
        after = (to, pawns[1]) if mover == 0 else (pawns[0], to)
        total += count(depth - 1, after, closed | {frozenset((pawns[mover], to))}, 1 - mover)
    return total


print(count(int(sys.argv[1])))
