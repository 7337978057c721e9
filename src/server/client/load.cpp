#include "server/client/load.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/messages/client.h"
#include "base/messages/server.h"
#include "base/random.h"
#include "games/session.h"
#include "server/net/tls.h"

namespace stockade::server::client {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::use_awaitable;
using nlohmann::json;
using Tcp = asio::ip::tcp;
using Steady = std::chrono::steady_clock;

namespace {

constexpr int kAtOnce = 50;   // connections being made
constexpr int kScripts = 64;  // games to choose from
constexpr int kScriptTurns = 60;

/// Turns of a random game that goes on for a while, without one that ends it. Games follow them, so that
/// choosing turns costs nothing while measuring.
std::vector<std::string> script(const std::string& spec, std::uint64_t seed) {
    for (Random random(seed);;) {
        auto session = games::Session::create(spec, seed);
        std::vector<std::string> turns;
        while (static_cast<int>(turns.size()) < kScriptTurns && !session->outcome().over) {
            const auto legal = session->turns(2000);
            const auto& turn = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
            if (!session->play(turn)) break;
            if (!session->outcome().over) turns.push_back(session->history().back());
        }
        if (turns.size() >= 10) return turns;
    }
}

struct Load;

/// One connection.
struct One : std::enable_shared_from_this<One> {
    Load& load;
    websocket::stream<net::Stream> stream;
    std::string cookie;
    bool open = false;
    bool writing = false;
    std::deque<std::string> queue;
    int index = 0;

    One(Load& the_load, net::Stream the_stream) : load(the_load), stream(std::move(the_stream)) {}

    void say(const json& message) {
        queue.push_back(message.dump());
        if (!writing) write_next();
    }
    void write_next() {
        writing = true;
        stream.text(true);
        stream.async_write(asio::buffer(queue.front()),
                           [self = shared_from_this()](beast::error_code problem, std::size_t) {
                               self->queue.pop_front();
                               self->writing = false;
                               if (!problem && !self->queue.empty()) self->write_next();
                           });
    }
};

/// Two connections that play one game after another.
struct Pair {
    std::array<std::shared_ptr<One>, 2> seats;
    std::string game;
    const std::vector<std::string>* turns = nullptr;
    int ply = 0;
    int joined = 0;
    bool playing = false;
    bool waiting = false;  // for an answer
    Steady::time_point sent;
    Steady::time_point due;
};

struct Load {
    const LoadPlan& plan;
    asio::io_context context{1};
    Tcp::resolver::results_type endpoints;
    std::vector<std::shared_ptr<One>> people;
    std::vector<std::unique_ptr<Pair>> pairs;
    std::vector<std::vector<std::string>> scripts;
    LoadReport report;
    bool measuring = false;
    bool over = false;
    int made = 0;
    int failed = 0;
    Random random{1};

    explicit Load(const LoadPlan& the_plan) : plan(the_plan) {}

    void note_error(const std::string& text) {
        if (over) return;
        if (!report.errors++) report.first_error = text;
    }

