/* memfold for C, and for every language that can call C.
 *
 *   mf_engine* engine;
 *   char* error = NULL;
 *   if (mf_open("mail.db", NULL, NULL, &engine, &error) != MF_OK) ...
 *   char* reply = NULL;
 *   mf_call(engine, "recall", "{\"user\": \"mina\", \"text\": \"Q1 budget\"}", &reply, &error);
 *
 * One function calls every method of an engine; docs/c.md lists them with their requests and
 * replies. Texts are UTF-8 and end with NUL. Every function may be called from any thread; none
 * lets a C++ exception out. In a process forked from the one that opened it, an engine answers
 * every call with MF_LOCKED and harms nothing.
 */
#ifndef MEMFOLD_H
#define MEMFOLD_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MF_API __attribute__((visibility("default")))
#else
#define MF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Why a call could not go on. Values are for ever. */
typedef enum mf_status {
  MF_OK = 0,
  MF_INVALID_ARGUMENT = 1, /* the request cannot be used as given */
  MF_NOT_FOUND = 2,        /* no such memory, user, file, decision or method */
  MF_MISMATCH = 3,         /* the store was made with another format, embedder or dimension */
  MF_LOCKED = 4,           /* another process has the store open, or opened this engine */
  MF_CORRUPTION = 5,       /* stored bytes do not verify */
  MF_IO = 6,               /* the file system refused */
  MF_UNSUPPORTED = 7,      /* known, but not offered here */
  MF_MODEL = 8,            /* a callback failed, or answered what it may not */
  MF_STOPPED = 9,          /* its time was up (timeout_ms): what was committed stays */
  MF_CLOSED = 10,          /* the engine was closed, or never was one */
  MF_NO_MEMORY = 11,
  MF_INTERNAL = 12 /* a bug in memfold: please report it with the message */
} mf_status;

/* An open store. A handle, not an address: of a closed engine it is refused, never followed. */
typedef struct mf_engine mf_engine;

/* A text that need not end with NUL. */
typedef struct mf_text {
  const char* bytes;
  size_t length;
} mf_text;

/* Where a callback says what went wrong: writes at most `size` bytes, NUL included. */
typedef struct mf_problem {
  char* text;
  size_t size;
} mf_problem;

/* Turns texts into vectors. `size` is sizeof(mf_embedder): what a later version adds is behind
 * what this one knows. Called from several threads at once, until mf_close() returns. */
typedef struct mf_embedder {
  size_t size;
  void* context;
  const char* name; /* name@version; a store remembers it. Copied. */
  int dimension;    /* 1..4096 */
  /* Writes count rows of `dimension` numbers; memfold brings them to unit length. A row of zeros:
   * nothing to embed. Returns 0, or anything else with a problem. */
  int (*embed)(void* context, const mf_text* texts, size_t count, float* rows, mf_problem* problem);
  /* Pairs of cosine and similarity, both ascending, that say what a cosine of this embedder means
   * (docs/embedding.md); NULL and 0: the cosine itself. Copied. */
  const double* calibration;
  size_t calibration_points;
  size_t texts_per_call; /* that a call does best with; 0: all there are */
} mf_embedder;

/* Takes the answer of an Analyst: an analysis as JSON, as `explain` gives it. Copies it. */
typedef struct mf_answer mf_answer;

/* Compares two statements. `request` is {"existing": {content, subject, occurred_at},
 * "incoming": {...}}. Answers with mf_set_answer() once and returns 0, or returns anything else
 * with a problem. Called from several threads at once, until mf_close() returns. */
typedef struct mf_analyst {
  size_t size; /* sizeof(mf_analyst) */
  void* context;
  const char* name; /* name@version. Copied. */
  int (*compare)(void* context, const char* request, mf_answer* answer, mf_problem* problem);
} mf_analyst;

MF_API void mf_set_answer(mf_answer* answer, const char* analysis_json);

typedef enum mf_log_level {
  MF_LOG_DEBUG = 0,
  MF_LOG_INFO = 1,
  MF_LOG_WARNING = 2,
  MF_LOG_ERROR = 3
} mf_log_level;

/* Told what no call would say, in events of `level` and graver (docs/events.md). `event` is a JSON
 * object on one line: {"level": "warning", "event": "lane_file_failed", "text": "...", "fields":
 * {"reason": "..."}}. It never holds what a memory says or who a user is. Called from any thread,
 * from several at once, while mf_open() runs and until mf_close() returns; it may not call an
 * engine. */
typedef struct mf_log {
  size_t size; /* sizeof(mf_log) */
  void* context;
  mf_log_level level;
  void (*tell)(void* context, mf_log_level level, const char* event);
} mf_log;

/* What the host brings; NULL parts are the built-in ones, and no log. */
typedef struct mf_host {
  size_t size; /* sizeof(mf_host) */
  const mf_embedder* embedder;
  const mf_analyst* analyst;
  const mf_log* log;
} mf_host;

/* Vectors beside a request, row-major: of `fold` one row a fact, of `recall`, `explain` and `edit`
 * one. Borrowed for the call. */
typedef struct mf_vectors {
  const float* values;
  size_t rows, dimension;
} mf_vectors;

/* What goes with one call beside its request. NULL parts: none. */
typedef struct mf_extras {
  size_t size; /* sizeof(mf_extras) */
  const mf_vectors* vectors;
  /* Told now and then how far `backfill` is, one call at a time, from any thread, with figures as a
   * JSON object. Anything but 0: stop at the next good place, and reply with what was done
   * ("stopped": true), as it does when its timeout_ms is up. */
  int (*progress)(void* context, const char* figures);
  void* progress_context;
} mf_extras;

/* Opens or creates the store in directory `path`. `options` is NULL or a JSON object with the keys
 * of docs/config.md, nested or with dots, and read_only, create_if_missing, now. `host` may be
 * NULL; callbacks stay in use until mf_close() returns, the structs only during this call. On
 * failure *engine is NULL. */
MF_API mf_status mf_open(const char* path, const char* options, const mf_host* host,
                         mf_engine** engine, char** error);

/* Calls a method. `request` is NULL or a JSON object of at most 64 MiB. On MF_OK *reply is the
 * answer, a JSON object; otherwise *error is a sentence that says what to do and holds no memory's
 * content. Both, when not NULL, go back with mf_free(); the other one is NULL. `reply` and `error`
 * may be NULL: that one is not wanted. With durability sync, the default, what was decided is on
 * disk when this returns. A callback may not call an engine. */
MF_API mf_status mf_call(mf_engine* engine, const char* method, const char* request, char** reply,
                         char** error);
MF_API mf_status mf_call_with(mf_engine* engine, const char* method, const char* request,
                              const mf_extras* extras, char** reply, char** error);

/* Waits for the calls that run, then lets the store go. Calls that come later, and a second
 * mf_close(), get MF_CLOSED. */
MF_API mf_status mf_close(mf_engine* engine, char** error);

MF_API void mf_free(char* text); /* NULL is fine */

MF_API const char* mf_version(void);                 /* "0.1.0" */
MF_API const char* mf_status_name(mf_status status); /* "not_found"; "unknown" for no status */

#ifdef __cplusplus
}
#endif

#endif
