import os
import shutil
import tempfile

import memfold
import pytest


@pytest.fixture
def scratch():
    """A directory of the test's own; in memory where the machine has such a file system."""
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    path = tempfile.mkdtemp(prefix="memfold-", dir=parent)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def engine(scratch):
    with memfold.Engine(os.path.join(scratch, "store")) as opened:
        yield opened


BEFORE = "The release is on Friday 3 April 2026."
AFTER = "The release moved to Tuesday 7 April 2026."
