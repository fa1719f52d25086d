# memfold_layer(NAME SOURCES ... LINKS ... THIRD_PARTY ...)
# One static library per layer: LINKS are the layers below it, THIRD_PARTY stays private. Only what the
# public headers declare is visible outside of the library it ends up in (Install.cmake), and the same
# objects make static and shared libraries. Its sources
# are compiled ten at a time (MEMFOLD_UNITY), so that heavy headers are read once for ten of them:
# names in anonymous namespaces are therefore unique within a layer.
function(memfold_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;THIRD_PARTY" ${ARGN})
  add_library(memfold_${name} STATIC ${ARG_SOURCES})
  memfold_compile_options(memfold_${name})
  target_include_directories(memfold_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(memfold_${name} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_THIRD_PARTY})
  set_target_properties(memfold_${name} PROPERTIES UNITY_BUILD ${MEMFOLD_UNITY} UNITY_BUILD_BATCH_SIZE 10
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON MEMFOLD_THIRD_PARTY "${ARG_THIRD_PARTY}")
endfunction()

# What every target of ours is compiled with. -ffp-contract=off is part of promise P3: a fused
# multiply-add rounds once where two operations round twice, so results would depend on the machine.
function(memfold_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -ffp-contract=off)
  # g++ 12 sees overlaps in std::string that are not there (GCC bug 105651).
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  # A private type may hold one of an anonymous namespace: in a unit of ten g++ takes its file for a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  if(MEMFOLD_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(MEMFOLD_SANITIZE)
    # Undefined behaviour must end a test or a fuzzer, not scroll by.
    target_compile_options(${target} PUBLIC
      -fsanitize=${MEMFOLD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${MEMFOLD_SANITIZE})
  endif()
endfunction()
