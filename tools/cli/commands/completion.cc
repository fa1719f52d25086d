#include "tools/cli/commands.h"

#include <array>

#include "tools/cli/settings.h"

namespace memfold::tools {
namespace {

struct Word {
  std::string text, help;
};

struct CommandWords {
  std::string name, help;
  std::vector<Word> options;
};

std::vector<Word> options_of(const CLI::App& app) {
  std::vector<Word> words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& one : option->get_lnames()) {
      words.push_back({"--" + one, option->get_description()});
    }
  }
  return words;
}

std::vector<CommandWords> commands_of(const CLI::App& app) {
  std::vector<CommandWords> commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back({sub->get_name(), sub->get_description(), options_of(*sub)});
  }
  return commands;
}

/// In single quotes for a POSIX shell.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

void write_bash(std::ostream& out, const std::vector<CommandWords>& commands) {
  out << "# memfold completion for bash: source this file, or put it where bash-completion looks.\n"
         "_memfold() {\n"
         "  local word=\"${COMP_WORDS[COMP_CWORD]}\" command=\"\" i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    case \"${COMP_WORDS[i]}\" in\n";
  for (const CommandWords& command : commands) {
    out << "      " << command.name << ") command=" << command.name << "; break ;;\n";
  }
  out << "    esac\n  done\n  local words=\"\"\n  case \"$command\" in\n    \"\") words=\"";
  for (const CommandWords& command : commands) out << command.name << ' ';
  out << "--help --version\" ;;\n";
  for (const CommandWords& command : commands) {
    out << "    " << command.name << ") words=\"";
    for (const Word& option : command.options) out << option.text << ' ';
    out << "\" ;;\n";
  }
  out << "  esac\n"
         "  if [[ -z $command || $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  else\n"
         "    COMPREPLY=()\n"
         "  fi\n"
         "}\n"
         "complete -o default -F _memfold memfold\n";
}

/// `_describe` splits a word from its description at a colon.
std::string zsh_entry(const std::string& word, const std::string& help) {
  return quoted(word + ":" + help);
}

void write_zsh(std::ostream& out, const std::vector<CommandWords>& commands) {
  out << "#compdef memfold\n"
         "# memfold completion for zsh: save as _memfold in a folder of $fpath.\n"
         "_memfold() {\n"
         "  local command=\"\" word\n"
         "  local -a words_of\n"
         "  for word in \"${(@)words[2,CURRENT-1]}\"; do\n"
         "    case \"$word\" in\n      ";
  for (std::size_t i = 0; i < commands.size(); ++i) out << (i > 0 ? "|" : "") << commands[i].name;
  out << ") command=\"$word\"; break ;;\n    esac\n  done\n  case \"$command\" in\n    \"\") "
         "words_of=(";
  for (const CommandWords& command : commands) {
    out << "\n      " << zsh_entry(command.name, command.help);
  }
  out << ") ;;\n";
  for (const CommandWords& command : commands) {
    out << "    " << command.name << ") words_of=(";
    for (const Word& option : command.options) {
      out << "\n      " << zsh_entry(option.text, option.help);
    }
    out << ") ;;\n";
  }
  out << "  esac\n"
         "  if [[ -z $command || ${words[CURRENT]} == -* ]]; then\n"
         "    _describe 'memfold' words_of\n"
         "  else\n"
         "    _files\n"
         "  fi\n"
         "}\n"
         "compdef _memfold memfold\n";
}

void write_fish(std::ostream& out, const std::vector<CommandWords>& commands) {
  out << "# memfold completion for fish: save as ~/.config/fish/completions/memfold.fish.\n";
  for (const CommandWords& command : commands) {
    out << "complete -c memfold -n __fish_use_subcommand -f -a " << command.name << " -d "
        << quoted(command.help) << '\n';
    for (const Word& option : command.options) {
      out << "complete -c memfold -n '__fish_seen_subcommand_from " << command.name << "' -l "
          << option.text.substr(2) << " -d " << quoted(option.help) << '\n';
    }
  }
}

struct Shell {
  const char* name;
  void (*write)(std::ostream&, const std::vector<CommandWords>&);
};
constexpr std::array<Shell, 3> kShells = {
    {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}}};

class Completion final : public Command {
 public:
  Completion()
      : Command({"completion", "Print a completion script for bash, zsh or fish",
                 "  source <(memfold completion bash)\n"
                 "  memfold completion fish > ~/.config/fish/completions/memfold.fish"}) {}

  void configure(CLI::App& app) override {
    app.add_option("shell", shell_, "bash, zsh or fish")->type_name("SHELL");
  }

  ExitCode run(Context& context) override {
    std::vector<std::string> known;
    for (const Shell& shell : kShells) {
      if (shell_ == shell.name) {
        shell.write(context.out, commands_of(*context.application));
        return kOk;
      }
      known.push_back(shell.name);
    }
    if (shell_.empty()) throw UsageError("completion needs a shell: bash, zsh or fish");
    throw UsageError("there is no completion for " + shell_ + ", only for bash, zsh and fish" +
                     suggestion(shell_, known));
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion() {
  return std::make_unique<Completion>();
}

}  // namespace memfold::tools
