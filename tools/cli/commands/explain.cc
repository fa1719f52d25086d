#include "tools/cli/commands.h"

#include "ingest/byte_source.h"
#include "ingest/fact_reader.h"
#include "tools/cli/common_options.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/present.h"
#include "tools/cli/settings.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr std::uint64_t kMaxFactBytes = std::uint64_t{1} << 20;

void print_decision(const Context& context, const Decision& decision) {
  context.out << paint(context.screen, ink_of(decision.kind), action_text(decision)) << "\n  "
              << paragraph(context.screen, decision.reason, 2) << '\n';
  if (decision.band != Band::None) {
    context.out << "Score " << fixed_text(decision.score.total, 3) << ", " << name(decision.band)
                << " band, " << name(decision.score.weight_set) << " weights:\n";
    print_factors(context.out, context.screen, decision.score);
  }
  if (!decision.analyst.empty()) {
    context.out << "Compared by " << printable(decision.analyst) << '\n';
  }
  if (decision.already_folded) {
    context.out << "This very fact is in the log already: fold would answer from there.\n";
  }
  if (decision.target_id)
    context.out << "Acts on memory " << to_string(*decision.target_id) << '\n';
  for (const Id& id : decision.related_ids) {
    context.out << "Links to memory " << to_string(id) << " ("
                << (decision.relationship_type ? name(*decision.relationship_type) : "related_to")
                << ")\n";
  }
}

void print_candidates(const Context& context, const std::vector<Candidate>& candidates) {
  print_heading(context.out, context.screen, counted(candidates.size(), "candidate"));
  Table table({{"Score", Align::Right}, {"Verdict"}, {"Id"}, {"Content", Align::Left, true}});
  for (const Candidate& candidate : candidates) {
    table.add({{fixed_text(candidate.score.total, 3)},
               {candidate.analysis ? std::string(name(candidate.analysis->verdict)) : "not asked"},
               {to_string(candidate.memory_id)},
               {candidate.content}});
  }
  table.print(context.out, context.screen);
}

void print_analyses(const Context& context, const std::vector<Candidate>& candidates,
                    const std::string& incoming) {
  for (const Candidate& candidate : candidates) {
    if (!candidate.analysis) continue;
    const Analysis& analysis = *candidate.analysis;
    print_heading(context.out, context.screen,
                  "Against " + to_string(candidate.memory_id) + ": " +
                      std::string(name(analysis.verdict)) + ", confidence " +
                      fixed_text(analysis.confidence, 2));
    print_changes(context.out, context.screen, candidate.content, incoming,
                  analysis.property_changes);
    if (!analysis.reasoning.empty()) {
      context.out << "  " << paragraph(context.screen, analysis.reasoning, 2) << '\n';
    }
  }
}

class Explain final : public Command {
 public:
  Explain()
      : Command({"explain", "Say what would be decided about a fact, and why; writes nothing",
                 "  memfold explain --text \"예산이 7000만원으로 변경\" --thread T1 --db mail.db\n"
                 "  memfold explain --file fact.jsonl --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("--text", fact_.content, "the statement")->type_name("TEXT");
    app.add_option("--file", file_, "a file with one fact as JSON; - for standard input")
        ->type_name("FILE");
    app.add_option("--thread", fact_.thread_id, "its thread")->type_name("ID");
    app.add_option("--session", fact_.session_id, "its session")->type_name("ID");
    app.add_option("--agent", fact_.agent_id, "its assistant")->type_name("ID");
    app.add_option("--run", fact_.run_id, "the run of it")->type_name("ID");
    app.add_option("--subject", fact_.subject, "its subject line")->type_name("TEXT");
    app.add_option("--people", fact_.people, "who takes part, separated by commas")
        ->delimiter(',')
        ->type_name("NAMES");
    app.add_option("--entities", fact_.entities, "what it mentions, separated by commas")
        ->delimiter(',')
        ->type_name("NAMES");
    app.add_option("--occurred-at", occurred_at_, "when it happens")->type_name("TIME");
    app.add_option("--stated-at", stated_at_, "when it was said")->type_name("TIME");
    app.add_option("--source-type", source_type_, join(all_names<SourceType>(), ", "))
        ->type_name("KIND");
  }

  ExitCode run(Context& context) override {
    const Fact fact = read_fact(context);
    const Engine engine = context.open(Access::Compare);
    const Explanation explanation = engine.explain(fact);
    if (context.json) {
      print_document(context.out, to_json(explanation));
      return kOk;
    }
    print_decision(context, explanation.decision);
    if (!explanation.candidates.empty()) {
      print_candidates(context, explanation.candidates);
      print_analyses(context, explanation.candidates, fact.content);
    }
    return kOk;
  }

 private:
  Fact read_fact(const Context& context) {
    if (fact_.content.empty() == file_.empty()) {
      throw UsageError("explain needs either --text TEXT or --file FILE");
    }
    if (!file_.empty()) return read_file(context);
    fact_.user = context.user();
    if (!occurred_at_.empty()) fact_.occurred_at = parse_time_option("--occurred-at", occurred_at_);
    if (!stated_at_.empty()) fact_.stated_at = parse_time_option("--stated-at", stated_at_);
    if (!source_type_.empty()) {
      const std::string wrong = read_value(source_type_, fact_.source_type);
      if (!wrong.empty()) {
        throw UsageError("--source-type " + wrong + ", not \"" + source_type_ + "\"");
      }
    }
    return fact_;
  }

  Fact read_file(const Context& context) const {
    const std::string text = ingest::read_all(file_, kMaxFactBytes);
    if (text.size() > kMaxFactBytes) throw UsageError(file_ + " is larger than one fact can be");
    auto fact = ingest::parse_fact(text, context.user());
    if (const auto* wrong = std::get_if<std::string>(&fact)) {
      throw UsageError(file_ + " must hold one fact as a JSON object: " + *wrong);
    }
    return std::get<Fact>(std::move(fact));
  }

  Fact fact_;
  std::string file_, occurred_at_, stated_at_, source_type_;
};

}  // namespace

std::unique_ptr<Command> make_explain() {
  return std::make_unique<Explain>();
}

}  // namespace memfold::tools
