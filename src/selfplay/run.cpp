#include <fmt/format.h>

#include "base/messages/selfplay.h"
#include "selfplay/channel.h"
#include "selfplay/parts.h"
#include "selfplay/settings.h"

namespace stockade::selfplay {

namespace {

Status check(const Settings& settings) {
    const auto in_range = [](const char* name, double value, double min, double max) -> Status {
        if (value >= min && value <= max) return Done{};
        return error<"selfplay.setting">("setting"_a = name, "min"_a = fmt::format("{}", min),
                                         "max"_a = fmt::format("{}", max),
                                         "value"_a = fmt::format("{}", value));
    };
    const auto& search = settings.search;
    for (const Status& status :
         {in_range("threads", settings.threads, 1, 1024), in_range("batch", settings.batch, 1, kMaxBatch),
          in_range("slots", settings.slots, 1, kMaxSlots),
          in_range("simulations", search.simulations, 1, kMaxSimulations),
          in_range("considered", search.considered, 1, 1024), in_range("variety", settings.variety, 0, 100),
          in_range("opening-actions", settings.opening_actions, 0, 100),
          in_range("max-actions", settings.max_actions, 1, 10'000),
          in_range("noise", static_cast<double>(settings.noise), 0, 10),
          in_range("resign-below", static_cast<double>(settings.resign_below), 0, 1),
          in_range("play-out", settings.play_out, 0, 100),
          in_range("versus-engine", number_of(settings.versus_engine), 0, 3'600'000),
          in_range("samples-per-shard", settings.samples_per_shard, 1, 10'000'000)})
        if (!status) return status;
    if (settings.evaluator == EvaluatorKind::kChannel && settings.channel.empty())
        return error<"selfplay.no-channel-setting">();
    if (settings.evaluator == EvaluatorKind::kChannel && settings.batch < settings.threads)
        return error<"selfplay.batch">("threads"_a = settings.threads, "batch"_a = settings.batch);
    if ((settings.evaluator == EvaluatorKind::kNetwork) != !settings.network.empty())
        return error<"selfplay.network-setting">();
    if ((settings.versus_heuristic || settings.versus_engine > 0ms) && !settings.versus)
        return error<"selfplay.versus-too">();
    if (settings.versus && settings.evaluator != EvaluatorKind::kChannel)
        return error<"selfplay.versus-channel">();
    if (settings.versus && (settings.games == 0 || settings.games % 2))
        return error<"selfplay.versus-even">("games"_a = settings.games);
    return Done{};
}

template <std::size_t... Parts>
std::optional<Result<Report>> run_any_part(const Settings& settings, const games::Spec& spec,
                                           const std::function<bool(const Progress&)>& on_progress,
                                           std::index_sequence<Parts...> /*parts*/) {
    std::optional<Result<Report>> report;
    (void)((report = run_part<Parts>(settings, spec, on_progress)).has_value() || ...);
    return report;
}

}  // namespace

Result<Report> run(const Settings& settings, const std::function<bool(const Progress&)>& on_progress) {
    if (const auto checked = check(settings); !checked) return checked.error();
    const auto spec = games::parse_spec(settings.game);
    if (!spec) return spec.error();
    if (spec->has("teams") && spec->on("teams")) return error<"selfplay.no-teams">("game"_a = spec->str());
    // Every type of AllGames belongs to a part.
    return *run_any_part(settings, *spec, on_progress, std::make_index_sequence<kRunParts>{});
}

}  // namespace stockade::selfplay
