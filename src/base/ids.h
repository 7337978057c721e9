// StrongId: an id of one kind of object. Ids of different kinds do not convert to each other, so two
// arguments cannot be swapped. Knows no kinds: each layer declares its own.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>

namespace stockade {

/// `Kind` is a type that need not be defined. A new id is 0, which stands for "none".
template <class Kind>
class StrongId {
public:
    using Value = long long;

    constexpr StrongId() = default;
    constexpr explicit StrongId(Value value) : value_(value) {}

    constexpr Value value() const { return value_; }
    constexpr explicit operator bool() const { return value_ != 0; }
    friend constexpr auto operator<=>(const StrongId&, const StrongId&) = default;

private:
    Value value_ = 0;
};

}  // namespace stockade

template <class Kind>
struct std::hash<stockade::StrongId<Kind>> {
    std::size_t operator()(stockade::StrongId<Kind> id) const {
        return std::hash<typename stockade::StrongId<Kind>::Value>()(id.value());
    }
};
