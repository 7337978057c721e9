#include "match/engine.h"

#include <fmt/format.h>

#include "base/messages/match.h"
#include "match/qtp_engine.h"
#include "match/titanium_engine.h"
#include "match/ugi_engine.h"

namespace stockade::match {

Milliseconds TurnLimits::budget(int player) const {
    if (tc.kind == TimeControl::Kind::kMoveTime) return tc.time + margin;
    const auto& clock = clocks[static_cast<std::size_t>(player)];
    if (tc.kind == TimeControl::Kind::kClock && clock) return *clock + margin;
    return timeout;
}

bool Conversation::send(std::string_view line) {
    note('>', line);
    return process_->write_line(line);
}

Process::Read Conversation::receive(std::string& line, Clock::time_point deadline) {
    const auto read = process_->read_line(line, deadline);
    if (read == Process::Read::kLine) note('<', line);
    return read;
}

void Conversation::note(char direction, std::string_view line) {
    constexpr std::size_t kKept = 12;
    constexpr std::size_t kShown = 200;
    std::string text = fmt::format("{} {}", direction, line.substr(0, kShown));
    if (line.size() > kShown) text += fmt::format(" ... ({} characters)", line.size());
    recent_.push_back(std::move(text));
    if (recent_.size() > kKept) recent_.pop_front();
}

void Conversation::leave() {
    constexpr Milliseconds kPatience(500);
    process_->write_line("quit");
    process_->leave(kPatience);
}

ArgumentValue Engine::silence(Process::Read how, std::string_view awaited) {
    if (how == Process::Read::kClosed) return conversation_.ending();
    return message<"match.silent">("awaited"_a = awaited, "time"_a = duration_text(timeout_));
}

Result<std::unique_ptr<Engine>> start_engine(const EngineConfig& config, Milliseconds timeout) {
    auto process = Process::start(config.process());
    if (!process) return process.error();
    if (config.protocol == Protocol::kQtp) return QtpEngine::greet(config, std::move(*process), timeout);
    if (config.protocol == Protocol::kTitanium)
        return TitaniumEngine::greet(config, std::move(*process), timeout);
    return UgiEngine::greet(config, std::move(*process), timeout);
}

}  // namespace stockade::match
