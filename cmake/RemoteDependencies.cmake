# What the layer `remote` links beyond the rest; used by the build, and by the installed package when
# the component is asked for.
find_package(CURL 7.88 REQUIRED)
