#include "ingest/source_text.h"

#include "ingest/charset.h"

namespace memfold::ingest {

std::string source_text(std::string_view raw) {
  constexpr std::string_view kUtf8 = "\xEF\xBB\xBF", kUtf16Le = "\xFF\xFE", kUtf16Be = "\xFE\xFF";
  if (raw.starts_with(kUtf16Le)) return to_utf8(raw.substr(2), "utf-16le");
  if (raw.starts_with(kUtf16Be)) return to_utf8(raw.substr(2), "utf-16be");
  if (raw.starts_with(kUtf8)) raw.remove_prefix(kUtf8.size());
  return to_utf8(raw, "");
}

}  // namespace memfold::ingest
