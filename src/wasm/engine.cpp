// The engine module: one engine that thinks in the worker that calls it and tells the page what it finds.
#include "engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/messages/file.h"
#include "base/messages/net.h"
#include "engine/analysis.h"
#include "engine/levels.h"
#include "engine/network_speed.h"
#include "engine/signature.h"
#include "net/installed.h"
#include "wasm/boundary.h"

/// Given by the page: the search or the review so far, as JSON.
extern "C" __attribute__((import_module("env"), import_name("stockade_search_info"))) void
stockade_search_info(const char* json);

namespace stockade::wasm {
namespace {

engine::Engine& the_engine() {
    static engine::Engine engine;
    return engine;
}
search::StopSignal& stop_signal() {
    static search::StopSignal stop;
    return stop;
}

/// A network by its game and the sizes of its layers; null for the classical evaluation.
void add_network(JsonWriter& json, const net::Network* network) {
    json.key("network");
    if (!network) {
        json.null();
        return;
    }
    const auto& shape = network->shape();
    json.string(
        fmt::format("{} {}-{}-{}", network->description().spec, shape.first, shape.second, shape.third));
}

std::string describe(const engine::SearchInfo& info) {
    JsonWriter json;
    json.open('{').key("depth").number(info.depth).key("deepest").number(info.seldepth);
    json.key("nodes").number(static_cast<long long>(info.nodes));
    json.key("seconds").fraction(info.elapsed.count()).key("lines").open('[');
    for (const auto& line : info.lines) {
        json.open('{').key("chance").fraction(line.win_probability).key("score").number(line.score);
        json.key("proven").number(line.proven).key("turns").open('[');
        for (const auto& turn : line.turns) json.string(turn);
        json.close(']').close('}');
    }
    json.close(']');
    add_network(json, the_engine().network());
    json.close('}');
    return json.text();
}

std::string describe(const std::vector<engine::RatedAction>& actions) {
    JsonWriter json;
    json.open('{').key("actions").open('[');
    for (const auto& [action, share] : actions) json.string(action);
    json.close(']').key("shares").open('[');
    for (const auto& [action, share] : actions) json.fraction(share);
    json.close(']');
    add_network(json, the_engine().network());
    json.close('}');
    return json.text();
}

/// Turns with their labels, the course of the first side's chances, and the players' accuracies once all is
/// done.
std::string describe(const engine::GameAnalysis& game) {
    JsonWriter json;
    json.open('{').key("turns").open('[');
    for (const auto& turn : game.turns) {
        json.open('{').key("player").number(turn.player).key("turn").string(turn.text);
        json.key("best").string(turn.lines[0].turns[0]);
        json.key("before").fraction(turn.before).key("after").fraction(turn.after);
        json.key("label").string(engine::label_name(turn.label)).close('}');
    }
    json.close(']').key("course").open('[');
    for (const double chance : game.course) json.fraction(chance);
    json.close(']').key("accuracies").open('[');
    for (const auto& player : game.players) player.accuracy ? json.fraction(*player.accuracy) : json.null();
    json.close(']').close('}');
    return json.text();
}

/// The position after turns separated by spaces; a turn under way stands at the end, followed by `+`.
Result<games::Session> replay(const char* start, std::string_view turns) {
    auto session = games::Session::from_position(start);
    if (!session) return session;
    while (!turns.empty()) {
        const auto end = std::min(turns.find(' '), turns.size());
        const auto turn = turns.substr(0, end);
        turns.remove_prefix(std::min(end + 1, turns.size()));
        if (turn.empty()) continue;
        if (turn.back() != '+') {
            if (const auto played = session->play(turn); !played) return played.error();
            continue;
        }
        std::string_view parts = turn.substr(0, turn.size() - 1);
        while (!parts.empty()) {
            const auto stop = std::min(parts.find_first_of(":,/"), parts.size());
            if (const auto played = session->play_action(parts.substr(0, stop)); !played)
                return played.error();
            parts.remove_prefix(std::min(stop + 1, parts.size()));
        }
    }
    return session;
}

}  // namespace
}  // namespace stockade::wasm

using namespace stockade;
using namespace stockade::wasm;

/// Where a page with shared memory writes a 1 to end the search.
STOCKADE_EXPORT void* stockade_stop_flag() { return &stop_signal(); }
/// Before each task. Apart from stockade_think(), so that a stop between the two is not lost.
STOCKADE_EXPORT void stockade_ready() { stop_signal().reset(); }

/// The number of the strongest level, and of the first that asks a network.
STOCKADE_EXPORT const char* stockade_levels() {
    JsonWriter json;
    json.open('{').key("strongest").number(engine::kStrongest);
    json.key("firstByNetwork").number(engine::kFirstByNetwork).close('}');
    return answer(json.text());
}
/// The level is 1 to the strongest; a seed other than 0 makes games differ.
STOCKADE_EXPORT void stockade_options(int threads, int hash_megabytes, int lines, int level, double seed) {
    engine::Options options = the_engine().options();
    options.threads = threads;
    options.hash_megabytes = static_cast<std::size_t>(hash_megabytes);
    options.lines = lines;
    options.level = level;
    options.seed = static_cast<std::uint64_t>(seed);
    the_engine().set_options(options);
}
STOCKADE_EXPORT void stockade_new_game() { the_engine().new_game(); }

