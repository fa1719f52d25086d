#include "remote/embedding.h"

#include <cmath>
#include <limits>

#include "memfold/models.h"
#include "remote/chat_form.h"

namespace memfold::remote {
namespace {

int dimension_of(const Received& values, int expected) {
  const std::size_t size = values.size();
  if (expected > 0 && size != std::size_t(expected)) {
    refuse("the response has vectors of " + std::to_string(size) + " dimensions, not " +
           std::to_string(expected));
  }
  if (size < 1 || size > std::size_t(kMaxDimension)) {
    refuse("the response has vectors of " + std::to_string(size) + " dimensions; 1.." +
           std::to_string(kMaxDimension) + " can be used");
  }
  return int(size);
}

void read_vector(const Received& values, std::span<std::int16_t> row) {
  std::vector<float> vector;
  vector.reserve(values.size());
  for (const Received& value : values) {
    if (!value.is_number()) refuse("the response has a vector with something else than numbers");
    const double number = value.get<double>();
    if (!(std::abs(number) <= double(std::numeric_limits<float>::max()))) {
      refuse("the response has a number that is too large");
    }
    vector.push_back(float(number));
  }
  if (!quantise_unit(vector, row)) refuse("the response has a vector without a direction");
}

const Received& vectors_of(const Received& response, std::size_t count) {
  const auto data = response.is_object() ? response.find("data") : response.end();
  if (data == response.end() || !data->is_array()) refuse("the response holds no embeddings");
  if (data->size() != count) {
    refuse("the response has " + std::to_string(data->size()) + " vectors for " +
           std::to_string(count) + " texts");
  }
  return *data;
}

/// Endpoints may answer in any order; "index" says which text a vector is of.
std::size_t index_of(const Received& item, std::vector<bool>& seen) {
  const auto index = item.is_object() ? item.find("index") : item.end();
  if (index == item.end() || !index->is_number_unsigned()) {
    refuse("the response does not say which text a vector is of");
  }
  const auto place = index->get<std::uint64_t>();
  if (place >= seen.size() || seen[std::size_t(place)]) {
    refuse("the response has no vector for one of the texts");
  }
  seen[std::size_t(place)] = true;
  return std::size_t(place);
}

void read_rows(const Received& response, std::size_t count, int dimension, Embeddings& read) {
  std::vector<bool> seen(count);
  for (const Received& item : vectors_of(response, count)) {
    const std::size_t place = index_of(item, seen);
    const auto values = item.find("embedding");
    if (values == item.end() || !values->is_array()) refuse("the response lacks a vector");
    dimension = dimension_of(*values, dimension);
    const auto width = std::size_t(dimension);
    read.rows.resize(count * width);
    read_vector(*values, std::span(read.rows).subspan(place * width, width));
  }
  read.dimension = dimension;
}

}  // namespace

std::string embedding_request(const std::string& model, std::span<const std::string_view> texts,
                              int dimension) {
  Json json = {{"model", model}, {"input", Json::array()}};
  for (const std::string_view text : texts) json["input"].push_back(std::string(text));
  if (dimension > 0) json["dimensions"] = dimension;
  return dump(json);
}

Embeddings read_embeddings(const std::string& body, std::size_t count, int dimension) {
  Embeddings read;
  try {
    const Received response = parse_json(body, "the response");
    read.usage = usage_of(response);
    read_rows(response, count, dimension, read);
  } catch (const Unusable& unusable) {
    read.rows.clear();
    read.problem = unusable.problem;
  }
  return read;
}

}  // namespace memfold::remote
