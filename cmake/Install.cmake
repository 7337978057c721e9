# `cmake --install`: the programs (component programs), and the libraries with headers, CMake and pkg-config files
# (component development): stockade::rules, stockade::engine and stockade::c.

include(CMakePackageConfigHelpers)

install(TARGETS stockade stockade-lab DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
if(STOCKADE_SERVER)
    install(TARGETS stockade-server stockade-client DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
endif()

add_library(stockade_rules INTERFACE)
target_link_libraries(stockade_rules INTERFACE stockade_record stockade_games stockade_board stockade_base)
set(layers base board games record search net engine)
foreach(name IN LISTS layers ITEMS rules c)
    set_target_properties(stockade_${name} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS stockade_${name} EXPORT stockade ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endforeach()
set(layer_folders ${layers})
list(TRANSFORM layer_folders PREPEND src/)
install(DIRECTORY ${layer_folders} ${CMAKE_BINARY_DIR}/generated/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stockade COMPONENT development FILES_MATCHING PATTERN *.h)
install(FILES src/capi/stockade.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/stockade)
install(EXPORT stockade NAMESPACE stockade:: FILE stockade-targets.cmake
        DESTINATION ${config_folder} COMPONENT development)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/stockade-config-version.cmake COMPATIBILITY SameMinorVersion)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/stockade-config.cmake CONTENT [[
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(fmt)
find_dependency(nlohmann_json)
include(${CMAKE_CURRENT_LIST_DIR}/stockade-targets.cmake)
]] @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/stockade-config.cmake ${CMAKE_BINARY_DIR}/stockade-config-version.cmake
        DESTINATION ${config_folder} COMPONENT development)

# stockade_pkg_config(<name> <description> <include folder> <library>...)
function(stockade_pkg_config name description include)
    list(TRANSFORM ARGN PREPEND -l OUTPUT_VARIABLE libraries)
    list(JOIN libraries " " libraries)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.pc CONTENT [[
prefix=@CMAKE_INSTALL_PREFIX@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@

Name: @name@
Description: @description@
Version: @PROJECT_VERSION@
Requires: fmt
Cflags: -I${includedir}@include@
Libs: -L${libdir} @libraries@ -lstdc++ -lm
]] @ONLY)
    install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()
set(rules stockade_record stockade_games stockade_base)
stockade_pkg_config(stockade-rules "The rules of the Quoridor family, in C++20" /stockade ${rules})
stockade_pkg_config(stockade-engine "The engine of the Quoridor family, in C++20" /stockade
    stockade_engine stockade_net ${rules})
stockade_pkg_config(stockade "Rules, records and engine of the Quoridor family, in C" ""
    stockade stockade_engine stockade_net ${rules})
