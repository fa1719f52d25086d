// Arbitrary bytes as every kind of stored value and key: they are refused with Error(Corruption) or
// read, and what was read can be written and read again. The first byte chooses the kind.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "memfold/error.h"
#include "storage/codec_analysis.h"
#include "storage/codec_decision.h"
#include "storage/codec_edge.h"
#include "storage/codec_features.h"
#include "storage/codec_log.h"
#include "storage/codec_memory.h"
#include "storage/codec_review.h"
#include "storage/codec_states.h"
#include "storage/codec_user.h"
#include "storage/codec_vector.h"
#include "storage/codec_version.h"
#include "storage/key_codec.h"
#include "storage/value_codec.h"

namespace memfold::storage {
namespace {

template <typename Record>
void round_trip(const Record& record, Record (*decode)(std::string_view)) {
  Builder builder;
  const std::string bytes(encode(builder, record));
  if (encode(builder, decode(bytes)) != bytes) std::abort();
}

void read_vector(std::string_view bytes) {
  // The dimension comes from the store, so any may meet any bytes.
  std::vector<std::int16_t> row(bytes.size() < 17 ? 4 : (bytes.size() - 17) / 2);
  const Id id = decode_vector(bytes, row);
  std::string again;
  encode_vector(id, row, again);
  if (again != bytes) std::abort();
}

void read_key(std::string_view bytes) {
  if (bytes.empty()) return;
  const std::string_view key = bytes.substr(1);
  switch (static_cast<unsigned char>(bytes.front()) % 9) {
    case 0:
      return void(read_users_key(key));
    case 1:
      return void(read_node_key(key));
    case 2:
      return void(read_slot_key(key));
    case 3:
      return void(read_version_key(key));
    case 4:
      return void(read_edge_key(key));
    case 5:
      return void(read_timeline_key(key));
    case 6:
      return void(read_log_index_key(key));
    case 7:
      return void(read_analysis_key(key));
    default:
      return void(read_log_states_key(key));
  }
}

void read_value(unsigned kind, std::string_view bytes) {
  std::string scratch;
  switch (kind % 15) {
    case 0:
      return round_trip(decode_memory(bytes), decode_memory);
    case 1:
      return round_trip(decode_version(bytes), decode_version);
    case 2:
      return round_trip(decode_features(bytes), decode_features);
    case 3:
      return round_trip(decode_edge(bytes), decode_edge);
    case 4:
      return round_trip(decode_decision(bytes), decode_decision);
    case 5:
      return round_trip(decode_user(bytes), decode_user);
    case 6:
      return read_vector(bytes);
    case 7:
      return read_key(bytes);
    case 8:
      return void(decode_sequence(bytes));
    case 9:
      return round_trip(decode_review(bytes), decode_review);
    case 10:
      return void(decode_states(bytes));
    case 11:
      return void(decode_log_entry(bytes));
    case 12:
      return void(decode_log_summary(bytes));
    case 13:
      return round_trip(decode_analysis(bytes), decode_analysis);
    default:
      return void(unseal(Family::Memories, "key", bytes, scratch));
  }
}

}  // namespace
}  // namespace memfold::storage

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A string of its own: aligned, and its end is where AddressSanitizer looks.
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    memfold::storage::read_value(data[0], bytes);
  } catch (const memfold::Error& error) {
    if (error.code() != memfold::ErrorCode::Corruption) std::abort();
  }
  return 0;
}
