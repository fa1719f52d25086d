// The built-in Guard: what must agree before a statement may be skipped.
#include "memfold/models.h"
#include "models/analyst/differences.h"

namespace memfold {
namespace {

class RuleGuard final : public Guard {
 public:
  std::vector<PropertyChange> differences(const Statement& existing,
                                          const Statement& incoming) const override {
    if (existing.content == incoming.content && existing.occurred_at == incoming.occurred_at) {
      return {};
    }
    const models::Reading before(existing), after(incoming);
    std::vector<PropertyChange> changes;
    for (const models::Difference& difference : models::differences(before, after)) {
      changes.push_back(models::property_change(difference));
    }
    return changes;
  }
};

}  // namespace

std::shared_ptr<const Guard> builtin_guard() {
  return std::make_shared<RuleGuard>();
}

}  // namespace memfold
