// The comparing half of ModelRun: what the engine answers against what the model holds.
#include <algorithm>

#include "tests/property/model_run.h"

namespace memfold::test {
namespace {

std::string printed(const std::optional<std::string>& content) {
  return content ? "\"" + *content + "\"" : "nothing";
}

std::string short_id(const Id& id) {
  return to_string(id).substr(0, 6);
}

std::optional<std::string> content_of(const std::optional<Memory>& memory) {
  if (!memory) return std::nullopt;
  return memory->content;
}

}  // namespace

void ModelRun::compare(const ModelOp& op) {
  for (std::size_t i = 0; i < kUsers; ++i) {
    const std::string& user = users_[i];
    const Model& model = models_[i];
    std::uint64_t current = 0;
    for (const auto& [id, chain] : model.chains()) {
      compare_chain(user, chain, op);
      current += chain.has_current();
    }
    for (const Id& id : model.erased()) {
      require(!engine_->get(user, id), "an erased memory can be read: " + short_id(id));
      require(engine_->history(user, id).empty(), "an erased chain has a history");
    }
    compare_log(user, model);
    compare_reviews(user, model);
    compare_recall(user, model);
    const Stats stats = engine_->stats(user);
    require(stats.current_memories == current,
            "stats count " + std::to_string(stats.current_memories) + " current memories of " +
                user + ", not " + std::to_string(current));
    require(stats.decisions == model.log().size(), "stats count other decisions");
  }
}

void ModelRun::compare_chain(const std::string& user, const ModelChain& chain, const ModelOp& op) {
  const Id member = chain.versions[op.d % chain.versions.size()].memory;
  std::optional<std::string> expected;
  if (chain.has_current()) expected = chain.top().stated.content;
  const std::optional<Memory> current = engine_->as_of(user, member, {});
  require(content_of(current) == expected, "chain " + short_id(chain.id) + " says " +
                                               printed(content_of(current)) + ", not " +
                                               printed(expected));
  if (current) {
    require(current->id == chain.top().memory, "the current memory has another id");
    require(current->stated_at == chain.top().stated.at,
            "chain " + short_id(chain.id) + " is stated at " + to_string(current->stated_at) +
                ", not " + to_string(chain.top().stated.at));
    const std::set<std::string> sources(current->sources.begin(), current->sources.end());
    require(sources == chain.top().stated.sources, "chain " + short_id(chain.id) + " has " +
                                                       std::to_string(sources.size()) +
                                                       " sources, not as the model");
  }
  compare_history(user, chain);
  // Any moment so far, and the moments at which something happened to this chain and just before.
  std::vector<Time> times = {
      Time{start_.micros + (now_.micros - start_.micros) / 100000 * std::int64_t(op.c)}};
  const ModelVersion& some = chain.versions[op.a % chain.versions.size()];
  times.push_back(Time{some.decided.micros - op.b % 2});
  if (some.deleted) times.push_back(Time{some.deleted->micros - op.b % 2});
  for (const Time& time : times) {
    bool known = true;
    const auto believed = Model::as_of(chain, time, known);
    if (!known) continue;
    const auto answer = content_of(engine_->as_of(user, member, {.system = time}));
    require(answer == believed, "as of " + to_string(time) + " chain " + short_id(chain.id) +
                                    " said " + printed(answer) + ", not " + printed(believed));
  }
}

void ModelRun::compare_history(const std::string& user, const ModelChain& chain) {
  const auto steps = engine_->history(user, chain.versions.front().memory);
  std::string expected, found;
  for (const ModelVersion& v : chain.versions) {
    expected += "\n  " + short_id(v.memory) + " " + v.stated.content;
  }
  for (const VersionStep& s : steps) {
    found += "\n  " + short_id(s.memory.id) + " " + s.memory.content;
  }
  require(found == expected,
          "history of " + short_id(chain.id) + " is" + found + "\nnot" + expected);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ModelVersion& version = chain.versions[i];
    const bool current = &version == &chain.top() && !version.deleted;
    require(steps[i].current == current, "history of " + short_id(chain.id) + ": version " +
                                             std::to_string(i) + " has the wrong `current`");
    require(steps[i].memory.chain_id == chain.versions.front().memory,
            "history of " + short_id(chain.id) + ": version " + std::to_string(i) +
                " names another chain");
    const auto memory = engine_->get(user, version.memory);
    require(memory.has_value(), "a version cannot be read");
    // The last state of a memory says whether it is deleted.
    bool last = true;
    for (std::size_t j = i + 1; j < steps.size(); ++j) {
      last = last && chain.versions[j].memory != version.memory;
    }
    require(!last || memory->deleted_at == version.deleted,
            "history of " + short_id(chain.id) + ": version " + std::to_string(i) + " is deleted " +
                (memory->deleted_at ? to_string(*memory->deleted_at) : "never") + ", not " +
                (version.deleted ? to_string(*version.deleted) : "never"));
  }
}

