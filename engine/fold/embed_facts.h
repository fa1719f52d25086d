// Embeddings of incoming facts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/fold/prepare.h"
#include "memfold/fact.h"
#include "memfold/models.h"

namespace memfold {

/// Rows [n x dimension] in the order of `facts`: given vectors normalised, the others embedded from
/// their normalised content, in parallel. A given vector has the embedder's dimension (prepare()
/// checks).
std::vector<std::int16_t> embed_facts(const Embedder& embedder, std::span<const Fact* const> facts,
                                      std::span<const PreparedFact* const> prepared);

/// Rows [n x dimension] of texts, in parallel.
std::vector<std::int16_t> embed_texts(const Embedder& embedder,
                                      std::span<const std::string_view> texts);

/// The row [dimension] of one text.
std::vector<std::int16_t> embed_text(const Embedder& embedder, std::string_view text);

}  // namespace memfold
