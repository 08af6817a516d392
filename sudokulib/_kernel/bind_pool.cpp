// Threads that solve lines, as Python sees them.
#include <atomic>
#include <utility>

#include "bind_engine.hpp"
#include "thread_pool.hpp"

namespace kernel {
namespace {

/// A call of `solve_lines` under way. Threads of the pool touch neither it nor any other object of
/// Python: they work on the bytes that the call holds, which the task keeps.
class LineTask {
public:
    LineTask(std::shared_ptr<const LineCall> call, std::shared_ptr<ThreadPool::Task> task)
        : call_(std::move(call)), task_(std::move(task)) {}

    bool done() const { return task_->done; }
    double seconds() const { return done() ? task_->seconds : 0; }

    nb::tuple outcome() const {
        if (!done()) throw std::runtime_error("the lines are not solved yet");
        if (task_->error) std::rethrow_exception(task_->error);
        if (!task_->finished) throw std::runtime_error("the threads were stopped");
        return call_->outcome();
    }

private:
    std::shared_ptr<const LineCall> call_;
    std::shared_ptr<ThreadPool::Task> task_;
};

class LinePool {
public:
    LinePool(int threads, bool helped) : pool_(std::make_unique<ThreadPool>(threads, helped)) {}
    ~LinePool() {
        if (pool_->is_forked()) static_cast<void>(pool_.release());
    }
    LinePool(const LinePool&) = delete;
    LinePool& operator=(const LinePool&) = delete;

    LineTask solve_lines(const PyEngine& engine, nb::bytes givens, std::int64_t nodes,
                         double seconds) {
        auto call = std::make_shared<const LineCall>(engine, std::move(givens), nodes, seconds);
        auto task = pool_->submit([call = call.get()](const ThreadPool::GoesOn& goes_on) {
            const AtWork counted;
            Budget budget;
            budget.ask = [&goes_on] { return goes_on() && !WithoutGil::ending(); };
            return !WithoutGil::ending() && call->run(budget);
        });
        std::erase_if(calls_, [](const auto& one) { return one.second->done.load(); });
        calls_.emplace_back(call, task);
        return {std::move(call), std::move(task)};
    }

    void wait(double seconds) {
        const WithoutGil counted;
        const nb::gil_scoped_release unlocked;
        pool_->wait(std::chrono::duration<double>(seconds));
    }

    void notify() { pool_->notify(); }

    void stop() {
        const nb::gil_scoped_release unlocked;
        pool_->stop();
    }

private:
    // Declared before the pool, which ends first: its threads use them.
    std::vector<std::pair<std::shared_ptr<const LineCall>, std::shared_ptr<ThreadPool::Task>>>
        calls_;
    std::unique_ptr<ThreadPool> pool_;
};

}  // namespace

void bind_pool(nb::module_& module) {
    nb::class_<LineTask>(module, "LineTask")
        .def_prop_ro("done", &LineTask::done)
        .def_prop_ro("seconds", &LineTask::seconds)
        .def("outcome", &LineTask::outcome);
    nb::class_<LinePool>(module, "LinePool")
        .def(nb::init<int, bool>(), nb::arg("threads"), nb::arg("helped") = false)
        .def("solve_lines", &LinePool::solve_lines, nb::arg("engine"), nb::arg("givens"),
             nb::arg("nodes") = -1, nb::arg("seconds") = -1.0)
        .def("wait", &LinePool::wait, nb::arg("seconds"))
        .def("notify", &LinePool::notify)
        .def("stop", &LinePool::stop);
}

}  // namespace kernel
