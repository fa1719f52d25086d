# Installs the public headers, the libraries and a CMake package: find_package(memfold) gives
# memfold::memfold; with COMPONENTS ingest and remote also what memfold::ingest and memfold::remote need.
# Third-party libraries stay private; where the libraries are static the package only has to find them for
# linking. Install components: `library` (what runs), `development` (what is built against) and `command` (the
# memfold command, its manual page and its completions); Package.cmake makes a package of each.
include(CMakePackageConfigHelpers)
include(SharedLibrary)

# Installs the libraries of a KIND (static, shared) as RUNTIME, what is built against and the package that tells of
# them as COMPONENT.
function(memfold_install kind runtime component)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/memfold)
  install(TARGETS ${${kind}_libraries} EXPORT memfold_${component}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component} ${ARGN}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${runtime} NAMELINK_COMPONENT ${component} ${ARGN})
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
foreach(layer ${MEMFOLD_LAYERS})
  set_target_properties(memfold_${layer} PROPERTIES EXPORT_NAME ${layer})
  list(APPEND static_libraries memfold_${layer})
endforeach()

# The same objects once more: linked for the tests too where the libraries are to be static.
if(BUILD_SHARED_LIBS OR MEMFOLD_BUILD_TESTS)
  memfold_shared_library(memfold LAYERS core index storage models engine)
  set(shared_libraries memfold_shared)
  foreach(part ingest remote)
    if(part IN_LIST MEMFOLD_LAYERS)
      memfold_shared_library(${part} LAYERS ${part} LINKS memfold_shared)
      list(APPEND shared_libraries memfold_${part}_shared)
    endif()
  endforeach()
endif()

if(BUILD_SHARED_LIBS)
  memfold_install(shared library development)
  add_library(memfold::memfold ALIAS memfold_shared)
  set(suffix _shared)
else()
  memfold_install(static library development)
  add_library(memfold::memfold ALIAS memfold_static)
  set(suffix "")
endif()
foreach(part ingest remote)
  if(part IN_LIST MEMFOLD_LAYERS)
    add_library(memfold::${part} ALIAS memfold_${part}${suffix})
  endif()
endforeach()
if(MEMFOLD_BUILD_TESTS)  # tests/consumer links either kind
  memfold_install(static test_static test_static EXCLUDE_FROM_ALL)
  memfold_install(shared test_shared test_shared EXCLUDE_FROM_ALL)
endif()
# The C library stands alone: its header, and what pkg-config asks.
install(TARGETS memfold_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(FILES include/memfold.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
# Wherever it is installed to: --prefix may be another than the one configured.
file(RELATIVE_PATH MEMFOLD_PREFIX_FROM_PC "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/memfold.pc.in "${CMAKE_CURRENT_BINARY_DIR}/package/memfold.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/package/memfold.pc"
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# The command, with what it says of itself: its manual page and the completions of three shells.
if(TARGET memfold)
  install(TARGETS memfold RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  set(said "${CMAKE_CURRENT_BINARY_DIR}/package/command")
  add_custom_command(OUTPUT "${said}/bash" "${said}/zsh" "${said}/fish" "${said}/memfold.1"
    COMMAND memfold completion bash > "${said}/bash"
    COMMAND memfold completion zsh > "${said}/zsh"
    COMMAND memfold completion fish > "${said}/fish"
    COMMAND memfold manual > "${said}/memfold.1"
    DEPENDS memfold VERBATIM)
  add_custom_target(memfold_said ALL DEPENDS "${said}/bash" "${said}/zsh" "${said}/fish" "${said}/memfold.1")
  file(MAKE_DIRECTORY "${said}")
  install(FILES "${said}/bash" RENAME memfold
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT command)
  install(FILES "${said}/zsh" RENAME _memfold
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT command)
  install(FILES "${said}/fish" RENAME memfold.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT command)
  install(FILES "${said}/memfold.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
endif()
