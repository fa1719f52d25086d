#!/usr/bin/env python3
"""Fits the learned part of the built-in Analyst: which verdict a pair's features speak for.

    tools/fit_analyst.py --features build/dev/tools/pair_features \\
        tests/data/boundary_pairs.jsonl tests/data/training_pairs.jsonl --write models/data/analyst_weights.h

Lines are those of `memfold eval`; lines whose "split" is "held" are never read. The model is a multinomial
logistic regression: one weight for each feature and verdict, so that every verdict can be taken apart into
what spoke for it. Prints what ten-fold cross-validation gives (folds are drawn anew, so that no pair judges
itself): accuracy by language and source, precision and recall, and how often each confidence was right.
Needs numpy and scikit-learn, for fitting alone.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

VERDICTS = ["UNRELATED", "LINK", "MERGE", "UPDATE", "DUPLICATE"]  # the order of memfold::Verdict
STRENGTH = 0.03  # inverse of the penalty on weights
BANDS = [0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01]

HEADER = """\
// What each feature of a pair says for each verdict, written by tools/fit_analyst.py; see docs/analyst.md
// for the data and the result. Not to be edited by hand.
#pragma once

#include "models/analyst/learned.h"

namespace memfold::models {{

// clang-format off
// unrelated, link, merge, update, duplicate
inline constexpr std::array<double, kVerdicts> kIntercepts = {{{intercepts}}};
inline constexpr FeatureWeights kFeatureWeights[] = {{
{rows}
}};
// clang-format on

}}  // namespace memfold::models
"""


def read_pairs(paths):
    pairs = []
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            if pair.get("split") != "held":
                pairs.append(pair | {"file": Path(path).stem})
    return pairs


def features_of(program, pairs):
    lines = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
    run = subprocess.run([program], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    rows = [line.split("\t") for line in run.stdout.decode().splitlines()]
    return rows[0][1:], np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])


class Model:
    def __init__(self, x, y):
        self.mean = x.mean(axis=0)
        spread = x.std(axis=0)
        self.scale = np.where(spread > 0, 1 / np.where(spread > 0, spread, 1), 0)
        self.fit = LogisticRegression(C=STRENGTH, max_iter=5000).fit(self.standard(x), y)

    def standard(self, x):
        return (x - self.mean) * self.scale

    def probabilities(self, x):
        return self.fit.predict_proba(self.standard(x))


def report(pairs, y, probabilities):
    given = probabilities.argmax(axis=1)
    right = given == y
    print(f"cross-validated: {right.mean():.3f} of {len(y)} right")
    for key in ("lang", "file"):
        for value in sorted({pair[key] for pair in pairs}):
            chosen = np.array([pair[key] == value for pair in pairs])
            print(f"  {value}: {right[chosen].mean():.3f} of {chosen.sum()}")
    for i, verdict in enumerate(VERDICTS):
        print(f"  {verdict:10} precision {right[given == i].mean():.3f}  recall {right[y == i].mean():.3f}")
    confidence = probabilities.max(axis=1)
    for low, high in zip(BANDS, BANDS[1:]):
        chosen = (confidence >= low) & (confidence < high)
        if chosen.any():
            print(f"  confidence {low:.1f}..{min(high, 1.0):.1f}: {right[chosen].mean():.3f} of {chosen.sum()}")


def header(names, model):
    row = lambda values: ", ".join(f"{value:.6g}" for value in values)
    rows = [
        f'  {{"{name}", {model.mean[i]:.6g}, {model.scale[i]:.6g}, {{{row(model.fit.coef_[:, i])}}}}},'
        for i, name in enumerate(names)
    ]
    return HEADER.format(intercepts=row(model.fit.intercept_), rows="\n".join(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", help="JSON lines")
    parser.add_argument("--features", required=True, help="the program that prints features")
    parser.add_argument("--write", help="the header to write the weights to")
    arguments = parser.parse_args()
    pairs = read_pairs(arguments.pairs)
    if not pairs:
        sys.exit("no pairs to fit on")
    names, x = features_of(arguments.features, pairs)
    y = np.array([VERDICTS.index(pair["expected"]) for pair in pairs])
    probabilities = np.zeros((len(y), len(VERDICTS)))
    for train, test in StratifiedKFold(10, shuffle=True, random_state=1).split(x, y):
        probabilities[test] = Model(x[train], y[train]).probabilities(x[test])
    report(pairs, y, probabilities)
    if arguments.write:
        Path(arguments.write).write_text(header(names, Model(x, y)), encoding="utf-8")


if __name__ == "__main__":
    main()
