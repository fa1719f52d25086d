# The list lies beside the tests it names, where the layout test looks for it.
include("${CMAKE_CURRENT_LIST_DIR}/language/tests.cmake")
