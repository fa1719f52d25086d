#include <algorithm>

#include "ingest/mime_parts.h"

namespace memfold::ingest {

std::string join_flowed(std::string_view text, bool delete_space) {
  std::string joined;
  joined.reserve(text.size());
  std::size_t depth_before = 0;
  bool open = false;  // the line before ended softly
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t depth = std::min(line.find_first_not_of('>'), line.size());
    std::string_view content = line.substr(depth);
    if (content.starts_with(' ')) content.remove_prefix(1);  // space-stuffing
    const bool signature = content == "-- ";
    const bool soft = content.ends_with(' ') && !signature;
    if (open && (depth != depth_before || signature)) {
      joined.push_back('\n');
      open = false;
    }
    if (!open && depth > 0) {
      joined.append(depth, '>');
      if (!content.empty()) joined.push_back(' ');
    }
    if (soft && delete_space) content.remove_suffix(1);
    joined.append(content);
    open = soft;
    depth_before = depth;
    if (!soft) joined.push_back('\n');
  }
  return joined;
}

}  // namespace memfold::ingest
