// The Quoridor Text Protocol, engine side, in the dialect of the University of Athens (docs/protocol.md).
// Owns the conversation; the engine searches and the session knows the rules.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis.h"
#include "engine/engine.h"

namespace stockade::protocol {

struct QtpSettings {
    engine::Options options;
    engine::Effort effort;  ///< for each genmove: the protocol itself has no words for time
};

class Qtp {
public:
    /// `write` receives whole answers, the empty line at their end included.
    Qtp(const QtpSettings& settings, std::function<void(std::string_view)> write);

    /// Answers one line; false when the conversation is over.
    bool handle(std::string_view line);

private:
    using Words = std::vector<std::string>;
    using Reply = Result<std::string>;
    struct Command {
        std::string_view name;
        Reply (Qtp::*run)(const Words& words);
    };
    static const std::vector<Command>& commands();

    Reply name(const Words& words);
    Reply known_command(const Words& words);
    Reply list_commands(const Words& words);
    Reply quit(const Words& words);
    Reply boardsize(const Words& words);
    Reply clear_board(const Words& words);
    Reply walls(const Words& words);
    Reply playmove(const Words& words);
    Reply playwall(const Words& words);
    Reply genmove(const Words& words);
    Reply undo(const Words& words);
    Reply winner(const Words& words);
    Reply showboard(const Words& words);

    Status begin(int size, int walls);
    Status give_turn_to(int player);
    Reply play(int player, const std::string& turn);
    const games::Session& now() const { return games_.back(); }
    std::size_t turns_played() const;

    engine::Engine engine_;
    engine::Effort effort_;
    std::function<void(std::string_view)> write_;
    int size_ = 9;
    int walls_ = 10;
    /// The protocol lets a colour play twice in a row. The session does not, so another one goes on from the
    /// position then.
    std::vector<games::Session> games_;
    bool over_ = false;
};

/// Reads lines until `quit` or the end of input.
void converse_qtp(std::istream& in, std::ostream& out, const QtpSettings& settings);

}  // namespace stockade::protocol
