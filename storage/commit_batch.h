// Inside of a CommitBatch: encoded changes in one buffer, so that a batch needs no open store.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/codec_common.h"
#include "storage/column_family.h"
#include "storage/key_codec.h"
#include "storage/store.h"

namespace memfold::storage {

struct CommitBatch::Impl {
  explicit Impl(std::string_view user_name) : user(user_name), key(user_key(user_name)) {}

  void put(Family family, std::string_view put_key, std::string_view payload);
  /// An index entry: all it says is its key.
  void put_empty(Family family, std::string_view put_key);
  void remove(Family family, std::string_view removed_key);
  void require_user(std::string_view other) const;

  /// Calls put(family, key, value) and remove(family, key) in the order of the changes.
  template <typename Put, typename Remove>
  void replay(const Put& on_put, const Remove& on_remove) const;

  std::string user;
  UserKey key;
  Builder builder{4096};
  std::string vector_bytes;
  std::string changes;
  std::size_t change_count = 0;
  std::optional<std::size_t> row_size;  ///< of the vectors; all must be alike

 private:
  /// Before each change: what, where, and how many bytes of key and value follow.
  struct Header {
    std::uint8_t remove;
    Family family;
    std::uint16_t key_bytes;
    std::uint32_t value_bytes;
  };
  std::size_t begin(Family family, std::string_view change_key, bool removal);
};

template <typename Put, typename Remove>
void CommitBatch::Impl::replay(const Put& on_put, const Remove& on_remove) const {
  std::string_view rest = changes;
  while (!rest.empty()) {
    Header header;
    std::memcpy(&header, rest.data(), sizeof header);
    const std::string_view change_key = rest.substr(sizeof header, header.key_bytes);
    const std::string_view value =
        rest.substr(sizeof header + header.key_bytes, header.value_bytes);
    if (header.remove) {
      on_remove(header.family, change_key);
    } else {
      on_put(header.family, change_key, value);
    }
    rest.remove_prefix(sizeof header + header.key_bytes + header.value_bytes);
  }
}

}  // namespace memfold::storage
