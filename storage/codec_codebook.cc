#include "storage/codec_codebook.h"

#include "memfold/error.h"
#include "memfold/models.h"
#include "storage/codec_vector.h"

namespace memfold::storage {
namespace {

constexpr char kFixedPoint16Cells = 1;  ///< int16, scale 2^14

void put16(std::string& out, std::uint16_t bits) {
  out.push_back(static_cast<char>(bits & 0xff));
  out.push_back(static_cast<char>(bits >> 8));
}

std::uint16_t get16(std::string_view bytes, std::size_t at) {
  const auto low = static_cast<unsigned char>(bytes[at]);
  const auto high = static_cast<unsigned char>(bytes[at + 1]);
  return static_cast<std::uint16_t>(low | high << 8);
}

}  // namespace

std::string encode_codebook(const CodebookRecord& codebook) {
  std::string bytes(1, kFixedPoint16Cells);
  bytes.reserve(5 + codebook.embedder.size() + 2 * codebook.centroids.size());
  put16(bytes, static_cast<std::uint16_t>(codebook.dimension));
  put16(bytes, static_cast<std::uint16_t>(codebook.embedder.size()));
  bytes += codebook.embedder;
  append_values(codebook.centroids, bytes);
  return bytes;
}

CodebookRecord decode_codebook(std::string_view bytes) {
  const auto refuse = [] { throw Error(ErrorCode::Corruption, "the value holds no codebook"); };
  if (bytes.size() < 5 || bytes.front() != kFixedPoint16Cells) refuse();
  CodebookRecord codebook;
  codebook.dimension = get16(bytes, 1);
  const std::size_t name = get16(bytes, 3);
  if (codebook.dimension < 1 || codebook.dimension > kMaxDimension || bytes.size() < 5 + name) {
    refuse();
  }
  codebook.embedder = bytes.substr(5, name);
  const std::string_view values = bytes.substr(5 + name);
  const std::size_t row = 2 * static_cast<std::size_t>(codebook.dimension);
  if (values.empty() || values.size() % row != 0 || values.size() / row >= 0xffff) refuse();
  codebook.centroids.resize(values.size() / 2);
  read_values(values, codebook.centroids);
  return codebook;
}

}  // namespace memfold::storage
