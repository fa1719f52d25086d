# Fuzz targets of the storage layer.
set(storage_schemas "$<TARGET_PROPERTY:memfold_storage,BINARY_DIR>/generated")
memfold_fuzz(flatbuffers_fuzz
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/flatbuffers_fuzz.cc
  LINKS memfold_storage flatbuffers::flatbuffers)
target_include_directories(flatbuffers_fuzz SYSTEM PRIVATE ${storage_schemas})

# Writes the corpus anew after a change of the schemas: flatbuffers_seeds tests/fuzz/corpus/flatbuffers
add_executable(flatbuffers_seeds
  ${CMAKE_CURRENT_LIST_DIR}/flatbuffers_seeds.cc
  ${PROJECT_SOURCE_DIR}/tests/storage/random_values.cc)
memfold_compile_options(flatbuffers_seeds)
target_link_libraries(flatbuffers_seeds PRIVATE memfold_storage flatbuffers::flatbuffers)
target_include_directories(flatbuffers_seeds SYSTEM PRIVATE ${storage_schemas})
