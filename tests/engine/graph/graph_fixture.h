// A store with a graph, days that pass, and sources that mention things.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/temporary_directory.h"
#include "engine/graph/due_items.h"
#include "engine/maintain/reembed.h"
#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold::test {

inline Time day(double number) {
  return {std::int64_t(number * double(kMicrosPerDay))};
}

inline Mention entity(std::string name, std::string type = "product") {
  Mention mention;
  mention.kind = NodeKind::Entity;
  mention.name = std::move(name);
  mention.type = std::move(type);
  mention.confidence = 0.9;
  mention.support = 3;
  return mention;
}

inline Mention person(std::string name, std::vector<std::string> addresses = {}) {
  Mention mention = entity(std::move(name), {});
  mention.kind = NodeKind::Person;
  mention.aliases = std::move(addresses);
  return mention;
}

class GraphTest : public testing::Test {
 protected:
  GraphTest() { reopen(); }

  virtual void configure(EngineOptions& options) { (void)options; }

  void reopen() {
    engine_.reset();
    EngineOptions options;
    options.models = builtin_models();
    options.threads = 2;
    options.durability = Durability::Relaxed;
    options.clock = [this] { return now_; };
    configure(options);
    engine_.emplace(Engine::open(directory_.path(), options));
  }
  Graph& graph() { return engine_->graph(); }

  /// Changes nodes in the closed store: what use has not come to through the engine.
  void edit_nodes(const std::function<void(Node&)>& edit) {
    const EngineOptions options = engine_->options();
    engine_.reset();
    {
      const auto store = storage::Store::open(directory_.path(),
                                              {.identity = identity_of(*options.models.embedder)});
      std::vector<Node> nodes;
      const storage::UserKey key = storage::user_key(kUser);
      store->scan_nodes(key, [&](const Node& node) { nodes.push_back(node); });
      storage::CommitBatch batch(kUser);
      for (const Node& before : nodes) {
        Node after = before;
        edit(after);
        graph::settle(after, options);
        batch.put_node(after, &before);
      }
      store->commit(std::move(batch));
    }
    reopen();
  }

  /// A source of that day with this summary, as backfill would bring it.
  ExtractedSource source(double on, std::vector<Mention> mentions, std::string summary = {}) {
    ExtractedSource extracted;
    const std::string id = "source-" + std::to_string(++sources_);
    extracted.source.user = kUser;
    extracted.source.source_id = id;
    extracted.source.id = source_id_of(kUser, {}, id);
    extracted.source.form = SourceForm::Email;
    extracted.source.started_at = extracted.source.ended_at = day(on);
    extracted.source.received_at = now_;
    extracted.source.summary = std::move(summary);
    extracted.mentioned.mentions = std::move(mentions);
    return extracted;
  }
  Id bring(double on, std::vector<Mention> mentions, std::string summary = {}) {
    const ExtractedSource extracted = source(on, std::move(mentions), std::move(summary));
    graph().fold_sources({&extracted, 1});
    return extracted.source.id;
  }
  Fact fact(std::string content) {
    Fact made;
    made.user = kUser;
    made.content = std::move(content);
    made.source_id = "source-" + std::to_string(sources_);
    return made;
  }

  std::optional<Node> find_entity(std::string_view name, std::string_view type = "product") {
    return graph().find(kUser, NodeKind::Entity, name, type);
  }
  std::uint64_t run(const std::string& job, const std::string& what) {
    for (const JobReport& report : engine_->maintain({{job}})) {
      for (const auto& [name, count] : report.counts) {
        if (report.job == job && name == what) return count;
      }
    }
    ADD_FAILURE() << "job " << job << " does not count " << what;
    return 0;
  }
  std::vector<Node> storylines() { return graph().nodes(kUser, NodeKind::Storyline); }
  void expect_sound() {
    const VerifyReport report = engine_->admin().verify();
    EXPECT_THAT(report.problems, testing::IsEmpty());
  }

  static constexpr const char* kUser = "mina";
  TemporaryDirectory directory_;
  Time now_ = day(1000);
  std::optional<Engine> engine_;
  int sources_ = 0;
};

}  // namespace memfold::test
