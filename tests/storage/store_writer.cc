// Commits numbered batches until it is killed, and writes a byte to standard output after each one
// that returned. Arguments: the store's path, and "sync" or "relaxed".
#include <unistd.h>

#include <cstring>

#include "numbered_batches.h"

int main(int argument_count, char** arguments) {
  using namespace memfold::storage;
  if (argument_count != 3) return 2;
  const bool sync = std::strcmp(arguments[2], "sync") == 0;
  StoreOptions options = numbered_options();
  options.memtable_bytes = 1 << 20;  // so that kills meet flushes and compactions too
  const auto store = Store::open(arguments[1], options);
  for (std::uint64_t number = check_numbered_batches(*store);; ++number) {
    store->commit(numbered_batch(number));
    if (sync) store->sync();
    if (write(STDOUT_FILENO, "+", 1) != 1) return 1;
  }
}
