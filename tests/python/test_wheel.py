"""What a wheel brings along; a package of the build has nothing to test here."""

import json
import pathlib
import re
import subprocess
import sys

import memfold
import pytest

LIBRARIES = pathlib.Path(memfold.__file__).parents[1] / "memfold.libs"

# Uses what opens files of its own: charsets and months of ICU, the store, GMime.
USE = """
import memfold, sys
with memfold.Engine(sys.argv[1]) as engine:
    engine.backfill(sys.argv[2], user="mina")
    assert engine.stats("mina").decisions > 0
"""
MAPPED = """
import json
with open("/proc/self/maps") as maps:
    print(json.dumps(sorted({line.split()[-1] for line in maps if ".so" in line})))
"""
MAIL = """From a@x Mon Mar  2 09:00:00 2026
From: a@x.example
Message-ID: <1@x>
Date: Mon, 2 Mar 2026 09:00:00 +0000
Subject: rooms
Content-Type: text/plain; charset=iso-8859-2

Room 17 costs 900 EUR. The release is on 3 April.
"""


def mapped(script, *arguments):
    child = subprocess.run([sys.executable, "-c", script + MAPPED, *arguments], capture_output=True, text=True, check=True)
    return set(json.loads(child.stdout))


@pytest.mark.skipif(not LIBRARIES.exists(), reason="not installed from a wheel with its libraries")
def test_its_libraries_are_its_own(scratch):
    own = {re.sub(r"(-[0-9a-f]{8})?\..*", "", file.name) for file in LIBRARIES.iterdir()}
    assert {"libicudata", "libgmime-3", "librocksdb", "libglib-2"} <= own
    mail = pathlib.Path(scratch) / "mail.mbox"
    mail.write_text(MAIL)
    pythons = mapped("import ctypes, hashlib, lzma, bz2, ssl, numpy")  # those have libcrypto and libffi of the system
    used = mapped(USE, f"{scratch}/store", str(mail))
    foreign = {file for file in used - pythons if not file.startswith(str(LIBRARIES))}
    assert [file for file in foreign if re.sub(r"\..*", "", pathlib.Path(file).name) in own] == []
    assert any("libicudata" in file for file in used)