    asio::awaitable<void> make(std::shared_ptr<One> one) {
        beast::error_code problem;
        auto token = asio::redirect_error(use_awaitable, problem);
        auto& lowest = one->stream.next_layer();
        lowest.tcp().expires_after(60s);
        co_await lowest.tcp().async_connect(endpoints, token);
        if (auto* secure = lowest.tls(); secure && !problem)
            co_await secure->async_handshake(asio::ssl::stream_base::client, token);
        const auto host = plan.server.host + ":" + plan.server.port;
        if (!problem) {
            http::request<http::string_body> request{http::verb::post, "/api/guest", 11};
            request.set(http::field::host, host);
            request.set(http::field::content_type, "application/json");
            request.body() = "{}";
            request.prepare_payload();
            co_await http::async_write(lowest, request, token);
        }
        beast::flat_buffer buffer;
        http::response<http::string_body> answer;
        if (!problem) co_await http::async_read(lowest, buffer, answer, token);
        if (!problem && answer.result() != http::status::ok) {
            note_error("POST /api/guest: " + answer.body());
            ++failed;
            co_return;
        }
        if (!problem) {
            const auto set = answer[http::field::set_cookie];
            one->cookie = std::string(set.data(), std::min(set.find(';'), set.size()));
            lowest.tcp().expires_never();
            lowest.tcp().socket().set_option(Tcp::no_delay(true));
            one->stream.set_option(websocket::stream_base::decorator(
                [one](websocket::request_type& request) { request.set(http::field::cookie, one->cookie); }));
            websocket::stream_base::timeout timeout{};
            timeout.handshake_timeout = 60s;
            timeout.idle_timeout = websocket::stream_base::none();
            timeout.keep_alive_pings = false;
            one->stream.set_option(timeout);
            co_await one->stream.async_handshake(host, "/ws", token);
        }
        if (problem) {
            note_error("connecting: " + problem.message());
            ++failed;
            co_return;
        }
        one->open = true;
        ++made;
        asio::co_spawn(context, read(one, static_cast<std::size_t>(one->index)), asio::detached);
    }

    asio::awaitable<void> read(std::shared_ptr<One> one, std::size_t index) {
        beast::error_code problem;
        beast::flat_buffer buffer;
        while (!over) {
            co_await one->stream.async_read(buffer, asio::redirect_error(use_awaitable, problem));
            if (problem) {
                note_error("connection lost: " + problem.message());
                co_return;
            }
            const auto message = json::parse(beast::buffers_to_string(buffer.data()), nullptr, false);
            buffer.consume(buffer.size());
            if (message.is_object() && index / 2 < pairs.size()) take(*pairs[index / 2], index % 2, message);
        }
    }

    void take(Pair& pair, std::size_t seat, const json& message) {
        const auto& kind = message["t"].get_ref<const std::string&>();
        if (kind == "seeking") {
            pair.seats[1]->say({{"t", "take"}, {"seek", message["seek"]}});
        } else if (kind == "start") {
            pair.game = message["game"];
            pair.seats[seat]->say({{"t", "watch"}, {"game", pair.game}});
        } else if (kind == "game") {
            if (++pair.joined < 2) return;
            ++report.games;
            pair.playing = true;
            pair.waiting = false;
            pair.ply = 0;
            pair.turns = &scripts[random.below(static_cast<std::uint32_t>(scripts.size()))];
            // Games are spread evenly over a period.
            pair.due = Steady::now() +
                       std::chrono::microseconds(random.below(static_cast<std::uint32_t>(period_us()) + 1));
        } else if (kind == "turn" && message.contains("id")) {
            if (measuring) {
                ++report.turns;
                report.latencies.emplace_back(Steady::now() - pair.sent);
            }
            pair.waiting = false;
            ++pair.ply;
        } else if (kind == "end" && seat == 0) {
            ++report.ended;
            pair.playing = false;
            seek(pair);
        } else if (kind == "error") {
            note_error(message["re"].get<std::string>() + ": " + message["text"].get<std::string>());
            pair.waiting = false;
        }
    }

    double period_us() const {
        return plan.rate > 0 ? static_cast<double>(pairs.size()) / plan.rate * 1e6 : 0;
    }

    void seek(Pair& pair) {
        pair.joined = 0;
        pair.seats[0]->say({{"t", "seek"}, {"spec", plan.spec}, {"clock", "600+5"}, {"seat", "1"}});
    }

