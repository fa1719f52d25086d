// How decisions, memories and changes are shown to a person.
#pragma once

#include <ostream>
#include <string>

#include "memfold/engine.h"
#include "tools/cli/screen.h"

namespace memfold::tools {

Ink ink_of(DecisionKind kind);

/// "UPDATE (SUPERSEDE)": what was decided and how it is stored.
std::string action_text(const Decision& decision);

/// "money 5000만원 -> 6000만원 (value_change)".
std::string change_text(const PropertyChange& change);

/// One bar a factor with its value and weight.
void print_factors(std::ostream& out, const Screen& screen, const Score& score);

/// `content` with the stretches of `spans` made visible: underlined where the screen shows it, else
/// by a second line of carets. `label` stands before it.
void print_marked(std::ostream& out, const Screen& screen, const std::string& label,
                  const std::string& content, const std::vector<TextSpan>& spans);

/// The two statements with what differs marked, then one line a change.
void print_changes(std::ostream& out, const Screen& screen, const std::string& existing,
                   const std::string& incoming, const std::vector<PropertyChange>& changes);

/// `text` made printable, and on a terminal wrapped behind `indent` spaces; the first line stands
/// wherever the caller has got to, at most `indent` columns in.
std::string paragraph(const Screen& screen, const std::string& text, std::size_t indent);

/// A title line.
void print_heading(std::ostream& out, const Screen& screen, const std::string& text);

/// "[2026-01-22T05:00:00Z, 2026-01-25T00:00:00Z)", open ends left blank; empty when both are.
std::string period_text(const std::optional<Time>& from, const std::optional<Time>& until);

std::string join_texts(const std::vector<std::string>& items);

}  // namespace memfold::tools
