# Fuzz targets of the ingest layer; seeds are in corpus/.
foreach(source mail_fuzz.cc jsonl_fuzz.cc source_fuzz.cc)
  cmake_path(GET source STEM target)
  add_executable(${target} ${source})
  memfold_compile_options(${target})
  target_compile_options(${target} PRIVATE -fsanitize=fuzzer)
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${target} PRIVATE memfold_ingest memfold_models)
endforeach()
