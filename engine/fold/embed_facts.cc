#include "engine/fold/embed_facts.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/parallel.h"

namespace memfold {
namespace {

std::size_t texts_per_task(const Embedder& embedder, std::size_t texts) {
  const std::size_t wanted = embedder.texts_per_call();
  return std::max<std::size_t>(1, wanted == 0 ? texts : wanted);
}

}  // namespace

std::vector<std::int16_t> embed_facts(const Embedder& embedder, std::span<const Fact* const> facts,
                                      std::span<const PreparedFact* const> prepared) {
  const auto dimension = std::size_t(embedder.dimension());
  std::vector<std::int16_t> rows(facts.size() * dimension, 0);
  std::vector<std::string_view> texts;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (facts[i]->embedding.empty()) {
      texts.push_back(prepared[i]->memory.content);
      places.push_back(i);
    } else {
      quantise_unit(facts[i]->embedding, std::span(rows).subspan(i * dimension, dimension));
    }
  }
  const std::vector<std::int16_t> embedded = embed_texts(embedder, texts);
  if (places.size() == facts.size()) return embedded;
  for (std::size_t j = 0; j < places.size(); ++j) {
    std::copy_n(embedded.begin() + std::ptrdiff_t(j * dimension), dimension,
                rows.begin() + std::ptrdiff_t(places[j] * dimension));
  }
  return rows;
}

std::vector<std::int16_t> embed_texts(const Embedder& embedder,
                                      std::span<const std::string_view> texts) {
  const auto dimension = std::size_t(embedder.dimension());
  std::vector<std::int16_t> rows(texts.size() * dimension);
  const std::size_t per_task = texts_per_task(embedder, texts.size());
  parallel_for((texts.size() + per_task - 1) / per_task, [&](std::size_t task) {
    const std::size_t begin = task * per_task;
    const std::size_t count = std::min(per_task, texts.size() - begin);
    embedder.embed(texts.subspan(begin, count),
                   std::span(rows).subspan(begin * dimension, count * dimension));
  });
  return rows;
}

std::vector<std::int16_t> embed_text(const Embedder& embedder, std::string_view text) {
  std::vector<std::int16_t> row(std::size_t(embedder.dimension()));
  embedder.embed(std::span(&text, 1), row);
  return row;
}

}  // namespace memfold
