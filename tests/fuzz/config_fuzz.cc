// Any bytes as a configuration: either a usage error that names its place, or settings that are
// sound and read back as they print.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "memfold/options.h"
#include "tools/cli/config.h"

namespace {

void check(bool good) {
  if (!good) std::abort();
}

void check_sound(const memfold::tools::Settings& settings) {
  memfold::validate(settings.decide);
  memfold::tools::Settings again;
  for (const memfold::tools::SettingKey& key : memfold::tools::setting_keys()) {
    const memfold::tools::SettingText text = key.get(settings);
    check(key.set(again, text).empty());
    check(key.get(again).items == text.items);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    memfold::tools::ConfigSources sources;
    sources.flags = memfold::tools::parse_yaml(text, "fuzz.yaml");
    check_sound(memfold::tools::load_config(sources).settings);
  } catch (const memfold::tools::UsageError& error) {
    check(!std::string_view(error.what()).empty());
  }
  return 0;
}
