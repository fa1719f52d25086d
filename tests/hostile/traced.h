// The built command under ptrace: killed, or refused by the system, at a chosen system call.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace memfold::hostile {

/// What happens at the n-th system call that changes a file, counted from 1 over all threads.
struct Blow {
  enum class Kind : std::uint8_t { None, Kill, Refuse };
  Kind kind = Kind::None;
  std::uint64_t at = 0;
  int error = 0;  ///< of Refuse: errno of that call and of every one after it that writes
};

struct Traced {
  int code = -1;            ///< exit code; -1 when a signal ended it
  std::uint64_t calls = 0;  ///< that change files
  std::string output;       ///< of both streams
};

/// Whether this machine lets a test trace its children.
bool can_trace();

/// Runs `memfold` in `directory`.
Traced run_traced(const std::string& directory, const std::vector<std::string>& arguments,
                  const Blow& blow);

}  // namespace memfold::hostile
