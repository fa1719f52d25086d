// Fold three statements, ask what is known, and see how it came to be.
#include <memfold/engine.h>

#include <iostream>

int main(int argc, char** argv) {
  using namespace memfold;
  if (argc != 2) {
    std::cerr << "usage: fold_and_ask DIRECTORY\n";
    return 2;
  }
  Engine engine = Engine::open(argv[1]);

  std::vector<Fact> facts(3);
  facts[0].content = "Q1 마케팅 캠페인 예산은 5000만원";
  facts[1].content = "Q1 마케팅 캠페인 예산이 6000만원으로 증액";
  facts[2].content = "The office moves to Pangyo in May";
  for (Fact& fact : facts) fact.user = "mina";
  facts[0].occurred_at = parse_time("2026-01-05");
  facts[1].occurred_at = parse_time("2026-01-12");
  facts[2].occurred_at = parse_time("2026-01-13");

  for (const Decision& decision : engine.fold(facts)) {
    std::cout << name(decision.kind) << ": " << decision.reason << "\n";
  }
  const std::vector<Hit> hits = engine.recall({.user = "mina", .text = "캠페인 예산", .k = 1});
  std::cout << "now: " << hits.at(0).memory.content << "\n";
  for (const VersionStep& step : engine.history("mina", hits[0].memory.id)) {
    std::cout << "v" << step.memory.version << ": " << step.memory.content << "\n";
  }
}
