// What a list of a record's fields is made of. Each record has one list, kFields<Record>, and what
// handles records field by field works from it: storing, ranges, the digest, export and import, the
// JSON of commands, graph columns, facts as JSON lines, the tests' random values.
// docs/decisions/0021-one-field-list.md says why it looks like this.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace memfold::fields {

/// What a field may hold; of a list or an optional: each value there is. Kinds, flags and ids are
/// in range when they can be read, records when their own fields are.
struct Range {
  enum class Of : std::uint8_t { Unsaid, Anything, Real, Natural, Moment, Bytes };
  Of of = Of::Unsaid;
  double least = 0, most = 0;         ///< of a Real
  std::uint64_t from = 0, up_to = 0;  ///< of a Natural
  std::size_t bytes = 0;              ///< at most
};

/// Where a field stands among those of its record, for one purpose: by ascending number.
struct Place {
  int at = 0;                ///< 0: nothing was said; negative: left out
  const char* as = nullptr;  ///< its name there, when it is another
  bool if_there = false;     ///< only when it is not empty, none or false
  bool nameless = false;     ///< of if_there, in the digest: without its name before it
  bool or_null = false;      ///< null when it is empty
};

/// Where a store keeps a field.
enum class Kept : std::uint8_t {
  Table,  ///< in the record's FlatBuffers table, or a struct of it, under the field's name
  Flag,   ///< as a bit of the table's member `flags`
  Key,    ///< the record's key holds it
  Apart,  ///< under a key of its own, or not at all
};

/// Of a fact: how its memory comes by the field of the same name.
enum class Given : std::uint8_t {
  Unsaid,  ///< it has none
  Taken,   ///< just as it was given
  Made,    ///< made of it: a normal form, or what stands for it where none is given
};

/// What is said of a field beside its name and where it is.
struct Traits {
  Range range{};
  Place digest{}, shown{}, column{};
  Kept kept = Kept::Table;
  std::uint8_t flag = 0;           ///< the bit
  const char* named_in = nullptr;  ///< of a Table: the member that has what is told by no number
  Given given = Given::Unsaid;
  bool inherited = false;  ///< an update has the one before, where its fact has none
};

/// One row of a list. Each member function says one thing more.
template <typename Owner, typename T>
struct Field {
  using Value = T;
  using Of = Owner;

  const char* name;
  T Owner::*member;
  Traits traits{};

  constexpr Field within(Range range) const {
    return with([&](Traits& t) { t.range = range; });
  }
  /// Its place in what `verify --digest` hashes. A place is for ever.
  constexpr Field digested(int place) const {
    return with([&](Traits& t) { t.digest = {.at = place}; });
  }
  /// Its name and its value, only where there is one, so that stores without keep the digest they
  /// had. What comes new to a record is digested like this.
  constexpr Field digested_if_there(int place) const {
    return with([&](Traits& t) { t.digest = {.at = place, .if_there = true}; });
  }
  /// The value alone, or of a flag the name: as the first of these fields were. Digests are for
  /// ever, so they stay so; for no others, since two of them can hash alike.
  constexpr Field digested_nameless_if_there(int place) const {
    return with([&](Traits& t) { t.digest = {.at = place, .if_there = true, .nameless = true}; });
  }
  constexpr Field undigested() const {
    return with([](Traits& t) { t.digest = {.at = -1}; });
  }
  /// Its place, and name, in the JSON a command prints.
  constexpr Field shown(int place, const char* as = nullptr) const {
    return with([&](Traits& t) { t.shown = {.at = place, .as = as}; });
  }
  constexpr Field shown_or_null(int place) const {
    return with([&](Traits& t) { t.shown = {.at = place, .or_null = true}; });
  }
  constexpr Field hidden() const {
    return with([](Traits& t) { t.shown = {.at = -1}; });
  }
  /// Its place, and name, among the columns of a graph export.
  constexpr Field column(int place, const char* as = nullptr) const {
    return with([&](Traits& t) { t.column = {.at = place, .as = as}; });
  }
  constexpr Field taken() const {
    return with([](Traits& t) { t.given = Given::Taken; });
  }
  /// By draft_memory() in engine/fold/prepare.
  constexpr Field made() const {
    return with([](Traits& t) { t.given = Given::Made; });
  }
  /// By an UPDATE alone. A MERGE has all of its target's but what merged() in engine/fold/versions
  /// names.
  constexpr Field inherited() const {
    return with([](Traits& t) { t.inherited = true; });
  }
  constexpr Field kept(Kept where) const {
    return with([&](Traits& t) { t.kept = where; });
  }
  /// A number in the member of its name, behind it a text in this one where no number will do.
  constexpr Field named_in(const char* member_name) const {
    return with([&](Traits& t) { t.named_in = member_name; });
  }
  constexpr Field flag(std::uint8_t bit) const {
    return with([&](Traits& t) {
      t.kept = Kept::Flag;
      t.flag = bit;
    });
  }

