#!/usr/bin/env python3
"""Fits the regressions of the built-in Analyst: which verdict a pair's features and words speak for, beside
the network of training/fit_aligner.py, and, where it is a link, which relationship.

    training/fit_analyst.py --features build/release/training/pair_features --vectors vectors.npz \\
        tests/data/boundary_pairs.jsonl training_pairs.jsonl --write memfold.weights

Lines are those of `memfold eval`, with "subject" where both were said under one subject line; lines whose
"split" is "held" are never read. Who wrote a line of training_pairs.jsonl is what stands before the first
"-" of its id; lines with "writers" are put together of what those wrote. The model is a multinomial
logistic regression, so that every verdict can be taken apart into what spoke for it, over three kinds of
columns: the features; the words (and couples of words) only one side has; and, with --vectors (made by
training/word_vectors.py), the sums of those words' vectors. The last is linear too, so what it says of a word is
a weight like any other: both end up in one table of words. Relationships are fitted on the links alone,
without vectors, which hardly help there.

Prints what cross-validation gives, each writer's pairs judged by a model that has seen none of that writer's:
accuracy by language and writer, precision and recall, and how often each confidence was right. Needs numpy,
scipy and scikit-learn, for fitting alone.
"""
import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from weights_file import feature_sections, update, word_sections

VERDICTS = ["UNRELATED", "LINK", "MERGE", "UPDATE", "DUPLICATE"]  # the order of memfold::Verdict
STRENGTH = 0.03  # inverse of the penalty on weights
WORD_SCALE = 3.5  # how much cheaper a word's weight is than a feature's
VECTOR_SCALE = 3.0
FEWEST = 3  # pairs that must have a word for it to have a weight of its own
FARTHEST = 4  # spreads, as in learned.cc
LEAST_SAID = 0.1  # words that say less than this for every class are left out,
LEAST_LENT = 0.25  # or less than this where no pair has them
BANDS = [0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01]

RELATIONSHIPS = ["alternative", "causal", "elaboration", "prerequisite", "reference", "sequential", "thematic"]


def read_pairs(paths):
    pairs = []
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            if pair.get("split") != "held":
                pairs.append(pair | {"file": Path(path).stem})
    return pairs


def writer_of(pair):
    return pair["id"].split("-")[0] if pair["file"] == "training_pairs" else pair["file"]


def writers_of(pair):
    """Whose statements the pair is made of: who judges by one of them must not have learned from it."""
    return set(pair["writers"]) if "writers" in pair else {writer_of(pair)}


