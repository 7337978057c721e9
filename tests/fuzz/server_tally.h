// What the fuzzers of the server asked and told it, and what came of it: whether every kind was tried, and
// whether most of what is tried gets further than a refusal.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "server/http/api.h"

namespace stockade::fuzz {

class Tally {
public:
    struct Line {
        std::uint64_t tried = 0;
        std::uint64_t refused = 0;
    };

    Tally() {
        for (const char* kind : {"lobby", "seek", "unseek", "take", "watch", "leave", "turn", "premove",
                                 "act", "chat", "arena", "ping"})
            lines_[kind];
        for (const auto& [method, pattern] : server::http::Api::addresses())
            lines_[std::string(method) + ' ' + std::string(pattern)];
        for (const char* other : {"GET /health", "GET /metrics"}) lines_[other];
    }

    /// As a script has it, the names of what varies in it not yet filled in.
    Line& request(std::string_view text) {
        auto address = std::string(text.substr(0, text.find_first_of(" ?", text.find('/'))));
        for (std::size_t at = 0; (at = address.find("/$", at)) != address.npos;)
            address.replace(at + 1, 2, "*");
        return find(address, any_request_);
    }
    Line& message(std::string_view text) {
        constexpr std::string_view kKind = R"("t":")";
        const auto at = text.find(kKind);
        if (at == text.npos) return any_message_;
        text.remove_prefix(at + kKind.size());
        return find(text.substr(0, text.find('"')), any_message_);
    }

    void print() const {
        for (const auto& [name, line] : lines_) print_line(name, line);
        print_line("other requests", any_request_);
        print_line("other messages", any_message_);
        print_total();
    }
    void print_total() const {
        auto tried = any_request_.tried + any_message_.tried;
        for (const auto& [name, line] : lines_) tried += line.tried;
        const auto seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
        std::fprintf(stderr, "%llu requests and messages, %.0f a second\n",
                     static_cast<unsigned long long>(tried), static_cast<double>(tried) / seconds);
    }

private:
    using Clock = std::chrono::steady_clock;

    static void print_line(std::string_view name, const Line& line) {
        std::fprintf(
            stderr, "%10llu tried %10llu refused  %.*s\n", static_cast<unsigned long long>(line.tried),
            static_cast<unsigned long long>(line.refused), static_cast<int>(name.size()), name.data());
    }
    Line& find(std::string_view name, Line& other) {
        const auto it = lines_.find(name);
        return it == lines_.end() ? other : it->second;
    }

    std::map<std::string, Line, std::less<>> lines_;
    Line any_request_, any_message_;
    const Clock::time_point begun_ = Clock::now();
};

}  // namespace stockade::fuzz
