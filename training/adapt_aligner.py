#!/usr/bin/env python3
"""Goes on fitting the network of training/fit_aligner.py, from a file of weights: so that it knows what a statement
is to what is known when statements arrive one by one (labelled streams), and not only how pairs relate.

    outcome_features STREAMS > features.jsonl                   of each file of streams
    training/adapt_aligner.py --features build/release/training/pair_features --weights memfold.weights \\
        tests/data/boundary_pairs.jsonl training_pairs.jsonl --streams features.jsonl ... --write adapted.weights

The labelled pairs stay in it, so that what they taught stays too. A second head says which outcome of the Judge
(APART, DUPLICATE, MERGE, UPDATE) a pair speaks for: the Judge's trees read it beside the five verdicts.
Streams of split tune are read alone. --without PART leaves out one of PARTS parts of them, so that the trees
(training/fit_outcomes.py) can be fitted on what a network says of streams it has not seen.
"""
import argparse
import sys
import time
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

import fit_aligner
from fit_aligner import BATCH, EVERY, FARTHEST, FLAGS, LENGTHS, VERDICTS, Pairs, gist
from fit_analyst import read_pairs
from stream_features import PARTS, labelled_items, network_part, outcome
from weights_file import read, update, word_sections

OF_VERDICT = [0, 0, 2, 3, 1]  # the outcome of each of VERDICTS
OTHERS = 4  # candidates of an item that are not meant: the first so many
SIDE_SHARE = 0.5  # what the head counts that a line is not labelled for
PLACES = ("existing", "incoming")
DROP = {"word": 0.1, "row": 0.1, "last": 0.15}


def stream_pairs(paths):
    """What an item says beside each candidate that is meant, and beside the first of the others."""
    pairs = []
    for item in labelled_items(paths):
        if item["domain"] == "pair":
            continue
        others = 0
        for candidate in item["candidates"]:
            others += not candidate["meant"]
            if not candidate["meant"] and others > OTHERS:
                continue
            pairs.append({
                "id": f"{item['stream']}-{item['item']}", "stream": item["stream"],
                "existing": candidate["text"], "existing_subject": candidate["subject"], "existing_at": candidate["stated"],
                "new": item["text"], "new_subject": item["subject"], "new_at": item["stated"],
                "outcome": outcome(item, candidate),
            })
    return pairs


class Shipped:
    """The network as the file has it: tables of small rows times their scales."""

    def __init__(self, path):
        _, all_ = read(path)
        file = {name[len("aligner."):]: array for name, array in all_.items() if name.startswith("aligner.")}
        text, ends = file["words.text"].tobytes(), file["words.ends"]
        self.words = [text[begin:end].decode() for begin, end in zip([0, *ends[:-1]], ends)]
        rows = lambda name: file[f"{name}.rows"].astype(np.float32) * file[f"{name}.scale"]
        p = {name: rows(name) for name in ("words", "pieces", "kinds", "flags")}
        for name in ("around", "around_bias", "through", "attend", "found", "gather", "gather_bias", "verdict", "verdict_bias"):
            p[name] = np.array(file[name]).reshape(file[name].shape if not name.endswith("bias") and name != "found" else -1)
        for name in ("compare", "compare_bias", "compose", "compose_bias"):
            field, _, bias = name.partition("_")
            for side, place in enumerate(PLACES):
                p["_".join(filter(None, (field, place, bias)))] = np.array(file[name][side])
        p["verdict_features"] = np.array(file["direct"])
        if "outcome" in file:
            p |= {"outcome": np.array(file["outcome"]), "outcome_features": np.array(file["outcome_direct"]),
                  "outcome_bias": np.array(file["outcome_bias"]).reshape(-1)}
        else:  # begins as the verdicts have it
            into = np.zeros((len(VERDICTS), 4), np.float32)
            for verdict, outcome in enumerate(OF_VERDICT):
                into[verdict, outcome] = 0.5 if outcome == 0 else 1
            p |= {"outcome": p["verdict"] @ into, "outcome_features": p["verdict_features"] @ into, "outcome_bias": p["verdict_bias"] @ into}
        self.weights = p
        self.mean, self.scale = file["features.places"].T
        text, ends = file["features.text"].tobytes(), file["features.ends"]
        self.features = [text[begin:end].decode() for begin, end in zip([0, *ends[:-1]], ends)]


    def start(self, data):
        """Where fitting begins: the first row is of what is no word, the last are of words that are new."""
        weights = {name: jnp.asarray(values, jnp.float32) for name, values in self.weights.items()}
        none, fresh = jnp.zeros((1, fit_aligner.ROW)), jnp.zeros((len(data.words) - data.known, fit_aligner.ROW))
        return weights | {"words": jnp.concatenate([none, weights["words"], fresh])}


