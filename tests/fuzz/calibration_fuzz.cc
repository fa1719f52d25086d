// Any bytes as a calibration: either a usage error that names its place, or a map that ascends,
// stays in range, and is read back as it prints.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tools/cli/config.h"
#include "tools/eval/calibration_file.h"

namespace {

using namespace memfold;  // NOLINT: one small file

void check(bool good) {
  if (!good) std::abort();
}

void check_sound(const tools::CalibrationFile& file) {
  const Calibration calibration(file.points);
  double before = 0;
  for (int i = -32; i <= 32; ++i) {
    const double similarity = calibration.similarity(i / 32.0);
    check(std::isfinite(similarity) && similarity >= before && similarity <= 1);
    before = similarity;
  }
  const std::string text = tools::calibration_text(file);
  check(tools::calibration_text(tools::parse_calibration(text, "again.json")) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    check_sound(tools::parse_calibration(text, "fuzz.json"));
  } catch (const tools::UsageError& error) {
    check(std::string_view(error.what()).find("fuzz.json") != std::string_view::npos);
  }
  return 0;
}
