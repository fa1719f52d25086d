// How a backfill remembers where it was.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "memfold/backfill.h"

namespace memfold::ingest {

/// Stored with every chunk under checkpoint_name().
struct BackfillCheckpoint {
  ResumePoint point;
  BackfillCounts counts;  ///< of all runs up to here
  bool operator==(const BackfillCheckpoint&) const = default;
};

/// "backfill/" and a hash of everything that decides which facts an input gives: user, input,
/// extractor and filter. Two runs that differ in one of these do not share a resume point.
std::string checkpoint_name(std::string_view user, const Archive& input,
                            std::string_view extractor_name, const MailFilter& filter);

/// JSON on one line, and back; nothing for text that is no checkpoint of this version.
std::string to_text(const BackfillCheckpoint& checkpoint);
std::optional<BackfillCheckpoint> parse_checkpoint(std::string_view text);

}  // namespace memfold::ingest
