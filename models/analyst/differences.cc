#include "models/analyst/differences.h"

#include <algorithm>
#include <iterator>

namespace memfold::models {
namespace {

using Values = std::vector<const Value*>;

/// Beyond this many unmatched values of one type, only equal normal forms match.
constexpr std::size_t kMostFuzzy = 64;

bool by_type_and_form(const Value* a, const Value* b) {
  if (a->type != b->type) return a->type < b->type;
  return a->normal < b->normal;
}

Values current_values(const Reading& reading) {
  Values values;
  for (const Value& value : reading.values) {
    if (!value.previous) values.push_back(&value);
  }
  std::sort(values.begin(), values.end(), [](const Value* a, const Value* b) {
    if (by_type_and_form(a, b) || by_type_and_form(b, a)) return by_type_and_form(a, b);
    return a->span.begin < b->span.begin;
  });
  return values;
}

bool same_form(const Value* a, const Value* b) {
  return a->type == b->type && a->normal == b->normal;
}

/// Removes values of equal form from both (repeats included).
void drop_equal(Values& a, Values& b) {
  Values only_a, only_b;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && by_type_and_form(a[i], b[j]))) {
      only_a.push_back(a[i++]);
    } else if (i == a.size() || by_type_and_form(b[j], a[i])) {
      only_b.push_back(b[j++]);
    } else {
      const Value* shared = a[i];
      while (i < a.size() && same_form(a[i], shared)) ++i;
      while (j < b.size() && same_form(b[j], shared)) ++j;
    }
  }
  const auto by_place = [](const Value* x, const Value* y) {
    return x->type != y->type ? x->type < y->type : x->span.begin < y->span.begin;
  };
  std::sort(only_a.begin(), only_a.end(), by_place);
  std::sort(only_b.begin(), only_b.end(), by_place);
  a = std::move(only_a);
  b = std::move(only_b);
}

/// Removes values that say the same in another form, one perhaps with less detail.
void drop_same(Values& a, Values& b, const Values& all_a, const Values& all_b) {
  const auto known = [](const Value* value, const Values& others) {
    const std::size_t most = std::min(others.size(), kMostFuzzy);
    return std::any_of(others.begin(), others.begin() + std::ptrdiff_t(most),
                       [&](const Value* other) { return same_value(*value, *other); });
  };
  std::erase_if(a, [&](const Value* value) { return known(value, all_b); });
  std::erase_if(b, [&](const Value* value) { return known(value, all_a); });
}

template <typename Take>
void each_part(std::string_view name, Take take) {
  while (!name.empty()) {
    const std::size_t space = name.find(' ');
    take(name.substr(0, space));
    if (space == std::string_view::npos) return;
    name.remove_prefix(space + 1);
  }
}

/// A name the other statement also mentions, in full, is no difference.
void drop_mentioned(Values& names, const Reading& other) {
  std::erase_if(names, [&](const Value* value) {
    if (value->type != ValueType::Name) return false;
    bool all = true;
    each_part(value->normal, [&](std::string_view part) { all = all && other.mentions(part); });
    return all;
  });
}

/// "Lisa" is "Lisa Wong": a name whose longer form the other side has.
bool part_of(const Value& shorter, const Values& names) {
  const std::size_t most = std::min(names.size(), kMostFuzzy);
  return std::any_of(names.begin(), names.begin() + std::ptrdiff_t(most), [&](const Value* value) {
    bool all = true;
    each_part(shorter.normal, [&](std::string_view part) {
      bool found = false;
      each_part(value->normal, [&](std::string_view other) { found = found || other == part; });
      all = all && found;
    });
    return all;
  });
}

bool is_name(const Value* value) {
  return value->type == ValueType::Name;
}

Values names_of(const Values& values) {
  Values names;
  std::copy_if(values.begin(), values.end(), std::back_inserter(names), is_name);
  return names;
}

