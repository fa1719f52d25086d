# What the installed libraries link, each PRIVATE to one layer; used by the build and by the installed
# package alike. Debian bookworm's versions are the floor.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(TBB REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(RocksDB REQUIRED)
find_package(FlatBuffers NAMES FlatBuffers Flatbuffers flatbuffers REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)
