#!/usr/bin/env python3
"""Contrast sets as streams, for training/adapt_aligner.py and training/fit_outcomes.py: a small memory, and what one
statement is to it, each of a dozen for itself.

    training/sets_as_streams.py contrast_sets.txt > streams.jsonl

A set is a line "== BATCH-SET DOMAIN LANGUAGE", the numbered statements that are known, and those that might come next,
each with its label before it: C, or U, S, M and the number of what it updates, repeats or belongs to. A subject line
stands before the text, as <<Re: that>>. Known statements are told within weeks, the next one minutes to weeks later.
So that the same wording is met in every surrounding, half of the sets are told beside statements of other sets of their
batch, and half of those of offices, teams and lists as mails.
"""
import datetime
import json
import random
import re
import sys

DECISIONS = {"C": "CREATE", "U": "UPDATE", "S": "SKIP", "M": "MERGE"}
LINE = re.compile(r"(?:(?P<known>\d)|(?P<label>[CUSM])(?P<target>\d)?) (?:<<(?P<subject>[^>]*)>> )?(?P<text>.+)")
MAILED = ("office", "software", "support", "orders", "list")
GAPS = [0.1, 1, 5, 24, 48, 72, 168, 500]  # hours


def sets_of(lines):
    for line in filter(None, map(str.strip, lines)):
        if line.startswith("== "):
            name, domain, language = line[3:].split()
            one = {"name": name, "domain": domain, "lang": language, "known": [], "next": []}
            yield one
            continue
        read = LINE.fullmatch(line)
        if not read:
            sys.exit(f"neither a set nor a statement: {line}")
        item = {"text": read["text"]} | ({"subject": read["subject"]} if read["subject"] else {})
        if read["known"]:
            one["known"].append(item)
        else:
            target = {"target": int(read["target"])} if read["target"] else {}
            one["next"].append(item | {"expect": DECISIONS[read["label"]]} | target)


def first_words(text):
    return re.sub(r"[.,:;!?\"']", "", " ".join(text.split()[:3]))


def bare_subject(subject):
    return re.sub(r"^((re|fwd?|답장|전달)\s*:\s*|\[[^\]]*\]\s*)+", "", subject.lower()).strip()


def as_mail(chance, items, known):
    """The same told by mail: under subject lines, in threads, among people. What belongs to a known statement
    mostly answers its mail; what does not does so too every other time."""
    pool = [f"p{n}@{chance.choice('abc')}.example" for n in chance.sample(range(60), 4)]
    for item in items:
        if "subject" not in item:
            about = item.get("target") or (chance.randint(1, len(known)) if known and chance.random() < 0.5 else 0)
            answers = about and "subject" in known[about - 1] and chance.random() < 0.8
            item["subject"] = "Re: " + known[about - 1]["subject"] if answers else first_words(item["text"])
        item["people"] = sorted(chance.sample(pool, chance.choice([2, 2, 3])))
        item["thread"] = "t " + bare_subject(item["subject"])


def streams_of(one, others):
    """`others` are statements of other sets, told before as what else a memory holds."""
    chance = random.Random(one["name"])
    mailed = one["domain"] in MAILED and chance.random() < 0.45
    around = chance.sample(others, min(len(others), chance.randint(4, 20))) if chance.random() < 0.45 else []
    around = [{"text": item["text"]} for item in around]
    known = [dict(item) for item in one["known"]]
    next_ = [dict(item) for item in one["next"]]
    if mailed:
        for item in around:
            as_mail(chance, [item], [])
        as_mail(chance, known, [])
        as_mail(chance, next_, known)
    at = datetime.datetime(2026, 1, 5, 8) + datetime.timedelta(hours=chance.randrange(8000))
    told = []
    for item in around + known:
        told.append(item | {"at": at.strftime("%Y-%m-%dT%H:%M:%SZ"), "expect": "CREATE"})
        at += datetime.timedelta(hours=chance.choice(GAPS))
    heard = [told[: i + 1] for i in range(len(around) + 1, len(told))]  # what is known stands apart too
    for item in next_:
        if "target" in item:
            item["target"] += len(around)
        later = at + datetime.timedelta(hours=chance.choice(GAPS))
        heard.append([*told, item | {"at": later.strftime("%Y-%m-%dT%H:%M:%SZ")}])
    for number, items in enumerate(heard, 1):
        for item in items:
            if item["expect"] in ("UPDATE", "MERGE"):
                item["now"] = [[item["text"].split()[0]]]  # the format asks for something; nothing is fitted on it
        yield {"id": f"{one['name']}/{number}", "lang": one["lang"], "domain": "set", "split": "tune", "items": items}


def main():
    sets = list(sets_of(open(sys.argv[1], encoding="utf8")))
    batch_of = lambda one: one["name"].partition("-")[0]
    for one in sets:
        others = [item for other in sets if batch_of(other) == batch_of(one) and other is not one for item in other["known"]]
        for stream in streams_of(one, others):
            print(json.dumps(stream, ensure_ascii=False))


if __name__ == "__main__":
    main()
