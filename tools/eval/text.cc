#include "tools/eval/text.h"

#include "tools/cli/figures.h"

namespace memfold::tools {

std::string figure_text(const std::optional<double>& figure) {
  return figure ? fixed_text(*figure, 3) : "-";
}

std::string band_text(const ConfidenceBand& band) {
  if (band.from == 0) return "<" + fixed_text(band.to, 1);
  return fixed_text(band.from, 1) + "-" + fixed_text(band.to, 1);
}

std::string figure_text(const Share& share) {
  return figure_text(share.value()) + " (" + count_text(share.part) + " of " +
         count_text(share.whole) + ")";
}

Json figure_json(const std::optional<double>& figure) {
  return figure ? Json(*figure) : Json(nullptr);
}

Json figure_json(const Share& share) {
  return {{"n", share.whole}, {"right", share.part}, {"share", figure_json(share.value())}};
}

Json rejected_json(const std::vector<RejectedLine>& rejected) {
  Json json = Json::array();
  for (const RejectedLine& one : rejected) {
    json.push_back({{"line", one.line}, {"reason", one.reason}});
  }
  return json;
}

}  // namespace memfold::tools
