// Any messages at all of another node, in any order, to a live node of a cluster with all limits on: a whole
// server on a PostgreSQL and a NATS of the fuzzer's own. The fuzzer plays the other node, so every message is
// sealed and numbered as it should be; what a message says is up to the script.
//
// A line of a script is a message as the nodes write it (src/server/cluster/messages.h), or anything else. In
// it $a, $b and $c are the numbers of three users, $A, $B and $C their names, $g is the number of the last
// game that anybody was told of, $G its text, $s the text of the last seek, $l the lobby, $t a tournament,
// $n the time now and $p the number of a client that is connected to the live node. %0110 is no message: of
// the next writes of the live node, each 1 fails.
#include <fmt/format.h>

#include <array>
#include <future>
#include <map>
#include <set>

#include "script_mutator.h"
#include "server/log.h"
#include "server/serve/serve.h"
#include "server/store/games.h"
#include "server/store/meetings.h"
#include "server/store/people.h"
#include "server_caps.h"
#include "support/fake_node.h"
#include "support/nats.h"
#include "support/postgres.h"
#include "support/quiet_client.h"

namespace {

using namespace stockade;
using namespace stockade::fuzz;

const std::string kAnn =
    R"("introduction":{"person":{"user":$a,"name":"$A","kind":"account"},"mutes":[$b],"limit_key":"x"})";
const std::string kBob =
    R"("introduction":{"person":{"user":$b,"name":"$B","kind":"account"},"mutes":[],"limit_key":"x"})";
const std::string kCat =
    R"("introduction":{"person":{"user":$c,"name":"$C","kind":"guest"},"mutes":[],"limit_key":"x"})";

std::string forward(int client, const std::string& resource, const std::string& request,
                    const std::string& introduction) {
    return fmt::format(R"({{"k":"forward","client":{},"resource":{},"at":$n,"lag":20,{},"request":{}}})",
                       client, resource, introduction, request);
}

/// Lines that make sense.
std::vector<std::string> examples() {
    std::vector<std::string> lines{
        "%1",
        "%01",
        "%11111",
        R"({"k":"tell","client":$p,"text":"{\"t\":\"pong\"}"})",
        R"({"k":"client_gone","client":1})",
        R"({"k":"client_gone","client":2})",
        R"({"k":"moved","client":$p,"resource":$g,"at":$n})",
        R"({"k":"moved","client":$p,"resource":$l,"at":$n,"request":{"t":"lobby"}})",
        R"({"k":"moved","client":$p,"resource":$g,"at":$n,"request":{"t":"watch","game":"$G"}})",
        R"({"k":"seek_answered","client":$p,"seek":5})",
        R"({"k":"seek_ended","client":$p,"seek":5})",
        R"({"k":"user","user":$a,"text":"{\"t\":\"pong\"}"})",
        R"({"k":"begun","users":[$a,$b]})",
        R"({"k":"here","users":[$a,$b,$c],"on":true})",
        R"({"k":"here","users":[$a],"on":false})",
        R"({"k":"open","game":$g})",
        R"({"k":"standings_changed","tournament":$t})",
        R"({"k":"forget","user":$c})",
        R"({"k":"revoke","user":$a,"login":0})",
        R"({"k":"mute","user":$a,"muted":$b,"on":true})",
        R"({"k":"mute","user":$a,"muted":$b,"on":false})",
        R"({"k":"inspect","question":3,"game":$g,"user":$a})",
        R"({"k":"inspected","question":3,"game":{"t":"game"}})",
        R"({"k":"inspected","question":3})",
    };
    const std::vector<std::pair<int, std::string>> clients{{1, kAnn}, {2, kBob}, {3, kCat}};
    for (const auto& [client, introduction] : clients) {
        for (const char* request :
             {R"({"t":"lobby"})", R"({"t":"seek","spec":"quoridor-mini","clock":"60+0"})",
              R"({"t":"seek","spec":"quoridor-mini","clock":"60+0","rated":true,"pair":true})",
              R"({"t":"seek","spec":"quoridor:players=3","clock":"none","seat":"2"})",
              R"({"t":"seek","spec":"wallgo","clock":"3d","pair":true})", R"({"t":"unseek","seek":"$s"})",
              R"({"t":"take","seek":"$s"})", R"({"t":"arena","tournament":"$t"})",
              R"({"t":"lobby","on":false})"})
            lines.push_back(forward(client, "$l", request, introduction));
        for (const char* request :
             {R"({"t":"watch","game":"$G"})", R"({"t":"watch","game":"$G","seq":1})",
              R"({"t":"leave","game":"$G"})", R"({"t":"turn","game":"$G","ply":0,"turn":"c2","id":"1"})",
              R"({"t":"turn","game":"$G","ply":1,"turn":"d5","id":"2"})",
              R"({"t":"turn","game":"$G","ply":2,"turn":"c3h","id":"3"})",
              R"({"t":"premove","game":"$G","ply":0,"lines":[["c2","d5","c3"]]})",
              R"({"t":"act","game":"$G","do":"resign"})", R"({"t":"act","game":"$G","do":"draw"})",
              R"({"t":"act","game":"$G","do":"takeback"})", R"({"t":"act","game":"$G","do":"abort"})",
              R"({"t":"act","game":"$G","do":"rematch"})", R"({"t":"chat","game":"$G","text":"hello"})"})
            lines.push_back(forward(client, "$g", request, introduction));
    }
    return lines;
}
static_assert(std::variant_size_v<cluster::Message> == 16, "every message of nodes has its examples");

