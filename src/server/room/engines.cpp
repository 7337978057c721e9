#include "server/room/engines.h"

#include <sys/resource.h>

#include <algorithm>
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

struct Asked {
    games::Session session;
    int level;
    Milliseconds time;
    Engines::Answer answer;
    // Set when the question is given up, and by a search that is at its limits. The handle has this alone:
    // who asked must not own its own answer.
    std::shared_ptr<search::StopSignal> stop;

    bool given_up() const { return stop->stopped(); }
};

}  // namespace

struct Engines::Impl {
    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Asked> queue;
    bool closing = false;
    std::deque<std::shared_ptr<search::StopSignal>> searches;  // one a thread: of what it thinks about
    std::vector<std::thread> threads;

    void work(std::shared_ptr<search::StopSignal>& search) {
        setpriority(PRIO_PROCESS, 0, kNiceness);  // of this thread alone, on Linux
        engine::Engine engine;
        for (;;) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return closing || !queue.empty(); });
            if (closing) return;
            auto question = std::move(queue.front());
            queue.pop_front();
            if (question.given_up()) continue;
            search = question.stop;
            lock.unlock();

            engine::Options options;
            options.hash_megabytes = kHashMegabytes;
            options.level = question.level;
            options.seed = question.session.key() | 1;
            engine.set_options(options);
            search::SearchLimits limits;
            limits.time = question.time;
            const auto info = engine.think(question.session, limits, *question.stop, {});
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
        auto& search = impl_->searches.emplace_back();
        impl_->threads.emplace_back([this, &search] { impl_->work(search); });
    }
}

Engines::~Engines() { close(); }

void Engines::close() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->closing = true;
        for (const auto& search : impl_->searches)
            if (search) search->stop();
        impl_->queue.clear();
        impl_->changed.notify_all();
    }
    for (auto& thread : impl_->threads)
        if (thread.joinable()) thread.join();
}

Engines::Question Engines::think(games::Session session, int level, Milliseconds time, Answer answer) {
    const auto stop = std::make_shared<search::StopSignal>();
    const std::lock_guard lock(impl_->mutex);
    if (impl_->closing) return nullptr;
    std::erase_if(impl_->queue, [](const Asked& asked) { return asked.given_up(); });
    impl_->queue.push_back({std::move(session), level, time, std::move(answer), stop});
    impl_->changed.notify_one();
    return {stop.get(), [stop](void*) { stop->stop(); }};
}

std::size_t Engines::waiting() const {
    const std::lock_guard lock(impl_->mutex);
    return static_cast<std::size_t>(std::count_if(impl_->queue.begin(), impl_->queue.end(),
                                                  [](const Asked& asked) { return !asked.given_up(); }));
}

}  // namespace stockade::server::room
