#include "match/openings.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/messages/cli.h"
#include "base/messages/file.h"
#include "base/messages/match.h"
#include "base/messages/rules.h"
#include "base/numbers.h"
#include "base/random.h"
#include "match/engine_lines.h"
#include "record/formats.h"

namespace stockade::match {
namespace {

constexpr std::string_view kRandom = "random:";
constexpr std::size_t kMaxOpenings = 1'000'000;

bool looks_like_records(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && (text[begin] == '[' || text[begin] == '{');
}

/// `1.` and `2...`, which people write between turns.
bool is_turn_number(std::string_view word) {
    return word.find('.') != std::string_view::npos && word.find_first_not_of("0123456789.") == word.npos;
}

}  // namespace

Result<Openings> Openings::create(std::string_view text, const games::Spec& spec, std::uint64_t seed) {
    Openings openings(spec, seed);
    if (text == "none") return openings;
    if (text.starts_with(kRandom)) {
        constexpr int kMostPlies = 100;
        const auto plies = read_number<int>(text.substr(kRandom.size()), 0, kMostPlies);
        if (!plies) return error<"match.openings">("max"_a = kMostPlies, "text"_a = text.substr(0, 60));
        openings.plies_ = *plies;
    } else if (auto read = openings.read_file(std::string(text)); !read) {
        return error<"match.openings-problem">("problem"_a = read.error());
    }
    for (std::size_t i = 0; i < std::max<std::size_t>(1, openings.openings_.size()); ++i)
        if (const auto session = openings.start(i); !session)
            return error<"match.openings-problem">("problem"_a = session.error());
    return openings;
}

Status Openings::read_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return error<"cli.folder">("file"_a = path);
    std::ifstream in(path, std::ios::binary);
    if (!in) return error<"match.openings-file">("file"_a = path, "problem"_a = std::strerror(errno));
    std::stringstream text;
    text << in.rdbuf();
    const auto content = text.str();
    file_ = std::filesystem::path(path).filename().string();
    const bool records = record::format_of_path(path) || looks_like_records(content);
    auto read = records ? read_records(text, content, path) : read_lists(text);
    if (!read) return error<"file.problem">("file"_a = path, "problem"_a = read.error());
    if (openings_.empty()) return error<"match.no-opening">("file"_a = path);
    return Done{};
}

Status Openings::read_records(std::istream& in, std::string_view beginning, const std::string& path) {
    const auto format = record::format_of_path(path).value_or(record::format_of_text(beginning));
    const auto source = record::open_source(format, in);
    for (std::size_t number = 1; openings_.size() < kMaxOpenings; ++number) {
        const auto record = source->next();
        if (!record) return record.error();
        if (!*record) return Done{};
        const auto session = record::to_session(**record, number);
        if (!session) return session.error();
        if (!(session->spec() == spec_))
            return error<"match.opening-game">("number"_a = number, "game"_a = session->spec().str(),
                                               "expected"_a = spec_.str());
        openings_.push_back(
            {session->starts_from_standard() ? "" : session->start_position(), session->history()});
    }
    return Done{};
}

Status Openings::read_lists(std::istream& in) {
    std::string line;
    while (openings_.size() < kMaxOpenings && std::getline(in, line)) {
        if (line.ends_with('\r')) line.pop_back();
        Opening opening;
        for (const auto word : words_of(line)) {
            if (word[0] == '#') break;
            if (!is_turn_number(word)) opening.turns.emplace_back(word);
        }
        if (!opening.turns.empty()) openings_.push_back(std::move(opening));
    }
    return Done{};
}

Result<games::Session> Openings::fresh(const std::string& position, std::uint64_t seed) const {
    // The match says who sits where, whatever the game would draw.
    return position.empty() ? games::Session::in_order(spec_.str(), seed)
                            : games::Session::from_position(position, seed);
}

Result<games::Session> Openings::play(const Opening& opening, std::uint64_t seed) const {
    auto session = fresh(opening.position, seed);
    if (!session) return session;
    for (const auto& turn : opening.turns)
        if (auto played = session->play(turn); !played) return played.error();
    if (session->outcome().over) return error<"rules.game-over-verdict">("verdict"_a = *session->verdict());
    return session;
}

/// Action by action, each legal one as likely as the others, until the game is still open after that many
/// turns.
Result<games::Session> Openings::play_random(std::uint64_t seed) const {
    constexpr int kAttempts = 200;
    auto begin = fresh("", seed);
    if (!begin) return begin;
    Random random(mix64(seed));
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        games::Session session = *begin;
        while (static_cast<int>(session.ply()) < plies_ && !session.outcome().over) {
            session.roll();
            const auto actions = session.actions();
            const auto& action = actions[random.below(static_cast<std::uint32_t>(actions.size()))];
            if (auto played = session.play_action(action); !played) return played.error();
        }
        if (!session.outcome().over) return session;
    }
    return error<"match.openings-end">("plies"_a = plies_, "game"_a = spec_.str());
}

Result<games::Session> Openings::start(std::size_t number) const {
    const std::uint64_t seed = mix64(seed_ ^ mix64(number + 1));
    if (openings_.empty()) return play_random(seed);
    const std::size_t place = number % openings_.size();
    auto session = play(openings_[place], seed);
    if (!session)
        return error<"match.opening">("file"_a = file_, "opening"_a = place + 1,
                                      "problem"_a = session.error());
    return session;
}

std::string Openings::name(std::size_t number) const {
    if (openings_.empty()) return fmt::format("random:{} seed {} number {}", plies_, seed_, number + 1);
    return fmt::format("{} number {} seed {}", file_, number % openings_.size() + 1, seed_);
}

}  // namespace stockade::match
