# stockade_embed(<target> <function> <folder> <file>...): files of the project inside the program. The function, which
# server/embedded.h declares, lists them by their paths from the folder.

function(stockade_embed target function folder)
    set(assembler "")
    set(symbols "")
    set(entries "")
    set(number 0)
    foreach(file IN LISTS ARGN)
        file(RELATIVE_PATH name ${folder} ${file})
        set(symbol stockade_${function}_${number})
        string(APPEND assembler "    \".global ${symbol}\\n${symbol}:\\n.incbin \\\"${file}\\\"\\n\"\n"
               "    \".global ${symbol}_end\\n${symbol}_end:\\n\"\n")
        string(APPEND symbols "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
        string(APPEND entries "        {\"${name}\",\n"
               "         {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
        math(EXPR number "${number} + 1")
    endforeach()
    set(source ${CMAKE_BINARY_DIR}/generated/embedded/${function}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Made by cmake/Embed.cmake.
#include \"server/embedded.h\"

asm(\".pushsection .rodata\\n\"
${assembler}    \".popsection\\n\");
${symbols}
namespace stockade::server {

std::span<const EmbeddedFile> ${function}() {
    static const EmbeddedFile kFiles[] = {
${entries}    };
    return kFiles;
}

}  // namespace stockade::server
")
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${ARGN}" SKIP_UNITY_BUILD_INCLUSION TRUE)
    target_sources(${target} PRIVATE ${source})
endfunction()
