// Raw sources for tests, and what a reader of them says.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "memfold/error.h"
#include "memfold/source_reader.h"

namespace memfold::ingest::testing {

inline Source source_of(SourceForm form, std::string raw) {
  Source source;
  source.form = form;
  source.raw = std::move(raw);
  source.source_id = "s";
  source.received_at = *parse_time("2026-03-02T01:00:00Z");
  return source;
}

inline SourceReading read(SourceForm form, std::string raw) {
  return builtin_source_reader()->read(source_of(form, std::move(raw)));
}

inline std::string refusal(SourceForm form, std::string raw, const SourceLimits& limits = {}) {
  try {
    builtin_source_reader(limits)->read(source_of(form, std::move(raw)));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    return error.what();
  }
  return "";
}

}  // namespace memfold::ingest::testing
