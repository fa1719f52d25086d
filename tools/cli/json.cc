#include "tools/cli/json.h"

#include "tools/cli/text_width.h"

namespace memfold::tools {

Json rejected_line(std::uint64_t line, const std::string& error) {
  return {{"status", name(Status::Error)}, {"error", error}, {"line", line}};
}

std::string json_text(const Json& json, int indent) {
  return escape_obeyed(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

void print_line(std::ostream& out, const Json& json) {
  out << json_text(json, -1) << '\n';
}

void print_document(std::ostream& out, const Json& json) {
  out << json_text(json, 2) << '\n';
}

}  // namespace memfold::tools
