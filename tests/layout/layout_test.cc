// The house rules that a compiler does not check.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path kRoot = MEMFOLD_SOURCE_DIR;

/// Each layer with the layers it may include, itself left out.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"include", {}},
    {"core", {"include"}},
    {"index", {"include", "core"}},
    {"storage", {"include", "core"}},
    {"models", {"include", "core"}},
    {"remote", {"include", "core"}},
    {"engine", {"include", "core", "index", "storage"}},
    {"ingest", {"include", "core", "engine", "models"}},
    {"call", {"include", "core"}},
    {"python", {"include", "core", "call"}},
    {"tools",
     {"include", "core", "index", "storage", "models", "remote", "engine", "ingest", "call"}},
    {"training", {"include", "core", "models", "engine", "ingest", "tools"}},
};

/// Header prefixes with the only layers that may include them.
const std::map<std::string, std::set<std::string>> kThirdParty = {
    {"faiss/", {}},  // a peer of bench alone
    {"rocksdb/", {"storage"}},
    {"flatbuffers/", {"storage"}},
    {"tbb/", {"engine", "ingest"}},
    {"oneapi/", {"engine", "ingest"}},
    {"Eigen/", {"engine"}},
    {"gmime/", {"ingest"}},
    {"curl/", {"remote"}},
    {"simdjson", {"ingest"}},
    {"nanobind/", {"python"}},
    {"nlohmann/", {"engine", "remote", "ingest", "call", "tools", "training"}},
    {"yaml-cpp/", {"tools"}},
    {"CLI/", {"tools"}},
    {"spdlog/", {"tools"}},
    {"openssl/", {"core"}},
    {"xxhash.h", {"core"}},
};

/// Of ICU, what needs no more data than tools/icu-data keeps for the wheel. Look there before
/// another is added here.
const std::set<std::string> kIcu = {"brkiter.h", "bytestream.h",  "casemap.h",     "dtfmtsym.h",
                                    "locid.h",   "normalizer2.h", "stringpiece.h", "timezone.h",
                                    "uchar.h",   "ucnv.h",        "unistr.h",      "uscript.h",
                                    "utext.h",   "utf8.h"};

struct Include {
  fs::path file;
  std::string layer, target;
};

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

bool is_source(const fs::path& path) {
  return path.extension() == ".cc" || path.extension() == ".h";
}

std::vector<Include> includes() {
  static const std::regex pattern("#include\\s+[<\"]([^>\"]+)[>\"]");
  std::vector<Include> found;
  for (const auto& [layer, unused] : kMayInclude) {
    if (!fs::exists(kRoot / layer)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / layer)) {
      if (!is_source(entry.path())) continue;
      const std::string text = slurp(entry.path());
      for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i) {
        found.push_back({fs::relative(entry.path(), kRoot), layer, (*i)[1]});
      }
    }
  }
  return found;
}

TEST(Layout, LayersIncludeOnlyWhatIsBelowThem) {
  ASSERT_GT(includes().size(), 100u) << "the scan itself must see the code";
  for (const Include& include : includes()) {
    const std::size_t slash = include.target.find('/');
    std::string layer = include.target.substr(0, slash);
    if (layer == "memfold") layer = "include";
    if (slash == std::string::npos || !kMayInclude.contains(layer)) continue;
    EXPECT_TRUE(layer == include.layer || kMayInclude.at(include.layer).contains(layer))
        << include.file << " includes " << include.target;
  }
}

TEST(Layout, ThirdPartyHeadersStayInTheirLayer) {
  for (const Include& include : includes()) {
    for (const auto& [prefix, layers] : kThirdParty) {
      if (include.target.compare(0, prefix.size(), prefix) != 0) continue;
      EXPECT_TRUE(layers.contains(include.layer)) << include.file << " includes " << include.target;
    }
  }
}

