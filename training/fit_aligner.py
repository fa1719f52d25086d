#!/usr/bin/env python3
"""Fits the aligning model of the built-in Analyst: a small network that lays two statements side by side,
word by word, and says which verdict what stands against what speaks for.

    training/fit_aligner.py --features build/release/training/pair_features --vectors vectors.npz \\
        tests/data/boundary_pairs.jsonl training_pairs.jsonl --write memfold.weights

Lines are those training/fit_analyst.py reads; lines whose "split" is "held" are never read. The network is a
decomposable attention model (Parikh et al., A Decomposable Attention Model for Natural Language Inference,
2016) over the units of models/analyst/pair_units.h, each seen with its neighbours before it is compared and after
(inference composition: Chen et al., Enhanced LSTM for Natural Language Inference, 2017), with the features of
models/analyst/pair_features.h beside what was aligned. A word's row is what the pairs taught of it plus a
projection of its vector (training/word_vectors.py), so words the pairs lack have one too; rows are written in
small whole numbers. models/analyst/aligner.cc computes the same.

--taught adds pairs made of the statements of "writers", with "probabilities" a teacher gave
(training/teach_analyst.py), a verdict "expected" a reader gave, or both. What they teach is many words; what the
labelled pairs ask is learned last, from these alone (--settle), some times in other orders, and the weights are
averaged (--settlings; Wortsman et al., Model soups, 2022), with those they all started from among them
(--start-share; Wortsman et al., Robust fine-tuning of zero-shot models, 2022).

Prints what cross-validation gives (--folds groups of writers, each judged by a model that has seen none of
theirs; --only some of them; --unseen judges the named writers' pairs by one model), with --beside also together
with what training/fit_analyst.py saved, as models/analyst/conclude.cc joins them; --write fits on all pairs and
writes the tables. Needs numpy, jax and optax, for fitting alone.
"""
import argparse
import json
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from fit_analyst import VERDICTS, features_of, read_pairs, report, writer_of, writers_of
from weights_file import feature_sections, update, word_sections

KINDS, PIECES, FLAGS, MOST_UNITS, MOST_GRAMS = 312, 8192, 15, 28, 10  # models/analyst/pair_units.h
ROW, WIDTH, LAST = 64, 64, 64  # numbers a unit has, after its neighbours are seen, before the verdict
FARTHEST = 4  # spreads a feature counts
CROWD = 8.0  # units whose sum weighs 1
FEWEST = 2  # pairs that must have a word for it to have a row of its own
LENGTHS = (12, MOST_UNITS)
EVERY = 170  # one pair in so many is an example
BATCH, WARMUP = 128, 200
NETWORK_SHARE, WORDS_SHARE = 0.8, 0.4  # kNetworkShare and kWordsShare
NONE = {"word": 0, "row": 0, "last": 0}

LARGEST = 45  # a row is written in whole numbers up to this