 private:
  template <typename Change>
  constexpr Field with(Change change) const {
    Field result = *this;
    change(result.traits);
    return result;
  }
};

template <typename Owner, typename T>
constexpr Field<Owner, T> field(const char* name, T Owner::*member) {
  return {name, member};
}

/// The list of a record: a std::tuple of Field, in the order of an export. Records have their own
/// specialisation (core/fields, storage/record_fields.h).
template <typename Record>
inline constexpr int kFields = 0;

template <typename T>
concept Described = (!std::same_as<decltype(kFields<std::remove_const_t<T>>), const int>);

template <Described Record>
inline constexpr std::size_t kFieldCount =
    std::tuple_size_v<std::remove_const_t<decltype(kFields<Record>)>>;

/// The row at an index, for `if constexpr`.
template <Described Record, std::size_t kIndex>
struct Row {
  static constexpr const auto& field = std::get<kIndex>(kFields<Record>);
  static constexpr const Traits& traits = field.traits;
  using Value = typename std::remove_cvref_t<decltype(field)>::Value;
  static constexpr std::string_view name = field.name;
  /// Its name for a purpose.
  static constexpr const char* name_in(Place Traits::*purpose) {
    const char* other = (traits.*purpose).as;
    return other == nullptr ? field.name : other;
  }
};

namespace field_detail {

/// Stands for a value of any member.
struct AnyValue {
  template <typename T>
  operator T() const noexcept;
};
template <std::size_t>
using Any = AnyValue;

template <typename T, std::size_t... kIndices>
constexpr bool takes(std::index_sequence<kIndices...>) {
  return requires {
    T{Any<kIndices>{}...};
  };
}

/// With how many values an aggregate can be made, which is how many members it has; a base counts
/// as one. Of what is no aggregate (it has a constructor, something private) this cannot be told.
template <typename T, std::size_t kCount = 0>
constexpr std::size_t arity() {
  static_assert(std::is_aggregate_v<T>, "the members of what is no aggregate cannot be counted");
  if constexpr (takes<T>(std::make_index_sequence<kCount + 1>())) {
    return arity<T, kCount + 1>();
  } else {
    return kCount;
  }
}

/// How many rows there must be: one a member, those of a base (whose rows say so) included.
template <typename Record, typename... Rows>
constexpr std::size_t rows_needed(const std::tuple<Rows...>&) {
  if constexpr ((std::same_as<typename Rows::Of, Record> && ...)) {
    return arity<Record>();
  } else {
    std::size_t of_base = 0;
    ((std::same_as<typename Rows::Of, Record> ? void()
                                              : void(of_base = arity<typename Rows::Of>())),
     ...);
    return arity<Record>() - 1 + of_base;
  }
}

template <typename A, typename B>
constexpr bool same_member(const A& a, const B& b) {
  if (std::string_view(a.name) == b.name) return true;
  if constexpr (std::same_as<A, B>) return a.member == b.member;
  return false;
}

template <typename Record, std::size_t... kIndices>
constexpr bool has_no_row_twice(std::index_sequence<kIndices...>) {
  const auto& rows = kFields<Record>;
  [[maybe_unused]] const auto alone = [&](const auto& row) {
    return (0 + ... + int(same_member(row, std::get<kIndices>(rows)))) == 1;
  };
  return (alone(std::get<kIndices>(rows)) && ...);
}

template <Described Record>
struct Checked {
  static_assert(kFieldCount<Record> == rows_needed<Record>(kFields<Record>),
                "every member of the record needs a row in its list of fields, and only one");
  static_assert(has_no_row_twice<Record>(std::make_index_sequence<kFieldCount<Record>>()),
                "a member or a name is in the list of fields twice");
  static constexpr bool value = true;
};

template <Described Record, std::size_t... kIndices>
constexpr auto places(Place Traits::*purpose, std::index_sequence<kIndices...>) {
  return std::array{(Row<Record, kIndices>::traits.*purpose).at...};
}

}  // namespace field_detail

