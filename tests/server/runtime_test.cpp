// The threads of the server: nothing that a piece of work throws ends them, and a timer that was cancelled
// never goes off.
#include <gtest/gtest.h>

#include <future>
#include <stdexcept>

#include "server/net/asio_runtime.h"

namespace stockade::server::net {
namespace {

class RuntimeTest : public testing::Test {
protected:
    RuntimeTest() { runtime_.run(); }

    AsioRuntime runtime_{1, {1, 1, 1, 1}, true};
    std::shared_ptr<room::Strand> strand_ = runtime_.make_strand();
};

TEST_F(RuntimeTest, GoesOnAfterWhatWorkThrows) {
    const auto fail = [] { throw std::runtime_error("a failure that a test asked for"); };
    std::promise<void> posted, blocked, later;
    strand_->post(fail);
    strand_->post([&] { posted.set_value(); });
    posted.get_future().wait();
    runtime_.block(fail);
    runtime_.block([&] { blocked.set_value(); });
    blocked.get_future().wait();
    room::Strand::Timer first, second;
    strand_->post([&] {
        first = strand_->after(1ms, fail);
        second = strand_->after(2ms, [&] { later.set_value(); });
    });
    later.get_future().wait();
}

TEST_F(RuntimeTest, ATimerThatIsCancelledNeverGoesOff) {
    std::promise<void> over;
    bool gone_off = false;
    room::Strand::Timer timer;
    strand_->post([&] {
        timer = strand_->after(1h, [&] { gone_off = true; });
        timer.reset();
        timer = strand_->after(1ms, [&] { over.set_value(); });
    });
    over.get_future().wait();
    EXPECT_FALSE(gone_off);
}

}  // namespace
}  // namespace stockade::server::net
