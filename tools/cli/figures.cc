#include "tools/cli/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace memfold::tools {

std::string count_text(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string counted(std::uint64_t value, std::string_view one) {
  const std::string number = count_text(value) + " ";
  if (value == 1) return number + std::string(one);
  const bool consonant_y = one.size() > 1 && one.back() == 'y' &&
                           std::string_view("aeiou").find(one[one.size() - 2]) == one.npos;
  if (consonant_y) return number + std::string(one.substr(0, one.size() - 1)) + "ies";
  return number + std::string(one) + (one.back() == 's' ? "es" : "s");
}

std::string fixed_text(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  if (bytes < 1024) return std::to_string(bytes) + " B";
  double value = double(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  return fixed_text(value, value < 10 ? 1 : 0) + " " + std::string(kUnits[unit]);
}

std::string duration_text(double seconds) {
  if (seconds < 1) return fixed_text(std::max(0.0, seconds) * 1000, 0) + " ms";
  if (seconds < 60) return fixed_text(seconds, 1) + " s";
  const auto whole = std::uint64_t(seconds);
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return count_text(whole / 3600) + " h " + std::to_string(whole / 60 % 60) + " min";
}

std::string rate_text(double per_second, std::string_view what) {
  const std::string figure = per_second < 10 ? fixed_text(per_second, 1)
                                             : count_text(std::uint64_t(std::llround(per_second)));
  return figure + " " + std::string(what) + "/s";
}

std::string percent_text(double share) {
  return fixed_text(std::floor(std::clamp(share, 0.0, 1.0) * 100), 0) + " %";
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : double(part) / double(whole);
}

std::string bar(double share, std::size_t columns) {
  constexpr std::array<std::string_view, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = std::size_t(std::lround(std::clamp(share, 0.0, 1.0) * double(columns * 8)));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  text += kEighths[eighths % 8];
  const std::size_t used = (eighths + 7) / 8;
  return text + std::string(columns - used, ' ');
}

}  // namespace memfold::tools
