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

/// Runs the writer for a while and kills it. Returns the number of commits that returned in it.
std::uint64_t run_and_kill(const std::string& path, const char* durability,
                           std::chrono::milliseconds after) {
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
  std::thread killer([=] {
    std::this_thread::sleep_for(after);
    kill(child, SIGKILL);
  });
  std::uint64_t returned = 0;
  char buffer[4096];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0;) returned += count;
  killer.join();
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
  for (int round = 0; round < 8; ++round) {
    const std::chrono::milliseconds after(20 + random() % 180);
    const std::uint64_t returned = run_and_kill(scratch.path(), GetParam(), after);
    StoreOptions options = numbered_options();
    options.create_if_missing = true;  // the first kill may come before there is a store
    const auto store = Store::open(scratch.path(), options);
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
