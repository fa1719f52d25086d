// Erasures from their commit until no file holds what they took: noted in `meta` until then.
#include "storage/codec_erasure.h"
#include "storage/commit_batch.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

constexpr std::string_view kErasurePrefix = "erasing/";

std::string erasure_key(std::string_view user) {
  return std::string(kErasurePrefix) + std::string(user);
}

}  // namespace

void CommitBatch::begin_erasure(Time at, std::span<const TextPrint> texts) {
  const PendingErasure erasure{impl_->user, at, {texts.begin(), texts.end()}};
  impl_->put(Family::Meta, erasure_key(impl_->user), encode(impl_->builder, erasure));
  // Made of vectors of what is erased; others are made of what is left.
  impl_->remove(Family::Meta, codebook_key(impl_->key));
  impl_->drops_lane_file = true;
}

std::vector<PendingErasure> Store::pending_erasures() const {
  std::vector<PendingErasure> pending;
  scan_meta(*impl_, kErasurePrefix, [&](std::string_view, const std::string& value) {
    pending.push_back(decode_erasure(value));
  });
  return pending;
}

void Store::finish_erasure(std::string_view user) {
  impl_->require_writable();
  const std::string key = erasure_key(user);
  std::optional<PendingErasure> erasure = impl_->read(Family::Meta, key, decode_erasure);
  if (!erasure) return;
  if (!erasure->rewritten) {
    rewrite(user_key(user));
    // Digests of short texts can be guessed: they go from the files before the note does.
    erasure->prints.clear();
    erasure->rewritten = true;
    Builder builder;
    rocksdb::WriteBatch batch;
    impl_->put_meta(batch, key, encode(builder, *erasure));
    impl_->write_durably(batch, "note that files were rewritten");
  }
  constexpr std::array kMeta = {Family::Meta};
  impl_->rewrite(kMeta, {}, {});
  rocksdb::WriteBatch batch;
  impl_->remove_meta(batch, key);
  impl_->write_durably(batch, "finish an erasure");
}

}  // namespace memfold::storage
