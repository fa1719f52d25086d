// A small store with something in every column family: two users and a team; memories, merges,
// versions, late arrivals, skips, cases settled and pending, an undo, memories hidden and erased,
// kept analyses, sources, storylines and macros, jobs that wait and one that failed. The same every
// time, in Korean and English, from invented sentences.
#pragma once

#include <string>

#include "memfold/engine.h"

namespace memfold::test {

inline constexpr const char* kEveryUser = "mina";
inline constexpr const char* kOtherUser = "지호 \"Jay\"\n";

/// With models that do as fill_everything() says, and a clock that it moves.
EngineOptions everything_options();

/// Makes the store in a directory that is new or empty. What was erased held kErasedText.
inline constexpr const char* kErasedText = "금고 비밀번호는 산호초 4417이다";
void fill_everything(const std::string& path);

}  // namespace memfold::test
