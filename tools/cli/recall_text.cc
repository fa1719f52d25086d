#include "tools/cli/recall_text.h"

#include "tools/cli/figures.h"
#include "tools/cli/json.h"
#include "tools/cli/node_text.h"
#include "tools/cli/present.h"
#include "tools/cli/settings.h"
#include "tools/cli/table.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

constexpr std::size_t kShownParts = 3;

/// The lines of one hit: the first in bold behind its number, the others below it.
class HitLines {
 public:
  HitLines(const Context& context, std::size_t number)
      : context_(context), lead_(std::to_string(number) + ". ") {}

  void headline(const std::string& text) const {
    context_.out << lead_ << paint(context_.screen, Ink::Bold, fit(printable(text), room()))
                 << '\n';
  }
  void paragraph(const std::string& text) const {
    if (text.empty()) return;
    context_.out << indent() << wrap(printable(text), room(), lead_.size()) << '\n';
  }
  void line(const std::string& text, Ink ink = Ink::Plain) const {
    context_.out << indent() << paint(context_.screen, ink, text) << '\n';
  }
  void part(const std::string& text) const {
    context_.out << indent() << "  " << fit(printable(text), room() - 2) << '\n';
  }
  void more(std::size_t count, const Id& id) const {
    if (count > 0) part("and " + count_text(count) + " more: memfold show " + to_string(id));
  }

 private:
  std::size_t room() const { return context_.screen.width - lead_.size(); }
  std::string indent() const { return std::string(lead_.size(), ' '); }

  const Context& context_;
  const std::string lead_;
};

std::string score_text(double score, const std::string& why) {
  return "score " + fixed_text(score, 3) + " (" + printable(why) + ")";
}

std::string day_text(const std::optional<Time>& time) {
  return time ? to_string(*time).substr(0, 10) : std::string("undated");
}

std::string days_text(const Node& node) {
  const std::string first = day_text(node.first_at), last = day_text(node.last_at);
  return first == last ? last : first + " to " + last;
}

std::string parts_text(const StoryHit& hit) {
  return counted(hit.parts, hit.node.kind == NodeKind::Macro ? "storyline" : "source");
}

}  // namespace

void print_hits(const Context& context, const std::vector<Hit>& hits) {
  if (context.screen.terminal) {
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const Memory& memory = hits[i].memory;
      const HitLines lines(context, i + 1);
      lines.headline(memory.content);
      lines.line(to_string(memory.occurred_at) + "  " + std::string(memory.category.name()) + "  " +
                 score_text(hits[i].score, hits[i].why));
      lines.line(to_string(memory.id), Ink::Dim);
    }
    return;
  }
  Table table(
      {{"Score"}, {"Occurred_at"}, {"Category"}, {"Id"}, {"Version"}, {"Why"}, {"Content"}});
  for (const Hit& hit : hits) {
    table.add({{fixed_text(hit.score, 3)},
               {to_string(hit.memory.occurred_at)},
               {std::string(hit.memory.category.name())},
               {to_string(hit.memory.id)},
               {std::to_string(hit.memory.version)},
               {hit.why},
               {hit.memory.content}});
  }
  table.print(context.out, context.screen);
}

void print_hits(const Context& context, const std::vector<SourceHit>& hits) {
  if (context.screen.terminal) {
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const SourceHit& hit = hits[i];
      const HitLines lines(context, i + 1);
      lines.headline(label_of(hit.node));
      if (!hit.node.title.empty()) lines.paragraph(hit.node.description);
      lines.line(day_text(hit.node.last_at) + "  " + printable(hit.node.type) + "  " +
                 score_text(hit.score, hit.why));
      lines.line(to_string(hit.node.id), Ink::Dim);
      const std::size_t shown = std::min(kShownParts, hit.statements.size());
      for (std::size_t n = 0; n < shown; ++n) {
        const Hit& statement = hit.statements[n];
        lines.part(fixed_text(statement.score, 3) + "  " + statement.memory.content);
      }
      lines.more(hit.statements.size() - shown, hit.node.id);
    }
    return;
  }
  Table table({{"Score"},
               {"At"},
               {"Form"},
               {"Id"},
               {"Statements"},
               {"Why"},
               {"Title"},
               {"Best_statement"}});
  for (const SourceHit& hit : hits) {
    table.add({{fixed_text(hit.score, 3)},
               {hit.node.last_at ? to_string(*hit.node.last_at) : ""},
               {hit.node.type},
               {to_string(hit.node.id)},
               {std::to_string(hit.statements.size())},
               {hit.why},
               {label_of(hit.node)},
               {hit.statements.front().memory.content}});
  }
  table.print(context.out, context.screen);
}

void print_hits(const Context& context, const std::vector<StoryHit>& hits) {
  if (context.screen.terminal) {
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const StoryHit& hit = hits[i];
      const HitLines lines(context, i + 1);
      lines.headline(label_of(hit.node));
      lines.paragraph(hit.node.description);
      lines.line(days_text(hit.node) + "  " + parts_text(hit) + "  " +
                 std::string(name(hit.node.state)) + "  " + score_text(hit.score, hit.why));
      lines.line(to_string(hit.node.id), Ink::Dim);
      const std::size_t shown = std::min(kShownParts, hit.below.size());
      for (std::size_t n = 0; n < shown; ++n) {
        lines.part(days_text(hit.below[n]) + "  " + label_of(hit.below[n]));
      }
      lines.more(hit.parts - shown, hit.node.id);
    }
    return;
  }
  Table table({{"Score"},
               {"From"},
               {"Until"},
               {"Parts"},
               {"State"},
               {"Id"},
               {"Why"},
               {"Title"},
               {"Description"}});
  for (const StoryHit& hit : hits) {
    table.add({{fixed_text(hit.score, 3)},
               {hit.node.first_at ? to_string(*hit.node.first_at) : ""},
               {hit.node.last_at ? to_string(*hit.node.last_at) : ""},
               {std::to_string(hit.parts)},
               {std::string(name(hit.node.state))},
               {to_string(hit.node.id)},
               {hit.why},
               {label_of(hit.node)},
               {hit.node.description}});
  }
  table.print(context.out, context.screen);
}

}  // namespace memfold::tools
