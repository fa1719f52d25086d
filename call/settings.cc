#include "call/settings.h"

#include <algorithm>
#include <type_traits>

#include "call/setting_value.h"

namespace memfold::call {
namespace {

constexpr const char* kShare = "0..1";

bool lies_in_unit(double value) {
  return value >= 0 && value <= 1;
}
template <typename Other>
bool lies_in_unit(const Other&) {
  return true;  // only numbers have a range
}

/// A key whose value is what `access` gives a reference to.
template <typename Access>
SettingKey key(std::string name, std::string type, std::string help, Access access) {
  SettingKey result{std::move(name), std::move(type), std::move(help), {}, {}};
  result.get = [access](const Settings& settings) {
    return SettingText{{print_value(access(const_cast<Settings&>(settings)))}, false};
  };
  const bool is_share = result.type == kShare;
  result.set = [access, is_share](Settings& settings, const SettingText& text) -> std::string {
    if (text.is_list || text.items.size() != 1) return "must be a single value, not a list";
    std::remove_cvref_t<decltype(access(settings))> value{};
    if (std::string wrong = read_value(text.items.front(), value); !wrong.empty()) return wrong;
    if (is_share && !lies_in_unit(value)) return "must lie in 0..1";
    access(settings) = std::move(value);
    return {};
  };
  return result;
}

template <typename Access>
SettingKey list_key(std::string name, std::string help, Access access) {
  SettingKey result{std::move(name), "list", std::move(help), {}, {}};
  result.get = [access](const Settings& settings) {
    return SettingText{access(const_cast<Settings&>(settings)), true};
  };
  result.set = [access](Settings& settings, const SettingText& text) -> std::string {
    access(settings) = text.items;
    return {};
  };
  return result;
}

template <typename E>
std::string choices() {
  return join(all_names<E>(), "|");
}

void add_weights(std::vector<SettingKey>& keys, const std::string& set, const std::string& when,
                 Weights DecideOptions::*weights) {
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    const std::string factor(kFactorNames[i]);
    keys.push_back(key("decide." + set + "." + factor, kShare,
                       "weight of the " + factor + " factor " + when + "; the five sum to 1",
                       [weights, i](Settings& s) -> double& { return (s.decide.*weights)[i]; }));
  }
}

#define MEMFOLD_FIELD(FIELD)  \
  [](Settings & s) -> auto& { \
    return s.FIELD;           \
  }

std::vector<SettingKey> general_keys() {
  return {
      key("db", "path", "directory of the store", MEMFOLD_FIELD(db)),
      key("user", "name", "whose memories", MEMFOLD_FIELD(user)),
      key("mode", choices<Mode>(), "how often the Analyst is asked", MEMFOLD_FIELD(decide.mode)),
      key("threads", "number", "worker threads; 0: one per core", MEMFOLD_FIELD(threads)),
      key("durability", "auto|" + choices<Durability>(),
          "when a decision counts as written; auto: sync, relaxed for backfill",
          MEMFOLD_FIELD(durability)),
      key("memory_budget", "bytes", "all that is kept in memory over all users, e.g. 4GiB",
          MEMFOLD_FIELD(memory_budget)),
      key("memtable_bytes", "bytes",
          "of it, for what is not yet in sorted files; 0: an eighth, at most 96MiB",
          MEMFOLD_FIELD(memtable_bytes)),
      key("block_cache_bytes", "bytes", "of it, for blocks of files; 0: an eighth, at most 64MiB",
          MEMFOLD_FIELD(block_cache_bytes)),
      key("batch", "number", "facts decided together; changes speed, never decisions",
          MEMFOLD_FIELD(batch)),
      key("embedder.calibration", "path",
          "map from cosine to similarity, from `memfold calibrate`; empty: the embedder's own",
          MEMFOLD_FIELD(embedder_calibration)),
      key("log.retention_days", "number",
          "how long the log keeps the states around a decision; 0: for ever",
          MEMFOLD_FIELD(log_retention_days)),
      key("log.retention_drops_entries", "true|false", "log entries go with their states",
          MEMFOLD_FIELD(retention_drops_entries)),
      key("review.max_age_days", "number",
          "cases wait this long before maintenance dismisses them; 0: no limit",
          MEMFOLD_FIELD(review_max_age_days)),
      key("review.max_pending", "number", "cases that may wait, the oldest go first; 0: no limit",
          MEMFOLD_FIELD(review_max_pending)),
      key("limits.max_memories", "number", "current memories a user may have; 0: no limit",
          MEMFOLD_FIELD(limits.max_memories)),
      key("slow_call_ms", "number", "calls that took so long are an event; 0: none",
          MEMFOLD_FIELD(slow_call_ms)),
      key("log_level", "off|" + choices<LogLevel>(), "events told on standard error, and graver",
          MEMFOLD_FIELD(log_level)),
      key("color", "auto|always|never", "colours; auto: on a terminal without NO_COLOR",
          MEMFOLD_FIELD(color)),
  };
}

std::vector<SettingKey> policy_keys() {
  return {
      key("decide.policy", choices<Policy>(), "bands of the score, or cosine and the Analyst alone",
          MEMFOLD_FIELD(decide.policy)),
      key("decide.classify.cosine_above", kShare,
          "classify: candidates lie above; 0.95 strict, 0.85 balanced, 0.75 loose",
          MEMFOLD_FIELD(decide.classify.cosine_above)),
      key("decide.classify.max_candidates", "number", "classify: candidates judged at most",
          MEMFOLD_FIELD(decide.classify.max_candidates)),
      key("decide.classify.supersede", "true|false", "classify: an update verdict supersedes",
          MEMFOLD_FIELD(decide.classify.supersede)),
      key("decide.classify.merge", "true|false", "classify: a merge verdict merges",
          MEMFOLD_FIELD(decide.classify.merge)),
      key("decide.classify.similar_strength", kShare,
          "classify: strength of the edge between memories that coexist",
          MEMFOLD_FIELD(decide.classify.similar_strength)),
  };
}

std::vector<SettingKey> band_keys() {
  return {
      key("decide.update_weights_above", kShare, "same thread and a score above: update weights",
          MEMFOLD_FIELD(decide.update_weights_above)),
      key("decide.link_weights_from", kShare, "entities this alike in another thread: link weights",
          MEMFOLD_FIELD(decide.link_weights_from)),
      key("decide.missing_factors", choices<MissingFactors>(), "a factor one side lacks",
          MEMFOLD_FIELD(decide.missing_factors)),
      key("decide.related_from", kShare, "lower bound of the related band",
          MEMFOLD_FIELD(decide.related_from)),
      key("decide.update_from", kShare, "lower bound of the update band",
          MEMFOLD_FIELD(decide.update_from)),
      key("decide.duplicate_from", kShare, "lower bound of the duplicate band",
          MEMFOLD_FIELD(decide.duplicate_from)),
      key("decide.balanced_from", kShare, "balanced mode asks the Analyst from this score",
          MEMFOLD_FIELD(decide.balanced_from)),
      key("decide.balanced_below", kShare, "balanced mode asks the Analyst below this score",
          MEMFOLD_FIELD(decide.balanced_below)),
      key("decide.accurate_from", kShare, "accurate mode asks the Analyst from this score",
          MEMFOLD_FIELD(decide.accurate_from)),
      key("decide.accurate_below", kShare, "accurate mode asks the Analyst below this score",
          MEMFOLD_FIELD(decide.accurate_below)),
      key("decide.update_floor", kShare, "an update verdict with a lower score creates instead",
          MEMFOLD_FIELD(decide.update_floor)),
      key("decide.review_at_confidence", kShare, "at or below it, a case goes to review",
          MEMFOLD_FIELD(decide.review_at_confidence)),
      key("decide.review_from_confidence", kShare, "below it, the two are linked without a case",
          MEMFOLD_FIELD(decide.review_from_confidence)),
      key("decide.in_doubt", choices<DoubtPolicy>(), "what happens to its fact meanwhile",
          MEMFOLD_FIELD(decide.in_doubt)),
  };
}

std::vector<SettingKey> candidate_keys() {
  return {
      key("decide.max_analyses", "number", "candidates the Analyst compares at most",
          MEMFOLD_FIELD(decide.max_analyses)),
      key("decide.judge", "true|false", "the Judge decides, after comparing the best candidates",
          MEMFOLD_FIELD(decide.judge)),
      key("decide.max_judged", "number", "candidates a Judge weighs against each other",
          MEMFOLD_FIELD(decide.max_judged)),
      key("decide.judged_words", "number",
          "from the third compared on: only if it shares so many of its words",
          MEMFOLD_FIELD(decide.judged_words)),
      key("decide.cost.wrong_replacement", "number",
          "of replacing what still holds, beside 1 for a statement too many",
          MEMFOLD_FIELD(decide.cost.wrong_replacement)),
      key("decide.cost.wrong_skip", "number", "of dropping what is new",
          MEMFOLD_FIELD(decide.cost.wrong_skip)),
      key("decide.cost.review", "number", "a person is asked from this expected cost on",
          MEMFOLD_FIELD(decide.cost.review)),
      key("decide.nearest", "number", "candidates by embedding", MEMFOLD_FIELD(decide.nearest)),
      key("decide.key_neighbours", "number", "candidates by thread, subject and entities",
          MEMFOLD_FIELD(decide.key_neighbours)),
      key("decide.newest_per_key", "number", "of the memories with one key, the newest",
          MEMFOLD_FIELD(decide.newest_per_key)),
      key("decide.newest", "number", "with a Judge: the newest memories make up so many candidates",
          MEMFOLD_FIELD(decide.newest)),
      key("decide.max_links", "number", "links from one new memory",
          MEMFOLD_FIELD(decide.max_links)),
      key("decide.max_rivals", "number", "next candidates kept in a decision",
          MEMFOLD_FIELD(decide.max_rivals)),
      key("decide.respect_source_priority", "true|false",
          "a less trusted source never replaces a more trusted one",
          MEMFOLD_FIELD(decide.respect_source_priority)),
      key("decide.content", choices<ContentStrategy>(), "content of an update",
          MEMFOLD_FIELD(decide.content)),
      key("decide.keywords", choices<KeywordStrategy>(), "keywords of an update",
          MEMFOLD_FIELD(decide.keywords)),
      key("decide.importance", choices<ImportanceStrategy>(), "importance of an update",
          MEMFOLD_FIELD(decide.importance)),
  };
}

std::vector<SettingKey> lifecycle_keys() {
  return {
      key("lifecycle.decay_per_day", "number", "salience fades at this rate while never recalled",
          MEMFOLD_FIELD(lifecycle.decay_per_day)),
      key("lifecycle.sure_confidence", kShare, "candidates this confident do not fade",
          MEMFOLD_FIELD(lifecycle.sure_confidence)),
      key("lifecycle.doubt_weight", "number", "how much faster the others do, times 1 - confidence",
          MEMFOLD_FIELD(lifecycle.doubt_weight)),
      key("lifecycle.archive_below", kShare, "salience under which a memory is archived",
          MEMFOLD_FIELD(lifecycle.archive_below)),
      key("lifecycle.least_gain", kShare, "salience gained by a recall of score 0",
          MEMFOLD_FIELD(lifecycle.least_gain)),
      key("lifecycle.most_gain", kShare, "salience gained by a recall of score 1",
          MEMFOLD_FIELD(lifecycle.most_gain)),
      key("lifecycle.core_accesses", "number", "recalls that make a memory core",
          MEMFOLD_FIELD(lifecycle.core_accesses)),
      key("lifecycle.ephemeral_days", "number", "how long an ephemeral memory lives",
          MEMFOLD_FIELD(lifecycle.ephemeral_days)),
      key("lifecycle.ephemeral_source_days", "number", "how long an ephemeral source lives",
          MEMFOLD_FIELD(lifecycle.ephemeral_source_days)),
  };
}

std::vector<SettingKey> recall_keys() {
  return {
      key("recall.k1", "number", "BM25: how soon repeats of a word count no more",
          MEMFOLD_FIELD(recall.k1)),
      key("recall.b", kShare, "BM25: how much long texts are held against",
          MEMFOLD_FIELD(recall.b)),
      key("recall.part_weight", kShare, "of a piece of a word, beside 1 for the whole",
          MEMFOLD_FIELD(recall.part_weight)),
      key("recall.concept_weight", kShare, "of what a word means, beside 1 for the word",
          MEMFOLD_FIELD(recall.concept_weight)),
      key("recall.unknown_weight", kShare, "of a word no memory holds",
          MEMFOLD_FIELD(recall.unknown_weight)),
      key("recall.content_share", kShare, "of the gap to 1 that full similarity closes",
          MEMFOLD_FIELD(recall.content_share)),
      key("recall.word_share", kShare, "likewise, saying all the query's words",
          MEMFOLD_FIELD(recall.word_share)),
      key("recall.key_share", kShare, "likewise, carrying all it names",
          MEMFOLD_FIELD(recall.key_share)),
      key("recall.near_share", kShare, "likewise, said just beside what matches in its session",
          MEMFOLD_FIELD(recall.near_share)),
  };
}

std::vector<SettingKey> cell_keys() {
  return {
      key("cells.from", "number",
          "memories of a user from which searches look in cells near by; 0: always in all of it",
          MEMFOLD_FIELD(cells.from)),
      key("cells.probes", "number", "cells that are looked in; 0: 64 or, where more, one in 64",
          MEMFOLD_FIELD(cells.probes)),
      key("mapped.from", "number",
          "memories of a user from which what is loaded is kept in a mapped file; 0: never",
          MEMFOLD_FIELD(mapped.from)),
  };
}

std::vector<SettingKey> graph_keys() {
  return {
      key("graph.accept_confidence", kShare, "a mention makes a new node when it is this sure",
          MEMFOLD_FIELD(graph.accept_confidence)),
      key("graph.accept_support_above", "number",
          "and when more than this many places speak for it",
          MEMFOLD_FIELD(graph.accept_support_above)),
      key("graph.storyline_sources", "number", "of an anchor, for a storyline about it",
          MEMFOLD_FIELD(graph.storyline_sources)),
      key("graph.storyline_days", "number", "on so many different days",
          MEMFOLD_FIELD(graph.storyline_days)),
      key("graph.storyline_after_days", "number", "and so long since it was first mentioned",
          MEMFOLD_FIELD(graph.storyline_after_days)),
      key("graph.storylines_a_night", "number", "anchors looked at, those with most sources first",
          MEMFOLD_FIELD(graph.storylines_a_night)),
      key("graph.quiet_days", "number", "after so long without a source a storyline takes no more",
          MEMFOLD_FIELD(graph.quiet_days)),
      key("graph.storylines_a_source", "number", "that one source joins at most",
          MEMFOLD_FIELD(graph.storylines_a_source)),
      key("graph.refreshed_a_night", "number", "storylines summed up anew",
          MEMFOLD_FIELD(graph.refreshed_a_night)),
      key("graph.refresh_sources", "number", "the newest, that a new summary is made from",
          MEMFOLD_FIELD(graph.refresh_sources)),
      key("graph.macro_storylines", "number", "of an anchor, for a macro",
          MEMFOLD_FIELD(graph.macro_storylines)),
      key("graph.macro_after_days", "number", "and so long since it was first mentioned",
          MEMFOLD_FIELD(graph.macro_after_days)),
      key("graph.macros_a_week", "number", "made at most, and likewise summed up anew",
          MEMFOLD_FIELD(graph.macros_a_week)),
      key("graph.consolidate_within_days", "number", "nodes used so lately get a new description",
          MEMFOLD_FIELD(graph.consolidate_within_days)),
      key("graph.notes_a_node", "number", "the newest are kept", MEMFOLD_FIELD(graph.notes_a_node)),
      key("graph.distil_after_days", "number",
          "sources this old and anchors at rest so long become notes",
          MEMFOLD_FIELD(graph.distil_after_days)),
      key("graph.same_story", kShare, "share of what is in either from which two stories are one",
          MEMFOLD_FIELD(graph.same_story)),
      key("graph.distil_below", kShare, "sources of a salience below",
          MEMFOLD_FIELD(graph.distil_below)),
      key("graph.distil_often_below", kShare, "or below this when they were used often",
          MEMFOLD_FIELD(graph.distil_often_below)),
      key("graph.distil_sources", "number", "or so many that share an anchor",
          MEMFOLD_FIELD(graph.distil_sources)),
      key("graph.distil_gap_days", "number", "sources further apart are told apart",
          MEMFOLD_FIELD(graph.distil_gap_days)),
      key("graph.distilled_a_week", "number", "anchors at most, and as many sources",
          MEMFOLD_FIELD(graph.distilled_a_week)),
  };
}

std::vector<SettingKey> queue_keys() {
  return {
      key("queue.max_attempts", "number",
          "at a step of work on a source; then a person has to look",
          MEMFOLD_FIELD(queue.max_attempts)),
      key("queue.first_wait_seconds", "number", "before the second attempt; doubles with each",
          MEMFOLD_FIELD(queue.first_wait_seconds)),
      key("queue.longest_wait_seconds", "number", "between two attempts",
          MEMFOLD_FIELD(queue.longest_wait_seconds)),
      key("queue.jitter", kShare, "a wait is up to this share shorter or longer",
          MEMFOLD_FIELD(queue.jitter)),
  };
}

std::vector<SettingKey> importance_keys() {
  return {
      key("importance.base", kShare, "importance of any statement", MEMFOLD_FIELD(importance.base)),
      key("importance.contains_money", kShare, "added for an amount of money",
          MEMFOLD_FIELD(importance.contains_money)),
      key("importance.has_deadline", kShare, "added for a deadline",
          MEMFOLD_FIELD(importance.has_deadline)),
      key("importance.from_important_person", kShare, "added when an important person wrote it",
          MEMFOLD_FIELD(importance.from_important_person)),
      key("importance.contains_action", kShare, "added for something to do",
          MEMFOLD_FIELD(importance.contains_action)),
      key("importance.multi_person", kShare, "added when several people take part",
          MEMFOLD_FIELD(importance.multi_person)),
      key("importance.is_reply_chain", kShare, "added in a reply",
          MEMFOLD_FIELD(importance.is_reply_chain)),
      list_key("importance.important_people", "addresses or names of important people",
               MEMFOLD_FIELD(importance.important_people)),
  };
}

/// What every model behind an endpoint has; `gets` says what is sent there.
template <typename Access>
std::vector<SettingKey> endpoint_keys(const std::string& section, const std::string& gets,
                                      Access access) {
  const auto of = [access](auto field) {
    return [ access, field ](Settings & s) -> auto& {
      return access(s).*field;
    };
  };
  return {
      key(section + ".endpoint", "url", "of an OpenAI-compatible API; gets " + gets,
          of(&RemoteOptions::endpoint)),
      key(section + ".model", "name", "as the endpoint names it; needed unless built-in",
          of(&RemoteOptions::model)),
      key(section + ".api_key_env", "name", "environment variable that holds the API key",
          of(&RemoteOptions::api_key_env)),
      key(section + ".api_key_file", "path", "file that holds the API key alone",
          of(&RemoteOptions::api_key_file)),
      key(section + ".timeout_ms", "number", "one call takes no longer",
          of(&RemoteOptions::timeout_ms)),
      key(section + ".max_concurrent", "number", "calls under way at once",
          of(&RemoteOptions::max_concurrent)),
      key(section + ".max_retries", "number",
          "further calls after 429, 5xx, time-out, lost connection",
          of(&RemoteOptions::max_retries)),
      key(section + ".max_calls", "number", "calls a run may make, retries included; 0: no limit",
          of(&RemoteOptions::max_calls)),
      key(section + ".max_tokens", "number", "tokens after which a run makes no call; 0: no limit",
          of(&RemoteOptions::max_tokens)),
      key(section + ".allow_plain_http", "true|false", "unencrypted http to other machines too",
          of(&RemoteOptions::allow_plain_http)),
  };
}

std::vector<SettingKey> analyst_keys() {
  std::vector<SettingKey> keys =
      endpoint_keys("analyst", "the statements compared", MEMFOLD_FIELD(analyst.remote));
  keys.insert(keys.begin(), key("analyst.kind", "builtin|remote|cascade",
                                "who compares: in this process, a model at the endpoint, or that "
                                "for the doubtful only",
                                MEMFOLD_FIELD(analyst.kind)));
  keys.push_back(key("analyst.sure", kShare,
                     "cascade: the built-in answer is taken from this confidence on",
                     MEMFOLD_FIELD(analyst.sure)));
  return keys;
}

std::vector<SettingKey> embedder_keys() {
  std::vector<SettingKey> keys = endpoint_keys(
      "embedder", "the statements folded and what is looked for", MEMFOLD_FIELD(embedder.remote));
  keys.insert(keys.begin(),
              key("embedder.kind", "builtin|ngram|remote",
                  "who makes vectors: this process, this process by wording alone, or "
                  "a model at the endpoint",
                  MEMFOLD_FIELD(embedder.kind)));
  const SettingKey own[] = {
      key("embedder.dimension", "number", "of the vectors; 0: the store's, else asked for once",
          MEMFOLD_FIELD(embedder.remote.dimension)),
      key("embedder.request_dimension", "true|false",
          "asks the model for vectors of that dimension",
          MEMFOLD_FIELD(embedder.remote.request_dimension)),
      key("embedder.batch", "number", "texts a call", MEMFOLD_FIELD(embedder.remote.batch)),
      key("embedder.max_text_bytes", "number", "longer texts are embedded by their beginning",
          MEMFOLD_FIELD(embedder.remote.max_text_bytes)),
  };
  keys.insert(keys.end(), std::begin(own), std::end(own));
  return keys;
}

std::vector<SettingKey> extractor_keys() {
  std::vector<SettingKey> keys =
      endpoint_keys("extractor", "what mails say", MEMFOLD_FIELD(extractor.remote));
  keys.insert(keys.begin(),
              key("extractor.kind", "builtin|remote",
                  "who finds facts in mails: this process, or a model at the endpoint",
                  MEMFOLD_FIELD(extractor.kind)));
  keys.push_back(key("extractor.part_bytes", "number", "a longer mail is sent in parts",
                     MEMFOLD_FIELD(extractor.remote.part_bytes)));
  keys.push_back(key("extractor.max_parts", "number",
                     "a mail of more parts is read by the built-in one",
                     MEMFOLD_FIELD(extractor.remote.max_parts)));
  return keys;
}

std::vector<SettingKey> summarizer_keys() {
  std::vector<SettingKey> keys =
      endpoint_keys("summarizer", "the texts summarised", MEMFOLD_FIELD(summarizer.remote));
  keys.insert(keys.begin(), key("summarizer.kind", "builtin|remote",
                                "who summarises: this process, or a model at the endpoint",
                                MEMFOLD_FIELD(summarizer.kind)));
  keys.push_back(key("summarizer.part_bytes", "number", "more text is sent in parts",
                     MEMFOLD_FIELD(summarizer.remote.part_bytes)));
  keys.push_back(key("summarizer.max_parts", "number",
                     "text of more parts is summarised by the built-in one",
                     MEMFOLD_FIELD(summarizer.remote.max_parts)));
  return keys;
}

#undef MEMFOLD_FIELD

std::vector<SettingKey> make_keys() {
  std::vector<SettingKey> keys = general_keys();
  add_weights(keys, "default_weights", "by default", &DecideOptions::default_weights);
  add_weights(keys, "update_weights", "for a likely update", &DecideOptions::update_weights);
  add_weights(keys, "link_weights", "for a likely link", &DecideOptions::link_weights);
  for (auto part : {policy_keys(), band_keys(), candidate_keys(), lifecycle_keys(), recall_keys(),
                    cell_keys(), graph_keys(), queue_keys(), importance_keys(), analyst_keys(),
                    embedder_keys(), extractor_keys(), summarizer_keys()}) {
    std::move(part.begin(), part.end(), std::back_inserter(keys));
  }
  return keys;
}

}  // namespace

std::span<const SettingKey> setting_keys() {
  static const std::vector<SettingKey> kKeys = make_keys();
  return kKeys;
}

const SettingKey* find_setting(std::string_view name) {
  const auto keys = setting_keys();
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [&](const SettingKey& one) { return one.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

std::string environment_name(std::string_view key_name) {
  std::string variable = "MEMFOLD_";
  for (const char c : key_name) {
    variable += c == '.' ? '_' : (c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c);
  }
  return variable;
}

std::string to_text(const SettingText& value) {
  if (!value.is_list) return value.items.front();
  std::string text = "[";
  for (const std::string& item : value.items) text += (text.size() > 1 ? ", " : "") + item;
  return text + "]";
}

}  // namespace memfold::call