def features_of(program, pairs):
    lines = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
    run = subprocess.run([program], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    rows = [line.split("\t") for line in run.stdout.decode().splitlines()]
    numbers = np.array([[float(cell) for cell in row[1:-1]] for row in rows[1:]])
    return rows[0][1:-1], numbers, [[word for word in row[-1].split("|") if word] for row in rows[1:]]


class Vectors:
    """A row of numbers for a stem; each language and each side of a pair has columns of its own."""

    def __init__(self, path):
        self.blocks, self.rows, self.dimension = {}, {}, 0
        if path is None:
            return
        arrays = np.load(path)
        self.dimension = arrays["en_rows"].shape[1]
        for block, language in enumerate(("en", "ko")):
            for stem, row in zip(arrays[f"{language}_stems"], arrays[f"{language}_rows"]):
                self.rows[str(stem)] = row
                self.blocks[str(stem)] = block

    def columns(self, stem, incoming):
        start = (2 * self.blocks[stem] + (0 if incoming else 1)) * self.dimension
        return slice(start, start + self.dimension)

    def sums(self, pairs_words):
        sums = np.zeros((len(pairs_words), 4 * self.dimension))
        for sum_, words in zip(sums, pairs_words):
            for word in words:
                stem = word[1:]
                if stem in self.rows:
                    sum_[self.columns(stem, word[0] == "+")] += self.rows[stem]
        return sums


class Data:
    """Pairs as the three kinds of columns."""

    def __init__(self, numbers, words, vectors):
        self.numbers, self.words, self.sums = numbers, words, vectors.sums(words)

    def part(self, chosen):
        part = object.__new__(Data)
        part.numbers, part.sums = self.numbers[chosen], self.sums[chosen]
        part.words = [words for words, yes in zip(self.words, chosen) if yes]
        return part


class Model:
    def __init__(self, data, y, classes):
        self.count = len(classes)
        self.mean = data.numbers.mean(axis=0)
        spread = data.numbers.std(axis=0)
        self.scale = np.where(spread > 0, 1 / np.where(spread > 0, spread, 1), 0)
        counts = Counter(word for words in data.words for word in words)
        self.words = sorted(word for word, count in counts.items() if count >= FEWEST)
        self.place = {word: i for i, word in enumerate(self.words)}
        self.fit = LogisticRegression(C=STRENGTH, max_iter=5000).fit(self.columns(data), y)

    def columns(self, data):
        standard = np.clip((data.numbers - self.mean) * self.scale, -FARTHEST, FARTHEST)
        cells = [(i, self.place[word]) for i, words in enumerate(data.words) for word in words if word in self.place]
        shape = (len(data.words), len(self.words))
        places = np.array(cells, dtype=int).reshape(-1, 2).T
        words = csr_matrix((np.full(len(cells), WORD_SCALE), (places[0], places[1])), shape=shape)
        return hstack([csr_matrix(standard), words, csr_matrix(data.sums * VECTOR_SCALE)]).tocsr()

    def probabilities(self, data):
        probabilities = np.zeros((len(data.words), self.count))
        probabilities[:, self.fit.classes_] = self.fit.predict_proba(self.columns(data))
        return probabilities

    def word_weights(self, vectors):
        """{stem: [as a new word, as one that is gone]}, each a weight for every verdict."""
        first = len(self.mean)
        of_words = self.fit.coef_[:, first : first + len(self.words)] * WORD_SCALE
        of_vectors = self.fit.coef_[:, first + len(self.words) :] * VECTOR_SCALE
        table = {}
        for stem, row in vectors.rows.items():
            table[stem] = np.array([of_vectors[:, vectors.columns(stem, side)] @ row for side in (True, False)])
        for word, i in self.place.items():
            sides = table.setdefault(word[1:], np.zeros((2, self.count)))
            sides[0 if word[0] == "+" else 1] += of_words[:, i]
        table = {stem: sides - sides.mean(axis=1, keepdims=True) for stem, sides in table.items()}
        own = {word[1:] for word in self.words}
        least = lambda stem: LEAST_SAID if stem in own else LEAST_LENT
        return {stem: sides for stem, sides in sorted(table.items()) if np.abs(sides).max() >= least(stem)}


def cross_validated(data, y, pairs, classes, groups):
    probabilities = np.zeros((len(y), len(classes)))
    for group in groups:
        here = np.array([writer_of(pair) in group for pair in pairs])
        others = ~here & np.array([not writers_of(pair) & set(group) for pair in pairs])
        probabilities[here] = Model(data.part(others), y[others], classes).probabilities(data.part(here))
    return probabilities


def report(pairs, y, probabilities):
    given = probabilities.argmax(axis=1)
    right = given == y
    print(f"cross-validated: {right.mean():.3f} of {len(y)} right")
    for name, key in (("language", lambda pair: pair["lang"]), ("writer", writer_of)):
        keys = np.array([key(pair) for pair in pairs])
        print(f"  by {name}:", ", ".join(f"{k} {right[keys == k].mean():.3f}" for k in sorted(set(keys))))
    languages = np.array([pair["lang"] for pair in pairs])
    for language in sorted(set(languages)):
        here = languages == language
        for i, verdict in enumerate(VERDICTS):
            precision, recall = right[here & (given == i)].mean(), right[here & (y == i)].mean()
            print(f"  {language} {verdict:10} precision {precision:.3f}  recall {recall:.3f}")
    confidence = probabilities.max(axis=1)
    for low, high in zip(BANDS, BANDS[1:]):
        chosen = (confidence >= low) & (confidence < high)
        if chosen.any():
            print(f"  confidence {low:.1f}..{min(high, 1.0):.1f}: {right[chosen].mean():.3f} of {chosen.sum()}")


def report_relationships(y, probabilities):
    given = probabilities.argmax(axis=1)
    right = given == y
    print(f"relationships, cross-validated: {right.mean():.3f} of {len(y)} links right")
    for i, relationship in enumerate(RELATIONSHIPS):
        print(f"  {relationship:12} precision {right[given == i].mean():.3f}  recall {right[y == i].mean():.3f}")


def write_model(path, name, feature_names, model, vectors):
    six_digits = lambda values: np.array([float(f"{value:.6g}") for value in values])
    table = model.word_weights(vectors)
    sections = word_sections(list(table)) | feature_sections(feature_names, six_digits(model.mean), six_digits(model.scale))
    sections["intercepts"] = six_digits(model.fit.intercept_)
    sections["features.weights"] = np.array([six_digits(model.fit.coef_[:, i]) for i in range(len(feature_names))])
    hundredths = np.array([[[round(100 * value) for value in side] for side in sides] for sides in table.values()])
    sections["words.weights"] = hundredths.astype(np.int16)
    update(path, f"{name}.", sections)
    print(f"{name}: {len(table)} words")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", help="JSON lines")
    parser.add_argument("--features", required=True, help="the program that prints features")
    parser.add_argument("--vectors", help="word vectors, from training/word_vectors.py")
    parser.add_argument("--unseen", nargs="+", help="writers to judge by one model, instead of each writer by one")
    parser.add_argument("--save", help="the .npz file for the cross-validated probabilities, for training/fit_aligner.py --beside")
    parser.add_argument("--write", metavar="FILE", help="the file of weights to write both tables to")
    parser.add_argument("--unchecked", action="store_true", help="without cross-validation, which fits a model for each writer")
    arguments = parser.parse_args()
    pairs = read_pairs(arguments.pairs)
    if not pairs:
        sys.exit("no pairs to fit on")
    vectors = Vectors(arguments.vectors)
    names, numbers, words = features_of(arguments.features, pairs)
    verdicts = Data(numbers, words, vectors)
    y = np.array([VERDICTS.index(pair["expected"]) for pair in pairs])
    groups = [[writer] for writer in sorted({writer_of(pair) for pair in pairs})] if arguments.unseen is None else [arguments.unseen]
    if arguments.unchecked:
        groups = []
    probabilities = cross_validated(verdicts, y, pairs, VERDICTS, groups)
    judged = np.flatnonzero(probabilities.any(axis=1))
    if len(judged):
        report([pairs[i] for i in judged], y[judged], probabilities[judged])
    if arguments.save:
        np.savez(arguments.save, probabilities=probabilities)
    is_link = np.array([pair["expected"] == "LINK" and "relationship" in pair for pair in pairs])
    no_vectors = Vectors(None)
    links = Data(numbers, words, no_vectors).part(is_link)
    kinds = np.array([RELATIONSHIPS.index(pair["relationship"]) for pair, yes in zip(pairs, is_link) if yes])
    probabilities = cross_validated(links, kinds, [pair for pair, yes in zip(pairs, is_link) if yes], RELATIONSHIPS, groups)
    judged = np.flatnonzero(probabilities.any(axis=1))
    if len(judged):
        report_relationships(kinds[judged], probabilities[judged])
    if arguments.write:
        write_model(arguments.write, "verdict", names, Model(verdicts, y, VERDICTS), vectors)
        write_model(arguments.write, "relationship", names, Model(links, kinds, RELATIONSHIPS), no_vectors)


if __name__ == "__main__":
    main()
