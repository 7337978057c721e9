// The server's strands in fuzzers: one thing at a time, in the order in which it was asked for, so that a
// script always leads to the same.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "server/room/runtime.h"

namespace stockade::fuzz {

/// Whoever owns it does the work in drain(), as handing each piece to another thread takes longer than most
/// pieces do. Timers never run out.
class Queue final : public server::room::Runtime {
public:
    Queue() : helper_([this] { help(); }) {}
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;
    ~Queue() override {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            changed_.notify_all();
        }
        helper_.join();
    }

    std::shared_ptr<server::room::Strand> make_strand() override { return std::make_shared<OnQueue>(*this); }
    void block(std::function<void()> work) override {
        const std::lock_guard lock(mutex_);
        work_.push_back(std::move(work));
        if (lent_) changed_.notify_all();
    }
    bool block_in_archive(const std::string&, std::function<void()> work) override {
        block(std::move(work));
        return true;
    }
    /// Works until nothing is left to do; says whether there was anything.
    bool drain() {
        std::unique_lock lock(mutex_);
        const bool any = !work_.empty();
        while (!work_.empty()) perform_first(lock);
        return any;
    }
    /// Something that may wait for what is in the queue: another thread works meanwhile.
    template <class F>
    auto lend_to(F&& waiter) {
        lend(true);
        auto result = waiter();
        lend(false);
        return result;
    }

private:
    class OnQueue final : public server::room::Strand {
    public:
        explicit OnQueue(Queue& queue) : queue_(queue) {}
        void post(std::function<void()> work) override { queue_.block(std::move(work)); }
        Timer after(Milliseconds, std::function<void()>) override { return std::make_shared<int>(); }

    private:
        Queue& queue_;
    };

    void lend(bool on) {
        std::unique_lock lock(mutex_);
        lent_ = on;
        if (on && !work_.empty()) changed_.notify_all();
        changed_.wait(lock, [&] { return on || !helping_; });
    }
    void perform_first(std::unique_lock<std::mutex>& lock) {
        auto work = std::move(work_.front());
        work_.pop_front();
        lock.unlock();
        work();
        work = nullptr;
        lock.lock();
    }
    void help() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return stopping_ || (lent_ && !work_.empty()); });
            if (stopping_) return;
            helping_ = true;
            perform_first(lock);
            helping_ = false;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> work_;
    bool lent_ = false;
    bool helping_ = false;
    bool stopping_ = false;
    std::thread helper_;
};

}  // namespace stockade::fuzz
