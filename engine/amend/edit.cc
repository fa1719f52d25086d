#include "engine/amend/edit.h"

#include <algorithm>

#include "core/fields/memory.h"
#include "engine/amend/amendment.h"
#include "engine/fold/prepare.h"
#include "engine/fold/versions.h"
#include "memfold/error.h"

namespace memfold {
namespace {

/// What was asked for, checked and normalised as folding does it.
PreparedFact prepared(const Memory& current, const Edit& edit, Time now, int dimension) {
  Fact fact;
  fact.user = current.user;
  fact.content = edit.content.value_or(current.content);
  fact.category = edit.category;
  fact.importance = edit.importance;
  fact.tags = edit.tags.value_or(std::vector<std::string>());
  fact.metadata = edit.metadata.value_or(std::vector<Metadatum>());
  fact.valid_from = edit.valid_from ? *edit.valid_from : current.valid_from;
  fact.valid_until = edit.valid_until ? *edit.valid_until : current.valid_until;
  fact.ttl_policy = edit.ttl_policy;
  fact.embedding = edit.embedding;
  PreparedFact made = prepare(fact, now, dimension);
  if (made.error.empty()) return made;
  throw Error(ErrorCode::InvalidArgument,
              "cannot edit memory " + to_string(current.id) + ": " + made.error);
}

Memory edited(const Memory& current, const Memory& given, const Edit& edit) {
  Memory next = current;
  next.content = given.content;
  if (edit.category) next.category = given.category;
  if (edit.importance) {
    next.importance = given.importance;
    next.importance_factors.clear();
  }
  if (edit.tags) next.tags = given.tags;
  if (edit.metadata) next.metadata = given.metadata;
  if (edit.valid_from) next.valid_from = given.valid_from;
  if (edit.valid_until) next.valid_until = given.valid_until;
  if (edit.ttl_policy) next.ttl_policy = given.ttl_policy;
  return next;
}

/// "content, tags": what differs, in the order of the list of fields.
std::string names_of_changed(const Memory& before, const Memory& after) {
  std::string names;
  fields::for_each_field(after, [&](auto row, const auto& value) {
    if (value == before.*row.field.member) return;
    names += (names.empty() ? "" : ", ") + std::string(row.field.name);
  });
  return names;
}

std::vector<std::int16_t> row_of(const Amendment& amendment, const Memory& current,
                                 const Memory& next, const Edit& edit) {
  if (!edit.embedding.empty()) {
    std::vector<std::int16_t> row(edit.embedding.size());
    quantise_unit(edit.embedding, row);
    return row;
  }
  return next.content == current.content ? amendment.row_of(current)
                                         : amendment.embed(next.content);
}

}  // namespace

Decision edit_memory(const AmendContext& context, std::string_view user, const Id& id,
                     const Edit& edit) {
  Amendment amendment(context, user);
  const Memory current = amendment.newest(id);
  if (!current.is_current()) {
    throw Error(
        ErrorCode::InvalidArgument,
        "memory " + to_string(current.id) + " cannot be edited: it is deleted; restore it first");
  }
  const Models& models = context.options.models;
  Memory next = edited(
      current, prepared(current, edit, amendment.now(), models.embedder->dimension()).memory, edit);
  const std::string changed = names_of_changed(current, next);
  if (changed.empty() && edit.embedding.empty()) {
    throw Error(ErrorCode::InvalidArgument,
                "memory " + to_string(current.id) + " says so already: nothing was changed");
  }
  Decision decision =
      amendment.begin(DecisionKind::Update, Operation::Supersede, Trigger::UserRequest);
  if (next.content != current.content) {
    next.source_type = SourceType::UserInput;
    next.stated_at = std::max(amendment.now(), current.stated_at);
    decision.property_changes =
        models.guard->differences({current.content, current.subject, current.stated_at},
                                  {next.content, next.subject, next.stated_at});
  }
  next.id = derive_id(user, "edit/" + std::to_string(decision.sequence));
  next.version = current.version + 1;
  next.previous_version_id = current.id;
  go_on_using(next, current, context.options.lifecycle, amendment.now());
  decision.target_id = current.id;
  decision.memory_id = next.id;
  decision.reason = "edited by hand: " + (changed.empty() ? std::string("its vector") : changed);
  const Id next_id = next.id;
  std::vector<std::int16_t> row = row_of(amendment, current, next, edit);
  amendment.append(current, std::move(next), std::move(row), decision);
  amendment.log(decision, nullptr, &current, &amendment.memory(next_id));
  amendment.commit();
  return decision;
}

}  // namespace memfold
