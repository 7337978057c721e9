// `stockade bot`: the engine as a player on a server, over the same messages that everyone uses.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/messages/cli.h"
#include "base/printable.h"
#include "base/time_json.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/number_option.h"
#include "engine/engine.h"
#include "server/client/client.h"

namespace stockade::cli {
namespace {

using nlohmann::json;

struct BotOptions {
    std::string server = "http://127.0.0.1:8080";
    std::string authorities;
    std::string token;
    std::string seek;
    std::string clock = "300+3";
    bool rated = false;
    int level = engine::kStrongest;
    int games = 0;
    Milliseconds time = 3s;
};

volatile std::sig_atomic_t interrupted = 0;

class Bot {
public:
    Bot(const BotOptions& options, server::client::Url url) : options_(options), url_(std::move(url)) {
        engine::Options settings;
        settings.level = options.level;
        engine_.set_options(settings);
    }

    Status run() {
        constexpr Milliseconds kLongestPause = 30s;
        Milliseconds pause = 500ms;
        for (;;) {
            auto socket = server::client::WebSocket::connect(url_, headers());
            if (!socket) {
                // A wrong token does not become right by waiting.
                const auto me = server::client::call(url_, "GET", "/api/me/tokens", "", headers());
                if (me && me->status == 401) return error<"cli.token">();
                if (interrupted) return Done{};
                fmt::print(stderr, "{}; trying again in {:.1f} s\n", printable(socket.error().message),
                           Seconds(pause).count());
                std::this_thread::sleep_for(pause);
                pause = std::min(kLongestPause, pause * 2);
                continue;
            }
            pause = 500ms;
            socket_ = &*socket;
            games_.clear();
            while (!interrupted) {
                const auto text = socket->receive(500ms);
                if (!text) break;
                if (*text) take(json::parse(**text, nullptr, false));
                if (options_.games && ended_ >= options_.games) break;
            }
            if (interrupted || (options_.games && ended_ >= options_.games)) {
                socket->close();
                return Done{};
            }
        }
    }

private:
    struct Playing {
        std::optional<games::Session> session;
        int you = 0;
        int answered = -1;  // the ply at which the last turn was sent
    };

    server::client::Headers headers() const { return {{"Authorization", "Bearer " + options_.token}}; }
    void say(const json& message) { (void)socket_->send(message.dump()); }

    void accept(const json& challenge) {
        const auto answer = server::client::call(
            url_, "POST", "/api/challenges/" + challenge["challenge"].get<std::string>() + "/accept", "{}",
            headers());
        if (!answer || answer->status != 200)
            fmt::print(stderr, "challenge: {}\n", printable(answer ? answer->body : answer.error().message));
    }

    void seek() {
        if (!options_.seek.empty() && games_.empty())
            say({{"t", "seek"},
                 {"spec", options_.seek},
                 {"clock", options_.clock},
                 {"rated", options_.rated}});
    }

    void take(const json& message) {
        if (!message.is_object() || !message.contains("t")) return;
        const std::string kind = message["t"];
        if (kind == "welcome") {
            name_ = message["user"].value("name", "");
            fmt::print("playing as {}\n", printable(name_));
            std::fflush(stdout);
            for (const auto& game : message["games"]) watch(game);
            const auto waiting = server::client::call(url_, "GET", "/api/challenges", "", headers());
            if (waiting && waiting->status == 200)
                for (const auto& challenge : json::parse(waiting->body)["challenges"])
                    if (challenge["to"].is_object() && challenge["to"]["name"] == name_) accept(challenge);
            seek();
        } else if (kind == "challenge") {
            accept(message);
        } else if (kind == "start") {
            watch(message["game"]);
        } else if (kind == "error") {
            fmt::print(stderr, "{}: {}\n", printable(message["re"].get<std::string>()),
                       printable(message["text"].get<std::string>()));
        } else if (message.contains("game") && message["game"].is_string()) {
            const auto it = games_.find(message["game"].get<std::string>());
            if (it != games_.end()) follow(it->first, it->second, message);
        }
    }

    void watch(const std::string& game) {
        games_[game];
        say({{"t", "watch"}, {"game", game}});
    }

