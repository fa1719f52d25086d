#include "command_line.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace memfold::acceptance {
namespace {

namespace fs = std::filesystem;

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> environment(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable; ++variable) {
    const std::string text = *variable;
    const bool ours = text.starts_with("MEMFOLD_") || text.starts_with("NO_COLOR=") ||
                      text.starts_with("TERM=") || text.starts_with("COLUMNS=") ||
                      variables.contains(text.substr(0, text.find('=')));
    if (!ours) result.push_back(text);
  }
  result.push_back("TERM=xterm");
  for (const auto& [name, value] : variables) result.push_back(name + "=" + value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// In the child: never returns.
[[noreturn]] void become_command(const std::string& directory, std::vector<std::string> arguments,
                                 std::vector<std::string> variables) {
  arguments.insert(arguments.begin(), MEMFOLD_COMMAND);
  if (chdir(directory.c_str()) == 0) {
    execve(MEMFOLD_COMMAND, pointers(arguments).data(), pointers(variables).data());
  }
  _exit(127);
}

int wait_for(int pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string drain(int descriptor) {
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(descriptor, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, std::size_t(n));
  }
  return text;
}

}  // namespace

std::vector<Json> Outcome::json_lines() const {
  std::vector<Json> lines;
  std::istringstream stream(out);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

int Running::finish() {
  if (pid_ < 0) return -1;
  close(input_);
  const int code = wait_for(pid_);
  pid_ = -1;
  return code;
}

int Running::interrupt() {
  ::kill(pid_, SIGINT);
  for (int i = 0; i < 6000; ++i) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      close(input_);
      pid_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    usleep(10'000);
  }
  kill();
  return -1;
}

void Running::kill() {
  ::kill(pid_, SIGKILL);
  finish();
}

TemporaryPath::TemporaryPath() {
  path_ = (fs::temp_directory_path() / "memfold-acceptance-XXXXXX").string();
  if (!mkdtemp(path_.data())) throw std::runtime_error("no temporary directory");
}

TemporaryPath::~TemporaryPath() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void CommandLine::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path file = path(name);
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

Outcome CommandLine::run(const std::vector<std::string>& arguments, const How& how) const {
  write(".input", how.input);
  int master = -1;
  const winsize size{40, 100, 0, 0};
  const int pid = how.terminal ? forkpty(&master, nullptr, nullptr, &size) : fork();
  if (pid == 0) {
    dup2(open(path(".input").c_str(), O_RDONLY), STDIN_FILENO);
    if (!how.terminal) {
      const std::string out = how.out.empty() ? path(".out") : how.out;
      dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
      dup2(open(path(".err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    }
    become_command(directory_.path(), arguments, environment(how.variables));
  }
  Outcome outcome;
  if (how.terminal) outcome.out = drain(master);
  outcome.code = wait_for(pid);
  if (how.terminal) {
    close(master);
  } else {
    if (how.out.empty()) outcome.out = slurp(path(".out"));
    outcome.err = slurp(path(".err"));
  }
  return outcome;
}

std::unique_ptr<Running> CommandLine::start(const std::vector<std::string>& arguments,
                                            const std::string& input) const {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const int pid = fork();
  if (pid == 0) {
    dup2(ends[0], STDIN_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    become_command(directory_.path(), arguments, environment({}));
  }
  close(ends[0]);
  if (::write(ends[1], input.data(), input.size()) != ssize_t(input.size())) {
    throw std::runtime_error("the pipe is full");
  }
  return std::make_unique<Running>(pid, ends[1]);
}

void CommandLine::fold_sample() const {
  // Made once: a new store costs a good many syncs.
  static const TemporaryPath kept;
  const std::string store = kept.path() + "/mail.db";
  if (!fs::exists(store)) {
    const Outcome outcome = run({"fold", "--db", store, "--now", kNow}, {.input = kFacts});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }
  fs::copy(store, path("mail.db"), fs::copy_options::recursive);
}

std::string CommandLine::digest(const std::string& store) const {
  const Outcome outcome = run({"verify", "--digest", "--db", store});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.size(), 65u) << outcome.out;
  return outcome.out;
}

Outcome SampleStore::ask(std::vector<std::string> arguments, const How& how) const {
  for (const char* more : {"--db", "mail.db", "--user", "mina"}) arguments.push_back(more);
  return run(arguments, how);
}

Json SampleStore::ask_json(std::vector<std::string> arguments) const {
  arguments.push_back("--json");
  const Outcome outcome = ask(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.json();
}

std::string SampleStore::id_of(const std::string& question) const {
  return ask_json({"recall", question, "-k", "1", "--peek"})["hits"][0]["memory"]["id"];
}

std::vector<std::string> SampleStore::recalled(const std::string& question) const {
  std::vector<std::string> contents;
  const Json answer = ask_json({"recall", question, "--threshold", "0.4", "--peek"});
  for (const Json& hit : answer["hits"]) contents.push_back(hit["memory"]["content"]);
  return contents;
}

void SampleStore::expect_consistent() const {
  const Outcome outcome = ask({"verify"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

const std::string kFacts =
    R"({"user":"mina","content":"가을 행사 예산은 3000만원","idempotency_key":"k1","occurred_at":"2026-01-05","thread_id":"autumn","subject":"가을 행사 예산"}
{"user":"mina","content":"The mobile app launches on May 4.","idempotency_key":"k2","occurred_at":"2026-01-06","thread_id":"launch","subject":"Mobile app launch"}
{"user":"mina","content":"가을 행사 예산이 3500만원으로 증액","idempotency_key":"k3","occurred_at":"2026-01-12","thread_id":"autumn","subject":"Re: 가을 행사 예산"}
{"user":"mina","content":"The mobile app launches on May 18.","idempotency_key":"k4","occurred_at":"2026-02-02","thread_id":"launch","subject":"Re: Mobile app launch"}
{"user":"mina","content":"부산 지사의 새 주소는 해운대로 99","idempotency_key":"k5","occurred_at":"2026-02-03","category":"misc"}
)";

}  // namespace memfold::acceptance
