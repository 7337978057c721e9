# stockade_messages(<folder>): writes <folder>/<word>.h for each first word of the codes in messages/en.json that the
# program raises, with the English words and the names of the arguments (base/message.h). Codes that begin with `page.`
# are the page's own. A header is written only when it changes, so that a new message compiles few files again.
#
# The file is read line by line: one code a line, as docs/messages.md wants it.

function(stockade_messages folder)
    set(file ${CMAKE_SOURCE_DIR}/messages/en.json)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} json)
    # What CMake would take for parts of a list.
    string(ASCII 1 semicolon)
    string(ASCII 2 open)
    string(ASCII 3 close)
    string(REPLACE ";" "${semicolon}" json "${json}")
    string(REPLACE "[" "${open}" json "${json}")
    string(REPLACE "]" "${close}" json "${json}")
    string(REPLACE "\n" ";" lines "${json}")

    set(words "")
    foreach(line IN LISTS lines)
        if(line MATCHES "^ *[{}]?$" OR line MATCHES "^ *\"page\\.")
            continue()
        endif()
        if(NOT line MATCHES "^ *\"(([a-z0-9]+)\\.[a-z0-9.-]+)\": \"(.*)\",?$")
            message(FATAL_ERROR "${file}: expected a line '\"word.more-words\": \"TEXT\",', got '${line}'")
        endif()
        set(code ${CMAKE_MATCH_1})
        set(word ${CMAKE_MATCH_2})
        set(text "${CMAKE_MATCH_3}")

        # The branches of a plural look like arguments.
        set(braces "${text}")
        if(text MATCHES ", plural,")
            string(REGEX REPLACE "(one|other) {" "\\1 (" braces "${braces}")
        endif()
        string(REGEX MATCHALL "{[a-z]+[,}]" arguments "${braces}")
        list(TRANSFORM arguments REPLACE "^{([a-z]+).*" "\"\\1\"")
        list(REMOVE_DUPLICATES arguments)
        list(LENGTH arguments count)
        list(JOIN arguments ", " arguments)

        list(APPEND words ${word})
        string(APPEND body_${word} "template <>\nstruct MessageOf<\"${code}\"> {\n"
               "    static constexpr std::string_view kEnglish = \"${text}\";\n"
               "    static constexpr std::array<std::string_view, ${count}> kArguments{${arguments}};\n};\n")
    endforeach()

    list(REMOVE_DUPLICATES words)
    foreach(word IN LISTS words)
        string(CONCAT header "// Made from messages/en.json by cmake/Messages.cmake.\n#pragma once\n\n"
               "#include \"base/message.h\"\n\nnamespace stockade {\n\n${body_${word}}\n}  // namespace stockade\n")
        string(REPLACE "${semicolon}" ";" header "${header}")
        string(REPLACE "${open}" "[" header "${header}")
        string(REPLACE "${close}" "]" header "${header}")
        set(before "")
        if(EXISTS ${folder}/${word}.h)
            file(READ ${folder}/${word}.h before)
        endif()
        if(NOT header STREQUAL before)
            file(WRITE ${folder}/${word}.h "${header}")
        endif()
    endforeach()
endfunction()

# stockade_words(<target> <function> <id>...): sentences of all languages inside the program, as they are in messages/.
# The function, which server/embedded.h declares, lists them.

function(stockade_words target function)
    file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/messages/*.json)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
    set(entries "")
    foreach(file IN LISTS files)
        get_filename_component(language ${file} NAME_WE)
        file(READ ${file} json)
        foreach(id IN LISTS ARGN)
            string(JSON text GET "${json}" ${id})
            string(APPEND entries "        {\"${language}\", \"${id}\", R\"words(${text})words\"},\n")
        endforeach()
    endforeach()
    set(source ${CMAKE_BINARY_DIR}/generated/embedded/${function}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Made from messages/ by cmake/Messages.cmake.
#include \"server/embedded.h\"

namespace stockade::server {

std::span<const EmbeddedWords> ${function}() {
    static constexpr EmbeddedWords kWords[] = {
${entries}    };
    return kWords;
}

}  // namespace stockade::server
")
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION TRUE)
    target_sources(${target} PRIVATE ${source})
endfunction()
