#include "engine/fold/lane_file.h"

#include <algorithm>
#include <filesystem>

#include "core/hash.h"
#include "engine/fold/image_file.h"
#include "index/codebook.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using index::DamagedFile;

/// Of everything that lies in a file as it lies in memory; raised with any change of it.
constexpr std::uint64_t kLayout = 1;

/// A file that lags this share of itself behind is written anew.
constexpr std::size_t kFarShare = 3, kLittleShare = 32;
/// Where more than this share is of memories no longer current, they are left behind first.
constexpr std::size_t kDeadShare = 3;

/// Names in a part of their own.
index::Flat<char> chars(const std::string& text) {
  return index::Flat(std::vector<char>(text.begin(), text.end()));
}
std::string text_of(const index::Flat<char>& chars) {
  return {chars.kept().begin(), chars.kept().end()};
}

std::uint64_t digest_of(const index::Codebook* codebook) {
  if (codebook == nullptr) return 0;
  const auto bytes = std::as_bytes(codebook->centroids());
  return hash64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// A file must not take the room that commits need. What cannot be found out is tried.
bool has_room(const std::string& path, const Lane& lane) {
  constexpr std::uintmax_t kLeft = std::uintmax_t{256} << 20;
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(path, error);
  const std::uintmax_t row = std::uintmax_t(lane.vectors().dimension()) * 2;
  return error || space.available > kLeft + lane.memory_bytes() + lane.features().size() * row;
}

bool lags(std::size_t behind, std::size_t filed, Behind how) {
  return behind > filed / (how == Behind::Far ? kFarShare : kLittleShare);
}

}  // namespace

void Lane::write(index::ImageSink& sink, const std::string& embedder) const {
  const index::PutParts put{sink};
  put(kLayout);
  put(chars(record_.user));
  put(chars(embedder));
  put(digest_of(vectors_->codebook().get()));
  FeatureTable::parts(features_, put);
  index::KeyPostings::parts(postings_, put);
  const bool awake = words_ != nullptr;
  put(chars(awake ? words_->tokenizer().name() : asleep_.tokenizer));
  put(awake ? std::uint64_t{features_.size()} : asleep_.known);
  put(awake ? index::Flat<Ordinal>() : index::Flat(asleep_.changed));
  index::WordIndex::parts(awake ? words_->index() : asleep_.index, put);
  vectors_->write(sink);
}

std::unique_ptr<Lane> Lane::open(index::ImageSource& source, std::shared_ptr<const void> file,
                                 std::string user, const std::string& embedder, int dimension,
                                 std::shared_ptr<const index::Codebook> codebook,
                                 index::ParallelFor parallel) {
  const index::TakeParts take{source};
  std::uint64_t layout = 0, digest = 0;
  index::Flat<char> whose, model, tokenizer;
  take(layout);
  if (layout != kLayout) return nullptr;
  take(whose);
  take(model);
  take(digest);
  if (text_of(whose) != user || text_of(model) != embedder || digest != digest_of(codebook.get())) {
    return nullptr;
  }
  auto lane = std::make_unique<Lane>(std::move(user), dimension, parallel);
  lane->file_ = std::move(file);
  FeatureTable::parts(lane->features_, take);
  index::KeyPostings::parts(lane->postings_, take);
  index::Flat<Ordinal> changed;
  take(tokenizer);
  take(lane->asleep_.known);
  take(changed);
  lane->asleep_.tokenizer = text_of(tokenizer);
  lane->asleep_.changed.assign(changed.kept().begin(), changed.kept().end());
  index::WordIndex::parts(lane->asleep_.index, take);
  lane->vectors_ = index::open_index(dimension, parallel, source, std::move(codebook));
  if (lane->features_.size() != lane->vectors_->size()) {
    throw DamagedFile("as many rows as features are wanted");
  }
  lane->filed_ = {lane->features_.size(), lane->asleep_.known};
  return lane;
}

bool Lane::take_up(const storage::Store& store) {
  const std::vector<std::int16_t> none(std::size_t(vectors_->dimension()), 0);
  for (const std::uint64_t slot : store.touched_slots(key_)) {
    const auto ordinal = features_.find_slot(slot);
    const auto features = store.features(key_, slot);
    if (!ordinal && features) return false;  // its place is between others
    if (!ordinal) continue;
    if (vectors_->is_live(*ordinal)) remove(*ordinal);
    if (!features) continue;
    if (features->id != features_.view(*ordinal).id) return false;
    const std::vector<std::int16_t> row = store.vector(key_, slot);
    replace(*ordinal, keys_of(*features), row.empty() ? none : row);
  }
  return true;
}

