#include "engine/graph/notes.h"

#include <algorithm>

#include "core/text.h"

namespace memfold {

std::optional<int> note_days(NoteLifetime lifetime) {
  switch (lifetime) {
    case NoteLifetime::Week:
      return 7;
    case NoteLifetime::Month:
      return 30;
    case NoteLifetime::Year:
      return 365;
    case NoteLifetime::Forever:
      break;
  }
  return std::nullopt;
}

namespace graph {
namespace {

/// Whether `word` stands in `text` with no letter or digit of ASCII beside it; Korean particles may
/// follow.
bool stands_in(std::string_view text, std::string_view word) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (word.size() < 2) return false;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool before = at > 0 && is_word(text[at - 1]) && is_word(word.front());
    const bool after = end < text.size() && is_word(text[end]) && is_word(word.back());
    if (!before && !after) return true;
  }
  return false;
}

}  // namespace

NoteLifetime lifetime_of(const Category& category) {
  switch (category.kind()) {
    case Category::Meeting:
    case Category::Ads:
      return NoteLifetime::Week;
    case Category::Task:
      return NoteLifetime::Month;
    case Category::Project:
      return NoteLifetime::Year;
    case Category::Decision:
    case Category::Misc:
      break;
  }
  return NoteLifetime::Forever;
}

bool is_about(const Fact& fact, const Node& node) {
  const auto is_node = [&](const std::string& entity) {
    return normalise_key(entity) == node.name;
  };
  return (node.kind != NodeKind::Person &&
          std::any_of(fact.entities.begin(), fact.entities.end(), is_node)) ||
         is_named_in(fact.content, node);
}

bool is_named_in(std::string_view text, const Node& node) {
  return stands_in(fold_case(to_nfc(to_valid_utf8(text))), fold_case(node.title));
}

void insert_note(Node& node, Note note, const GraphOptions& options) {
  for (const Note& known : node.notes) {
    if (note.memory ? known.memory == note.memory : !known.memory && known.text == note.text) {
      return;
    }
  }
  if (const auto days = note_days(note.lifetime)) {
    note.expires_at = Time{note.date_added.micros + *days * kMicrosPerDay};
  }
  const auto place =
      std::upper_bound(node.notes.begin(), node.notes.end(), note,
                       [](const Note& a, const Note& b) { return a.date_added < b.date_added; });
  node.notes.insert(place, std::move(note));
  if (node.notes.size() > std::size_t(options.notes_a_node)) node.notes.erase(node.notes.begin());
  node.dirty = true;
}

std::size_t drop_expired(Node& node, Time now) {
  return std::erase_if(
      node.notes, [&](const Note& note) { return note.expires_at && *note.expires_at <= now; });
}

}  // namespace graph
}  // namespace memfold
