#!/usr/bin/env python3
"""Fits the built-in embedder's calibration, the map from cosine to similarity, on labelled pairs.

    tools/fit_calibration.py --cosines build/dev/tools/pair_cosines \
        tests/data/similarity_pairs.tsv:1,3,4 other.tsv:5,6,7 --check held-out.tsv:5,6,7

A file is tab separated; after the colon stand the columns of the score (0 nothing in common .. 5 the
same statement) and the two texts, counted from 1. Lines without a number for a score (a header, a
comment) are left out and counted. Every file to fit on weighs the same, whatever its length.

How it fits: the scores fall into the four bands of a decision (unrelated, related, update, duplicate).
The cosine that best tells two neighbouring bands apart (smallest mean of both sides' miss rates) gets
the similarity where those bands meet (a wrong duplicate costs twice); the median cosine of a band gets a similarity inside it; in
between the map is straight. Prints the points, Spearman's rank correlation, and where each band's pairs
land. --write puts the points into the header the embedder is compiled with.
"""
import argparse
import bisect
import math
import subprocess
import sys
from pathlib import Path

BANDS = ["unrelated", "related", "update", "duplicate"]
SCORE_EDGES = [1.25, 3.25, 4.75]  # from this score on, the next band
SIMILARITY_EDGES = [0.50, 0.80, 0.95]  # the same edges in a decision (inclusive below)
MIDDLES = [0.20, 0.65, 0.875, 0.98]  # what the median pair of each band gets
# What it costs to put a pair above an edge it belongs below; the other way round costs 1. A wrong
# duplicate loses a statement, the others only ask for a closer look.
OVERRATED = [1, 1, 2]
FLAT = 0.015  # misses that differ by less are the same
LOWEST_SHARE = 0.05  # this share of the unrelated pairs gets similarity 0

HEADER = """\
// The built-in embedder's map from cosine to similarity, written by tools/fit_calibration.py; see
// docs/embedding.md for the data and the result. Not to be edited by hand.
#pragma once

#include "memfold/models.h"

namespace memfold::models {{

// clang-format off
inline constexpr Calibration::Point kEmbedderCalibration[] = {{
{rows}
}};
// clang-format on

}}  // namespace memfold::models
"""


def read_pairs(argument):
    """The (score, text, text) rows of FILE:score,a,b."""
    path, _, columns = argument.rpartition(":")
    if not path:
        sys.exit(f"{argument}: name the columns, as in pairs.tsv:1,2,3")
    score, first, second = (int(column) - 1 for column in columns.split(","))
    rows, left_out = [], 0
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        cells = line.split("\t")
        try:
            rows.append((float(cells[score]), cells[first], cells[second]))
        except (ValueError, IndexError):
            left_out += 1
    if not rows:
        sys.exit(f"{path}: no pair in columns {columns}")
    print(f"{Path(path).name}: {len(rows)} pairs, {left_out} lines left out")
    return rows


def cosines(program, rows):
    text = "".join(f"{first}\t{second}\n" for _, first, second in rows)
    run = subprocess.run([program], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return [float(line) for line in run.stdout.split()]


def ranks(values):
    """Ranks from 0; ties share their mean."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for place in order[begin:end]:
            result[place] = (begin + end - 1) / 2
        begin = end
    return result


def spearman(first, second):
    a, b = ranks(first), ranks(second)
    mean = (len(a) - 1) / 2
    covariance = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    spread = math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return covariance / spread if spread else 0.0


def band_of(value, edges):
    return bisect.bisect_right(edges, value)


def by_band(scores, values):
    bands = [[] for _ in BANDS]
    for score, value in zip(scores, values):
        bands[band_of(score, SCORE_EDGES)].append(value)
    return [sorted(band) for band in bands]


def quantile(sets, band, share):
    """The mean over the sets of that quantile of the band's cosines."""
    found = [s[band][int(share * (len(s[band]) - 1))] for s in sets if s[band]]
    return sum(found) / len(found)


def best_cut(sets, band):
    """The cosine that tells `band` from the next one with the fewest misses on both sides."""
    def misses(cut):
        total = 0.0
        for bands in sets:
            below, above = bands[band], bands[band + 1]
            if below:
                total += OVERRATED[band] * (len(below) - bisect.bisect_left(below, cut)) / len(below)
            if above:
                total += bisect.bisect_left(above, cut) / len(above)
        return total

    cuts = [step / 200 for step in range(-40, 200)]
    least = min(misses(cut) for cut in cuts)
    good = [cut for cut in cuts if misses(cut) <= least + FLAT * len(sets)]
    return good[len(good) // 2]  # the middle of a flat bottom: furthest from both sides


def fit(sets):
    wanted = [(quantile(sets, 0, LOWEST_SHARE), 0.0)]
    edges = [(best_cut(sets, band), SIMILARITY_EDGES[band]) for band in range(3)]
    middles = [(quantile(sets, band, 0.5), MIDDLES[band]) for band in range(4)]
    for band in range(4):
        low = edges[band - 1][0] if band else wanted[0][0]
        high = edges[band][0] if band < 3 else 1.0
        # A median outside its band says nothing about the inside.
        if low + 0.02 < middles[band][0] < high - 0.02:
            wanted.append(middles[band])
        if band < 3:
            wanted.append(edges[band])
    wanted.append((1.0, 1.0))
    points = [(round(cosine, 3), similarity) for cosine, similarity in wanted]
    for left, right in zip(points, points[1:]):
        if not left[0] < right[0]:
            sys.exit(f"these pairs give no ascending map: {points}")
    return points


def similarity(points, cosine):
    if cosine <= points[0][0]:
        return points[0][1]
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if cosine <= x1:
            return y0 + (cosine - x0) / (x1 - x0) * (y1 - y0)
    return points[-1][1]


def report(name, points, scores, values):
    print(f"\n{name}: Spearman {spearman(scores, values):.3f}")
    print(f"  {'labelled':<10} {'pairs':>6}   " + " ".join(f"{band:>10}" for band in BANDS))
    for band, members in enumerate(by_band(scores, values)):
        if not members:
            continue
        landed = [0] * len(BANDS)
        for value in members:
            landed[band_of(similarity(points, value), SIMILARITY_EDGES)] += 1
        shares = " ".join(f"{100 * count / len(members):>9.1f}%" for count in landed)
        print(f"  {BANDS[band]:<10} {len(members):>6}   {shares}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cosines", required=True, help="the pair_cosines program")
    parser.add_argument("--check", action="append", default=[], help="FILE:score,a,b to report on only")
    parser.add_argument("--write", help="the header to write the points to")
    parser.add_argument("fit", nargs="+", help="FILE:score,a,b to fit on")
    arguments = parser.parse_args()

    data = {}
    for name in arguments.fit + arguments.check:
        rows = read_pairs(name)
        data[name] = ([row[0] for row in rows], cosines(arguments.cosines, rows))
    points = fit([by_band(*data[name]) for name in arguments.fit])
    print("\npoints: " + ", ".join(f"({x:g}, {y:g})" for x, y in points))
    for name, (scores, values) in data.items():
        report(Path(name.rpartition(":")[0]).name, points, scores, values)
    if arguments.write:
        rows = "\n".join(f"    {{{x:g}, {y:g}}}," for x, y in points)
        Path(arguments.write).write_text(HEADER.format(rows=rows), encoding="utf-8")


if __name__ == "__main__":
    main()
