// Korean endings and particles, as far as splitting and keywords need them. All are pure.
#pragma once

#include <string_view>

namespace memfold::models::extractor {

/// The last word of `text` has a final ending that closes a sentence even without a full stop:
/// 했습니다, 주세요, 이에요. Nouns that look alike (필요, 중요) do not count.
bool ends_formally(std::string_view text);

/// As above, or a nominal or plain ending that closes a line: 확정함, 완료, 예정, 한다.
bool ends_finally(std::string_view text);

/// The last word of `text` asks for more: 회의는, 검토하고, 자료를.
bool ends_open(std::string_view text);

/// A particle or copula alone, as it stands behind a number or a Latin word: 은, 으로, 입니다.
bool is_particle(std::string_view word);

/// A word without its particle: 예산을 -> 예산. Returns the word itself when none is found.
std::string_view without_particle(std::string_view word);

}  // namespace memfold::models::extractor
