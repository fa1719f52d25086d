import threading

import memfold
import numpy
import pytest


class Letters:
    """Counts letters: enough to tell texts apart."""

    name = "letters@1"
    dimension = 32

    def __init__(self):
        self.texts, self.threads, self.broken = 0, set(), None

    def embed(self, texts):
        self.threads.add(threading.get_ident())
        self.texts += len(texts)
        if self.broken:
            return self.broken(len(texts))
        rows = numpy.zeros((len(texts), 32))
        for row, text in zip(rows, texts):
            for letter in text.encode():
                row[letter & 31] += 1
        return rows


class Same:
    name = "same@1"

    def __init__(self):
        self.answer = {"verdict": "unrelated", "confidence": 0.95}

    def compare(self, existing, incoming):
        assert existing["content"] and incoming["content"]
        return self.answer


class Shouts:
    """Every line with an exclamation mark is a fact."""

    name = "shouts@1"

    def extract(self, message):
        assert message["from"]["address"] == "a@x.example"
        return [{"content": line, "tags": ["loud"]} for line in message["body"].splitlines() if line.endswith("!")]


def open_engine(scratch, **models):
    return memfold.Engine(scratch + "/store", **models)


def test_an_embedder_serves_the_store(scratch):
    letters = Letters()
    with open_engine(scratch, embedder=letters) as engine:
        engine.fold([f"Entry number {n}." for n in range(100)], user="u")
        assert letters.texts >= 100
        assert engine.call("embedder")["name"] == "letters@1"
        assert engine.recall("u", "Entry number 7.", by="vector", k=1)


def raising(_):
    raise LookupError("the model is asleep")


@pytest.mark.parametrize(
    "broken, says",
    [
        (raising, "LookupError: the model is asleep"),
        (lambda n: numpy.zeros((n, 31)), "32"),
        (lambda n: numpy.full((n, 32), numpy.nan), "not finite"),
        (lambda n: [["x"] * 32] * n, ""),
        (lambda n: None, ""),
    ],
)
def test_an_embedder_that_fails_loses_nothing(scratch, broken, says):
    letters = Letters()
    with open_engine(scratch, embedder=letters) as engine:
        engine.fold("The tea is green.", user="u")
        letters.broken = broken
        with pytest.raises(memfold.ModelError, match=says):
            engine.fold("The cup is blue.", user="u")
        letters.broken = None
        engine.fold("The cup is blue.", user="u")
        assert engine.stats().memories == 2


def test_an_analyst_decides(scratch):
    same = Same()
    with open_engine(scratch, analyst=same, mode="accurate") as engine:
        engine.fold("The meeting is at 3 pm on Monday.", user="u")
        assert engine.fold("The meeting is at 4 pm on Monday.", user="u")[0].analyst == "same@1"
        same.answer = {"verdict": "perhaps"}
        with pytest.raises(memfold.ModelError, match="verdict must be one of"):
            engine.fold("The meeting is at 5 pm on Monday.", user="u")
        same.answer = None
        with pytest.raises(memfold.ModelError, match="no verdict|must be"):
            engine.fold("The meeting is at 5 pm on Monday.", user="u")


def test_an_extractor_finds_the_facts_of_mails(scratch):
    path = scratch + "/mail.mbox"
    with open(path, "w") as mail:
        mail.write(
            "From a@x Mon Mar  2 09:00:00 2026\nFrom: a@x.example\nMessage-ID: <1@x>\n"
            "Date: Mon, 2 Mar 2026 09:00:00 +0000\nSubject: n\n\nThe boat leaves at noon!\nQuiet words.\n\n"
        )
    with open_engine(scratch, extractor=Shouts()) as engine:
        engine.backfill(path, user="u")
        memory = engine.list("u").memories[0]
        assert memory.content == "The boat leaves at noon!" and memory.tags == ["loud"]
        assert memory.source_id == "1@x"


def test_what_a_model_says_may_be_any_text(scratch):
    def odd(_):
        raise ValueError("\ud800 broke")

    letters = Letters()
    with open_engine(scratch, embedder=letters) as engine:
        letters.broken = odd
        with pytest.raises(memfold.ModelError, match="broke"):
            engine.fold("The cup is blue.", user="u")


def test_what_is_no_model_is_refused(scratch):
    with pytest.raises(memfold.InvalidArgument, match="embedder has no name"):
        open_engine(scratch, embedder=object())
    bad = Letters()
    bad.dimension = 0
    with pytest.raises(memfold.InvalidArgument, match="dimension"):
        open_engine(scratch, embedder=bad)


def test_a_model_may_not_call_the_engine(scratch):
    letters = Letters()
    with open_engine(scratch, embedder=letters) as engine:
        letters.broken = lambda n: engine.stats()
        with pytest.raises(memfold.ModelError, match="callback may not call"):
            engine.fold("The cup is blue.", user="u")
