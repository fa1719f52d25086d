// VectorIndex over rows by ordinal, and the cells they lie in.
#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "index/cell_search.h"
#include "index/codebook.h"
#include "index/coded_cells.h"
#include "index/dispatch.h"
#include "index/image.h"
#include "index/row_store.h"
#include "index/search.h"
#include "index/vector_index.h"
#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::index {
namespace {

constexpr std::size_t kWordBits = 64;

int checked(int dimension) {
  if (dimension >= 1 && dimension <= kMaxDimension) return dimension;
  throw Error(ErrorCode::InvalidArgument, "dimension " + std::to_string(dimension) +
                                              " is outside 1.." + std::to_string(kMaxDimension));
}

/// A row's place among the cells is in coded_ as it came from a file, until the row is removed or
/// changed; that of any other is in lists_.
class RowIndex final : public VectorIndex {
 public:
  RowIndex(int dimension, ParallelFor parallel)
      : kernels_(active_kernels()),
        parallel_(parallel),
        dimension_(checked(dimension)),
        rows_(width()) {}

  RowIndex(int dimension, ParallelFor parallel, ImageSource& source,
           std::shared_ptr<const Codebook> codebook)
      : kernels_(active_kernels()),
        parallel_(parallel),
        dimension_(checked(dimension)),
        rows_(width(), source.bulk()),
        codebook_(std::move(codebook)) {
    Flat<std::int16_t> rest;
    TakeParts{source}(rest);
    if (rest.size() % width() != 0) throw DamagedFile("no whole rows");
    append(rest.kept());
    TakeParts{source}(live_);
    coded_ = CodedCells(source, width());
    const std::size_t cells = codebook_ ? codebook_->cells() : 0;
    if (live_.size() != words_for(rows_.size()) || coded_.cells() != cells) {
      throw DamagedFile("rows and cells do not fit each other");
    }
    for (std::size_t word = 0; word < live_.size(); ++word) {
      live_size_ += std::size_t(std::popcount(live_[word]));
    }
    if (codebook_) lists_.emplace(cells);
  }

  int dimension() const override { return dimension_; }
  std::size_t size() const override { return rows_.size(); }
  std::size_t live_size() const override { return live_size_; }

  std::size_t memory_bytes() const override {
    std::size_t bytes =
        sizeof(*this) + live_.memory_bytes() + rows_.memory_bytes() + coded_.memory_bytes();
    if (lists_) bytes += lists_->memory_bytes() + codebook_->memory_bytes();
    return bytes;
  }
  std::size_t mapped_bytes() const override { return rows_.kept_bytes(); }

  Ordinal add(std::span<const std::int16_t> rows, std::span<const Cell> cells) override {
    if (rows.size() % width() != 0) {
      throw Error(ErrorCode::InvalidArgument,
                  "added values are no whole rows of dimension " + std::to_string(dimension_));
    }
    const std::size_t count = rows.size() / width(), first = size();
    if (count > std::numeric_limits<Ordinal>::max() - first) {
      throw Error(ErrorCode::InvalidArgument, "an index holds fewer than 2^32 rows");
    }
    std::vector<Cell> found;
    if (lists_ && cells.size() != count) {
      found = codebook_->nearest(rows, count, 1, parallel_);
      cells = found;
    }
    append(rows);
    live_.grow(words_for(size()));
    for (std::size_t i = 0; i < count; ++i) {
      const auto ordinal = static_cast<Ordinal>(first + i);
      set_live(ordinal);
      if (lists_) put_in_cell(ordinal, cells[i]);
    }
    return static_cast<Ordinal>(first);
  }

  void replace(Ordinal ordinal, std::span<const std::int16_t> row) override {
    check(ordinal);
    if (row.size() != width()) {
      throw Error(ErrorCode::InvalidArgument, "a row of " + std::to_string(row.size()) +
                                                  " values, dimension " +
                                                  std::to_string(dimension_));
    }
    remove(ordinal);
    rows_.replace(ordinal, row);
    set_live(ordinal);
    if (lists_) put_in_cell(ordinal, codebook_->nearest(row, 1, 1, parallel_).front());
  }