class Data:
    def __init__(self, program, shipped, labelled, streams, fewest):
        vocabulary = {"": 0} | {word: i + 1 for i, word in enumerate(shipped.words)}
        known = len(vocabulary)
        self.pairs = Pairs(program, labelled + streams, vocabulary)
        if self.pairs.names != shipped.features:
            sys.exit("the weights are for other features")
        counts = np.zeros(len(vocabulary), int)
        for words in self.pairs.units["word"].reshape(len(labelled) + len(streams), -1):
            counts[np.unique(words)] += 1
        own = np.arange(len(vocabulary))
        fresh = np.flatnonzero((counts >= fewest) & (own >= known))
        own[known:] = 0
        own[fresh] = known + np.arange(len(fresh))
        self.own, self.vocabulary, self.known = own, vocabulary, known
        self.words = [None] * (known + len(fresh))
        for word, place in vocabulary.items():
            if own[place]:
                self.words[own[place]] = word
        standard = (self.pairs.features - shipped.mean) * shipped.scale
        self.features = np.clip(standard, -FARTHEST, FARTHEST).astype(np.float32)
        self.labelled = len(labelled)
        self.target = np.array([VERDICTS.index(p["expected"]) for p in labelled] + [p["outcome"] for p in streams])

    def batch(self, chosen, length):
        batch = {name: values[chosen][:, :, : LENGTHS[length]] for name, values in self.pairs.units.items()}
        batch["own"] = self.own[batch.pop("word")]
        batch["word"] = np.zeros_like(batch["own"])
        batch["flags"] = ((batch["flags"][..., None] >> np.arange(FLAGS)) & 1).astype(np.float32)
        batch["mask"] = (np.arange(LENGTHS[length]) < self.pairs.count[chosen][..., None]).astype(np.float32)
        batch["features"] = self.features[chosen]
        batch["target"] = self.target[chosen]
        batch["paired"] = (chosen < self.labelled).astype(np.float32)
        return batch

    def batches(self, chosen, random):
        list_ = []
        for length in range(len(LENGTHS)):
            here = random.permutation(chosen[self.pairs.length[chosen] == length])
            list_ += [(here[i : i + BATCH], length) for i in range(0, len(here) - BATCH + 1, BATCH)]
        return [list_[i] for i in random.permutation(len(list_))]


NO_VECTORS = jnp.zeros((1, 1))
APART_OF = jnp.array([[1.0, 1, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0]])  # [outcome][verdict]


def heads(p, batch, drop=fit_aligner.NONE, key=None):
    last = gist(p | {"vectors": jnp.zeros((1, fit_aligner.ROW))}, batch, NO_VECTORS, drop, key)
    say = lambda name: last @ p[name] + batch["features"] @ p[f"{name}_features"] + p[f"{name}_bias"]
    return say("verdict"), say("outcome")


def loss(p, batch, smooth, key):
    verdict, outcome = heads(p, batch, DROP, key)
    paired = batch["paired"]
    outcome_of = jnp.where(paired > 0, jnp.array(OF_VERDICT)[batch["target"]], batch["target"])
    soft = lambda places, count: jax.nn.one_hot(places, count) * (1 - smooth) + smooth / count
    cross = lambda values, wanted: -(jax.nn.log_softmax(values) * wanted).sum(-1)
    exact = cross(verdict, soft(jnp.where(paired > 0, batch["target"], 0), len(VERDICTS)))
    some = -jnp.log((jax.nn.softmax(verdict) * APART_OF[outcome_of]).sum(-1) + 1e-6)
    said = cross(outcome, soft(outcome_of, 4))
    return (paired * (exact + SIDE_SHARE * said) + (1 - paired) * (said + SIDE_SHARE * some)).mean()


def fitted(data, weights, streams, options):
    random, key = np.random.RandomState(options.seed), jax.random.PRNGKey(options.seed)

    def epoch():
        some = random.permutation(data.labelled)[: int(options.share * data.labelled)]
        return data.batches(np.concatenate([some, streams]), random)

    steps = options.epochs * len(epoch())
    rate = optax.warmup_cosine_decay_schedule(0, options.rate, 100, steps, options.rate / 200)
    optimiser = optax.adamw(rate, weight_decay=options.decay)
    state = optimiser.init(weights)

    @partial(jax.jit, donate_argnums=(0, 1))
    def step(weights, state, batch, key):
        value, slope = jax.value_and_grad(loss)(weights, batch, options.smooth, key)
        change, state = optimiser.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, value

    started = time.time()
    for e in range(options.epochs):
        losses = []
        for here, length in epoch():
            key, one = jax.random.split(key)
            weights, state, value = step(weights, state, data.batch(here, length), one)
            losses.append(value)
        print(f"  epoch {e + 1}: loss {np.mean(losses):.3f}, {time.time() - started:.0f} s", file=sys.stderr, flush=True)
    return weights


