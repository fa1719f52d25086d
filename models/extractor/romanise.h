// Hangul in Latin letters, far enough to know a name in an address.
#pragma once

#include <string>
#include <string_view>

namespace memfold::models::extractor {

/// By the Revised Romanisation, syllable by syllable, without the changes between them: 미리내 is
/// mirinae. Other characters are left out.
std::string romanise(std::string_view hangul);

/// What the ways to romanise Korean have in common: "jiwoo" and "jiu" give the same, so do "young"
/// and "yeong", "ki" and "gi". Takes lower-case ASCII letters.
std::string loose_sound(std::string_view latin);

}  // namespace memfold::models::extractor