/// Takes the bytes of a network file. From now on it evaluates the games that play like its own, at the
/// levels that use networks. `name` is the file's name in errors.
STOCKADE_EXPORT const char* stockade_network(const char* name, const std::uint8_t* bytes, std::size_t size) {
    auto network = net::read_network({bytes, size}, name);
    if (!network) return fail(network.error());
    const auto spec = games::parse_spec(network->description().spec);
    if (!spec) return fail(error<"file.problem">("file"_a = name, "problem"_a = spec.error()));
    if (const auto fits = engine::Engine::check_fit(*network, *spec); !fits)
        return fail(error<"file.problem">("file"_a = name, "problem"_a = fits.error()));
    net::install_network(std::make_shared<const net::Network>(std::move(*network)));
    return answer("{}");
}

/// Which of the games in `specs`, one a line, plays like that of the position, so that its network serves it.
STOCKADE_EXPORT const char* stockade_network_for(const char* position, const char* specs) {
    const auto session = games::Session::from_position(position);
    if (!session) return fail(session.error());
    JsonWriter json;
    json.open('{').key("spec");
    std::string_view left = specs;
    while (!left.empty()) {
        const auto line = left.substr(0, left.find('\n'));
        left.remove_prefix(std::min(line.size() + 1, left.size()));
        if (const auto spec = games::parse_spec(line); spec && session->spec().plays_like(*spec))
            return answer(json.string(line).close('}').text());
    }
    return answer(json.null().close('}').text());
}

/// Thinks about a position until a limit (0: none) is reached; the answer is the last of its info.
STOCKADE_EXPORT const char* stockade_think(const char* start, const char* turns, double milliseconds,
                                           double nodes, int depth) {
    const auto session = replay(start, turns);
    if (!session) return fail(session.error());
    search::SearchLimits limits;
    if (milliseconds > 0) limits.time = Milliseconds(static_cast<long>(milliseconds));
    if (nodes > 0) limits.nodes = static_cast<std::uint64_t>(nodes);
    if (depth > 0) limits.depth = depth;
    const auto info = the_engine().think(
        *session, limits, stop_signal(),
        [](const engine::SearchInfo& so_far) { stockade_search_info(describe(so_far).c_str()); });
    return info ? answer(describe(*info)) : fail(info.error());
}

/// How promising each action looks before any search: names, and shares that add up to 1.
STOCKADE_EXPORT const char* stockade_rate(const char* start, const char* turns) {
    const auto session = replay(start, turns);
    if (!session) return fail(session.error());
    const auto rated = the_engine().rate(*session);
    return rated ? answer(describe(*rated)) : fail(rated.error());
}

/// Analyses every turn of a game, with so much time for each position; reports the review so far after each
/// turn.
STOCKADE_EXPORT const char* stockade_review(const char* start, const char* turns, double milliseconds) {
    const auto session = replay(start, turns);
    if (!session) return fail(session.error());
    engine::Effort effort;
    effort.time = Milliseconds(static_cast<long>(milliseconds));
    engine::Analyst analyst(the_engine(), effort);
    const auto game = analyst.analyse(
        record::from_session(*session), 1,
        [](const engine::GameAnalysis& so_far) { stockade_search_info(describe(so_far).c_str()); });
    return game ? answer(describe(*game)) : fail(game.error());
}

/// The signature of the searches, and how fast each was: the same number as natively, or something is wrong.
STOCKADE_EXPORT const char* stockade_signature(int quick) {
    JsonWriter json;
    json.open('{').key("rows").open('[');
    const auto sum = engine::signature(quick != 0, [&](const engine::SignatureRow& row) {
        json.open('{').key("spec").string(row.spec).key("depth").number(row.depth);
        json.key("nodes").number(static_cast<long long>(row.nodes));
        json.key("seconds").fraction(row.elapsed.count()).close('}');
    });
    if (!sum) return fail(sum.error());
    json.close(']').key("signature").number(static_cast<long long>(*sum)).close('}');
    return answer(json.text());
}

/// How many positions a second the network for 9x9 Quoridor evaluates.
STOCKADE_EXPORT const char* stockade_network_speed(double seconds) {
    const auto network = net::installed_network(*games::parse_spec("quoridor"));
    if (!network) return fail(error<"net.none-given">());
    JsonWriter json;
    json.open('[');
    const auto measured =
        engine::measure_network(network, Seconds(seconds), [&](const engine::NetworkSpeed& row) {
            json.open('{').key("what").string(row.what);
            json.key("evaluations").number(static_cast<long long>(row.evaluations));
            json.key("seconds").fraction(row.elapsed.count()).close('}');
        });
    return measured ? answer(json.close(']').text()) : fail(measured.error());
}
