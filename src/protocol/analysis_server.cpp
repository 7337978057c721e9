#include "protocol/analysis_server.h"

#include <csignal>
#include <istream>
#include <nlohmann/json.hpp>

#include "base/message_json.h"
#include "protocol/lines.h"
#include "record/record.h"

namespace stockade::protocol {
namespace {

using OrderedJson = nlohmann::ordered_json;
using games::Session;

constexpr std::size_t kMostWaiting = 10'000;  // positions
constexpr int kVersion = 1;                   // of the requests and answers
constexpr auto kLook = std::chrono::milliseconds(50);

double rounded(double chance) { return std::round(chance * 10'000) / 10'000; }

OrderedJson json_of(const Session& at, const search::Line& variation) {
    auto turns = variation.turns;
    if (!turns.empty()) turns[0] = at.completed_turn(turns[0]);
    OrderedJson line;
    line["turn"] = turns.empty() ? "" : turns[0];
    line["chance"] = rounded(engine::side_chance(variation.win_probability, at.spec()));
    if (variation.proven > 0)
        line["win"] = variation.proven;
    else if (variation.proven < 0)
        line["loss"] = -variation.proven;
    else
        line["score"] = variation.score;
    line["line"] = turns;
    return line;
}

void add_review(OrderedJson& reply, const engine::GameAnalysis& game) {
    reply["turns"] = OrderedJson::array();
    for (const auto& turn : game.turns)
        reply["turns"].push_back({{"player", turn.player + 1},
                                  {"turn", turn.text},
                                  {"best", turn.lines[0].turns[0]},
                                  {"before", rounded(turn.before)},
                                  {"after", rounded(turn.after)},
                                  {"label", engine::label_name(turn.label)}});
    reply["course"] = OrderedJson::array();
    for (const double chance : game.course) reply["course"].push_back(rounded(chance));
    reply["accuracies"] = OrderedJson::array();
    for (const auto& player : game.players)
        reply["accuracies"].push_back(player.accuracy ? OrderedJson(std::round(*player.accuracy * 10) / 10)
                                                      : OrderedJson());
}

/// The position after so many turns, with the roll of the turn that was played there.
Session position_at(const AnalysisRequest& request, std::size_t turn) {
    Session at = request.session;
    if (turn == at.ply()) return at;
    while (at.ply() > turn + 1) at.undo();
    const std::string next = at.history().back();
    at.undo();
    if (at.view().roll_due) (void)at.play_action(next.substr(0, next.find(':')));
    return at;
}

}  // namespace

AnalysisServer::AnalysisServer(const Settings& settings, std::function<void(std::string_view)> write)
    : settings_(settings), write_(std::move(write)) {
#if !defined(_WIN32)
    // Signals must reach the thread that reads the requests, because they have to interrupt its waiting read.
    sigset_t interrupt, before;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &before);
#endif
    for (int i = 0; i < settings_.workers; ++i) {
        Worker& worker = workers_.emplace_back();
        worker.thread = std::thread([this, &worker] { work(worker); });
    }
#if !defined(_WIN32)
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
#endif
}

AnalysisServer::~AnalysisServer() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        jobs_.clear();
        for (Worker& worker : workers_) worker.give_up();
    }
    work_waits_.notify_all();
    for (Worker& worker : workers_) worker.thread.join();
}

void AnalysisServer::say(std::string_view line) {
    const std::lock_guard lock(output_);
    write_(line);
}

void AnalysisServer::handle(std::string_view line, const std::atomic<bool>& give_up) {
    if (words_of(line).empty()) return;
    auto parsed = parse_request(line);
    if (const auto* bad = std::get_if<BadRequest>(&parsed)) {
        OrderedJson reply;
        reply["id"] = OrderedJson::parse(bad->id);
        add_message(reply, "error", bad->problem);
        if (!bad->field.empty()) reply["field"] = bad->field;
        return say(reply.dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
    }
    auto& request = std::get<Request>(parsed);
    if (auto* analysis = std::get_if<AnalysisRequest>(&request.what))
        return enqueue(request.id, std::move(*analysis), give_up);
    OrderedJson reply;
    reply["id"] = OrderedJson::parse(request.id);
    if (const auto* given_up = std::get_if<Terminate>(&request.what)) {
        terminate(given_up->id);
        reply["action"] = given_up->id ? "terminate" : "terminate_all";
        if (given_up->id) reply["terminateId"] = OrderedJson::parse(*given_up->id);
    } else {
        reply["action"] = "query_version";
        reply["name"] = "Stockade";
        reply["version"] = kVersion;
    }
    say(reply.dump());
}

void AnalysisServer::enqueue(const std::string& id, AnalysisRequest request,
                             const std::atomic<bool>& give_up) {
    const auto shared = std::make_shared<const AnalysisRequest>(std::move(request));
    std::unique_lock lock(mutex_);
    for (const std::size_t turn : shared->review ? std::vector<std::size_t>{0} : shared->positions) {
        while (jobs_.size() >= kMostWaiting && !give_up) work_done_.wait_for(lock, kLook);
        if (give_up) return;
        jobs_.push_back({id, shared, turn});
        ++unanswered_;
        work_waits_.notify_one();
    }
}

void AnalysisServer::terminate(const std::optional<std::string>& id) {
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs_)
        if (!id || job.id == *id) job.terminated = true;
    for (Worker& worker : workers_) {
        if (!worker.job || (id && worker.job->id != *id)) continue;
        worker.job->terminated = true;
        worker.give_up();
    }
}

