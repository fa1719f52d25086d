// An engine in a process forked from the one that opened it.
// P2, P5: parent and child each folded, every call succeeded, and the store could not be read
// again.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "core/temporary_directory.h"
#include "memfold/engine.h"
#include "memfold/models.h"

namespace memfold {
namespace {

int status_of_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    std::exit(work());  // not _exit(): a child that ends as programs do must not hang
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(Fork, AnInheritedEngineRefusesEveryCallAndLeavesTheStoreAlone) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/store";
  std::optional<Engine> engine = Engine::open(path, {.models = builtin_models()});
  const auto fold = [&](const std::string& content) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    return engine->fold({&fact, 1}).front().sequence;
  };
  ASSERT_EQ(fold("Tea is served at four"), 1u);
  Graph& graph = engine->graph();
  const std::vector<std::function<void()>> calls = {
      [&] { fold("커피는 아침에 마신다"); },
      [&] { engine->recall({.user = "mina", .text = "tea"}); },
      [&] { engine->stats(); },
      [&] { engine->admin().verify(); },
      [&] { graph.sources("mina"); },
      [&] { engine->maintain(); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(0, status_of_child([&] {
                try {
                  calls[i]();
                } catch (const Error& error) {
                  return error.code() == ErrorCode::Locked ? 0 : 2;
                }
                return 1;
              }))
        << "call " << i;
  }
  EXPECT_EQ(5, status_of_child([&] {
              engine.reset();
              return 5;
            }));
  EXPECT_EQ(fold("Coffee is served at nine"), 2u);
  engine.reset();
  const Engine again = Engine::open(path, {.models = builtin_models()});
  EXPECT_EQ(again.admin().verify().problems, std::vector<std::string>());
  EXPECT_EQ(again.stats("mina").decisions, 2u);
}

}  // namespace
}  // namespace memfold
