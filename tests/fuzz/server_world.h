// A whole server without its sockets, on a real database, for fuzzers: a script says who asks or tells it
// what, and every answer and every game is checked.
//
// A line of a script is one of
//   a POST /api/challenges {"spec":"quoridor"}   a request of ann: the method, the target, the body
//   b {"t":"lobby"}                              a message of bob on his socket
//   +Origin: http://elsewhere                    a header of the next request
//   !                                            time for tournaments and the lobby to do their part
//   %0110                                        of the next writes to the database, each 1 fails
// ann and bob have accounts, cat is a guest, dan nobody; they are new to every script, and ann and bob sit at
// a game. A line that ends in & is followed by the next before anything has come of it. $g, $s, $c, $t and $k
// are the last game, seek, challenge, tournament and token that anybody was told of; $a to $d are names.
//
// The database is SQLite, or with STOCKADE_FUZZ_DATABASE=postgresql a PostgreSQL of the fuzzer's own.
#pragma once

#include <fmt/format.h>
#include <sanitizer/lsan_interface.h>
#include <soci/soci.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "server/http/api.h"
#include "server/platform/platform.h"
#include "server/store/games.h"
#include "server_caps.h"
#include "server_queue.h"
#include "server_tally.h"
#include "support/postgres.h"
#include "support/scratch_folder.h"

