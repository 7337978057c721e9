// Result<T>: a value, or an Error, which is a message (base/message.h). For parsing and input edges.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "base/message.h"

namespace stockade {

/// An error says what was expected, what came and where.
using Error = Message;

/// `error<"spec.unknown-game">("game"_a = name, ...)`.
template <Literal Code, Literal... Names>
Error error(detail::Bound<Names>... arguments) {
    return message<Code>(std::move(arguments)...);
}

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
    Result(Error error)
        : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }
    T& value() { return std::get<0>(state_); }
    const T& value() const { return std::get<0>(state_); }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const { return std::get<1>(state_); }

private:
    std::variant<T, Error> state_;
};

/// Success without a value.
struct Done {};
using Status = Result<Done>;

}  // namespace stockade
