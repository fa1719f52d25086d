# What the layer `ingest` links beyond the rest; used by the build, and by the installed package when the
# component is asked for.
find_package(PkgConfig REQUIRED)
find_package(simdjson REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(gmime REQUIRED IMPORTED_TARGET gmime-3.0)
