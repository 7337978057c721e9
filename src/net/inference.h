// Inference: computes the value and policy of a network in integers, so that every machine gets the same
// bits. Keeps the sums of the first layer between positions and updates them by the features that changed.
// Each thread has its own.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "base/messages/net.h"
#include "base/result.h"
#include "games/spec.h"
#include "net/features.h"
#include "net/kernels.h"
#include "net/network.h"

namespace stockade::net {

/// Values and policies are logits in these units.
inline constexpr int kLogit = kOne << kWeightShift;

/// Whether a network can play a game of this type and spec.
template <HasFeatures P>
Status check_fit(const Network& network, const games::Spec& spec) {
    using F = FeaturesOf<P>;
    const Description& d = network.description();
    const auto made_for = games::parse_spec(d.spec);
    if (!made_for || !spec.plays_like(*made_for))
        return error<"net.made-for">("spec"_a = d.spec, "game"_a = spec.str());
    if (d.features != F::kName) return error<"net.features">("expected"_a = F::kName, "got"_a = d.features);
    using Mismatch = Error (*)(stockade::detail::Bound<"expected">, stockade::detail::Bound<"got">);
    const auto check = [](Mismatch mismatch, int expected, int got) -> Status {
        if (expected == got) return Done{};
        return mismatch("expected"_a = expected, "got"_a = got);
    };
    for (const Status& status : {check(&error<"net.inputs">, F::kInputs, d.shape.inputs),
                                 check(&error<"net.actions">, F::kActions, d.shape.actions),
                                 check(&error<"net.classes">, F::kClasses, d.shape.classes),
                                 check(&error<"net.values">, kValuesOf<P>, d.shape.values)})
        if (!status) return status;
    return Done{};
}

template <HasFeatures P, class Kernels = BestKernels>
class Inference {
public:
    using Features = FeaturesOf<P>;
    using Actions = typename P::Actions;

    /// The network fits the game (check_fit).
    explicit Inference(std::shared_ptr<const Network> network) : network_(std::move(network)) {}

    /// The logit of winning for the mover, in kLogit; where more than two play, one for each player from the
    /// mover on, of which only the differences mean anything.
    std::array<std::int32_t, kValuesOf<P>> values(const P& p) {
        see(p);
        const Network& n = *network_;
        alignas(64) std::array<std::uint8_t, kMaxLater> second;
        alignas(64) std::array<std::uint8_t, kMaxLater> third;
        layer(first_.data(), n.shape().first, n.second_row(0), n.second_bias(), n.shape().second,
              second.data());
        layer(second.data(), n.shape().second, n.third_row(0), n.third_bias(), n.shape().third, third.data());
        constexpr int kLast = kValuesOf<P> - 1;
        const std::int8_t* const rows[4] = {n.value_row(0), n.value_row(std::min(1, kLast)),
                                            n.value_row(std::min(2, kLast)), n.value_row(std::min(3, kLast))};
        std::int32_t sums[4];
        Kernels::dot4(third.data(), rows, n.shape().third, sums);
        std::array<std::int32_t, kValuesOf<P>> result;
        for (int i = 0; i <= kLast; ++i) result[i] = sums[i] + n.value_bias()[i];
        return result;
    }
    std::int32_t value(const P& p) requires(kValuesOf<P> == 1) { return values(p)[0]; }

    /// The logits of actions, in kLogit. Of no others is anything computed.
    void policy(const P& p, const Actions& actions, std::span<std::int32_t> logits) {
        see(p);
        const Network& n = *network_;
        constexpr std::int32_t kNotYet = INT32_MIN;
        std::array<std::int32_t, Features::kClasses> of_class;
        of_class.fill(kNotYet);
        std::array<std::uint8_t, Features::kClasses> wanted;
        int wanted_count = 0;
        std::array<std::uint8_t, Actions::kCapacity> classes;
        for (int i = 0; i < actions.size(); ++i) {
            classes[i] = static_cast<std::uint8_t>(Features::class_of(p, state(), actions[i]));
            if (std::exchange(of_class[classes[i]], 0) == kNotYet) wanted[wanted_count++] = classes[i];
        }
        for_rows(
            wanted_count, [&](int i) { return n.class_row(wanted[i]); },
            [&](int i, std::int32_t sum) { of_class[wanted[i]] = sum + n.class_bias()[wanted[i]]; });
        std::array<std::uint16_t, Actions::kCapacity> seen;
        for (int i = 0; i < actions.size(); ++i)
            seen[i] = static_cast<std::uint16_t>(Features::seen(p, actions[i]));
        for_rows(
            actions.size(), [&](int i) { return n.action_row(seen[i]); },
            [&](int i, std::int32_t sum) {
                logits[i] = sum + n.action_bias()[seen[i]] + of_class[classes[i]];
            });
    }

