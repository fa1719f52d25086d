#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "memfold/error.h"
#include "tools/cli/commands.h"
#include "tools/cli/common_options.h"

namespace memfold::tools {
namespace {

/// The server is a program of the Python package: its protocol is the SDK's.
constexpr const char* kServer = "memfold-mcp";

class Mcp final : public Command {
 public:
  Mcp()
      : Command({"mcp", "Give an assistant one user's memories, over MCP",
                 "  memfold mcp --user mina --db mail.db\n"
                 "  memfold mcp --user mina --db mail.db --http --port 8720 --read-only"}) {}

  void configure(CLI::App& app) override {
    app.add_flag("--read-only", read_only_, "offer nothing that writes");
    app.add_flag("--http", http_, "streamable HTTP instead of standard input and output");
    app.add_option("--host", host_, "with --http: the address to listen on (default 127.0.0.1)")
        ->type_name("ADDRESS");
    app.add_option("--port", port_, "with --http (default 8720)")->type_name("N");
    app.add_flag("--trust-network", trust_network_,
                 "with --http: listen on more than this machine; nobody is asked who they are");
  }

  ExitCode run(Context& context) override {
    if (!http_ && (host_ || port_ || trust_network_)) {
      throw UsageError("--host, --port and --trust-network go with --http");
    }
    std::vector<std::string> words = {kServer, "--db", context.db(), "--user", context.user()};
    const auto add_flag = [&](bool given, const char* flag) {
      if (given) words.emplace_back(flag);
    };
    const auto add_option = [&](const std::optional<std::string>& value, const char* option) {
      if (value) words.insert(words.end(), {option, *value});
    };
    add_flag(read_only_, "--read-only");
    add_flag(http_, "--http");
    add_option(host_, "--host");
    add_option(port_, "--port");
    add_flag(trust_network_, "--trust-network");
    become(words);
  }

 private:
  /// Never comes back: standard input and output, signals and the exit code are the server's.
  [[noreturn]] static void become(std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp(kServer, arguments.data());
    const int error = errno;
    if (error == ENOENT) {
      throw Error(ErrorCode::NotFound,
                  "memfold-mcp, which comes with the Python package, is not on the PATH: see "
                  "docs/python.md, or activate the virtual environment it is installed in");
    }
    throw Error(ErrorCode::Io, std::string("memfold-mcp: ") + std::strerror(error));
  }

  bool read_only_ = false, http_ = false, trust_network_ = false;
  std::optional<std::string> host_, port_;
};

}  // namespace

std::unique_ptr<Command> make_mcp() {
  return std::make_unique<Mcp>();
}

}  // namespace memfold::tools
