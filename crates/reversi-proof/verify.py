#!/usr/bin/env python3
"""Checks proofs of Reversi (Othello) scores: python3 verify.py FILE... (proofs that others rest on first)

Plain Python with the standard library only, short enough to be read whole. The page
docs/src/proofs.md describes the format. A proof that a side, "we", scores at least some number is a strategy: a
move for each position where we move. It is played against all moves of the other side, level by level.

A position is a pair of 64-bit sets: the discs of the side to move and the other's. Bit 0 is A1, bit 63 is H8.
"""

import re
import sys
import zlib


class Refused(Exception):
    """The file proves nothing."""


def rays(square):
    """Returns the squares in each of the eight directions from a square to the edge, as bits, the nearest first."""
    for dx, dy in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]:
        x, y = square % 8 + dx, square // 8 + dy
        ray = []
        while 0 <= x < 8 and 0 <= y < 8:
            ray.append(1 << 8 * y + x)
            x, y = x + dx, y + dy
        yield ray


RAYS = [list(rays(square)) for square in range(64)]


def flips(square, mover, other):
    """Returns the discs that a disc of the mover on an empty square turns."""
    turned = 0
    for ray in RAYS[square]:
        run = 0
        for bit in ray:
            if not other & bit:
                turned |= run if mover & bit else 0
                break
            run |= bit
    return turned


def moves(mover, other):
    """Returns the legal moves in rising order: pairs of the square and the position after it."""
    found = []
    for square in range(64):
        turned = 0 if (mover | other) >> square & 1 else flips(square, mover, other)
        if turned:
            found.append((square, (other & ~turned, mover | turned | 1 << square)))
    return found


def score(mover, other):
    """Returns the score of the mover at the end: empty squares count for the side with more discs."""
    mine, theirs = mover.bit_count(), other.bit_count()
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64 if mine < theirs else 0


def reaches(mover, other, least, passed=False):
    """Returns whether the mover can score this much: alpha-beta with a null window, no other cut."""
    children = moves(mover, other)
    if children:
        return any(not reaches(*child, 1 - least) for _, child in children)
    if passed:
        return score(mover, other) >= least
    return not reaches(other, mover, 1 - least, True)


def transpose(discs):
    """Reflects the board in its diagonal A1-H8."""
    for distance, mask in [(7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)]:
        differ = (discs ^ discs >> distance) & mask
        discs ^= differ ^ differ << distance
    return discs


def canonical(mover, other):
    """Returns the smallest of the eight images of a position, as a pair of numbers."""
    images = [(mover, other)]
    for reflection in [transpose, lambda discs: int.from_bytes(discs.to_bytes(8, "little"), "big")] * 4:
        images.append(tuple(map(reflection, images[-1])))
    return min(images)


class Bits:
    """The moves of a proof: numbers of a few bits, the lowest bit of each byte and number first."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def next(self, count):
        """Returns the next number, which is below `count`."""
        number = 0
        for bit in range((count - 1).bit_length()):
            if self.at >= 8 * len(self.data):
                raise Refused("the file is truncated: it ends before its last move")
            number |= (self.data[self.at // 8] >> self.at % 8 & 1) << bit
            self.at += 1
        if number >= count:
            raise Refused(f"move {number} of {count} does not exist")
        return number

    def end(self):
        """Checks that only zeros that fill the last byte follow."""
        rest = int.from_bytes(self.data, "little") >> self.at
        if rest or (self.at + 7) // 8 != len(self.data):
            raise Refused("unexpected bytes follow the last move")


def check_strategy(board, we_move, least, leaf_empties, bits, proven):
    """Counts the positions above the leaves, which are searched, or looked up if `proven` bounds are given."""
    count = 0
    level = set()

    def enter(mover, other, we_move):
        if moves(mover, other):
            level.add((we_move, canonical(mover, other)))
        elif moves(other, mover):
            level.add((not we_move, canonical(other, mover)))
        elif (score(mover, other) if we_move else -score(mover, other)) < least:
            raise Refused("the game ends with another score")

    enter(*board, we_move)
    for _ in range(leaf_empties, 64 - sum(map(int.bit_count, board))):
        positions, level = sorted(level), set()
        count += len(positions)
        for we_move, position in positions:
            children = moves(*position)
            if we_move:
                children = [children[bits.next(len(children))]]
            for _, child in children:
                enter(*child, not we_move)
    for we_move, position in level:
        if proven is None:
            holds = reaches(*position, least if we_move else 1 - least) == we_move
        else:
            lower, upper = proven.get(position, (-64, 64))
            holds = least <= lower if we_move else upper <= -least
        if not holds:
            raise Refused("a position has another score, or no proof of its own")
    return count


HEAD = re.compile(
    rb"reversi-proof 1 ([0-9a-f]{8})\n"
    rb"board ([XO-]{64}) ([XO])\n"
    rb"score (at-least|at-most|exactly) (0|-?[1-9][0-9]?)\n"
    rb"leaves ([0-9]|10|(?:[0-9]|[1-5][0-9]|6[0-3]) open)\n"
    rb"positions (0|[1-9][0-9]{0,18})\n"
)


def check(file, proven):
    """Returns what the file proves, in words, given verified claims. Raises Refused if it proves nothing."""
    head = HEAD.match(file)
    if not head:
        raise Refused("not a proof of version 1")
    checksum, cells, side, bound, score, leaves, stated = (text.decode() for text in head.groups())
    if int(checksum, 16) != zlib.crc32(file.split(b"\n", 1)[1]):
        raise Refused("the checksum is wrong: the file is damaged")
    score, stated, leaf_empties = int(score), int(stated), int(leaves.split()[0])
    if abs(score) > 64:
        raise Refused("no board has this score")
    black, white = (sum(1 << at for at, cell in enumerate(cells) if cell == disc) for disc in "XO")
    board = (black, white) if side == "X" else (white, black)
    bits, count, known = Bits(file[head.end() :]), 0, proven if leaves.endswith("open") else None
    lower, upper = -64 if bound == "at-most" else score, 64 if bound == "at-least" else score
    for we_move, least in [(True, lower), (False, -upper)]:
        if least > -64:  # otherwise every score is enough
            count += check_strategy(board, we_move, least, leaf_empties, bits, known)
    bits.end()
    if count != stated:
        raise Refused(f"the proof has {count} positions, not {stated}")
    key = canonical(*board)
    before = proven.get(key, (-64, 64))
    proven[key] = max(lower, before[0]), min(upper, before[1])
    return f"the score is {bound} {score}: {cells} {side}"


def main():
    status, proven = 0, {}
    for name in sys.argv[1:]:
        try:
            with open(name, "rb") as file:
                print(f"{name}: {check(file.read(), proven)}", flush=True)
        except (OSError, Refused) as error:
            print(f"{name}: refused: {error}", flush=True)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
