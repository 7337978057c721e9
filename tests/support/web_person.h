#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/time_json.h"
#include "server/client/client.h"
#include "support/patience.h"

namespace stockade::support {

using nlohmann::json;

/// Somebody who uses a server as a browser does: with a cookie and a socket.
class WebPerson {
public:
    explicit WebPerson(std::uint16_t port) : url_{"127.0.0.1", std::to_string(port)} {}
    explicit WebPerson(server::client::Url url) : url_(std::move(url)) {}

    static WebPerson guest(std::uint16_t port) {
        WebPerson person(port);
        person.post("/api/guest", json::object());
        person.connect();
        return person;
    }
    static WebPerson account(std::uint16_t port, const std::string& name) {
        WebPerson person(port);
        person.post("/api/register", {{"name", name}, {"password", "password"}});
        EXPECT_EQ(person.status, 200) << person.body;
        person.connect();
        return person;
    }

    int status = 0;
    std::string body;
    std::string cookie;
    server::client::Headers extra;

    json request(const std::string& method, const std::string& target, const std::string& text) {
        auto headers = extra;
        if (!cookie.empty()) headers.emplace_back("Cookie", cookie);
        const auto answer = server::client::call(url_, method, target, text, headers);
        if (!answer) {
            ADD_FAILURE() << answer.error().message;
            status = 0;
            return {};
        }
        status = answer->status;
        body = answer->body;
        if (!answer->cookie().empty()) cookie = answer->cookie();
        auto read = json::parse(body, nullptr, false);
        // docs/api.md: each error of the API has a code and arguments.
        const bool of_api = target.starts_with("/api/") || target == "/health" || target == "/metrics";
        if (of_api && status >= 400) {
            const bool coded = read.is_object() && read.contains("error") && read.contains("code");
            EXPECT_TRUE(coded && read.contains("args")) << method << ' ' << target << ": " << status << body;
        }
        return read;
    }
    json get(const std::string& target) { return request("GET", target, ""); }
    json post(const std::string& target, const json& message) {
        return request("POST", target, message.dump());
    }

    void connect() {
        auto headers = extra;
        if (!cookie.empty()) headers.emplace_back("Cookie", cookie);
        auto made = server::client::WebSocket::connect(url_, headers);
        ASSERT_TRUE(made.ok()) << made.error().message;
        socket_.emplace(std::move(*made));
        welcome = expect("welcome");
    }
    void cut() { socket_.reset(); }
    bool connected() const { return socket_.has_value(); }

    void say(const json& message) { say_text(message.dump()); }
    void say_text(const std::string& text) {
        const auto sent = socket_->send(text);
        EXPECT_TRUE(sent.ok()) << text;
    }

    /// The next message that is as wanted; others before it are passed over. Null when none comes.
    template <class Wanted>
    json expect_where(const std::string& name, Wanted wanted, Milliseconds patience = kPatience) {
        const auto until = time_now() + patience;
        while (time_now() < until) {
            const auto text = socket_->receive(until - time_now());
            if (!text || !*text) break;
            auto message = json::parse(**text);
            if (wanted(message)) return message;
            if (message["t"] == "error") last_error = message["text"];
        }
        ADD_FAILURE() << "no message '" << name << "'; last error: " << last_error;
        return {};
    }
    json expect(const std::string& type, Milliseconds patience = kPatience) {
        return expect_where(
            type, [&](const json& message) { return message["t"] == type; }, patience);
    }
    /// The turn that made the board have so many.
    json turn_at(int ply) {
        return expect_where("turn " + std::to_string(ply), [&](const json& message) {
            return message["t"] == "turn" && message["ply"] == ply;
        });
    }
    /// A state in which a field has a value.
    json state_with(const std::string& name, const json& value) {
        return expect_where(
            "state", [&](const json& message) { return message["t"] == "state" && message[name] == value; });
    }
    /// Whether nothing of a kind has been sent so far: a ping is said, and nothing of it comes before the
    /// answer.
    bool hears_no(const std::string& type) {
        say({{"t", "ping"}, {"at", ++pings_}});
        bool heard = false;
        expect_where("pong", [&](const json& message) {
            heard |= message["t"] == type;
            return message["t"] == "pong" && message["at"] == pings_;
        });
        return !heard;
    }
    /// Whether the server ends the connection.
    bool ended(Milliseconds patience = kPatience) {
        const auto until = time_now() + patience;
        while (time_now() < until) {
            const auto text = socket_->receive(until - time_now());
            if (!text) return true;
        }
        return false;
    }
    server::client::WebSocket& socket() { return *socket_; }

    json watch(const std::string& game) {
        say({{"t", "watch"}, {"game", game}});
        return expect("game");
    }
    void turn(const std::string& game, int ply, const std::string& text, const std::string& id = "") {
        say({{"t", "turn"},
             {"game", game},
             {"ply", ply},
             {"turn", text},
             {"id", id.empty() ? "c" + std::to_string(++ids_) : id}});
    }
    void act(const std::string& game, const std::string& what) {
        say({{"t", "act"}, {"game", game}, {"do", what}});
    }

    json welcome;
    std::string last_error;

private:
    server::client::Url url_;
    std::optional<server::client::WebSocket> socket_;
    int ids_ = 0;
    int pings_ = 0;
};

/// Two people in a game by seek and take; both watch it. The first moves first.
inline std::string pair(WebPerson& first, WebPerson& second, const std::string& spec,
                        const std::string& clock, bool rated = false) {
    first.say({{"t", "seek"}, {"spec", spec}, {"clock", clock}, {"rated", rated}, {"seat", "1"}});
    const auto seek = first.expect("seeking");
    second.say({{"t", "take"}, {"seek", seek["seek"]}});
    const std::string game = first.expect("start")["game"];
    EXPECT_EQ(second.expect("start")["game"], game);
    first.watch(game);
    second.watch(game);
    return game;
}

}  // namespace stockade::support
