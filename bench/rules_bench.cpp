// Single operations of the board layer and the rules on a crowded 9x9 board.
#include <benchmark/benchmark.h>

#include "games/playout.h"
#include "games/position_reader.h"
#include "games/quoridor/tensors.h"

namespace stockade::games {
namespace {

using Shape = Quoridor9::Shape;

/// A position with 15 walls on the board, from random play.
Quoridor9 crowded() {
    Random random(2024);
    for (;;) {
        auto position = start_position<Quoridor9>(*parse_spec("quoridor"));
        while (position.walls().count() < 15 && !position.over())
            position.play(random_action(position, Quoridor9::Context(position), random));
        if (!position.over()) return position;
    }
}

void fitting_places(benchmark::State& state) {
    const auto position = crowded();
    for (auto _ : state) benchmark::DoNotOptimize(board::fitting(Shape{}, position.walls()));
}
BENCHMARK(fitting_places);

void pawn_destinations(benchmark::State& state) {
    const auto position = crowded();
    for (auto _ : state) benchmark::DoNotOptimize(position.destinations());
}
BENCHMARK(pawn_destinations);

void shortest_distance(benchmark::State& state) {
    const auto position = crowded();
    const auto open = position.passages();
    const auto pawn = Shape::Set::single(position.pawn(Player::kOne));
    for (auto _ : state) benchmark::DoNotOptimize(open.distance(pawn, position.goal(Player::kOne)));
}
BENCHMARK(shortest_distance);

void distance_field_of_a_goal(benchmark::State& state) {
    const auto position = crowded();
    const auto open = position.passages();
    for (auto _ : state) benchmark::DoNotOptimize(board::distance_field(open, position.goal(Player::kOne)));
}
BENCHMARK(distance_field_of_a_goal);

void all_legal_walls_from_nothing(benchmark::State& state) {
    const auto position = crowded();
    for (auto _ : state) benchmark::DoNotOptimize(Quoridor9::Context(position).legal_walls(position));
}
BENCHMARK(all_legal_walls_from_nothing);

void follow_each_legal_wall(benchmark::State& state) {
    const auto position = crowded();
    const Quoridor9::Context context(position);
    Quoridor9::Actions actions;
    position.generate(context, actions);
    for (auto _ : state)
        for (const Action action : actions) {
            Quoridor9 next = position;
            next.play(action);
            auto next_context = context;
            next_context.follow(position, action, next);
            benchmark::DoNotOptimize(next_context.legal_walls(next));
        }
    state.SetItemsProcessed(state.iterations() * actions.size());
}
BENCHMARK(follow_each_legal_wall);

void encode_planes(benchmark::State& state) {
    const auto position = crowded();
    std::array<std::uint8_t, TensorsOf<Quoridor9>::kPlaneNames.size() * 81> planes;
    for (auto _ : state) {
        TensorsOf<Quoridor9>::encode(position, planes);
        benchmark::DoNotOptimize(planes);
    }
}
BENCHMARK(encode_planes);

}  // namespace
}  // namespace stockade::games
