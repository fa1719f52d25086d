// What is shown of every value, by every door and command: snake_case, stable, documented in
// docs/cli.md. show() tells a value's parts to a Writer; each type has one.
#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "call/writer.h"
#include "memfold/engine.h"

namespace memfold::call {

void show(Writer& out, const Decision& decision);
void show(Writer& out, const Memory& memory);
void show(Writer& out, const Edge& edge);
void show(Writer& out, const Hit& hit);
void show(Writer& out, const VersionStep& step);
void show(Writer& out, const PropertyChange& change);
void show(Writer& out, const Score& score);
void show(Writer& out, const Analysis& analysis);
void show(Writer& out, const Explanation& explanation);
void show(Writer& out, const MemoryPage& page);
void show(Writer& out, const LogPage& page);
void show(Writer& out, const Profile& profile);
void show(Writer& out, const LogEvent& event);
void show(Writer& out, const Metrics& metrics);
void show(Writer& out, const LogAnalytics& analytics);
void show(Writer& out, const JobReport& report);
void show(Writer& out, const StaleMemory& stale);
void show(Writer& out, const RepairReport& report);
void show(Writer& out, const Stats& stats);
void show(Writer& out, const VerifyReport& report);
void show(Writer& out, const Forgotten& chain);
void show(Writer& out, const ForgetReport& report);
void show(Writer& out, const Review& review);
void show(Writer& out, const ReplayChange& change);
void show(Writer& out, const ReplayReport& report);
void show(Writer& out, const DecisionStates& states);
void show(Writer& out, const StoredEmbedder& stored);
void show(Writer& out, const ExportReport& report);
void show(Writer& out, const ImportReport& report);

void show(Writer& out, const Fact& fact);  ///< the keys it has anything in, as a request has them
void show(Writer& out, const Node& node);
void show(Writer& out, const Source& source);  ///< with its raw content where it has been read
void show(Writer& out, const SourceReceipt& receipt);
void show(Writer& out, const SourceJob& job);
void show(Writer& out, const GraphStep& step);
void show(Writer& out, const WorkReport& report);
void show(Writer& out, const SourceHit& hit);
void show(Writer& out, const StoryHit& hit);
void show(Writer& out, const GraphCounts& counts);

void show(Writer& out, Time time);
void show(Writer& out, const Id& id);  ///< null for the zero id
void show(Writer& out, const Category& category);
void show(Writer& out, const TextSpan& span);  ///< null: no particular place
/// As facts have it: an object.
void show(Writer& out, const std::vector<Metadatum>& metadata);
/// An object: what was counted, each under a name that need not last.
void show(Writer& out, const std::map<std::string, std::uint64_t>& counts);
void show(Writer& out, const std::vector<std::pair<std::string, std::uint64_t>>& counts);

inline void show(Writer& out, std::string_view text) {
  out.text(text);
}
inline void show(Writer& out, std::nullptr_t) {
  out.null();
}
template <typename T>
requires std::is_arithmetic_v<T>
void show(Writer& out, T value) {
  if constexpr (std::same_as<T, bool>) {
    out.boolean(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    out.real(value);
  } else if constexpr (std::is_unsigned_v<T>) {
    out.natural(value);
  } else {
    out.integer(value);
  }
}
template <typename E>
requires std::is_enum_v<E>
void show(Writer& out, E value) {
  out.name(name(value));
}
/// Whatever tells a writer itself.
template <std::invocable<Writer&> Shown>
void show(Writer& out, const Shown& shown) {
  shown(out);
}
// Behind all of the above, which they call.
template <typename T>
void show(Writer& out, const std::optional<T>& value) {
  if (value) {
    show(out, *value);
  } else {
    out.null();
  }
}
template <typename T>
void show(Writer& out, const std::vector<T>& values) {
  out.begin_list(values.size());
  for (const T& value : values) show(out, value);
  out.end_list();
}
/// A key of an object and what is shown under it. The value is borrowed: an entry is for the call
/// of show_object() it is written in.
class Entry {
 public:
  template <typename T>
  Entry(std::string_view lasting_key, const T& value)
      : key_(lasting_key), value_(&value), show_([](Writer& out, const void* of_type) {
          show(out, *static_cast<const T*>(of_type));
        }) {}

  void write(Writer& out) const {
    out.key(key_);
    show_(out, value_);
  }

 private:
  std::string_view key_;
  const void* value_;
  void (*show_)(Writer&, const void*);
};

/// An object within one: {"score", Object{{"mean", mean}, {"p50", p50}}}.
struct Object {
  std::initializer_list<Entry> entries;
};

inline void show(Writer& out, const Object& object) {
  out.begin_object(object.entries.size());
  for (const Entry& entry : object.entries) entry.write(out);
  out.end_object();
}
inline void show_object(Writer& out, std::initializer_list<Entry> entries) {
  show(out, Object{entries});
}

/// The part of a text that may be missing: null where it is empty.
inline auto or_null(const std::string& text) {
  return [&text](Writer& out) {
    if (text.empty()) {
      out.null();
    } else {
      out.text(text);
    }
  };
}

/// Counts in the order of an enumeration, each under its printed name. Borrows `counts`.
template <typename List, typename E>
auto by_name(const List& counts, E first) {
  return [&counts, first](Writer& out) {
    out.begin_object(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      out.key(name(static_cast<E>(std::size_t(first) + i)));
      show(out, counts[i]);
    }
    out.end_object();
  };
}

/// A value that is there to be shown, later and elsewhere: it holds all that is needed for it.
using Shown = std::function<void(Writer&)>;

/// An object without keys.
inline Shown shown_nothing() {
  return [](Writer& out) { show_object(out, {}); };
}

/// An object of one key.
template <typename T>
Shown shown(std::string_view lasting_key, T value) {
  return [lasting_key, value = std::move(value)](Writer& out) {
    show_object(out, {{lasting_key, value}});
  };
}
template <typename T>
Shown shown(T value) {
  return [value = std::move(value)](Writer& out) { show(out, value); };
}

}  // namespace memfold::call