    asio::awaitable<void> play() {
        asio::steady_timer timer(context);
        beast::error_code ignored;
        const auto period = std::chrono::microseconds(static_cast<std::int64_t>(period_us()));
        while (!over) {
            timer.expires_after(2ms);
            co_await timer.async_wait(asio::redirect_error(use_awaitable, ignored));
            const auto now = Steady::now();
            for (auto& pair : pairs) {
                if (!pair->playing || pair->waiting || now < pair->due) continue;
                auto& mover = *pair->seats[static_cast<std::size_t>(pair->ply % 2)];
                if (pair->ply >= static_cast<int>(pair->turns->size())) {
                    pair->playing = false;
                    mover.say({{"t", "act"}, {"game", pair->game}, {"do", "resign"}});
                    continue;
                }
                pair->due = std::max(pair->due + period, now - period);
                pair->waiting = true;
                pair->sent = now;
                mover.say({{"t", "turn"},
                           {"game", pair->game},
                           {"ply", pair->ply},
                           {"turn", (*pair->turns)[static_cast<std::size_t>(pair->ply)]},
                           {"id", std::to_string(pair->ply)}});
            }
        }
    }
};

}  // namespace

Seconds LoadReport::percentile(double percent) const {
    if (latencies.empty()) return {};
    const auto last = static_cast<double>(latencies.size() - 1);
    return latencies[static_cast<std::size_t>(last * percent / 100)];
}

Result<LoadReport> run_load(const LoadPlan& plan, const std::function<void(const std::string&)>& progress) {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    const auto spec = games::parse_spec(plan.spec);
    if (!spec) return spec.error();
    if (spec->players() != 2 || spec->game().dice || spec->text("first") == "random")
        return error<"client.load-game">("spec"_a = plan.spec);
    const auto tls = net::client_tls(plan.server.tls, plan.server.authorities);
    if (!tls) return tls.error();
    Load load(plan);
    Tcp::resolver resolver(load.context);
    beast::error_code problem;
    load.endpoints = resolver.resolve(plan.server.host, plan.server.port, problem);
    if (problem)
        return error<"server.at-field">("field"_a = plan.server.host, "problem"_a = problem.message());
    if (plan.rate > 0)
        for (int i = 0; i < kScripts; ++i)
            load.scripts.push_back(script(plan.spec, static_cast<std::uint64_t>(i) + 1));

    const auto run_for = [&](auto duration) {
        load.context.restart();
        load.context.run_for(duration);
    };
    for (int i = 0; i < plan.connections; ++i) {
        load.people.push_back(std::make_shared<One>(
            load, net::client_stream(net::TcpStream(load.context), tls->get(), plan.server.host)));
        load.people.back()->index = i;
    }
    for (std::size_t i = 0; i + 1 < load.people.size(); i += 2) {
        auto pair = std::make_unique<Pair>();
        pair->seats = {load.people[i], load.people[i + 1]};
        load.pairs.push_back(std::move(pair));
    }
    int begun = 0;
    auto told = Steady::now();
    while (load.made + load.failed < plan.connections) {
        while (begun < plan.connections && begun - load.made - load.failed < kAtOnce)
            asio::co_spawn(load.context, load.make(load.people[static_cast<std::size_t>(begun++)]),
                           asio::detached);
        run_for(5ms);
        if (load.failed > kAtOnce) return error<"client.load">("reason"_a = load.report.first_error);
        if (Steady::now() - told > 1s) {
            told = Steady::now();
            progress(fmt::format("connected {} of {}", load.made, plan.connections));
        }
    }
    load.report.connected = load.made;
    if (plan.rate > 0) {
        for (auto& pair : load.pairs)
            if (pair->seats[0]->open && pair->seats[1]->open) load.seek(*pair);
        asio::co_spawn(load.context, load.play(), asio::detached);
        progress("games begin");
        run_for(5s);  // until the pace is even
    }
    load.measuring = true;
    const auto start = Steady::now();
    for (auto second = 0s; second < plan.duration; ++second) {
        run_for(1s);
        progress(fmt::format("{} s: {} turns accepted", number_of(second) + 1, load.report.turns));
    }
    load.measuring = false;
    load.report.elapsed = Steady::now() - start;
    load.over = true;
    for (auto& one : load.people) {
        beast::error_code ignored;
        one->stream.next_layer().tcp().socket().close(ignored);
    }
    load.context.restart();
    load.context.run_for(1s);
    std::sort(load.report.latencies.begin(), load.report.latencies.end());
    return load.report;
}

}  // namespace stockade::server::client
