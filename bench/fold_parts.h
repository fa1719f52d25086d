// What the benches of folding share.
#pragma once

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/models.h"

namespace memfold::bench {

using SteadyClock = std::chrono::steady_clock;

inline double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

/// Calls take(flag, value) for each flag; value() reads what follows it.
template <typename Take>
void each_flag(int argc, char** argv, const Take& take) {
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    take(flag, [&] {
      if (i + 1 >= argc) throw std::runtime_error(flag + " needs a value");
      return std::string(argv[++i]);
    });
  }
}

/// Stands for a host's own model: vectors come with the facts.
class HostEmbedder final : public Embedder {
 public:
  explicit HostEmbedder(int dimension) : dimension_(dimension) {}
  std::string name() const override { return "bench-host@1"; }
  int dimension() const override { return dimension_; }
  const Calibration& calibration() const override { return calibration_; }
  void embed(std::span<const std::string_view>, std::span<std::int16_t> out) const override {
    std::fill(out.begin(), out.end(), std::int16_t{0});
  }

 private:
  int dimension_;
  Calibration calibration_;
};

/// What one says of `things` things over time, half of it in Korean: a tenth or so is new about
/// something.
inline std::string short_statement(std::size_t i, std::size_t things) {
  static constexpr const char* kEnglish[] = {"kitchen",  "garden",    "website", "audit",
                                             "brochure", "warehouse", "lease",   "workshop"};
  static constexpr const char* kKorean[] = {"주방", "정원", "홈페이지", "감사",
                                            "책자", "창고", "임대차",   "워크숍"};
  const std::size_t thing = (i * 2654435761u >> 8) % things, value = 2 + i % 37;
  const std::string en = std::string(kEnglish[thing % 8]) + " project " + std::to_string(thing);
  const std::string ko = std::string(kKorean[thing % 8]) + " 프로젝트 " + std::to_string(thing);
  switch (i % 8) {
    case 0:
      return "The budget of the " + en + " is " + std::to_string(value) + ",000 euros.";
    case 1:
      return ko + " 예산은 " + std::to_string(value) + "00만원입니다.";
    case 2:
      return "The " + en + " is due on March " + std::to_string(value % 28 + 1) + ".";
    case 3:
      return ko + " 마감은 3월 " + std::to_string(value % 28 + 1) + "일입니다.";
    case 4:
      return "Team " + std::to_string(value) + " looks after the " + en + ".";
    case 5:
      return ko + " 담당은 " + std::to_string(value) + "팀입니다.";
    case 6:
      return "The review of the " + en + " found " + std::to_string(value) + " mistakes.";
    default:
      return ko + " 검토에서 오류 " + std::to_string(value) + "건이 나왔습니다.";
  }
}

/// A directory for a store: not there at first, and gone at the end, failed or not.
class Scratch {
 public:
  explicit Scratch(const std::string& bench)
      : path_(std::filesystem::temp_directory_path() / (bench + "-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_.native(); }

 private:
  std::filesystem::path path_;
};

/// Of the regular files in a directory and below it.
inline std::uint64_t directory_bytes(const std::filesystem::path& path) {
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

/// Of the process, in MB of 10^6 bytes: its own memory, pages of files, the sum of both, and the
/// most that ever was.
struct Resident {
  double all = 0, anon = 0, file = 0, peak = 0;
};

inline Resident resident() {
  Resident result;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name;
    double kib = 0;
    words >> name >> kib;
    const double mb = kib * 1024 / 1e6;
    if (name == "VmRSS:") result.all = mb;
    if (name == "RssAnon:") result.anon = mb;
    if (name == "RssFile:") result.file = mb;
    if (name == "VmHWM:") result.peak = mb;
  }
  return result;
}

/// Gives back what an engine that was closed left with the allocator, and forgets the peak: what is
/// resident next is as in a process that just began.
inline void forget_memory() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// The value that this share of all is below. There must be some.
inline double at_share(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, std::size_t(share * double(values.size())))];
}

}  // namespace memfold::bench
