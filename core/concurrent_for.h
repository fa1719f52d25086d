// A loop whose rounds run concurrently: threads for work that sleeps on a network, not for work
// that keeps a core busy.
#pragma once

#include <cstddef>
#include <functional>

namespace memfold {

/// work(0..count-1), each once, handed out in order to at most `threads` threads, the caller's
/// among them; returns when all are done. After an exception nothing more is handed out, and the
/// one of the lowest index is rethrown. Fewer threads, where the machine gives no more, only take
/// longer.
void concurrent_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

}  // namespace memfold
