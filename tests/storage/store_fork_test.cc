// A process forked from one that has a store open can do it no harm.
// P2: a commit is there whole or not at all, also where two processes hold one handle.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "memfold/error.h"
#include "numbered_batches.h"
#include "scratch_directory.h"

namespace memfold::storage {
namespace {

/// The exit status of a child that runs `work` and exits with what it returns.
int status_of_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    std::exit(work());  // not _exit(): what is registered for the end runs as in any program
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// 0 when `call` throws Error(code).
int refused_with(ErrorCode code, const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code() == code ? 0 : 2;
  }
  return 1;
}

TEST(StoreFork, AChildIsRefusedAndTouchesNothing) {
  const ScratchDirectory scratch;
  auto store = Store::open(scratch.path(), numbered_options());
  store->commit(numbered_batch(0));
  EXPECT_EQ(0, status_of_child([&] {
              return refused_with(ErrorCode::Locked, [&] { store->commit(numbered_batch(1)); });
            }));
  EXPECT_EQ(
      0, status_of_child([&] { return refused_with(ErrorCode::Locked, [&] { store->sync(); }); }));
  EXPECT_EQ(7, status_of_child([&] {
              store.reset();  // as when it goes out of scope there
              return 7;
            }));
  EXPECT_EQ(0, status_of_child([&] {
              return refused_with(ErrorCode::Unsupported,
                                  [&] { Store::open(scratch.path("other"), numbered_options()); });
            }));
  store->commit(numbered_batch(1));
  store->sync();
  store.reset();
  EXPECT_EQ(check_numbered_batches(*Store::open(scratch.path(), numbered_options())), 2u);
}

}  // namespace
}  // namespace memfold::storage
