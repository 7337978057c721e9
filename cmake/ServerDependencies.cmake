# What the server alone needs. Debian's SOCI and libsodium come without CMake files, and that of NATS names a
# static library which is not there.

find_package(Boost 1.81 REQUIRED)
find_library(SOCI_CORE soci_core REQUIRED)
find_library(SOCI_SQLITE soci_sqlite3 REQUIRED)
find_library(SOCI_POSTGRESQL soci_postgresql REQUIRED)
find_library(SODIUM sodium REQUIRED)
find_library(NATS nats REQUIRED)
find_package(spdlog REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_library(PQ pq REQUIRED)
find_path(PQ_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql REQUIRED)
find_package(PkgConfig REQUIRED)
# Pictures: librsvg draws them by cairo, with the page's font, which woff2 unpacks and fontconfig is given. Rules: md4c
# makes HTML of Markdown.
pkg_check_modules(STOCKADE_PAGES REQUIRED IMPORTED_TARGET librsvg-2.0>=2.50 cairo-png fontconfig libwoff2dec md4c-html)
add_library(stockade_store_libraries INTERFACE)
target_link_libraries(stockade_store_libraries INTERFACE ${SOCI_SQLITE} ${SOCI_POSTGRESQL} ${SOCI_CORE} ${PQ}
                                                         ${SODIUM} ${NATS})
target_include_directories(stockade_store_libraries SYSTEM INTERFACE ${PQ_INCLUDE})
if(STOCKADE_SANITIZE MATCHES undefined)
    # SOCI's headers use classes whose type information its library keeps to itself.
    target_compile_options(stockade_store_libraries INTERFACE -fno-sanitize=vptr)
endif()
