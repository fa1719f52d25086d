// Archives read in the order in which their mails were sent.
#pragma once

#include <cstddef>
#include <memory>

#include "ingest/input.h"

namespace memfold::ingest {

/// Mails of one input that are put in order, 32 bytes each; an input of more is read as it lies.
inline constexpr std::size_t kMaxOrdered = std::size_t{8} << 20;

/// A reader of `input` by date, as far as it can be read in any order: folders, and mbox files that
/// are not compressed. Their mails are dated in one pass before the first is given; what turns out
/// to be in order is then read as it lies, as is what such a reading is resumed in. Mails of one
/// date stay in the order of the input; those without one, and what is broken, stay behind what
/// they lie behind. Throws as open_as_it_lies() does, and Error(Stopped) when options.stop ends
/// the dating.
std::unique_ptr<MessageReader> open_by_date(const Archive& archive, const MailReadOptions& options);

}  // namespace memfold::ingest