/// A weak name counts only where the other side has a name of its own that is unmatched.
void drop_lone_weak_names(Values& a, Values& b) {
  const bool both =
      std::any_of(a.begin(), a.end(), is_name) && std::any_of(b.begin(), b.end(), is_name);
  if (both) return;
  const auto weak = [](const Value* value) { return is_name(value) && value->weak; };
  std::erase_if(a, weak);
  std::erase_if(b, weak);
}

/// How well two unmatched values stand for one property: 0 not at all.
int affinity(const Value& a, const Value& b) {
  if (a.type == b.type) return a.unit == b.unit ? 3 : 2;
  const bool quantities = a.type <= ValueType::Number && b.type <= ValueType::Number;
  return quantities && (a.type == ValueType::Number || b.type == ValueType::Number) ? 1 : 0;
}

/// Pairs what is left, the best fitting first, and reports the rest.
std::vector<Difference> pair_up(Values before, Values after) {
  std::vector<Difference> result;
  for (int level = 3; level > 0; --level) {
    for (auto& old_value : before) {
      if (old_value == nullptr) continue;
      std::size_t looked = 0;
      for (auto& new_value : after) {
        if (new_value == nullptr) continue;
        if (++looked > kMostFuzzy) break;
        if (affinity(*old_value, *new_value) != level) continue;
        result.push_back({new_value->type, old_value, new_value, ChangeKind::ValueChange});
        old_value = new_value = nullptr;
        break;
      }
      if (old_value != nullptr && looked == 0) break;
    }
    std::erase(before, nullptr);
    std::erase(after, nullptr);
  }
  for (const Value* value : after) {
    result.push_back({value->type, nullptr, value, ChangeKind::Addition});
  }
  for (const Value* value : before) {
    if (value->type == ValueType::Status || value->type == ValueType::Negation) {
      result.push_back({value->type, value, nullptr, ChangeKind::Removal});
    }
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Difference& a, const Difference& b) { return a.type < b.type; });
  return result;
}

/// Negations are counted: "not without" is not "without".
void keep_surplus_negations(const Values& all, const Values& others, Values& left) {
  const auto negations = [](const Values& values) {
    return std::count_if(values.begin(), values.end(),
                         [](const Value* value) { return value->type == ValueType::Negation; });
  };
  auto surplus = negations(all) - negations(others);
  for (auto it = all.rbegin(); it != all.rend() && surplus > 0; ++it) {
    if ((*it)->type != ValueType::Negation) continue;
    left.push_back(*it);
    --surplus;
  }
}

}  // namespace

std::vector<Difference> differences(const Reading& existing, const Reading& incoming) {
  const Values all_before = current_values(existing), all_after = current_values(incoming);
  Values before = all_before, after = all_after;
  drop_equal(before, after);
  drop_same(before, after, all_before, all_after);
  drop_mentioned(before, incoming);
  drop_mentioned(after, existing);
  const Values names_before = names_of(all_before), names_after = names_of(all_after);
  std::erase_if(before, [&](const Value* v) { return is_name(v) && part_of(*v, names_after); });
  std::erase_if(after, [&](const Value* v) { return is_name(v) && part_of(*v, names_before); });
  drop_lone_weak_names(before, after);
  const auto negation = [](const Value* v) { return v->type == ValueType::Negation; };
  std::erase_if(before, negation);
  std::erase_if(after, negation);
  keep_surplus_negations(all_before, all_after, before);
  keep_surplus_negations(all_after, all_before, after);
  return pair_up(std::move(before), std::move(after));
}

PropertyChange property_change(const Difference& difference) {
  PropertyChange change;
  change.property = property_name(difference.type);
  change.change = difference.change;
  if (difference.before != nullptr) {
    change.old_value = difference.before->normal;
    change.old_span = difference.before->span;
  }
  if (difference.after != nullptr) {
    change.new_value = difference.after->normal;
    change.new_span = difference.after->span;
  }
  return change;
}

}  // namespace memfold::models
