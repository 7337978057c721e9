// The description of the HTTP side: docs/openapi.json, which lies inside the program.
#include <nlohmann/json.hpp>

#include "server/http/api.h"

// CMake gives the path of the file.
asm(".pushsection .rodata\n"
    ".global stockade_openapi\n"
    "stockade_openapi:\n"
    ".incbin \"" STOCKADE_OPENAPI
    "\"\n"
    ".global stockade_openapi_end\n"
    "stockade_openapi_end:\n"
    ".popsection\n");
// NOLINTBEGIN(readability-identifier-naming): the assembler's
extern "C" const char stockade_openapi[];
extern "C" const char stockade_openapi_end[];
// NOLINTEND(readability-identifier-naming)

namespace stockade::server::http {

Reply Api::openapi(Call&) {
    Reply reply;
    reply.fixed = {stockade_openapi, static_cast<std::size_t>(stockade_openapi_end - stockade_openapi)};
    return reply;
}

}  // namespace stockade::server::http
