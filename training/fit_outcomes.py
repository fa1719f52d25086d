#!/usr/bin/env python3
"""Fits the Judge: trees that say what a fact is to each candidate, from labelled streams.

    outcome_features PAIRS > pairs.jsonl                     pairs as streams
    outcome_features STREAMS part0.weights > streams0.jsonl  for each part that a network of training/adapt_aligner.py lacks
    outcome_features --names > names.txt
    training/fit_outcomes.py pairs.jsonl --part 0 streams0.jsonl --part 1 ... --names names.txt --weights memfold.weights

Without --weights it prints cross-validated figures alone. Only lines of split tune are read, and of files after
--part those of that part. The same features give the same trees. Needs numpy, scipy,
scikit-learn and lightgbm.
"""
import argparse
import collections

import lightgbm
import numpy as np
import scipy.sparse
from sklearn.linear_model import LogisticRegression

import weights_file
from stream_features import APART, DUPLICATE, MERGE, OUTCOME, UPDATE, labelled_items, network_part, outcome, part_of

# As DecisionCosts (options.h) and outcome_costs (engine/fold/outcome.cc) have them: [done][true].
COSTS = np.array([[0, 0.8, 0.7, 1], [2, 0, 1.2, 1.6], [1.5, 0.8, 0, 1.05], [1.5, 0.5, 0.7, 0]])
ROUNDS, RATE, LEAVES, FOLDS, SEEDS = 260, 0.06, 16, 5, 2
WEIGHTS = {"pair": 4.0, "set": 0.7}  # of pairs there are few, and what a set knows is told a dozen times
# In the rows, but read by no tree: how many candidates there are and who was part of it say more of the kind of
# archive that is fitted on than of the pair.
UNREAD = ("candidates", "people alike", "people compared")
WORDING_ROWS = 1 << 15  # of models/judge/wording.h
PARAMETERS = {
    "objective": "multiclass", "num_class": 4, "learning_rate": RATE, "num_leaves": LEAVES,
    "min_data_in_leaf": 15, "bagging_fraction": 0.8, "bagging_freq": 1, "feature_fraction": 0.3,
    "lambda_l2": 5.0, "verbose": -1, "num_threads": 1, "deterministic": True, "force_row_wise": True,
}


def read(paths, parts):
    """Items with the group they are of: pairs, sets, mails, or the language of the stream."""
    items = list(labelled_items(paths))
    for part, *files in parts:
        items += [item for item in labelled_items(files) if network_part(item["stream"]) == int(part)]
    return [item | {"group": item["domain"] if item["domain"] in ("pair", "set", "mail") else item["lang"]} for item in items]


def wording_table(items):
    rows, columns = [], []
    for i, item in enumerate(items):
        rows += [i] * len(item["wording"])
        columns += item["wording"]
    values = np.repeat([len(item["wording"]) ** -0.5 if item["wording"] else 0 for item in items],
                       [len(item["wording"]) for item in items])
    return scipy.sparse.csr_matrix((values, (rows, columns)), shape=(len(items), WORDING_ROWS))


class Wording:
    """A regression over the letters of statements; rare ones count more, as their inverse document frequency."""

    def __init__(self, letters, outcomes):
        seen = np.asarray((letters > 0).sum(axis=0)).ravel()
        self.scale = np.where(seen >= 3, np.log((1 + letters.shape[0]) / (1 + seen)) + 1, 0)
        self.model = LogisticRegression(C=2, max_iter=300)
        self.model.fit(letters.multiply(self.scale).tocsr(), outcomes)

    def log_likely(self, letters):
        return np.log(self.model.predict_proba(letters.multiply(self.scale).tocsr()) + 1e-6)

    def sections(self):
        rows = (self.model.coef_ * self.scale).T
        return {"wording.rows": rows.astype("<f4"), "wording.intercepts": self.model.intercept_.astype("<f8")}


def add_wording(items, x, of, known):
    """The last four columns: of items of `known` as those would say who did not know them, of the others as all do."""
    letters = wording_table(items)
    outcomes = np.array([OUTCOME[item["expected"]] for item in items])
    part = np.array([part_of(item["stream"], FOLDS, "wording ") for item in items])
    likely = np.zeros((len(items), 4))
    for k in range(FOLDS):
        own = known & (part == k)
        if own.any():
            likely[own] = Wording(letters[known & (part != k)], outcomes[known & (part != k)]).log_likely(letters[own])
    whole = Wording(letters[known], outcomes[known])
    if not known.all():
        likely[~known] = whole.log_likely(letters[~known])
    x = x.copy()
    x[:, -4:] = likely[of]
    return x, whole


def table(items):
    x, y, of = [], [], []
    for i, item in enumerate(items):
        for candidate in item["candidates"]:
            x.append(candidate["row"])
            y.append(outcome(item, candidate))
            of.append(i)
    return np.array(x, dtype=np.float32), np.array(y), np.array(of)


