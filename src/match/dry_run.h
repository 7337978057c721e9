// Tries engines out before a match: whether they start, what they say of themselves, and whether they play a
// short game by the rules.
#pragma once

#include <string>

#include "match/config.h"
#include "match/engine.h"

namespace stockade::match {

/// A few lines about the engine, for people. The error says what it did wrong.
Result<std::string> try_engine(const Settings& settings, const EngineConfig& config);

}  // namespace stockade::match