namespace stockade::fuzz {

using nlohmann::json;
using namespace server;
namespace net = server::net;  // not the networks

/// The server of all worlds' databases; nothing where they are files.
inline support::Postgres* postgres() {
    const char* wanted = std::getenv("STOCKADE_FUZZ_DATABASE");
    if (!wanted || std::string_view(wanted) != "postgresql") return nullptr;
    // What a crash of the machine would cost is not looked at here, and waiting for the disk takes long.
    static support::Postgres server("-c fsync=off -c synchronous_commit=off");
    require(server.started(), "PostgreSQL starts", server.why());
    return &server;
}

class World {
public:
    World() {
        require(auth::start_sodium(), "libsodium starts");
        settings_.database = postgres() ? postgres()->url() : "sqlite://" + scratch_.path("games.db");
        settings_.analyses.workers = 1;  // so that they may be asked for; nobody starts one
        settings_.password_cost = auth::Cost::kMinimal;
        password_ = auth::hash_password("password", settings_.password_cost);
        open();
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World() { close(); }

    void run(std::string_view script) {
        constexpr int kMaxLines = 250;
        begin(script.substr(0, 1) == "=" ? script.substr(1, script.find('\n') - 1) : "");
        for (int line = 0; line < kMaxLines && !script.empty(); ++line) {
            const auto end = std::min(script.find('\n'), script.size());
            perform(script.substr(0, end));
            script.remove_prefix(std::min(end + 1, script.size()));
        }
        finish();
    }

    /// The server ends, and another one takes up all games that were going on.
    void restart() {
        store_->inject_failures(nullptr);
        const auto running = store_->read(store::running_games);
        close();
        open();
        const auto loaded = platform_->rooms().load_running(time_now());
        require(loaded.ok() && *loaded == running.size(), "every game comes back");
        settle();
        require(store_->figures().failures == 0, "no write fails");
        failing_ = false;
    }

    /// Of all worlds.
    static Tally& tally() {
        static Tally tally;
        return tally;
    }

private:
    class Ear final : public room::Client {
    public:
        Ear(World& world, std::optional<model::Person> person, std::string address)
            : Client({}), world_(world), person_(std::move(person)), address_(std::move(address)) {}
        void send(msg::Text message) override { world_.told(message, said); }
        Milliseconds lag() const override { return 0ms; }
        const std::optional<model::Person>& person() const override { return person_; }
        bool open() const override { return open_; }
        void close() { open_ = false; }
        std::string limit_key() const override { return user() ? id_text(user()) : address_; }

        std::atomic<Tally::Line*> said{nullptr};  ///< last

    private:
        World& world_;
        const std::optional<model::Person> person_;
        const std::string address_;
        std::atomic<bool> open_{true};
    };

    struct Someone {
        std::optional<model::Person> person;
        std::string cookie;
        std::shared_ptr<Ear> client;
    };

    void open() {
        auto opened = store::Store::open(settings_.database, 2);
        require(opened.ok(), "the database opens");
        store_ = std::move(*opened);
        platform_ = std::make_unique<Platform>(settings_, *store_, queue_);
        api_ = std::make_unique<http::Api>(*platform_);
    }

    void close() {
        people_ = {};
        platform_->stop();
        settle();
        store_->close();
        queue_.drain();
        api_.reset();
        platform_.reset();
        store_.reset();  // gives up the database
    }

    void begin(std::string_view spec) {
        constexpr std::array<const char*, 4> kKinds{"account", "account", "guest", ""};
        ++scripts_;
        known_.clear();
        games_.clear();
        told_turns_.clear();
        headers_.clear();
        const TimePoint now = time_now();
        std::vector<store::User> users;
        std::vector<store::Login> logins;
        for (std::size_t i = 0; i < people_.size(); ++i) {
            people_[i] = {};
            auto& someone = people_[i];
            const auto name = fmt::format("{}{}", std::array{"ann", "bob", "cat", "dan"}[i], scripts_);
            known_[std::string(1, static_cast<char>('a' + i))] = name;
            if (!*kKinds[i]) continue;
            someone.person.emplace();
            someone.person->user = new_id<UserId>();
            someone.person->name = name;
            someone.person->kind = kKinds[i];
            const auto token = auth::new_token();
            someone.cookie = fmt::format("{}={}", http::kCookie, token);
            users.push_back({someone.person->user, name, kKinds[i], i < 2 ? password_ : "", now, now});
            logins.push_back(
                {auth::token_hash(token), new_id<LoginId>(), someone.person->user, "", now, now, now + 1h});
        }
        require(store_->write_now([&](store::Database& database) {
            for (const auto& user : users)
                require(store::insert_user(database, user), "a new user is stored");
            for (const auto& login : logins) store::insert_login(database, login);
        }),
                "people are stored");
        for (auto& someone : people_) {
            someone.client = std::make_shared<Ear>(*this, someone.person, address_of(someone));
            platform_->connected(someone.client, [] {});
        }
        const auto agreed =
            room::agree({std::string(spec.substr(0, msg::kMaxSpec)), "60+1"}, *people_[0].person);
        model::Setup setup;
        setup.spec = agreed && agreed->players == 2 ? agreed->spec : "quoridor-mini";
        setup.clock = *model::parse_time_control("60+1");
        platform_->rooms().create(std::move(setup), {*people_[0].person, *people_[1].person},
                                  [](const Result<GameId>& begun) { require(begun.ok(), "a game begins"); },
                                  {});
        settle();
        for (std::size_t i = 0; i < 2; ++i) say(people_[i], fill(R"({"t":"watch","game":"$g"})"));
        settle();
    }

    void perform(std::string_view line) {
        const bool hurried = !line.empty() && line.back() == '&';
        if (hurried) line.remove_suffix(1);
        if (line.empty() || line[0] == '=') return;
        if (line[0] == '!') {
            platform_->arenas().tick(time_now());
            platform_->lobby().tick();
        } else if (line[0] == '%') {
            fail_writes(line.substr(1));
        } else if (line[0] == '+') {
            if (const auto colon = line.find(": "); colon != line.npos)
                headers_[std::string(line.substr(1, colon - 1))] = fill(line.substr(colon + 2));
        } else {
            auto& someone = people_[static_cast<unsigned char>(line[0] - 'a') % people_.size()];
            line.remove_prefix(std::min<std::size_t>(2, line.size()));
            const auto text = fill(line);
            const auto space = text.find(' ');
            if (space != text.npos && text.substr(space, 2) == " /" && text[0] != '{') {
                auto& counted = tally().request(line);
                ++counted.tried;
                counted.refused += send_request(someone, text, space) >= 400;
            } else {
                auto& counted = tally().message(line);
                ++counted.tried;
                someone.client->said = &counted;
                say(someone, text);
            }
        }
        if (!hurried) settle();
    }

    void fail_writes(std::string_view digits) {
        constexpr std::size_t kMost = 40;
        {
            const std::lock_guard lock(fates_mutex_);
            for (const char digit : digits.substr(0, kMost)) fates_.push_back(digit == '1');
        }
        failing_ = true;
        store_->inject_failures([this] {
            const std::lock_guard lock(fates_mutex_);
            if (fates_.empty()) return false;
            const bool fails = fates_.front();
            fates_.pop_front();
            return fails;
        });
    }

    void say(const Someone& someone, const std::string& text) {
        if (text.size() <= msg::kMaxMessage) platform_->receive(someone.client, text, time_now());
    }

    /// Everyone of a script has one of their own: limits hold, and leave room to get somewhere.
    std::string address_of(const Someone& someone) const {
        return fmt::format("10.{}.{}.{}", scripts_ / 256 % 256, scripts_ % 256, &someone - people_.data());
    }

    int send_request(Someone& someone, const std::string& text, std::size_t space) {
        http::ApiRequest request;
        request.method = text.substr(0, space);
        const auto end = std::min(text.find(' ', space + 1), text.size());
        request.target = text.substr(space + 1, end - space - 1);
        request.body = text.substr(std::min(end + 1, text.size()));
        const auto header = [&](const char* name, const std::string& fallback) {
            const auto it = headers_.find(name);
            return it == headers_.end() ? fallback : it->second;
        };
        request.content_type = header("Content-Type", "application/json");
        request.origin = header("Origin", "");
        request.host = header("Host", "stockade.example");
        request.cookie = header("Cookie", someone.cookie);
        request.authorization = header("Authorization", "");
        request.address = header("Address", address_of(someone));
        request.metrics = request.address.rfind("10.", 0) == 0;
        headers_.clear();
        if (failing_) settle();  // so that what fails is the request's own
        const auto before = store_->figures();
        auto reply = queue_.lend_to([&] { return api_->respond(request); });
        const auto status = reply.status;
        // An engine writes when it likes, also in a game of an earlier script. Only requests use write_now().
        engines_ |= request.target.rfind("/api/challenges", 0) == 0 &&
                    request.body.find("engines") != request.body.npos;
        if (request.method != "GET") {
            const auto after = store_->figures();
            require(status >= 400 || (after.failures_now == before.failures_now &&
                                      (engines_ || after.failures == before.failures)),
                    "a write that fails is not answered as done", text);
        }
        require(status == 200 || (status >= 400 && status <= 429) || status == 503, "a usual status",
                reply.body);
        for (const auto& [name, value] : reply.headers) {
            require(value.find_first_of("\r\n") == value.npos, "headers of one line", value);
            // As a browser keeps it.
            if (name == "Set-Cookie" && value.rfind(fmt::format("{}=", http::kCookie), 0) == 0)
                someone.cookie = value.substr(0, value.find(';'));
        }
        if (reply.stream) {
            std::string part;
            while (reply.stream(part)) part.clear();
        } else if (reply.type == "application/json") {
            const auto answer = json::parse(reply.fixed.empty() ? reply.body : reply.fixed, nullptr, false);
            require(answer.is_object(), "an answer in JSON", reply.body);
            require(status < 400 || !answer.value("error", "").empty(), "an error has a text", reply.body);
            remember(answer);
        }
        return status;
    }

    /// On any thread.
    void told(const msg::Text& sent, Tally::Line* said) {
        {
            // What all are told is looked at once.
            const std::lock_guard lock(mutex_);
            if (std::exchange(last_told_, sent) == sent) return;
        }
        const std::string& text = *sent;
        const auto message = json::parse(text, nullptr, false);
        require(message.is_object() && !message.value("t", "").empty(), "a message in JSON with its kind",
                text);
        if (message["t"] == "error") {
            require(!message.value("text", "").empty(), "an error has a text", text);
            const std::lock_guard lock(mutex_);
            if (said) ++said->refused;
        }
        if (message["t"] == "turn") {
            const std::lock_guard lock(mutex_);
            told_turns_[{message.value("game", ""), message.value("seq", 0)}] = message.value("turn", "");
        }
        remember(message);
    }

    void remember(const json& answer) {
        constexpr std::array<std::pair<const char*, const char*>, 5> kNames{
            {{"game", "g"}, {"seek", "s"}, {"challenge", "c"}, {"tournament", "t"}, {"token", "k"}}};
        const std::lock_guard lock(mutex_);
        for (const auto& [field, name] : kNames)
            if (const auto it = answer.find(field); it != answer.end() && it->is_string())
                known_[name] = it->get<std::string>();
        if (const auto it = answer.find("game"); it != answer.end() && it->is_string())
            if (const auto id = parse_id<GameId>(it->get<std::string>())) games_.insert(*id);
    }

    std::string fill(std::string_view text) {
        const std::lock_guard lock(mutex_);
        std::string result;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const auto it = text[i] == '$' ? known_.find(text.substr(i + 1, 1)) : known_.end();
            if (it == known_.end()) {
                result += text[i];
            } else {
                result += it->second;
                ++i;
            }
        }
        return result;
    }

