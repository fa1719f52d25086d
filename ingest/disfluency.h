// Speech as people speak it, without what says nothing.
#pragma once

#include <string>
#include <string_view>

namespace memfold::ingest {

/// Takes filled pauses ("um", "음", "어"), fillers set off by commas ("you know,", "그,"), stutters
/// ("the the", "제가 제가"), broken-off words ("sh- ship") and a transcriber's remarks ("[웃음]")
/// out of `text` (valid UTF-8), line by line; words that only look like them stay ("그 회의", "I
/// like it", "어제", "5 mm"). Lines are trimmed, those left empty go. The phrases are data in
/// ingest/disfluency_words.h. Linear, pure.
std::string without_disfluencies(std::string_view text);

}  // namespace memfold::ingest
