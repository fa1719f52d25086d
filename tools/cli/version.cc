#include "tools/cli/version.h"

namespace memfold::tools {

const char* const kVersion = MEMFOLD_VERSION;
const char* const kCompiler = MEMFOLD_COMPILER;
const char* const kLibraries = MEMFOLD_LIBRARIES;

}  // namespace memfold::tools
