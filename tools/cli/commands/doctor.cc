#include "tools/cli/commands.h"

#include "tools/cli/health.h"
#include "tools/cli/json.h"
#include "tools/cli/present.h"

namespace memfold::tools {
namespace {

constexpr std::array<const char*, 3> kLevelNames = {"ok", "warn", "fail"};
constexpr std::array<const char*, 3> kMarks = {"OK  ", "WARN", "FAIL"};
constexpr std::array<Ink, 3> kInks = {Ink::Green, Ink::Yellow, Ink::Red};

class Doctor final : public Command {
 public:
  Doctor()
      : Command({"doctor", "Check this machine and the store, and say what to do",
                 "  memfold doctor --db mail.db"}) {}

  void configure(CLI::App&) override {}

  ExitCode run(Context& context) override {
    const std::vector<Finding> findings = examine(context);
    Health worst = Health::Ok;
    Json json = Json::array();
    for (const Finding& finding : findings) {
      worst = std::max(worst, finding.health);
      json.push_back({{"check", finding.check},
                      {"health", kLevelNames[std::size_t(finding.health)]},
                      {"finding", finding.text},
                      {"advice", finding.advice}});
      if (!context.json) print(context, finding);
    }
    if (context.json) {
      print_document(context.out, {{"health", kLevelNames[std::size_t(worst)]}, {"checks", json}});
    }
    return worst == Health::Fail ? kFailed : kOk;
  }

 private:
  static void print(const Context& context, const Finding& finding) {
    const std::size_t level = std::size_t(finding.health);
    const std::string lead = std::string(kMarks[level]) + "  ";
    std::string text = finding.check + ": " + finding.text;
    if (!finding.advice.empty()) text += ". To do: " + finding.advice;
    context.out << paint(context.screen, kInks[level], lead)
                << paragraph(context.screen, text, lead.size()) << '\n';
  }
};

}  // namespace

std::unique_ptr<Command> make_doctor() {
  return std::make_unique<Doctor>();
}

}  // namespace memfold::tools
