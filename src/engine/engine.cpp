#include "engine/engine.h"

#include "base/messages/engine.h"
#include "base/messages/net.h"
#include "base/messages/rules.h"
#include "engine/searcher.h"
#include "games/all_games.h"
#include "net/features/all.h"
#include "net/inference.h"
#include "net/installed.h"

namespace stockade::engine {
namespace {

Status check_thinkable(const games::Session& session) {
    if (session.outcome().over) return error<"rules.game-over-verdict">("verdict"_a = *session.verdict());
    if (session.view().roll_due) return error<"engine.roll-due">();
    return Done{};
}

template <std::size_t... Parts>
std::unique_ptr<Searcher> searcher_of_any_part(const games::Spec& spec,
                                               const std::shared_ptr<const net::Network>& network,
                                               std::index_sequence<Parts...> /*parts*/) {
    std::unique_ptr<Searcher> searcher;
    (void)((searcher = make_searcher<Parts>(spec, network)) || ...);
    return searcher;
}

}  // namespace

Engine::Engine() = default;
Engine::~Engine() = default;

void Engine::set_options(const Options& options) { options_ = options; }

void Engine::new_game() {
    if (searcher_) searcher_->new_game();
}

Result<SearchInfo> Engine::think(const games::Session& session, const search::SearchLimits& limits,
                                 search::StopSignal& stop,
                                 const std::function<void(const SearchInfo&)>& on_info) {
    if (const auto thinkable = check_thinkable(session); !thinkable) return thinkable.error();
    const auto network = network_for(session);
    const Level* level =
        options_.level < kStrongest ? &level_of(session.spec(), options_.level, network != nullptr) : nullptr;
    const auto searcher =
        searcher_for(session, level && level->evaluator == EvaluatorKind::kClassic ? nullptr : network);
    if (!searcher) return searcher.error();
    return (*searcher)->think(session.now(), session.earlier_keys(), options_, level, limits, stop, on_info);
}

Result<std::vector<RatedAction>> Engine::rate(const games::Session& session) {
    if (const auto thinkable = check_thinkable(session); !thinkable) return thinkable.error();
    const auto searcher = searcher_for(session, network_for(session));
    if (!searcher) return searcher.error();
    return (*searcher)->rate(session.now());
}

Result<EvaluationTerms> Engine::terms(const games::Session& session) {
    const auto searcher = searcher_for(session, nullptr);
    if (!searcher) return searcher.error();
    return (*searcher)->terms(session.now());
}

Status Engine::check_fit(const net::Network& network, const games::Spec& spec) {
    return games::with_game(spec, [&]<class P>(std::type_identity<P>) -> Status {
        if constexpr (net::HasFeatures<P>)
            return net::check_fit<P>(network, spec);
        else
            return error<"net.no-network-plays">("spec"_a = network.description().spec,
                                                 "game"_a = spec.str());
    });
}

std::shared_ptr<const net::Network> Engine::network_for(const games::Session& session) const {
    return options_.network ? *options_.network : net::installed_network(session.spec());
}

Result<Searcher*> Engine::searcher_for(const games::Session& session,
                                       const std::shared_ptr<const net::Network>& network) {
    const auto spec = session.spec().str();
    if (searcher_ && spec == spec_ && network == network_) return searcher_.get();
    if (network)
        if (const auto fits = check_fit(*network, session.spec()); !fits)
            return error<"net.does-not-fit">("problem"_a = fits.error());
    searcher_ = searcher_of_any_part(session.spec(), network, std::make_index_sequence<kSearcherParts>{});
    spec_ = spec;
    network_ = network;
    return searcher_.get();
}

}  // namespace stockade::engine
