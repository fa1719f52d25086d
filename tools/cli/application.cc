#include "tools/cli/application.h"

#include <algorithm>
#include <ostream>
#include <system_error>

#include "tools/cli/command.h"
#include "tools/cli/common_options.h"
#include "tools/cli/event_lines.h"
#include "tools/cli/settings.h"
#include "tools/cli/text_width.h"
#include "tools/cli/version.h"

namespace memfold::tools {
namespace {

constexpr const char* kAbout =
    "memfold folds new facts into what is already known: it compares each with everything stored,\n"
    "decides CREATE, UPDATE, SKIP or DELETE, and can explain every decision later.";

constexpr const char* kExample =
    "Example:\n"
    "  memfold backfill takeout.mbox --db mail.db\n"
    "  memfold recall \"Q1 예산\" --db mail.db\n\n"
    "`memfold COMMAND --help` explains a command.";

/// The help of CLI11 with lines that fit 100 columns and one command a line.
void use_format(CLI::App& app) {
  app.get_formatter()->column_width(34);
  app.get_formatter()->label("REQUIRED", "(required)");
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

/// One run of the application: the tree of commands and what was parsed into it.
class Run {
 public:
  explicit Run(const Environment& environment)
      : environment_(environment), app_(kAbout, "memfold"), commands_(all_commands()) {
    use_format(app_);
    app_.footer(kExample);
    app_.set_version_flag("--version", std::string("memfold ") + kVersion);
    app_.allow_extras();
    app_.require_subcommand(0, 1);
    add_common_options(app_, common_);
    for (const auto& command : commands_) add(*command);
  }

  int operator()(const std::vector<std::string>& arguments) {
    try {
      std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
      app_.parse(reversed);
      refuse_leftovers();
    } catch (const CLI::Success& success) {  // --help, --version
      app_.exit(success, environment_.out, environment_.err);
      return finish(kOk);
    } catch (const CLI::ParseError& error) {
      refuse_leftovers();  // an unknown option explains a missing argument
      throw UsageError(error.what() + std::string("; ") + help_hint());
    }
    if (app_.get_subcommands().empty()) {
      environment_.out << app_.help();
      return finish(kOk);
    }
    return finish(chosen().run(context()));
  }

 private:
  void add(Command& command) {
    CLI::App* const sub = app_.add_subcommand(command.about().name, command.about().summary);
    use_format(*sub);
    sub->allow_extras();
    sub->footer("Example:\n" + command.about().example);
    command.configure(*sub);
    add_common_options(*sub, common_);
  }

  Command& chosen() const {
    const std::string name = app_.get_subcommands().front()->get_name();
    return **std::find_if(commands_.begin(), commands_.end(),
                          [&](const auto& command) { return command->about().name == name; });
  }

  std::string help_hint() const {
    const auto chosen_ones = app_.get_subcommands();
    const std::string command = chosen_ones.empty() ? "" : " " + chosen_ones.front()->get_name();
    return "see `memfold" + command + " --help`";
  }

  /// Names the first argument nobody took, and what was probably meant.
  void refuse_leftovers() const {
    const auto chosen_ones = app_.get_subcommands();
    if (chosen_ones.empty()) {
      for (const std::string& extra : app_.remaining()) {
        if (extra.empty() || extra.front() != '-') refuse("command", extra, command_names(app_));
        refuse("option", extra, option_names(app_));
      }
      return;
    }
    for (const std::string& extra : app_.remaining(/*recurse=*/true)) {
      const bool is_option = extra.size() > 1 && extra.front() == '-';
      if (is_option) refuse("option", extra, option_names(*chosen_ones.front()));
    }
    for (const std::string& extra : app_.remaining(/*recurse=*/true)) {
      throw UsageError("\"" + extra + "\" is one argument too many; " + help_hint());
    }
  }

  [[noreturn]] void refuse(const std::string& what, const std::string& given,
                           const std::vector<std::string>& known) const {
    const std::string name = given.substr(0, given.find('='));
    const std::string meant = suggestion(name, known);
    throw UsageError("there is no " + what + " " + name +
                     (meant.empty() ? "; " + help_hint() : meant));
  }

  Context& context() {
    Config config = load_config(config_sources(common_, environment_.variables));
    const ColorChoice choice = config.settings.color;
    const LogOptions log = event_lines(environment_.err, config.settings.log_level);
    listen_to_models(config.settings, log);
    const Surroundings& around = environment_.surroundings;
    context_.emplace(Context{environment_.in, environment_.out, environment_.err,
                             make_screen(around.out_is_terminal, around, choice),
                             make_screen(around.error_is_terminal, around, choice), common_.json,
                             std::move(config), fixed_now(common_), &app_, log});
    return *context_;
  }

  int finish(ExitCode code) const {
    environment_.out.flush();
    if (environment_.out) return code;
    const int error = environment_.out_error();
    environment_.err << "memfold: cannot write to standard output"
                     << (error == 0 ? std::string() : ": " + std::generic_category().message(error))
                     << "; what was done is stored\n";
    return kFailed;
  }

  const Environment& environment_;
  CLI::App app_;
  CommonOptions common_;
  std::vector<std::unique_ptr<Command>> commands_;
  std::optional<Context> context_;
};

/// A usage error is about the call; an InvalidArgument of the engine as well.
ExitCode exit_code(const Error& error) {
  return error.code() == ErrorCode::InvalidArgument ? kUsage : kFailed;
}

int complain(const Environment& environment, const std::string& message, ExitCode code) {
  environment.out.flush();
  environment.err << "memfold: " << printable(message) << std::endl;
  return code;
}

}  // namespace

int run_application(const std::vector<std::string>& arguments, const Environment& environment) {
  try {
    return Run(environment)(arguments);
  } catch (const UsageError& error) {
    return complain(environment, error.what(), kUsage);
  } catch (const Error& error) {
    return complain(environment, error.what(), exit_code(error));
  } catch (const std::bad_alloc&) {
    return complain(environment, "out of memory; try a smaller --batch or memory_budget", kFailed);
  } catch (const std::exception& error) {
    return complain(environment, std::string("unexpected: ") + error.what(), kFailed);
  }
}

}  // namespace memfold::tools