std::unique_ptr<Lane> open_lane_file(const storage::Store& store, std::string_view user,
                                     index::ParallelFor parallel) {
  const storage::UserKey key = storage::user_key(user);
  const auto named = store.lane_file(key);
  if (!named) return nullptr;
  try {
    const int dimension = store.identity().dimension;
    std::shared_ptr<const index::Codebook> codebook;
    if (auto stored = store.codebook(key)) {
      codebook = std::make_shared<const index::Codebook>(dimension, std::move(stored->centroids));
    }
    const auto file =
        std::make_shared<ImageFile>(store.lane_path(key, named->number), named->digest);
    auto lane = Lane::open(*file, file, std::string(user), store.identity().embedder, dimension,
                           std::move(codebook), parallel);
    if (!lane || !lane->take_up(store)) return nullptr;
    lane->read(store, named->next_slot);
    return lane;
  } catch (const DamagedFile&) {
    store.distrust_lane_file(key);
    return nullptr;
  }
}

std::string check_lane_file(const storage::Store& store, std::string_view user) {
  const storage::UserKey key = storage::user_key(user);
  const auto named = store.lane_file(key);
  std::error_code error;
  // None is as good as one: a backup holds none, and a writer may have replaced it.
  if (!named || !std::filesystem::exists(store.lane_path(key, named->number), error)) return {};
  const std::uint64_t distrusted = store.distrusted_lane_files();
  const auto filed = open_lane_file(store, user, index::serial_for);
  if (!filed && store.distrusted_lane_files() == distrusted) return {};  // of other cells or order
  if (!filed) return "its lane file is damaged; the next fact writes another";
  Lane built(std::string(user), store.identity().dimension, filed->vectors().spread());
  built.read(store, 0);
  built.use(filed->vectors().codebook());
  const std::string differs =
      "its lane file does not hold what the store does; run `memfold verify --repair`";
  if (filed->vectors().live_size() != built.vectors().live_size()) return differs;
  Ordinal at = 0;
  try {
    for (Ordinal ordinal = 0; ordinal < built.features().size(); ++ordinal, ++at) {
      while (at < filed->features().size() && !filed->vectors().is_live(at)) ++at;
      if (at == filed->features().size()) return differs;
      const FeatureTable::View a = filed->features().view(at), b = built.features().view(ordinal);
      const bool alike = a.id == b.id && a.slot == b.slot && a.thread == b.thread &&
                         a.subject_key == b.subject_key && std::ranges::equal(a.people, b.people) &&
                         std::ranges::equal(a.entities, b.entities) &&
                         std::ranges::equal(a.subject, b.subject) && filed->find(a.id) == at &&
                         filed->vectors().cell(at) == built.vectors().cell(ordinal) &&
                         std::ranges::equal(filed->vectors().row(at), built.vectors().row(ordinal));
      if (!alike) return differs;
      for (const std::uint64_t carried : posting_keys(b)) {
        const auto carriers = filed->postings().find(carried);
        if (!std::ranges::binary_search(carriers, at)) return differs;
      }
    }
  } catch (const DamagedFile& damage) {
    return std::string("its lane file is damaged: ") + damage.what();
  }
  return {};
}

bool is_filed(const Lane& lane, const MappedOptions& options) {
  return options.from > 0 && lane.vectors().live_size() >= std::size_t(options.from);
}

void file_lane(storage::Store& store, Lane& lane, const MappedOptions& options, Behind behind,
               LaneAccess* access) {
  if (!is_filed(lane, options)) return;
  const Lane::Filed& filed = lane.filed();
  const bool due =
      !store.lane_file(lane.key()) || filed.rows == 0 ||
      lags(lane.features().size() - filed.rows, filed.rows, behind) ||
      lags(lane.known_words() - std::min(lane.known_words(), filed.words), filed.words, behind);
  // Tried again once it has grown as much again: a full disk is not filled at every call.
  const bool gave_up = filed.failed_at > 0 && !lags(lane.features().size() - filed.failed_at,
                                                    filed.failed_at, Behind::Far);
  if (!due || gave_up || !has_room(store.path(), lane)) return;
  // A reader may load words between the writing and what follows: then the file lacks them.
  bool knows_words = false;
  if (access != nullptr) access->share();
  try {
    const std::size_t dead = lane.features().size() - lane.vectors().live_size();
    if (dead > lane.features().size() / kDeadShare) {
      const auto built = Lane::build(store, lane.record().user, lane.vectors().spread());
      if (access != nullptr) access->exclude();
      lane = std::move(*built);
      if (access != nullptr) access->share();
    }
    const std::uint64_t number = store.next_lane_number(lane.key());
    knows_words = lane.words() != nullptr;
    ImageFileWriter writer(store.lane_path(lane.key(), number));
    lane.write(writer, store.identity().embedder);
    const std::uint64_t digest = writer.finish();
    store.put_lane_file(lane.key(), {number, digest, lane.record().next_slot});
  } catch (const DamagedFile&) {
    throw;  // the lane lies in it
  } catch (const Error& error) {
    store.note_failed_lane_file(error.what());
    if (access != nullptr) access->exclude();
    lane.note_failed_file();
    return;
  }
  auto mapped = open_lane_file(store, lane.record().user, lane.vectors().spread());
  if (access != nullptr) access->exclude();
  if (mapped) {
    if (knows_words) mapped->wake(*lane.words());
    lane = std::move(*mapped);
  } else {
    lane.note_failed_file();
  }
}

}  // namespace memfold
