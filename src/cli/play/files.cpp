#include "cli/play/files.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/messages/cli.h"
#include "base/messages/file.h"
#include "record/json.h"
#include "record/notation.h"
#include "record/text_reader.h"
#include "record/text_writer.h"

namespace stockade::cli {
namespace {

namespace fs = std::filesystem;

fs::path folder(const char* variable, const char* below_home) {
    // The XDG base directory specification says to ignore a relative path.
    if (const char* base = std::getenv(variable); base && *base == '/') return fs::path(base) / "stockade";
    if (const char* home = std::getenv("HOME"); home && *home)
        return fs::path(home) / below_home / "stockade";
    return {};
}

Status write_file(const fs::path& path, const std::string& text) {
    std::error_code problem;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), problem);
    fs::path draft = path;
    draft += ".new";
    {
        std::ofstream out(draft, std::ios::binary);
        out << text;
        out.flush();
        if (!out) {
            fs::remove(draft, problem);
            return error<"cli.cannot-write">("file"_a = path.string());
        }
    }
    fs::rename(draft, path, problem);
    if (problem) {
        const std::string reason = problem.message();
        fs::remove(draft, problem);
        return error<"cli.cannot-write-because">("file"_a = path.string(), "problem"_a = reason);
    }
    return Done{};
}

/// Whether the first character that is no blank opens an object.
bool looks_like_json(std::istream& in) {
    in >> std::ws;
    const bool json = in.peek() == '{';
    in.clear();
    in.seekg(0);
    return json;
}

template <class Reader>
Result<games::Session> read_first(std::istream& in, const fs::path& path) {
    Reader reader(in);
    auto record = reader.next();
    if (!record) return error<"file.problem">("file"_a = path.string(), "problem"_a = record.error());
    if (!*record) return error<"cli.file-empty">("file"_a = path.string());
    if (auto modern = record::read_in_notation(**record); !modern)
        return error<"file.problem">("file"_a = path.string(), "problem"_a = modern.error());
    auto session = record::to_session(**record);
    if (!session) return error<"file.problem">("file"_a = path.string(), "problem"_a = session.error());
    return session;
}

}  // namespace

Status save_game(const fs::path& path, const games::Session& session) {
    const auto text = record::to_text(record::from_session(session));
    if (!text) return text.error();
    return write_file(path, *text);
}

Result<games::Session> load_game(const fs::path& path) {
    std::error_code problem;
    if (fs::is_directory(path, problem)) return error<"cli.folder-for-game">("file"_a = path.string());
    std::ifstream in(path, std::ios::binary);
    if (!in) return error<"cli.cannot-read">("file"_a = path.string());
    if (looks_like_json(in)) return read_first<record::JsonReader>(in, path);
    return read_first<record::TextReader>(in, path);
}

fs::path state_folder() { return folder("XDG_STATE_HOME", ".local/state"); }
fs::path config_folder() { return folder("XDG_CONFIG_HOME", ".config"); }

fs::path autosave_path() {
    const fs::path base = state_folder();
    return base.empty() ? base : base / "game.txt";
}

Settings load_settings() {
    Settings settings;
    std::ifstream in(config_folder() / "settings.json");
    const auto json = nlohmann::json::parse(in, nullptr, false);
    if (!json.is_object()) return settings;
    const auto take = [&](const char* name, auto& value, bool right_type) {
        if (right_type) json.at(name).get_to(value);
    };
    take("game", settings.spec, json.contains("game") && json["game"].is_string());
    take("seats", settings.seats, json.contains("seats") && json["seats"].is_string());
    take("ascii", settings.ascii, json.contains("ascii") && json["ascii"].is_boolean());
    take("flipped", settings.flipped, json.contains("flipped") && json["flipped"].is_boolean());
    return settings;
}

Status save_settings(const Settings& settings) {
    const fs::path base = config_folder();
    if (base.empty()) return error<"cli.no-home">();
    const nlohmann::ordered_json json{{"game", settings.spec},
                                      {"seats", settings.seats},
                                      {"ascii", settings.ascii},
                                      {"flipped", settings.flipped}};
    return write_file(base / "settings.json",
                      json.dump(4, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace stockade::cli
