#include "tools/cli/settings.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

namespace memfold::tools {
namespace {

TEST(Settings, EveryKeyReadsBackWhatItPrints) {
  const Settings defaults;
  for (const SettingKey& key : setting_keys()) {
    Settings settings;
    const SettingText value = key.get(defaults);
    EXPECT_EQ(key.set(settings, value), "") << key.name;
    EXPECT_EQ(key.get(settings).items, value.items) << key.name;
    EXPECT_FALSE(key.help.empty()) << key.name;
  }
}

TEST(Settings, EveryKeyReachesAFieldOfItsOwn) {
  for (const SettingKey& key : setting_keys()) {
    if (key.type != "0..1" && key.type != "number") continue;
    Settings settings;
    ASSERT_EQ(key.set(settings, {{key.type == "number" ? "9" : "0.125"}, false}), "") << key.name;
    for (const SettingKey& other : setting_keys()) {
      const bool changed = other.get(settings).items != other.get(Settings()).items;
      EXPECT_EQ(changed, other.name == key.name) << key.name << " and " << other.name;
    }
  }
}

TEST(Settings, NamesAndVariablesAreUnique) {
  std::set<std::string> names, variables;
  for (const SettingKey& key : setting_keys()) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_TRUE(variables.insert(environment_name(key.name)).second) << key.name;
  }
  EXPECT_EQ(environment_name("decide.related_from"), "MEMFOLD_DECIDE_RELATED_FROM");
}

TEST(Settings, TheDocumentHasEveryKeyWithItsDefault) {
  std::ifstream file(MEMFOLD_SOURCE_DIR "/docs/config.md");
  const std::string document{std::istreambuf_iterator<char>(file), {}};
  for (const SettingKey& key : setting_keys()) {
    const std::string value = to_text(key.get(Settings()));
    const std::string row = "| `" + key.name + "` | " + (value.empty() ? "(none)" : value) + " |";
    EXPECT_NE(document.find(row), std::string::npos) << row;
  }
}

TEST(Settings, TheDocumentOffersThreeThresholdsForTheGateOfClassify) {
  for (const char* document : {"/docs/config.md", "/docs/decisions.md"}) {
    std::ifstream file(std::string(MEMFOLD_SOURCE_DIR) + document);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t row = text.find("`decide.classify.cosine_above`");
    ASSERT_NE(row, std::string::npos) << document;
    const std::string line = text.substr(row, text.find('\n', row) - row);
    for (const char* threshold : {"0.95 strict", "0.85 balanced", "0.75 loose"}) {
      EXPECT_NE(line.find(threshold), std::string::npos) << document << " lacks " << threshold;
    }
  }
}

TEST(SettingValue, BytesTakeUnits) {
  std::uint64_t bytes = 0;
  EXPECT_EQ(read_value("512MiB", bytes), "");
  EXPECT_EQ(bytes, std::uint64_t{512} << 20);
  EXPECT_EQ(print_value(bytes), "512MiB");
  EXPECT_EQ(read_value("2 GiB", bytes), "");
  EXPECT_EQ(bytes, std::uint64_t{2} << 30);
  EXPECT_EQ(read_value("1000", bytes), "");
  EXPECT_EQ(bytes, 1000u);
  for (const char* wrong : {"", "MiB", "5MB", "-1", "99999999999999TiB", "1e3"}) {
    EXPECT_NE(read_value(wrong, bytes), "") << wrong;
  }
  EXPECT_EQ(bytes, 1000u) << "a wrong text changes nothing";
}

TEST(SettingValue, NumbersAreWholeTexts) {
  double number = 0;
  EXPECT_EQ(read_value("0.25", number), "");
  EXPECT_EQ(number, 0.25);
  for (const char* wrong : {"", "0.2x", "nan", "inf", " 1", "0,5"}) {
    EXPECT_NE(read_value(wrong, number), "") << wrong;
  }
  int whole = 0;
  EXPECT_NE(read_value("1.5", whole), "");
  EXPECT_NE(read_value("99999999999", whole), "");
}

TEST(SettingValue, DurabilityMayBeLeftToTheCommand) {
  std::optional<Durability> durability;
  EXPECT_EQ(read_value("relaxed", durability), "");
  EXPECT_EQ(durability, Durability::Relaxed);
  EXPECT_EQ(read_value("auto", durability), "");
  EXPECT_FALSE(durability.has_value());
  EXPECT_NE(read_value("later", durability), "");
}

}  // namespace
}  // namespace memfold::tools
