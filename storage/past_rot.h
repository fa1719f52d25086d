// Reading on behind what cannot be read: a rotten block, a sorted file whose own index is damaged.
#pragma once

#include <rocksdb/iterator.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace memfold::storage {

/// A stretch of one column family that cannot be read. Its keys lie behind `after` (empty: the
/// first) and before `before` (empty: to the end).
struct Unread {
  std::string_view family;
  std::string after, before, why;
};
std::string describe(const Unread& unread);

/// Every entry of a column family that can be read, in the order of keys.
///
/// RocksDB's iterator stays where it meets a block that it cannot read, and no call tells where the
/// next one begins. Whether it can read on from a key has one answer for every key of the block and
/// the other behind it; so the first key behind is found by doubling the distance and then halving
/// it, keys taken as numbers. What other files hold between the two is passed over as well.
class PastRot {
 public:
  using Told = std::function<void(const Unread&)>;
  using Begin = std::function<std::unique_ptr<rocksdb::Iterator>()>;
  /// `begin` makes iterators in total order, all of the same moment. `family` is borrowed.
  PastRot(Begin begin, std::string_view family, Told told);

  /// Whether there is an entry here; key() and value() are valid until next().
  bool valid() const { return !ended_; }
  void next();
  std::string_view key() const { return {entry_->key().data(), entry_->key().size()}; }
  std::string_view value() const { return {entry_->value().data(), entry_->value().size()}; }

 private:
  void settle();
  void skip();
  bool reads_from(std::string_view key);

  const Begin begin_;
  const std::string_view family_;
  const Told told_;
  std::unique_ptr<rocksdb::Iterator> entry_;
  std::string last_;  ///< the key that was read last
  bool ended_ = false;
};

}  // namespace memfold::storage
