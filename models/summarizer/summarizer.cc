// The built-in Summarizer: sentences of the texts themselves, chosen and put in order.
#include <memory>

#include "memfold/models.h"
#include "models/summarizer/combine.h"
#include "models/summarizer/phrases.h"
#include "models/summarizer/revise.h"
#include "models/summarizer/score.h"
#include "models/summarizer/select.h"
#include "models/summarizer/sentences.h"

namespace memfold {
namespace {

using models::summarizer::Sentence;
using models::summarizer::Standing;

constexpr std::size_t kShort = 2;  // sentences: a single text of so many is its own summary

/// All of them but courtesies beside something else.
std::vector<std::size_t> all_of(const std::vector<Sentence>& sentences) {
  std::vector<std::size_t> said, all;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    all.push_back(i);
    if (sentences[i].standing != Standing::Courtesy) said.push_back(i);
  }
  return said.empty() ? all : said;
}

class RuleSummarizer final : public Summarizer {
 public:
  std::string name() const override { return "memfold-sentences@1"; }

  std::string combine(std::string_view existing, std::string_view incoming) const override {
    return models::summarizer::combine(existing, incoming);
  }

  std::optional<std::string> revise(const Statement& existing,
                                    const Statement& incoming) const override {
    return models::summarizer::revise(existing, incoming);
  }

  std::string summarise(std::span<const std::string_view> texts, std::size_t count) const override {
    if (count == 0) return {};
    std::vector<std::string> repaired;
    const auto readable = models::summarizer::readable(texts, repaired);
    const std::vector<Sentence> sentences = models::summarizer::sentences_of(readable, splitter_);
    const bool short_already = texts.size() == 1 && sentences.size() <= std::min(count, kShort);
    return join(
        sentences,
        short_already
            ? all_of(sentences)
            : select(sentences, models::summarizer::scores_of(sentences, texts.size()), count));
  }

  std::vector<std::string> keywords(std::string_view text, std::size_t count) const override {
    return models::summarizer::telling_phrases(text, count, splitter_);
  }

 private:
  models::extractor::StatementSplitter splitter_;
};

}  // namespace

std::shared_ptr<const Summarizer> builtin_summarizer() {
  return std::make_shared<RuleSummarizer>();
}

}  // namespace memfold
