// What fuzzers of the server require of it whatever they said: nobody has more than the caps allow.
#pragma once

#include <soci/soci.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/platform/platform.h"
#include "server/store/caps.h"
#include "server/store/id_columns.h"

namespace stockade::fuzz {

using nlohmann::json;
using namespace server;

inline void require(bool holds, std::string_view what, std::string_view text = {}) {
    if (holds) return;
    std::fprintf(stderr, "broken: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
                 static_cast<int>(text.size()), text.data());
    std::abort();
}

/// Reads the lobby page by page: how many seeks each has.
class LobbyReader final : public room::Client {
public:
    LobbyReader() : Client({}) {}
    void send(msg::Text message) override {
        require(message->size() < 64UL * 1024, "a page of the lobby is short");
        const auto page = json::parse(*message);
        if (!page.contains("seeks")) return;  // something that changed meanwhile
        for (const auto& seek : page.at("seeks")) {
            ++seeks[seek.at("user").at("name").get<std::string>()];
            seats += seek.at("joined").get<int>() - 1;
        }
        next = page.at("next").is_string() ? page["next"].get<std::string>() : "";
    }
    Milliseconds lag() const override { return 0ms; }
    const std::optional<model::Person>& person() const override { return nobody_; }
    bool open() const override { return true; }

    std::map<std::string, int> seeks;
    int seats = 0;  ///< taken in seeks of others, by all together
    std::string next;

private:
    const std::optional<model::Person> nobody_;
};

/// Nobody has more of anything than they may.
inline void check_caps(Platform& platform, const std::vector<model::Person>& people) {
    const auto reader = std::make_shared<LobbyReader>();
    do {
        platform.lobby().follow(reader, true,
                                reader->next.empty() ? SeekId() : *parse_id<SeekId>(reader->next));
    } while (!reader->next.empty());
    platform.lobby().follow(reader, false, SeekId());
    require(reader->seats <= room::kMaxSeatsEach * static_cast<int>(people.size()), "few seats each");
    const TimePoint now = time_now();
    const auto since = [&](Milliseconds ago) { return std::to_string(number_of(now - ago)); };
    platform.store().read([&](store::Database& database) {
        for (const auto& person : people) {
            const UserId user = person.user;
            const auto running = store::count_running(database, user);
            require(running.live <= store::kMaxLiveGamesEach, "few live games each");
            require(running.days <= store::kMaxDaysGamesEach, "few games by days each");
            require(running.clockless <= store::kMaxClocklessGamesEach, "few games without a clock each");
            require(running.engines <= store::kMaxEngineGamesEach, "few games with engines each");
            require(running.arena <= store::kMaxArenaGamesEach, "one arena game each");
            require(reader->seeks[person.name] <= room::kMaxSeeksEach, "few seeks each");
            const auto at_most = [&](int most, const char* what, const std::string& query) {
                int count = 0;
                database << query, soci::into(count), soci::use(user, "user");
                require(count <= most, what, std::to_string(count));
            };
            at_most(store::kMaxChallengesEach, "few open challenges each",
                    "select count(*) from challenges where user_id = :user and closed = 0");
            at_most(
                store::kMaxChallengesToOne, "few challenges to one",
                "select coalesce(max(count), 0) from (select count(*) as count from challenges where user_id "
                "= :user and to_user <> 0 and closed = 0 group by to_user) as of_one");
            at_most(static_cast<int>(store::kMaxTokensEach), "few tokens each",
                    "select count(*) from sessions where user_id = :user and label <> ''");
            at_most(store::kMaxMutesEach, "few mutes each",
                    "select count(*) from mutes where user_id = :user");
            at_most(store::kMaxReportsADay, "few reports a day",
                    "select count(*) from reports where user_id = :user and at > " + since(Days(1)));
            // Those that went on when the last one was begun may have ended since.
            at_most(store::kMaxGamesAnHour + store::kMaxLiveGamesEach + store::kMaxDaysGamesEach +
                        store::kMaxClocklessGamesEach + store::kMaxArenaGamesEach,
                    "few games an hour",
                    "select count(*) from players where user_id = :user and ended > " + since(1h));
            at_most(store::kMaxAnalysesEach, "few analyses each",
                    "select count(*) from analyses where user_id = :user and state = 'waiting'");
            at_most(store::kMaxTournamentsEach, "few tournaments each",
                    "select count(*) from tournaments where user_id = :user");
            at_most(store::kMaxTournamentsJoined, "few tournaments joined",
                    "select count(*) from entrants join tournaments on tournaments.id = tournament where "
                    "entrants.user_id = :user and active = 1 and ends > " +
                        since(0ms));
        }
        const auto in_all = [&](int most, const char* what, const std::string& query) {
            int count = 0;
            database << query, soci::into(count);
            require(count <= most, what, std::to_string(count));
        };
        // Of those that are as young, somebody has played in each lately.
        in_all(store::kMaxEngineGames, "few games with engines",
               "select count(distinct game) from players join games on games.id = game where user_id = 0 and "
               "players.ended = 0 and created > " +
                   since(store::kEngineBusy));
        in_all(store::kMaxEntrants, "few entrants",
               "select coalesce(max(count), 0) from (select count(*) as count from entrants group by "
               "tournament) as of_one");
        require(static_cast<int>(store::tournaments_after(database, now).size()) <= store::kMaxTournaments,
                "few tournaments");
    });
}

}  // namespace stockade::fuzz
