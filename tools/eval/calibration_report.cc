#include "tools/eval/calibration_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tools/cli/figures.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

constexpr std::array<const char*, kBandCount> kBandNames = {"unrelated", "related", "update",
                                                            "duplicate"};

/// "42.7 % -> 41.0 %", or one figure where the map stays.
std::string change_text(double before, double after) {
  const auto percent = [](double value) { return fixed_text(100 * value, 1) + " %"; };
  return percent(before) + " -> " + percent(after);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double n = double(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double covariance = 0, spread_a = 0, spread_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    covariance += (a[i] - mean_a) * (b[i] - mean_b);
    spread_a += (a[i] - mean_a) * (a[i] - mean_a);
    spread_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  const double spread = std::sqrt(spread_a * spread_b);
  return spread > 0 ? covariance / spread : 0;
}

/// Ranks from 0; ties share their mean.
std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) result[order[i]] = double(begin + end - 1) / 2;
    begin = end;
  }
  return result;
}

std::vector<double> cosines(const std::vector<ScoredCosine>& pairs) {
  std::vector<double> values;
  for (const ScoredCosine& pair : pairs) values.push_back(pair.cosine);
  return values;
}

std::vector<double> scores(const std::vector<ScoredCosine>& pairs) {
  std::vector<double> values;
  for (const ScoredCosine& pair : pairs) values.push_back(pair.score);
  return values;
}

Json errors_json(const BandErrors& errors) {
  Json landed = Json::object();
  for (std::size_t band = 0; band < kBandCount; ++band) {
    Json row = Json::object();
    for (std::size_t to = 0; to < kBandCount; ++to) row[kBandNames[to]] = errors.landed[band][to];
    landed[kBandNames[band]] = row;
  }
  return {{"wrong", share(errors.wrong, errors.pairs)},
          {"missed", errors.missed()},
          {"far", share(errors.far, errors.pairs)},
          {"false_duplicates", share(errors.false_duplicates, errors.pairs)},
          {"landed", landed}};
}

Json points_json(const Calibration& map) {
  Json points = Json::array();
  for (const Calibration::Point& point : map.points()) {
    points.push_back({point.cosine, point.similarity});
  }
  return points;
}

std::string set_name(const CalibrationSet& set) {
  return set.name + (set.language.empty() ? "" : " " + set.language);
}

}  // namespace

BandErrors band_errors(const std::vector<ScoredCosine>& pairs, const Calibration& map,
                       const DecideOptions& decide) {
  BandErrors errors;
  errors.pairs = pairs.size();
  for (const ScoredCosine& pair : pairs) {
    const int by_people = band_of_score(pair.score);
    const int by_map = band_of_similarity(map.similarity(pair.cosine), decide);
    ++errors.landed[std::size_t(by_people)][std::size_t(by_map)];
    errors.wrong += by_people != by_map;
    errors.far += std::abs(by_people - by_map) > 1;
    errors.false_duplicates += by_map == int(kBandCount) - 1 && by_people != by_map;
  }
  return errors;
}

double BandErrors::missed() const {
  double sum = 0, bands = 0;
  for (std::size_t band = 0; band < kBandCount; ++band) {
    const std::uint64_t of =
        std::accumulate(landed[band].begin(), landed[band].end(), std::uint64_t{0});
    if (of == 0) continue;
    sum += 1 - share(landed[band][band], of);
    ++bands;
  }
  return bands > 0 ? sum / bands : 0;
}

double spearman(const std::vector<ScoredCosine>& pairs) {
  return correlation(ranks(cosines(pairs)), ranks(scores(pairs)));
}

double pearson(const std::vector<ScoredCosine>& pairs) {
  return correlation(cosines(pairs), scores(pairs));
}

void print(std::ostream& out, const Screen& screen, const CalibrationReport& report,
           const DecideOptions& decide) {
  Table table({{"Pairs of", Align::Left, true},
               {"Pairs", Align::Right},
               {"Spearman", Align::Right},
               {"Pearson", Align::Right},
               {"Wrong band", Align::Right},
               {"Mean of bands", Align::Right},
               {"Two or more off", Align::Right},
               {"False duplicates", Align::Right}});
  for (const CalibrationSet& set : report.sets) {
    const BandErrors before = band_errors(set.pairs, report.before, decide);
    const BandErrors after = band_errors(set.pairs, report.after, decide);
    const auto change = [&](std::uint64_t BandErrors::*count) {
      return change_text(share(before.*count, before.pairs), share(after.*count, after.pairs));
    };
    table.add({{set_name(set) + (set.fitted ? "" : " (held out)")},
               {count_text(set.pairs.size())},
               {fixed_text(spearman(set.pairs), 3)},
               {fixed_text(pearson(set.pairs), 3)},
               {change(&BandErrors::wrong)},
               {change_text(before.missed(), after.missed())},
               {change(&BandErrors::far)},
               {change(&BandErrors::false_duplicates)}});
  }
  table.print(out, screen);
  if (!screen.terminal) return;
  out << "The map of " << report.embedder << ":";
  for (const Calibration::Point& point : report.after.points()) {
    out << " (" << fixed_text(point.cosine, 3) << ", " << fixed_text(point.similarity, 3) << ")";
  }
  out << "\nBefore -> after; figures on pairs it was fitted on flatter it: --check FILE holds some "
         "out.\n";
  if (report.written.empty()) {
    out << "Nothing is written; --out FILE does, and embedder.calibration names it.\n";
  } else {
    out << "Written to " << report.written
        << "; set embedder.calibration to it, and take it over with `memfold reembed`.\n";
  }
}

Json to_json(const CalibrationReport& report, const DecideOptions& decide) {
  Json sets = Json::array(), rejected = Json::array();
  for (const CalibrationSet& set : report.sets) {
    sets.push_back({{"file", set.name},
                    {"language", set.language.empty() ? Json(nullptr) : Json(set.language)},
                    {"fitted", set.fitted},
                    {"pairs", set.pairs.size()},
                    {"spearman", spearman(set.pairs)},
                    {"pearson", pearson(set.pairs)},
                    {"before", errors_json(band_errors(set.pairs, report.before, decide))},
                    {"after", errors_json(band_errors(set.pairs, report.after, decide))}});
  }
  for (const auto& [file, line] : report.rejected) {
    rejected.push_back({{"file", file}, {"line", line.line}, {"reason", line.reason}});
  }
  return {{"embedder", report.embedder},
          {"dimension", report.dimension},
          {"points", points_json(report.after)},
          {"points_before", points_json(report.before)},
          {"sets", sets},
          {"written", report.written.empty() ? Json(nullptr) : Json(report.written)},
          {"rejected", rejected}};
}

}  // namespace memfold::tools
