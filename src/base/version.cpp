#include "base/version.h"

#include <fmt/format.h>

namespace stockade {
namespace {

#if defined(__clang__)
constexpr std::string_view kCompiler = "clang " __clang_version__;
#else
constexpr std::string_view kCompiler = "g++ " __VERSION__;
#endif

constexpr std::string_view kInstructions =
#if defined(__AVX512VNNI__)
    "x86-64 with AVX-512 VNNI"
#elif defined(__AVX2__)
    "x86-64 with AVX2"
#elif defined(__x86_64__)
    "x86-64"
#elif defined(__wasm_simd128__)
    "WebAssembly with SIMD"
#elif defined(__wasm__)
    "WebAssembly"
#elif defined(__aarch64__)
    "ARM64 with NEON"
#else
    "portable"
#endif
#if defined(STOCKADE_DISPATCHED)
    ", chosen from x86-64, AVX2 and AVX-512 VNNI"
#endif
    ;

}  // namespace

std::string_view version() { return STOCKADE_VERSION; }

std::string version_text() {
    return fmt::format("Stockade {}\ncommit {}\ncompiler {}\ninstruction sets {}", version(), STOCKADE_COMMIT,
                       kCompiler, kInstructions);
}

}  // namespace stockade
