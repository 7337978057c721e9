#include "engine/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/messages/engine.h"
#include "record/annotations.h"

namespace stockade::engine {
namespace {

using games::Session;

constexpr int kFaces = 4;             // of the die
constexpr std::size_t kLongLine = 8;  // turns of a variation that people still read

/// The position in which the player chose the turn: with its roll, where there is one.
Session with_roll(const Session& session, std::string_view turn) {
    Session at = session;
    if (at.view().roll_due) (void)at.play_action(turn.substr(0, turn.find(':')));
    return at;
}

/// The chance of a player's side in a finished game.
double result_for(int player, const Session& session) {
    const int twelfths = session.outcome().shares[static_cast<std::size_t>(player)];
    return side_chance(static_cast<double>(twelfths) / games::kWholePoint, session.spec());
}

/// The chance of a player's side, where one of two sides is to move.
double seen_by(int player, int mover, double chance, const games::Spec& spec) {
    return side_of(player, spec) == side_of(mover, spec) ? chance : 1 - chance;
}

bool is_best(const ReviewedTurn& turn) { return !turn.lines.empty() && turn.lines[0].turns[0] == turn.text; }

void settle(ReviewedTurn& turn) {
    const bool best = is_best(turn);
    turn.loss = best ? 0 : std::max(0.0, 100 * (turn.before - turn.after));
    turn.label = best ? Label::kBest : label_of_loss(turn.loss);
    turn.accuracy = turn_accuracy(turn.loss);
}

std::vector<double> percent(const std::vector<double>& chances) {
    std::vector<double> result;
    result.reserve(chances.size());
    for (const double chance : chances) result.push_back(100 * chance);
    return result;
}

/// The chances that one of many players saw at each turn, and in the end.
std::vector<double> own_course(const GameAnalysis& game, int player) {
    std::vector<double> course;
    const ReviewedTurn* last = nullptr;
    for (const ReviewedTurn& turn : game.turns) {
        if (turn.player != player) continue;
        course.push_back(turn.before);
        last = &turn;
    }
    if (last) course.push_back(last->after);
    return course;
}

void sum_up(GameAnalysis& game) {
    const auto common = volatility_weights(percent(game.course));
    for (std::size_t player = 0; player < game.players.size(); ++player) {
        PlayerSummary& summary = game.players[player];
        const auto own = game.course.empty()
                             ? volatility_weights(percent(own_course(game, static_cast<int>(player))))
                             : std::vector<double>{};
        std::vector<WeightedAccuracy> turns;
        for (std::size_t i = 0; i < game.turns.size(); ++i) {
            const ReviewedTurn& turn = game.turns[i];
            if (turn.player != static_cast<int>(player)) continue;
            ++summary.labels[static_cast<std::size_t>(turn.label)];
            turns.push_back({turn.accuracy, game.course.empty() ? own[turns.size()] : common[i]});
        }
        summary.accuracy = game_accuracy(turns);
    }
}

double rounded(double value, double parts) { return std::round(value * parts) / parts; }

}  // namespace

search::SearchLimits Effort::limits(int parts) const {
    search::SearchLimits limits;
    if (time) limits.time = std::max(*time / parts, 1ms);
    if (nodes) limits.nodes = std::max<std::uint64_t>(*nodes / static_cast<std::uint64_t>(parts), 1);
    limits.depth = depth;
    return limits;
}

int sides(const games::Spec& spec) { return spec.has("teams") && spec.on("teams") ? 2 : spec.players(); }
int side_of(int player, const games::Spec& spec) { return player % sides(spec); }
double side_chance(double share, const games::Spec& spec) {
    return std::min(1.0, share * spec.players() / sides(spec));
}

Result<SearchInfo> Analyst::think(const Session& session, int parts) {
    signal_.reset();
    if (stopped_) return error<"engine.stopped">();
    auto info = engine_.think(session, effort_.limits(parts), signal_, {});
    if (!info) return info;
    if (stopped_) return error<"engine.stopped">();
    if (info->lines.empty() || info->lines[0].turns.empty())
        return error<"engine.no-answer">("position"_a = session.position());
    for (search::Line& variation : info->lines)
        variation.win_probability = side_chance(variation.win_probability, session.spec());
    return info;
}

/// The engine thinks only once the die is thrown: the mean over its faces.
Result<double> Analyst::chance_before_roll(int player, const Session& session) {
    double sum = 0;
    for (int face = 1; face <= kFaces; ++face) {
        const Session at = with_roll(session, std::to_string(face));
        const auto info = think(at, kFaces);
        if (!info) return info.error();
        sum += seen_by(player, at.turn_of(), info->lines[0].win_probability, at.spec());
    }
    return sum / kFaces;
}

/// Where there are more than two sides, the next player's chance does not tell how the others share the rest.
/// So the others reply as the engine would, until the player is to move again.
Result<double> Analyst::chance_after_replies(int player, Session session) {
    for (;;) {
        if (session.outcome().over) return result_for(player, session);
        const auto info = think(session, session.players());
        if (!info) return info.error();
        const search::Line& best = info->lines[0];
        if (session.turn_of() == player) return best.win_probability;
        if (auto played = session.play(best.turns[0]); !played) return played.error();
    }
}

Result<ReviewedTurn> Analyst::look(const Session& session, const std::string& text, int player) {
    const auto info = think(session);
    if (!info) return info.error();
    ReviewedTurn turn;
    turn.player = player;
    turn.text = text;
    turn.depth = info->depth;
    turn.nodes = info->nodes;
    turn.lines = info->lines;
    for (search::Line& line : turn.lines) line.turns[0] = session.completed_turn(line.turns[0]);
    turn.before = turn.lines[0].win_probability;
    return turn;
}

/// The chance after a turn is one less the chance of the other side in the next position.
Status Analyst::review_two_sides(Session& session, GameAnalysis& game) {
    const auto& spec = session.spec();
    while (true) {
        const bool over = session.outcome().over;
        const bool last = over || !session.can_redo();
        const bool roll_due = !over && session.view().roll_due;
        const int mover = session.turn_of();
        std::optional<ReviewedTurn> next;
        if (!last) {
            Session after = session;
            after.redo();
            const std::string text = after.history().back();
            auto looked = look(with_roll(session, text), text, after.movers().back());
            if (!looked) return looked.error();
            next = std::move(*looked);
        }

        double first = 0;  // the chance of player 1's side here
        std::optional<search::Line> best;
        if (over) {
            first = result_for(0, session);
        } else if (roll_due) {
            const auto chance = chance_before_roll(0, session);
            if (!chance) return chance.error();
            first = *chance;
        } else {
            if (next) {
                best = next->lines[0];
            } else {
                const auto info = think(session);
                if (!info) return info.error();
                best = info->lines[0];
            }
            first = seen_by(0, mover, best->win_probability, spec);
        }
        game.course.push_back(first);

        if (!game.turns.empty()) {
            ReviewedTurn& turn = game.turns.back();
            turn.after = side_of(turn.player, spec) == 0 ? first : 1 - first;
            if (best && best->proven == 0) {
                const bool same = side_of(turn.player, spec) == side_of(mover, spec);
                turn.score = same ? best->score : -best->score;
            }
            settle(turn);
            tell(game);
        }
        if (last) return Done{};
        game.turns.push_back(std::move(*next));
        session.redo();
    }
}

Status Analyst::review_many_sides(Session& session, GameAnalysis& game) {
    while (session.can_redo() && !session.outcome().over) {
        const Session before = session;
        session.redo();
        auto turn = look(before, session.history().back(), session.movers().back());
        if (!turn) return turn.error();
        const auto after = chance_after_replies(turn->player, session);
        if (!after) return after.error();
        turn->after = *after;
        settle(*turn);
        game.turns.push_back(std::move(*turn));
        tell(game);
    }
    return Done{};
}

Result<GameAnalysis> Analyst::analyse(const record::Record& record, std::size_t game_number,
                                      const std::function<void(const GameAnalysis&)>& on_turn) {
    auto session = record::to_session(record, game_number);
    if (!session) return session.error();
    while (session->undo()) {
    }
    engine_.new_game();
    on_turn_ = on_turn;
    GameAnalysis game;
    game.players.resize(static_cast<std::size_t>(session->players()));
    const auto reviewed =
        sides(session->spec()) == 2 ? review_two_sides(*session, game) : review_many_sides(*session, game);
    if (!reviewed) return reviewed.error();
    sum_up(game);
    return game;
}

namespace {

constexpr std::array<std::uint8_t, kLabels> kGlyphs = {0, 0, 6, 2, 4};  // ?! ? ??

std::string verdict_on(const ReviewedTurn& turn) {
    std::string name(label_name(turn.label));
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return fmt::format("{}. {} was best.", name, turn.lines[0].turns[0]);
}

/// Takes away what an earlier analysis said, so that analysing twice does not say everything twice.
void forget_verdict(record::Turn& turn) {
    std::erase_if(turn.glyphs, [](std::uint8_t glyph) {
        return glyph != 0 && std::find(kGlyphs.begin(), kGlyphs.end(), glyph) != kGlyphs.end();
    });
    constexpr std::string_view kEnd = " was best.";
    for (const std::string_view name : {"Inaccuracy. ", "Mistake. ", "Blunder. "}) {
        if (!turn.comment.starts_with(name)) continue;
        const auto space = turn.comment.find(' ', name.size());
        if (space == std::string::npos || turn.comment.compare(space, kEnd.size(), kEnd) != 0) continue;
        turn.comment = record::clean_comment(std::string_view(turn.comment).substr(space + kEnd.size()));
    }
}

/// The legal part of a line: a draw by repetition may end the game before the engine expects it.
record::Line legal_line(Session session, const search::Line& variation) {
    record::Line line;
    for (const std::string& text : variation.turns) {
        if (line.size() == kLongLine || !session.play(text)) break;
        line.emplace_back();
        line.back().text = session.history().back();
    }
    return line;
}

std::size_t turns_in(const record::Line& line) {
    std::size_t count = line.size();
    for (const auto& turn : line)
        for (const auto& variation : turn.variations) count += turns_in(variation);
    return count;
}

}  // namespace

record::Record annotated(const record::Record& record, const GameAnalysis& game) {
    record::Record result = record;
    auto session = record::to_session(record);
    if (!session) return result;
    while (session->undo()) {
    }
    result.tags.set("Annotator", "Stockade");
    for (std::size_t i = 0; i < game.players.size(); ++i)
        if (game.players[i].accuracy)
            result.tags.set(fmt::format("Accuracy{}", i + 1),
                            fmt::format("{:.1f}", *game.players[i].accuracy));
    std::size_t room = record::kMaxTurns - std::min(record::kMaxTurns, turns_in(record.turns));
    for (std::size_t i = 0; i < game.turns.size(); ++i, session->redo()) {
        const ReviewedTurn& reviewed = game.turns[i];
        record::Turn& turn = result.turns[i];
        turn.win = rounded(reviewed.after, 1000);
        turn.eval.reset();
        if (reviewed.score) turn.eval = *reviewed.score / 100.0;
        forget_verdict(turn);
        if (reviewed.label < Label::kInaccuracy) continue;
        turn.glyphs.insert(turn.glyphs.begin(), kGlyphs[static_cast<std::size_t>(reviewed.label)]);
        std::string comment = verdict_on(reviewed);
        record::append_comment(comment, turn.comment);
        turn.comment = std::move(comment);
        auto line = legal_line(*session, reviewed.lines[0]);
        const bool known = std::any_of(
            turn.variations.begin(), turn.variations.end(),
            [&](const record::Line& other) { return !line.empty() && other[0].text == line[0].text; });
        if (line.empty() || known || line.size() > room) continue;
        room -= line.size();
        turn.variations.insert(turn.variations.begin(), std::move(line));
    }
    return result;
}

}  // namespace stockade::engine
