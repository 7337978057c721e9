// `stockade games`: the table of games, and what one of them offers.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "games/spec.h"

namespace stockade::cli {
namespace {

using games::GameInfo;
using games::OptionInfo;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLineWidth = 100;

/// Breaks text at blanks into lines, the later ones indented.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        if (column + end > kLineWidth && column > indent) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += text.substr(0, end);
        column += end;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::string default_value(const GameInfo& game, const OptionInfo& option) {
    const auto spec = games::parse_spec(game.name);
    return spec && spec->has(option.name) ? std::string(spec->text(option.name)) : "";
}

/// Another value than the default that goes with the other defaults; empty when none is found.
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
    for (const OptionInfo& option : game.options)
        options.push_back({{"name", option.name},
                           {"values", option.range()},
                           {"default", default_value(game, option)},
                           {"help", option.help}});
    return {{"name", game.name},
            {"title", game.title},
            {"summary", game.summary},
            {"family", game.family},
            {"dice", game.dice},
            {"example", example_spec(game)},
            {"options", std::move(options)}};
}

void print_list() {
    std::size_t name_width = 0, title_width = 0;
    for (const GameInfo& game : games::all_games()) {
        name_width = std::max(name_width, game.name.size());
        title_width = std::max(title_width, game.title.size());
    }
    const std::size_t indent = name_width + title_width + 4;
    for (const GameInfo& game : games::all_games())
        fmt::print("{:<{}}  {:<{}}  {}\n", game.name, name_width, game.title, title_width,
                   wrapped(game.summary, indent));
    fmt::print("\n`stockade games NAME` tells the options of one game.\n");
}

void print_game(const GameInfo& game) {
    fmt::print("{} ({}): {}\n\n", game.title, game.name, wrapped(game.summary, 0));
    if (game.family != game.name) fmt::print("Follows the rules of {}.\n\n", game.family);
    std::size_t name_width = 6, range_width = 6, default_width = 7;
    for (const OptionInfo& option : game.options) {
        name_width = std::max(name_width, option.name.size());
        range_width = std::max(range_width, option.range().size());
        default_width = std::max(default_width, default_value(game, option).size());
    }
    range_width = std::min<std::size_t>(range_width, 30);
    const std::size_t indent = name_width + range_width + default_width + 6;
    fmt::print("{:<{}}  {:<{}}  {:<{}}  {}\n", "option", name_width, "values", range_width, "default",
               default_width, "meaning");
    for (const OptionInfo& option : game.options)
        fmt::print("{:<{}}  {:<{}}  {:<{}}  {}\n", option.name, name_width, option.range(), range_width,
                   default_value(game, option), default_width, wrapped(option.help, indent));
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
        return fail(error("there is no game '{}'{}; `stockade games` lists them", name.substr(0, 40),
                          games::suggestion(name, names)));
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
