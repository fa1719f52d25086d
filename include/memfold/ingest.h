// All of the library memfold::ingest: mail archives, files of facts and raw sources into an Engine.
// It is linked beside memfold::memfold (find_package(memfold COMPONENTS ingest)).
#pragma once

#include "memfold/archive.h"
#include "memfold/backfill.h"
#include "memfold/fact_lines.h"
#include "memfold/source_reader.h"
