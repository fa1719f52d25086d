#include "tools/cli/commands.h"

#include "tools/cli/settings.h"
#include "tools/cli/version.h"

namespace memfold::tools {
namespace {

/// Text as roff prints it: hyphens that copy as such, no line taken for a request.
std::string roff(const std::string& text) {
  std::string result;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) result += "\\&";
    at_start = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

/// As it is written on a command line: "-n,--limit N", or the name of what stands without one.
std::string usage_of(const CLI::Option& option) {
  std::string usage;
  for (const std::string& name : option.get_snames()) usage += (usage.empty() ? "-" : ", -") + name;
  for (const std::string& name : option.get_lnames()) {
    usage += (usage.empty() ? "--" : ", --") + name;
  }
  const std::string type = option.get_type_name();
  if (usage.empty()) return type.empty() ? option.get_name() : type;
  return type.empty() ? usage : usage + ' ' + type;  // a flag has none
}

void write_options(std::ostream& out, const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    out << ".TP\n.B " << roff(usage_of(*option)) << '\n' << roff(option->get_description()) << '\n';
  }
}

/// A footer is "Example:" and command lines below it.
void write_footer(std::ostream& out, const std::string& footer) {
  if (footer.empty()) return;
  out << ".PP\n.nf\n" << roff(footer) << "\n.fi\n";
}

void write_manual(std::ostream& out, const CLI::App& app) {
  out << ".TH MEMFOLD 1 \"\" \"memfold " << kVersion << "\" \"User Commands\"\n"
      << ".SH NAME\nmemfold \\- fold new facts into what is already known\n"
      << ".SH SYNOPSIS\n.B memfold\n.I COMMAND\n[\\fIOPTION\\fR]...\n"
      << ".SH DESCRIPTION\n"
      << roff(app.get_description()) << '\n';
  write_footer(out, app.get_footer());
  out << ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    out << ".SS " << roff(command->get_name()) << '\n' << roff(command->get_description()) << ".\n";
    write_options(out, *command);
    write_footer(out, command->get_footer());
  }
  out << ".SH EXIT STATUS\n"
      << ".TP\n.B " << kOk << "\nDone.\n"
      << ".TP\n.B " << kFailed << "\nIt could not be done; standard error says why.\n"
      << ".TP\n.B " << kUsage << "\nThe call was not understood.\n"
      << ".TP\n.B " << kPartly << "\nSome of the input was rejected; the rest was done.\n";
}

class Manual final : public Command {
 public:
  Manual()
      : Command({"manual", "Print the manual page, all commands on one page",
                 "  memfold manual | man -l -"}) {}

  void configure(CLI::App&) override {}

  ExitCode run(Context& context) override {
    write_manual(context.out, *context.application);
    return kOk;
  }
};

}  // namespace

std::unique_ptr<Command> make_manual() {
  return std::make_unique<Manual>();
}

}  // namespace memfold::tools
