#include "base/system.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>

#include <fstream>
#endif
#include <filesystem>
#include <system_error>

namespace stockade {

std::string quoted_for_windows(std::string_view word) {
    std::string quoted = "\"";
    std::size_t backslashes = 0;  // those just before a quotation mark count twice
    for (const char c : word) {
        if (c == '"') quoted.append(backslashes + 1, '\\');
        quoted += c;
        backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    quoted.append(backslashes, '\\');
    return quoted += '"';
}

#if defined(_WIN32)

std::string own_program() {
    std::wstring name(32768, L'\0');  // the longest path there is
    name.resize(GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size())));
    return std::filesystem::path(name).string();
}

std::string own_folder() { return std::filesystem::path(own_program()).parent_path().string(); }

double free_memory() {
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    return GlobalMemoryStatusEx(&memory) ? static_cast<double>(memory.ullAvailPhys) : 0;
}

#else

std::string own_program() { return "/proc/self/exe"; }

std::string own_folder() {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/exe", failed).parent_path().string();
}

double free_memory() {
    std::ifstream in("/proc/meminfo");
    double kilobytes = 0;
    for (std::string name, rest; in >> name >> kilobytes; std::getline(in, rest))
        if (name == "MemAvailable:") return kilobytes * 1024;
    return static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

#endif

}  // namespace stockade
