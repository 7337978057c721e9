// `stockade games`: the table of games, and what one of them offers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/messages/cli.h"
#include "cli/commands.h"
#include "cli/play/text.h"
#include "games/family.h"
#include "games/rules_text.h"
#include "games/spec.h"

namespace stockade::cli {
namespace {

using games::GameInfo;
using games::OptionInfo;
using Json = nlohmann::ordered_json;

constexpr int kLineWidth = 100;
constexpr int kMostLines = 50;  // of one cell of a table

using Row = std::vector<std::string>;

/// Columns of text, each cell broken into lines that keep to its column. No column but the last is wider than
/// `widest`.
void print_table(const std::vector<Row>& rows, int widest) {
    const std::size_t columns = rows[0].size();
    std::vector<int> widths(columns, 0);
    int left = kLineWidth;
    for (std::size_t c = 0; c < columns; ++c) {
        for (const Row& row : rows) widths[c] = std::max(widths[c], static_cast<int>(row[c].size()));
        widths[c] = c + 1 < columns ? std::min(widths[c], widest) : left;
        left -= widths[c] + 2;
    }
    for (const Row& row : rows) {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 1;
        for (std::size_t c = 0; c < columns; ++c) {
            cells.push_back(wrap_text(row[c], widths[c], kMostLines));
            height = std::max(height, cells.back().size());
        }
        for (std::size_t i = 0; i < height; ++i) {
            std::string line;
            for (std::size_t c = 0; c < columns; ++c)
                line += fmt::format("{:<{}}  ", i < cells[c].size() ? cells[c][i] : "", widths[c]);
            fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
        }
    }
}

void print_wrapped(std::string_view text) {
    for (const auto& line : wrap_text(text, kLineWidth, kMostLines)) fmt::print("{}\n", line);
}

/// The default for each number of players that the game can have; one value where they are all the same.
std::vector<std::string> default_values(const GameInfo& game, const OptionInfo& option) {
    std::vector<std::string> values;
    const bool counted = std::any_of(game.options.begin(), game.options.end(),
                                     [](const OptionInfo& each) { return each.name == "players"; });
    for (int players = 2; players <= (counted && option.name != "players" ? 4 : 2); ++players) {
        const auto spec = games::parse_spec(counted ? fmt::format("{}:players={}", game.name, players)
                                                    : std::string(game.name));
        if (spec && spec->has(option.name)) values.emplace_back(spec->text(option.name));
    }
    if (std::equal(values.begin() + !values.empty(), values.end(), values.begin()))
        values.resize(!values.empty());
    return values;
}

/// A value other than the default that fits the other defaults; empty if none is found.
std::string other_value(const GameInfo& game, const OptionInfo& option) {
    std::vector<std::string> candidates(option.words.begin(), option.words.end());
    for (int value = option.min; value <= option.max && value < option.min + 10; ++value)
        candidates.push_back(std::to_string(value));
    for (const auto& value : candidates) {
        const auto spec = games::parse_spec(fmt::format("{}:{}={}", game.name, option.name, value));
        if (spec && spec->str() != game.name) return value;
    }
    return {};
}

std::string example_spec(const GameInfo& game) {
    for (const OptionInfo& option : game.options)
        if (const auto value = other_value(game, option); !value.empty())
            return fmt::format("{}:{}={}", game.name, option.name, value);
    return std::string(game.name);
}

Json to_json(const GameInfo& game) {
    Json options = Json::array();
    for (const OptionInfo& option : game.options) {
        const auto defaults = default_values(game, option);
        Json described{{"name", option.name},
                       {"values", option.range().english()},
                       {"default", defaults.empty() ? "" : defaults[0]},
                       {"help", option.help}};
        for (std::size_t i = 0; defaults.size() > 1 && i < defaults.size(); ++i)
            described["defaults"][std::to_string(i + 2)] = defaults[i];
        options.push_back(std::move(described));
    }
    return {{"name", game.name},
            {"title", game.title},
            {"summary", game.summary},
            {"family", game.family->name},
            {"dice", game.dice},
            {"example", example_spec(game)},
            {"options", std::move(options)}};
}

void print_list() {
    std::vector<Row> rows;
    for (const GameInfo& game : games::all_games())
        rows.push_back({std::string(game.name), std::string(game.title), std::string(game.summary)});
    print_table(rows, kLineWidth);
    fmt::print("\n`stockade games NAME` tells the rules and options of one game.\n");
}

void print_game(const GameInfo& game) {
    print_wrapped(fmt::format("{} ({}): {}", game.title, game.name, game.summary));
    fmt::print("\n");
    for (const auto& paragraph : games::rules_of(*games::parse_spec(game.name))) print_wrapped(paragraph);
    fmt::print("\n");
    std::vector<Row> rows{{"option", "values", "default", "meaning"}};
    bool by_players = false;
    for (const OptionInfo& option : game.options) {
        const auto defaults = default_values(game, option);
        by_players = by_players || defaults.size() > 1;
        rows.push_back({std::string(option.name), option.range().english(),
                        fmt::format("{}", fmt::join(defaults, " / ")), std::string(option.help)});
    }
    constexpr int kWidestColumn = 24;
    print_table(rows, kWidestColumn);
    if (by_players) fmt::print("\nWhere there are three defaults, they are for 2 / 3 / 4 players.\n");
    fmt::print("\nExample: stockade play {}\n", example_spec(game));
}

int list_games(bool json) {
    if (!json) {
        print_list();
        return 0;
    }
    Json all = Json::array();
    for (const GameInfo& game : games::all_games()) all.push_back(to_json(game));
    fmt::print("{}\n", all.dump(2));
    return 0;
}

int describe_game(const std::string& name, bool json) {
    const GameInfo* game = games::find_game(name);
    if (!game) {
        std::vector<std::string_view> names;
        for (const GameInfo& other : games::all_games()) names.push_back(other.name);
        return fail(error<"cli.no-such-game">("game"_a = name.substr(0, 40),
                                              "suggestion"_a = games::suggestion(name, names)));
    }
    if (json)
        fmt::print("{}\n", to_json(*game).dump(2));
    else
        print_game(*game);
    return 0;
}

}  // namespace

void add_games(CLI::App& app, int& status) {
    struct Options {
        std::string name;
        bool json = false;
    };
    auto options = std::make_shared<Options>();
    auto* command = app.add_subcommand("games", "List the games, or explain one and its options");
    command->add_option("name", options->name, "The game to explain")->type_name("NAME");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &status] {
        status =
            options->name.empty() ? list_games(options->json) : describe_game(options->name, options->json);
    });
}

}  // namespace stockade::cli
