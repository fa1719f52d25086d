// The people of a message's headers, and where else it speaks of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/message.h"
#include "memfold/node.h"
#include "models/extractor/concepts.h"

namespace memfold::models::extractor {

inline constexpr std::size_t kMaxPeople = 16;  ///< of the headers

enum class PersonRole : std::uint8_t { Sender, Recipient, Copied, Attendee };

struct HeaderPerson {
  Mention mention;                 ///< `copied` where nothing but the headers names them
  std::string key;                 ///< canonical_person()
  std::vector<std::string> words;  ///< of the key
  PersonRole role = PersonRole::Sender;
  std::string_view domain;  ///< of the address, into the message; empty: none, or public
};

/// Sender, recipients, those copied, attendees, in that order, each once; no lists, teams and
/// machines. Support: a name that reads like somebody's, an address of somebody's, that they agree,
/// that the sender says something, the signature, the greeting, the subject, each statement.
std::vector<HeaderPerson> find_people(const Message& message, const SpokenText& text);

/// Whether a name in a text is one of these people, or a part of their names: "Minji" where there
/// is one Minji.
bool is_one_of(std::span<const HeaderPerson> people, std::string_view name);

}  // namespace memfold::models::extractor
