"""What outcome_features wrote of labelled streams, as both fits that learn from streams read it."""
import json
import zlib
from pathlib import Path

# The outcomes of the Judge, in the order of memfold::Outcome.
APART, DUPLICATE, MERGE, UPDATE = range(4)
OUTCOME = {"CREATE": APART, "SKIP": DUPLICATE, "MERGE": MERGE, "UPDATE": UPDATE, "BACKDATE": UPDATE, "KEEP": UPDATE}
PARTS = 4  # of the streams: the trees learn of each what a network says that has not seen it


def part_of(stream, parts, salt):
    """Streams stay whole, and sets of them ("SET/1", "SET/2"): what is known of one is known of all its items."""
    return zlib.crc32((salt + stream.partition("/")[0]).encode()) % parts


def network_part(stream):
    return part_of(stream, PARTS, "network ")


def outcome(item, candidate):
    return OUTCOME[item["expected"]] if candidate["meant"] else APART


def labelled_items(paths):
    """Items of split tune. Of pairs, sets and mails, which are told as streams, the last item alone is labelled."""
    for path in paths:
        for line in Path(path).read_text(encoding="utf8").splitlines():
            item = json.loads(line)
            if item["split"] == "tune" and (item["domain"] not in ("pair", "set", "mail") or item["last"]):
                yield item