class LiveNode {
public:
    LiveNode() {
        static support::Postgres postgres("-c fsync=off -c synchronous_commit=off");
        static support::Nats nats;
        set_log_level(Level::kOff);  // most of what is said is no message
        require(postgres.started(), "PostgreSQL starts", postgres.why());
        require(nats.started(), "NATS starts", nats.why());
        Settings settings;
        settings.port = 0;
        settings.limits = true;
        settings.database = postgres.url();
        settings.bus.url = nats.url();
        settings.bus_secret = kSecret;
        settings.node = "live";
        settings.engine_threads = 1;
        settings.password_cost = auth::Cost::kMinimal;
        auto started = Server::start(settings, nullptr);
        require(started.ok(), "the server starts", started.ok() ? "" : started.error().message);
        server_ = std::move(*started);
        // Before the other node is there, so that the game is not put on that one.
        const auto people = new_people();
        game_ = new_game(people);
        fake_ = std::make_unique<support::FakeNode>(store(), nats.url(), kSecret);
        require(fake_->started(), "the other node joins");
    }
    LiveNode(const LiveNode&) = delete;
    LiveNode& operator=(const LiveNode&) = delete;
    ~LiveNode() { require(fake_->leave(), "the other node leaves"); }

    void run(std::string_view script) {
        constexpr int kMaxLines = 100;
        begin();
        for (int line = 0; line < kMaxLines && !script.empty(); ++line) {
            const auto end = std::min(script.find('\n'), script.size());
            const auto text = script.substr(0, end);
            if (text.substr(0, 1) == "%")
                fail_writes(text.substr(1));
            else
                say(fill(text));
            script.remove_prefix(std::min(end + 1, script.size()));
            settle();
        }
        finish();
    }

private:
    static constexpr const char* kSecret = "0123456789abcdef0123456789abcdef";

    Platform& platform() { return server_->platform(); }
    store::Store& store() { return platform().store(); }
    NodeId live() { return platform().cluster().self(); }

    std::vector<model::Person> new_people() {
        std::vector<model::Person> people;
        require(store().write_now([&](store::Database& database) {
            people.clear();
            for (const char* name : {"ann", "bob", "cat"}) {
                const bool guest = people.size() == 2;
                const store::User user{new_id<UserId>(),
                                       fmt::format("{}-{}", name, ++names_),
                                       guest ? "guest" : "account",
                                       "",
                                       kNever,
                                       kNever};
                require(store::insert_user(database, user), "a new user is stored");
                model::Person person;
                person.user = user.id;
                person.name = user.name;
                person.kind = user.kind;
                people.push_back(person);
            }
        }),
                "people are stored");
        return people;
    }

    GameId new_game(const std::vector<model::Person>& people) {
        model::Setup setup;
        setup.spec = "quoridor-mini";
        setup.clock = *model::parse_time_control("60+1");
        std::promise<Result<GameId>> begun;
        platform().rooms().create(std::move(setup), {people[0], people[1]},
                                  [&](Result<GameId> result) { begun.set_value(std::move(result)); }, {});
        const auto result = begun.get_future().get();
        require(result.ok(), "a game begins");
        return *result;
    }

    void begin() {
        people_ = new_people();
        clients_.clear();
        told_.clear();
        // One that the live node owns.
        constexpr int kTries = 10;
        for (int i = 0; i < kTries && (i == 0 || !platform().rooms().peek(last_game_)); ++i)
            last_game_ = new_game(people_);
        last_seek_ = new_id<SeekId>();
        local_ = std::make_shared<support::QuietClient>(people_[0]);
        platform().connected(local_, [] {});
        platform().receive(local_, R"({"t":"lobby"})", time_now());
    }

