// What an address and the name beside it say about who writes.
#pragma once

#include <string>
#include <string_view>

#include "memfold/message.h"

namespace memfold::models::extractor {

/// noreply@, info@, a list, a team: nobody in particular. `list_id` is that of the mail.
bool is_role_address(std::string_view address, std::string_view list_id = {});

/// Whether everybody may have an address there: gmail.com, naver.com.
bool is_public_domain(std::string_view domain);

/// `key`, here and below, is a display name by canonical_person(). Whether it reads like
/// somebody's: two to four words in Latin letters without a word of companies or machines, a Hangul
/// name, letters of other scripts. One word in Latin letters only does when the address agrees.
bool reads_like_person(std::string_view key, std::string_view address);

/// Whether an address is made of this name: jsmith@, minji.kim@; jiwoo.han@ and sc.park@ for 한지우
/// and 박상철.
bool address_agrees(std::string_view key, std::string_view address);

/// Whether a name beside the address of nobody in particular is somebody's for sure: a known given
/// name in front, or a Korean full name.
bool is_surely_person(std::string_view key);

/// Whether an organisation's name shows in a domain: Hanbit Logic in hanbit.example, 미리내테크 in
/// mirinae-tech.example. Never in a public one.
bool domain_agrees(std::string_view organisation, std::string_view domain);

/// Behind the "@"; empty without one.
std::string_view domain_of(std::string_view address);

}  // namespace memfold::models::extractor
