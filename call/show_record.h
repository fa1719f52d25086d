// What is shown of records, by their lists of fields (core/fields).
#pragma once

#include <concepts>
#include <initializer_list>
#include <string_view>

#include "call/show.h"
#include "core/fields/decision.h"
#include "core/fields/graph.h"

namespace memfold::call {

/// What is shown beside the fields of a record: before those whose place is higher.
template <typename Record>
struct Derived {
  int place;
  std::string_view key;
  void (*show)(Writer&, const Record&);
};

/// Its parts among those of what has it.
void show_parts(Writer& out, const Score& score);

/// Into an object that was begun.
template <fields::Described Record>
void show_fields(Writer& out, const Record& record,
                 std::initializer_list<Derived<Record>> derived = {}) {
  static_assert(fields::kAllSaid<Record, &fields::Traits::shown>,
                "each field says whether it is shown");
  auto next = derived.begin();
  const auto show_derived = [&] {
    out.key(next->key);
    next->show(out, record);
    ++next;
  };
  fields::for_each_field_in<&fields::Traits::shown>(record, [&](auto row, const auto& value) {
    constexpr fields::Place place = row.traits.shown;
    constexpr std::string_view key = row.name_in(&fields::Traits::shown);
    while (next != derived.end() && next->place < place.at) show_derived();
    if constexpr (std::same_as<std::remove_cvref_t<decltype(value)>, Score>) {
      show_parts(out, value);
    } else {
      out.key(key);
      if constexpr (place.or_null) {
        show(out, or_null(value));
      } else {
        show(out, value);
      }
    }
  });
  while (next != derived.end()) show_derived();
}

template <fields::Described Record>
void show_record(Writer& out, const Record& record,
                 std::initializer_list<Derived<Record>> derived = {}) {
  out.begin_record(fields::kFieldCount<Record> + derived.size(), &fields::kFields<Record>);
  show_fields(out, record, derived);
  out.end_object();
}

/// Of records that are shown as parts of others alone.
template <fields::Described Record>
void show(Writer& out, const Record& record) {
  show_record(out, record);
}

}  // namespace memfold::call
