#include "match/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.h"

namespace stockade::match {
namespace {

using Row = std::vector<std::string>;

/// Characters as they stand in a terminal: bytes that begin a UTF-8 character.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Columns to the right, but for the first one.
std::string table(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths(rows[0].size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - width(row[i]), ' ');
            line += i == 0 ? row[i] + space : "  " + space + row[i];
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string number(std::size_t value) { return std::to_string(value); }
std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

std::string main_table(const Standings& standings, const Settings& settings) {
    std::vector<Row> rows = {{"engine", "games", "wins", "draws", "losses", "score", "Elo", "LOS", "late",
                              "crashed", "hung", "illegal"}};
    std::vector<int> order;
    for (std::size_t i = 0; i < settings.engines.size(); ++i) order.push_back(static_cast<int>(i));
    // Two stay as they were given; a field is ranked.
    if (order.size() > 2)
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return standings.counts(a).score() > standings.counts(b).score();
        });
    for (const int engine : order) {
        const auto& counts = standings.counts(engine);
        const auto scores = standings.scores_of(engine);
        rows.push_back({settings.engines[static_cast<std::size_t>(engine)].name, number(counts.games),
                        number(counts.wins), number(counts.draws), number(counts.losses),
                        percent(counts.score()), elo_text(scores), percent(likelihood_of_superiority(scores)),
                        number(counts.time_losses), number(counts.crashes), number(counts.hangs),
                        number(counts.illegal)});
    }
    return table(rows);
}

/// The score of the engine in each line against the one in each column.
std::string cross_table(const Standings& standings, const Settings& settings) {
    const auto engines = settings.engines.size();
    std::vector<Row> rows(engines + 1, Row(engines + 1, "-"));
    rows[0][0] = "against";
    for (std::size_t i = 0; i < engines; ++i) {
        rows[i + 1][0] = fmt::format("{} {}", i + 1, settings.engines[i].name);
        rows[0][i + 1] = number(i + 1);
    }
    const auto& pairings = standings.schedule().pairings();
    for (std::size_t i = 0; i < pairings.size(); ++i) {
        const auto& counts = standings.counts(i);
        if (counts.games == 0) continue;
        const auto first = static_cast<std::size_t>(pairings[i].first) + 1;
        const auto second = static_cast<std::size_t>(pairings[i].second) + 1;
        rows[first][second] = percent(counts.score());
        rows[second][first] = percent(1 - counts.score());
    }
    return table(rows);
}

std::string llr_text(const Standings& standings, const Sprt& sprt) {
    return fmt::format("LLR {:.2f} ({:.2f}, {:.2f})", llr_of(standings, sprt), sprt.lower(), sprt.upper());
}

std::string sprt_text(const Standings& standings, const Sprt& sprt) {
    std::string verdict = "undecided";
    switch (sprt_verdict(sprt, llr_of(standings, sprt))) {
        case SprtVerdict::kAcceptsElo0:
            verdict =
                fmt::format("elo0 accepted: the difference is rather {:g} than {:g}", sprt.elo0, sprt.elo1);
            break;
        case SprtVerdict::kAcceptsElo1:
            verdict =
                fmt::format("elo1 accepted: the difference is rather {:g} than {:g}", sprt.elo1, sprt.elo0);
            break;
        case SprtVerdict::kGoesOn:
            break;
    }
    return fmt::format("SPRT [{:g}, {:g}]: {}, {}\n", sprt.elo0, sprt.elo1, llr_text(standings, sprt),
                       verdict);
}

std::string block_text(const Standings& standings) {
    const auto& scores = standings.scores(0);
    if (standings.schedule().block_size() != 2)
        return fmt::format("Blocks of {} games: {}\n", standings.schedule().block_size(), scores.blocks());
    return fmt::format("Pairs with 0, 1/2, 1, 1 1/2, 2 points: {}\n", fmt::join(scores.pentanomial(), ", "));
}

}  // namespace

std::string elo_text(const BlockScores& scores) {
    if (scores.blocks() == 0) return "-";
    const auto [elo, low, high] = estimate_elo(scores);
    // Not -0.0.
    const auto signed_text = [](double value) { return fmt::format("{:+.1f}", value == 0 ? 0.0 : value); };
    const std::string text = signed_text(elo);
    if (std::isfinite(low) && std::isfinite(high)) return fmt::format("{} ± {:.1f}", text, (high - low) / 2);
    if (std::isfinite(low)) return fmt::format("{} (> {})", text, signed_text(low));
    if (std::isfinite(high)) return fmt::format("{} (< {})", text, signed_text(high));
    return fmt::format("{} ± inf", text);
}

std::string progress_text(const Standings& standings, const Settings& settings) {
    std::string text = fmt::format("{} games", standings.games());
    if (settings.games) text = fmt::format("{} of {} games", standings.games(), standings.schedule().games());
    if (settings.engines.size() == 2) {
        text += fmt::format(": {} {} against {}, Elo {}", settings.engines[0].name,
                            percent(standings.counts(0).score()), settings.engines[1].name,
                            elo_text(standings.scores(0)));
        if (settings.sprt) text += ", " + llr_text(standings, *settings.sprt);
        return text;
    }
    int best = 0;
    for (std::size_t i = 1; i < settings.engines.size(); ++i)
        if (standings.counts(static_cast<int>(i)).score() > standings.counts(best).score())
            best = static_cast<int>(i);
    return text + fmt::format(": {} leads with {}", settings.engines[static_cast<std::size_t>(best)].name,
                              percent(standings.counts(best).score()));
}

std::string final_text(const Standings& standings, const Settings& settings) {
    std::string text = main_table(standings, settings);
    if (settings.engines.size() > 2) text += "\n" + cross_table(standings, settings);
    text += "\n";
    if (settings.engines.size() == 2) text += block_text(standings);
    if (settings.sprt) text += sprt_text(standings, *settings.sprt);
    return text;
}

std::string failure_text(const PlayedGame& game, const Settings& settings) {
    if (game.result.offender < 0) return {};
    std::string text = fmt::format("game {}.{}: {}: {}: {}\n", game.result.block + 1, game.result.game + 1,
                                   settings.engines[static_cast<std::size_t>(game.result.offender)].name,
                                   termination_name(game.result.termination), printable(game.problem));
    for (const auto& line : game.last_lines) text += "    " + printable(line) + "\n";
    return text;
}

}  // namespace stockade::match
