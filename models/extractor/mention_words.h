// The words by which names are told apart: given names, known organisations, addresses of nobody.
// Data, not code. Words are in lower case; all functions are pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace memfold::models::extractor {

/// In an address or display name of nobody in particular: noreply, info, 고객센터.
bool is_role_word(std::string_view word);
/// At the end of the address of a list: -users, -devel.
bool is_list_word(std::string_view word);
bool is_list_domain(std::string_view domain);
bool is_public_mail_domain(std::string_view domain);
/// A part of a domain that names no organisation: mail, example, co.
bool is_common_label(std::string_view label);
/// In the display names of companies and machines: newsletter, store, bot.
bool is_machine_word(std::string_view word);

/// A given name in Latin letters: john, maria, priya.
bool is_given_name(std::string_view word);
/// A given name that is a plain word as well: will, mark, may.
bool is_doubtful_given_name(std::string_view word);
/// How a Korean family name sounds in Latin letters, by loose_sound(): 이 as lee, yi, rhee.
std::span<const std::string> family_sounds(std::string_view family);

/// "organisation", "product" or "place" where the whole name is widely known; else empty.
std::string_view known_type(std::string_view name);
/// Likewise by its last word: technologies, university; station, street.
std::string_view type_by_ending(std::string_view last_word);
/// Whether a Hangul name ends as organisations do (and not as places do): 병원, 은행, 팀.
bool names_organisation(std::string_view hangul);

/// One of a kind, not a name of its own, with a number behind: step, version, option.
bool is_numbered_noun(std::string_view word);
/// An error number of POSIX, in capitals.
bool is_error_name(std::string_view capitals);
/// Before 님 and titles, and nobody's name: 고객, 조합원.
bool is_nobody(std::string_view hangul);
/// Says too little to be a concept: thing, update, 관련.
bool is_vague_word(std::string_view word);
/// Ends as Korean verbs and connectives do: 위해, 있는, 하는.
bool ends_as_verb(std::string_view hangul);

}  // namespace memfold::models::extractor
