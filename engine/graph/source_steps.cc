#include "engine/graph/source_steps.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/name_forms.h"
#include "core/text.h"

namespace memfold {

MentionSet merge(std::span<const MentionSet> parts) {
  MentionSet all;
  std::map<std::tuple<NodeKind, std::string, std::string>, std::size_t> places;
  std::set<std::tuple<std::size_t, std::size_t, std::string>> related;
  for (const MentionSet& part : parts) {
    std::vector<std::size_t> place_of;
    for (const Mention& mention : part.mentions) {
      const std::string key = mention.kind == NodeKind::Person ? canonical_person(mention.name)
                                                               : normalise_key(mention.name);
      const auto [entry, added] =
          places.try_emplace({mention.kind, mention.type, key}, all.mentions.size());
      place_of.push_back(entry->second);
      if (added) {
        all.mentions.push_back(mention);
        continue;
      }
      Mention& known = all.mentions[entry->second];
      known.confidence = std::max(known.confidence, mention.confidence);
      known.support += mention.support;
      known.copied = known.copied && mention.copied;
      for (const std::string& alias : mention.aliases) {
        if (std::find(known.aliases.begin(), known.aliases.end(), alias) == known.aliases.end()) {
          known.aliases.push_back(alias);
        }
      }
    }
    for (MentionedRelation relation : part.relations) {
      relation.from = place_of.at(relation.from);
      relation.to = place_of.at(relation.to);
      if (related.insert({relation.from, relation.to, relation.type}).second) {
        all.relations.push_back(relation);
      }
    }
  }
  return all;
}

namespace graph {
namespace {

constexpr std::size_t kSummarySentences = 2;
constexpr std::size_t kKeywords = 10, kTags = 5;
constexpr std::size_t kSummarisedBytes = 64 * 1024;  ///< of a long source

bool is_advertising(std::span<const Fact> facts) {
  return !facts.empty() && std::all_of(facts.begin(), facts.end(), [](const Fact& fact) {
    return fact.category == Category::Ads;
  });
}

}  // namespace

std::string as_written(const Mailbox& person) {
  if (person.address.empty()) return person.name;
  return person.name.empty() ? person.address : person.name + " <" + person.address + ">";
}

void sum_up(Source& source, const Summarizer& summarizer) {
  const std::string_view text = cut_at_word(source.processed, kSummarisedBytes);
  source.summary = summarizer.summarise(std::span(&text, 1), kSummarySentences);
  source.keywords = summarizer.keywords(text, kKeywords);
  if (!source.tags.empty()) return;
  const std::size_t tags = std::min(kTags, source.keywords.size());
  source.tags.assign(source.keywords.begin(), source.keywords.begin() + std::ptrdiff_t(tags));
}

void hear(const Message& message, const Extractor& extractor, ExtractedSource& source,
          std::vector<MentionSet>& mentioned) {
  std::vector<Fact> facts = extractor.extract(message);
  if (!is_advertising(facts)) mentioned.push_back(extractor.mentions(message, facts));
  std::move(facts.begin(), facts.end(), std::back_inserter(source.facts));
}

}  // namespace graph
}  // namespace memfold
