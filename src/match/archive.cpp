#include "match/archive.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/messages/cli.h"
#include "base/messages/file.h"
#include "base/messages/match.h"
#include "base/numbers.h"
#include "record/text_reader.h"
#include "record/text_writer.h"

namespace stockade::match {
namespace {

namespace fs = std::filesystem;

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}.{:02}.{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

/// One time control for all, or one for each player.
std::string time_control_text(const Settings& settings, const Seating& seating) {
    std::vector<std::string> texts;
    for (const int engine : seating)
        texts.push_back(settings.tc_of(settings.engines[static_cast<std::size_t>(engine)]).text());
    for (const auto& text : texts)
        if (text != texts[0]) return fmt::format("{}", fmt::join(texts, " | "));
    return texts[0];
}

record::Tags labels(const Programme& programme, std::size_t block, std::size_t game) {
    const auto& seating = programme.schedule.seating(block, game);
    record::Tags tags;
    tags.set("Game", programme.spec.str());
    tags.set("Event", programme.settings.event);
    tags.set("Date", today());
    tags.set("Round", fmt::format("{}.{}", block + 1, game + 1));
    for (std::size_t player = 0; player < seating.size(); ++player)
        tags.set(fmt::format("Player{}", player + 1),
                 programme.settings.engines[static_cast<std::size_t>(seating[player])].name);
    tags.set("Opening", programme.openings.name(programme.schedule.opening_of(block)));
    tags.set("TimeControl", time_control_text(programme.settings, seating));
    return tags;
}

/// Block and game, both from 0.
Result<std::pair<std::size_t, std::size_t>> parse_round(std::string_view text, std::size_t block_size) {
    const auto dot = std::min(text.find('.'), text.size());
    const auto block = read_number<std::size_t>(text.substr(0, dot), 1);
    const auto game = read_number<std::size_t>(text.substr(std::min(dot + 1, text.size())), 1, block_size);
    if (block && game) return std::pair{*block - 1, *game - 1};
    return error<"match.round">("round"_a = text.substr(0, 40));
}

Result<GameResult> to_result(const record::Record& record, const Programme& programme) {
    const auto round = parse_round(record.tags.get("Round"), programme.schedule.block_size());
    if (!round) return round.error();
    const auto [block, game] = *round;
    const auto expected = labels(programme, block, game);
    for (const auto& [name, value] : expected.items()) {
        if (name == "Event" || name == "Date") continue;
        if (record.tags.get(name) != value)
            return error<"match.other-tag">("tag"_a = name, "value"_a = record.tags.get(name),
                                            "expected"_a = value);
    }
    GameResult result;
    result.block = block;
    result.game = game;
    result.seating = programme.schedule.seating(block, game);
    const auto outcome = record::parse_result(record.result(), programme.spec.players());
    if (!outcome) return outcome.error();
    if (!outcome->over) return error<"match.no-result">();
    result.outcome = *outcome;
    result.termination = parse_termination(record.tags.get("Termination"));
    if (is_failure(result.termination) || result.termination == Termination::kTime)
        for (std::size_t player = 0; player < result.seating.size(); ++player)
            if (outcome->shares[player] == 0) result.offender = result.seating[player];
    return result;
}

/// The end of the last whole game. An empty line ends a game, and also its tags; a tag after an empty line
/// begins a new game.
std::size_t whole_games(std::string_view text) {
    if (text.empty() || text.ends_with("\n\n")) {
        // The end may lie between the tags and the turns of a game.
        const auto last = text.rfind("\n\n", text.size() - std::min<std::size_t>(text.size(), 3));
        const auto tail = last == std::string_view::npos ? text : text.substr(last + 2);
        if (!tail.starts_with('[')) return text.size();
    }
    const auto cut = text.rfind("\n\n[");
    return cut == std::string_view::npos ? 0 : cut + 2;
}

}  // namespace

void label(record::Record& record, const Programme& programme, std::size_t block, std::size_t game) {
    record::Tags tags = labels(programme, block, game);
    for (const auto& [name, value] : record.tags.items())
        if (!tags.has(name)) tags.set(name, value);
    record.tags = std::move(tags);
}

Result<std::vector<GameResult>> read_archive(const std::string& path, const Programme& programme) {
    std::vector<GameResult> results;
    std::error_code failed;
    if (!fs::exists(path, failed)) return results;
    std::ifstream in(path, std::ios::binary);
    if (!in) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    std::stringstream stream;
    stream << in.rdbuf();
    const std::string text = stream.str();
    const auto whole = whole_games(text);
    std::istringstream games(text.substr(0, whole));
    record::TextReader reader(games);
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (std::size_t number = 1;; ++number) {
        const auto record = reader.next();
        if (!record) return error<"file.problem">("file"_a = path, "problem"_a = record.error());
        if (!*record) break;
        const auto result = to_result(**record, programme);
        if (!result)
            return error<"match.in-game">("file"_a = path, "game"_a = number, "problem"_a = result.error());
        if (!seen.emplace(result->block, result->game).second)
            return error<"match.round-twice">("file"_a = path, "game"_a = number,
                                              "round"_a = (*record)->tags.get("Round"));
        results.push_back(*result);
    }
    if (whole == text.size()) return results;
    // The file is cut only now, when it has proved to belong to this match.
    if (results.empty()) return error<"match.no-whole-game">("file"_a = path);
    fs::resize_file(path, whole, failed);
    if (failed) return error<"file.problem">("file"_a = path, "problem"_a = failed.message());
    return results;
}

Result<Archive> Archive::open(const std::string& path, bool resume) {
    std::error_code ignored;
    if (!resume && fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0)
        return error<"match.holds-games">("file"_a = path);
    Archive archive;
    archive.path_ = path;
    archive.file_.reset(std::fopen(path.c_str(), "ab"));
    if (!archive.file_) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    return archive;
}

Status Archive::add(const record::Record& record) {
    const auto text = record::to_text(record);
    if (!text) return text.error();
    if (std::fwrite(text->data(), 1, text->size(), file_.get()) != text->size() ||
        std::fflush(file_.get()) != 0)
        return error<"cli.cannot-write-because">("file"_a = path_, "problem"_a = std::strerror(errno));
    return Done{};
}

}  // namespace stockade::match
