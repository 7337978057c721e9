// Any text at all as a message on the socket: it is read or refused with a reason. What is read is played on
// a game, which stays one that its own entries bring back.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "server/model/game.h"
#include "server/msg/requests.h"

namespace {

using namespace stockade;
using namespace stockade::server;

model::Game new_game(const char* spec) {
    model::Setup setup;
    setup.id = GameId(1);
    setup.spec = spec;
    setup.clock = *model::parse_time_control("60+1");
    setup.created = TimePoint(1s);
    std::vector<model::Person> people(2);
    people[0].user = UserId(1);
    people[1].user = UserId(2);
    auto game = model::Game::begin(setup, people);
    if (!game) std::abort();
    return *game;
}

void apply(model::Game& game, const msg::Request& request, int player, TimePoint now) {
    if (const auto* turn = std::get_if<msg::Turn>(&request)) {
        (void)game.turn(player, turn->turn, now, Milliseconds(turn->ply), turn->id);
    } else if (const auto* act = std::get_if<msg::Do>(&request)) {
        switch (act->act) {
            case msg::Act::kResign:
                (void)game.resign(player, now);
                break;
            case msg::Act::kDraw:
                (void)game.offer_draw(player, now);
                break;
            case msg::Act::kTakeback:
                (void)game.request_takeback(player, now);
                break;
            case msg::Act::kDecline:
                (void)game.decline();
                break;
            case msg::Act::kAbort:
                (void)game.abort(now);
                break;
            case msg::Act::kClaim:
                (void)game.claim(player, now);
                break;
            case msg::Act::kRematch:
                (void)game.offer_rematch(player);
                break;
        }
    } else if (const auto* premove = std::get_if<msg::Premove>(&request)) {
        if (game.set_premoves(player, game.ply(), premove->lines))
            if (const auto next = game.take_premove()) (void)game.turn(game.to_move(), *next, now, 0ms, "");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    auto game = new_game(size % 2 ? "quoridor-mini" : "quoridor4fun");
    TimePoint now{2s};
    for (int line = 0; line < 40 && !text.empty(); ++line) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto parsed = msg::parse_request(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        now += 500ms;
        if (const auto* refused = std::get_if<msg::Refused>(&parsed)) {
            if (refused->why.code.empty() || refused->why.message.empty()) std::abort();
            continue;
        }
        apply(game, std::get<msg::Request>(parsed), line % 2, now);
    }
    const auto again = model::Game::replay(game.setup(), game.entries(), now, now);
    if (!again || again->session().position() != game.session().position() ||
        again->finish().result != game.finish().result ||
        again->clocks().left(0, now) != game.clocks().left(0, now))
        std::abort();
    return 0;
}
