#include "cli/analyse_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"

namespace stockade::cli {
namespace {

using engine::GameAnalysis;
using engine::Label;
using engine::ReviewedTurn;
using search::Line;

constexpr std::size_t kShownTurns = 6;  // of a line
constexpr std::array<std::string_view, engine::kLabels> kSigns{"", "", "?!", "?", "??"};

std::string line_text(const Line& line) {
    const auto shown = std::min(line.turns.size(), kShownTurns);
    return fmt::format(
        "{}", fmt::join(line.turns.begin(), line.turns.begin() + static_cast<std::ptrdiff_t>(shown), " "));
}

std::string chance_text(double chance) { return fmt::format("{:.1f}%", 100 * chance); }

class TurnTable {
public:
    TurnTable(const record::Record& record, const games::Spec& spec, const GameAnalysis& game)
        : game_(game),
          spec_(spec),
          names_(player_names(record, spec.players())),
          first_(record::first_turn(record) - 1) {
        for (auto& name : names_) name = printable(name);
        for (std::size_t i = 0; i < game.turns.size(); ++i) {
            number_width_ = std::max(number_width_, number(i).size());
            turn_width_ = std::max(turn_width_, played(game.turns[i]).size());
        }
    }

    std::string text() {
        head();
        for (std::size_t i = 0; i < game_.turns.size(); ++i) row(i);
        summary();
        return std::move(out_);
    }

private:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
        while (out_.ends_with(' ')) out_.pop_back();
        out_ += '\n';
    }

    bool two_sides() const { return engine::sides(spec_) == 2; }
    std::string number(std::size_t turn) const {
        const auto players = names_.size();
        const std::size_t index = first_ + turn;
        return fmt::format("{}{}", index / players + 1, index % players == 0 ? "." : "...");
    }
    static std::string played(const ReviewedTurn& turn) {
        return turn.text + std::string(kSigns[static_cast<std::size_t>(turn.label)]);
    }
    /// The chances after a turn: of both sides, or of the mover.
    std::string chances(std::size_t turn) const {
        if (!two_sides())
            return fmt::format("{:>2}  {:>6}", game_.turns[turn].player + 1,
                               chance_text(game_.turns[turn].after));
        const double first = game_.course[turn + 1];
        return fmt::format("{:>6}  {:>6}", chance_text(first), chance_text(1 - first));
    }

    void head() {
        const bool teams = names_.size() == 4 && two_sides();
        add("{:<{}}  {:<{}}  {}  {:>5}  {:<10}  best", "", number_width_, "turn", turn_width_,
            !two_sides() ? "by   wins"
            : teams      ? "1+3 win 2+4 win"
                         : "1 wins  2 wins",
            "loss", "label");
        if (two_sides())
            add("{:<{}}  {:<{}}  {:>6}  {:>6}", "", number_width_, "", turn_width_,
                chance_text(game_.course[0]), chance_text(1 - game_.course[0]));
    }

    void row(std::size_t i) {
        const ReviewedTurn& turn = game_.turns[i];
        add("{:<{}}  {:<{}}  {}  {:>5.1f}  {:<10}  {}", number(i), number_width_, played(turn), turn_width_,
            chances(i), turn.loss, engine::label_name(turn.label), best(turn, 0));
        const std::size_t indent = number_width_ + turn_width_ + (two_sides() ? 14 : 10) + 23;
        for (std::size_t line = 1; line < turn.lines.size(); ++line)
            add("{:<{}}  {}", "", indent, best(turn, line));
    }
    static std::string best(const ReviewedTurn& turn, std::size_t line) {
        return fmt::format("{:>6}  {}", chance_text(turn.lines[line].win_probability),
                           line_text(turn.lines[line]));
    }

    void summary() {
        std::size_t width = 6;
        for (const auto& name : names_) width = std::max(width, characters(name));
        add("");
        add("   {:<{}}  accuracy  best  good  inaccuracy  mistake  blunder", "player", width);
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const auto& [accuracy, labels] = game_.players[i];
            add("{:>2} {}{:<{}}  {:>8}  {:>4}  {:>4}  {:>10}  {:>7}  {:>7}", i + 1, names_[i], "",
                width - characters(names_[i]), accuracy ? fmt::format("{:.1f}%", *accuracy) : "-", labels[0],
                labels[1], labels[2], labels[3], labels[4]);
        }
    }
    static std::size_t characters(const std::string& text) {
        return static_cast<std::size_t>(
            std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
    }

    const GameAnalysis& game_;
    const games::Spec& spec_;
    std::vector<std::string> names_;
    std::size_t first_;
    std::size_t number_width_ = 2;
    std::size_t turn_width_ = 4;
    std::string out_;
};

}  // namespace

std::vector<std::string> player_names(const record::Record& record, int players) {
    std::vector<std::string> names;
    for (int i = 1; i <= players; ++i) {
        const auto name = record.tags.get(fmt::format("Player{}", i));
        names.push_back(name.empty() ? fmt::format("Player {}", i) : std::string(name));
    }
    return names;
}

std::string game_title(const record::Record& record, const games::Spec& spec) {
    const auto names = player_names(record, spec.players());
    std::string who;
    if (names.size() == 4 && engine::sides(spec) == 2)
        who = fmt::format("{} and {} against {} and {}", names[0], names[2], names[1], names[3]);
    else if (names.size() == 2)
        who = fmt::format("{} against {}", names[0], names[1]);
    else
        who = fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
    return fmt::format("{}, {}, {}", who, spec.game().title, record.result());
}

std::string analysis_table(const record::Record& record, const games::Spec& spec, const GameAnalysis& game) {
    return TurnTable(record, spec, game).text();
}

}  // namespace stockade::cli
