# Installs the public headers, the libraries and a CMake package: find_package(memfold) gives
# memfold::memfold, find_package(memfold COMPONENTS remote) also what memfold::remote needs. Third-party
# libraries stay private; the package only has to find them for linking.
include(CMakePackageConfigHelpers)

add_library(memfold_memfold INTERFACE)
set_target_properties(memfold_memfold PROPERTIES EXPORT_NAME memfold)
target_link_libraries(memfold_memfold INTERFACE memfold_engine memfold_models)
add_library(memfold::memfold ALIAS memfold_memfold)

set(layers core index storage models remote engine)
foreach(layer ${layers})
  set_target_properties(memfold_${layer} PROPERTIES EXPORT_NAME ${layer})
endforeach()
list(TRANSFORM layers PREPEND memfold_ OUTPUT_VARIABLE layer_targets)
install(TARGETS memfold_memfold ${layer_targets} EXPORT memfoldTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/memfold DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT memfoldTargets NAMESPACE memfold:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/memfold)

configure_package_config_file(cmake/memfoldConfig.cmake.in
  "${CMAKE_CURRENT_BINARY_DIR}/memfoldConfig.cmake"
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/memfold)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/memfoldConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/memfoldConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/memfoldConfigVersion.cmake"
              cmake/LibraryDependencies.cmake cmake/RemoteDependencies.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/memfold)
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET memfold)
  install(TARGETS memfold RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
