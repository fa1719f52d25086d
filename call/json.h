// What is shown (call/show.h), as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "call/show.h"

namespace memfold::call {

/// Keys stay in the order they are written in, so that two outputs compare as text.
using Json = nlohmann::ordered_json;

class JsonWriter final : public Writer {
 public:
  void null() override { add(nullptr); }
  void boolean(bool value) override { add(value); }
  void integer(std::int64_t value) override { add(value); }
  void natural(std::uint64_t value) override { add(value); }
  void real(double value) override { add(value); }
  void text(std::string_view value) override { add(value); }
  void name(std::string_view lasting) override { add(lasting); }
  void begin_list(std::size_t size) override;
  void end_list() override { open_.pop_back(); }
  void begin_object(std::size_t size) override;
  void begin_record(std::size_t size, const void*) override { begin_object(size); }
  void end_object() override { open_.pop_back(); }
  void key(std::string_view lasting) override { key_ = lasting; }
  void given_key(std::string_view name) override { key_ = name; }

  /// What was written; once.
  Json take() { return std::move(whole_); }

 private:
  Json& add(Json value);

  Json whole_;
  std::vector<Json*> open_;  ///< lists and objects begun and not ended, each in the one before
  std::string key_;
};

template <typename T>
requires requires(Writer& out, const T& value) {
  show(out, value);
}
Json to_json(const T& value) {
  JsonWriter out;
  show(out, value);
  return out.take();
}

}  // namespace memfold::call
