// How fuzzers of the server change a script: by whole lines, and inside of one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace stockade::fuzz {

/// `examples` are lines that make sense, of ann; anybody may say them.
inline std::size_t mutate_script(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed,
                                 const std::vector<std::string>& examples) {
    std::minstd_rand random(seed);
    const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random()) % count; };
    std::vector<std::string> lines;
    for (std::string_view rest(reinterpret_cast<const char*>(data), size); !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const auto anywhere = [&] {
        return lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size() + 1));
    };
    const auto choice = lines.empty() ? 0 : below(10);
    if (choice < 4) {
        // Many at a time: beginning a script takes as long as dozens of its lines.
        for (auto more = 1 + below(32); more; --more) {
            auto line = examples[below(examples.size())];
            if (line[0] == 'a') line[0] = "aaabbbcd"[below(8)];
            lines.insert(anywhere(), std::move(line));
        }
    } else if (choice < 5) {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size())));
    } else if (choice < 6) {
        auto line = lines[below(lines.size())];
        lines.insert(anywhere(), std::move(line));
    } else if (choice < 7) {
        std::swap(lines[below(lines.size())], lines[below(lines.size())]);
    } else if (choice < 9) {
        auto& line = lines[below(lines.size())];
        const auto length = line.size();
        line.resize(length + 64);
        line.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(line.data()), length, line.size()));
    } else {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    std::string script;
    for (const auto& line : lines) script += line + '\n';
    if (script.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
    std::memcpy(data, script.data(), script.size());
    return script.size();
}

}  // namespace stockade::fuzz
