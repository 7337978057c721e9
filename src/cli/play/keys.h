// Keys and clicks, independent of the library that reads them.
#pragma once

namespace stockade::cli {

struct Key {
    enum class Kind {
        kCharacter,
        kUp,
        kDown,
        kLeft,
        kRight,
        kHome,
        kEnd,
        kPageUp,
        kPageDown,
        kEnter,
        kEscape,
        kTab,
        kBackspace,
        kDelete,
        kControl,  ///< with `character` the letter, in lower case
        kClick,    ///< at x, y
        kResize,
        kClosed,  ///< there is no more input
    };
    Kind kind = Kind::kCharacter;
    char32_t character = 0;
    int x = 0, y = 0;

    bool is(char32_t wanted) const { return kind == Kind::kCharacter && character == wanted; }
};

struct Size {
    int width = 80, height = 24;
};

}  // namespace stockade::cli
