// A C host in a test: an engine in a directory of its own, calls by text.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "memfold.h"
#include "tests/storage/scratch_directory.h"

namespace memfold::test {

struct Reply {
  mf_status status = MF_OK;
  std::string error, text;
  nlohmann::json json() const { return nlohmann::json::parse(text); }
};

inline Reply call(mf_engine* engine, const char* method, const char* request,
                  const mf_extras* extras = nullptr) {
  char *reply = nullptr, *error = nullptr;
  Reply result;
  result.status = mf_call_with(engine, method, request, extras, &reply, &error);
  EXPECT_EQ(reply == nullptr, result.status != MF_OK);
  EXPECT_EQ(error == nullptr, result.status == MF_OK);
  if (reply) result.text = reply;
  if (error) result.error = error;
  mf_free(reply);
  mf_free(error);
  return result;
}

class CHost : public testing::Test {
 protected:
  ~CHost() override {
    if (engine_) mf_close(engine_, nullptr);
  }
  mf_status open(const char* options = nullptr, const mf_host* host = nullptr) {
    char* error = nullptr;
    const mf_status status = mf_open(scratch_.path().c_str(), options, host, &engine_, &error);
    problem_ = error ? error : "";
    mf_free(error);
    return status;
  }

  storage::ScratchDirectory scratch_;
  mf_engine* engine_ = nullptr;
  std::string problem_;
};

}  // namespace memfold::test
