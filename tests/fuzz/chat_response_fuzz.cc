// Any bytes as the response of an endpoint: it is an Analysis, facts, a list or vectors that keep
// their promises, or not.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/text.h"
#include "remote/answer.h"
#include "remote/embedding.h"
#include "remote/list_answer.h"
#include "remote/mail_answer.h"

namespace {

using namespace memfold;          // NOLINT: one small file
using namespace memfold::remote;  // NOLINT

void check(bool good) {
  if (!good) std::abort();
}

void check(const Answer& answer, const StatementPair& pair) {
  check(answer.analysis.has_value() == answer.problem.empty());
  check(answer.usage.prompt_tokens >= 0 && answer.usage.completion_tokens >= 0);
  if (!answer.analysis) return;
  const Analysis& analysis = *answer.analysis;
  check(analysis.confidence >= 0 && analysis.confidence <= 1);
  check(is_valid_utf8(analysis.reasoning) && analysis.reasoning.size() <= 2000);
  check(!analysis.relationship_type || analysis.verdict == Verdict::Link);
  for (const PropertyChange& change : analysis.property_changes) {
    check(change.old_span.end <= pair.existing.content.size());
    check(change.new_span.end <= pair.incoming.content.size());
  }
}

void check(const MailAnswer& answer) {
  check(answer.problem.empty() || answer.facts.empty());
  for (const Fact& fact : answer.facts) {
    check(!fact.content.empty() && fact.content.size() <= 2000 && is_valid_utf8(fact.content));
    check(*fact.importance >= 0 && *fact.importance <= 1);
    check(*fact.confidence >= 0 && *fact.confidence <= 1);
    check(fact.entities.size() <= kMaxListItems && fact.keywords.size() <= kMaxListItems);
    check(!fact.valid_from || !fact.valid_until || *fact.valid_from <= *fact.valid_until);
  }
}

void check(const ListAnswer& answer) {
  check(answer.problem.empty() || answer.texts.empty());
  check(answer.texts.size() <= 3);
  for (const std::string& text : answer.texts) {
    check(!text.empty() && text.size() <= 2000 && is_valid_utf8(text));
  }
}

void check(const Embeddings& read, std::size_t count) {
  check(read.problem.empty() ? read.rows.size() == count * std::size_t(read.dimension)
                             : read.rows.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const StatementPair pair{{"The fair's budget is $300.", {}, {}},
                           {"The fair's budget went up to $450.", {}, {}}};
  check(read_response(bytes, pair), pair);
  check(read_answer(bytes, pair), pair);
  check(read_mail_response(bytes));
  check(read_mail_answer(bytes));
  check(read_list_response(bytes, "summary", 3));
  check(read_list_answer(bytes, "summary", 3));
  check(read_embeddings(bytes, 2, 0), 2);
  return 0;
}
