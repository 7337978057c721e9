# Language level, warnings, target architecture and sanitizers for every target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

find_program(STOCKADE_CCACHE ccache)
if(STOCKADE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Clones and worktrees in other folders share what is compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
        ${STOCKADE_CCACHE})
endif()

# -Wconversion stays out: it flags nearly every line of bit arithmetic.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Werror)
# A fused multiply-add rounds differently: without it every compiler gives the same numbers and searches the same nodes.
add_compile_options(-ffp-contract=off)
# g++ 12 warns of overlapping copies inside std::string's operator+ where there are none (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_compile_options(-Wno-restrict)
endif()

# A type that hides in an unnamed namespace looks to g++ as if a header had it, where a batch includes the source.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-Wno-subobject-linkage)
endif()

# The binary is built where it runs, so a processor below x86-64-v3 (no AVX2 or BMI2) gets the baseline instead.
set(default_arch "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND NOT EMSCRIPTEN)
    set(default_arch x86-64-v3)
    if(EXISTS /proc/cpuinfo)
        file(STRINGS /proc/cpuinfo cpu_flags REGEX "^flags" LIMIT_COUNT 1)
        if(NOT cpu_flags MATCHES " avx2( |$)" OR NOT cpu_flags MATCHES " bmi2( |$)")
            set(default_arch x86-64)
        endif()
    endif()
endif()
set(STOCKADE_ARCH "${default_arch}" CACHE STRING "Value of -march=; empty for the compiler's default")
if(STOCKADE_LEVEL)
    # Code that is in no hurry (stockade_cold()) is the same in every level, so that ccache compiles it once.
    set(cold $<BOOL:$<TARGET_PROPERTY:STOCKADE_COLD>>)
    add_compile_options($<${cold}:-march=x86-64> $<$<NOT:${cold}>:-march=${STOCKADE_ARCH}>)
    if(STOCKADE_LEVEL STREQUAL avx512)
        add_compile_options($<$<NOT:${cold}>:-mavx512vnni>)
    endif()
elseif(STOCKADE_ARCH)
    add_compile_options(-march=${STOCKADE_ARCH})
endif()

# As options of the compiler alone: whether a module has threads is settled when it is linked (src/wasm).
if(EMSCRIPTEN AND STOCKADE_WASM STREQUAL engine)
    add_compile_options(-pthread -msimd128)
endif()
if(WIN32)
    # No old macros named min and max; gmtime_r(); names in UTF-16 are the system's, all texts of ours are UTF-8.
    add_compile_definitions(NOMINMAX WIN32_LEAN_AND_MEAN _POSIX_THREAD_SAFE_FUNCTIONS _WIN32_WINNT=0x0A00)
    # The stack of Windows is aligned to 16 bytes only, and g++ does not know (GCC bug 54412).
    add_compile_options(-Wa,-muse-unaligned-vector-move)
    # Without the date of the link the same sources give the same bytes.
    add_link_options(-static -Wl,--no-insert-timestamp)
endif()

if(STOCKADE_SANITIZE)
    add_compile_options(-fsanitize=${STOCKADE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${STOCKADE_SANITIZE})
    # Also catches an index that is out of range but still inside allocated memory, which the sanitizers cannot see.
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()
if(STOCKADE_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
