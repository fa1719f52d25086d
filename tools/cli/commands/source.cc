#include "tools/cli/commands.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "memfold/source_reader.h"
#include "tools/cli/action.h"
#include "tools/cli/fields.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/memory_id.h"
#include "tools/cli/named_option.h"
#include "tools/cli/present.h"
#include "tools/cli/settings.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

/// Of a source without a title, that stand in for it.
constexpr std::size_t kHeadlineColumns = 72, kHeadlineBytes = 512;

std::string read_all(std::istream& in, const std::string& path) {
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) throw Error(ErrorCode::Io, "cannot read " + path);
  return bytes;
}

/// As it is, unless a terminal would act on it.
void print_raw(const Context& context, const std::string& raw) {
  if (!context.screen.terminal) {
    context.out << raw;
    return;
  }
  std::istringstream lines(raw);
  for (std::string line; std::getline(lines, line);) context.out << printable(line) << '\n';
}

class SourceCommand final : public Command {
 public:
  SourceCommand()
      : Command({"source", "Add mails, conversations, meetings and notes, and look at them",
                 "  memfold source add standup.jsonl notes.md --db mail.db\n"
                 "  memfold source add --team sales minutes.txt --db mail.db\n"
                 "  memfold source list --db mail.db\n"
                 "  memfold source show 0123456789abcdef0123456789abcdef --raw --db mail.db\n"
                 "  memfold source extract --team sales --user mina --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("action", action_, "add, list (default), show or extract")->type_name("ACTION");
    app.add_option("items", items_, "files to add (- for standard input), or ids")
        ->type_name("FILE|ID");
    app.add_option("--form", form_,
                   "what the files hold: " + join(all_names<SourceForm>(), ", ") +
                       " (default: told by name and content)")
        ->type_name("FORM");
    app.add_option("--team", team_, "whose it is, instead of the user")->type_name("NAME");
    app.add_option("--id", source_id_,
                   "what facts call it (default: a mail's Message-ID, else the file's name, or its "
                   "path where another file has that name)")
        ->type_name("ID");
    app.add_option("--sensitivity", sensitivity_, join(all_names<Sensitivity>(), ", "))
        ->type_name("LEVEL");
    app.add_option("--source-type", source_type_,
                   "of add, where its facts come from: " + join(all_names<SourceType>(), ", ") +
                       " (default bootstrapped)")
        ->type_name("TYPE");
    app.add_flag("--raw", raw_, "of show: as it was received");
  }

  ExitCode run(Context& context) override {
    return (this->*find_action<Action>("source", action_, kActions).run)(context);
  }

 private:
  struct Action {
    std::string_view name;
    ExitCode (SourceCommand::*run)(Context&);
  };
  static const std::array<Action, 4> kActions;

  Source read(const Context& context, const std::string& path) const {
    Source source;
    if (path == "-") {
      source.raw = read_all(context.in, "standard input");
    } else {
      std::ifstream file(path, std::ios::binary);
      if (!file) throw Error(ErrorCode::NotFound, "cannot open " + path);
      source.raw = read_all(file, path);
    }
    source.form = guess_form(path, source.raw);
    if (!form_.empty()) source.form = named_option<SourceForm>("--form", form_);
    if (!sensitivity_.empty()) {
      source.sensitivity = named_option<Sensitivity>("--sensitivity", sensitivity_);
    }
    if (!source_type_.empty()) {
      source.source_type = named_option<SourceType>("--source-type", source_type_);
    }
    (team_.empty() ? source.user : source.team) = team_.empty() ? context.user() : team_;
    source.provenance = path;
    source.source_id = source_id_;
    if (source.source_id.empty()) source.source_id = builtin_source_reader()->own_id(source);
    if (source.source_id.empty() && path != "-") source.source_id = file_name(path);
    return source;
  }

  static std::string file_name(const std::string& path) {
    return path.substr(path.find_last_of('/') + 1);
  }
  static std::string plain_path(const std::string& path) {
    return std::filesystem::path(path).lexically_normal().string();
  }

  /// Adds a source. Where the name of its file is that of another file's source, which says other
  /// things, it is called by its path: general/2026-03-02.json is not random/2026-03-02.json.
  SourceReceipt add_one(const Context& context, Engine& engine, Source source) const {
    const SourceReceipt receipt = engine.graph().add_source(source);
    if (!receipt.known) return receipt;
    const auto stored = team_.empty() ? engine.graph().source(source.user, receipt.id, true)
                                      : engine.graph().team_source(team_, receipt.id, true);
    // What was erased stays so; a mail is known by its Message-ID, whichever copy it is.
    if (!stored || stored->raw.empty() || stored->raw == source.raw) return receipt;
    const std::string path = plain_path(source.provenance), name = file_name(path);
    const bool by_name = source_id_.empty() && source.source_id == name;
    const bool by_path = source_id_.empty() && source.source_id == path;
    if (by_name && !by_path && plain_path(stored->provenance) != path) {
      source.source_id = path;
      return add_one(context, engine, std::move(source));
    }
    if (by_name || by_path || !source_id_.empty()) {
      context.err << printable(source.provenance) << " is not what was added as "
                  << printable(source.source_id)
                  << ", which stays as it is; --id NAME adds it as another source\n";
    }
    return receipt;
  }

  ExitCode add(Context& context) {
    if (items_.empty()) throw UsageError("source add needs a file, e.g. source add notes.md");
    if (!source_id_.empty() && items_.size() > 1) throw UsageError("--id names one file");
    std::vector<Source> sources;
    for (const std::string& path : items_) sources.push_back(read(context, path));
    Engine engine = context.open(Access::Write);
    Json added = Json::array();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const SourceForm form = sources[i].form;
      const SourceReceipt receipt = add_one(context, engine, std::move(sources[i]));
      added.push_back({{"file", items_[i]},
                       {"id", to_json(receipt.id)},
                       {"form", name(form)},
                       {"known", receipt.known}});
      if (context.json) continue;
      context.out << (receipt.known ? "known   " : "added   ") << to_string(receipt.id) << "  "
                  << name(form) << "  " << printable(items_[i]) << '\n';
    }
    if (context.json) {
      print_document(context.out, {{"sources", added}});
    } else {
      context.out << "`memfold jobs run` works them into memories.\n";
    }
    return kOk;
  }