    /// Until everything that was asked for has been done, stored and told.
    void settle() {
        do {
            queue_.drain();
            while (store_->figures().waiting) std::this_thread::sleep_for(std::chrono::microseconds(20));
        } while (queue_.drain());
    }

    void finish() {
        settle();
        if (failing_) {
            store_->inject_failures(nullptr);
            const std::lock_guard lock(fates_mutex_);
            fates_.clear();
        }
        std::vector<model::Person> people;
        for (const auto& someone : people_)
            if (someone.person) people.push_back(*someone.person);
        check_caps(*platform_, people);
        for (const auto& someone : people_) {
            require(someone.client->watched.size() <= kMaxWatched, "few games watched");
            someone.client->close();
            platform_->disconnected(someone.client);
        }
        settle();
        std::set<GameId> games;
        {
            const std::lock_guard lock(mutex_);
            games = games_;
        }
        for (const GameId id : games) check(id);
        // Those of scripts before this one would take most of the time of every tick.
        if (known_.count("t"))
            require(store_->write_now([](store::Database& database) {
                database << "update tournaments set starts = 0, ends = 0 where ends > 0";
            }),
                    "tournaments end");
        require(failing_ || store_->figures().failures == 0, "no write fails");
        require(failing_ || platform_->services().counters.lost_rooms == 0, "no room is lost");
        require(store_->write_now([](store::Database&) {}), "the database takes what is written again");
        http::ApiRequest health;
        health.method = "GET";
        health.target = "/health";
        require(api_->respond(health).status == 200, "the server is well");
    }

