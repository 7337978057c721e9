#include "cli/start_position.h"

#include <sstream>

#include "base/messages/cli.h"

namespace stockade::cli {

Result<games::Session> start_position(const std::string& game, const std::string& position,
                                      const std::string& moves) {
    auto session =
        position.empty() ? games::Session::in_order(game) : games::Session::from_position(position);
    if (!session) return session;
    std::istringstream words(moves);
    for (std::string turn; words >> turn;)
        if (const auto played = session->play(turn); !played)
            return error<"cli.moves">("problem"_a = played.error());
    return session;
}

}  // namespace stockade::cli
