// Files of the terminal game: saved games, the game under way, settings. Knows no screen.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "games/session.h"

namespace stockade::cli {

/// Writes the game as a record; an older file of that name is replaced only when all is written.
Status save_game(const std::filesystem::path& path, const games::Session& session);
/// The first game of a record file, text or JSON.
Result<games::Session> load_game(const std::filesystem::path& path);

/// $XDG_STATE_HOME/stockade or ~/.local/state/stockade; empty where there is no home.
std::filesystem::path state_folder();
/// $XDG_CONFIG_HOME/stockade or ~/.config/stockade; empty where there is no home.
std::filesystem::path config_folder();

/// The game that was under way when the program ended.
std::filesystem::path autosave_path();

struct Settings {
    std::string spec = "quoridor";
    std::string seats;  ///< as --players takes them; empty: the default
    bool ascii = false;
    bool flipped = false;
    friend bool operator==(const Settings&, const Settings&) = default;
};

/// The saved settings. Missing or invalid ones have their default values.
Settings load_settings();
Status save_settings(const Settings& settings);

}  // namespace stockade::cli
