#include "models/analyst/recent_readings.h"

#include <array>
#include <functional>
#include <string>

namespace memfold::models {
namespace {

/// Enough for the candidates of a few facts in a row.
constexpr std::size_t kKept = 256;
/// Longer ones are read where they are needed: a reading is some ten times its text.
constexpr std::size_t kLongestKept = 1024;

struct Text {
  explicit Text(const Statement& statement)
      : content(statement.content),
        subject(statement.subject),
        occurred_at(statement.occurred_at) {}

  Statement statement() const { return {content, subject, occurred_at}; }
  bool is(const Statement& other) const {
    return content == other.content && subject == other.subject && occurred_at == other.occurred_at;
  }

  std::string content, subject;
  std::optional<Time> occurred_at;
};

/// A reading with what it borrows.
struct OwnedReading : Text {
  explicit OwnedReading(const Statement& read) : Text(read), reading(statement()) {}
  Reading reading;
};

std::size_t place_of(const Statement& statement) {
  const std::hash<std::string_view> hash;
  const std::size_t when = statement.occurred_at ? std::size_t(statement.occurred_at->micros) : 0;
  return (hash(statement.content) * 31 + hash(statement.subject) * 17 + when) % kKept;
}

}  // namespace

std::shared_ptr<const Reading> read(const Statement& statement) {
  thread_local std::array<std::shared_ptr<const OwnedReading>, kKept> recent;
  const auto fresh = [&] { return std::make_shared<const OwnedReading>(statement); };
  const auto reading_of = [](const std::shared_ptr<const OwnedReading>& owned) {
    return std::shared_ptr<const Reading>(owned, &owned->reading);
  };
  if (statement.content.size() + statement.subject.size() > kLongestKept) {
    return reading_of(fresh());
  }
  auto& kept = recent[place_of(statement)];
  if (!kept || !kept->is(statement)) kept = fresh();
  return reading_of(kept);
}

}  // namespace memfold::models
