#include "selfplay/channel.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill() is POSIX's
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <thread>

#include "base/messages/file.h"
#include "base/messages/selfplay.h"

namespace stockade::selfplay {
namespace {

constexpr std::uint64_t kChannelMagic = 0x314c4e4843'4b5453;  // "STKCHNL1"
constexpr std::size_t kPage = 4096;
constexpr std::size_t kCacheLine = 64;

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

/// Counts how often a slot was filled and answered. If the counts differ, the slot waits for its answer.
struct alignas(2 * kCacheLine) Turnstile {
    std::atomic<std::uint32_t> filled;
    alignas(kCacheLine) std::atomic<std::uint32_t> answered;
};

}  // namespace

/// The first page; everything the other side needs is at a fixed place.
struct Channel::Head {
    std::atomic<std::uint64_t> magic;  // written last
    std::uint32_t text_bytes;          // the layout, from kTextAt
    std::uint32_t batch;
    std::uint32_t slots;
    std::uint32_t plane_bytes;  // of one row
    std::uint32_t actions;
    std::uint32_t reserved;
    std::uint64_t slots_at;
    std::uint64_t slot_bytes;
    std::uint64_t planes_at;  // within a slot, as the next three
    std::uint64_t network_at;
    std::uint64_t policy_at;
    std::uint64_t value_at;
    alignas(kCacheLine) std::atomic<std::uint32_t> player;  // process ids
    std::atomic<std::uint32_t> evaluator;
    std::atomic<std::uint32_t> stop;
    std::atomic<std::uint32_t> finished;
    alignas(kCacheLine) Counters counters;
    alignas(1024) Turnstile turnstiles[kMaxSlots];

    static constexpr std::size_t kTextAt = kPage;
};

Channel::~Channel() {
    if (memory_) munmap(memory_, bytes_);
}

Channel::Head& Channel::head() const { return *reinterpret_cast<Head*>(memory_); }
Counters& Channel::counters() const { return head().counters; }

Status Channel::map(int file, std::size_t bytes, const std::string& path) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    memory_ = static_cast<std::uint8_t*>(memory);
    bytes_ = bytes;
    return Done{};
}

Status Channel::create(const std::string& path, const Layout& layout, int batch, int slots, int writers) {
    static_assert(offsetof(Head, player) == 128 && offsetof(Head, counters) == 192 &&
                      offsetof(Head, turnstiles) == 1024 && sizeof(Head) <= kPage &&
                      std::atomic<std::uint32_t>::is_always_lock_free,
                  "the evaluator looks for them there");
    layout_ = layout;
    batch_ = batch;
    slots_ = slots;
    writers_ = writers;
    const std::string text = layout.text();
    const auto rows = static_cast<std::size_t>(batch);
    const std::size_t planes = rounded_up(rows * layout.plane_bytes(), kPage);
    const std::size_t networks = rounded_up(rows, kPage);
    const std::size_t policies =
        rounded_up(rows * static_cast<std::size_t>(layout.actions) * sizeof(std::uint16_t), kPage);
    const std::size_t values =
        rounded_up(rows * static_cast<std::size_t>(layout.values) * sizeof(float), kPage);
    const std::size_t slots_at = rounded_up(Head::kTextAt + text.size(), kPage);
    const std::size_t slot_bytes = planes + networks + policies + values;
    const std::size_t total = slots_at + static_cast<std::size_t>(slots) * slot_bytes;

    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    Status mapped = Done{};
    if (const int problem = posix_fallocate(file, 0, static_cast<off_t>(total)); problem)
        mapped = error<"selfplay.channel-size">("file"_a = path, "bytes"_a = total,
                                                "problem"_a = std::strerror(problem));
    else
        mapped = map(file, total, path);
    ::close(file);
    if (!mapped) return mapped;

    // A new file is full of zeros, which is how counts and flags begin.
    Head& first = head();
    first.text_bytes = static_cast<std::uint32_t>(text.size());
    first.batch = static_cast<std::uint32_t>(batch);
    first.slots = static_cast<std::uint32_t>(slots);
    first.plane_bytes = static_cast<std::uint32_t>(layout.plane_bytes());
    first.actions = static_cast<std::uint32_t>(layout.actions);
    first.slots_at = slots_at;
    first.slot_bytes = slot_bytes;
    first.planes_at = 0;
    first.network_at = planes;
    first.policy_at = planes + networks;
    first.value_at = planes + networks + policies;
    first.player = static_cast<std::uint32_t>(getpid());
    std::memcpy(memory_ + Head::kTextAt, text.data(), text.size());
    first.magic.store(kChannelMagic, std::memory_order_release);
    return Done{};
}

