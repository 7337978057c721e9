// Tries an engine before a match: starts it, prints its name and options, and lets it play a short game.
#pragma once

#include <string>

#include "match/config.h"
#include "match/engine.h"

namespace stockade::match {

/// A few lines about the engine, for people. The error says what it did wrong.
Result<std::string> try_engine(const Settings& settings, const EngineConfig& config);

}  // namespace stockade::match
