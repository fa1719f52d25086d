// One pass over everything that is stored, and what does not agree in it.
#include <algorithm>
#include <optional>
#include <set>

#include "core/hash.h"
#include "engine/fold/lane_file.h"
#include "engine/graph/context.h"
#include "engine/log/digest.h"
#include "engine/maintain/verify_user.h"

namespace memfold {
namespace {

/// A report stays readable when a store is thoroughly broken.
constexpr std::size_t kMaxProblems = 200;

class StoreVerifier final : public storage::SweepReceiver {
 public:
  StoreVerifier(const storage::Store& store, const StopWhen& stop, VerifyReport& report)
      : store_(store),
        stop_(stop),
        gathering_(store.next_identity() || store.has_replaced_vectors()),
        report_(report) {
    for (const storage::PendingErasure& erasure : store.pending_erasures()) {
      complain("user " + erasure.user +
               ": an erasure was cut short and files still hold what it took; any command that "
               "writes finishes it");
    }
    for (const std::string& user : store.unfinished_imports()) {
      complain("user " + user + ": its import was not finished; import it again");
      imported_.insert(storage::user_key(user));
    }
  }

  void begin(const storage::UserKey& owner) override {
    owner_ = owner;
    unowned_ = 0;
    name_.clear();
    user_.emplace(gathering_, report_, [this](const std::string& problem) {
      complain("user " + name_ + ": " + problem);
    });
  }

  void take(const storage::SweptRecord& record) override {
    stop_.check("verify");
    if (imported_.contains(owner_)) return;
    if (const auto* user = std::get_if<storage::UserRecord>(&record)) name_ = user->user;
    if (name_.empty()) {
      ++unowned_;
      return;
    }
    user_->take(record);
  }

  void end() override {
    if (user_->record()) {
      user_->finish();
      const std::string problem = check_lane_file(store_, name_);
      if (!problem.empty()) complain("user " + name_ + ": " + problem);
    }
    user_.reset();
    if (unowned_ == 0) return;
    complain("there are " + std::to_string(unowned_) +
             " records of a user who is not on record, under the key " +
             to_hex({reinterpret_cast<const char*>(owner_.data()), owner_.size()}));
  }

  void unread(const storage::Unread& stretch) override {
    ++report_.unread;
    complain(describe(stretch));
  }

  void unreadable(storage::Unreadable record) override {
    ++report_.unread;
    complain("column family " + std::string(storage::family_name(record.family)) + ", key " +
             to_hex(record.key) + ": " + record.why);
  }

 private:
  void complain(const std::string& problem) {
    if (report_.problems.size() < kMaxProblems) report_.problems.push_back(problem);
  }

  const storage::Store& store_;
  const StopWhen& stop_;
  const bool gathering_;
  VerifyReport& report_;
  std::set<storage::UserKey> imported_;  ///< halves of users
  storage::UserKey owner_{};
  std::string name_;
  std::uint64_t unowned_ = 0;
  std::optional<UserVerifier> user_;
};

/// Hears of owners by whatever record names them.
class OwnerNames final : public storage::SweepReceiver {
 public:
  void begin(const storage::UserKey&) override { name_.clear(); }
  void take(const storage::SweptRecord& record) override {
    if (name_.empty()) name_ = std::visit([](const auto& one) { return named_by(one); }, record);
  }
  void end() override {
    if (!name_.empty()) names.push_back(name_);
  }
  void unreadable(storage::Unreadable) override {}
  void unread(const storage::Unread&) override {}

  std::vector<std::string> names;

 private:
  template <typename Record>
  static std::string named_by(const Record&) {
    return {};
  }
  static std::string named_by(const storage::UserRecord& user) { return user.user; }
  static std::string named_by(const Memory& memory) { return memory.user; }
  static std::string named_by(const storage::SweptEntry& entry) {
    return entry.entry.decision.user;
  }
  static std::string named_by(const storage::SweptReview& review) {
    return review.review.fact.user;
  }
  static std::string named_by(const Node& node) { return node.user; }
  static std::string named_by(const Source& source) {
    return graph::owner_of(source.user, source.team);
  }

  std::string name_;
};

}  // namespace

std::vector<std::string> owners_in(const storage::Store& store) {
  OwnerNames owners;
  storage::sweep(store, owners);
  for (const std::string& user : store.unfinished_imports()) std::erase(owners.names, user);
  std::ranges::sort(owners.names);
  return std::move(owners.names);
}

VerifyReport verify_store(const storage::Store& store, const StopWhen& stop) {
  VerifyReport report;
  StoreVerifier verifier(store, stop, report);
  const storage::FamilyCounts counts = storage::sweep(store, verifier);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    report.records.emplace_back(storage::kFamilyNames[i], counts[i]);
  }
  return report;
}

}  // namespace memfold
