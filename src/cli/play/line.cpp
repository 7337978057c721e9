#include "cli/play/line.h"

#include "draw/canvas.h"

namespace stockade::cli {
namespace {

constexpr std::size_t kLongestInput = 400;

}  // namespace

bool LineEditor::press(const Key& key) {
    switch (key.kind) {
        case Key::Kind::kCharacter:
            insert(key.character);
            return true;
        case Key::Kind::kLeft:
            cursor_ -= cursor_ > 0;
            return true;
        case Key::Kind::kRight:
            cursor_ += cursor_ < text_.size();
            return true;
        case Key::Kind::kHome:
            cursor_ = 0;
            return true;
        case Key::Kind::kEnd:
            cursor_ = text_.size();
            return true;
        case Key::Kind::kUp:
            recall(-1);
            return true;
        case Key::Kind::kDown:
            recall(+1);
            return true;
        case Key::Kind::kBackspace:
            if (cursor_ > 0) text_.erase(--cursor_, 1);
            return true;
        case Key::Kind::kDelete:
            if (cursor_ < text_.size()) text_.erase(cursor_, 1);
            return true;
        case Key::Kind::kControl:
            switch (key.character) {
                case U'a':
                    cursor_ = 0;
                    return true;
                case U'e':
                    cursor_ = text_.size();
                    return true;
                case U'u':
                    clear();
                    return true;
                case U'p':
                    recall(-1);
                    return true;
                case U'n':
                    recall(+1);
                    return true;
                default:
                    return false;
            }
        default:
            return false;
    }
}

void LineEditor::insert(char32_t character) {
    if (character < U' ' || text_.size() >= kLongestInput) return;
    text_.insert(cursor_++, 1, character);
}

void LineEditor::set(std::string_view text) {
    text_ = draw::from_utf8(text).substr(0, kLongestInput);
    cursor_ = text_.size();
}

void LineEditor::clear() {
    text_.clear();
    cursor_ = 0;
    recalled_ = history_.size();
}

void LineEditor::remember() {
    if (!text_.empty() && (history_.empty() || history_.back() != text_)) history_.push_back(text_);
    clear();
}

std::string LineEditor::text() const {
    std::string result;
    for (const char32_t character : text_) draw::append_utf8(result, character);
    return result;
}

void LineEditor::recall(int direction) {
    if (direction < 0 ? recalled_ == 0 : recalled_ >= history_.size()) return;
    recalled_ += static_cast<std::size_t>(direction);
    text_ = recalled_ < history_.size() ? history_[recalled_] : U"";
    cursor_ = text_.size();
}

}  // namespace stockade::cli
