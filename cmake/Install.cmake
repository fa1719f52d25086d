# Installs the public headers, the libraries and a CMake package: find_package(memfold) gives
# memfold::memfold; with COMPONENTS ingest and remote also what memfold::ingest and memfold::remote need.
# Third-party libraries stay private; where the libraries are static the package only has to find them for
# linking. Install components: `library`, and `command` for the memfold command.
include(CMakePackageConfigHelpers)
include(SharedLibrary)

# Installs the libraries of a KIND (static, shared) and the package that tells of them, as COMPONENT.
function(memfold_install kind component)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/memfold)
  install(TARGETS ${${kind}_libraries} EXPORT memfold_${component}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component} ${ARGN}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component} ${ARGN})
  install(EXPORT memfold_${component} NAMESPACE memfold:: DESTINATION ${package_dir}
          COMPONENT ${component} ${ARGN})
  set(MEMFOLD_TARGETS memfold_${component}.cmake)
  string(COMPARE EQUAL ${kind} shared MEMFOLD_SHARED)
  set(package "${CMAKE_CURRENT_BINARY_DIR}/package/${component}")
  configure_package_config_file(cmake/memfoldConfig.cmake.in "${package}/memfoldConfig.cmake"
    INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file("${package}/memfoldConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${package}/memfoldConfig.cmake" "${package}/memfoldConfigVersion.cmake"
                cmake/LibraryDependencies.cmake cmake/IngestDependencies.cmake cmake/RemoteDependencies.cmake
          DESTINATION ${package_dir} COMPONENT ${component} ${ARGN})
  install(DIRECTORY include/memfold DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT ${component} ${ARGN})
endfunction()

add_library(memfold_static INTERFACE)
target_link_libraries(memfold_static INTERFACE memfold_engine memfold_models)
set_target_properties(memfold_static PROPERTIES EXPORT_NAME memfold)
set(static_libraries memfold_static)
foreach(layer core index storage models remote engine ingest)
  set_target_properties(memfold_${layer} PROPERTIES EXPORT_NAME ${layer})
  list(APPEND static_libraries memfold_${layer})
endforeach()

# The same objects once more: linked for the tests too where the libraries are to be static.
if(BUILD_SHARED_LIBS OR MEMFOLD_BUILD_TESTS)
  memfold_shared_library(memfold LAYERS core index storage models engine)
  memfold_shared_library(ingest LAYERS ingest LINKS memfold_shared)
  memfold_shared_library(remote LAYERS remote LINKS memfold_shared)
  set(shared_libraries memfold_shared memfold_ingest_shared memfold_remote_shared)
endif()

if(BUILD_SHARED_LIBS)
  memfold_install(shared library)
  add_library(memfold::memfold ALIAS memfold_shared)
  add_library(memfold::ingest ALIAS memfold_ingest_shared)
  add_library(memfold::remote ALIAS memfold_remote_shared)
else()
  memfold_install(static library)
  add_library(memfold::memfold ALIAS memfold_static)
  add_library(memfold::ingest ALIAS memfold_ingest)
  add_library(memfold::remote ALIAS memfold_remote)
endif()
if(MEMFOLD_BUILD_TESTS)  # tests/consumer links either kind
  memfold_install(static test_static EXCLUDE_FROM_ALL)
  memfold_install(shared test_shared EXCLUDE_FROM_ALL)
endif()
# The C library stands alone: its header, and what pkg-config asks.
install(TARGETS memfold_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(FILES include/memfold.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
# Wherever it is installed to: --prefix may be another than the one configured.
file(RELATIVE_PATH MEMFOLD_PREFIX_FROM_PC "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/memfold.pc.in "${CMAKE_CURRENT_BINARY_DIR}/package/memfold.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/package/memfold.pc"
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)
if(TARGET memfold)
  install(TARGETS memfold RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
endif()
