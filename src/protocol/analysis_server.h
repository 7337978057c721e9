// Answers requests for analysis, several at a time; each worker has an engine of its own. Owns the queue and
// the workers; analysis_request.h reads the requests.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iosfwd>
#include <list>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>

#include "engine/engine.h"
#include "protocol/analysis_request.h"

namespace stockade::protocol {

class AnalysisServer {
public:
    struct Settings {
        int workers = 1;
        engine::Options options;
        engine::Effort effort;  ///< for requests that set no limit
    };
    /// `write` receives whole lines, without their ends, from any thread but one at a time.
    AnalysisServer(const Settings& settings, std::function<void(std::string_view)> write);
    /// Gives up what is not answered yet.
    ~AnalysisServer();
    AnalysisServer(const AnalysisServer&) = delete;
    AnalysisServer& operator=(const AnalysisServer&) = delete;

    /// Takes one line. It waits while very much is waiting already; `give_up` ends that too.
    void handle(std::string_view line, const std::atomic<bool>& give_up);
    /// Waits until everything is answered.
    void finish(const std::atomic<bool>& give_up);

private:
    struct Job {
        std::string id;
        std::shared_ptr<const AnalysisRequest> request;
        std::size_t turn = 0;  ///< the position after so many turns; not used when all turns are analysed
        bool terminated = false;
    };
    struct Worker {
        std::thread thread;
        search::StopSignal stop;
        std::optional<Job> job;
        engine::Analyst* analyst = nullptr;  ///< while all turns are analysed

        void give_up() {
            stop.stop();
            if (analyst) analyst->stop();
        }
    };

    void work(Worker& worker);
    void answer(const Job& job, engine::Engine& engine, Worker& worker);
    void review(const Job& job, engine::Engine& engine, Worker& worker);
    void set_options(const Job& job, engine::Engine& engine) const;
    const engine::Effort& effort_of(const Job& job) const;
    void enqueue(const std::string& id, AnalysisRequest request, const std::atomic<bool>& give_up);
    void terminate(const std::optional<std::string>& id);
    void say(std::string_view line);

    Settings settings_;
    std::function<void(std::string_view)> write_;
    std::mutex output_;
    std::mutex mutex_;  ///< of everything below
    std::condition_variable work_waits_;
    std::condition_variable work_done_;
    std::deque<Job> jobs_;
    std::size_t unanswered_ = 0;
    bool closing_ = false;
    std::list<Worker> workers_;
};

/// Reads requests until the end of input and sees that all are answered, or until `interrupted`.
void serve_analysis(std::istream& in, AnalysisServer& server, const std::atomic<bool>& interrupted);

}  // namespace stockade::protocol
