// Why a statement matters: the factors that fire, each with its weight and the words that fired it.
#pragma once

#include <string>
#include <vector>

#include "memfold/category.h"
#include "memfold/message.h"
#include "memfold/models.h"
#include "models/extractor/parse.h"

namespace memfold::models::extractor {

/// What holds for every statement of one mail; computed once.
struct MailFactors {
  std::vector<ImportanceFactor> factors;  ///< person, multi_person and reply factors, weights set
};

struct Importance {
  double value = 0;
  std::vector<ImportanceFactor> factors;
};

/// Important people given as addresses or names, normalised once.
class ImportanceModel {
 public:
  explicit ImportanceModel(const ImportanceOptions& options);

  MailFactors of_mail(const Message& message) const;
  /// base + factors, capped at 1 and rounded to millionths, so that sums print as their parts do.
  Importance of_statement(const Parse& parse, Category::Kind category, const DateMention* deadline,
                          const MailFactors& mail) const;
  /// Advertising matters half as much as the base, whatever it promises.
  Importance of_advertisement() const;

 private:
  ImportanceOptions options_;
  std::vector<std::string> important_;
};

}  // namespace memfold::models::extractor
