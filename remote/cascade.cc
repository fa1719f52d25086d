#include <atomic>
#include <charconv>
#include <vector>

#include "memfold/error.h"
#include "memfold/remote.h"

namespace memfold {
namespace {

/// Shortest form, the same everywhere: it is part of a name.
std::string text_of(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

class Cascade final : public CascadeAnalyst {
 public:
  Cascade(std::shared_ptr<const Analyst> first, std::shared_ptr<const Analyst> second, double sure)
      : first_(std::move(first)), second_(std::move(second)), sure_(sure) {}

  std::string name() const override {
    return "cascade(" + first_->name() + ", " + second_->name() + ")@" + text_of(sure_);
  }

  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    ++comparisons_;
    Analysis analysis = first_->compare(existing, incoming);
    if (analysis.confidence >= sure_) return analysis;
    ++sent_;
    return second_->compare(existing, incoming);
  }

  bool looks_ahead() const override { return second_->looks_ahead(); }

  void prefetch(std::span<const StatementPair> pairs) const override {
    std::vector<StatementPair> unsure;
    for (const StatementPair& pair : pairs) {
      if (first_->compare(pair.existing, pair.incoming).confidence < sure_) unsure.push_back(pair);
    }
    if (!unsure.empty()) second_->prefetch(unsure);
  }

  bool is_costly(const Analysis& analysis) const override {
    return first_->is_costly(analysis) || second_->is_costly(analysis);
  }

  CascadeCounters counters() const override { return {comparisons_, sent_}; }

 private:
  const std::shared_ptr<const Analyst> first_, second_;
  const double sure_;
  mutable std::atomic<std::uint64_t> comparisons_ = 0, sent_ = 0;
};

}  // namespace

std::shared_ptr<const CascadeAnalyst> cascade_analyst(std::shared_ptr<const Analyst> first,
                                                      std::shared_ptr<const Analyst> second,
                                                      double sure) {
  if (!first || !second) throw Error(ErrorCode::InvalidArgument, "a cascade needs two Analysts");
  if (!(sure >= 0 && sure <= 1)) {
    throw Error(ErrorCode::InvalidArgument, "sure must lie in 0..1");
  }
  return std::make_shared<Cascade>(std::move(first), std::move(second), sure);
}

}  // namespace memfold
