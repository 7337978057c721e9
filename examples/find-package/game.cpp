// A game of Wall Go between two players who choose their turns at random.
#include <games/session.h>

#include <cstdio>
#include <random>

int main() {
    auto game = stockade::games::Session::create("wallgo");
    if (!game) return std::puts(game.error().message.c_str()), 1;
    std::mt19937 random(1);
    while (!game->outcome().over) {
        const auto turns = game->turns();
        const auto& turn = turns[random() % turns.size()];
        if (const auto played = game->play(turn); !played)
            return std::puts(played.error().message.c_str()), 1;
        std::printf("%zu. player %d: %s\n", game->ply(), game->movers().back() + 1, turn.c_str());
    }
    std::printf("%s\n", game->verdict()->message.c_str());
}
