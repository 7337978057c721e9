# Third-party libraries, all from the distribution.

if(EMSCRIPTEN)
    # Putting /usr/include on the path would mix glibc's headers with Emscripten's, so only the header-only
    # libraries we use are linked into a folder of their own.
    set(wasm_include ${CMAKE_BINARY_DIR}/include)
    file(MAKE_DIRECTORY ${wasm_include})
    if(NOT EXISTS /usr/include/fmt/format.h)
        message(FATAL_ERROR "/usr/include/fmt/format.h is missing: run scripts/setup.sh wasm")
    endif()
    file(CREATE_LINK /usr/include/fmt ${wasm_include}/fmt SYMBOLIC)
    file(CREATE_LINK /usr/include/nlohmann ${wasm_include}/nlohmann SYMBOLIC)
    add_library(fmt_header_only INTERFACE)
    add_library(fmt::fmt ALIAS fmt_header_only)
    target_include_directories(fmt_header_only SYSTEM INTERFACE ${wasm_include})
    # Without these, every number drags the locales of iostreams along.
    target_compile_definitions(fmt_header_only INTERFACE FMT_HEADER_ONLY "FMT_STATIC_THOUSANDS_SEPARATOR=','" FMT_USE_LONG_DOUBLE=0)
    add_library(nlohmann_json::nlohmann_json ALIAS fmt_header_only)
    # Threads are a matter of compiler flags here, set by the preset.
    add_library(no_threads INTERFACE)
    add_library(Threads::Threads ALIAS no_threads)
    return()
endif()

find_package(Threads REQUIRED)
if(STOCKADE_STATIC)
    # Debian has no static fmt, so its code is compiled into whoever includes it.
    add_library(fmt_header_only INTERFACE)
    add_library(fmt::fmt ALIAS fmt_header_only)
    target_compile_definitions(fmt_header_only INTERFACE FMT_HEADER_ONLY)
else()
    find_package(fmt REQUIRED)
endif()
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

if(STOCKADE_SERVER)
    include(ServerDependencies)
endif()

set(CURSES_NEED_NCURSES TRUE)
set(CURSES_NEED_WIDE TRUE)
find_package(Curses REQUIRED)
add_library(stockade_curses INTERFACE)
target_link_libraries(stockade_curses INTERFACE ${CURSES_LIBRARIES})
target_include_directories(stockade_curses SYSTEM INTERFACE ${CURSES_INCLUDE_DIRS})

if(STOCKADE_TESTS)
    find_package(GTest REQUIRED)
endif()
if(STOCKADE_BENCH)
    find_package(benchmark REQUIRED)
endif()
