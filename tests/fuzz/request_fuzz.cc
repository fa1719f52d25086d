// A method on the first line and any bytes behind it as its request: a reply that is JSON, or a
// typed error; and the store, which outlives many of them, verifies.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "call/json.h"
#include "call/session.h"
#include "core/temporary_directory.h"

namespace {

using namespace memfold;  // NOLINT: one small file

constexpr std::size_t kMaxBytes = 4096;
constexpr int kRequestsAStore = 2000;

/// What names files of this machine is not asked.
bool touches_files(std::string_view method) {
  for (const std::string_view one : {"export", "import", "backfill", "fold_file"}) {
    if (method.starts_with(one)) return true;
  }
  return false;
}

class Door {
 public:
  Door()
      : session_(directory_.path() + "/store", call::RequestJson{{"durability", "relaxed"}}, {}) {
    session_.call("fold", call::parse_request(R"({"facts": [
        {"user": "mina", "content": "The budget of Q1 is 5,000."},
        {"user": "mina", "content": "예산이 6000만원으로 증액", "metadata": {"key": "value"}}]})"));
  }

  void ask(std::string_view method, std::string_view request) {
    try {
      const call::Json reply = call::to_json(session_.call(method, call::parse_request(request)));
      const std::string text = reply.dump(-1, ' ', false, call::Json::error_handler_t::replace);
      if (call::Json::parse(text).is_discarded()) std::abort();
    } catch (const Error&) {
    }
  }

  void verify() {
    const auto report = call::to_json(session_.call("verify", call::RequestJson::object()));
    if (report["ok"] != true) std::abort();
  }

 private:
  TemporaryDirectory directory_;
  call::Session session_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > kMaxBytes) return 0;
  static auto& door =
      *new std::unique_ptr<Door>;  // at exit RocksDB is gone before an engine that outlives main()
  static int asked = 0;
  if (!door || ++asked % kRequestsAStore == 0) {
    if (door) door->admin().verify();
    door.reset();
    door = std::make_unique<Door>();
  }
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view method = text.substr(0, end);
  if (!touches_files(method)) door->ask(method, text.substr(std::min(end + 1, text.size())));
  return 0;
}
