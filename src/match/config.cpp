#include "match/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

#include "base/messages/match.h"
#include "base/numbers.h"
#include "base/system.h"
#include "base/trimmed.h"

namespace stockade::match {
namespace {

constexpr std::string_view kOptionPrefix = "option.";
constexpr std::string_view kOwnEngine = "stockade";
constexpr std::array<std::string_view, 4> kProtocols = {"ugi", "uci", "qtp", "titanium"};
constexpr std::size_t kMaxEngines = 64;

std::string shown(std::string_view text) { return std::string(text.substr(0, 60)); }

template <class Number>
Result<Number> number(std::string_view text, Number low, Number high) {
    std::optional<Number> value;
    if constexpr (std::is_integral_v<Number>)
        value = read_number<Number>(text, low, high);
    else
        value = read_fraction(text, low, high);
    if (!value)
        return error<"match.number">("min"_a = fmt::format("{}", low), "max"_a = fmt::format("{}", high),
                                     "word"_a = shown(text));
    return *value;
}

/// Reads a value into a field, or returns why not.
template <class T, class U>
Status store(T& field, const Result<U>& value) {
    if (!value) return value.error();
    field = *value;
    return Done{};
}

Result<bool> on_or_off(std::string_view text) {
    if (text == "on") return true;
    if (text == "off") return false;
    return error<"match.on-off">("word"_a = shown(text));
}

Result<ResignRule> parse_resign(std::string_view text) {
    const auto comma = text.find(',');
    if (comma == std::string_view::npos) return error<"match.score-turns">("word"_a = shown(text));
    const auto score = number<int>(text.substr(0, comma), 1, 1'000'000);
    if (!score) return error<"match.score">("problem"_a = score.error());
    const auto turns = number<int>(text.substr(comma + 1), 1, 1000);
    if (!turns) return error<"match.turns">("problem"_a = turns.error());
    return ResignRule{*score, *turns};
}

Result<Sprt> parse_sprt(std::string_view text) {
    constexpr std::array<std::string_view, 4> kNames = {"elo0", "elo1", "alpha", "beta"};
    Sprt sprt;
    const std::array<double*, 4> fields = {&sprt.elo0, &sprt.elo1, &sprt.alpha, &sprt.beta};
    while (!text.empty()) {
        const auto part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const auto equals = std::min(part.find('='), part.size());
        const auto found = std::find(kNames.begin(), kNames.end(), part.substr(0, equals));
        if (found == kNames.end())
            return error<"match.sprt-part">(
                "part"_a = shown(part), "suggestion"_a = games::suggestion(part.substr(0, equals), kNames));
        const auto which = static_cast<std::size_t>(found - kNames.begin());
        const bool is_elo = which < 2;
        const auto value = number<double>(part.substr(std::min(equals + 1, part.size())),
                                          is_elo ? -2000.0 : 0.0001, is_elo ? 2000.0 : 0.4999);
        if (!value) return error<"match.setting">("setting"_a = *found, "problem"_a = value.error());
        *fields[which] = *value;
    }
    if (sprt.elo0 >= sprt.elo1)
        return error<"match.elo-order">("low"_a = fmt::format("{}", sprt.elo0),
                                        "high"_a = fmt::format("{}", sprt.elo1));
    return sprt;
}

Status set_text(std::string& field, std::string_view value) {
    field = value;
    return Done{};
}

struct Setting {
    std::string_view name;
    Status (*apply)(Settings&, std::string_view);
};

constexpr std::array<Setting, 16> kSettings = {{
    {"game", [](Settings& s, std::string_view v) { return set_text(s.game, v); }},
    {"games",
     [](Settings& s, std::string_view v) { return store(s.games, number<std::size_t>(v, 1, 10'000'000)); }},
    {"openings", [](Settings& s, std::string_view v) { return set_text(s.openings, v); }},
    {"tc", [](Settings& s, std::string_view v) { return store(s.tc, parse_time_control(v)); }},
    {"margin", [](Settings& s, std::string_view v) { return store(s.margin, parse_duration(v)); }},
    {"timeout", [](Settings& s, std::string_view v) { return store(s.timeout, parse_duration(v)); }},
    {"concurrency",
     [](Settings& s, std::string_view v) { return store(s.concurrency, number<int>(v, 1, 128)); }},
    {"max-turns",
     [](Settings& s, std::string_view v) { return store(s.max_turns, number<int>(v, 0, 9999)); }},
    {"resign", [](Settings& s, std::string_view v) { return store(s.resign, parse_resign(v)); }},
    {"sprt", [](Settings& s, std::string_view v) { return store(s.sprt, parse_sprt(v)); }},
    {"seed",
     [](Settings& s, std::string_view v) {
         return store(s.seed, number<std::uint64_t>(v, 0, std::numeric_limits<std::uint64_t>::max()));
     }},
    {"gauntlet", [](Settings& s, std::string_view v) { return store(s.gauntlet, on_or_off(v)); }},
    {"save", [](Settings& s, std::string_view v) { return set_text(s.save, v); }},
    {"resume", [](Settings& s, std::string_view v) { return store(s.resume, on_or_off(v)); }},
    {"event", [](Settings& s, std::string_view v) { return set_text(s.event, v); }},
    {"engine",
     [](Settings& s, std::string_view v) -> Status {
         auto engine = parse_engine(v);
         if (!engine) return engine.error();
         s.engines.push_back(std::move(*engine));
         return Done{};
     }},
}};

Status set_engine_key(EngineConfig& engine, std::string_view key, std::string_view value) {
    constexpr std::array<std::string_view, 7> kKeys = {"name", "cmd",    "dir",    "protocol",
                                                       "tc",   "stderr", "option."};
    if (key.starts_with(kOptionPrefix) && key.size() > kOptionPrefix.size()) {
        engine.options.emplace_back(key.substr(kOptionPrefix.size()), value);
        return Done{};
    }
    if (key == "name") return set_text(engine.name, value);
    if (key == "cmd") return set_text(engine.command, value);
    if (key == "dir") return set_text(engine.dir, value);
    if (key == "stderr") return set_text(engine.stderr_path, value);
    if (key == "tc") {
        auto tc = parse_time_control(value);
        if (!tc) return error<"match.tc">("problem"_a = tc.error());
        engine.tc = *tc;
        return Done{};
    }
    if (key == "protocol") {
        const auto found = std::find(kProtocols.begin(), kProtocols.end(), value);
        if (found == kProtocols.end())
            return error<"match.protocol">("word"_a = shown(value),
                                           "suggestion"_a = games::suggestion(value, kProtocols));
        engine.protocol = static_cast<Protocol>(found - kProtocols.begin());
        return Done{};
    }
    return error<"match.unknown-key">("key"_a = shown(key), "suggestion"_a = games::suggestion(key, kKeys));
}

/// Cuts the next `key=value` off an engine's text; a value in double quotes may hold commas.
Result<std::pair<std::string, std::string>> next_pair(std::string_view& text) {
    const auto key_end = std::min(text.find_first_of("=,"), text.size());
    std::pair<std::string, std::string> pair(trimmed(text.substr(0, key_end)), "");
    const bool has_value = key_end < text.size() && text[key_end] == '=';
    text.remove_prefix(key_end);
    if (!has_value) {
        text.remove_prefix(std::min<std::size_t>(1, text.size()));
        return pair;
    }
    bool quoted = false;
    std::size_t i = 1;
    for (; i < text.size() && (quoted || text[i] != ','); ++i) {
        if (text[i] == '"')
            quoted = !quoted;
        else
            pair.second += text[i];
    }
    if (quoted) return error<"match.quote">("key"_a = shown(pair.first));
    text.remove_prefix(std::min(i + 1, text.size()));
    return pair;
}

std::string default_name(const EngineConfig& engine) {
    if (engine.command.empty()) return std::string(kOwnEngine);
    const auto words = split_command(engine.command);
    return words && !words->empty() ? std::filesystem::path((*words)[0]).filename().string() : "engine";
}

bool good_name(std::string_view name) {
    return !name.empty() && name.size() <= 60 && std::all_of(name.begin(), name.end(), [](char c) {
        return static_cast<unsigned char>(c) >= ' ' && c != '"' && c != '\\' && c != 0x7f;
    });
}

Status name_engines(Settings& settings) {
    const auto taken = [&](std::string_view name) {
        return std::count_if(settings.engines.begin(), settings.engines.end(),
                             [&](const EngineConfig& engine) { return engine.name == name; });
    };
    for (auto& engine : settings.engines) {
        if (engine.name.empty()) {
            const auto base = default_name(engine);
            std::string name = base;
            for (int i = 2; taken(name); ++i) name = fmt::format("{}-{}", base, i);
            engine.name = name;
        }
        if (!good_name(engine.name)) return error<"match.engine-name">("name"_a = shown(engine.name));
    }
    for (const auto& engine : settings.engines)
        if (taken(engine.name) > 1) return error<"match.same-name">("name"_a = engine.name);
    return Done{};
}

}  // namespace

Command EngineConfig::process() const {
    Command result{{}, dir, stderr_path};
    if (command.empty() || command == kOwnEngine)
        result.words = {own_program(), "engine"};
    else if (auto words = split_command(command))
        result.words = std::move(*words);
    return result;
}

TimeControl Settings::tc_of(const EngineConfig& engine) const {
    if (engine.tc) return *engine.tc;
    TimeControl control = tc;
    // QTP has no words for time, so an engine that speaks it cannot keep to any.
    if (engine.protocol == Protocol::kQtp) control.kind = TimeControl::Kind::kNone;
    return control;
}

Result<std::vector<std::string>> split_command(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool space = c == ' ' || c == '\t';
        if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
            word += text[++i];
            in_word = true;
        } else if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? char{0} : c;
            in_word = true;
        } else if (space && !quote) {
            if (in_word) words.push_back(std::exchange(word, {}));
            in_word = false;
        } else {
            word += c;
            in_word = true;
        }
    }
    if (quote) return error<"match.cmd-quote">("text"_a = shown(text));
    if (in_word) words.push_back(word);
    if (words.empty()) return error<"match.cmd-empty">();
    return words;
}

