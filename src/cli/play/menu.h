// The menu of a new game: the game, its options, and who sits where. Knows specs, no rules and no screen
// library.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/play/keys.h"
#include "cli/play/seats.h"
#include "draw/board.h"
#include "games/spec.h"

namespace stockade::cli {

class Menu {
public:
    enum class Answer { kNone, kStart, kResume, kCancel };

    /// `resume` describes the game that can be taken up again; empty when there is none.
    Menu(std::string_view spec, std::string_view seats, std::string resume);

    Answer press(const Key& key);
    draw::Canvas picture(Size size, const draw::Charset& charset) const;

    /// The choices made.
    std::string spec() const { return spec_.str(); }
    const std::vector<Seat>& seats() const { return seats_; }

private:
    enum class RowKind { kResume, kGame, kOption, kSeat, kMore, kStart };
    struct Row {
        RowKind kind;
        int index = 0;  ///< of the option or the seat
    };

    void build_rows();
    void select(RowKind kind);
    Answer activate();
    void change(int direction);
    void change_game(int direction);
    void change_option(const games::OptionInfo& option, int direction);
    bool try_spec(const std::map<std::string, std::string>& chosen);
    std::string label(const Row& row) const;
    std::string value(const Row& row) const;
    std::string hint(const Row& row) const;
    int draw_row(draw::Canvas& canvas, int x, int y, int width, std::size_t row,
                 const draw::Charset& charset) const;

    games::Spec spec_;
    std::map<std::string, std::string> chosen_;  ///< the options that were set by hand
    std::vector<Seat> seats_;
    std::string resume_;
    std::vector<Row> rows_;
    std::size_t row_ = 0;
    bool more_ = false;
};

}  // namespace stockade::cli
