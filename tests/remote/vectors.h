// An embeddings endpoint for tests to run, and to spoil.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "chat.h"
#include "core/hash.h"

namespace memfold::testing_remote {

/// A vector that depends on nothing but the text.
inline std::vector<double> vector_of(const std::string& text, int dimension) {
  std::vector<double> vector;
  for (int i = 0; i < dimension; ++i) {
    const std::uint64_t hash = hash64(text, std::uint64_t(i));
    vector.push_back(double(hash >> 11) / double(std::uint64_t{1} << 52) - 1);
  }
  return vector;
}

/// What a good endpoint answers to a request; last text first, since any order is allowed.
inline ReceivedJson embeddings_for(const HttpRequest& request, int dimension) {
  const ReceivedJson asked = ReceivedJson::parse(request.body);
  ReceivedJson data = ReceivedJson::array();
  for (std::size_t i = asked["input"].size(); i-- > 0;) {
    data.push_back({{"object", "embedding"},
                    {"index", i},
                    {"embedding", vector_of(asked["input"][i], dimension)}});
  }
  const std::size_t tokens = 3 * asked["input"].size();
  return {{"object", "list"},
          {"data", data},
          {"model", asked["model"]},
          {"usage", {{"prompt_tokens", tokens}, {"total_tokens", tokens}}}};
}

inline LoopbackServer::Handler good_vectors(int dimension) {
  return [dimension](const HttpRequest& request) {
    return HttpResponse{200, embeddings_for(request, dimension).dump()};
  };
}

inline RemoteEmbedderOptions embedder_options_for(const std::string& url, int dimension = 0) {
  RemoteEmbedderOptions options;
  static_cast<RemoteOptions&>(options) = options_for(url);
  options.dimension = dimension;
  return options;
}

}  // namespace memfold::testing_remote
