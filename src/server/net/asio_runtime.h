// The threads of the server: those of the network, and those that may wait for the database. Heavy: included
// only by the files of this folder that need Asio.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <memory>
#include <thread>
#include <vector>

#include "server/auth/quota.h"
#include "server/net/lane.h"
#include "server/room/runtime.h"

namespace stockade::server::net {

namespace asio = boost::asio;

class AsioRuntime final : public room::Runtime {
public:
    /// Threads for the network, and for each lane. With limits, one address or user may have only a few tasks
    /// in each lane.
    AsioRuntime(int threads, const std::array<int, kLanes>& lane_threads, bool limits);
    ~AsioRuntime() override;

    std::shared_ptr<room::Strand> make_strand() override;
    void block(std::function<void()> work) override;
    bool block_in_archive(const std::string& who, std::function<void()> work) override;

    asio::io_context& context() { return context_; }
    asio::thread_pool& workers(Lane lane) { return *workers_[static_cast<std::size_t>(lane)]; }
    /// The tasks of a lane that wait or run. Take a place before you give the lane a task.
    auth::Quota& quota(Lane lane) { return *quotas_[static_cast<std::size_t>(lane)]; }
    void run();
    void stop();

private:
    int threads_;
    asio::io_context context_;
    asio::executor_work_guard<asio::io_context::executor_type> guard_;
    std::array<std::unique_ptr<asio::thread_pool>, kLanes> workers_;
    std::array<std::shared_ptr<auth::Quota>, kLanes> quotas_;
    std::vector<std::thread> running_;
};

}  // namespace stockade::server::net
