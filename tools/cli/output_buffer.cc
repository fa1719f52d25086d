#include "tools/cli/output_buffer.h"

#include <unistd.h>

#include <cerrno>

namespace memfold::tools {

OutputBuffer::OutputBuffer(int descriptor) : descriptor_(descriptor) {
  setp(bytes_.data(), bytes_.data() + bytes_.size());
}

OutputBuffer::~OutputBuffer() {
  write_out();
}

bool OutputBuffer::write_out() {
  const char* at = pbase();
  while (error_ == 0 && at < pptr()) {
    const ssize_t written = ::write(descriptor_, at, std::size_t(pptr() - at));
    if (written >= 0) {
      at += written;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(bytes_.data(), bytes_.data() + bytes_.size());
  return error_ == 0;
}

OutputBuffer::int_type OutputBuffer::overflow(int_type character) {
  if (!write_out()) return traits_type::eof();
  if (traits_type::eq_int_type(character, traits_type::eof())) {
    return traits_type::not_eof(character);
  }
  return sputc(traits_type::to_char_type(character));
}

int OutputBuffer::sync() {
  return write_out() ? 0 : -1;
}

}  // namespace memfold::tools
