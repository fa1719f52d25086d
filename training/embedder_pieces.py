"""The pieces of words that training/fit_embedder.py learns rows for, and how texts are cut into them: as
models/embedder_pieces.h does. Pieces are those of the sentence encoder's own vocabulary, folded as the library folds
texts, and frequent words: of the texts, English ones (GloVe's list) and Korean ones (Kiwi's morphemes).
"""
import collections
import json
import math
import re
import subprocess
from pathlib import Path

import numpy as np
import scipy.sparse
from kiwipiepy import Kiwi

from e5_model import SPACE, Model
from word_vectors import TAGS

PIECES = 48000
LONGEST = 12  # characters of a piece
OWN, OWN_COUNT = 12000, 6  # words of the texts that are pieces: so many at most, which come in so many texts at least
OWN_COST = 0.8  # of what the encoder's pieces for the same cost
ENGLISH, KOREAN = 20000, 16000  # the most frequent words
COST = 256  # costs are in so many parts of a nat


def is_korean(text):
    return re.search("[가-힣]", text) is not None


class Reader:
    """The library's own reading of texts, by the program training/sentence_words.cc."""

    def __init__(self, program):
        self.program = program

    def lines(self, texts, *arguments):
        asked = "".join(json.dumps(text, ensure_ascii=False) + "\n" for text in texts)
        answer = subprocess.run([self.program, *arguments], input=asked.encode(), stdout=subprocess.PIPE, check=True).stdout
        lines = answer.decode().split("\n")[:-1]
        if len(lines) != len(texts):
            raise RuntimeError(f"{self.program} wrote {len(lines)} lines for {len(texts)} texts")
        return lines

    def words(self, texts):
        return [line.split() for line in self.lines(texts)]

    def sketches(self, texts, dimension):
        rows = np.array([line.split() for line in self.lines(texts, "--sketch", str(dimension))], np.float64)
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def cut_word(word, cost):
    """The pieces of the likeliest cut of a word that begins with SPACE; what no piece covers is passed over."""
    best = [(0, 0, None)] + [(math.inf, 0, None)] * len(word)
    for i in range(len(word)):
        before = best[i][0]
        if before + (1 << 20) < best[i + 1][0]:
            best[i + 1] = before + (1 << 20), i, None
        for j in range(i + 1, min(len(word), i + LONGEST) + 1):
            own = cost.get(word[i:j])
            if own is not None and before + own < best[j][0]:
                best[j] = before + own, i, word[i:j]
    pieces, at = [], len(word)
    while at > 0:
        if best[at][2] is not None:
            pieces.append(best[at][2])
        at = best[at][1]
    return pieces[::-1]


class Vocabulary:
    """pieces, sorted; cost of each; number by piece. The beginning of a word alone (SPACE) says nothing."""

    def __init__(self, cost):
        self.pieces = sorted(cost)
        self.cost = cost
        self.number = {piece: i for i, piece in enumerate(self.pieces)}
        self.known = {}

    def cut(self, words):
        cut = []
        for word in words:
            if word not in self.known:
                self.known[word] = [self.number[piece] for piece in cut_word(SPACE + word, self.cost) if piece != SPACE]
            cut += self.known[word]
        return cut

    def counts(self, texts_words):
        """texts x pieces, how often each comes."""
        cut = [self.cut(words) for words in texts_words]
        ends = np.concatenate([[0], np.cumsum([len(one) for one in cut])])
        places = np.concatenate([np.array(one, np.int64) for one in cut]) if cut else np.zeros(0, np.int64)
        matrix = scipy.sparse.csr_matrix((np.ones(len(places), np.float32), places, ends), (len(cut), len(self.pieces)))
        matrix.sum_duplicates()
        return matrix


