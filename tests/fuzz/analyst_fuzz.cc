// Any bytes as the two statements of a pair: the built-in Analyst ends in time, keeps to its ranges
// and points into the texts. The first two bytes say where the second statement begins.
#include <time.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "memfold/models.h"

namespace {

using namespace memfold;  // NOLINT: one small file

void check(bool good) {
  if (!good) std::abort();
}

/// Time this thread has been running, so that a busy machine finds nothing.
double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr double kSlower = 20;  ///< what sanitizers cost
#else
constexpr double kSlower = 4;  ///< coverage counters, and others on the machine
#endif
#else
constexpr double kSlower = 1;
#endif
constexpr double kMillisecondsPerKb = 1 * kSlower;
constexpr double kShortest = 4;  ///< KB; below this a clock tick decides

void check_spans(const Analysis& analysis, std::string_view existing, std::string_view incoming) {
  for (const PropertyChange& change : analysis.property_changes) {
    check(change.old_span.begin <= change.old_span.end && change.old_span.end <= existing.size());
    check(change.new_span.begin <= change.new_span.end && change.new_span.end <= incoming.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto analyst = [] {
    auto made = builtin_analyst();
    made->compare({"a", {}, std::nullopt}, {"b", {}, std::nullopt});  // builds the word lists
    return made;
  }();
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t middle = bytes.empty() ? 0 : (data[0] * 256u + data[1]) % (bytes.size() + 1);
  const std::string_view existing = bytes.substr(0, middle), incoming = bytes.substr(middle);
  const double begin = thread_milliseconds();
  const Analysis analysis =
      analyst->compare({existing, {}, std::nullopt}, {incoming, {}, std::nullopt});
  const double kb = double(bytes.size()) / 1024, spent = thread_milliseconds() - begin;
  check(kb < kShortest || spent <= kb * kMillisecondsPerKb);
  check(analysis.confidence >= 0 && analysis.confidence <= 1);
  check(!analysis.relationship_type || analysis.verdict == Verdict::Link);
  check_spans(analysis, existing, incoming);
  return 0;
}
