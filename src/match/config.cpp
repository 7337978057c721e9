#include "match/config.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

#include "base/numbers.h"

namespace stockade::match {
namespace {

constexpr std::string_view kOptionPrefix = "option.";
constexpr std::string_view kOwnEngine = "stockade";
constexpr std::array<std::string_view, 4> kProtocols = {"ugi", "uci", "qtp", "titanium"};
constexpr std::size_t kMaxEngines = 64;

std::string shown(std::string_view text) { return std::string(text.substr(0, 60)); }

std::string_view trimmed(std::string_view text) {
    const auto begin = std::min(text.find_first_not_of(" \t\r"), text.size());
    return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

template <class Number>
Result<Number> number(std::string_view text, Number low, Number high) {
    std::optional<Number> value;
    if constexpr (std::is_integral_v<Number>)
        value = read_number<Number>(text, low, high);
    else
        value = read_fraction(text, low, high);
    if (!value) return error("expected a number from {} to {}, got '{}'", low, high, shown(text));
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
    return error("expected on or off, got '{}'", shown(text));
}

Result<ResignRule> parse_resign(std::string_view text) {
    const auto comma = text.find(',');
    if (comma == std::string_view::npos)
        return error("expected a score and a number of turns such as 600,4, got '{}'", shown(text));
    const auto score = number<int>(text.substr(0, comma), 1, 1'000'000);
    if (!score) return error("score: {}", score.error().message);
    const auto turns = number<int>(text.substr(comma + 1), 1, 1000);
    if (!turns) return error("turns: {}", turns.error().message);
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
            return error("expected elo0=0,elo1=10,alpha=0.05,beta=0.05, got '{}'{}", shown(part),
                         games::suggestion(part.substr(0, equals), kNames));
        const auto which = static_cast<std::size_t>(found - kNames.begin());
        const bool is_elo = which < 2;
        const auto value = number<double>(part.substr(std::min(equals + 1, part.size())),
                                          is_elo ? -2000.0 : 0.0001, is_elo ? 2000.0 : 0.4999);
        if (!value) return error("{}: {}", *found, value.error().message);
        *fields[which] = *value;
    }
    if (sprt.elo0 >= sprt.elo1) return error("elo0 must be below elo1, got {} and {}", sprt.elo0, sprt.elo1);
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
        if (!tc) return error("tc: {}", tc.error().message);
        engine.tc = *tc;
        return Done{};
    }
    if (key == "protocol") {
        const auto found = std::find(kProtocols.begin(), kProtocols.end(), value);
        if (found == kProtocols.end())
            return error("protocol: expected ugi, uci, qtp or titanium, got '{}'{}", shown(value),
                         games::suggestion(value, kProtocols));
        engine.protocol = static_cast<Protocol>(found - kProtocols.begin());
        return Done{};
    }
    return error("unknown key '{}'{}; expected name, cmd, dir, protocol, tc, stderr or option.NAME",
                 shown(key), games::suggestion(key, kKeys));
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
    if (quoted) return error("a quote is not closed after {}=", shown(pair.first));
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
        if (!good_name(engine.name))
            return error("engine '{}': expected a name of 1 to 60 characters without quotes and backslashes",
                         shown(engine.name));
    }
    for (const auto& engine : settings.engines)
        if (taken(engine.name) > 1) return error("two engines are called '{}'", engine.name);
    return Done{};
}

}  // namespace

Command EngineConfig::process() const {
    Command result{{}, dir, stderr_path};
    // The link names the program that runs now, even when its file has been replaced since.
    if (command.empty() || command == kOwnEngine)
        result.words = {"/proc/self/exe", "engine"};
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
    if (quote) return error("cmd: a quote is not closed in '{}'", shown(text));
    if (in_word) words.push_back(word);
    if (words.empty()) return error("cmd: expected a program");
    return words;
}

Result<EngineConfig> parse_engine(std::string_view text) {
    EngineConfig engine;
    const auto whole = text;
    for (bool first = true; !text.empty(); first = false) {
        const bool bare = text.find('=') > text.find(',') || text.find('=') == std::string_view::npos;
        auto pair = next_pair(text);
        if (!pair) return error("--engine {}: {}", shown(whole), pair.error().message);
        if (bare && first) {
            engine.command = pair->first;
            continue;
        }
        if (bare) return error("--engine {}: expected key=value, got '{}'", shown(whole), shown(pair->first));
        if (auto done = set_engine_key(engine, pair->first, pair->second); !done)
            return error("--engine {}: {}", shown(whole), done.error().message);
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
        if (!done && key != "engine") return error("{}: {}", key, done.error().message);
        return done;
    }
    return error("unknown setting '{}'{}", shown(key), games::suggestion(key, names));
}

Status read_config(Settings& settings, std::istream& in, std::string_view file) {
    enum class Section { kNone, kMatch, kEngine } section = Section::kNone;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const auto fail = [&](const std::string& why) { return error("{}:{}: {}", file, number, why); };
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
                return fail(fmt::format("expected [match] or [engine NAME], got '{}'", shown(text)));
            }
            continue;
        }
        const auto equals = text.find('=');
        if (equals == std::string_view::npos)
            return fail(fmt::format("expected key = value, got '{}'", shown(text)));
        const auto key = trimmed(text.substr(0, equals));
        const auto value = trimmed(text.substr(equals + 1));
        if (section == Section::kNone) return fail("expected [match] or [engine NAME] first");
        if (section == Section::kMatch && key == "engine")
            return fail("an engine has a section of its own, [engine NAME]");
        const auto done = section == Section::kMatch ? set(settings, key, value)
                                                     : set_engine_key(settings.engines.back(), key, value);
        if (!done) return fail(done.error().message);
    }
    return Done{};
}

Status complete(Settings& settings) {
    if (settings.engines.size() < 2)
        return error("a match needs two engines or more, got {}; give --engine twice",
                     settings.engines.size());
    if (settings.engines.size() > kMaxEngines) return error("a match has at most {} engines", kMaxEngines);
    if (auto named = name_engines(settings); !named) return named;
    for (const auto& engine : settings.engines)
        if (!engine.command.empty())
            if (auto words = split_command(engine.command); !words)
                return error("engine {}: {}", engine.name, words.error().message);
    const auto spec = games::parse_spec(settings.game);
    if (!spec) return error("game: {}", spec.error().message);
    if (settings.sprt && settings.engines.size() != 2)
        return error("sprt: the test compares two engines, got {}", settings.engines.size());
    if (settings.resign && spec->players() != 2) return error("resign: only in games of two players");
    if (settings.resume && settings.save.empty()) return error("resume: name the file with --save");
    return Done{};
}

}  // namespace stockade::match
