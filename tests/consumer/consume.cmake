# Installs the libraries of one KIND (static, shared) into WORK, then configures, builds and runs PROJECT
# against them.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
endfunction()

# What is visible in a shared library is what the public headers declare, and the few names of
# engine/graph/source_steps.h. Weak symbols are templates and inline functions, which any library has.
function(check_visible library)
  execute_process(COMMAND nm -DC --defined-only ${library} OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]* [TBDR] [^\n]*" strong "${names}")
  if(NOT strong MATCHES "memfold::")
    message(FATAL_ERROR "${library} shows nothing of memfold")
  endif()
  foreach(name IN LISTS strong)
    if(NOT name MATCHES " [TBDR] memfold::" OR name MATCHES "memfold::[a-z_]+::" AND
       NOT name MATCHES "memfold::graph::(as_written|sum_up|hear)")
      message(FATAL_ERROR "${library} shows ${name}")
    endif()
  endforeach()
endfunction()

set(prefix ${WORK}/prefix)
file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component test_${KIND})
file(GLOB_RECURSE shared_libraries ${prefix}/libmemfold*.so)
list(LENGTH shared_libraries count)
if(KIND STREQUAL shared AND NOT count EQUAL 3)
  message(FATAL_ERROR "there should be three shared libraries, and are: ${shared_libraries}")
endif()
foreach(library IN LISTS shared_libraries)
  check_visible(${library})
endforeach()

set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=${SANITIZE}")
endif()
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_CXX_FLAGS=${flags} -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer ${WORK}/store.db)
run(${WORK}/build/mail_consumer ${PROJECT} ${WORK}/mail.db)
run(${WORK}/build/remote_consumer)
