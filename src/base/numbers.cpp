#include "base/numbers.h"

#include <cmath>
#include <cstdlib>
#include <string>

namespace stockade {
namespace {

/// Cuts the digits off the beginning and returns them.
std::string_view take_digits(std::string_view& text) {
    const auto digits = text.substr(0, text.find_first_not_of("0123456789"));
    text.remove_prefix(digits.size());
    return digits;
}

bool take(std::string_view& text, std::string_view one_of) {
    if (text.empty() || one_of.find(text[0]) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

double to_double(std::string_view text) {
#ifdef __EMSCRIPTEN__
    // Its from_chars knows no fractions; there is only one locale, so strtod will do.
    return std::strtod(std::string(text).c_str(), nullptr);
#else
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc{} ? value : std::numeric_limits<double>::infinity();
#endif
}

}  // namespace

bool is_number(std::string_view text, bool fractions) {
    take(text, "-");
    const auto whole = take_digits(text);
    if (whole.empty() || (whole.size() > 1 && whole[0] == '0')) return false;
    if (fractions) {
        if (take(text, ".") && take_digits(text).empty()) return false;
        if (take(text, "eE")) {
            take(text, "+-");
            if (take_digits(text).empty()) return false;
        }
    }
    return text.empty();
}

std::optional<double> read_fraction(std::string_view text, double min, double max) {
    if (!is_number(text, true)) return std::nullopt;
    const double value = to_double(text);
    if (!std::isfinite(value) || value < min || value > max) return std::nullopt;
    return value + 0.0;  // no negative zero
}

}  // namespace stockade