void AnalysisServer::finish(const std::atomic<bool>& give_up) {
    std::unique_lock lock(mutex_);
    while (unanswered_ > 0 && !give_up) work_done_.wait_for(lock, kLook);
}

void AnalysisServer::work(Worker& worker) {
    engine::Engine engine;
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            work_waits_.wait(lock, [&] { return closing_ || !jobs_.empty(); });
            if (closing_) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
            worker.stop.reset();
            if (!job.terminated) worker.job = job;
        }
        if (job.request->review)
            review(job, engine, worker);
        else
            answer(job, engine, worker);
        {
            const std::lock_guard lock(mutex_);
            worker.job.reset();
            --unanswered_;
        }
        work_done_.notify_all();
    }
}

void AnalysisServer::set_options(const Job& job, engine::Engine& engine) const {
    engine::Options options = settings_.options;
    options.lines = job.request->lines.value_or(options.lines);
    engine.set_options(options);
}

const engine::Effort& AnalysisServer::effort_of(const Job& job) const {
    const engine::Effort& own = job.request->effort;
    return own.time || own.nodes || own.depth ? own : settings_.effort;
}

void AnalysisServer::review(const Job& job, engine::Engine& engine, Worker& worker) {
    OrderedJson reply;
    reply["id"] = OrderedJson::parse(job.id);
    set_options(job, engine);
    engine::Analyst analyst(engine, effort_of(job));
    {
        const std::lock_guard lock(mutex_);
        worker.analyst = &analyst;
        // It may have been given up before there was anything to stop.
        if (closing_ || !worker.job || worker.job->terminated) analyst.stop();
    }
    const auto game = analyst.analyse(record::from_session(job.request->session));
    {
        const std::lock_guard lock(mutex_);
        worker.analyst = nullptr;
        if (closing_) return;
    }
    if (game)
        add_review(reply, *game);
    else if (analyst.stopped())
        reply["terminated"] = true;
    else
        add_message(reply, "error", game.error());
    say(reply.dump());
}

void AnalysisServer::answer(const Job& job, engine::Engine& engine, Worker& worker) {
    OrderedJson reply;
    reply["id"] = OrderedJson::parse(job.id);
    reply["turn"] = job.turn;
    if (job.terminated) {
        reply["terminated"] = true;
        return say(reply.dump());
    }
    const Session at = position_at(*job.request, job.turn);
    reply["position"] = at.position();
    if (at.outcome().over) {
        reply["over"] = true;
        reply["result"] = record::result_text(at.outcome(), at.players());
        reply["verdict"] = at.verdict()->message;
        return say(reply.dump());
    }
    set_options(job, engine);
    const auto info = engine.think(at, effort_of(job).limits(), worker.stop, {});
    bool terminated = false;
    {
        const std::lock_guard lock(mutex_);
        if (closing_) return;
        terminated = worker.job->terminated;
    }
    reply["player"] = at.turn_of() + 1;
    if (!info) {
        add_message(reply, "error", info.error());
        return say(reply.dump());
    }
    if (!info->lines.empty())
        reply["chance"] = rounded(engine::side_chance(info->lines[0].win_probability, at.spec()));
    reply["depth"] = info->depth;
    reply["nodes"] = info->nodes;
    if (terminated) reply["terminated"] = true;
    reply["lines"] = OrderedJson::array();
    for (const auto& variation : info->lines) reply["lines"].push_back(json_of(at, variation));
    say(reply.dump());
}

void serve_analysis(std::istream& in, AnalysisServer& server, const std::atomic<bool>& interrupted) {
    for (std::string line; !interrupted && read_line(in, line, kLongestRequest + 1);)
        if (!interrupted) server.handle(line, interrupted);
    server.finish(interrupted);
}

}  // namespace stockade::protocol
