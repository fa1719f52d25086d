// Errors that end a call. Trouble with one fact among many is data in its Decision instead.
#pragma once

#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace memfold {

enum class ErrorCode {
  InvalidArgument,  ///< the caller's input cannot be used as given
  NotFound,         ///< no such memory, user, file or decision
  Mismatch,         ///< the store was made with another format, embedder or dimension
  Locked,           ///< another process has the store open
  Corruption,       ///< stored bytes do not verify
  Io,               ///< the file system refused (full disk, permission, EIO), or an endpoint
  Unsupported,      ///< known, but not offered here
  Model,    ///< a part of Models failed, or answered what its interface (models.h) does not allow
  Stopped,  ///< asked to end before it was done (stop.h): what was committed stays
};

/// Thrown by every memfold call that cannot go on. what() names the thing at fault (path, user, id,
/// field) and what to do; it never holds the content of a memory.
///
/// What a host's Embedder, Analyst, Guard, Summarizer, Extractor, Tokenizer or SourceReader throws
/// comes out as this: an Error as it is, any other exception as ErrorCode::Model, which names the
/// part and repeats its message, unless that quotes what the part was given. Nothing of the
/// decision it happened in is kept, those committed before it are, and the engine goes on: the same
/// call may be made again. std::bad_alloc alone passes unchanged, as it does from anywhere.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace memfold
#pragma GCC visibility pop
