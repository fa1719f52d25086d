#!/usr/bin/env python3
"""Makes unlabelled pairs of statements out of labelled ones, for a teacher to label (training/teach_analyst.py).

    training/vary_pairs.py --features build/release/training/pair_features --vectors vectors.npz \\
        tests/data/boundary_pairs.jsonl training_pairs.jsonl --write varied.jsonl

Of each labelled pair, some of these: the pair turned round; one word of one statement exchanged for a word of
like meaning (training/word_vectors.py); a word both have exchanged in both; a statement beside itself with one word
or one figure exchanged; a statement beside one of another pair that speaks of like things. Each line names the
"writers" whose statements it is made of, so that nobody is judged by what was made of theirs. Lines whose
"split" is "held" are never read. Needs numpy.
"""
import argparse
import json
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from fit_analyst import read_pairs, writer_of

SHARES = {"turned": 0.45, "one": 1.5, "both": 0.6, "self": 0.25, "near": 0.7}  # lines made of a pair
NEAREST_STATEMENTS = 12
NEIGHBOURS, LEAST_ALIKE = 24, 0.35  # words to exchange a word for
ENGLISH = "[A-Za-z']+"


def closed(syllable):
    """Whether the syllable ends in a consonant: particles go by it."""
    return (ord(syllable) - 0xAC00) % 28 > 0


def suffix(word):
    return re.search("(ing|ed|ly|s)?$", word.lower()).group()


class Words:
    """Which words may stand for one another."""

    def __init__(self, path, units):
        arrays = np.load(path)
        self.stems = [str(stem) for stem in arrays["stems"]]
        rows = arrays["rows"]
        self.rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        self.place = {stem: i for i, stem in enumerate(self.stems)}
        self.forms = defaultdict(Counter)
        for unit in units:
            if unit["word"]:
                self.forms[unit["word"]][unit["text"]] += 1
        common = {stem for stem, counts in self.forms.items() if counts.total() > 1}
        self.common = np.array([stem in common for stem in self.stems])
        self.korean = np.array([bool(re.search("[가-힣]", stem)) for stem in self.stems])
        self.known = {}

    def near(self, stem):
        if stem not in self.known:
            i = self.place.get(stem)
            if i is None:
                return []
            alike = np.where(self.common & (self.korean == self.korean[i]), self.rows @ self.rows[i], -1)
            alike[i] = -1
            nearest = np.argpartition(-alike, NEIGHBOURS)[:NEIGHBOURS]
            self.known[stem] = [self.stems[j] for j in nearest if alike[j] > LEAST_ALIKE]
        return self.known[stem]

    def form(self, text, stem, other):
        """The other word as it stands where the text, a form of the stem, stood; None: it can't."""
        if re.search("[가-힣]", text):
            fits = re.fullmatch("[가-힣]+", stem) and re.fullmatch("[가-힣]+", other) and text.startswith(stem)
            fits = fits and (text == stem or closed(stem[-1]) == closed(other[-1]))
            return other + text[len(stem) :] if fits else None
        forms = [form for form, _ in self.forms[other].most_common(8) if re.fullmatch(ENGLISH, form) and suffix(form) == suffix(text)]
        if not re.fullmatch(ENGLISH, text) or not forms:
            return None
        return forms[0][0].upper() + forms[0][1:] if text[0].isupper() or forms[0].isupper() else forms[0].lower()

    def exchanged(self, statement, units, stem, other):
        parts, end, changed = [], 0, False
        for unit in units:
            begin = statement.find(unit["text"], end)
            if begin < 0:
                continue
            form = self.form(unit["text"], stem, other) if unit["word"] == stem else unit["text"]
            if form is None:
                return None
            changed |= unit["word"] == stem
            parts += [statement[end:begin], form]
            end = begin + len(unit["text"])
        return "".join(parts) + statement[end:] if changed else None