def teacher_pieces(reader):
    """{piece as the library would read it: log-probability}, of those Korean and English may use."""
    model = Model()
    named = [(name, score) for name, (_, score) in model.pieces.items() if len(name) <= LONGEST]
    folded = reader.lines([name.replace(SPACE, "") for name, _ in named])
    weight = collections.defaultdict(float)
    for (name, score), text in zip(named, folded):
        begins = SPACE if name.startswith(SPACE) else ""
        if name == SPACE or (text and re.fullmatch(r"[a-z0-9]+|[가-힣]+|[^\s\w]", text)):
            weight[begins + text] += math.exp(score)
    return {piece: math.log(value) for piece, value in weight.items()}


def english_words(glove, most=ENGLISH):
    vectors = json.loads(Path(glove).read_text(encoding="utf-8"))["vectors"]
    return [word for word in vectors if re.fullmatch("[a-z]+", word)][:most]


def korean_words(most=KOREAN):
    kiwi = Kiwi(model_type="cong-global")
    common = (kiwi.morpheme(i) for i in range(most))
    return list(dict.fromkeys(one.form for one in common if one.tag in TAGS and re.fullmatch("[가-힣]{2,}", one.form)))


def choose_pieces(reader, texts_words, glove):
    """The encoder's pieces that texts or dictionaries use, and frequent words as pieces of their own, by need."""
    cost = {piece: max(1, round(-score * COST)) for piece, score in teacher_pieces(reader).items()}
    words = collections.Counter(word for one in texts_words for word in set(one))
    english, korean = english_words(glove), korean_words()
    frequent = [word for word, count in words.most_common() if count >= OWN_COUNT and re.fullmatch("[a-z]{3,}|[가-힣]{2,}", word)]
    named = [SPACE + word for word in frequent[:OWN] + english + korean] + korean
    own = {}
    for piece in dict.fromkeys(named):
        if piece not in cost and len(piece) <= LONGEST:
            own[piece] = round(OWN_COST * sum(cost.get(part, 0) for part in cut_word(piece, cost)))
    cost |= own
    used = collections.Counter()
    for word, count in (words + collections.Counter(english + korean)).items():
        for piece in cut_word(SPACE + word, cost):
            used[piece] += count
    single = {piece for piece in cost if re.fullmatch("[a-z0-9가-힣]", piece.replace(SPACE, "")) or piece == SPACE}
    order = sorted(set(used) | single, key=lambda p: (p not in single, -used[p], cost[p], p))
    return Vocabulary({piece: cost[piece] for piece in order[:PIECES]})


def alone(vocabulary):
    """Every piece as a text, which gives rows to those in few texts."""
    return [piece.replace(SPACE, "") or "-" for piece in vocabulary.pieces]


def edge_hash(key):
    return (key * 0x9E3779B97F4A7C15 & (1 << 64) - 1) >> 32


def tree_sections(vocabulary):
    """What models/embedder_pieces.h reads."""
    characters = sorted({c for piece in vocabulary.pieces for c in piece} - {SPACE})
    symbol = {SPACE: 1} | {c: i for i, c in enumerate(characters, 2)}
    if len(symbol) + 1 >= 1 << 12:
        raise ValueError("more characters than symbols")
    symbols = np.zeros(max(map(ord, characters)) + 1, np.int16)
    for character in characters:
        symbols[ord(character)] = symbol[character]
    number = {piece: i for i, piece in enumerate(vocabulary.pieces, 1)}
    for piece in vocabulary.pieces:
        for end in range(1, len(piece)):
            number.setdefault(piece[:end], len(number) + 1)
    places = np.zeros((1 << (2 * len(number) - 1).bit_length(), 2), np.uint32)
    for text, node in number.items():
        key = (number[text[:-1]] if len(text) > 1 else 0) << 12 | symbol[text[-1]]
        at = edge_hash(key) & (len(places) - 1)
        while places[at, 0]:
            at = (at + 1) & (len(places) - 1)
        places[at] = key, node
    cost = np.array([vocabulary.cost[piece] for piece in vocabulary.pieces], np.int16)
    return {"symbols": symbols, "edges": places, "pieces.cost": cost}
