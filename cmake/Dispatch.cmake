# One program for every x86-64 processor: the code of each program is compiled once for each level of instruction sets,
# by builds of this same project, and src/dispatch/main.cpp chooses a level when the program starts. Levels share
# nothing but the networks and the libraries of the system, so no instruction of one gets into another.

if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    message(FATAL_ERROR "STOCKADE_DISPATCH is for x86-64; ${CMAKE_SYSTEM_PROCESSOR} has one level")
endif()
include(ExternalProject)

set(arch_baseline x86-64)
set(arch_avx2 x86-64-v3)
set(arch_avx512 x86-64-v4)  # and VNNI, see Compiler.cmake
set(programs stockade stockade-lab)
if(STOCKADE_SERVER)
    list(APPEND programs stockade-server stockade-client)
endif()
list(TRANSFORM programs APPEND .o OUTPUT_VARIABLE objects)

foreach(level baseline avx2 avx512)
    set(folder ${CMAKE_BINARY_DIR}/${level})
    list(TRANSFORM objects PREPEND ${folder}/ OUTPUT_VARIABLE made)
    ExternalProject_Add(level_${level}
        SOURCE_DIR ${CMAKE_SOURCE_DIR}
        BINARY_DIR ${folder}
        CMAKE_ARGS -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_UNITY_BUILD=${CMAKE_UNITY_BUILD}
                   -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
                   -DCMAKE_CXX_FLAGS_RELEASE=${CMAKE_CXX_FLAGS_RELEASE}
                   # Local symbols only: a unique symbol would be shared between levels.
                   -DCMAKE_CXX_FLAGS=-fno-gnu-unique
                   -DSTOCKADE_ARCH=${arch_${level}} -DSTOCKADE_LEVEL=${level} -DSTOCKADE_SERVER=${STOCKADE_SERVER}
                   -DSTOCKADE_TRAINING=${STOCKADE_TRAINING} -DSTOCKADE_TESTS=OFF
        BUILD_COMMAND ${CMAKE_COMMAND} --build . --target ${objects}
        BUILD_ALWAYS ON
        BUILD_BYPRODUCTS ${made}
        INSTALL_COMMAND ""
        USES_TERMINAL_BUILD ON)
endforeach()

add_subdirectory(src/dispatch)
