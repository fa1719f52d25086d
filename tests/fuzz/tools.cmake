# Fuzz targets of the command.
memfold_fuzz(config_fuzz SOURCES ${CMAKE_CURRENT_LIST_DIR}/config_fuzz.cc LINKS memfold_tools)
memfold_fuzz(calibration_fuzz
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/calibration_fuzz.cc
  LINKS memfold_tools)
