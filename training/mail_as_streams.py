#!/usr/bin/env python3
"""Decisions about real mail as streams, for training/adapt_aligner.py and training/fit_outcomes.py: the memories a
statement was compared with, and the statement.

    memfold backfill linux-man.mbox --db linux-man.db --set decide.judge=false
    memfold export --db linux-man.db --out linux-man.jsonl
    training/mail_as_streams.py training/mail_decisions.jsonl.xz linux-man.jsonl ... > mail_streams.jsonl

No mail is part of this project: the decisions name statements by the Message-ID of their mail and the
beginning of the SHA-256 of their text, with what two readers said of each. Who has the archives (lists at lore.kernel.org,
the public corpus of SpamAssassin) makes the streams again; what is not found is left out and counted.
"""
import hashlib
import json
import lzma
import sys


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def statements(paths):
    """Every statement of the exports, by its digest: as it was told, and as it stood when others were compared with it."""
    found = {}
    for path in paths:
        for line in open(path, encoding="utf8"):
            if line.startswith('{"type":"memory"'):
                memory = json.loads(line)["data"]
                found.setdefault(digest_of(memory["content"]), memory)
            elif line.startswith('{"type":"log"') and '"states":' in line:
                for memory in json.loads(line)["data"]["states"].values():
                    if isinstance(memory, dict) and "content" in memory:
                        found.setdefault(digest_of(memory["content"]), memory)
    return found


def item_of(memory, expected, target=None):
    item = {"text": memory["content"], "at": memory["stated_at"], "source": memory["source_type"], "expect": expected}
    for name, field in (("subject", "subject"), ("thread", "thread_id"), ("people", "people")):
        if memory.get(field):
            item[name] = memory[field]
    if target is not None:
        item["target"] = target
    if expected in ("UPDATE", "MERGE"):
        item["now"] = [[memory["content"][:20]]]
    return item


def stream_of(case, known):
    memories = [known[one["digest"]] for one in case["candidates"]]
    order = sorted(range(len(memories)), key=lambda i: memories[i]["stated_at"])
    items = [item_of(memories[i], "CREATE") for i in order]
    target = order.index(case["target"] - 1) + 1 if "target" in case else None
    items.append(item_of(known[case["fact"]["digest"]], case["expect"], target))
    return {"id": case["id"], "lang": "en", "domain": "mail", "split": "tune", "items": items}


def main():
    known = statements(sys.argv[2:])
    cases = [json.loads(line) for line in lzma.open(sys.argv[1], "rt", encoding="utf8")]
    lost = 0
    for case in cases:
        if "other" in case:  # the readers do not agree
            continue
        if all(one["digest"] in known for one in [case["fact"], *case["candidates"]]):
            print(json.dumps(stream_of(case, known), ensure_ascii=False))
        else:
            lost += 1
    print(f"of {len(cases)} decisions {lost} with statements that were not found", file=sys.stderr)


if __name__ == "__main__":
    main()
