#include "tools/eval/calibration_file.h"

#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>

#include "memfold/error.h"
#include "tools/cli/config.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxCalibrationBytes = 1 << 20, kMaxPoints = 1000;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw UsageError("the calibration " + printable(path) + " " + why +
                   "; `memfold calibrate` writes one");
}

Json parse(std::string_view text, const std::string& path) {
  if (text.size() > kMaxCalibrationBytes) refuse(path, "is larger than 1 MiB");
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) refuse(path, "is no JSON object");
  return json;
}

std::vector<Calibration::Point> read_points(const std::string& path, const Json& json) {
  if (!json.is_array() || json.empty() || json.size() > kMaxPoints) {
    refuse(path, "has no \"points\", a list of pairs of cosine and similarity");
  }
  std::vector<Calibration::Point> points;
  for (const Json& pair : json) {
    const bool is_pair =
        pair.is_array() && pair.size() == 2 && pair[0].is_number() && pair[1].is_number();
    if (!is_pair) refuse(path, "has a point that is no pair of cosine and similarity");
    points.push_back({pair[0].get<double>(), pair[1].get<double>()});
  }
  try {
    Calibration{points};
  } catch (const Error& error) {
    refuse(path, "is no map that ascends: " + std::string(error.what()));
  }
  return points;
}

/// Another Embedder's rows, read by the map of a file.
class CalibratedEmbedder final : public Embedder {
 public:
  CalibratedEmbedder(std::shared_ptr<const Embedder> embedder, std::string path,
                     CalibrationFile file)
      : embedder_(std::move(embedder)),
        path_(std::move(path)),
        fitted_for_(std::move(file.embedder)),
        dimension_(file.dimension),
        calibration_(std::move(file.points)) {}

  std::string name() const override { return embedder_->name(); }
  int dimension() const override { return embedder_->dimension(); }
  const Calibration& calibration() const override {
    std::call_once(checked_, [&] { check(); });
    return calibration_;
  }
  std::size_t texts_per_call() const override { return embedder_->texts_per_call(); }
  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    embedder_->embed(texts, out);
  }

 private:
  void check() const {
    if (embedder_->name() == fitted_for_ && embedder_->dimension() == dimension_) return;
    refuse(path_, "was fitted for " + printable(fitted_for_) + " with " +
                      std::to_string(dimension_) + " dimensions, not for " + embedder_->name() +
                      " with " + std::to_string(embedder_->dimension()));
  }

  const std::shared_ptr<const Embedder> embedder_;
  const std::string path_, fitted_for_;
  const int dimension_;
  const Calibration calibration_;
  mutable std::once_flag checked_;
};

}  // namespace

std::string calibration_text(const CalibrationFile& file) {
  // By hand for one point a line; the parts are JSON.
  std::string text = "{\n  \"embedder\": " + Json(file.embedder).dump() +
                     ",\n  \"dimension\": " + std::to_string(file.dimension) + ",\n  \"points\": [";
  for (std::size_t i = 0; i < file.points.size(); ++i) {
    const Calibration::Point& point = file.points[i];
    text += std::string(i == 0 ? "" : ",") + "\n    [" + Json(point.cosine).dump() + ", " +
            Json(point.similarity).dump() + "]";
  }
  return text + "\n  ]\n}\n";
}

CalibrationFile parse_calibration(std::string_view text, const std::string& path) {
  const Json json = parse(text, path);
  for (const auto& [key, value] : json.items()) {
    if (key != "embedder" && key != "dimension" && key != "points") {
      refuse(path, "has the unknown key " + printable(key));
    }
  }
  const bool whole = json.contains("embedder") && json["embedder"].is_string() &&
                     json.contains("dimension") && json["dimension"].is_number_integer() &&
                     json.contains("points");
  if (!whole) refuse(path, "lacks embedder, dimension or points");
  return {json["embedder"].get<std::string>(), json["dimension"].get<int>(),
          read_points(path, json["points"])};
}

CalibrationFile read_calibration(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text(kMaxCalibrationBytes + 1, '\0');
  if (stream) stream.read(text.data(), std::streamsize(text.size()));
  if (stream.bad() || (!stream && !stream.eof())) refuse(path, "cannot be read");
  text.resize(std::size_t(stream.gcount()));
  return parse_calibration(text, path);
}

std::shared_ptr<const Embedder> with_calibration(std::shared_ptr<const Embedder> embedder,
                                                 const std::string& path) {
  if (path.empty()) return embedder;
  return std::make_shared<CalibratedEmbedder>(std::move(embedder), path, read_calibration(path));
}

}  // namespace memfold::tools
