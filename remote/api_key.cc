#include "remote/api_key.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "memfold/error.h"

namespace memfold::remote {
namespace {

constexpr std::size_t kMaxKeyBytes = 4096;
constexpr std::size_t kSecretFrom = 16;
constexpr std::string_view kBlanks = " \t\r\n";

[[noreturn]] void refuse_key(const std::string& message) {
  throw Error(ErrorCode::InvalidArgument, message);
}

bool is_variable_name(const std::string& name) {
  const auto fits = [](unsigned char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  return !name.empty() && !(name.front() >= '0' && name.front() <= '9') &&
         std::all_of(name.begin(), name.end(), fits);
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::string from_variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  std::string key = trimmed(value ? value : "");
  if (key.empty()) refuse_key("api_key_env names an environment variable that is not set or empty");
  return key;
}

std::string from_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMaxKeyBytes + 1, '\0');
  if (file) file.read(text.data(), std::streamsize(text.size()));
  if (!file.is_open() || file.bad()) refuse_key("api_key_file names a file that cannot be read");
  text.resize(std::size_t(file.gcount()));
  std::string key = trimmed(text);
  if (key.empty()) refuse_key("api_key_file names a file that holds no key");
  return key;
}

}  // namespace

void check_key_source(const RemoteOptions& options) {
  if (!options.api_key_env.empty() && !options.api_key_file.empty()) {
    refuse_key("api_key_env and api_key_file both name a key; give one of them");
  }
  if (!options.api_key_env.empty() && !is_variable_name(options.api_key_env)) {
    refuse_key(
        "api_key_env must be the name of an environment variable (letters, digits, _), not the "
        "key itself");
  }
}

ApiKey ApiKey::load(const RemoteOptions& options) {
  check_key_source(options);
  const std::string& variable = options.api_key_env;
  const std::string& file = options.api_key_file;
  if (variable.empty() && file.empty()) return {};
  std::string key = variable.empty() ? from_file(file) : from_variable(variable);
  const bool is_visible =
      std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < 0x7f; });
  // A line break in it would be a header of its own.
  if (!is_visible || key.size() > kMaxKeyBytes) {
    refuse_key(
        (variable.empty() ? "api_key_file" : "api_key_env") +
        std::string(" leads to something that is no key: it must be one word of visible ASCII "
                    "characters, at most 4096"));
  }
  return ApiKey(std::move(key));
}

std::string ApiKey::redacted(std::string text) const {
  if (secret_.size() < kSecretFrom) return text;
  for (std::size_t at; (at = text.find(secret_)) != std::string::npos;) {
    text.replace(at, secret_.size(), "[key]");
  }
  return text;
}

}  // namespace memfold::remote
