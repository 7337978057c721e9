# stockade_embed_networks(<target>): lets src/net/embedded.cpp, a source of that target of the current folder, find the
# files of networks/. They lie inside the program, so that it finds them wherever it is copied to. The browser's modules
# stay small instead: the page fetches what it needs.

function(stockade_embed_networks target)
    file(GLOB networks CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/networks/*.net)
    if(EMSCRIPTEN)
        set(networks "")
    endif()
    set(embedded "")
    foreach(network IN LISTS networks)
        string(APPEND embedded "EMBED(\"${network}\")\n")
    endforeach()
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/embedded_networks.inc CONTENT "${embedded}")
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
    set_source_files_properties(${CMAKE_SOURCE_DIR}/src/net/embedded.cpp PROPERTIES OBJECT_DEPENDS "${networks}")
endfunction()
