// What kind of statement a memory is: one of six, or a name of the host's own.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "memfold/kinds.h"

#pragma GCC visibility push(default)
namespace memfold {

inline constexpr std::size_t kMaxCategoryBytes = 64;

/// A value: two are equal when their names are, and sort by those. `Category::Task` is one, and so
/// is Category::named("recipe"); there is none without a name.
class Category {
 public:
  /// The built-in ones. Their values are stored and printed by name() and parse_name() as those of
  /// kinds.h are: never change or reuse one.
  enum Kind : std::uint8_t { Misc = 0, Task, Decision, Meeting, Project, Ads };

  Category(Kind kind = Misc) noexcept : kind_(kind) {}

  /// The category of this name, which is kept in NFC. The printed names of the six (lower case) are
  /// the built-in ones; of any other name, "Task" as well, it is one of its own. Throws
  /// Error(InvalidArgument) that says what a name must be: UTF-8 of 1 to kMaxCategoryBytes bytes
  /// without control characters and line ends, and without white space at either end.
  static Category named(std::string_view name);

  /// What is wrong with a name, as "must be valid UTF-8"; empty: nothing.
  static std::string wrong_name(std::string_view name);

  /// Valid as long as this category.
  std::string_view name() const noexcept {
    return own_.empty() ? memfold::name(kind_) : std::string_view(own_);
  }
  /// What it acts as, where that hangs on the category: one of its own as misc.
  Kind kind() const noexcept { return kind_; }
  bool is_own() const noexcept { return !own_.empty(); }

  bool operator==(const Category&) const = default;
  friend std::strong_ordering operator<=>(const Category& a, const Category& b) noexcept {
    return a.name() <=> b.name();
  }

 private:
  Kind kind_;
  std::string own_;  ///< its name where it is none of the six
};

/// A category is no enumeration: it has name() itself.
std::string_view name(const Category&) = delete;

}  // namespace memfold
#pragma GCC visibility pop
