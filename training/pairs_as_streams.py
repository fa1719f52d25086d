#!/usr/bin/env python3
"""Labelled pairs as streams of two items, for training/fit_outcomes.py: what a fact is to the only memory there is.

    training/pairs_as_streams.py training_pairs.jsonl > streams.jsonl      every 30th pair

Said on two days, as `memfold eval --mode` folds pairs.
"""
import json
import sys
import zlib

EVERY = 30
EXPECTED = {"DUPLICATE": "SKIP", "LINK": "CREATE", "UNRELATED": "CREATE", "UPDATE": "UPDATE", "MERGE": "MERGE"}


def stream_of(pair):
    items = [
        {"text": pair["existing"], "at": "2024-10-12T00:00:00Z", "expect": "CREATE"},
        {"text": pair["new"], "at": "2024-10-13T00:00:00Z", "expect": EXPECTED[pair["expected"]]},
    ]
    if items[1]["expect"] != "CREATE":
        items[1]["target"] = 1
    if pair.get("subject"):
        items[0]["subject"] = items[1]["subject"] = pair["subject"]
    return {"id": "p-" + pair["id"], "lang": pair["lang"], "domain": "pair", "split": "tune", "items": items}


def main():
    for line in open(sys.argv[1], encoding="utf8"):
        pair = json.loads(line)
        if zlib.crc32(pair["id"].encode()) % EVERY == 0:
            print(json.dumps(stream_of(pair), ensure_ascii=False))


if __name__ == "__main__":
    main()