/// Whether the list has every member of the record, once; if not, it does not compile.
template <Described Record>
inline constexpr bool kIsComplete = field_detail::Checked<Record>::value;

/// The indices of the rows that have a place for a purpose, in its order.
template <Described Record, Place Traits::*kPurpose>
inline constexpr auto kOrder = [] {
  constexpr auto places =
      field_detail::places<Record>(kPurpose, std::make_index_sequence<kFieldCount<Record>>());
  constexpr auto count = std::size_t(std::ranges::count_if(places, [](int at) { return at > 0; }));
  std::array<std::size_t, count> order{};
  std::size_t next = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] > 0) order[next++] = i;
  }
  std::ranges::sort(order, {}, [&](std::size_t i) { return places[i]; });
  for (std::size_t i = 1; i < count; ++i) {
    if (places[order[i - 1]] == places[order[i]]) throw "two fields have one place";
  }
  return order;
}();

/// The first places behind all those taken. A digest's are for ever: what comes new is digested
/// there. The others are only an order: what comes new may stand between two.
struct NextPlaces {
  int digest = 1, shown = 1, column = 1;
  bool operator==(const NextPlaces&) const = default;
};

/// Of a record. Said beside each list that grows, and held there.
template <Described Record>
inline constexpr NextPlaces kNextPlaces = [] {
  const auto next = [](Place Traits::*purpose) {
    constexpr auto rows = std::make_index_sequence<kFieldCount<Record>>();
    return 1 + std::max(0, std::ranges::max(field_detail::places<Record>(purpose, rows)));
  };
  return NextPlaces{next(&Traits::digest), next(&Traits::shown), next(&Traits::column)};
}();

/// Whether a record has a field of this name.
template <Described Record>
constexpr bool has_row(std::string_view name) {
  return std::apply([&](const auto&... row) { return ((row.name == name) || ...); },
                    kFields<Record>);
}

/// Whether every row says whether it has a part in a purpose.
template <Described Record, Place Traits::*kPurpose>
inline constexpr bool kAllSaid = [] {
  constexpr auto places =
      field_detail::places<Record>(kPurpose, std::make_index_sequence<kFieldCount<Record>>());
  return std::ranges::count(places, 0) == 0;
}();

/// visit(Row<...>(), value) for every field, in the order of the list.
template <typename Record, typename Visit>
requires Described<Record>
constexpr void for_each_field(Record& record, Visit visit) {
  using Bare = std::remove_const_t<Record>;
  static_assert(field_detail::Checked<Bare>::value);
  [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    (visit(Row<Bare, kIndices>(), record.*(Row<Bare, kIndices>::field.member)), ...);
  }
  (std::make_index_sequence<kFieldCount<Bare>>());
}

/// As for_each_field, until one says false. Whether none did.
template <typename Record, typename Visit>
requires Described<Record>
constexpr bool all_fields(Record& record, Visit visit) {
  using Bare = std::remove_const_t<Record>;
  static_assert(field_detail::Checked<Bare>::value);
  return [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    return (visit(Row<Bare, kIndices>(), record.*(Row<Bare, kIndices>::field.member)) && ...);
  }
  (std::make_index_sequence<kFieldCount<Bare>>());
}

/// visit(Row<...>(), value) for every field that has a place for a purpose, in its order.
template <Place Traits::*kPurpose, typename Record, typename Visit>
requires Described<Record>
constexpr void for_each_field_in(Record& record, Visit visit) {
  using Bare = std::remove_const_t<Record>;
  static_assert(field_detail::Checked<Bare>::value);
  constexpr auto& order = kOrder<Bare, kPurpose>;
  [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    (visit(Row<Bare, order[kIndices]>(), record.*(Row<Bare, order[kIndices]>::field.member)), ...);
  }
  (std::make_index_sequence<order.size()>());
}

}  // namespace memfold::fields