    /// The entries of a game bring it back as it is.
    void check(GameId id) {
        const auto load = [&] {
            return store_->read([&](store::Database& database) { return store::load_game(database, id); });
        };
        const auto begun = load();
        check_told(id, begun ? begun->entries : model::Entries());
        const auto room = platform_->rooms().peek(id);
        if (!room) return;  // a number that somebody made up, or a game that could not be stored
        require(begun.has_value(), "a game is stored");
        UserId player;  // one of those who see everything at once
        for (const auto& person : begun->setup.players) player = std::max(player, person.user);
        bool checked = false;
        room->inspect(player, [&](const model::Game& game, int) {
            checked = true;
            const auto stored = load();
            const auto again = model::Game::replay(stored->setup, stored->entries, time_now(), time_now());
            require(again.ok(), "a stored game can be replayed");
            require(again->session().position() == game.session().position(), "the position comes back");
            require(again->session().history() == game.session().history(), "the turns come back");
            require(again->finish().result == game.finish().result, "the result comes back");
            require(again->finish().reason == game.finish().reason, "the reason comes back");
            require(again->times() == game.times() && again->lefts() == game.lefts(), "the clocks come back");
        });
        // The turn of an engine may be on its way to the database: then the room comes to this after it.
        for (int i = 0; i < 1000 && !checked; ++i) settle();
        require(checked, "a room answers");
        platform_->rooms().forget(id);
    }

