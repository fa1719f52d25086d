#include "tools/eval/stream_figures.h"

namespace memfold::tools {
namespace {

void count_item(const StreamItem& item, const ItemOutcome& outcome, StreamFigures& figures) {
  const auto expected = std::size_t(item.expected), given = std::size_t(outcome.given);
  ++figures.decisions.whole;
  figures.decisions.part += outcome.right ? 1 : 0;
  ++figures.by_decision[expected].expected;
  ++figures.by_decision[given].given;
  figures.by_decision[expected].right += outcome.right ? 1 : 0;
  ++figures.confusion[expected][given];
  ++figures.misses[expected][std::size_t(outcome.miss)];
  figures.reviews += outcome.review ? 1 : 0;
  if (outcome.reads_right) {
    ++figures.texts.whole;
    figures.texts.part += *outcome.reads_right ? 1 : 0;
  }
  Share& band = figures.by_confidence[confidence_band(outcome.confidence)].right;
  ++band.whole;
  band.part += outcome.right ? 1 : 0;
}

void count_stream(const Stream& stream, const StreamOutcome& outcome, StreamFigures& figures) {
  for (std::size_t i = 0; i < stream.items.size(); ++i) {
    count_item(stream.items[i], outcome.items[i], figures);
  }
  for (const QuestionAnswer& answer : outcome.answers) {
    ++figures.questions.whole;
    figures.questions.part += answer.right ? 1 : 0;
  }
}

StreamFigures nothing_counted() {
  StreamFigures figures;
  figures.by_confidence = calibration_of({});
  return figures;
}

}  // namespace

StreamFigures stream_figures(std::span<const Stream> streams,
                             std::span<const StreamOutcome> outcomes) {
  StreamFigures figures = nothing_counted();
  for (std::size_t i = 0; i < streams.size(); ++i) count_stream(streams[i], outcomes[i], figures);
  return figures;
}

std::map<std::string, StreamFigures> stream_figures_by(
    std::span<const Stream> streams, std::span<const StreamOutcome> outcomes,
    const std::function<std::string(const Stream&)>& key) {
  std::map<std::string, StreamFigures> groups;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const auto group = groups.try_emplace(key(streams[i]), nothing_counted()).first;
    count_stream(streams[i], outcomes[i], group->second);
  }
  return groups;
}

}  // namespace memfold::tools
