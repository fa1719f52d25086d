// Runs a sequence of operations on an engine and on the model side by side.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memfold/engine.h"
#include "tests/property/fact_stream.h"
#include "tests/property/model.h"

namespace memfold::test {

/// One operation as plain numbers. They are read modulo what is there when it runs, so any part of
/// a sequence is a sequence too and a failing one can be made smaller.
struct ModelOp {
  enum class Kind {
    Fold,
    Batch,
    Refold,
    Forget,
    Erase,
    Purge,
    Restore,
    Undo,
    Settle,
    Retain,
    Reopen
  };
  Kind kind = Kind::Fold;
  std::uint32_t user = 0, hours = 0;
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
  std::string print() const;
};

std::vector<ModelOp> random_ops(std::uint64_t seed, int count);

/// Answers what the test has chosen beforehand.
class ScriptedAnalyst final : public Analyst {
 public:
  Verdict verdict = Verdict::Update;
  double confidence = 0.95;
  std::string name() const override { return "scripted@1"; }
  Analysis compare(const Statement&, const Statement&) const override;
};

/// How often each thing happened: a run that exercises nothing proves nothing.
using Counts = std::map<std::string, int>;

class ModelRun {
 public:
  ModelRun();
  /// Runs all of them, comparing after each. Throws Deviation.
  void run(const std::vector<ModelOp>& ops);
  /// One line an operation so far, readable enough to write it down as a test.
  const std::vector<std::string>& trace() const { return trace_; }
  const Counts& counts() const { return counts_; }

 private:
  static constexpr std::size_t kUsers = 2;

  void apply(const ModelOp& op);
  void fold(const ModelOp& op, std::size_t facts);
  void refold(const ModelOp& op);
  void forget(const ModelOp& op);
  void erase(const ModelOp& op);
  void purge(const ModelOp& op);
  void restore(const ModelOp& op);
  void undo(const ModelOp& op);
  void settle(const ModelOp& op);
  void reopen();

  Fact make_fact(std::size_t user, std::uint32_t a, std::uint32_t b);
  ForgetQuery make_query(const ModelOp& op, const std::string& user);
  void require_forgotten(std::size_t user, const std::set<Id>& expected, const ForgetReport& report,
                         Erasure erasure);
  void require_verdict_obeyed(const Fact& fact, const Decision& decision) const;

  void compare(const ModelOp& op);
  void compare_chain(const std::string& user, const ModelChain& chain, const ModelOp& op);
  void compare_history(const std::string& user, const ModelChain& chain);
  void compare_log(const std::string& user, const Model& model);
  void compare_reviews(const std::string& user, const Model& model);
  void compare_recall(const std::string& user, const Model& model);
  void note(const std::string& line);

  StoreDirectory directory_;
  std::shared_ptr<ScriptedAnalyst> analyst_;
  Time now_, start_;
  std::optional<Engine> engine_;
  std::vector<std::string> users_ = {"mina", "노아"};
  std::vector<Model> models_;
  std::vector<Fact> folded_;
  std::uint32_t facts_ = 0;
  bool retained_ = false;
  std::vector<std::string> trace_;
  Counts counts_;
};

}  // namespace memfold::test
