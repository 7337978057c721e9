// JsonWriter: writes one JSON text piece by piece, for the modules of the browser. Reads no JSON.
#pragma once

#include <string>
#include <string_view>

namespace stockade::wasm {

class JsonWriter {
public:
    JsonWriter& open(char bracket) {
        separate();
        text_ += bracket;
        first_ = true;
        return *this;
    }
    JsonWriter& close(char bracket) {
        text_ += bracket;
        first_ = false;
        return *this;
    }
    JsonWriter& key(std::string_view name) {
        string(name);
        text_ += ':';
        first_ = true;
        return *this;
    }
    JsonWriter& string(std::string_view value) {
        separate();
        text_ += '"';
        for (const char c : value) {
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                constexpr std::string_view kHex = "0123456789abcdef";
                text_ += "\\u00";
                text_ += kHex[static_cast<unsigned char>(c) >> 4];
                text_ += kHex[c & 15];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
        return *this;
    }
    JsonWriter& number(long long value) { return word(std::to_string(value)); }
    /// A fraction, to six places: chances and seconds.
    JsonWriter& fraction(double value) {
        const bool negative = value < 0;
        const auto millionths = static_cast<long long>((negative ? -value : value) * 1e6 + 0.5);
        std::string digits = std::to_string(millionths % 1'000'000);
        digits.insert(0, 6 - digits.size(), '0');
        return word((negative ? "-" : "") + std::to_string(millionths / 1'000'000) + "." + digits);
    }
    JsonWriter& boolean(bool value) { return word(value ? "true" : "false"); }
    JsonWriter& null() { return word("null"); }

    const std::string& text() const { return text_; }

private:
    JsonWriter& word(std::string_view word) {
        separate();
        text_ += word;
        return *this;
    }
    void separate() {
        if (!first_) text_ += ',';
        first_ = false;
    }

    std::string text_;
    bool first_ = true;  ///< nothing has been written yet inside the innermost bracket, or since a key
};

}  // namespace stockade::wasm
