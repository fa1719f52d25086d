#include "tools/foreign/foreign_json.h"

#include "call/read_value.h"
#include "memfold/error.h"
#include "tools/cli/config.h"

namespace memfold::tools {

std::vector<ForeignJson> json_lines(std::string_view text) {
  std::vector<ForeignJson> values;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    ForeignJson value = ForeignJson::parse(line, nullptr, /*allow_exceptions=*/false);
    if (value.is_discarded()) throw UsageError("line " + std::to_string(number) + " is not JSON");
    values.push_back(std::move(value));
  }
  return values;
}

std::string text_at(const ForeignJson& entry, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    const auto found = entry.find(key);
    if (found == entry.end()) continue;
    if (const auto* text = found->get_ptr<const std::string*>(); text && !text->empty()) {
      return *text;
    }
  }
  return {};
}

void add_fact(const ForeignJson& json, ForeignFacts& found) {
  ++found.entries;
  try {
    Fact fact;
    call::read(json, fact, {});
    if (fact.content.empty()) {
      ++found.left_out["content is missing"];
    } else {
      found.facts.push_back(std::move(fact));
    }
  } catch (const Error& error) {
    ++found.left_out[error.what()];
  }
}

}  // namespace memfold::tools
