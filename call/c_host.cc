#include "call/c_host.h"

#include <array>
#include <cmath>
#include <stdexcept>

#include "call/analysis_json.h"
#include "call/json.h"
#include "call/session.h"
#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::call {
namespace {

constexpr std::size_t kMaxProblem = 1024;

/// Calls back, and throws the problem where there was one: the engine passes it on as a failure of
/// the model.
template <typename Callback>
void call_host(Callback callback) {
  std::array<char, kMaxProblem> text{};
  mf_problem problem{text.data(), text.size()};
  int failed = 0;
  {
    const HostCall running;
    failed = callback(&problem);
  }
  text.back() = '\0';
  if (failed == 0) return;
  throw std::runtime_error(text.front() == '\0' ? "the callback failed" : text.data());
}

void require(bool is_good, const char* problem) {
  if (!is_good) throw Error(ErrorCode::InvalidArgument, problem);
}

std::string name_of(const char* name, const char* problem) {
  require(name != nullptr && *name != '\0', problem);
  return name;
}

Calibration calibration_of(const mf_embedder& given) {
  require(given.calibration_points == 0 || given.calibration != nullptr,
          "embedder.calibration is missing");
  std::vector<Calibration::Point> points;
  for (std::size_t i = 0; i < given.calibration_points; ++i) {
    points.push_back({given.calibration[2 * i], given.calibration[2 * i + 1]});
  }
  return points.empty() ? Calibration() : Calibration(std::move(points));
}

class HostEmbedder final : public Embedder {
 public:
  explicit HostEmbedder(const mf_embedder& given)
      : given_(given),
        name_(name_of(given.name, "embedder.name is missing")),
        calibration_(calibration_of(given)) {
    require(given.embed != nullptr, "embedder.embed is missing");
    require(given.dimension >= 1 && given.dimension <= kMaxDimension,
            "embedder.dimension must lie in 1..4096");
  }

  std::string name() const override { return name_; }
  int dimension() const override { return given_.dimension; }
  const Calibration& calibration() const override { return calibration_; }
  std::size_t texts_per_call() const override { return given_.texts_per_call; }

  void embed(std::span<const std::string_view> texts, std::span<std::int16_t> out) const override {
    const auto width = std::size_t(given_.dimension);
    std::vector<mf_text> given_texts;
    given_texts.reserve(texts.size());
    for (const std::string_view text : texts) given_texts.push_back({text.data(), text.size()});
    std::vector<float> rows(texts.size() * width);
    call_host([&](mf_problem* problem) {
      return given_.embed(given_.context, given_texts.data(), given_texts.size(), rows.data(),
                          problem);
    });
    for (const float value : rows) {
      if (!std::isfinite(value)) throw std::runtime_error("it gave a number that is not finite");
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      quantise_unit(std::span(rows).subspan(i * width, width), out.subspan(i * width, width));
    }
  }

 private:
  mf_embedder given_;
  std::string name_;
  Calibration calibration_;
};

class HostAnalyst final : public Analyst {
 public:
  explicit HostAnalyst(const mf_analyst& given)
      : given_(given), name_(name_of(given.name, "analyst.name is missing")) {
    require(given.compare != nullptr, "analyst.compare is missing");
  }

  std::string name() const override { return name_; }

  Analysis compare(const Statement& existing, const Statement& incoming) const override {
    const std::string request =
        to_json(Object{{{"existing", existing}, {"incoming", incoming}}}).dump();
    std::string answer;
    call_host([&](mf_problem* problem) {
      return given_.compare(given_.context, request.c_str(), reinterpret_cast<mf_answer*>(&answer),
                            problem);
    });
    return analysis_of_text(answer, name_);
  }

 private:
  mf_analyst given_;
  std::string name_;
};

LogOptions log_of(const mf_log& log) {
  require(log.tell != nullptr, "log.tell is missing");
  require(log.level >= MF_LOG_DEBUG && log.level <= MF_LOG_ERROR, "log.level is none there is");
  const auto sink = [log](const LogEvent& event) {
    const std::string line = to_json(event).dump();
    const HostCall running;
    log.tell(log.context, mf_log_level(event.level), line.c_str());
  };
  return {sink, LogLevel(log.level)};
}

static_assert(int(LogLevel::Debug) == MF_LOG_DEBUG && int(LogLevel::Error) == MF_LOG_ERROR);

}  // namespace

HostModels host_models(const mf_host& given) {
  const mf_host host = known_part(given, "host.size must be sizeof(mf_host)");
  HostModels models;
  if (host.embedder) {
    models.embedder = std::make_shared<HostEmbedder>(
        known_part(*host.embedder, "embedder.size must be sizeof(mf_embedder)"));
  }
  if (host.analyst) {
    models.analyst = std::make_shared<HostAnalyst>(
        known_part(*host.analyst, "analyst.size must be sizeof(mf_analyst)"));
  }
  if (host.log) models.log = log_of(known_part(*host.log, "log.size must be sizeof(mf_log)"));
  return models;
}

}  // namespace memfold::call
