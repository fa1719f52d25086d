#include "remote/list_answer.h"

#include "core/text.h"
#include "remote/strict_json.h"

namespace memfold::remote {
namespace {

constexpr std::size_t kMaxTextBytes = 2000;

}  // namespace

ListAnswer read_list_answer(const std::string& content, const char* field, std::size_t most) {
  ListAnswer answer;
  try {
    const Received json = parse_json(content, "what the model wrote");
    if (!json.is_object()) refuse("is no JSON object");
    for (const Received& item : list_of(json, field, most)) {
      std::string text = collapse_spaces(text_of(item, field, kMaxTextBytes + 4));
      // Cutting would change what it says.
      if (text.size() > kMaxTextBytes)
        refuse(std::string(field) + " holds a text that is too long");
      if (!text.empty()) answer.texts.push_back(std::move(text));
    }
    only_keys(json, 1);
  } catch (const Unusable& unusable) {
    answer.texts.clear();
    answer.problem = unusable.problem;
  }
  return answer;
}

ListAnswer read_list_response(const std::string& body, const char* field, std::size_t most) {
  const Completion completion = read_completion(body);
  ListAnswer answer;
  if (completion.problem.empty()) answer = read_list_answer(completion.text, field, most);
  if (answer.problem.empty()) answer.problem = completion.problem;
  answer.usage = completion.usage;
  return answer;
}

}  // namespace memfold::remote
