// Networks from files; apart from reading bytes, so that the browser's modules need no files.
#include "base/messages/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "net/network.h"

namespace stockade::net {

Result<Network> load_network(const std::string& path) {
    std::error_code problem;
    if (std::filesystem::exists(path, problem) && !std::filesystem::is_regular_file(path, problem))
        return error<"file.expected-file">("file"_a = path);  // reading from a pipe might never end
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (!file) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    std::vector<std::uint8_t> bytes(kMaxFileBytes + 1);  // one more, to see that there is more
    const std::size_t size = std::fread(bytes.data(), 1, bytes.size(), file.get());
    if (std::ferror(file.get()))
        return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    if (size > kMaxFileBytes) return error<"file.too-long">("file"_a = path, "max"_a = kMaxFileBytes);
    bytes.resize(size);
    return read_network(bytes, path);
}

}  // namespace stockade::net
