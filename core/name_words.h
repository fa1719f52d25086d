// The words names are made of: family names, titles, company forms. Data, not code.
//
// Latin words are in lower case without points; Korean ones are as written.
#pragma once

#include <string_view>

namespace memfold {

/// One syllable that begins Korean names: 김; or two: 남궁.
bool is_family_name(std::string_view hangul);
/// One of the eighty most common, all of one syllable: the rarer ones are plain syllables as often.
bool is_common_family_name(std::string_view hangul);
/// How much a word is a Korean family name in Latin letters: 2 kim, park, choi; 1 min, jin, which
/// begin given names as often; else 0.
int romanised_family_name(std::string_view lower);

/// A rank or calling behind or before a Korean name, without 님: 부장, 선생, 대표이사.
bool is_korean_title(std::string_view hangul);
/// What a Korean organisation's part ends with: 영업2팀, 개발본부.
bool ends_department(std::string_view hangul);

/// Before a name: mr, dr, prof. Behind it: jr, phd.
bool is_title_before(std::string_view lower);
bool is_title_behind(std::string_view lower);

/// inc, ltd, gmbh: behind the name of a company, whatever it is said to be.
bool is_company_form(std::string_view lower);
/// co, ag, sa, se: likewise, but words of other meanings too; only of what is known to be one.
bool is_short_company_form(std::string_view lower);

/// Nouns also written in two words, in one: database, website.
bool is_compound(std::string_view lower);
/// Makes one word with what follows, with a hyphen or without: non, multi, micro.
bool is_joined_prefix(std::string_view lower);
/// Ends with s and is no plural of what stands before it: news, series, goods.
bool is_no_plural(std::string_view lower);

}  // namespace memfold
