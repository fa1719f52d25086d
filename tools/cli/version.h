// What this binary was built from.
#pragma once

namespace memfold::tools {

extern const char* const kVersion;    ///< e.g. "0.1.0"
extern const char* const kCompiler;   ///< e.g. "GNU 12.2.0"
extern const char* const kLibraries;  ///< names and versions of the libraries it was built with

}  // namespace memfold::tools
