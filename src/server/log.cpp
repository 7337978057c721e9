#include "server/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace stockade::server {
namespace {

/// Never destroyed: libraries with threads of their own (NATS) have things to report until the process is
/// gone.
spdlog::logger& logger() {
    static auto& instance = []() -> spdlog::logger& {
        auto& made = *new spdlog::logger("stockade", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        made.set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})",
                         spdlog::pattern_time_type::utc);
        made.set_level(spdlog::level::warn);
        made.flush_on(spdlog::level::warn);
        return made;
    }();
    return instance;
}

spdlog::level::level_enum level_of(Level level) {
    switch (level) {
        case Level::kDebug:
            return spdlog::level::debug;
        case Level::kInfo:
            return spdlog::level::info;
        case Level::kWarning:
            return spdlog::level::warn;
        case Level::kError:
            return spdlog::level::err;
        case Level::kOff:
            break;
    }
    return spdlog::level::off;
}

std::string json_text(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void set_log_level(Level level) { logger().set_level(level_of(level)); }

std::string reason(const std::exception& problem) {
    std::string text = problem.what();
    return text.substr(0, std::min(text.find(" while "), text.find('\n')));
}

void log(Level level, std::string_view event,
         std::initializer_list<std::pair<std::string_view, std::string>> fields) {
    if (!logger().should_log(level_of(level))) return;
    std::string line = "\"event\":" + json_text(event);
    for (const auto& [name, value] : fields) line += "," + json_text(name) + ":" + json_text(value);
    logger().log(level_of(level), line);
}

}  // namespace stockade::server
