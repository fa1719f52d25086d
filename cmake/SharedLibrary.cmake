# memfold_shared_library(NAME LAYERS ... [LINKS ...])
# memfold::NAME as a shared library of the objects of some layers (docs/decisions/0023-shared-libraries.md).
# With LINKS, shared libraries of ours below it, it has a copy of `core` of its own: what they share are
# public declarations.
function(memfold_shared_library name)
  cmake_parse_arguments(ARG "" "" "LAYERS;LINKS" ${ARGN})
  string(REGEX REPLACE "^memfold_memfold$" "memfold" library memfold_${name})
  set(target ${library}_shared)
  add_library(${target} SHARED)
  foreach(layer ${ARG_LAYERS})
    get_target_property(third_party memfold_${layer} MEMFOLD_THIRD_PARTY)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:memfold_${layer}>)
    target_link_libraries(${target} PRIVATE ${third_party})
  endforeach()
  if(ARG_LINKS)
    target_link_libraries(${target} PUBLIC ${ARG_LINKS} PRIVATE memfold_core)
  endif()
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # What comes out of static libraries stays inside.
  target_link_options(${target} PRIVATE LINKER:--exclude-libs,ALL)
  if(MEMFOLD_SANITIZE)
    target_link_options(${target} PUBLIC -fsanitize=${MEMFOLD_SANITIZE})
  else()
    target_link_options(${target} PRIVATE LINKER:--no-undefined)  # those of a sanitizer are the program's
  endif()
  # libmemfold.so is the C library (call/).
  string(REGEX REPLACE "^memfold$" "memfold++" file_name ${library})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME ${file_name} LINKER_LANGUAGE CXX
    INSTALL_RPATH "$ORIGIN"
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()
