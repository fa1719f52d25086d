#include "models/summarizer/score.h"

#include <algorithm>
#include <cmath>

#include "core/portable_math.h"

namespace memfold::models::summarizer {
namespace {

constexpr double kCentreShare = 0.3, kFactShare = 0.35, kPlaceShare = 0.1, kTextShare = 0.25;
constexpr int kMostWorth = 10;  // more facts are a list of them
constexpr double kFirstText = 0.5;

struct Mention {
  std::uint64_t subject;
  std::uint32_t sentence;
};

// The part of every sentence's likeness to the centroid, 0..1, the nearest one's 1.
std::vector<double> centralities(std::span<const Sentence> sentences) {
  std::vector<Mention> mentions;
  for (std::uint32_t i = 0; i < sentences.size(); ++i) {
    for (const std::uint64_t subject : sentences[i].subjects) mentions.push_back({subject, i});
  }
  std::sort(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) {
    return a.subject != b.subject ? a.subject < b.subject : a.sentence < b.sentence;
  });
  std::vector<double> shared(sentences.size()), length(sentences.size());
  for (std::size_t begin = 0, end = 0; begin < mentions.size(); begin = end) {
    while (end < mentions.size() && mentions[end].subject == mentions[begin].subject) ++end;
    const double count = double(end - begin);
    const double rarity = portable_log(1 + double(sentences.size()) / count);
    for (std::size_t i = begin; i < end; ++i) {
      shared[mentions[i].sentence] += rarity * (count * rarity);  // its weight, the centroid's
      length[mentions[i].sentence] += rarity * rarity;
    }
  }
  double most = 0;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (length[i] > 0) shared[i] /= std::sqrt(length[i]);
    most = std::max(most, shared[i]);
  }
  for (double& share : shared) share = most > 0 ? share / most : 0;
  return shared;
}

double place_share(const Sentence& sentence) {
  return 1 / std::sqrt(1 + double(sentence.place));
}

// What is true now matters most; the first text says what it is about.
double text_share(std::uint32_t source, std::size_t texts) {
  if (source + 1 == texts) return 1;
  if (source == 0) return kFirstText;
  return double(source) / double(texts - 1);
}

}  // namespace

std::vector<double> scores_of(std::span<const Sentence> sentences, std::size_t texts) {
  std::vector<double> scores = centralities(sentences);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double facts = double(std::clamp(sentences[i].worth, 0, kMostWorth)) / kMostWorth;
    scores[i] = kCentreShare * scores[i] + kFactShare * facts +
                kPlaceShare * place_share(sentences[i]) +
                kTextShare * text_share(sentences[i].source, texts);
  }
  return scores;
}

}  // namespace memfold::models::summarizer
