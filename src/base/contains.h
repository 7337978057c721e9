// contains(): whether a list has an item.
#pragma once

#include <algorithm>
#include <vector>

namespace stockade {

template <class T>
bool contains(const std::vector<T>& items, const T& item) {
    return std::find(items.begin(), items.end(), item) != items.end();
}

}  // namespace stockade
