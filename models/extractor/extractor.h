// The built-in Extractor: rules and word lists, no model file.
#pragma once

#include "memfold/models.h"
#include "models/extractor/importance.h"
#include "models/extractor/statements.h"

namespace memfold::models::extractor {

struct ExtractorOptions {
  ImportanceOptions importance;
  std::size_t max_facts = 12;  ///< of one mail's text; the best by importance, worth and order
  std::size_t max_public_facts = 8;  ///< of one on a public list, where less is news
};

/// Immutable after construction; safe from several threads.
class RuleExtractor final : public Extractor {
 public:
  explicit RuleExtractor(const ExtractorOptions& options);

  std::string name() const override { return "memfold-extract@1"; }
  std::vector<Fact> extract(const Message& message) const override;
  MentionSet mentions(const Message& message, std::span<const Fact> facts) const override;

 private:
  ExtractorOptions options_;
  StatementSplitter splitter_;
  ImportanceModel importance_;
};

}  // namespace memfold::models::extractor
