# Every third-party library, each linked PRIVATE by the one layer that needs it; see
# docs/decisions/0001-dependencies.md for why each is here.
include(LibraryDependencies)
include(IngestDependencies)
include(RemoteDependencies)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
