#!/usr/bin/env python3
"""The file of what the built-in Analyst learned, which the library carries as data: docs/weights.md says what stands
where, models/weights/ is the C++ half. The fitting scripts write their sections of it with update().

    training/weights_file.py models/data/memfold.weights                     checks the file and lists its sections
    training/weights_file.py models/data/memfold.weights --words verdict     prints its words with what they say
    training/weights_file.py models/data/memfold.weights --model-version 11  another version, the same weights

Needs numpy.
"""
import argparse
import hashlib
import os
import struct
from pathlib import Path

import numpy as np

MAGIC, FORMAT = b"MFWEIGHT", 1
PREFIX = struct.Struct("<8s32s")  # magic, SHA-256 of all that follows
HEADER = struct.Struct("<IIQII")  # format, model version, size of the file, sections, 0
ENTRY = struct.Struct("<40sII4IQQ")  # name, type, rank, shape, offset, size
ALIGNMENT = 64
TYPES = {1: "u1", 2: "i1", 3: "<i2", 4: "<u4", 5: "<f4", 6: "<f8"}
CODES = {np.dtype(name): code for code, name in TYPES.items()}
ENTRY_BITS = 20  # of a place: the word's number, counted from 1; above them, a tag of its hash


class Damaged(Exception):
    pass


def read(path):
    """(model version, {name: array}); Damaged where the file is not as it was written."""
    raw = Path(path).read_bytes()
    first = PREFIX.size + HEADER.size
    if len(raw) < first or raw[:8] != MAGIC:
        raise Damaged(f"{path} is no file of weights")
    format_, version, size, count, _ = HEADER.unpack_from(raw, PREFIX.size)
    if format_ != FORMAT:
        raise Damaged(f"{path} has format {format_}, this reads {FORMAT}")
    if size != len(raw):
        raise Damaged(f"{path} has {len(raw)} bytes instead of {size}")
    if hashlib.sha256(raw[PREFIX.size :]).digest() != raw[8 : PREFIX.size]:
        raise Damaged(f"{path} is damaged: its checksum is another")
    sections = {}
    for i in range(count):
        name, type_, rank, *shape, offset, bytes_ = ENTRY.unpack_from(raw, first + i * ENTRY.size)
        values = np.frombuffer(raw[offset : offset + bytes_], TYPES[type_])
        sections[name.rstrip(b"\0").decode()] = values.reshape(shape[:rank])
    return version, sections


def write(path, version, sections):
    """The arrays, in the order of their names. A file is whole or it is the one there was."""
    entries, body, at = [], [], PREFIX.size + HEADER.size + ENTRY.size * len(sections)
    for name, array in sorted(sections.items()):
        if len(name) >= 40 or not 1 <= array.ndim <= 4:
            raise ValueError(f"{name} has too long a name or too many dimensions")
        bytes_ = np.ascontiguousarray(array).tobytes()
        gap = -at % ALIGNMENT
        shape = array.shape + (0,) * (4 - array.ndim)
        entries.append(ENTRY.pack(name.encode(), CODES[array.dtype], array.ndim, *shape, at + gap, len(bytes_)))
        body += [b"\0" * gap, bytes_]
        at += gap + len(bytes_)
    rest = HEADER.pack(FORMAT, version, at, len(sections), 0) + b"".join(entries + body)
    whole = PREFIX.pack(MAGIC, hashlib.sha256(rest).digest()) + rest
    temporary = Path(f"{path}.new")
    temporary.write_bytes(whole)
    os.replace(temporary, path)


def update(path, prefix, sections):
    """Puts `sections` in the place of all whose names begin with `prefix`. A new file has version 0."""
    version, kept = read(path) if Path(path).exists() else (0, {})
    kept = {name: array for name, array in kept.items() if not name.startswith(prefix)}
    write(path, version, kept | {prefix + name: array for name, array in sections.items()})


def strings(texts):
    """Texts behind one another, and where each ends."""
    encoded = [text.encode() for text in texts]
    ends = np.cumsum([len(text) for text in encoded])
    return np.frombuffer(b"".join(encoded), np.uint8), ends.astype(np.uint32)


def word_hash(word):
    """That of models/word_table.h."""
    first, second, mask = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1
    size, read = len(word), lambda at, count: int.from_bytes(word[at : at + count], "little")
    value = size * first & mask
    if size >= 8:
        for at in range(0, size - 8, 8):
            value = (value ^ read(at, 8)) * second & mask
            value = (value << 29 | value >> 35) & mask
        value ^= read(size - 8, 8)
    elif size >= 4:
        value ^= read(0, 4) << 32 | read(size - 4, 4)
    elif size > 0:
        value ^= read(0, 1) << 16 | read(size // 2, 1) << 8 | read(size - 1, 1)
    value = value * second & mask
    return value ^ value >> 32


def word_places(words):
    """A table with open addressing, at most half full, that finds a word's number."""
    count = max(16, 1 << (2 * len(words) - 1).bit_length())
    places = np.zeros(count, np.uint32)
    for number, word in enumerate(words, 1):
        hash_ = word_hash(word.encode())
        at = hash_ & (count - 1)
        while places[at]:
            at = (at + 1) & (count - 1)
        places[at] = hash_ >> 32 + ENTRY_BITS << ENTRY_BITS | number
    return places


def word_sections(words):
    """What finds words, which are unlike one another."""
    if len(set(words)) != len(words) or len(words) >= 1 << ENTRY_BITS:
        raise ValueError("words that are alike, or too many of them")
    text, ends = strings(words)
    return {"words.text": text, "words.ends": ends, "words.places": word_places(words)}


def feature_sections(names, mean, scale):
    """Where each feature lies in the pairs, and 1 over how far it spreads."""
    text, ends = strings(names)
    return {"features.text": text, "features.ends": ends, "features.places": np.stack([mean, scale], axis=1).astype(np.float64)}


def print_words(sections, model):
    text, ends = sections[f"{model}.words.text"].tobytes(), sections[f"{model}.words.ends"]
    for i, (begin, end) in enumerate(zip([0, *ends[:-1]], ends)):
        values = sections[f"{model}.words.{'rows' if model == 'aligner' else 'weights'}"][i]
        print(text[begin:end].decode(), *(",".join(map(str, row)) for row in np.atleast_2d(values)), sep="\t")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--model-version", type=int, help="writes the file anew with this version")
    parser.add_argument("--words", choices=("aligner", "verdict", "relationship"), help="prints the words of this model")
    options = parser.parse_args()
    version, sections = read(options.file)
    if options.words:
        print_words(sections, options.words)
        return
    if options.model_version is not None:
        version = options.model_version
        write(options.file, version, sections)
    print(f"{options.file}: format {FORMAT}, model version {version}, {Path(options.file).stat().st_size} bytes, {len(sections)} sections")
    for name, array in sections.items():
        print(f"  {name:28} {array.dtype.name:8} {' x '.join(map(str, array.shape))}")


if __name__ == "__main__":
    main()
