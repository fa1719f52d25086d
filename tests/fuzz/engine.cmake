# Fuzz targets of the engine.
memfold_fuzz(import_fuzz
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/import_fuzz.cc
  LINKS memfold_engine memfold_models)
