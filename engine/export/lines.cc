#include "engine/export/lines.h"

#include <cstdio>
#include <sstream>

namespace memfold::exporting {
namespace {

constexpr std::string_view kCheckName = ",\"check\":\"";
constexpr std::size_t kCheckDigits = 8;
constexpr std::size_t kCheckBytes = kCheckName.size() + kCheckDigits + 2;  // and "}

std::string check_of(std::string_view line) {
  char text[kCheckDigits + 1];
  std::snprintf(text, sizeof text, "%08x", unsigned(hash64(line) & 0xFFFF'FFFF));
  return text;
}

std::string hex(const Sha256::Digest& digest) {
  return to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::uint64_t sum(const Counts& counts) {
  std::uint64_t total = 0;
  for (const auto& [type, count] : counts) total += count;
  return total;
}

}  // namespace

void LineWriter::write(const Json& line) {
  std::string text = line.dump();
  text.pop_back();  // the check goes before the brace
  text += std::string(kCheckName) + check_of(text) + "\"}\n";
  hash_.raw(text);
  bytes_ += text.size();
  out_ << text;
  if (!out_) throw Error(ErrorCode::Io, "the export could not be written: is the disk full?");
}

void LineWriter::record(const std::string& type, Json data) {
  Json line;
  line["type"] = type;
  line["data"] = std::move(data);
  write(line);
  ++counts_[type];
}

void LineWriter::end() {
  const Json data{{"records", sum(counts_)}, {"counts", counts_}, {"sha256", hex(hash_.finish())}};
  hash_ = Sha256();
  write({{"type", "end"}, {"data", data}});
  out_.flush();
  if (!out_) throw Error(ErrorCode::Io, "the export could not be written: is the disk full?");
}

void LineReader::refuse_line(const std::string& error) const {
  throw Error(ErrorCode::Corruption,
              "line " + std::to_string(number_) + " of the export is damaged: " + error);
}

/// The next line, checked.
Json LineReader::parse() {
  ++number_;
  if (!std::getline(in_, line_)) {
    if (in_.bad()) throw Error(ErrorCode::Io, "the export cannot be read");
    refuse_line("it is missing; the file ends early");
  }
  bytes_ += line_.size() + 1;
  if (line_.size() <= kCheckBytes) refuse_line("it is too short");
  const std::string_view body(line_.data(), line_.size() - kCheckBytes);
  const std::string expected = std::string(kCheckName) + check_of(body) + "\"}";
  if (!std::string_view(line_).ends_with(expected)) {
    refuse_line(in_.eof() ? "it is cut off" : "its check does not agree with its bytes");
  }
  try {
    return Json::parse(line_);
  } catch (const nlohmann::json::exception& error) {
    refuse_line("it is not JSON");
  }
}

Json LineReader::header() {
  constexpr std::string_view kBeginning = "{\"memfold\":\"export\"";
  std::string beginning(kBeginning.size(), '\0');
  in_.read(beginning.data(), std::streamsize(beginning.size()));
  if (beginning != kBeginning) {
    throw Error(ErrorCode::InvalidArgument,
                "this is no memfold export: it does not begin with " + std::string(kBeginning));
  }
  std::string rest;
  std::getline(in_, rest);
  // What a newer memfold writes may differ in everything but this.
  int format = 0;
  if (std::sscanf(rest.c_str(), ",\"format\":%d", &format) != 1) refuse_line("it names no format");
  if (format < 1 || format > kExportFormat) {
    throw Error(ErrorCode::Mismatch, "the export has format " + std::to_string(format) +
                                         "; this memfold reads format " +
                                         std::to_string(kExportFormat) +
                                         ": use the memfold that wrote it, or a newer one");
  }
  std::istringstream whole(beginning + rest + (in_.eof() ? "" : "\n"));
  LineReader first(whole);
  Json header = first.parse();
  number_ = 1;
  bytes_ = first.bytes_;
  hash_.raw(beginning + rest + "\n");
  return header;
}

void LineReader::check_end(const Json& data, const std::string& sha256) const {
  if (data.value("sha256", "") != sha256) refuse_line("the SHA-256 of the lines before it differs");
  if (data.value("counts", Counts()) != counts_ || data.value("records", 0u) != sum(counts_)) {
    refuse_line("it counts other records than there are");
  }
  if (in_.peek() != std::istream::traits_type::eof()) refuse_line("there is more behind it");
}

std::optional<Line> LineReader::next() {
  Json json = parse();
  const auto type = json.find("type"), data = json.find("data");
  if (type == json.end() || !type->is_string() || data == json.end() || !data->is_object()) {
    refuse_line("it has no type or no data");
  }
  Line line{type->get<std::string>(), std::move(*data)};
  if (line.type == "end") {
    check_end(line.data, hex(hash_.finish()));
    return std::nullopt;
  }
  hash_.raw(line_);
  hash_.raw("\n");
  ++counts_[line.type];
  return line;
}

}  // namespace memfold::exporting
