// LargeArray<T>: a large array for hash tables and trees, on huge pages where the system has them: random
// access to a large table otherwise spends its time on address translation.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#elif defined(_WIN32)
#include <malloc.h>
#endif

namespace stockade {

/// Tells a LargeArray not to initialise its memory, so that the system provides each page at its first write.
struct Uninitialised {};
inline constexpr Uninitialised kUninitialised;

template <class T>
class LargeArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    LargeArray() = default;
    explicit LargeArray(std::size_t size) : LargeArray(size, kUninitialised) {
        if (size) std::memset(static_cast<void*>(data_.get()), 0, size * sizeof(T));
    }
    LargeArray(std::size_t size, Uninitialised /*tag*/) : size_(size) {
        if (size == 0) return;
        constexpr std::size_t kHugePage = std::size_t{2} << 20;
        const std::size_t bytes = (size * sizeof(T) + kHugePage - 1) / kHugePage * kHugePage;
#if defined(_WIN32)
        void* memory = _aligned_malloc(bytes, kHugePage);
#else
        void* memory = std::aligned_alloc(kHugePage, bytes);
#endif
        if (!memory) throw std::bad_alloc();
#if defined(__linux__)
        madvise(memory, bytes, MADV_HUGEPAGE);
#endif
        data_.reset(static_cast<T*>(memory));
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) { return data_.get()[i]; }
    const T& operator[](std::size_t i) const { return data_.get()[i]; }

private:
    struct Free {
        void operator()(T* memory) const {
#if defined(_WIN32)
            _aligned_free(memory);
#else
            std::free(memory);
#endif
        }
    };
    std::size_t size_ = 0;
    std::unique_ptr<T, Free> data_;
};

}  // namespace stockade
