#include "memfold/models.h"

namespace memfold {

Models builtin_models() {
  Models models;
  models.embedder = builtin_embedder();
  models.analyst = builtin_analyst();
  models.guard = builtin_guard();
  models.summarizer = builtin_summarizer();
  models.extractor = builtin_extractor();
  models.guard_analyst = models.analyst;
  models.tokenizer = builtin_tokenizer();
  models.judge = builtin_judge();
  return models;
}

}  // namespace memfold
