#include "storage/codec_identity.h"

#include <bit>
#include <cstdint>

#include "core/hash.h"
#include "memfold/error.h"
#include "storage/records.h"

namespace memfold::storage {
namespace {

constexpr std::size_t kPointBytes = 16;

void append(double value, std::string& out) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (int shift = 0; shift < 64; shift += 8) out.push_back(static_cast<char>(bits >> shift));
}

double read(std::string_view bytes) {
  std::uint64_t bits = 0;
  for (int i = 7; i >= 0; --i) {
    bits = bits << 8 | static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]);
  }
  return std::bit_cast<double>(bits);
}

std::string describe(const StoreIdentity& identity) {
  return identity.embedder + " (" + std::to_string(identity.dimension) + " dimensions)";
}

/// Maps have no name: the number of points, and a few digits that tell two of one length apart.
std::string describe_map(const std::vector<Calibration::Point>& points) {
  if (points.empty()) return "no map";
  std::string digits;
  const std::uint64_t hash = hash64(encode_calibration(points));
  for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[hash >> shift & 15];
  return "a map of " + std::to_string(points.size()) + " points, " + digits;
}

}  // namespace

std::string encode_calibration(const std::vector<Calibration::Point>& points) {
  std::string bytes;
  for (const Calibration::Point& point : points) {
    append(point.cosine, bytes);
    append(point.similarity, bytes);
  }
  return bytes;
}

std::vector<Calibration::Point> decode_calibration(std::string_view bytes) {
  if (bytes.size() % kPointBytes != 0) {
    throw Error(ErrorCode::Corruption, "the value holds half a point of a calibration");
  }
  std::vector<Calibration::Point> points;
  for (; !bytes.empty(); bytes.remove_prefix(kPointBytes)) {
    points.push_back({read(bytes), read(bytes.substr(8))});
  }
  try {
    Calibration{points};
    return points;
  } catch (const Error& error) {
    throw Error(ErrorCode::Corruption, error.what());
  }
}

std::string describe_mismatch(const std::string& path, const StoreIdentity& stored,
                              const StoreIdentity& given) {
  if (stored == given) return {};
  if (stored.embedder != given.embedder || stored.dimension != given.dimension) {
    return "store " + path + " holds vectors of embedder " + describe(stored) + ", not of " +
           describe(given) + ": open it with " + stored.embedder +
           ", or migrate it with `memfold reembed`";
  }
  return "store " + path + " reads the cosines of " + stored.embedder + " by " +
         describe_map(stored.calibration) + ", not by " + describe_map(given.calibration) +
         ": open it with the calibration it has, or let `memfold reembed` take over the new one";
}

}  // namespace memfold::storage