    void follow(const std::string& id, Playing& game, const json& message) {
        const std::string kind = message["t"];
        if (kind == "game") {
            if (message["result"] != "*" || message["reason"] == "aborted") return end(id, message);
            auto session = message.contains("position")
                               ? games::Session::from_position(message["position"].get<std::string>())
                               : games::Session::in_order(message["spec"].get<std::string>());
            if (!session) return;
            for (const auto& turn : message["turns"])
                if (!session->play(turn.get<std::string>())) return;
            game.session = std::move(*session);
            game.you = message["you"].is_number() ? message["you"].get<int>() : -1;
            game.answered = -1;
            play(id, game, message["state"]);
        } else if (kind == "turn" && game.session && message.contains("to_move")) {
            if (game.session->ply() + 1 != message["ply"].get<std::size_t>() ||
                !game.session->play(message["turn"].get<std::string>()))
                return watch(id);  // something was missed
            play(id, game, message);
        } else if (kind == "takeback") {
            watch(id);
        } else if (kind == "state" && game.session) {
            // A fair opponent may take back: it costs the engine nothing.
            if (!message["takeback"].empty()) say({{"t", "act"}, {"game", id}, {"do", "takeback"}});
        } else if (kind == "end") {
            end(id, message);
        }
    }

    void end(const std::string& id, const json& message) {
        fmt::print("game {}: {} ({})\n", printable(id), printable(message["result"].get<std::string>()),
                   printable(message["reason"].get<std::string>()));
        std::fflush(stdout);
        games_.erase(id);
        ++ended_;
        seek();
    }

    void play(const std::string& id, Playing& game, const json& state) {
        auto& session = *game.session;
        const int ply = static_cast<int>(session.ply());
        if (!state["to_move"].is_number() || state["to_move"] != game.you || game.answered == ply) return;
        if (state["roll"].is_number() && !session.in_turn()) (void)session.play_action(state["roll"].dump());
        search::SearchLimits limits;
        Milliseconds time = options_.time;
        if (state["left"].is_array())
            time = std::clamp(state["left"][static_cast<std::size_t>(game.you)].get<Milliseconds>() / 30,
                              10ms, time);
        limits.time = time;
        search::StopSignal stop;
        const auto info = engine_.think(session, limits, stop, {});
        if (!info || info->lines.empty()) return say({{"t", "act"}, {"game", id}, {"do", "resign"}});
        game.answered = ply;
        say({{"t", "turn"},
             {"game", id},
             {"ply", ply},
             {"turn", session.completed_turn(info->lines[0].turns[0])},
             {"id", fmt::format("bot-{}-{}", ply, session.key() & 0xffff)}});
    }

    const BotOptions& options_;
    server::client::Url url_;
    engine::Engine engine_;
    server::client::WebSocket* socket_ = nullptr;
    std::map<std::string, Playing> games_;
    std::string name_;
    int ended_ = 0;
};

Status run_bot(const BotOptions& options) {
    auto url = server::client::parse_url(options.server);
    if (!url) return error<"cli.server-url">("problem"_a = url.error());
    url->authorities = options.authorities;
    if (const auto usable = server::client::check_authorities(*url); !usable) return usable.error();
    const InterruptGuard guard([](int) { interrupted = 1; }, 0);
    return Bot(options, *url).run();
}

}  // namespace

void add_bot(CLI::App& app, int& status) {
    auto options = std::make_shared<BotOptions>();
    auto* command =
        app.add_subcommand("bot", "Play on a server as a bot: challenges that come, and seeks of its own");
    command->add_option("--server", options->server,
                        "http://HOST:PORT or https://HOST:PORT of the server (http://127.0.0.1:8080)");
    command
        ->add_option("--ca", options->authorities,
                     "file of certificates to trust for https, in PEM (the system's)")
        ->check(CLI::ExistingFile);
    command
        ->add_option("--token", options->token,
                     "token of the bot's account (docs/api.md tells how to get one)")
        ->required()
        ->envname("STOCKADE_BOT_TOKEN");
    command->add_option("--seek", options->seek, "also seek opponents for this game whenever free");
    command->add_option("--clock", options->clock, "clock of its seeks (300+3)");
    command->add_flag("--rated", options->rated, "its seeks are rated");
    add_number(*command, "--level", options->level, "1 to 10 (10)", 1, engine::kStrongest);
    add_number(*command, "--time", options->time, "longest time for a turn, in milliseconds (3000)", 10,
               600'000);
    add_number(*command, "--games", options->games, "end after so many games; 0: go on (0)", 0, 1'000'000);
    command->callback([options, &status] {
        const auto done = run_bot(*options);
        status = done ? 0 : fail(done.error());
    });
}

}  // namespace stockade::cli
