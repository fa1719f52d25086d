// A file descriptor as the buffer of a stream, which remembers why writing failed.
#pragma once

#include <array>
#include <streambuf>

namespace memfold::tools {

/// Streams say that writing failed, never why: errno is another's by the time somebody asks.
/// Borrows the descriptor. One thread at a time.
class OutputBuffer final : public std::streambuf {
 public:
  explicit OutputBuffer(int descriptor);
  ~OutputBuffer() override;
  OutputBuffer(const OutputBuffer&) = delete;
  OutputBuffer& operator=(const OutputBuffer&) = delete;

  /// errno of the first write that failed; 0: none did. Nothing is written after it.
  int error() const { return error_; }

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  bool write_out();

  int descriptor_;
  int error_ = 0;
  std::array<char, 8192> bytes_;
};

}  // namespace memfold::tools
