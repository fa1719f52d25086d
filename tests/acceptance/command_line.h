// Runs the built command in a directory of its own and looks at what it said.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace memfold::acceptance {

using Json = nlohmann::json;

struct Outcome {
  int code = -1;  ///< exit code; -1 when a signal ended it
  std::string out, err;

  Json json() const { return Json::parse(out); }
  std::vector<Json> json_lines() const;
};

struct How {
  std::string input = {};                             ///< standard input
  std::map<std::string, std::string> variables = {};  ///< MEMFOLD_*, NO_COLOR ...
  bool terminal = false;                              ///< out and err are one terminal; see `out`
  std::string out = {};                               ///< standard output goes to this file instead
};

/// A running command whose standard input stays open until finish().
class Running {
 public:
  Running(int pid, int input) : pid_(pid), input_(input) {}
  ~Running() { finish(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  int finish();  ///< closes its input and waits; its exit code
  /// Sends one SIGINT, as Ctrl-C does, with its input still open; its exit code, -1 when it does
  /// not end within a minute and has to be killed.
  int interrupt();
  int pid() const { return pid_; }
  void kill();  ///< as the machine would, without a warning, and waits

 private:
  int pid_, input_;
};

/// A directory that goes with its object.
class TemporaryPath {
 public:
  TemporaryPath();
  ~TemporaryPath();
  TemporaryPath(const TemporaryPath&) = delete;
  TemporaryPath& operator=(const TemporaryPath&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class CommandLine : public testing::Test {
 protected:
  /// Runs `memfold` with these arguments in the test's directory, without any MEMFOLD_* variables
  /// but those of `how`.
  Outcome run(const std::vector<std::string>& arguments, const How& how = {}) const;
  /// Starts it with `input`, which does not end before finish().
  std::unique_ptr<Running> start(const std::vector<std::string>& arguments,
                                 const std::string& input) const;

  std::string path(const std::string& name) const { return directory_.path() + "/" + name; }
  void write(const std::string& name, const std::string& text) const;

  /// Makes mail.db, a store with kFacts folded at kNow.
  void fold_sample() const;
  std::string digest(const std::string& store = "mail.db") const;

 private:
  TemporaryPath directory_;
};

/// Begins with mail.db and asks as its user, mina.
class SampleStore : public CommandLine {
 protected:
  SampleStore() { fold_sample(); }

  Outcome ask(std::vector<std::string> arguments, const How& how = {}) const;
  /// With --json; expects success.
  Json ask_json(std::vector<std::string> arguments) const;
  /// Of the memory nearest to the question.
  std::string id_of(const std::string& question) const;
  /// Contents of what is recalled, best first, without what only sounds alike.
  std::vector<std::string> recalled(const std::string& question) const;
  void expect_consistent() const;  ///< by `memfold verify`
};

inline const std::string kNow = "2026-03-01T00:00:00Z";

/// Five facts of user mina: a budget in Korean that is raised, a launch in English that moves, and
/// something else.
extern const std::string kFacts;

}  // namespace memfold::acceptance