    std::string fill(std::string_view text) const {
        std::string result;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char name = text[i] == '$' && i + 1 < text.size() ? text[i + 1] : '\0';
            i += name != '\0';
            if (name >= 'a' && name <= 'c')
                result += std::to_string(people_[static_cast<std::size_t>(name - 'a')].user.value());
            else if (name >= 'A' && name <= 'C')
                result += people_[static_cast<std::size_t>(name - 'A')].name;
            else if (name == 'g')
                result += std::to_string(last_game_.value());
            else if (name == 'G')
                result += id_text(last_game_);
            else if (name == 's')
                result += id_text(last_seek_);
            else if (name == 'l')
                result += std::to_string(store::kLobby.value());
            else if (name == 't')
                result += "0123456789ab";
            else if (name == 'n')
                result += std::to_string(number_of(time_now()));
            else if (name == 'p')
                result += std::to_string(local_->number.value());
            else
                result += text[i];
        }
        return result;
    }

    void say(const std::string& text) {
        constexpr std::size_t kMaxText = 64UL * 1024;
        if (text.size() > kMaxText) return;
        if (const auto message = cluster::parse_message(text))
            if (const auto* forward = std::get_if<cluster::Forward>(&*message))
                clients_.insert(forward->client);
        fake_->send_text(live(), text);
    }

    void fail_writes(std::string_view digits) {
        constexpr std::size_t kMost = 40;
        failing_ = true;
        auto fates = std::make_shared<std::string>(digits.substr(0, kMost));
        // Asked on the writer's thread alone.
        store().inject_failures([fates, next = std::size_t{}]() mutable {
            return next < fates->size() && (*fates)[next++] == '1';
        });
    }

    /// Until all that was said has been taken; what it leads to may take longer.
    void settle() {
        const QuestionId question(++questions_);
        fake_->send(live(), cluster::Inspect{question, game_, UserId()});
        const auto answer = fake_->next<cluster::Inspected>(
            [&](const cluster::Inspected& inspected) { return inspected.question == question; },
            [&](const cluster::Message& other) { heard(other); });
        require(answer.has_value(), "the live node answers");
        while (store().figures().waiting) std::this_thread::sleep_for(std::chrono::microseconds(100));
    }

    void heard(const cluster::Message& message) {
        const auto* tell = std::get_if<cluster::Tell>(&message);
        if (!tell) return;
        const auto& text = *tell->text;
        const auto told = json::parse(text, nullptr, false);
        require(told.is_object() && told.contains("t"), "clients are told JSON with its kind", text);
        const auto id = parse_id<GameId>(told.value("game", ""));
        if (id) last_game_ = *id;
        if (const auto seek = parse_id<SeekId>(told.value("seek", ""))) last_seek_ = *seek;
        if (told["t"] == "turn" && id) told_[{*id, told.value("seq", 0)}] = told.value("turn", "");
    }

    void finish() {
        settle();
        if (failing_) {
            store().inject_failures(nullptr);
            require(store().write_now([](store::Database&) {}), "the database takes what is written again");
        }
        check_caps(platform(), people_);
        check_told();
        for (const ClientId client : clients_) fake_->send(live(), cluster::ClientGone{client});
        platform().disconnected(local_);
        settle();
        // A seek that was being looked at when its client went is there for a moment.
        for (int i = 0; i < 10'000 && platform().lobby().size(); ++i) {
            for (const ClientId client : clients_) fake_->send(live(), cluster::ClientGone{client});
            settle();
        }
        require(platform().lobby().size() == 0, "seeks go with those who made them");
        require(fake_->unreadable() == 0, "nodes say what nodes understand");
        const auto figures = platform().cluster().figures();
        require(figures.refused == 0, "nothing was taken for a stranger's");
        require(failing_ || store().figures().failures == 0, "no write fails");
        require(failing_ || platform().services().counters.lost_rooms == 0, "no room is lost");
        require(store().trouble().empty(), "the database is well");
    }

    /// Nobody has seen a turn that is not stored, and every game comes back.
    void check_told() {
        std::map<GameId, std::optional<store::StoredGame>> games;
        for (const auto& [where, turn] : told_) {
            const auto& [id, seq] = where;
            if (!games.count(id))
                games[id] = store().read(
                    [&, game = id](store::Database& database) { return store::load_game(database, game); });
            const auto& stored = games[id];
            require(stored.has_value(), "a game that was told of is stored");
            const auto entry =
                std::find_if(stored->entries.begin(), stored->entries.end(),
                             [number = seq](const model::Entry& item) { return item.seq == number; });
            require(entry != stored->entries.end() && entry->text == turn, "a turn that was told is stored",
                    turn);
        }
        for (const auto& [id, stored] : games)
            require(model::Game::replay(stored->setup, stored->entries, time_now(), time_now()).ok(),
                    "a stored game can be replayed");
    }

    std::unique_ptr<Server> server_;
    std::unique_ptr<support::FakeNode> fake_;
    GameId game_;  // of the live node, for all scripts
    int names_ = 0;
    Int questions_ = 0;
    std::vector<model::Person> people_;
    std::shared_ptr<support::QuietClient> local_;
    std::set<ClientId> clients_;
    GameId last_game_;
    SeekId last_seek_;
    bool failing_ = false;  // a write was made to fail, since the node started
    std::map<std::pair<GameId, int>, std::string> told_;
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    // What the live node keeps from one script to the next is no leak.
    static std::vector<char*> all;
    static std::array<std::string, 4> added{"-max_len=16384", "-reduce_inputs=0", "-detect_leaks=0",
                                            "-entropic=0"};
    all.push_back((*arguments)[0]);
    for (auto& option : added) all.push_back(option.data());
    all.insert(all.end(), *arguments + 1, *arguments + *count);
    *count = static_cast<int>(all.size());
    all.push_back(nullptr);
    *arguments = all.data();
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
    static const auto kExamples = examples();
    return mutate_script(data, size, max_size, seed, kExamples);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static auto node = std::make_unique<LiveNode>();
    node->run({reinterpret_cast<const char*>(data), size});
    return 0;
}
