#include "storage/codec_erasure.h"

#include "storage/schema/erasure_generated.h"

namespace memfold::storage {
namespace {

/// Those behind are rewritten all the same; they are not searched for.
constexpr std::size_t kMostPrints = 1'000'000;

schema::TextPrint to_schema(const TextPrint& print) {
  return {print.beginning, print.whole, print.size};
}

TextPrint from_schema(const schema::TextPrint& stored) {
  TextPrint print{stored.size(), stored.beginning(), {}};
  std::copy(stored.whole()->begin(), stored.whole()->end(), print.whole.begin());
  return print;
}

}  // namespace

std::string_view encode(Builder& builder, const PendingErasure& erasure) {
  builder.Clear();
  const Text user = write_text(builder, erasure.user);
  std::vector<schema::TextPrint> prints;
  for (const TextPrint& print : erasure.prints) {
    if (prints.size() < kMostPrints) prints.push_back(to_schema(print));
  }
  const auto stored = builder.CreateVectorOfStructs(prints);
  schema::ErasureBuilder table(builder);
  table.add_user(user);
  table.add_at(erasure.at.micros);
  table.add_prints(stored);
  table.add_rewritten(erasure.rewritten);
  builder.Finish(table.Finish(), schema::ErasureIdentifier());
  return finished(builder);
}

PendingErasure decode_erasure(std::string_view bytes) {
  const auto& stored = verified_root<schema::Erasure>(bytes, schema::ErasureIdentifier());
  ValueReader reader(bytes);
  PendingErasure erasure;
  erasure.user = reader.text(stored.user());
  erasure.at = Time{stored.at()};
  if (stored.prints()) {
    for (const schema::TextPrint* print : *stored.prints()) {
      erasure.prints.push_back(from_schema(*print));
    }
  }
  erasure.rewritten = stored.rewritten();
  return erasure;
}

}  // namespace memfold::storage