  void remove(Ordinal ordinal) override {
    if (!is_live(ordinal)) return;
    live_[ordinal / kWordBits] &= ~bit(ordinal);
    --live_size_;
    coded_.drop(ordinal);
    if (lists_) lists_->remove(ordinal);
  }

  bool is_live(Ordinal ordinal) const override {
    check(ordinal);
    return (live_[ordinal / kWordBits] & bit(ordinal)) != 0;
  }

  std::span<const std::int16_t> row(Ordinal ordinal) const override {
    check(ordinal);
    return {rows_.row(ordinal), width()};
  }

  void search(std::span<const std::int16_t> queries, std::size_t n, std::size_t k,
              std::int32_t minimum, std::vector<std::vector<Hit>>& hits) const override {
    check(queries, n);
    const std::vector<Segment> segments = rows_.segments();
    const std::vector<std::uint64_t> live = live_words();
    search_exactly(kernels_, parallel_, {width(), segments, live}, queries, n,
                   std::min(k, live_size_), minimum, hits);
  }

  void use(std::shared_ptr<const Codebook> codebook) override {
    if (codebook && codebook->dimension() != dimension_) {
      throw Error(ErrorCode::InvalidArgument, "a codebook of dimension " +
                                                  std::to_string(codebook->dimension()) +
                                                  " for rows of " + std::to_string(dimension_));
    }
    lists_.reset();
    coded_ = {};
    codebook_ = std::move(codebook);
    if (!codebook_) return;
    lists_.emplace(codebook_->cells());
    for (const Segment& rows : rows_.segments()) {
      const auto cells =
          codebook_->nearest({rows.rows, rows.count * width()}, rows.count, 1, parallel_);
      for (std::size_t i = 0; i < rows.count; ++i) {
        const auto ordinal = static_cast<Ordinal>(rows.first + i);
        if (is_live(ordinal)) lists_->put(ordinal, cells[i]);
      }
    }
  }

  const std::shared_ptr<const Codebook>& codebook() const override { return codebook_; }
  Cell cell(Ordinal ordinal) const override {
    if (!lists_) return kNoCell;
    const Cell coded = coded_.cell(ordinal);
    return coded != kNoCell ? coded : lists_->of(ordinal);
  }
  ParallelFor spread() const override { return parallel_; }

  void search_near(std::span<const std::int16_t> queries, std::size_t n,
                   std::span<const Cell> probes, std::size_t k, std::int32_t minimum,
                   std::vector<std::vector<Hit>>& hits) const override {
    check(queries, n);
    if (!lists_ || (n > 0 && probes.size() % n != 0)) {
      throw Error(ErrorCode::InvalidArgument, "no cells to search, or not as many for each query");
    }
    search_cells(kernels_, parallel_, {rows_, coded_, *lists_}, queries, n, probes,
                 std::min(k, live_size_), minimum, hits);
  }

  void write(ImageSink& sink) const override {
    const std::size_t kept = size() / RowStore::kGroupRows * RowStore::kGroupRows;
    sink.bulk([&](const ImageSink::Take& take) {
      std::size_t left = kept;
      for (const Segment& rows : rows_.segments()) {
        const std::size_t count = std::min(left, rows.count);
        take(std::as_bytes(std::span(rows.rows, count * width())));
        left -= count;
      }
    });
    Flat<std::int16_t> rest;
    for (std::size_t ordinal = kept; ordinal < size(); ++ordinal) {
      rest.append(row(static_cast<Ordinal>(ordinal)));
    }
    PutParts{sink}(rest);
    PutParts{sink}(live_);
    std::vector<Ordinal> members;
    CodedCells::write(sink, kernels_, width(),
                      {lists_ ? lists_->cells() : 0,
                       [&](Cell cell) {
                         members_of(cell, members);
                         return std::span<const Ordinal>(members);
                       },
                       [&](Ordinal ordinal) { return rows_.row(ordinal); }, size()},
                      parallel_);
  }

