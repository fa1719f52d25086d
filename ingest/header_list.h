// The header block of a mail, without copying it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace memfold::ingest {

struct Header {
  std::string_view name, value;  ///< value as stored: folded, encoded, without the last line end
};

inline constexpr std::size_t kMaxHeaders = 2000;

/// Views into the message it was made from, which must outlive it. Lines that are no header are
/// passed over; no more than kMaxHeaders are kept.
class HeaderList {
 public:
  explicit HeaderList(std::string_view message);

  /// The first header of this name (ASCII case ignored); null when there is none.
  const std::string_view* find(std::string_view name) const;
  /// Its value or an empty view.
  std::string_view get(std::string_view name) const;

  const std::vector<Header>& all() const { return headers_; }
  /// What follows the empty line; empty when there is none.
  std::string_view body() const { return body_; }

 private:
  std::vector<Header> headers_;
  std::string_view body_;
};

/// A value on one line: folds become a space, outer space is trimmed.
std::string unfold(std::string_view value);

/// Decodes encoded words (RFC 2047) and raw eight-bit bytes; unfolded, valid UTF-8. Neighbouring
/// words of one character set are joined before decoding, so characters split between them survive.
std::string decode_header(std::string_view value);

/// A header value `token; name=value; name="value"`, e.g. of Content-Type.
struct ParameterValue {
  std::string token;                                            ///< lower case
  std::vector<std::pair<std::string, std::string>> parameters;  ///< names lower case

  /// The parameter of this name, or an empty view.
  std::string_view get(std::string_view name) const;
};
ParameterValue parse_parameters(std::string_view value);

}  // namespace memfold::ingest