  ExitCode list(Context& context) {
    if (!items_.empty()) throw UsageError("source list takes no names; source show takes an id");
    const Engine engine = context.open(Access::Read);
    const std::vector<Source> sources =
        team_.empty() ? engine.graph().sources(context.user()) : engine.graph().team_sources(team_);
    if (sources.empty() && team_.empty()) context.require_known_user(engine);
    if (context.json) {
      print_document(context.out, {{"sources", to_json_list(sources)}});
      return kOk;
    }
    if (sources.empty() && context.screen.terminal) {
      context.out << "No sources; `memfold source add` adds some.\n";
      return kOk;
    }
    Table table({{"Id"}, {"Form"}, {"Status"}, {"When"}, {"Title", Align::Left, true}});
    for (const Source& source : sources) {
      const std::optional<Time> when = source.started_at ? source.started_at : source.received_at;
      table.add({Cell{to_string(source.id)}, Cell{std::string(name(source.form))},
                 Cell{std::string(name(source.status))}, Cell{to_string(*when)},
                 Cell{headline(engine, source)}});
    }
    table.print(context.out, context.screen);
    return kOk;
  }

  /// What a person would know it by: its title, else its first words, else what facts call it.
  std::string headline(const Engine& engine, const Source& source) const {
    if (!source.title.empty()) return source.title;
    std::string text = source.processed;
    if (source.status == SourceStatus::Raw) {
      const auto raw = team_.empty() ? engine.graph().source(source.user, source.id, true)
                                     : engine.graph().team_source(team_, source.id, true);
      try {
        const SourceReading reading = builtin_source_reader()->read(raw.value_or(source));
        text = reading.title.empty() ? reading.text : reading.title;
      } catch (const Error&) {
        // of another form than it says: `memfold jobs` will tell
      }
    }
    const std::string words = fit(printable(text.substr(0, kHeadlineBytes)), kHeadlineColumns);
    return words.empty() ? source.source_id : words;
  }

  ExitCode show(Context& context) {
    if (items_.size() != 1) throw UsageError("source show needs one id");
    const Id id = require_memory_id("source show", items_.front());
    const Engine engine = context.open(Access::Read);
    const std::optional<Source> source = team_.empty()
                                             ? engine.graph().source(context.user(), id, raw_)
                                             : engine.graph().team_source(team_, id, raw_);
    if (!source) {
      throw Error(ErrorCode::NotFound,
                  "there is no source " + to_string(id) + "; `memfold source list` shows them");
    }
    if (context.json) {
      print_document(context.out, {{"source", to_json(*source)}});
      return kOk;
    }
    if (raw_) {
      print_raw(context, source->raw);
      return kOk;
    }
    Fields fields;
    fields.add("title", source->title, Ink::Bold);
    fields.add("id", to_string(source->id));
    fields.add("source id", source->source_id);
    fields.add("form", std::string(name(source->form)));
    fields.add("status", std::string(name(source->status)));
    fields.add_if("when", period_text(source->started_at, source->ended_at));
    fields.add_if("participants", join_texts(source->participants));
    fields.add_if("summary", source->summary);
    fields.add_if("keywords", join_texts(source->keywords));
    fields.add_if("provenance", source->provenance);
    fields.add("sensitivity", std::string(name(source->sensitivity)));
    fields.print(context.out, context.screen);
    if (source->processed.empty()) return kOk;
    print_heading(context.out, context.screen, "Text");
    context.out << paragraph(context.screen, source->processed, 0) << '\n';
    return kOk;
  }

  ExitCode extract(Context& context) {
    if (team_.empty()) throw UsageError("source extract needs the --team whose sources they are");
    std::vector<Id> ids;
    for (const std::string& text : items_) ids.push_back(require_memory_id("source extract", text));
    Engine engine = context.open(Access::Change);
    const std::uint64_t queued = engine.graph().extract_for(context.user(), team_, ids);
    if (context.json) {
      print_document(context.out, {{"queued", queued}});
    } else {
      context.out << counted(queued, "extraction") << " queued; `memfold jobs run` does them.\n";
    }
    return kOk;
  }

  static Json to_json_list(const std::vector<Source>& sources) {
    Json list = Json::array();
    for (const Source& source : sources) list.push_back(to_json(source));
    return list;
  }

  std::string action_ = "list", form_, team_, source_id_, sensitivity_, source_type_;
  std::vector<std::string> items_;
  bool raw_ = false;
};

const std::array<SourceCommand::Action, 4> SourceCommand::kActions = {{
    {"add", &SourceCommand::add},
    {"list", &SourceCommand::list},
    {"show", &SourceCommand::show},
    {"extract", &SourceCommand::extract},
}};

}  // namespace

std::unique_ptr<Command> make_source() {
  return std::make_unique<SourceCommand>();
}

}  // namespace memfold::tools
