# Every third-party library, each linked PRIVATE by the one layer that needs it and looked for only where that is
# built; see docs/decisions/0001-dependencies.md for why each is here.
include(LibraryDependencies)
find_package(nlohmann_json REQUIRED)
if(MEMFOLD_BUILD_INGEST)
  include(IngestDependencies)
endif()
if(MEMFOLD_BUILD_REMOTE)
  include(RemoteDependencies)
endif()
if(MEMFOLD_BUILD_COMMAND)
  find_package(yaml-cpp REQUIRED)
  find_package(CLI11 REQUIRED)
endif()
