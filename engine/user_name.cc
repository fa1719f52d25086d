#include "engine/user_name.h"

#include <algorithm>
#include <unordered_map>

#include "core/text.h"
#include "engine/graph/context.h"

namespace memfold {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// `owner_of(name)` is what a name is stored as.
template <typename OwnerOf>
std::string resolve(const storage::Store& store, std::string_view given, OwnerOf owner_of) {
  if (is_ascii(given) || !is_valid_utf8(given)) return std::string(given);
  const auto known = [&](const std::string& name) {
    return store.user(storage::user_key(owner_of(name))).has_value();
  };
  const std::string composed = to_nfc(given);
  for (const std::string& name : {std::string(given), composed, to_nfd(given)}) {
    if (known(name)) return name;
  }
  return composed;
}

}  // namespace

std::string stored_name(const storage::Store& store, std::string_view given) {
  return resolve(store, given, [](const std::string& name) { return name; });
}

std::string stored_team(const storage::Store& store, std::string_view given) {
  return resolve(store, given, [](const std::string& name) { return graph::owner_of_team(name); });
}

std::span<const Fact> under_stored_names(const storage::Store& store, std::span<const Fact> facts,
                                         std::vector<Fact>& copies) {
  std::unordered_map<std::string_view, std::string> known;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const std::string& user = facts[i].user;
    if (is_ascii(user)) continue;
    const auto [entry, added] = known.try_emplace(user);
    if (added) entry->second = stored_name(store, user);
    if (entry->second == user) continue;
    if (copies.empty()) copies.assign(facts.begin(), facts.end());
    copies[i].user = entry->second;
  }
  return copies.empty() ? facts : std::span<const Fact>(copies);
}

}  // namespace memfold
