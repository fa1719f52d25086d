/* Folds three statements, asks what is known, and why it was decided so.
 *   cc remember.c $(pkg-config --cflags --libs memfold) -o remember && ./remember notes.db */
#include <memfold.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(mf_status status, char* error) {
  fprintf(stderr, "%s: %s\n", mf_status_name(status), error);
  mf_free(error);
  exit(1);
}

static void call(mf_engine* engine, const char* method, const char* request) {
  char *reply = NULL, *error = NULL;
  const mf_status status = mf_call(engine, method, request, &reply, &error);
  if (status != MF_OK) fail(status, error);
  printf("%s: %s\n", method, reply);
  mf_free(reply);
}

int main(int argc, char** argv) {
  mf_engine* engine = NULL;
  char* error = NULL;
  const mf_status status =
      mf_open(argc > 1 ? argv[1] : "notes.db", "{\"mode\": \"balanced\"}", NULL, &engine, &error);
  if (status != MF_OK) fail(status, error);
  call(engine, "fold",
       "{\"facts\": ["
       "{\"user\": \"mina\", \"content\": \"The release is on Friday 3 April 2026.\","
       " \"source_id\": \"mail-1\", \"stated_at\": \"2026-03-02T09:00:00Z\"},"
       "{\"user\": \"mina\", \"content\": \"The release moved to Tuesday 7 April 2026.\","
       " \"source_id\": \"mail-2\", \"stated_at\": \"2026-03-09T09:00:00Z\"},"
       "{\"user\": \"mina\", \"content\": \"Q1 마케팅 예산은 5000만원입니다.\","
       " \"source_id\": \"mail-3\", \"stated_at\": \"2026-03-10T09:00:00Z\"}]}");
  call(engine, "recall", "{\"user\": \"mina\", \"text\": \"when is the release?\", \"k\": 1}");
  call(engine, "log", "{\"user\": \"mina\", \"limit\": 1}");
  if (mf_close(engine, &error) != MF_OK) fail(MF_INTERNAL, error);
  return 0;
}
