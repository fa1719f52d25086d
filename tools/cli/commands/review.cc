#include "tools/cli/commands.h"

#include <algorithm>
#include <array>

#include "tools/cli/decision_list.h"
#include "tools/cli/json.h"
#include "tools/cli/review_case.h"
#include "tools/cli/sequence_number.h"
#include "tools/cli/settings.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

class ReviewQueue final : public Command {
 public:
  ReviewQueue()
      : Command({"review", "Look at doubtful decisions and settle them",
                 "  memfold review --db mail.db\n"
                 "  memfold review show 12 --db mail.db\n"
                 "  memfold review accept 12 --db mail.db\n"
                 "  memfold review override 12 unrelated --db mail.db"}) {}

  void configure(CLI::App& app) override {
    app.add_option("action", action_, "list (default), show, accept, override or dismiss")
        ->type_name("ACTION");
    app.add_option("sequence", sequence_text_, "the case, as `memfold review list` prints it")
        ->type_name("SEQUENCE");
    app.add_option("verdict", verdict_, "of override: " + join(all_names<Verdict>(), ", "))
        ->type_name("VERDICT");
    app.add_flag("--settled", query_.settled, "list what was settled instead of what is pending");
    app.add_option("--after", after_, "list cases behind this one")->type_name("SEQUENCE");
    app.add_option("--limit", limit_, "cases listed (default 50)")->type_name("N");
  }

  ExitCode run(Context& context) override {
    const Action& action = find_action();
    check(action);
    return (this->*action.run)(context);
  }

 private:
  struct Action {
    std::string_view name;
    bool takes_sequence, takes_verdict;
    ExitCode (ReviewQueue::*run)(Context&);
  };
  static const std::array<Action, 5> kActions;

  const Action& find_action() const {
    std::vector<std::string> names;
    for (const Action& action : kActions) {
      if (action.name == action_) return action;
      names.emplace_back(action.name);
    }
    if (action_.find_first_of("0123456789") != action_.npos) {
      throw UsageError("review needs an action first; did you mean `memfold review show " +
                       printable(action_) + "`?");
    }
    const std::string meant = suggestion(action_, names);
    throw UsageError("review has no action \"" + printable(action_) + "\"" +
                     (meant.empty() ? "; give list, show, accept, override or dismiss" : meant));
  }

  void check(const Action& action) {
    const std::string command = "review " + std::string(action.name);
    if (limit_ < 1 || limit_ > 100'000) throw UsageError("--limit must lie in 1..100000");
    query_.limit = std::size_t(limit_);
    if (!after_.empty()) query_.after = require_sequence("--after", after_, "memfold review");
    const bool narrows = query_.settled || !after_.empty();
    if (action.takes_sequence && narrows) {
      throw UsageError("--settled and --after belong to `memfold review list`, not to " + command);
    }
    if (action.takes_sequence) {
      sequence_ = require_sequence(command, sequence_text_, "memfold review list");
    } else if (!sequence_text_.empty()) {
      throw UsageError(command + " takes no number; did you mean `memfold review show " +
                       printable(sequence_text_) + "`?");
    }
    check_verdict(action.takes_verdict, command);
  }

  void check_verdict(bool wanted, const std::string& command) {
    if (!wanted && !verdict_.empty()) {
      throw UsageError(command + " takes no verdict; `memfold review override " +
                       printable(sequence_text_) + " VERDICT` does");
    }
    if (!wanted) return;
    const std::string wrong = read_value(verdict_, answer_.verdict);
    if (wrong.empty()) return;
    throw UsageError("the verdict of " + command + " " + wrong + ", not \"" + printable(verdict_) +
                     "\"");
  }

  ExitCode list(Context& context) {
    query_.user = context.user();
    const Engine engine = context.open(Access::Read);
    context.require_user(engine);
    ++query_.limit;  // one more tells whether there are more
    std::vector<Review> reviews = engine.reviews(query_);
    const bool more = reviews.size() == query_.limit;
    if (more) reviews.pop_back();
    const std::uint64_t last = reviews.empty() ? 0 : reviews.back().sequence;
    std::erase_if(reviews, [&](const Review& review) {
      const std::optional<Memory> memory = engine.get(query_.user, review.fact.id);
      return memory && memory->is_forgotten();  // shown by its number alone
    });
    if (context.json) {
      print_document(context.out, {{"reviews", to_json(reviews)},
                                   {"next_after", more ? Json(last) : Json(nullptr)}});
      return kOk;
    }
    if (context.screen.terminal && reviews.empty()) {
      context.out << (query_.settled ? "Nothing was settled.\n" : "Nothing waits for review.\n");
    } else {
      print_cases(context, reviews);
    }
    if (more) {
      context.out.flush();
      context.err << "More: repeat with --after " << last << '\n';
    }
    return kOk;
  }

  ExitCode show(Context& context) {
    const Engine engine = context.open(Access::Read);
    context.require_user(engine);
    const ReviewCase one = case_of(engine, context.user());
    if (context.json) {
      print_document(context.out, {{"review", to_json(one.review)},
                                   {"target", to_json(one.target)},
                                   {"linked", one.linked}});
    } else {
      print_case(context, one);
    }
    return kOk;
  }

  ReviewCase case_of(const Engine& engine, const std::string& user) const {
    ReviewCase one{.review = engine.review(user, sequence_)};
    const Id& target = one.review.target_id;
    one.target = engine.get(user, target);
    if (one.target) {
      // Merged since, it says more than what was compared, and the marks would be off.
      const auto then = engine.as_of(user, target, {.system = one.review.at});
      one.compared = then && then->id == target ? then->content : one.target->content;
    }
    const std::vector<Edge> edges = engine.edges_from(user, one.review.fact.id);
    one.linked = std::any_of(edges.begin(), edges.end(),
                             [&](const Edge& edge) { return edge.to == target; });
    return one;
  }

  template <ReviewAnswer::Kind kKind>
  ExitCode settle(Context& context) {
    answer_.kind = kKind;
    Engine engine = context.open(Access::Change);
    context.require_user(engine);
    const Decision decision = engine.settle_review(context.user(), sequence_, answer_);
    if (context.json) {
      print_document(context.out, {{"decision", to_json(decision)}});
    } else {
      print_decisions(context, {decision});
    }
    return kOk;
  }

  ReviewQuery query_;
  ReviewAnswer answer_;
  std::string action_ = "list", sequence_text_, verdict_, after_;
  std::uint64_t sequence_ = 0;
  int limit_ = 50;
};

const std::array<ReviewQueue::Action, 5> ReviewQueue::kActions = {{
    {"list", false, false, &ReviewQueue::list},
    {"show", true, false, &ReviewQueue::show},
    {"accept", true, false, &ReviewQueue::settle<ReviewAnswer::Kind::Accept>},
    {"override", true, true, &ReviewQueue::settle<ReviewAnswer::Kind::Override>},
    {"dismiss", true, false, &ReviewQueue::settle<ReviewAnswer::Kind::Dismiss>},
}};

}  // namespace

std::unique_ptr<Command> make_review() {
  return std::make_unique<ReviewQueue>();
}

}  // namespace memfold::tools
