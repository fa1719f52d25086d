// Uses every header of the installed package and folds one fact.
#include <memfold/engine.h>
#include <memfold/models.h>

#include <cstdio>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  memfold::Engine engine = memfold::Engine::open(argv[1], {.models = memfold::builtin_models()});
  memfold::Fact fact;
  fact.user = "mina";
  fact.content = "킥오프 회의는 1월 22일 오후 3시";
  const auto decisions = engine.fold({&fact, 1});
  const auto hits = engine.recall({.user = "mina", .text = "킥오프 회의"});
  const std::string kind(memfold::name(decisions.at(0).kind));
  std::printf("%s: %s, %zu hit\n", kind.c_str(), decisions.at(0).reason.c_str(), hits.size());
  return memfold::parse_name<memfold::DecisionKind>("create") == decisions.at(0).kind &&
                 memfold::all_names<memfold::DecisionKind>()[0] == kind && hits.size() == 1
             ? 0
             : 1;
}