def write_network(path, weights, words):
    w = {name: np.asarray(values) for name, values in weights.items()}
    order = sorted(range(1, len(words)), key=lambda i: words[i])
    sections = word_sections([words[i] for i in order])
    _, old = read(path)
    sections |= {name[len("aligner."):]: old[name] for name in old if name.startswith("aligner.features.")}
    for name in ("words", "pieces", "kinds", "flags"):
        rows, scale = fit_aligner.quantised(w[name][np.array(order)] if name == "words" else w[name])
        sections[f"{name}.rows"] = rows.astype(np.int8)
        sections[f"{name}.scale"] = scale
    for name in ("around", "around_bias", "through", "attend", "found", "gather", "gather_bias", "verdict", "verdict_bias", "outcome", "outcome_bias"):
        sections[name] = w[name].astype(np.float32)
    for name in ("compare", "compare_bias", "compose", "compose_bias"):
        field, _, bias = name.partition("_")
        sections[name] = np.stack([w["_".join(filter(None, (field, side, bias)))] for side in PLACES]).astype(np.float32)
    sections["direct"] = w["verdict_features"].astype(np.float32)
    sections["outcome_direct"] = w["outcome_features"].astype(np.float32)
    update(path, "aligner.", sections)
    print(f"{len(order)} words")


def said(data, weights, chosen, head):
    """Probabilities of a head, by row."""
    say = jax.jit(lambda p, batch: jax.nn.softmax(heads(p, batch)[head]))
    result = np.zeros((len(chosen), len(VERDICTS) if head == 0 else 4), np.float32)
    for length in range(len(LENGTHS)):
        places = np.flatnonzero(data.pairs.length[chosen] == length)
        for i in range(0, len(places), 256):
            here = places[i : i + 256]
            filled = np.concatenate([here, np.repeat(here[:1], 256 - len(here))])
            result[here] = np.asarray(say(weights, data.batch(chosen[filled], length)))[: len(here)]
    return result


def accuracy(data, weights, chosen, head):
    return (said(data, weights, chosen, head).argmax(-1) == data.target[chosen]).mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", help="labelled pairs, JSON lines")
    parser.add_argument("--streams", nargs="+", required=True, help="from outcome_features")
    parser.add_argument("--features", required=True, help="the program that prints features and units")
    parser.add_argument("--weights", required=True, help="the file of weights to begin with")
    parser.add_argument("--write", required=True, help="the file of weights to write to; a copy of the other but for the network")
    parser.add_argument("--without", type=int, default=-1, metavar="PART")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--share", type=float, default=0.35, help="of the labelled pairs, an epoch")
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--smooth", type=float, default=0.05)
    parser.add_argument("--fewest", type=int, default=3, help="pairs that must have a new word for it to have a row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", help="where to write what the written network says of some pairs, for a test")
    options = parser.parse_args()
    shipped = Shipped(options.weights)
    labelled = read_pairs(options.pairs)
    pairs = stream_pairs(options.streams)
    streams = [pair for pair in pairs if network_part(pair["stream"]) != options.without]
    unseen = [pair for pair in pairs if network_part(pair["stream"]) == options.without]
    data = Data(options.features, shipped, labelled, streams + unseen, options.fewest)
    last = len(labelled) + len(streams)
    print(f"{len(labelled)} pairs, {len(streams)} of streams, {len(unseen)} unseen; {len(data.words) - data.known} new words", flush=True)
    weights = shipped.start(data)
    fitted_on, judged = np.arange(len(labelled), last), np.arange(last, len(data.target))
    weights = fitted(data, weights, fitted_on, options)
    if len(judged):
        print(f"unseen outcomes {accuracy(data, weights, judged, 1):.4f}")
    print(f"labelled pairs {accuracy(data, weights, np.arange(len(labelled)), 0):.4f}")
    if Path(options.write) != Path(options.weights):
        Path(options.write).write_bytes(Path(options.weights).read_bytes())
    write_network(options.write, weights, data.words)
    if options.examples:
        written = Shipped(options.write)
        data = Data(options.features, written, labelled[::EVERY], [], options.fewest)
        fit_aligner.write_examples(options.examples, labelled[::EVERY], said(data, written.start(data), np.arange(len(data.target)), 0), 1)


if __name__ == "__main__":
    main()
