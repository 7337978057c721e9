#include "cli/play/screen.h"

#include <curses.h>

#include <algorithm>
#include <limits>

namespace stockade::cli {
namespace {

attr_t attributes(const draw::Style& style, bool colour) {
    attr_t result = A_NORMAL;
    if (style.bold) result |= A_BOLD;
    if (style.underline) result |= A_UNDERLINE;
    if (!colour && (style.ground == draw::Ground::kCursor || style.ground == draw::Ground::kBar))
        result |= A_REVERSE;
    return result;
}

std::optional<Key> mouse_key() {
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_CLICKED | BUTTON1_PRESSED))) return std::nullopt;
    return Key{Key::Kind::kClick, 0, event.x, event.y};
}

std::optional<Key> function_key(wint_t code) {
    const auto key = [](Key::Kind kind) { return Key{kind}; };
    switch (code) {
        case KEY_UP:
            return key(Key::Kind::kUp);
        case KEY_DOWN:
            return key(Key::Kind::kDown);
        case KEY_LEFT:
            return key(Key::Kind::kLeft);
        case KEY_RIGHT:
            return key(Key::Kind::kRight);
        case KEY_HOME:
            return key(Key::Kind::kHome);
        case KEY_END:
            return key(Key::Kind::kEnd);
        case KEY_PPAGE:
            return key(Key::Kind::kPageUp);
        case KEY_NPAGE:
            return key(Key::Kind::kPageDown);
        case KEY_ENTER:
            return key(Key::Kind::kEnter);
        case KEY_BACKSPACE:
            return key(Key::Kind::kBackspace);
        case KEY_DC:
            return key(Key::Kind::kDelete);
        case KEY_RESIZE:
            return key(Key::Kind::kResize);
        case KEY_MOUSE:
            return mouse_key();
        default:
            return std::nullopt;
    }
}

std::optional<Key> character_key(wint_t code) {
    switch (code) {
        case '\r':
        case '\n':
            return Key{Key::Kind::kEnter};
        case '\t':
            return Key{Key::Kind::kTab};
        case 0x1B:
            return Key{Key::Kind::kEscape};
        case 0x08:
        case 0x7F:
            return Key{Key::Kind::kBackspace};
        default:
            break;
    }
    if (code >= 1 && code <= 26) return Key{Key::Kind::kControl, static_cast<char32_t>('a' + code - 1)};
    if (code < 0x20) return std::nullopt;
    return Key{Key::Kind::kCharacter, static_cast<char32_t>(code)};
}

}  // namespace

Screen::Screen(bool colour) {
    initscr();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED, nullptr);
    mouseinterval(0);
    colour_ = colour && has_colors();
    if (colour_) {
        start_color();
        use_default_colors();
    }
}

Screen::~Screen() {
    // The board may stay on a terminal without a second screen; the question whether to leave should not.
    move(LINES - 1, 0);
    clrtoeol();
    refresh();
    endwin();
}

Size Screen::size() const { return {getmaxx(stdscr), getmaxy(stdscr)}; }

int Screen::colour_number(const std::optional<draw::Rgb>& colour) const {
    if (!colour) return -1;
    return COLORS >= 256 ? draw::xterm256(*colour) : draw::basic8(*colour);
}

int Screen::pair_of(const draw::Style& style) {
    const draw::Colours colours = draw::colours_of(style);
    const auto wanted = std::make_pair(colour_number(colours.ink), colour_number(colours.ground));
    if (wanted == std::make_pair(-1, -1)) return 0;
    const auto found = pairs_.find(wanted);
    if (found != pairs_.end()) return found->second;
    const int number = static_cast<int>(pairs_.size()) + 1;
    if (number >= COLOR_PAIRS || init_extended_pair(number, wanted.first, wanted.second) == ERR) return 0;
    pairs_.emplace(wanted, number);
    return number;
}

void Screen::show(const draw::Canvas& canvas) {
    erase();
    const Size here = size();
    for (int y = 0; y < std::min(canvas.height(), here.height); ++y)
        for (int x = 0; x < std::min(canvas.width(), here.width); ++x) {
            const draw::Glyph& glyph = canvas.at(x, y);
            const wchar_t text[2] = {static_cast<wchar_t>(glyph.character), L'\0'};
            int pair = colour_ ? pair_of(glyph.style) : 0;
            cchar_t cell;
            setcchar(&cell, text, attributes(glyph.style, colour_), static_cast<short>(pair), &pair);
            mvadd_wch(y, x, &cell);
        }
    refresh();
}

std::optional<Key> Screen::read(std::optional<std::chrono::milliseconds> limit) {
    const auto most = std::chrono::milliseconds(std::numeric_limits<int>::max());
    timeout(limit ? static_cast<int>(std::min(*limit, most).count()) : -1);
    wint_t code = 0;
    const int kind = get_wch(&code);
    if (kind == ERR) {
        // Without a limit only a terminal that has gone away gives nothing.
        if (!limit) return Key{Key::Kind::kClosed};
        return std::nullopt;
    }
    const auto key = kind == KEY_CODE_YES ? function_key(code) : character_key(code);
    return key ? key : Key{Key::Kind::kResize};  // a key without meaning: only draw again
}

}  // namespace stockade::cli