 private:
  std::size_t width() const { return static_cast<std::size_t>(dimension_); }
  static std::uint64_t bit(Ordinal ordinal) { return std::uint64_t{1} << (ordinal % kWordBits); }
  static std::size_t words_for(std::size_t rows) { return (rows + kWordBits - 1) / kWordBits; }

  void append(std::span<const std::int16_t> rows) {
    while (!rows.empty()) rows = rows.subspan(rows_.append(rows) * width());
  }

  void set_live(Ordinal ordinal) {
    live_[ordinal / kWordBits] |= bit(ordinal);
    ++live_size_;
  }

  /// Once a cell has a whole block of rows without codes it gets them: gathering rows that lie
  /// apart costs more than all else.
  void put_in_cell(Ordinal ordinal, Cell cell) {
    lists_->put(ordinal, cell);
    const bool codes = kernels_.query_code_limit != 0 && coded_.has_codes();
    if (!codes || cell == kNoCell || lists_->rows(cell).size() < kBlockRows) return;
    const std::vector<Ordinal> taken = lists_->take(cell, kBlockRows);
    std::vector<std::int16_t> rows;
    for (const Ordinal each : taken) {
      const auto values = row(each);
      rows.insert(rows.end(), values.begin(), values.end());
    }
    coded_.append(kernels_, cell, taken, rows);
  }

  /// In one piece, as the search wants them.
  std::vector<std::uint64_t> live_words() const {
    std::vector<std::uint64_t> words(live_.kept().begin(), live_.kept().end());
    words.insert(words.end(), live_.own().begin(), live_.own().end());
    return words;
  }

  /// Live rows of a cell, ascending.
  void members_of(Cell cell, std::vector<Ordinal>& members) const {
    const auto listed = lists_->rows(cell);
    members.assign(listed.begin(), listed.end());
    coded_.append_rows(cell, members);
    std::sort(members.begin(), members.end());
  }

  void check(Ordinal ordinal) const {
    if (ordinal < size()) return;
    throw Error(ErrorCode::InvalidArgument,
                "no row " + std::to_string(ordinal) + " in an index of " + std::to_string(size()));
  }

  void check(std::span<const std::int16_t> queries, std::size_t n) const {
    if (queries.size() == n * width()) return;
    throw Error(ErrorCode::InvalidArgument, std::to_string(queries.size()) + " values are not " +
                                                std::to_string(n) + " queries of dimension " +
                                                std::to_string(dimension_));
  }

  const Kernels& kernels_;
  ParallelFor parallel_;
  int dimension_;
  RowStore rows_;
  std::size_t live_size_ = 0;
  Flat<std::uint64_t> live_;
  std::shared_ptr<const Codebook> codebook_;
  CodedCells coded_;
  std::optional<CellLists> lists_;  ///< of the codebook, where there is one
};

}  // namespace

void serial_for(std::size_t count, void (*body)(void* context, std::size_t i), void* context) {
  for (std::size_t i = 0; i < count; ++i) body(context, i);
}

std::unique_ptr<VectorIndex> make_index(int dimension, ParallelFor parallel) {
  return std::make_unique<RowIndex>(dimension, parallel);
}

std::unique_ptr<VectorIndex> open_index(int dimension, ParallelFor parallel, ImageSource& source,
                                        std::shared_ptr<const Codebook> codebook) {
  return std::make_unique<RowIndex>(dimension, parallel, source, std::move(codebook));
}

void inner_products(std::span<const std::int16_t> a, std::size_t na,
                    std::span<const std::int16_t> b, std::size_t nb, int dimension,
                    std::span<std::int32_t> out) {
  multiply_all(active_kernels(), a, na, b, nb, dimension, out);
}

}  // namespace memfold::index