TEST(Layout, IcuIsUsedForWhatTheWheelHasDataFor) {
  std::set<std::string> used;
  for (const Include& include : includes()) {
    if (!include.target.starts_with("unicode/")) continue;
    used.insert(include.target.substr(8));
    EXPECT_TRUE(kIcu.contains(include.target.substr(8)))
        << include.file << " includes " << include.target;
  }
  EXPECT_EQ(used, kIcu);
}

/// Everything these files of the project include, and what that includes.
std::set<std::string> reached_from(std::vector<std::string> files) {
  static const std::regex pattern("#include\\s+[<\"]([^>\"]+)[>\"]");
  std::set<std::string> reached;
  while (!files.empty()) {
    const std::string file = files.back();
    files.pop_back();
    const std::string text = slurp(kRoot / file);
    for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i) {
      const std::string target = (*i)[1];
      if (!reached.insert(target).second) continue;
      for (const std::string& path : {target, "include/" + target}) {
        if (fs::exists(kRoot / path)) files.push_back(path);
      }
    }
  }
  return reached;
}

TEST(Layout, DecidingReachesNoFileClockOrRandomness) {
  const std::set<std::string> reached =
      reached_from({"engine/fold/decide.cc", "engine/fold/reason.cc"});
  EXPECT_TRUE(reached.contains("memfold/options.h")) << "the scan itself must see the code";
  for (const std::string& target : reached) {
    for (const char* impure : {"storage/", "index/", "rocksdb/", "tbb/", "chrono", "random",
                               "ctime", "fstream", "iostream", "filesystem", "thread", "atomic"}) {
      EXPECT_NE(target.compare(0, std::string(impure).size(), impure), 0) << target;
    }
  }
}

TEST(Layout, PublicHeadersIncludeOnlyTheStandardLibraryAndEachOther) {
  for (const Include& include : includes()) {
    if (include.layer != "include") continue;
    const bool is_of_c = include.file == "include/memfold.h" &&
                         (include.target == "stddef.h" || include.target == "stdint.h");
    const bool standard = is_of_c || (include.target.find('/') == std::string::npos &&
                                      include.target.find('.') == std::string::npos);
    EXPECT_TRUE(standard || include.target.compare(0, 8, "memfold/") == 0)
        << include.file << " includes " << include.target;
  }
}

// Whatever a header declares, the shared libraries show; they are compiled with all else hidden.
TEST(Layout, PublicHeadersShowTheirDeclarations) {
  std::size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(kRoot / "include/memfold")) {
    const std::string text = slurp(entry.path());
    if (text.find("\nnamespace ") == std::string::npos) continue;
    ++seen;
    EXPECT_NE(text.find("\n#pragma GCC visibility push(default)\nnamespace memfold {\n"),
              std::string::npos)
        << entry.path();
    EXPECT_TRUE(text.ends_with("}  // namespace memfold\n#pragma GCC visibility pop\n"))
        << entry.path();
  }
  EXPECT_GT(seen, 20u);
}

TEST(Layout, EveryTestFileIsRegistered) {
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests")) {
    const std::string file = entry.path().filename();
    const bool test = file.ends_with("_test.cc") || file.ends_with("_fuzz.cc");
    if (!test) continue;
    ++seen;
    std::string registrations;
    for (const auto& sibling : fs::directory_iterator(entry.path().parent_path())) {
      const bool cmake =
          sibling.path().filename() == "CMakeLists.txt" || sibling.path().extension() == ".cmake";
      if (cmake) registrations += slurp(sibling.path());
    }
    EXPECT_NE(registrations.find(file), std::string::npos)
        << entry.path() << " is built by no target";
  }
  EXPECT_GT(seen, 5u);
}

TEST(Layout, NoSourceFileHidesASecondSubject) {
  for (const auto& [layer, unused] : kMayInclude) {
    if (!fs::exists(kRoot / layer)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / layer)) {
      if (!is_source(entry.path())) continue;
      const std::string text = slurp(entry.path());
      EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 500) << entry.path();
    }
  }
}

}  // namespace
