#include <algorithm>

#include "tools/cli/commands.h"
#include "tools/cli/json.h"
#include "tools/cli/table.h"

namespace memfold::tools {
namespace {

struct ProfilePart {
  const char* title;
  std::vector<Memory> Profile::*memories;
};
constexpr ProfilePart kProfileParts[] = {
    {"Pinned", &Profile::pinned},     {"Likes and habits", &Profile::preferences},
    {"To do", &Profile::tasks},       {"Coming", &Profile::coming},
    {"Decided", &Profile::decisions}, {"Important", &Profile::important},
    {"Newest", &Profile::newest},
};

class ShowProfile final : public Command {
 public:
  ShowProfile()
      : Command({"profile", "What stands about a user, on a page: pinned, to do, coming, decided",
                 "  memfold profile --user mina --db mail.db\n"
                 "  memfold profile --each 10 --json --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("--each", each_, "memories a part, 1..100 (default 5)")->type_name("N");
  }

  ExitCode run(Context& context) override {
    if (each_ < 1 || each_ > kMostEach) throw UsageError("--each must lie in 1..100");
    const Engine engine = context.open(Access::Read);
    context.require_user(engine);
    const Profile profile = engine.profile({context.user(), std::size_t(each_)});
    if (context.json) {
      print_document(context.out, to_json(profile));
    } else {
      print(context, profile);
    }
    return kOk;
  }

 private:
  static constexpr int kMostEach = 100;

  static void print(const Context& context, const Profile& profile) {
    const char* gap = "";
    for (const auto& [title, part] : kProfileParts) {
      const std::vector<Memory>& memories = profile.*part;
      if (memories.empty()) continue;
      context.out << gap << paint(context.screen, Ink::Bold, title) << '\n';
      Table table({{"Id"}, {"Occurred"}, {"Content", Align::Left, true}});
      for (const Memory& memory : memories) {
        table.add({Cell{to_string(memory.id)}, Cell{to_string(memory.occurred_at).substr(0, 10)},
                   Cell{memory.content}});
      }
      table.print(context.out, context.screen);
      gap = "\n";
    }
    if (profile.is_partial) {
      context.err << "Of the newest memories alone: there are more than one look takes in.\n";
    }
  }

  int each_ = 5;
};

}  // namespace

std::unique_ptr<Command> make_profile() {
  return std::make_unique<ShowProfile>();
}

}  // namespace memfold::tools
