# Every third-party library, each linked PRIVATE by the one layer that needs it. Debian bookworm's
# versions are the floor; see docs/decisions/0001-dependencies.md for why each is here.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(TBB REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(RocksDB REQUIRED)
find_package(FlatBuffers NAMES FlatBuffers Flatbuffers flatbuffers REQUIRED)
find_package(simdjson REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(spdlog REQUIRED)
find_package(ZLIB REQUIRED)
find_package(BLAS REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(gmime REQUIRED IMPORTED_TARGET gmime-3.0)

# FAISS brings its own BLAS and OpenMP needs; both run single-threaded here (engine owns the threads).
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(faiss REQUIRED)
