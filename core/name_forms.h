// The forms a name is written in, and the keys under which two of them are the same.
//
// All functions are pure and safe from several threads. Names are UTF-8.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/kinds.h"

namespace memfold {

/// A person's name as a key: lower case, words joined by hyphens, given name first in Latin
/// letters and family name first in Hangul. "Kim, Minji", "Minji Kim", "KIM MINJI (Marketing)" are
/// minji-kim; "김민지 부장님", "김민지 님께서" are 김민지. Titles, honorifics, particles, what
/// stands in brackets, "via list" and quotes go; a title stays where one word is left (dr-smith,
/// 김-부장). An address gives the words of its local part where those are several (minji.kim@x.kr),
/// else itself. Idempotent. Empty only for an empty name.
std::string canonical_person(std::string_view name);

/// The one key a name has in common with its other careful spellings: of company forms, spaces and
/// hyphens in compounds, accents, articles, particles and plurals as far as each is safe for this
/// kind and type. Being equal under it is an equivalence; names whose numbers differ are never
/// equal. Idempotent.
std::string near_key(NodeKind kind, std::string_view name, std::string_view type = {});

/// Everything a node (or mention) of this kind and type is found by, each once: its exact keys
/// (first the name's, then the aliases'), then near keys behind a "~". Two are the same when they
/// share a key; compare only those of one kind and type. A person's aliases may be addresses.
std::vector<std::string> match_keys(NodeKind kind, std::string_view name,
                                    std::string_view type = {},
                                    std::span<const std::string> aliases = {});

/// Three syllables behind a Korean family name of one, or four behind one of two: 김민지, 남궁민수.
bool is_full_hangul_name(std::string_view word);

/// Whether a word in lower case may be a Korean given name (or `one` syllable of it) in Latin
/// letters.
bool is_romanised_given_name(std::string_view lower, bool one = false);

}  // namespace memfold
