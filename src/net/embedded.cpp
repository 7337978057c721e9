// The networks of networks/ inside the program, for installed.cpp. A file of its own: a program that holds
// its code once for each instruction set still holds the networks once.
#include <cstdint>

// The list of files comes from CMake; the assembler puts their bytes next to each other, each after its size.
#if defined(__EMSCRIPTEN__)
extern "C" {
extern const std::uint8_t stockade_embedded_networks[8];
const std::uint8_t stockade_embedded_networks[8] = {};
}
#else
#define EMBED(path)   \
    ".balign 64\n"    \
    ".quad 2f - 1f\n" \
    ".balign 64\n"    \
    "1:\n"            \
    ".incbin \"" path \
    "\"\n"            \
    "2:\n"
#if defined(_WIN32)
#define READ_ONLY ".section .rdata,\"dr\"\n"
#else
#define READ_ONLY ".section .rodata\n"
#endif
asm(READ_ONLY
    ".balign 64\n"
    ".global stockade_embedded_networks\n"
    "stockade_embedded_networks:\n"
#include <embedded_networks.inc>
    ".balign 64\n"
    ".quad 0\n"
    ".text\n");
#endif
