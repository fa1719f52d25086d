#include "tools/cli/commands.h"

#include "core/text.h"
#include "tools/cli/common_options.h"
#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/present.h"

namespace memfold::tools {
namespace {

void print(const Context& context, const Analysis& analysis, const std::string& existing,
           const std::string& incoming) {
  std::string verdict = std::string(name(analysis.verdict));
  if (analysis.relationship_type)
    verdict += " (" + std::string(name(*analysis.relationship_type)) + ")";
  context.out << "Verdict: " << paint(context.screen, Ink::Bold, verdict) << ", confidence "
              << fixed_text(analysis.confidence, 2) << ", "
              << (analysis.same_subject ? "same subject" : "different subjects") << '\n';
  print_changes(context.out, context.screen, existing, incoming, analysis.property_changes);
  if (!analysis.reasoning.empty()) {
    context.out << "Why: " << paragraph(context.screen, analysis.reasoning, 5) << '\n';
  }
}

class Analyze final : public Command {
 public:
  Analyze()
      : Command({"analyze", "Compare two statements; needs no store",
                 "  memfold analyze --existing \"캠페인 예산은 5000만원\" \\\n"
                 "                  --incoming \"캠페인 예산이 6000만원으로 증액\""}) {}

  void configure(CLI::App& app) override {
    app.add_option("--existing", existing_, "the statement that is stored")->type_name("TEXT");
    app.add_option("--incoming", incoming_, "the statement that comes in")->type_name("TEXT");
    app.add_option("--existing-at", existing_at_, "when the first was said (default: --at)")
        ->type_name("TIME");
    app.add_option("--at", at_, "when they were said, for words like tomorrow (default: now)")
        ->type_name("TIME");
    app.add_option("--subject", subject_, "the subject line of both")->type_name("TEXT");
  }

  ExitCode run(Context& context) override {
    check("--existing", existing_);
    check("--incoming", incoming_);
    const Time at = at_.empty() ? context.clock()() : parse_time_option("--at", at_);
    const Time existing_at =
        existing_at_.empty() ? at : parse_time_option("--existing-at", existing_at_);
    const std::string existing = to_nfc(existing_), incoming = to_nfc(incoming_);
    const std::string subject = normalise_subject(to_valid_utf8(subject_));
    const Analysis analysis = context.analyst().analyst->compare({existing, subject, existing_at},
                                                                 {incoming, subject, at});
    if (context.json) {
      print_document(context.out, to_json(analysis));
    } else {
      print(context, analysis, existing, incoming);
    }
    return kOk;
  }

 private:
  static void check(const std::string& option, const std::string& text) {
    if (text.empty()) {
      throw UsageError("analyze needs " + option + " TEXT; it compares --existing with --incoming");
    }
    if (text.size() > kMaxContentBytes) throw UsageError(option + " is longer than 64 KiB");
    if (!is_valid_utf8(text)) throw UsageError(option + " is not valid UTF-8");
  }

  std::string existing_, incoming_, existing_at_, at_, subject_;
};

}  // namespace

std::unique_ptr<Command> make_analyze() {
  return std::make_unique<Analyze>();
}

}  // namespace memfold::tools
