# Fuzz targets of the doors.
memfold_fuzz(request_fuzz SOURCES ${CMAKE_CURRENT_LIST_DIR}/request_fuzz.cc LINKS memfold_call)
