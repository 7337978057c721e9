#include "server/room/engines.h"

#include <sys/resource.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/engine.h"

namespace stockade::server::room {
namespace {

constexpr int kNiceness = 10;
constexpr std::size_t kHashMegabytes = 16;

struct Question {
    games::Session session;
    int level;
    Milliseconds time;
    Engines::Answer answer;
};

}  // namespace

struct Engines::Impl {
    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Question> queue;
    bool closing = false;
    std::deque<search::StopSignal> stops;  // one a thread; a search that is at its limits sets it too
    std::vector<std::thread> threads;

    void work(search::StopSignal& stop) {
        setpriority(PRIO_PROCESS, 0, kNiceness);  // of this thread alone, on Linux
        engine::Engine engine;
        for (;;) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return closing || !queue.empty(); });
            if (closing) return;
            auto question = std::move(queue.front());
            queue.pop_front();
            stop.reset();
            lock.unlock();

            engine::Options options;
            options.hash_megabytes = kHashMegabytes;
            options.level = question.level;
            options.seed = question.session.key() | 1;
            engine.set_options(options);
            search::SearchLimits limits;
            limits.time = question.time;
            const auto info = engine.think(question.session, limits, stop, {});
            std::string turn;
            if (info && !info->lines.empty() && !info->lines[0].turns.empty()) turn = info->lines[0].turns[0];
            lock.lock();
            if (closing) return;
            lock.unlock();
            question.answer(std::move(turn));
        }
    }
};

Engines::Engines(int threads) : impl_(std::make_unique<Impl>()) {
    for (int i = 0; i < threads; ++i) {
        auto& stop = impl_->stops.emplace_back();
        impl_->threads.emplace_back([this, &stop] { impl_->work(stop); });
    }
}

Engines::~Engines() { close(); }

void Engines::close() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->closing = true;
        for (auto& stop : impl_->stops) stop.stop();
        impl_->queue.clear();
        impl_->changed.notify_all();
    }
    for (auto& thread : impl_->threads)
        if (thread.joinable()) thread.join();
}

void Engines::think(games::Session session, int level, Milliseconds time, Answer answer) {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->closing) return;
    impl_->queue.push_back({std::move(session), level, time, std::move(answer)});
    impl_->changed.notify_one();
}

std::size_t Engines::waiting() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->queue.size();
}

}  // namespace stockade::server::room
