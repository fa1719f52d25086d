# What was learned, and the library's way to it. Another file than the shipped one is for those who fit it.
set(MEMFOLD_WEIGHTS "${PROJECT_SOURCE_DIR}/models/data/memfold.weights" CACHE FILEPATH "The file of weights the library carries")
mark_as_advanced(MEMFOLD_WEIGHTS)
set(MODELS_WEIGHTS_SOURCES
  weights/shipped_weights.cc
  weights/weights.cc
  weights/word_index.cc)
# No compiler sees through .incbin: the object depends on the file by this line alone.
set_source_files_properties(weights/shipped_weights.cc PROPERTIES
  OBJECT_DEPENDS "${MEMFOLD_WEIGHTS}"
  COMPILE_DEFINITIONS "MEMFOLD_WEIGHTS=\"${MEMFOLD_WEIGHTS}\"")
