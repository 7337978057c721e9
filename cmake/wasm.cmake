# Toolchain file for Debian's Emscripten.

set(emscripten_toolchain /usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
if(NOT EXISTS ${emscripten_toolchain})
    message(FATAL_ERROR "Emscripten is missing: run scripts/setup.sh wasm")
endif()
include(${emscripten_toolchain})

# The optimising link runs JavaScript passes whose node modules Debian keeps in this folder.
set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
