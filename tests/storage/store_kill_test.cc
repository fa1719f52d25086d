// kill -9 between, within and after commits: what returned is there, what is there is whole.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <thread>

#include "numbered_batches.h"
#include "scratch_directory.h"

namespace memfold::storage {
namespace {

/// Runs the writer and kills it some time after the given number of commits. Returns the number of
/// commits that returned in it.
std::uint64_t run_and_kill(const std::string& path, const char* durability, std::uint64_t commits,
                           std::chrono::microseconds later) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl(MEMFOLD_STORE_WRITER, MEMFOLD_STORE_WRITER, path.c_str(), durability, nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::uint64_t returned = 0;
  char buffer[4096];
  const auto read_some = [&] {
    const ssize_t count = read(ends[0], buffer, sizeof buffer);
    if (count > 0) returned += static_cast<std::uint64_t>(count);
    return count > 0;
  };
  while (returned < commits && read_some()) continue;
  std::this_thread::sleep_for(later);
  kill(child, SIGKILL);
  while (read_some()) continue;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the writer ended by itself";
  return returned;
}

class StoreKill : public testing::TestWithParam<const char*> {};

TEST_P(StoreKill, HoldsEveryCommitThatReturnedAndNoHalfOne) {
  const ScratchDirectory scratch;
  std::mt19937 random(11);
  std::uint64_t held = 0;
  for (int round = 0; round < 9; ++round) {
    // Every third kill comes while the store is being created or opened.
    const std::uint64_t commits = round % 3 == 0 ? 0 : random() % 200;
    const std::chrono::microseconds later(random() % (commits == 0 ? 60'000 : 2'000));
    const std::uint64_t returned = run_and_kill(scratch.path(), GetParam(), commits, later);
    const auto store = Store::open(scratch.path(), numbered_options());
    const std::uint64_t now = check_numbered_batches(*store);
    // One more than was reported may have been committed in the instant before the kill.
    EXPECT_GE(now, held + returned);
    EXPECT_LE(now, held + returned + 1);
    store->commit(numbered_batch(now));
    held = now + 1;
  }
  EXPECT_GT(held, 50u) << "the kills came before anything could happen";
}

INSTANTIATE_TEST_SUITE_P(Durability, StoreKill, testing::Values("sync", "relaxed"));

}  // namespace
}  // namespace memfold::storage
