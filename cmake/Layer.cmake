# stockade_layer(<name> [LAB] [SOURCES <file>... | EXCLUDE <file>...] [LINK <target>...]): the library of the current
# folder, from those files, or from every .cpp in it and below but the excluded. A folder that holds only headers
# becomes an INTERFACE library, so users link it either way.
# Every layer is also linked into stockade_all, which tests and benchmarks use. LAB: only the program stockade-lab needs
# the layer, which takes long to compile. All other layers are in stockade_play, which the quick tests use.

include(GNUInstallDirs)
add_library(stockade_all INTERFACE)
add_library(stockade_play INTERFACE)
target_link_libraries(stockade_all INTERFACE stockade_play)

function(stockade_layer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "LAB" "" "SOURCES;EXCLUDE;LINK")
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
    target_include_directories(${name} ${scope} $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>
                                                $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/stockade>)
    target_link_libraries(${name} ${scope} ${arg_LINK})
    if(arg_LAB)
        target_link_libraries(stockade_all INTERFACE ${name})
    else()
        target_link_libraries(stockade_play INTERFACE ${name})
    endif()
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

# stockade_cold(<target>...): what is in no hurry. Its templates would be slow to optimise.
function(stockade_cold)
    foreach(target IN LISTS ARGN)
        set_target_properties(${target} PROPERTIES STOCKADE_COLD TRUE)
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    endforeach()
endfunction()

# stockade_program(<name> <main> LINK <layer> [OPTIONS <link option>...]): a program. In a build for one level of
# instruction sets (Dispatch.cmake) it is an object file <name>.o instead: all its code, of which only
# stockade_main_<level>() can be seen from outside, and its static initialisers in a section of their own, so that none
# runs on a processor that lacks the instructions.

function(stockade_program name main)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "LINK" "OPTIONS")
    if(NOT STOCKADE_LEVEL)
        add_executable(${name} ${main})
        target_link_libraries(${name} PRIVATE ${arg_LINK})
        target_link_options(${name} PRIVATE ${arg_OPTIONS})
        return()
    endif()

    add_library(${name} OBJECT ${main})
    target_link_libraries(${name} PRIVATE ${arg_LINK})
    stockade_static_layers(archives ${arg_LINK})
    set(is_cold "$<BOOL:$<TARGET_PROPERTY:\\1,STOCKADE_COLD>>")
    list(TRANSFORM archives REPLACE "(.+)" "$<${is_cold}:$<TARGET_FILE:\\1>>" OUTPUT_VARIABLE cold)
    list(TRANSFORM archives REPLACE "(.+)" "$<$<NOT:${is_cold}>:$<TARGET_FILE:\\1>>" OUTPUT_VARIABLE hot)
    set(object ${CMAKE_BINARY_DIR}/${name}.o)
    add_custom_command(
        OUTPUT ${object}
        # Of an inline function the linker keeps the first copy: that of the hot code, which has the instructions.
        COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -Wl,--force-group-allocation -o ${object}.all
                -Wl,--whole-archive ${hot} -Wl,--no-whole-archive $<TARGET_OBJECTS:${name}>
                -Wl,--start-group ${cold} -Wl,--end-group
        COMMAND ${CMAKE_OBJCOPY} --redefine-sym main=stockade_main_${STOCKADE_LEVEL}
                --keep-global-symbol=stockade_main_${STOCKADE_LEVEL}
                --rename-section .init_array=stockade_init_${STOCKADE_LEVEL},alloc,load,data,contents
                ${object}.all ${object}
        COMMAND ${CMAKE_COMMAND} -E rm ${object}.all
        DEPENDS ${archives} ${name} $<TARGET_OBJECTS:${name}>
        COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(${name}.o DEPENDS ${object})
endfunction()

# stockade_static_layers(<variable> <target>...): the static libraries of this project that those targets need.
function(stockade_static_layers variable)
    set(found "")
    set(open ${ARGN})
    while(open)
        list(POP_FRONT open target)
        if(NOT target MATCHES "^(stockade_|fmt::fmt$)" OR NOT TARGET ${target})
            continue()
        endif()
        get_target_property(alias ${target} ALIASED_TARGET)
        if(alias)
            set(target ${alias})
        endif()
        get_target_property(type ${target} TYPE)
        if(target IN_LIST found)
            continue()
        endif()
        if(type STREQUAL STATIC_LIBRARY)
            list(APPEND found ${target})
        endif()
        get_target_property(needed ${target} INTERFACE_LINK_LIBRARIES)
        if(needed)
            list(APPEND open ${needed})
        endif()
    endwhile()
    set(${variable} ${found} PARENT_SCOPE)
endfunction()