class Pairs:
    """Pairs as arrays: units [pair, side, place], and features."""

    FIELDS = ("word", "kind", "flags", "ending", "sort", "same", "alike")

    def __init__(self, program, pairs, vocabulary):
        lines = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
        run = subprocess.run([program, "--units"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
        shape = (len(pairs), 2, MOST_UNITS)
        self.units = {name: np.zeros(shape, np.int32) for name in self.FIELDS}
        self.units["grams"] = np.zeros(shape + (MOST_GRAMS,), np.int32)
        self.count = np.ones((len(pairs), 2), np.int32)
        same = {"0": 0}
        for i, line in enumerate(run.stdout.decode().splitlines()):
            pair = json.loads(line)
            for side, name in enumerate(("existing", "incoming")):
                self.count[i, side] = max(1, len(pair[name]))
                for j, unit in enumerate(pair[name]):
                    place = (i, side, j)
                    self.units["word"][place] = vocabulary.setdefault(unit["word"], len(vocabulary))
                    self.units["same"][place] = same.setdefault(unit["same"], len(same))
                    for field in ("kind", "flags", "ending", "sort", "alike"):
                        self.units[field][place] = unit[field]
                    self.units["grams"][place][: len(unit["grams"])] = unit["grams"]
        self.names, self.features, _ = features_of(program, pairs)
        self.length = np.searchsorted(LENGTHS, self.count.max(axis=1))


def read_vectors(path, vocabulary):
    """A row for each word of the vocabulary, which the words that have vectors are added to."""
    arrays = np.load(path)
    places = [vocabulary.setdefault(str(stem), len(vocabulary)) for stem in arrays["stems"]]
    rows = np.zeros((len(vocabulary), arrays["rows"].shape[1]), np.float32)
    rows[places] = arrays["rows"] * (3.0 / np.sqrt((arrays["rows"] ** 2).sum(axis=1).mean()))
    return rows


def initial(key, words, vectors, features):
    keys = iter(jax.random.split(key, 40))
    normal = lambda *shape, spread=None: jax.random.normal(next(keys), shape) * (
        (2 / shape[0]) ** 0.5 if spread is None else spread
    )
    zeros = jnp.zeros
    return {
        "words": normal(words, ROW, spread=0.05),
        "pieces": normal(PIECES, ROW, spread=0.05),
        "kinds": normal(KINDS, ROW, spread=0.3),
        "flags": normal(FLAGS, ROW, spread=0.3),
        "vectors": normal(vectors, ROW, spread=vectors**-0.5),
        "around": normal(3 * ROW, WIDTH),
        "around_bias": zeros(WIDTH),
        "through": normal(ROW, WIDTH, spread=ROW**-0.5),
        "attend": normal(WIDTH, WIDTH),
        "found": jnp.array([3.0, 1.0]),
        "compare_existing": normal(4 * WIDTH + 2, WIDTH),
        "compare_existing_bias": zeros(WIDTH),
        "compare_incoming": normal(4 * WIDTH + 2, WIDTH),
        "compare_incoming_bias": zeros(WIDTH),
        "compose_existing": normal(3 * WIDTH, WIDTH),
        "compose_existing_bias": zeros(WIDTH),
        "compose_incoming": normal(3 * WIDTH, WIDTH),
        "compose_incoming_bias": zeros(WIDTH),
        "gather": normal(8 * WIDTH + features, LAST),
        "gather_bias": zeros(LAST),
        "verdict": normal(LAST, len(VERDICTS), spread=0.05),
        "verdict_features": zeros((features, len(VERDICTS))),
        "verdict_bias": zeros(len(VERDICTS)),
    }


def dropped(key, values, share):
    if key is None or share == 0:
        return values
    return jnp.where(jax.random.bernoulli(key, 1 - share, values.shape), values / (1 - share), 0)


def unit_rows(p, batch, vectors, drop, keys):
    own = p["words"][batch["own"]] * (batch["own"] > 0)[..., None]
    if keys[0] is not None:
        own *= jax.random.bernoulli(keys[0], 1 - drop["word"], batch["own"].shape)[..., None]
    piece = lambda places: p["pieces"][places] * (places > 0)[..., None]
    grams = piece(batch["grams"]).sum(-2)
    grams = grams / jnp.sqrt(jnp.maximum(1, (batch["grams"] > 0).sum(-1)))[..., None]
    rows = own + vectors[batch["word"]] @ p["vectors"] + p["kinds"][batch["kind"]] + batch["flags"] @ p["flags"]
    rows = rows + grams + piece(batch["ending"]) + piece(batch["sort"])
    return dropped(keys[1], rows, drop["row"]) * batch["mask"][..., None]


def with_neighbours(rows):
    rows = jnp.pad(rows, [(0, 0)] * (rows.ndim - 2) + [(1, 1), (0, 0)])
    return jnp.concatenate([rows[..., :-2, :], rows[..., 1:-1, :], rows[..., 2:, :]], -1)


def compared(own, other, found, weights, bias, mask):
    values = jnp.concatenate([own, other, jnp.abs(own - other), own * other, found], -1)
    return jax.nn.relu(values @ weights + bias) * mask[..., None]


def composed(values, weights, bias, mask):
    return jax.nn.relu(with_neighbours(values) @ weights + bias) * mask[..., None]


def gathered(values, mask):
    return jnp.concatenate([values.max(1), values.sum(1) / jnp.sqrt(mask.sum(1, keepdims=True) * CROWD)], -1)


def gist(p, batch, vectors, drop=NONE, key=None):
    """What the layer before the verdict says of each pair."""
    keys = [None] * 4 if key is None else jax.random.split(key, 4)
    mask = batch["mask"]
    rows = unit_rows(p, batch, vectors, drop, keys)
    seen = jax.nn.relu(with_neighbours(rows) @ p["around"] + p["around_bias"]) + rows @ p["through"]
    seen = seen * mask[..., None]
    attended = jax.nn.relu(seen @ p["attend"])
    equal = lambda name: (
        (batch[name][:, 0, :, None] == batch[name][:, 1, None, :]) & (batch[name][:, 0, :, None] > 0)
    ).astype(jnp.float32)
    same, alike = equal("same"), equal("alike")
    scores = jnp.einsum("bid,bjd->bij", attended[:, 0], attended[:, 1]) / WIDTH**0.5
    scores = scores + same * p["found"][0] + alike * p["found"][1]
    shares = lambda there, axis: jax.nn.softmax(jnp.where(there > 0, scores, -1e9), axis)
    of_existing = jnp.einsum("bij,bjd->bid", shares(mask[:, 1][:, None, :], 2), seen[:, 1])
    of_incoming = jnp.einsum("bij,bid->bjd", shares(mask[:, 0][:, :, None], 1), seen[:, 0])
    found = lambda axis: jnp.stack([same.max(axis), alike.max(axis)], -1)
    sides = [("existing", seen[:, 0], of_existing, found(2), mask[:, 0]), ("incoming", seen[:, 1], of_incoming, found(1), mask[:, 1])]
    first, second = [], []
    for side, own, other, both_have, there in sides:
        values = compared(own, other, both_have, p[f"compare_{side}"], p[f"compare_{side}_bias"], there)
        first.append(gathered(values, there))
        second.append(gathered(composed(values, p[f"compose_{side}"], p[f"compose_{side}_bias"], there), there))
    last = jnp.concatenate(first + second + [batch["features"]], -1)
    last = dropped(keys[2], last, drop["last"])
    return dropped(keys[3], jax.nn.relu(last @ p["gather"] + p["gather_bias"]), drop["last"])


def logits(p, batch, vectors, drop=NONE, key=None):
    last = gist(p, batch, vectors, drop, key)
    return last @ p["verdict"] + batch["features"] @ p["verdict_features"] + p["verdict_bias"]


class Network:
    def __init__(self, data, targets, chosen, labelled, vectors, options, seed):
        self.data, self.vectors = data, jnp.asarray(vectors)
        features = data.features[chosen]
        spread = features.std(axis=0)
        self.mean, self.scale = features.mean(axis=0), np.where(spread > 0, 1 / np.where(spread > 0, spread, 1), 0)
        counts = np.zeros(len(vectors), int)
        for words in data.units["word"][chosen].reshape(len(chosen), -1):
            counts[np.unique(words)] += 1
        counts[0] = 0  # what is no word
        self.own = np.where(counts >= FEWEST, np.cumsum(counts >= FEWEST), 0)  # a word's own row; 0: it has none
        self.forward = jax.jit(lambda p, batch: jax.nn.softmax(logits(p, batch, self.vectors)))
        weights = initial(jax.random.PRNGKey(seed), self.own.max() + 1, vectors.shape[1], features.shape[1])
        weights = self.fitted(weights, targets, chosen, options.epochs, options.rate, options, seed)
        settled = [self.settled(weights, targets, chosen[chosen < labelled], options, seed + 1 + i) for i in range(options.settlings)]
        kept = options.start_share if settled else 1
        self.weights = jax.tree.map(lambda start, *values: kept * start + (1 - kept) * sum(values) / max(1, len(values)), weights, *settled)

    def settled(self, weights, targets, chosen, options, seed):
        """Fitted to the labelled pairs from where all pairs led, which stays as it is."""
        return self.fitted(jax.tree.map(jnp.array, weights), targets, chosen, options.settle, options.settle_rate, options, seed)

    def batch(self, chosen, length):
        batch = {name: values[chosen][:, :, : LENGTHS[length]] for name, values in self.data.units.items()}
        batch["own"] = self.own[batch["word"]]
        batch["flags"] = ((batch["flags"][..., None] >> np.arange(FLAGS)) & 1).astype(np.float32)
        batch["mask"] = (np.arange(LENGTHS[length]) < self.data.count[chosen][..., None]).astype(np.float32)
        standard = (self.data.features[chosen] - self.mean) * self.scale
        batch["features"] = np.clip(standard, -FARTHEST, FARTHEST).astype(np.float32)
        return batch

    def batches(self, chosen, random):
        list_ = []
        for length in range(len(LENGTHS)):
            here = random.permutation(chosen[self.data.length[chosen] == length])
            list_ += [(here[i : i + BATCH], length) for i in range(0, len(here) - BATCH + 1, BATCH)]
        return [list_[i] for i in random.permutation(len(list_))]

    def fitted(self, weights, targets, chosen, epochs, rate, options, seed):
        random, key = np.random.RandomState(seed), jax.random.PRNGKey(seed)
        drop = {"word": options.drop_words, "row": options.drop_rows, "last": options.drop_last}
        steps = max(WARMUP + 1, epochs * len(self.batches(chosen, random)))
        rate = optax.warmup_cosine_decay_schedule(0, rate, WARMUP, steps, rate / 200)
        optimiser = optax.adamw(rate, weight_decay=options.decay)
        state = optimiser.init(weights)

        def loss(weights, batch, wanted, key):
            wanted = wanted * (1 - options.smooth) + options.smooth / len(VERDICTS)
            return -(jax.nn.log_softmax(logits(weights, batch, self.vectors, drop, key)) * wanted).sum(-1).mean()

        @partial(jax.jit, donate_argnums=(0, 1))
        def step(weights, state, batch, wanted, key):
            value, slope = jax.value_and_grad(loss)(weights, batch, wanted, key)
            change, state = optimiser.update(slope, state, weights)
            return optax.apply_updates(weights, change), state, value

        started = time.time()
        for epoch in range(epochs):
            losses = []
            for here, length in self.batches(chosen, random):
                key, one = jax.random.split(key)
                weights, state, value = step(weights, state, self.batch(here, length), targets[here], one)
                losses.append(value)
            print(f"  epoch {epoch + 1}: loss {np.mean(losses):.3f}, {time.time() - started:.0f} s", file=sys.stderr)
        return weights

    def probabilities(self, chosen, weights=None):
        result = np.zeros((len(chosen), len(VERDICTS)))
        for length in range(len(LENGTHS)):
            places = np.flatnonzero(self.data.length[chosen] == length)
            for i in range(0, len(places), 256):
                here = places[i : i + 256]
                filled = np.concatenate([here, np.repeat(here[:1], 256 - len(here))])
                given = self.forward(weights or self.weights, self.batch(chosen[filled], length))
                result[here] = np.asarray(given)[: len(here)]
        return result


def unseen_writers(pairs, options):
    """The groups of writers to judge."""
    if options.unseen:
        return [options.unseen]
    writers = sorted({writer_of(pair) for pair in pairs})
    np.random.RandomState(7).shuffle(writers)
    return [writers[one :: options.folds] for one in (range(options.folds) if options.only is None else options.only)]


def read_taught(paths):
    return [json.loads(line) for path in paths for line in Path(path).read_text(encoding="utf-8").splitlines()]


def said_of(pair):
    """What a teacher or a reader said of a taught pair; of both the mean."""
    said = [pair["probabilities"]] if "probabilities" in pair else []
    if "expected" in pair:
        said.append(np.eye(len(VERDICTS))[VERDICTS.index(pair["expected"])])
    return np.mean(said, axis=0)


def quantised(rows):
    """Small integers, and the scale of each column. What lies far out counts less: it is rare."""
    scale = np.maximum(np.quantile(np.abs(rows), 0.9995, axis=0), 1e-6) / LARGEST
    return np.clip(np.round(rows / scale), -LARGEST, LARGEST).astype(int), scale.astype(np.float32)


def rounded(network):
    """The weights as they are written, and the tables of rows: integers with their scales."""
    weights = {name: np.array(values) for name, values in network.weights.items()}
    known = np.flatnonzero((network.own > 0) | np.abs(np.asarray(network.vectors)).any(axis=1))
    words = np.asarray(network.vectors)[known] @ weights["vectors"]
    words += np.where(network.own[known] > 0, 1, 0)[:, None] * weights["words"][network.own[known]]
    tables = {"Word": quantised(words)}
    for name, field in (("Piece", "pieces"), ("Kind", "kinds"), ("Flag", "flags")):
        tables[name] = quantised(weights[field])
        weights[field] = (tables[name][0] * tables[name][1]).astype(np.float32)
    for name in set(weights) - {"words", "vectors", "pieces", "kinds", "flags"}:
        weights[name] = np.array([float(f"{value:.6g}") for value in weights[name].ravel()], np.float32).reshape(weights[name].shape)
    # A row for every word and none from its vector: what the C++ half does.
    weights["words"] = np.zeros((len(network.vectors), ROW), np.float32)
    weights["words"][known] = tables["Word"][0] * tables["Word"][1]
    weights["vectors"] = np.zeros_like(weights["vectors"])
    return weights, tables, known


def write_model(path, network, vocabulary):
    weights, tables, known = rounded(network)
    nine_digits = lambda values: [float(f"{value:.9g}") for value in values]
    stems = {place: word for word, place in vocabulary.items()}
    order = sorted(range(len(known)), key=lambda i: stems[known[i]])
    rows = {name: values for name, (values, _) in tables.items()} | {"Word": tables["Word"][0][order]}
    sections = word_sections([stems[known[i]] for i in order])
    sections |= feature_sections(network.data.names, nine_digits(network.mean), nine_digits(network.scale))
    for name, (_, scale) in tables.items():
        sections[f"{name.lower()}s.rows"] = rows[name].astype(np.int8)
        sections[f"{name.lower()}s.scale"] = np.array([float(f"{value:.6g}") for value in scale], np.float32)
    for name in ("around", "around_bias", "through", "attend", "found", "gather", "gather_bias", "verdict", "verdict_bias"):
        sections[name] = weights[name]
    for name in ("compare", "compare_bias", "compose", "compose_bias"):
        field, _, bias = name.partition("_")
        sections[name] = np.stack([weights["_".join(filter(None, (field, side, bias)))] for side in ("existing", "incoming")])
    sections["direct"] = weights["verdict_features"]
    update(path, "aligner.", sections)
    print(f"{len(order)} words")
    return weights


def write_examples(path, pairs, probabilities, every=EVERY):
    lines = []
    for pair, row in list(zip(pairs, probabilities))[::every]:
        kept = {name: pair[name] for name in ("existing", "new", "subject") if name in pair}
        lines.append(json.dumps(kept | {"probabilities": [round(float(p), 5) for p in row / row.sum()]}, ensure_ascii=False))
    Path(path).write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", help="JSON lines")
    parser.add_argument("--features", required=True, help="the program that prints features and units")
    parser.add_argument("--vectors", required=True, help="word vectors, from training/word_vectors.py")
    parser.add_argument("--folds", type=int, default=8, help="groups of writers to cross-validate with; 0: none")
    parser.add_argument("--only", type=int, nargs="*", help="of these, the ones to take")
    parser.add_argument("--unseen", nargs="*", help="writers to judge, instead of groups")
    parser.add_argument("--taught", nargs="*", default=[], help="JSON lines, from training/teach_analyst.py")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--settle", type=int, default=6, metavar="EPOCHS", help="of the labelled pairs alone, at the end")
    parser.add_argument("--settle-rate", type=float, default=1.5e-3)
    parser.add_argument("--settlings", type=int, default=6, help="in so many orders, and the weights averaged")
    parser.add_argument("--start-share", type=float, default=0.4, help="of the weights they all start from, in the mean")
    parser.add_argument("--decay", type=float, default=0.1)
    parser.add_argument("--smooth", type=float, default=0.05)
    parser.add_argument("--drop-words", type=float, default=0.05)
    parser.add_argument("--drop-rows", type=float, default=0.08)
    parser.add_argument("--drop-last", type=float, default=0.1)
    parser.add_argument("--beside", help="cross-validated probabilities of the regression, from training/fit_analyst.py --save")
    parser.add_argument("--write", metavar="FILE", help="the file of weights to write the network's tables to")
    parser.add_argument("--examples", help="where to write what the written network says of some pairs, for a test")
    options = parser.parse_args()
    pairs, taught = read_pairs(options.pairs), read_taught(options.taught)
    vocabulary = {"": 0}
    data = Pairs(options.features, pairs + taught, vocabulary)
    vectors = read_vectors(options.vectors, vocabulary)
    y = np.array([VERDICTS.index(pair["expected"]) for pair in pairs])
    said = np.array([said_of(pair) for pair in taught]).reshape(-1, len(VERDICTS))
    targets = np.concatenate([np.eye(len(VERDICTS))[y], said]).astype(np.float32)
    writers = [writers_of(pair) for pair in pairs + taught]
    probabilities, judged = np.ones((len(y), len(VERDICTS))), np.zeros(len(y), bool)
    for group in unseen_writers(pairs, options):
        unseen = np.array([bool(ones & set(group)) for ones in writers])
        here, chosen = np.flatnonzero(unseen[: len(y)]), np.flatnonzero(~unseen)
        network = Network(data, targets, chosen, len(pairs), vectors, options, options.seed)
        probabilities[here], judged[here] = network.probabilities(here), True
        print(f"{len(group)} writers: {(probabilities[here].argmax(axis=1) == y[here]).mean():.4f} of {len(here)}", flush=True)
    if judged.any():
        kept = np.flatnonzero(judged)
        report([pairs[i] for i in kept], y[kept], probabilities[kept])
        if options.beside:
            print("together with the regression:")
            joined = probabilities**NETWORK_SHARE * np.load(options.beside)["probabilities"] ** WORDS_SHARE
            report([pairs[i] for i in kept], y[kept], (joined / joined.sum(axis=1, keepdims=True))[kept])
    if options.write:
        everyone = np.arange(len(pairs))
        network = Network(data, targets, np.arange(len(targets)), len(pairs), vectors, options, options.seed)
        exact = network.probabilities(everyone)
        weights = write_model(options.write, network, vocabulary)
        network.own = np.arange(len(vectors))
        network.weights = weights
        given = network.probabilities(everyone)
        apart = np.abs(given - exact)
        print(f"rounding moves a probability by {apart.mean():.4f} on average, by {apart.max():.3f} at most")
        if options.examples:
            write_examples(options.examples, pairs, given)


if __name__ == "__main__":
    main()
