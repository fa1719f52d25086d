// The C++ half of training/fit_embedder.py: reads JSON strings, one a line, from standard input and
// writes the words the built-in Embedder reads in each, with a space in between. With --sketch N it
// writes the sketch of its n-grams instead, of N dimensions (a multiple of 4).
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "models/embedder_characters.h"
#include "models/embedder_features.h"
#include "models/embedder_sketch.h"
#include "models/embedder_weights.h"
#include "models/embedder_words.h"

namespace {

using namespace memfold::models;

void append_utf8(char32_t code, std::string& out) {
  const auto byte = [&](char32_t value) { out += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else {
    if (code < 0x10000) {
      byte(0xE0 | code >> 12);
    } else {
      byte(0xF0 | code >> 18);
      byte(0x80 | (code >> 12 & 0x3F));
    }
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

std::string words_of(const std::vector<Character>& characters) {
  std::string line;
  for (const Character& character : characters) {
    if (character.kind != CharacterKind::Separator) {
      append_utf8(character.code, line);
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

std::string sketch_of(const std::vector<Character>& characters, std::vector<double>& sums) {
  WordList words;
  words.read(characters);
  FeatureCounts counts;
  add_features(words, kEmbedderWeights, counts);
  counts.sum(sums);
  std::string line;
  for (const double sum : sums) line += std::to_string(static_cast<long long>(sum)) + ' ';
  return line;
}

}  // namespace

int main(int argc, char** argv) {
  const bool sketch = argc == 3 && std::string_view(argv[1]) == "--sketch";
  if (argc != 1 && !sketch) {
    std::fprintf(stderr, "sentence_words [--sketch N] < strings.jsonl\n");
    return 2;
  }
  std::vector<double> sums(sketch ? std::strtoul(argv[2], nullptr, 10) : 0);
  std::vector<Character> characters;
  for (std::string line; std::getline(std::cin, line);) {
    read_characters(nlohmann::json::parse(line).get<std::string>(), characters);
    std::cout << (sketch ? sketch_of(characters, sums) : words_of(characters)) << '\n';
  }
  return 0;
}
