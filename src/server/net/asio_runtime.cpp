#include "server/net/asio_runtime.h"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include "server/log.h"

namespace stockade::server::net {
namespace {

// The most tasks of each lane that may wait or run: in all, and of one address or user.
constexpr std::array<std::pair<std::size_t, std::size_t>, kLanes> kMaxInLane{
    {{256, 64}, {64, 8}, {32, 4}, {32, 4}}};

/// Runs a task. Its exceptions do not end the thread.
void guarded(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception& problem) {
        log(Level::kError, "unexpected", {{"why", reason(problem)}});
    }
}

class AsioStrand final : public room::Strand {
public:
    explicit AsioStrand(asio::io_context& context) : strand_(asio::make_strand(context)) {}

    void post(std::function<void()> work) override {
        asio::post(strand_, [work = std::move(work)] { guarded(work); });
    }

    Timer after(Milliseconds delay, std::function<void()> work) override {
        auto timer = std::make_shared<asio::steady_timer>(strand_, delay);
        timer->async_wait([work = std::move(work)](boost::system::error_code problem) {
            if (!problem) guarded(work);
        });
        return timer;
    }

private:
    asio::strand<asio::io_context::executor_type> strand_;
};

}  // namespace

AsioRuntime::AsioRuntime(int threads, const std::array<int, kLanes>& lane_threads, bool limits)
    : threads_(threads), context_(threads), guard_(context_.get_executor()) {
    for (std::size_t i = 0; i < kLanes; ++i) {
        workers_[i] = std::make_unique<asio::thread_pool>(static_cast<std::size_t>(lane_threads[i]));
        quotas_[i] = auth::Quota::make(kMaxInLane[i].first, limits ? kMaxInLane[i].second : 0);
    }
}

AsioRuntime::~AsioRuntime() { stop(); }

std::shared_ptr<room::Strand> AsioRuntime::make_strand() { return std::make_shared<AsioStrand>(context_); }

void AsioRuntime::block(std::function<void()> work) {
    asio::post(workers(Lane::kQuick), [work = std::move(work)] { guarded(work); });
}

bool AsioRuntime::block_in_archive(const std::string& who, std::function<void()> work) {
    auto slot = std::make_shared<auth::Quota::Slot>();
    if (quota(Lane::kArchive).take(who, *slot) != auth::Quota::Full::kNo) return false;
    asio::post(workers(Lane::kArchive), [work = std::move(work), slot = std::move(slot)] {
        guarded(work);
        slot->release();
    });
    return true;
}

void AsioRuntime::run() {
    for (int i = 0; i < threads_; ++i)
        running_.emplace_back([this] {
            for (;;) {
                try {
                    context_.run();
                    return;
                } catch (const std::exception& problem) {
                    log(Level::kError, "unexpected", {{"why", reason(problem)}});
                }
            }
        });
}

void AsioRuntime::stop() {
    for (const auto& pool : workers_) pool->join();
    guard_.reset();
    context_.stop();
    for (auto& thread : running_)
        if (thread.joinable()) thread.join();
}

}  // namespace stockade::server::net
