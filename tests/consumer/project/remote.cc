// The one library beside memfold::memfold: Analysts over the network.
#include <memfold/models.h>
#include <memfold/remote.h>

#include <cstdio>

int main() {
  memfold::RemoteOptions options;
  options.model = "any";
  const auto analyst =
      memfold::cascade_analyst(memfold::builtin_analyst(), memfold::remote_analyst(options), 0);
  const auto analysis = analyst->compare({"킥오프는 3시", {}, {}}, {"킥오프는 4시", {}, {}});
  std::printf("%s by %s\n", analyst->name().c_str(), analysis.analyst.c_str());
  return analyst->counters().sent == 0 ? 0 : 1;
}