class Statements:
    """Statements by what they speak of: the mean of their words' vectors, rare words counting more."""

    def __init__(self, words, pairs, units):
        sides = [(i, side, key) for i in range(len(pairs)) for side, key in (("existing", "existing"), ("new", "incoming"))]
        self.texts = [pairs[i][side] for i, side, _ in sides]
        self.pair = np.array([i for i, _, _ in sides])
        stems = [[stem for stem in stems_in(units[i][key]) if stem in words.place] for i, _, key in sides]
        held_by = Counter(stem for one in stems for stem in one)
        self.rows = np.zeros((len(sides), words.rows.shape[1]), np.float32)
        for row, one in zip(self.rows, stems):
            row += sum((words.rows[words.place[stem]] / held_by[stem] ** 0.5 for stem in one), 0)
        self.rows /= np.maximum(np.linalg.norm(self.rows, axis=1, keepdims=True), 1e-9)

    def near(self, i):
        """Places of the statements nearest to the i-th that are not of its pair."""
        alike = np.where(self.pair == self.pair[i], -1, self.rows @ self.rows[i])
        return np.argpartition(-alike, NEAREST_STATEMENTS)[:NEAREST_STATEMENTS]


def units_of(program, pairs):
    lines = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
    run = subprocess.run([program, "--units"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def stems_in(units):
    return sorted({unit["word"] for unit in units if len(unit["word"]) > 1})


def one_exchanged(words, random, statements, units, stems):
    """The statements with one of the stems exchanged in all of them; None: no luck."""
    for stem in random.permutation(stems)[:6]:
        near = words.near(str(stem))
        other = near[random.randint(len(near))] if near else None
        changed = [words.exchanged(*one, str(stem), other) for one in zip(statements, units)] if other else [None]
        if all(changed):
            return changed
    return None


def another_figure(random, statement):
    figures = list(re.finditer(r"\d{1,6}", statement))
    if not figures:
        return None
    one = figures[random.randint(len(figures))]
    changed = max(1, int(one.group()) + random.choice([-3, -2, -1, 1, 2, 3, 5, 10]))
    return statement[: one.start()] + str(changed) + statement[one.end() :]


def varied(words, random, pair, units):
    """Variants of one pair, as (existing, new)."""
    statements, units = (pair["existing"], pair["new"]), (units["existing"], units["incoming"])
    stems = [stems_in(side) for side in units]
    if random.rand() < SHARES["turned"]:
        yield statements[::-1]
    for _ in range(1 + (random.rand() < SHARES["one"] - 1)):
        side = random.randint(2)
        changed = one_exchanged(words, random, [statements[side]], [units[side]], stems[side])
        if changed:
            yield (statements[0], changed[0]) if side else (changed[0], statements[1])
    if random.rand() < SHARES["both"]:
        changed = one_exchanged(words, random, statements, units, [stem for stem in stems[0] if stem in stems[1]])
        if changed:
            yield tuple(changed)
    if random.rand() < SHARES["self"]:
        side = random.randint(2)
        changed = another_figure(random, statements[side]) if random.rand() < 0.4 else None
        changed = [changed] if changed else one_exchanged(words, random, [statements[side]], [units[side]], stems[side])
        if changed:
            yield (statements[side], changed[0])[:: random.choice([1, -1])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", help="JSON lines")
    parser.add_argument("--features", required=True, help="the program that prints units")
    parser.add_argument("--vectors", required=True, help="word vectors, from training/word_vectors.py")
    parser.add_argument("--writers", nargs="*", help="only what these wrote")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", required=True, help="the JSON lines to write")
    options = parser.parse_args()
    random = np.random.RandomState(options.seed)
    pairs = [pair for pair in read_pairs(options.pairs) if not pair.get("subject")]
    pairs = [pair for pair in pairs if not options.writers or writer_of(pair) in options.writers]
    units = units_of(options.features, pairs)
    words = Words(options.vectors, (unit for pair in units for side in pair.values() for unit in side))
    made = {}
    for pair, its_units in zip(pairs, units):
        for statements in varied(words, random, pair, its_units):
            made.setdefault(statements, (pair["lang"], [writer_of(pair)]))
    all_ = Statements(words, pairs, units)
    for i in np.flatnonzero(random.rand(len(all_.texts)) < SHARES["near"] / 2):
        other = random.choice(all_.near(i))
        two = [i, other][:: random.choice([1, -1])]
        writers = sorted({writer_of(pairs[all_.pair[one]]) for one in two})
        made.setdefault(tuple(all_.texts[one] for one in two), (pairs[all_.pair[two[1]]]["lang"], writers))
    lines = []
    for (existing, new), (language, writers) in made.items():
        if existing != new:
            line = {"id": f"varied-{len(lines)}", "lang": language, "existing": existing, "new": new, "writers": writers}
            lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    Path(options.write).write_text("".join(lines), encoding="utf-8")
    print(f"{len(lines)} pairs")


if __name__ == "__main__":
    main()
