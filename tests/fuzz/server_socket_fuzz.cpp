// Any messages at all on sockets, in any order, of several people in the same games, lobby and tournaments.
#include "script_mutator.h"
#include "server/msg/requests.h"
#include "server_world.h"

namespace {

using namespace stockade::fuzz;

const std::vector<std::string> kExamples{
    R"(a {"t":"lobby"})",
    R"(a {"t":"lobby","on":false})",
    R"(a {"t":"seek","spec":"quoridor-mini","clock":"60+0"})",
    R"(a {"t":"seek","spec":"quoridor-mini","clock":"60+0","rated":true,"pair":true})",
    R"(a {"t":"seek","spec":"quoridor:players=3","clock":"none","seat":"2"})",
    R"(a {"t":"seek","spec":"wallgo","clock":"3d","seat":"1"})",
    R"(a {"t":"seek","spec":"blockade","clock":"60+0"})",
    R"(a {"t":"unseek","seek":"$s"})",
    R"(a {"t":"take","seek":"$s"})",
    R"(a {"t":"watch","game":"$g"})",
    R"(a {"t":"watch","game":"$g","seq":1})",
    R"(a {"t":"leave","game":"$g"})",
    R"(a {"t":"turn","game":"$g","ply":0,"turn":"c2","id":"1"})",
    R"(a {"t":"turn","game":"$g","ply":1,"turn":"d5","id":"2"})",
    R"(a {"t":"turn","game":"$g","ply":2,"turn":"c3h","id":"3"})",
    R"(a {"t":"turn","game":"$g","ply":3,"turn":"d4","id":"4"})",
    R"(a {"t":"turn","game":"$g","ply":0,"turn":"e2","id":"1"}&)",
    R"(a {"t":"turn","game":"$g","ply":1,"turn":"e8","id":"2"}&)",
    R"(a {"t":"premove","game":"$g","ply":0,"lines":[["c2","d5","c3","d4"],["c2","c5"]]})",
    R"(a {"t":"premove","game":"$g","ply":1,"lines":[]})",
    R"(a {"t":"act","game":"$g","do":"resign"})",
    R"(a {"t":"act","game":"$g","do":"draw"})",
    R"(a {"t":"act","game":"$g","do":"takeback"})",
    R"(a {"t":"act","game":"$g","do":"decline"})",
    R"(a {"t":"act","game":"$g","do":"abort"})",
    R"(a {"t":"act","game":"$g","do":"claim"})",
    R"(a {"t":"act","game":"$g","do":"rematch"})",
    R"(a {"t":"chat","game":"$g","text":"hello"})",
    R"(a {"t":"arena","tournament":"$t"})",
    R"(a {"t":"arena","tournament":"$t","on":false})",
    R"(a {"t":"ping","at":1})",
    "!",
    "%1",
    "%01",
    "%11111",
    // What messages alone do not lead to.
    R"(a POST /api/challenges {"spec":"quoridor4fun","clock":"60+0"})",
    R"(a POST /api/challenges {"spec":"quoridor-mini","clock":"60+0","engines":[1]})",
    R"(a POST /api/challenges/$c/accept {})",
    R"(a POST /api/tournaments {"name":"x","spec":"quoridor-mini","clock":"60+0","starts_in":0,"minutes":5})",
    R"(a POST /api/tournaments/$t/join {})",
    R"(a POST /api/mute {"name":"$b"})",
    R"(a POST /api/me/delete {"password":"password"})",
    "a GET /api/games/$g",
};
static_assert(std::variant_size_v<stockade::server::msg::Request> == 12, "every message has its examples");

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    set_fuzzer_options(count, arguments);
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
    return mutate_script(data, size, max_size, seed, kExamples);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    run_script({reinterpret_cast<const char*>(data), size});
    return 0;
}