    /// Positions looked at so far.
    std::uint64_t evaluations() const { return evaluations_; }

private:
    using Inputs = typename Features::Inputs;
    using FeatureState = typename Features::FeatureState;

    /// Sums of the first layer and what they are the sums of. One for each mover: where the mover changes,
    /// everything does.
    struct Accumulator {
        bool filled = false;
        Inputs inputs{};
        alignas(64) std::array<std::int16_t, kMaxFirst> sums{};
    };

    const FeatureState& state() const { return *state_; }

    void see(const P& p) {
        if (state_ && p == position_) return;
        ++evaluations_;
        position_ = p;
        state_.emplace(p);
        Inputs inputs{};
        Features::inputs(p, *state_, inputs);
        Accumulator& accumulator = accumulators_[static_cast<std::size_t>(seat_of(p))];
        update(accumulator, inputs);
        Kernels::clip(accumulator.sums.data(), first_.data(), network_->shape().first);
    }

    void update(Accumulator& accumulator, const Inputs& inputs) {
        const Network& n = *network_;
        const std::int16_t* from = accumulator.sums.data();
        Inputs added = inputs;
        Inputs removed = Inputs::none();
        if (accumulator.filled) {
            added = inputs.without(accumulator.inputs);
            removed = accumulator.inputs.without(inputs);
        }
        if (!accumulator.filled || added.count() + removed.count() > inputs.count()) {
            from = n.first_bias();
            added = inputs;
            removed = Inputs::none();
        }
        std::array<std::uint16_t, Features::kInputs> rows;
        int count = 0;
        const auto list = [&](int input) { rows[count++] = static_cast<std::uint16_t>(input); };
        added.for_each(list);
        const auto first_removed = static_cast<std::size_t>(count);
        removed.for_each(list);
        const std::span<const std::uint16_t> all(rows.data(), static_cast<std::size_t>(count));
        Kernels::update(from, accumulator.sums.data(), n.first_rows(), n.shape().first,
                        {all.first(first_removed), all.subspan(first_removed)});
        accumulator.inputs = inputs;
        accumulator.filled = true;
    }

    /// A layer whose outputs are clipped to activations.
    static void layer(const std::uint8_t* in, int length, const std::int8_t* rows, const std::int32_t* bias,
                      int count, std::uint8_t* out) {
        for (int i = 0; i < count; i += 4) {
            const std::int8_t* const four[4] = {rows + i * length, rows + (i + 1) * length,
                                                rows + (i + 2) * length, rows + (i + 3) * length};
            std::int32_t sums[4];
            Kernels::dot4(in, four, length, sums);
            for (int j = 0; j < 4; ++j)
                out[i + j] = static_cast<std::uint8_t>(
                    std::clamp((sums[j] + bias[i + j]) >> kWeightShift, 0, kOne - 1));
        }
    }

    /// Calls take(i, product of the activations with row(i)) for i below count.
    template <class Row, class Take>
    void for_rows(int count, Row&& row, Take&& take) {
        for (int i = 0; i < count; i += 4) {
            const int last = count - 1;
            const std::int8_t* const four[4] = {row(i), row(std::min(i + 1, last)),
                                                row(std::min(i + 2, last)), row(std::min(i + 3, last))};
            std::int32_t sums[4];
            Kernels::dot4(first_.data(), four, network_->shape().first, sums);
            for (int j = i; j < std::min(i + 4, count); ++j) take(j, sums[j - i]);
        }
    }

    std::shared_ptr<const Network> network_;
    P position_{};
    std::optional<FeatureState> state_;
    std::array<Accumulator, P::kPlayers> accumulators_;
    alignas(64) std::array<std::uint8_t, kMaxFirst> first_{};
    std::uint64_t evaluations_ = 0;
};

}  // namespace stockade::net
