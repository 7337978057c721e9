# stockade_layer(<name> [SOURCES <file>... | EXCLUDE <file>...] [LINK <target>...]): the library of the current folder, from
# those files, or from every .cpp in it and below but the excluded. A folder that holds only headers becomes an INTERFACE
# library, so users link it either way.
# Every layer is also linked into stockade_all, which tests and benchmarks use.

add_library(stockade_all INTERFACE)

function(stockade_layer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;EXCLUDE;LINK")
    set(sources ${arg_SOURCES})
    if(NOT sources)
        file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
    endif()
    foreach(file IN LISTS arg_EXCLUDE)
        list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    endforeach()

    if(sources)
        add_library(${name} STATIC ${sources})
        set(scope PUBLIC)
    else()
        add_library(${name} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_include_directories(${name} ${scope} ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(${name} ${scope} ${arg_LINK})
    target_link_libraries(stockade_all INTERFACE ${name})
endfunction()

# stockade_umbrella(<folder>): a header <folder>/all.h that includes every other header of that folder of src. What a
# layer knows of single games lies in such a folder, a file a game, so that a new game has nothing else to edit there.
function(stockade_umbrella folder)
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/${folder}/*.h)
    list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"\n")
    list(JOIN headers "" includes)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${folder}/all.h @ONLY
         CONTENT "// Made by stockade_umbrella of cmake/Layer.cmake.\n#pragma once\n\n${includes}")
endfunction()