Status Channel::open(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    struct stat about {};
    Status mapped = Done{};
    if (fstat(file, &about))
        mapped = error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    else if (about.st_size < static_cast<off_t>(2 * kPage))
        mapped = error<"selfplay.no-channel-bytes">("file"_a = path, "bytes"_a = about.st_size);
    else
        mapped = map(file, static_cast<std::size_t>(about.st_size), path);
    ::close(file);
    if (!mapped) return mapped;
    const Head& first = head();
    if (first.magic.load(std::memory_order_acquire) != kChannelMagic)
        return error<"selfplay.no-channel">("file"_a = path);
    if (first.slots > kMaxSlots || Head::kTextAt + first.text_bytes > bytes_ ||
        first.slots_at + first.slots * first.slot_bytes != bytes_)
        return error<"selfplay.channel-slots">("file"_a = path, "slots"_a = first.slots,
                                               "slot"_a = first.slot_bytes, "first"_a = first.slots_at,
                                               "bytes"_a = bytes_);
    auto layout = Layout::parse(
        {reinterpret_cast<const char*>(memory_ + Head::kTextAt), std::size_t{first.text_bytes}});
    if (!layout) return error<"file.problem">("file"_a = path, "problem"_a = layout.error());
    layout_ = std::move(*layout);
    batch_ = static_cast<int>(first.batch);
    slots_ = static_cast<int>(first.slots);
    return Done{};
}

std::uint8_t* Channel::planes(int slot, int row) const {
    const Head& first = head();
    return memory_ + first.slots_at + static_cast<std::size_t>(slot) * first.slot_bytes + first.planes_at +
           static_cast<std::size_t>(row) * first.plane_bytes;
}
std::uint8_t* Channel::network(int slot, int row) const { return planes(slot, 0) + head().network_at + row; }
std::uint16_t* Channel::policy(int slot, int row) const {
    return reinterpret_cast<std::uint16_t*>(planes(slot, 0) + head().policy_at) +
           static_cast<std::size_t>(row) * head().actions;
}
float* Channel::values(int slot, int row) const {
    return reinterpret_cast<float*>(planes(slot, 0) + head().value_at) +
           static_cast<std::ptrdiff_t>(row) * layout_.values;
}

void Channel::filled_part(int slot) {
    if (parts_[slot].fetch_add(1, std::memory_order_acq_rel) + 1 < writers_) return;
    parts_[slot].store(0, std::memory_order_relaxed);
    head().turnstiles[slot].filled.fetch_add(1, std::memory_order_release);
}

Channel::Wait Channel::wait_answered(int slot, std::uint32_t rounds, std::chrono::seconds patience) const {
    using Clock = std::chrono::steady_clock;
    const Head& first = head();
    const Turnstile& turnstile = first.turnstiles[slot];
    const auto is_answered = [&] { return turnstile.answered.load(std::memory_order_acquire) == rounds; };
    for (int i = 0; i < 200; ++i) {
        if (is_answered()) return Wait::kAnswered;
        if (first.stop.load(std::memory_order_relaxed)) return Wait::kStopped;
    }
    const auto begin = Clock::now();
    auto next_check = begin;
    for (;;) {
        if (is_answered()) return Wait::kAnswered;
        if (first.stop.load(std::memory_order_relaxed)) return Wait::kStopped;
        const auto now = Clock::now();
        if (now >= next_check) {
            next_check = now + std::chrono::milliseconds(200);
            const auto evaluator = static_cast<pid_t>(first.evaluator.load());
            if (evaluator == 0) {
                if (now - begin > patience) return Wait::kAlone;
            } else if (kill(evaluator, 0) && errno == ESRCH) {
                return Wait::kGone;
            }
        }
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

void Channel::finish() { head().finished.store(1, std::memory_order_release); }
void Channel::attach() { head().evaluator.store(static_cast<std::uint32_t>(getpid())); }
bool Channel::is_filled(int slot) const {
    const Turnstile& turnstile = head().turnstiles[slot];
    return turnstile.filled.load(std::memory_order_acquire) !=
           turnstile.answered.load(std::memory_order_acquire);
}
void Channel::answered(int slot) { head().turnstiles[slot].answered.fetch_add(1, std::memory_order_release); }
void Channel::stop() { head().stop.store(1); }
bool Channel::finished() const { return head().finished.load(std::memory_order_acquire) != 0; }
bool Channel::stopping() const { return head().stop.load(std::memory_order_relaxed) != 0; }

}  // namespace stockade::selfplay
