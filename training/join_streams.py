#!/usr/bin/env python3
"""Streams joined into longer ones, as if so many users were one: what a statement means lies deeper in a larger store.

    training/join_streams.py STREAMS.jsonl 10 > joined.jsonl               ten to one
    training/join_streams.py STREAMS.jsonl 10 --split tune > joined.jsonl  of one half

The items of a group come in turns, each stream's at an even pace; `memfold eval --streams` reads what is written.
"""
import argparse
import json


def turns(group):
    """(stream, item) of all items of a group, in the order in which they are told"""
    paced = [(k / len(stream["items"]), s, k) for s, stream in enumerate(group) for k in range(len(stream["items"]))]
    return [(s, k) for _, s, k in sorted(paced)]


def joined(group, number):
    order = turns(group)
    place = {told: i + 1 for i, told in enumerate(order)}  # targets count from 1
    items = []
    for s, k in order:
        item = dict(group[s]["items"][k])
        if "target" in item:
            item["target"] = place[s, item["target"] - 1]
        if "retires" in item:
            item["retires"] = [place[s, one - 1] for one in item["retires"]]
        items.append(item)
    asked = [question for stream in group for question in stream.get("ask", [])]
    return {**group[0], "id": f"joined-{number}", "items": items, "ask": asked}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("streams")
    parser.add_argument("together", type=int)
    parser.add_argument("--split", help="tune or held; without it all")
    options = parser.parse_args()
    with open(options.streams, encoding="utf8") as lines:
        streams = [json.loads(line) for line in lines]
    streams = [stream for stream in streams if options.split in (None, stream["split"])]
    for number, first in enumerate(range(0, len(streams), options.together), 1):
        print(json.dumps(joined(streams[first : first + options.together], number), ensure_ascii=False))


if __name__ == "__main__":
    main()
