#include "command_line.h"

namespace memfold::acceptance {
namespace {

class ConfigurationTest : public CommandLine {
 protected:
  Json effective(std::vector<std::string> arguments,
                 const std::map<std::string, std::string>& variables = {}) const {
    arguments.insert(arguments.begin(), {"config", "--json"});
    const Outcome outcome = run(arguments, {.variables = variables});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
  }
};

TEST_F(ConfigurationTest, AFileYieldsToTheEnvironmentAndThatToFlags) {
  write("a.yaml", "mode: fast\ndecide:\n  related_from: 0.6\n");
  const std::vector<std::string> file = {"--config", "a.yaml"};
  EXPECT_EQ(effective({})["mode"]["from"], "default");
  EXPECT_EQ(effective(file)["mode"]["value"], "fast");
  EXPECT_EQ(effective(file)["mode"]["from"], "a.yaml:1");
  EXPECT_EQ(effective(file)["decide.related_from"]["value"], 0.6);
  EXPECT_EQ(effective(file)["decide.related_from"]["from"], "a.yaml:3");
  const Json by_variable = effective(file, {{"MEMFOLD_MODE", "accurate"}})["mode"];
  EXPECT_EQ(by_variable["value"], "accurate");
  EXPECT_EQ(by_variable["from"], "MEMFOLD_MODE");
  const Json by_flag = effective({"--config", "a.yaml", "--mode", "balanced"},
                                 {{"MEMFOLD_MODE", "accurate"}})["mode"];
  EXPECT_EQ(by_flag["value"], "balanced");
  EXPECT_EQ(by_flag["from"], "--mode");
}

TEST_F(ConfigurationTest, TheEnvironmentNamesTheFileAndTheStore) {
  write("a.yaml", "user: mina\n");
  fold_sample();
  const Outcome outcome =
      run({"stats", "--json"},
          {.variables = {{"MEMFOLD_CONFIG", "a.yaml"}, {"MEMFOLD_DB", "mail.db"}}});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["user"], "mina");
}

struct Mistake {
  std::string yaml, message;
};

TEST_F(ConfigurationTest, MistakesAreNamedWithTheirPlaceAndTheNearestKey) {
  const std::vector<Mistake> mistakes = {
      {"mod: fast\n", "a.yaml:1: unknown key mod; did you mean mode?"},
      {"\ndecide:\n  relted_from: 0.6\n",
       "a.yaml:3: unknown key decide.relted_from; did you mean decide.related_from?"},
      {"related_from: 0.6\n", "did you mean decide.related_from?"},
      {"mode: quick\n", "mode must be one of fast, balanced, accurate"},
      {"decide:\n  update_from: 2\n", "a.yaml:2: decide.update_from must lie in 0..1"},
      {"decide:\n  update_from: 0.2\n", "the bands must ascend"},
      {"decide:\n  default_weights: {content: 0.9}\n", "must sum to 1"},
      {"mode: fast\nmode: fast\n", "given twice"},
      {"mode: [fast]\n", "not a list"},
      {"- mode\n", "a map of keys and values"},
      {"mode: {\n", "not YAML"},
  };
  for (const Mistake& mistake : mistakes) {
    write("a.yaml", mistake.yaml);
    const Outcome outcome = run({"config", "--config", "a.yaml"});
    EXPECT_EQ(outcome.code, 2) << mistake.yaml;
    EXPECT_NE(outcome.err.find(mistake.message), std::string::npos) << mistake.yaml << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

TEST_F(ConfigurationTest, AnUnknownVariableIsAMistakeToo) {
  const Outcome outcome = run({"config"}, {.variables = {{"MEMFOLD_MOD", "fast"}}});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("did you mean MEMFOLD_MODE?"), std::string::npos) << outcome.err;
}

TEST_F(ConfigurationTest, ChangedBoundsChangeDecisions) {
  const std::string input = kFacts;
  const Outcome outcome =
      run({"fold", "--db", "mail.db", "--now", kNow, "--set", "decide.cost.wrong_replacement=1000",
           "--set", "decide.cost.wrong_skip=1000"},
          {.input = input});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const Json& line : outcome.json_lines()) EXPECT_EQ(line["decision"], "CREATE");
}

}  // namespace
}  // namespace memfold::acceptance
