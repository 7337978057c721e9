// The server's log: one JSON object a line on standard error. Callers name each field; secrets and texts of
// users are not logged.
#pragma once

#include <exception>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace stockade::server {

enum class Level { kDebug, kInfo, kWarning, kError, kOff };

/// Sets the lowest level that is written; kWarning at first.
void set_log_level(Level level);

/// The text of an exception without the values that the database library adds: they may be secrets.
std::string reason(const std::exception& problem);

/// `event` is a fixed short text, the fields say what it was about.
void log(Level level, std::string_view event,
         std::initializer_list<std::pair<std::string_view, std::string>> fields);

}  // namespace stockade::server