Result<EngineConfig> parse_engine(std::string_view text) {
    EngineConfig engine;
    const auto whole = text;
    for (bool first = true; !text.empty(); first = false) {
        const bool bare = text.find('=') > text.find(',') || text.find('=') == std::string_view::npos;
        auto pair = next_pair(text);
        if (!pair) return error<"match.engine-option">("engine"_a = shown(whole), "problem"_a = pair.error());
        if (bare && first) {
            engine.command = pair->first;
            continue;
        }
        if (bare) return error<"match.engine-key">("engine"_a = shown(whole), "part"_a = shown(pair->first));
        if (auto done = set_engine_key(engine, pair->first, pair->second); !done)
            return error<"match.engine-option">("engine"_a = shown(whole), "problem"_a = done.error());
    }
    return engine;
}

Status set(Settings& settings, std::string_view key, std::string_view value) {
    std::vector<std::string_view> names;
    for (const auto& setting : kSettings) {
        if (setting.name != key) {
            names.push_back(setting.name);
            continue;
        }
        auto done = setting.apply(settings, value);
        if (!done && key != "engine")
            return error<"match.setting">("setting"_a = key, "problem"_a = done.error());
        return done;
    }
    return error<"match.unknown-setting">("setting"_a = shown(key),
                                          "suggestion"_a = games::suggestion(key, names));
}

