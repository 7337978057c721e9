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