def grow(x, y, weights, seed=1):
    return lightgbm.train(PARAMETERS | {"seed": seed}, lightgbm.Dataset(x, y, weight=weights), ROUNDS)


def done(item, candidate, outcome):
    if outcome == DUPLICATE:
        return "SKIP"
    if outcome == MERGE:
        return "MERGE"
    if item["source"] >= candidate["source"] and item["stated"] < candidate["stated"]:
        return "BACKDATE"
    return "KEEP" if item["source"] > candidate["source"] else "UPDATE"


def decide(item, likely, costs):
    """The decision of least expected cost, and which candidate it is about."""
    best, gain = ("CREATE", None), 0.0
    for candidate, p in zip(item["candidates"], likely):
        expected = costs @ p
        for outcome in (DUPLICATE, MERGE, UPDATE):
            if expected[APART] - expected[outcome] > gain:
                gain = expected[APART] - expected[outcome]
                best = (done(item, candidate, outcome), candidate)
    return best


def figures(items, of, likely, costs=COSTS):
    expected, given, right = collections.Counter(), collections.Counter(), collections.Counter()
    for i, item in enumerate(items):
        decision, candidate = decide(item, likely[of == i], costs)
        ok = decision == item["expected"] and (candidate is None or candidate["meant"])
        expected[item["expected"]] += 1
        given[decision] += 1
        right[decision] += ok
    print(f"decisions {sum(right.values()) / len(items):.3f} of {len(items)}")
    for name in OUTCOME:
        print(f"  {name:9s} {expected[name]:5d}  precision {right[name] / max(1, given[name]):.3f}"
              f"  recall {right[name] / max(1, expected[name]):.3f}")


def without_unread(x, names):
    x = x.copy()
    x[:, [names.index(name) for name in UNREAD]] = 0
    return x


def weights_of(items, of):
    each = np.array([WEIGHTS.get(item["group"], 1.0) for item in items])
    return each[of]


def cross_validated(items, x, y, of):
    fold = np.array([part_of(item["stream"], FOLDS, "") for item in items])
    weights = weights_of(items, of)
    likely = np.zeros((len(y), 4))
    for k in range(FOLDS):
        worded, _ = add_wording(items, x, of, fold != k)
        own = fold[of] == k
        for seed in range(SEEDS):
            likely[own] += grow(worded[~own], y[~own], weights[~own], seed).predict(worded[own]) / SEEDS
    return likely


def nodes_of(tree, first):
    """Rows (feature, threshold, children, value) of one tree, parents before children."""
    rows = []

    def visit(node):
        at = len(rows)
        if "leaf_value" in node:
            rows.append((-1, 0.0, (0, 0), node["leaf_value"]))
            return first + at
        rows.append(None)
        left, right = visit(node["left_child"]), visit(node["right_child"])
        rows[at] = (node["split_feature"], node["threshold"], (left, right), node["internal_value"])
        return first + at

    visit(tree["tree_structure"])
    return rows


def sections(model, names):
    roots, nodes = [], []
    for tree in model.dump_model()["tree_info"]:
        roots.append(len(nodes))
        nodes += nodes_of(tree, len(nodes))
    text, ends = weights_file.strings(names)
    return {
        "features.text": text, "features.ends": ends,
        "roots": np.array(roots, dtype="<u4"),
        "nodes.feature": np.array([n[0] for n in nodes], dtype="<i2"),
        "nodes.threshold": np.array([n[1] for n in nodes], dtype="<f8"),
        "nodes.children": np.array([n[2] for n in nodes], dtype="<u4"),
        "nodes.value": np.array([n[3] for n in nodes], dtype="<f8"),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("features", nargs="*")
    parser.add_argument("--part", nargs="+", action="append", default=[], metavar="PART FILE")
    parser.add_argument("--names", required=True)
    parser.add_argument("--weights")
    arguments = parser.parse_args()
    items = read(arguments.features, arguments.part)
    names = [line.rstrip("\n") for line in open(arguments.names, encoding="utf8")]
    x, y, of = table(items)
    x = without_unread(x, names)
    print(f"{len(items)} items, {len(y)} pairs, {np.bincount(y)}")
    likely = cross_validated(items, x, y, of)
    for group in sorted({item["group"] for item in items}):
        own = [i for i, item in enumerate(items) if item["group"] == group]
        place = {i: k for k, i in enumerate(own)}
        here = np.array([i in place for i in of])
        print(group, end=": ")
        figures([items[i] for i in own], np.array([place[i] for i in of[here]]), likely[here])
    if not arguments.weights:
        return
    worded, wording = add_wording(items, x, of, np.ones(len(items), bool))
    weights_file.update(arguments.weights, "judge.", sections(grow(worded, y, weights_of(items, of)), names) | wording.sections())


if __name__ == "__main__":
    main()
