# A fresh store each time, so that the example shows what a first run shows.
file(REMOVE_RECURSE ${STORE})
execute_process(COMMAND ${EXAMPLE} ${STORE} COMMAND_ERROR_IS_FATAL ANY)