Status read_config(Settings& settings, std::istream& in, std::string_view file) {
    enum class Section { kNone, kMatch, kEngine } section = Section::kNone;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const auto fail = [&](Error problem) {
            return error<"match.at-line">("file"_a = file, "line"_a = number,
                                          "problem"_a = std::move(problem));
        };
        const auto text = trimmed(line);
        if (text.empty() || text[0] == '#' || text[0] == ';') continue;
        if (text[0] == '[') {
            const auto title = text.ends_with(']') ? trimmed(text.substr(1, text.size() - 2)) : "";
            if (title == "match") {
                section = Section::kMatch;
            } else if (title.starts_with("engine ")) {
                section = Section::kEngine;
                settings.engines.emplace_back().name = trimmed(title.substr(7));
            } else {
                return fail(error<"match.section">("text"_a = shown(text)));
            }
            continue;
        }
        const auto equals = text.find('=');
        if (equals == std::string_view::npos) return fail(error<"match.key-value">("text"_a = shown(text)));
        const auto key = trimmed(text.substr(0, equals));
        const auto value = trimmed(text.substr(equals + 1));
        if (section == Section::kNone) return fail(error<"match.section-first">());
        if (section == Section::kMatch && key == "engine") return fail(error<"match.own-section">());
        const auto done = section == Section::kMatch ? set(settings, key, value)
                                                     : set_engine_key(settings.engines.back(), key, value);
        if (!done) return fail(done.error());
    }
    return Done{};
}

Status complete(Settings& settings) {
    if (settings.engines.size() < 2) return error<"match.two-engines">("engines"_a = settings.engines.size());
    if (settings.engines.size() > kMaxEngines) return error<"match.too-many-engines">("max"_a = kMaxEngines);
    if (auto named = name_engines(settings); !named) return named;
    for (const auto& engine : settings.engines)
        if (!engine.command.empty())
            if (auto words = split_command(engine.command); !words)
                return error<"match.engine">("engine"_a = engine.name, "problem"_a = words.error());
    const auto spec = games::parse_spec(settings.game);
    if (!spec) return error<"match.game">("problem"_a = spec.error());
    if (settings.sprt && settings.engines.size() != 2)
        return error<"match.sprt-two">("engines"_a = settings.engines.size());
    if (settings.resign && spec->players() != 2) return error<"match.resign-two">();
    if (settings.resume && settings.save.empty()) return error<"match.resume-save">();
    return Done{};
}

}  // namespace stockade::match
