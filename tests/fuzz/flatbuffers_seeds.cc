// Writes the seeds of flatbuffers_fuzz into the directory named by the first argument.
#include <fstream>
#include <string>

#include "storage/codec_analysis.h"
#include "storage/codec_decision.h"
#include "storage/codec_edge.h"
#include "storage/codec_features.h"
#include "storage/codec_memory.h"
#include "storage/codec_review.h"
#include "storage/codec_user.h"
#include "storage/codec_vector.h"
#include "storage/codec_version.h"
#include "storage/key_codec.h"
#include "tests/storage/random_values.h"

int main(int argument_count, char** arguments) {
  using namespace memfold;
  using namespace memfold::storage;
  if (argument_count != 2) return 2;
  const std::string directory = arguments[1];
  const auto write = [&](const std::string& name, char kind, std::string_view bytes) {
    std::ofstream out(directory + "/" + name, std::ios::binary);
    out << kind << bytes;
  };
  RandomValues random(20);
  Builder builder;
  const auto records = [&]<typename Record>(const std::string& name, char kind, Record) {
    for (int i = 0; i < 3; ++i) {
      std::string bytes(encode(builder, random.make<Record>()));
      while (bytes.size() > 2000) bytes = encode(builder, random.make<Record>());
      write(name + std::to_string(i), kind, bytes);
    }
  };
  records("memory", 0, Memory{});
  records("version", 1, VersionRecord{});
  records("features", 2, FeatureRecord{});
  records("edge", 3, Edge{});
  records("decision", 4, Decision{});
  records("user", 5, UserRecord{});
  records("review", 9, Review{});
  records("analysis", 13, Analysis{});
  std::string vector;
  encode_vector(derive_id("u", "1"), std::vector<std::int16_t>{1, -2, 3}, vector);
  write("vector", 6, vector);
  const UserKey user = user_key("mina");
  write("edge_key", 7,
        "\x04" + std::string(edge_key(user, Direction::In, Id{}, EdgeType::Causal, Id{}).view()));
  write("log_index_key", 7,
        "\x06" + std::string(log_index_key(user, Operation::Noop, {1}, 2).view()));
  write("analysis_key", 7, "\x07" + std::string(analysis_key(user, {Id{}, Id{}, Id{}}).view()));
  write("sequence", 8, encode_sequence(77));
}
