#include "remote/chat_form.h"

namespace memfold::remote {
namespace {

/// In JSON these two stand in strings only, so this changes no meaning.
std::string without_angle_brackets(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else if (c == '>') {
      text += "\\u003e";
    } else {
      text += c;
    }
  }
  return text;
}

Json message(const char* role, std::string content) {
  return {{"role", role}, {"content", std::move(content)}};
}

}  // namespace

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string marked(const char* begin, const Json& data, const char* end) {
  return std::string(begin) + "\n" + without_angle_brackets(dump(data)) + "\n" + end;
}

ChatForm::ChatForm(const std::string& model, std::string_view instructions,
                   const std::vector<WorkedExample>& worked, const char* schema_name, Json schema) {
  Json messages = Json::array();
  messages.push_back(message("system", std::string(instructions)));
  for (const WorkedExample& example : worked) {
    messages.push_back(message("user", example.question));
    messages.push_back(message("assistant", example.answer));
  }
  const std::string before = dump(messages);
  head_ = R"({"model":)" + dump(model) + R"(,"messages":)" + before.substr(0, before.size() - 1) +
          R"(,{"role":"user","content":)";
  const Json format = {
      {"type", "json_schema"},
      {"json_schema", {{"name", schema_name}, {"strict", true}, {"schema", std::move(schema)}}}};
  tail_ = R"(}],"temperature":0,"stream":false,"response_format":)" + dump(format) + "}";
}

std::string ChatForm::request(const std::string& question) const {
  return head_ + dump(Json(question)) + tail_;
}

}  // namespace memfold::remote
