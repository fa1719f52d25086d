// One thread's part of a search: rows come in groups, the best of each query are kept.
#pragma once

#include <cstdint>
#include <optional>

#include "index/codes.h"
#include "index/packed.h"
#include "index/search.h"
#include "index/top_k.h"

namespace memfold::index {

/// What is searched for, and in what. Borrowed.
struct SearchTask {
  const Kernels& kernels;
  const SearchBase& base;
  std::span<const std::int16_t> queries;
  std::size_t n, k;
  std::int32_t minimum;

  /// Rows that are packed once and stay in the second-level cache while all queries pass.
  std::size_t group_rows() const;
  /// Whether packing queries and rows pays, and whether codes in front of that do.
  bool packs() const;
  bool filters() const;
  /// Live rows among the 32 that start at `ordinal`, a multiple of 32.
  std::uint32_t live(Ordinal ordinal) const {
    if (base.live.empty()) return ~0u;
    return static_cast<std::uint32_t>(base.live[ordinal / 64] >> (ordinal % 64));
  }
};

/// The queries of a task in the layouts its kernels read, made once for all workers.
struct PreparedQueries {
  explicit PreparedQueries(const SearchTask& task);
  std::optional<PackedQueries> packed;
  std::optional<QueryCodes> codes;
  std::optional<PackedQueries> packed_codes;
};

/// Used by one thread at a time. Groups must come in ascending order.
class ScanWorker {
 public:
  ScanWorker(const SearchTask& task, const PreparedQueries& queries);

  void scan(const Segment& group);
  TopK& best() { return best_; }
  const TopK& best() const { return best_; }

 private:
  void scan_rows(const Segment& group);
  void scan_packed(const Segment& group);
  void scan_coded(const Segment& group);
  void scan_tile(const Segment& group, std::size_t tile, std::size_t b);
  void rescore(const Segment& group, std::size_t tile, std::size_t b, std::uint32_t found,
               std::uint32_t wanted);
  const std::int16_t* packed_block(const Segment& group, std::size_t b);
  std::uint32_t wanted_rows(const Segment& group, std::size_t b) const;
  void take(std::size_t query, std::uint32_t lanes, const std::int32_t* dots, Ordinal ordinal);

  static constexpr std::size_t kStreamRows = 2 * kBlockRows;
  static constexpr std::size_t kStreamQueries = 4;
  friend struct SearchTask;

  const SearchTask& task_;
  const PreparedQueries& queries_;
  TopK best_;
  std::optional<PackedBlocks> blocks_;
  std::optional<BlockCodes> codes_;
  std::vector<bool> packed_;    ///< which blocks of the current group are
  std::size_t scanned_ = 0;     ///< rows so far
  std::size_t unfiltered_ = 0;  ///< groups still to be searched without codes
  alignas(64) std::int32_t dots_[kTileQueries * kBlockRows];
  std::uint32_t lanes_[kTileQueries];
};

}  // namespace memfold::index
