#include "storage/records.h"

#include <algorithm>

#include "core/hash.h"

namespace memfold::storage {

UserKey user_key(std::string_view user) {
  const Sha256::Digest digest = Sha256().raw(user).finish();
  UserKey key;
  std::copy_n(digest.begin(), key.size(), key.begin());
  return key;
}

}  // namespace memfold::storage
