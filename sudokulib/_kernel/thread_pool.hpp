// Threads that work through tasks without the interpreter.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace kernel {

/// Runs tasks in threads of its own, which it starts as they are needed.
class ThreadPool {
public:
    /// Whether the work was finished: it is to end early once `stopped` is true.
    using Work = std::function<bool(const std::atomic<bool>& stopped)>;

    struct Task {
        Work work;
        std::atomic<bool> done = false;  ///< if true, the fields below may be read
        bool finished = false;
        std::exception_ptr error;  ///< what the work threw
        double seconds = 0;        ///< wall time
    };

    explicit ThreadPool(int most);
    ~ThreadPool() { stop(); }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    std::shared_ptr<Task> submit(Work work);

    /// Waits until a task is done, or `notify` was called, since the last call of this function.
    void wait(std::chrono::duration<double> most);

    /// Ends a `wait`, for work that is done elsewhere.
    void notify();

    /// Drops the tasks that wait, stops those at work and ends the threads.
    void stop();

    /// Whether this is the copy in a forked process, which has none of the threads. It can be
    /// neither stopped nor destroyed, as it would wait for them.
    bool is_forked() const;

private:
    void start_thread();
    void run();

    const std::size_t most_;
    const std::int64_t process_;  ///< in which the threads are
    std::mutex mutex_;
    std::condition_variable submitted_, changed_;
    std::deque<std::shared_ptr<Task>> waiting_;
    std::uint64_t changes_ = 0, seen_ = 0;
    std::atomic<bool> stopped_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace kernel
