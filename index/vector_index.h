// The vectors of one user, searched exactly or, where there are many, in the cells near a query.
//
// In which cell a row lies, and in which cells a query looks, follow from the two and the codebook
// alone. So a search of a batch can be corrected by what the batch itself added (BatchSearch,
// engine/fold/nearest.cc), and the answer does not depend on batches, threads or reloading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace memfold::index {

/// Position of a row, 0, 1, 2... in order of addition. Stable until the index is rebuilt.
using Ordinal = std::uint32_t;

/// Number of a cell of a codebook (index/codebook.h).
using Cell = std::uint16_t;
inline constexpr Cell kNoCell = 0xffff;

class Codebook;
class ImageSink;
class ImageSource;

struct Hit {
  Ordinal ordinal;
  std::int32_t dot;  ///< inner product in units of 1 / kDotScale
  bool operator==(const Hit&) const = default;
};

/// How an index spreads work over threads without knowing who owns them: calls body(i) for every i
/// in [0, count), in any order, possibly at once, and returns when all are done.
using ParallelFor = void (*)(std::size_t count, void (*body)(void* context, std::size_t i),
                             void* context);

/// Rows of int16 fixed point (models.h), `dimension` values each. Reads may run in parallel with
/// each other, not with a write.
class VectorIndex {
 public:
  virtual ~VectorIndex() = default;

  virtual int dimension() const = 0;
  virtual std::size_t size() const = 0;       ///< rows added, removed ones included
  virtual std::size_t live_size() const = 0;  ///< rows not removed
  virtual std::size_t memory_bytes() const = 0;

  /// Appends rows ([n x dimension], row-major) and returns the ordinal of the first. `cells`: where
  /// they lie, one a row, where that is known; by the index's codebook.
  virtual Ordinal add(std::span<const std::int16_t> rows, std::span<const Cell> cells = {}) = 0;
  /// Overwrites one row in place; one that was removed is live again.
  virtual void replace(Ordinal ordinal, std::span<const std::int16_t> row) = 0;
  /// Tombstones a row: no search returns it again. Removing twice is harmless.
  virtual void remove(Ordinal ordinal) = 0;
  virtual bool is_live(Ordinal ordinal) const = 0;
  virtual std::span<const std::int16_t> row(Ordinal ordinal) const = 0;

  /// For each of n queries the `k` live rows of largest dot, best first, equal dots in ascending
  /// ordinal; fewer when fewer are live. Rows with dot < minimum are left out. hits[i] belongs to
  /// query i. Uses the calling thread and whatever `parallel` offers; the answer does not depend on
  /// either.
  virtual void search(std::span<const std::int16_t> queries, std::size_t n, std::size_t k,
                      std::int32_t minimum, std::vector<std::vector<Hit>>& hits) const = 0;

  /// Sorts all rows into the cells of `codebook`, and those that come from now on; null: no cells.
  /// Throws Error(InvalidArgument) for one of another dimension.
  virtual void use(std::shared_ptr<const Codebook> codebook) = 0;
  virtual const std::shared_ptr<const Codebook>& codebook() const = 0;
  /// kNoCell for a zero row, a removed one and without a codebook.
  virtual Cell cell(Ordinal ordinal) const = 0;
  /// search() in some cells alone: `probes` [n x any width] names those of each query. Throws
  /// Error(InvalidArgument) without a codebook, and where queries have not as many each.
  virtual void search_near(std::span<const std::int16_t> queries, std::size_t n,
                           std::span<const Cell> probes, std::size_t k, std::int32_t minimum,
                           std::vector<std::vector<Hit>>& hits) const = 0;
  /// How searches and sorting spread their work.
  virtual ParallelFor spread() const = 0;

  /// Writes what open_index() reads: rows, and the codes of those that lie in cells.
  virtual void write(ImageSink& sink) const = 0;
  /// Bytes of a mapped file among what memory_bytes() leaves out: rows that are read where codes
  /// alone do not tell.
  virtual std::size_t mapped_bytes() const = 0;
};

/// Runs everything on the calling thread.
void serial_for(std::size_t count, void (*body)(void* context, std::size_t i), void* context);

/// An index of rows in memory, without a codebook at first. Throws Error(InvalidArgument) for a
/// dimension outside 1..kMaxDimension.
std::unique_ptr<VectorIndex> make_index(int dimension, ParallelFor parallel = serial_for);

/// An index as write() wrote it, with the codebook it had; null: none. What is mapped must outlive
/// it. Throws DamagedFile (verified_bytes.h).
std::unique_ptr<VectorIndex> open_index(int dimension, ParallelFor parallel, ImageSource& source,
                                        std::shared_ptr<const Codebook> codebook);

/// out[i * nb + j] = a_i . b_j for row-major a [na x dimension] and b [nb x dimension].
void inner_products(std::span<const std::int16_t> a, std::size_t na,
                    std::span<const std::int16_t> b, std::size_t nb, int dimension,
                    std::span<std::int32_t> out);

}  // namespace memfold::index
