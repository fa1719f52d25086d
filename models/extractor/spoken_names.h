// Which of the names in a text are people, organisations, products... by their shape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memfold/kinds.h"
#include "models/extractor/atoms.h"

namespace memfold::models::extractor {

/// A name as it is written, without particle, title and possessive.
struct SpokenName {
  NodeKind kind = NodeKind::Entity;
  std::string name;
  std::string type;       ///< of an entity; empty where its shape does not say
  double confidence = 0;  ///< 0..1, that this is a name of this kind and type
  bool known = false;     ///< its shape is proof: an ending, a title, a list of known names
};

/// The names in one text, in order, repeats included. Money, dates, quantities, versions, addresses
/// and bare numbers are none. Entity types: organisation, product, place, manual_page, symbol, id,
/// commit, document, project, host, or empty.
std::vector<SpokenName> find_spoken_names(const Atoms& atoms);

/// "open.2" and "man2/open.2" in a subject line, as open(2).
std::vector<SpokenName> find_page_names(std::string_view subject);

}  // namespace memfold::models::extractor
