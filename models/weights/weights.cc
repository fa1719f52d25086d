#include "models/weights/weights.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "core/hash.h"
#include "memfold/error.h"

namespace memfold::models {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the tables are little-endian and read where they lie");

constexpr std::string_view kMagic = "MFWEIGHT";
constexpr std::size_t kAlignment = 64, kMostRank = 4;

struct Header {
  char magic[8];
  std::uint8_t checksum[32];  ///< SHA-256 of all that follows
  std::uint32_t format, model_version;
  std::uint64_t size;
  std::uint32_t section_count, reserved;
};
struct Entry {
  char name[40];  ///< filled up with zeros, of which there is one at least
  std::uint32_t type, rank, shape[kMostRank];
  std::uint64_t offset, size;
};
static_assert(sizeof(Header) == 64 && sizeof(Entry) == 80);
constexpr std::size_t kAfterChecksum = offsetof(Header, format);

[[noreturn]] void damaged(const std::string& how) {
  throw Error(ErrorCode::Corruption, "weights: " + how);
}

std::size_t size_of(std::uint32_t type) {
  switch (NumberType(type)) {
    case NumberType::U8:
    case NumberType::I8:
      return 1;
    case NumberType::I16:
      return 2;
    case NumberType::U32:
    case NumberType::F32:
      return 4;
    case NumberType::F64:
      return 8;
  }
  return 0;
}

/// Numbers of a shape, or more than there can be.
std::uint64_t count_of(const Entry& entry, std::uint64_t most) {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < entry.rank; ++i) {
    if (entry.shape[i] != 0 && count > most / entry.shape[i]) return most + 1;
    count *= entry.shape[i];
  }
  return count;
}

const Header& header_of(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(Header)) damaged("these bytes are none");
  const auto& header = *reinterpret_cast<const Header*>(bytes.data());
  if (std::string_view(header.magic, kMagic.size()) != kMagic) damaged("these bytes are none");
  if (header.format != kWeightsFormat) {
    throw Error(ErrorCode::Mismatch, "weights: format " + std::to_string(header.format) +
                                         ", this library reads " + std::to_string(kWeightsFormat));
  }
  if (header.size != bytes.size()) {
    damaged(std::to_string(bytes.size()) + " bytes instead of " + std::to_string(header.size));
  }
  if (header.section_count > (bytes.size() - sizeof(Header)) / sizeof(Entry)) {
    damaged("the section table is cut off");
  }
  return header;
}

WeightsSection section_of(const Entry& entry, std::span<const std::byte> bytes) {
  const std::size_t length = strnlen(entry.name, sizeof entry.name);
  if (length == 0 || length == sizeof entry.name) damaged("a section has no name");
  const std::string_view name(entry.name, length);
  const std::size_t size = size_of(entry.type);
  if (size == 0 || entry.rank == 0 || entry.rank > kMostRank) {
    damaged("section " + std::string(name) + " has no type or shape");
  }
  const bool inside = entry.offset % kAlignment == 0 && entry.offset <= bytes.size() &&
                      entry.size <= bytes.size() - entry.offset;
  if (!inside) damaged("section " + std::string(name) + " lies outside");
  if (entry.size % size != 0 || count_of(entry, bytes.size()) != entry.size / size) {
    damaged("section " + std::string(name) + " has another size than its shape");
  }
  return {name,
          NumberType(entry.type),
          {entry.shape, entry.rank},
          bytes.subspan(entry.offset, entry.size)};
}

/// What use_weights() was given, and whether it is too late for that.
std::vector<std::byte>& other_weights() {
  static std::vector<std::byte> bytes;
  return bytes;
}
bool in_use = false;

}  // namespace

Weights::Weights(std::span<const std::byte> bytes) : bytes_(bytes) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Header) != 0) {
    damaged("the bytes are not aligned");
  }
  const Header& header = header_of(bytes);
  model_version_ = header.model_version;
  const auto* entry = reinterpret_cast<const Entry*>(bytes.data() + sizeof(Header));
  sections_.reserve(header.section_count);
  for (std::size_t i = 0; i < header.section_count; ++i) {
    sections_.push_back(section_of(entry[i], bytes));
    if (i > 0 && sections_[i - 1].name >= sections_[i].name) {
      damaged("the sections are not in the order of their names");
    }
  }
}

void Weights::verify_checksum() const {
  const auto* header = reinterpret_cast<const Header*>(bytes_.data());
  const std::string_view all(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
  const Sha256::Digest digest = Sha256().raw(all.substr(kAfterChecksum)).finish();
  if (!std::equal(digest.begin(), digest.end(), header->checksum)) {
    damaged("the checksum is another");
  }
}

const WeightsSection& Weights::section(std::string_view name, NumberType type,
                                       std::span<const std::uint32_t> row) const {
  const auto found = std::lower_bound(
      sections_.begin(), sections_.end(), name,
      [](const WeightsSection& one, std::string_view wanted) { return one.name < wanted; });
  if (found == sections_.end() || found->name != name) {
    throw Error(ErrorCode::Mismatch, "weights: no section " + std::string(name));
  }
  const auto& shape = found->shape;
  const bool alike = found->type == type && row.size() <= shape.size() &&
                     std::equal(row.rbegin(), row.rend(), shape.rbegin());
  if (!alike) wrong_shape(name);
  return *found;
}

void Weights::wrong_shape(std::string_view name) {
  throw Error(ErrorCode::Mismatch,
              "weights: section " + std::string(name) + " has another shape than this library's");
}

const Weights& weights() {
  static const Weights all = [] {
    in_use = true;
    return Weights(other_weights().empty() ? shipped_weights() : other_weights());
  }();
  return all;
}

void use_weights(std::vector<std::byte> bytes) {
  if (in_use) throw Error(ErrorCode::InvalidArgument, "weights: others are in use already");
  Weights(bytes).verify_checksum();
  other_weights() = std::move(bytes);
}

}  // namespace memfold::models