void ModelRun::compare_log(const std::string& user, const Model& model) {
  LogQuery query = {.user = user, .newest_first = false};
  std::vector<Decision> entries;
  do {
    LogPage page = engine_->log(query);
    entries.insert(entries.end(), page.entries.begin(), page.entries.end());
    query.cursor = page.next_cursor;
  } while (!query.cursor.empty());
  require(entries.size() == model.log().size(), "the log has " + std::to_string(entries.size()) +
                                                    " entries, not " +
                                                    std::to_string(model.log().size()));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Decision& d = entries[i];
    const ModelEntry& e = model.log()[i];
    const std::string which = "log entry #" + std::to_string(e.sequence) + " of " + user;
    require(d.sequence == e.sequence && d.at == e.at, which + " has another sequence or time");
    require(d.kind == e.kind && d.operation == e.operation && d.trigger == e.trigger,
            which + " has another kind, operation or trigger");
    require(d.memory_id == e.memory, which + " has another memory");
    require(d.target_id == e.target, which + " has another target");
    require(d.answers == e.answers, which + " answers another decision");
    // Entries that only mention what was erased lose their words, which may quote it.
    const bool redacted = e.redacted || e.mentions_erased;
    require(d.redacted == redacted, which + (d.redacted ? " is redacted" : " is not redacted"));
    require(!e.redacted || d.source_id.empty(), which + " is redacted but names its source");
  }
}

void ModelRun::compare_reviews(const std::string& user, const Model& model) {
  for (const bool settled : {false, true}) {
    std::map<std::uint64_t, ReviewState> expected, found;
    for (const auto& [sequence, review] : model.reviews()) {
      if ((review.state != ReviewState::Pending) == settled) expected[sequence] = review.state;
    }
    for (const Review& r : engine_->reviews({.user = user, .settled = settled, .limit = 10000})) {
      found[r.sequence] = r.state;
      const auto& review = model.reviews().find(r.sequence);
      require(review != model.reviews().end() && r.target_id == review->second.target &&
                  r.verdict == review->second.verdict,
              "case #" + std::to_string(r.sequence) + " of " + user + " is another");
    }
    require(found == expected, std::string(settled ? "settled" : "pending") + " cases of " + user +
                                   ": " + std::to_string(found.size()) + ", not " +
                                   std::to_string(expected.size()) + ", or in other states");
  }
}

void ModelRun::compare_recall(const std::string& user, const Model& model) {
  std::set<Id> expected, found;
  for (const auto& [id, chain] : model.chains()) {
    if (chain.has_current()) expected.insert(chain.top().memory);
  }
  for (const Hit& hit : engine_->recall({.user = user, .text = "예산 budget", .k = 1000})) {
    found.insert(hit.memory.id);
  }
  require(std::includes(expected.begin(), expected.end(), found.begin(), found.end()),
          "recall finds what is not current");
}

}  // namespace memfold::test