    /// Nobody has seen a turn that is not stored.
    void check_told(GameId id, const model::Entries& entries) {
        const std::lock_guard lock(mutex_);
        for (auto it = told_turns_.lower_bound({id_text(id), 0});
             it != told_turns_.end() && it->first.first == id_text(id); ++it) {
            const auto stored = std::find_if(entries.begin(), entries.end(), [&](const model::Entry& entry) {
                return entry.seq == it->first.second;
            });
            require(stored != entries.end() && stored->text == it->second, "a turn that was told is stored",
                    it->second);
        }
    }

    support::ScratchFolder scratch_;
    Settings settings_;
    std::string password_;
    std::unique_ptr<store::Store> store_;
    Queue queue_;
    std::unique_ptr<Platform> platform_;
    std::unique_ptr<http::Api> api_;
    int scripts_ = 0;
    std::array<Someone, 4> people_;
    std::map<std::string, std::string> headers_;
    std::mutex mutex_;
    std::map<std::string, std::string, std::less<>> known_;
    std::set<GameId> games_;
    std::map<std::pair<std::string, int>, std::string> told_turns_;  // by game and seq
    msg::Text last_told_;
    bool engines_ = false;  // somebody has played against one; such games outlive a restart
    bool failing_ = false;  // a write was made to fail, since the server started
    std::mutex fates_mutex_;
    std::deque<bool> fates_;  // of the writes to come: whether it fails
};

/// Runs a script in a world that many scripts share, as making one takes longer than most scripts do.
inline void run_script(std::string_view script) {
    constexpr int kScriptsToAWorld = 1000;
    static std::unique_ptr<World> world;
    static int scripts = 0;
    if (!world) {
        // In memory where there is such a place: every commit waits for the disk.
        if (std::filesystem::exists("/dev/shm")) setenv("TMPDIR", "/dev/shm", 0);
        World::tally();
        postgres();  // ends after the world does
        std::atexit([] {
            world.reset();
            World::tally().print();
        });
        world = std::make_unique<World>();
    }
    if (++scripts % kScriptsToAWorld == 0) {
        world->restart();
        world.reset();
        require(__lsan_do_recoverable_leak_check() == 0, "nothing leaks");
        World::tally().print_total();
        world = std::make_unique<World>();
    }
    world->run(script);
}

/// Options that the whole server wants, unless others are given. Scripts are long, and stay so, as a world
/// takes its time to begin one. What a server keeps from one script to the next is no leak: run_script looks
/// for those. Weighing inputs by their entropy took half as long again as running them.
inline void set_fuzzer_options(int* count, char*** arguments) {
    static std::vector<char*> all;
    static std::array<std::string, 4> added{"-max_len=16384", "-reduce_inputs=0", "-detect_leaks=0",
                                            "-entropic=0"};
    all.push_back((*arguments)[0]);
    for (auto& option : added) all.push_back(option.data());
    all.insert(all.end(), *arguments + 1, *arguments + *count);
    *count = static_cast<int>(all.size());
    all.push_back(nullptr);
    *arguments = all.data();
}

}  // namespace stockade::fuzz
