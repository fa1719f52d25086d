// What an embeddings endpoint is asked and answers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remote/response.h"

namespace memfold::remote {

/// The body of a request. `dimension` 0: the model's own.
std::string embedding_request(const std::string& model, std::span<const std::string_view> texts,
                              int dimension);

/// Vectors read, unless there is a problem.
struct Embeddings {
  int dimension = 0;
  std::vector<std::int16_t> rows;  ///< one a text, in their order, of unit length in fixed point
  std::string problem;             ///< what is wrong with the response; quotes nothing of it
  Usage usage;
};

/// Reads the answer to `count` texts: one finite vector with a direction for each, all of
/// `dimension` numbers (0: as many as the first one has). Throws nothing but std::bad_alloc.
Embeddings read_embeddings(const std::string& body, std::size_t count, int dimension);

}  // namespace memfold::remote
