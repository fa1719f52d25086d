// A mailbox, a file of facts and a note into memories, with memfold::ingest alone.
#include <memfold/ingest.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

int failures = 0;

void check(bool good, const char* what) {
  if (good) return;
  std::printf("not so: %s\n", what);
  ++failures;
}

void read_mails(const std::string& path) {
  const std::vector<memfold::Archive> archives = memfold::find_archives(path);
  check(archives.size() == 1 && archives[0].kind == memfold::ArchiveKind::Mbox, "one mbox");
  const auto reader = memfold::open_mail(archives.at(0), {.by_date = true});
  std::size_t mails = 0;
  for (memfold::RawMessage mail; reader->next(mail);) mails += mail.broken.empty() ? 1 : 0;
  check(mails == 3, "three mails");
  try {
    memfold::find_archives(path + ".missing");
    check(false, "a missing archive is an Error");
  } catch (const memfold::Error& error) {
    check(error.code() == memfold::ErrorCode::NotFound, "NotFound comes through the library");
  }
}

void fold_mails(memfold::Engine& engine, const std::string& path) {
  std::size_t reports = 0;
  memfold::BackfillOptions options{.user = "mina"};
  options.on_progress = [&](const memfold::BackfillProgress&) { ++reports; };
  const memfold::BackfillSummary first = memfold::backfill(engine, {path}, options);
  check(first.counts.messages == 3 && first.counts.facts > 1, "mails give facts");
  check(reports > 0, "progress is told");
  const memfold::BackfillSummary again = memfold::backfill(engine, {path}, options);
  check(again.resumed == 1 && again.counts.messages == 0, "a second run goes on behind the first");
}

void fold_facts(memfold::Engine& engine, const std::string& path) {
  const auto reader = memfold::open_facts(path, {.default_user = "mina"});
  const memfold::JsonlFoldSummary summary = memfold::fold_jsonl(engine, *reader, {});
  check(summary.lines == 2 && summary.rejected == 1, "one line is a fact, one is none");
}

void work_source(memfold::Engine& engine) {
  memfold::Source note;
  note.user = "mina";
  note.raw = "# Harbour survey\n\nThe diver Ola Lind costs 900 USD a day.\n";
  note.form = memfold::guess_form("harbour.md", note.raw);
  engine.graph().add_source(note);
  const memfold::WorkReport work = engine.graph().work();
  check(work.processed == 1 && work.extracted == 1 && work.dead == 0, "the note is worked off");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string folder = argv[1];
  read_mails(folder + "/mailbox.mbox");
  auto engine = memfold::Engine::open(argv[2], {.models = memfold::complete_models()});
  fold_mails(engine, folder + "/mailbox.mbox");
  fold_facts(engine, folder + "/facts.jsonl");
  work_source(engine);
  for (const char* question : {"budget of the harbour survey", "who leads the harbour survey",
                               "what does the diver Ola Lind cost"}) {
    const auto hits = engine.recall({.user = "mina", .text = question});
    check(!hits.empty(), question);
    if (!hits.empty()) std::printf("%s: %s\n", question, hits[0].memory.content.c_str());
  }
  check(engine.graph().sources("mina").size() == 4, "three mails and a note are sources");
  return failures == 0 ? 0 : 1;
}
