// Whether the fields of a record hold what they may, as its list of them says (core/fields).
//
// Decoders refuse what is out of range, since no memfold wrote it; encoders refuse it too, so that
// whatever is written can be read. An import asks before it writes, and names its line.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "memfold/analysis.h"
#include "memfold/decision.h"
#include "memfold/error.h"
#include "memfold/memory.h"
#include "memfold/node.h"
#include "memfold/review.h"
#include "memfold/source.h"
#include "storage/records.h"

namespace memfold::storage {

/// The first field of the record that is out of its range, and the range: "salience is inf; it must
/// lie in 0..1". Figures and lengths, never content. Empty: there is none.
std::string out_of_range(const Memory& memory);
std::string out_of_range(const Decision& decision);
std::string out_of_range(const VersionRecord& version);
std::string out_of_range(const FeatureRecord& features);
std::string out_of_range(const Edge& edge);
std::string out_of_range(const UserRecord& user);
std::string out_of_range(const LogStates& states);
std::string out_of_range(const Review& review);
std::string out_of_range(const Analysis& analysis);
std::string out_of_range(const Node& node);
std::string out_of_range(const Source& source);
std::string out_of_range(const SourceJob& job);
std::string out_of_range(const LogSummary& summary);

/// Whether a row is as long as a unit vector in fixed point, but for rounding. Products of longer
/// ones could overflow.
bool is_unit(std::span<const std::int16_t> row);

/// Throws Error: InvalidArgument when the record is about to be written, Corruption when it was
/// read.
template <typename Record>
void require_in_range(const Record& record, ErrorCode code) {
  const std::string problem = out_of_range(record);
  if (!problem.empty()) throw Error(code, "a record is out of range: its " + problem);
}

}  // namespace memfold::storage
