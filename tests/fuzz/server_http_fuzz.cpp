// Any requests at all, in any order, to every route of the API. Lines to begin with come from the routes
// themselves, so that a new route is tried without a word here but what its body looks like.
#include <map>

#include "script_mutator.h"
#include "server_world.h"

namespace {

using namespace stockade::fuzz;

/// What stands for the * after a part of an address.
std::string varying(std::string_view part) {
    static const std::map<std::string_view, std::string> kKnown{
        {"users", "$a"}, {"games", "$g"}, {"challenges", "$c"}, {"tournaments", "$t"}, {"tokens", "$k"}};
    const auto it = kKnown.find(part);
    require(it != kKnown.end(), "it is known what to put for the * after", part);
    return it->second;
}

/// Queries and bodies that some routes understand; the others get none, or {}.
const std::multimap<std::string_view, std::string_view> kContents{
    {"/api/register", R"({"name":"$d","password":"password"})"},
    {"/api/login", R"({"name":"$a","password":"password"})"},
    {"/api/me/password", R"({"old":"password","new":"password"})"},
    {"/api/me/delete", R"({"password":"password"})"},
    {"/api/me/tokens", R"({"label":"x"})"},
    {"/api/mute", R"({"name":"$b","on":true})"},
    {"/api/reports", R"({"name":"$b","game":"$g","text":"x"})"},
    {"/api/users/*/ratings", "?type=quoridor-mini"},
    {"/api/leaderboard", "?type=quoridor-mini"},
    {"/api/games/download", "?format=json&player=$a&result=win"},
    {"/api/games/*/record", "?format=json"},
    {"/api/games/*/record", "?format=qtp"},
    {"/api/games/*/record", "?format=qf"},
    {"/api/games",
     "?player=$a&opponent=$b&type=quoridor-mini&result=1-0&rated=false&since=0&until=9&limit=5"},
    {"/api/games", "?type=quoridor-mini&opening=c2,d5&cursor=1-$g"},
    {"/api/explorer", "?spec=quoridor-mini&turns=c2,d5"},
    {"/api/live", "?type=quoridor-mini"},
    {"/api/challenges", R"({"spec":"quoridor-mini","clock":"60+0","seat":"1","to":"$b"})"},
    {"/api/challenges", R"({"spec":"quoridor:players=4","clock":"2d","rated":false,"engines":[1,2]})"},
    {"/api/challenges", R"({"spec":"wallgo","clock":"none","rated":true,"seat":"random"})"},
    {"/api/tournaments",
     R"({"name":"x","spec":"quoridor-mini","clock":"60+0","rated":true,"starts_in":0,"minutes":5})"},
};

std::vector<std::string> examples() {
    std::vector<std::string> lines{"+Origin: http://elsewhere.example",
                                   "+Content-Type: text/plain",
                                   "+Authorization: Bearer $k",
                                   "+Cookie: stockade=x; stockade=y",
                                   "+Address: 10.0.0.1",
                                   "a GET /health",
                                   "a GET /metrics",
                                   "!",
                                   "%1",
                                   "%01",
                                   "%11111",
                                   R"(a {"t":"act","game":"$g","do":"resign"})"};
    for (const auto& [method, pattern] : stockade::server::http::Api::addresses()) {
        auto address = std::string(pattern);
        if (const auto star = address.find("/*"); star != address.npos) {
            const auto begin = address.rfind('/', star - 1) + 1;
            address.replace(star + 1, 1, varying(std::string_view(pattern).substr(begin, star - begin)));
        }
        const auto plain = "a " + std::string(method) + " " + address;
        lines.push_back(method == "GET" ? plain : plain + " {}");
        const auto [first, last] = kContents.equal_range(pattern);
        for (auto it = first; it != last; ++it)
            if ((method == "GET") == (it->second[0] == '?'))
                lines.push_back(plain + (method == "GET" ? "" : " ") + std::string(it->second));
    }
    return lines;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    set_fuzzer_options(count, arguments);
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
    static const auto lines = examples();
    return mutate_script(data, size, max_size, seed, lines);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    run_script({reinterpret_cast<const char*>(data), size});
    return 0;
}
