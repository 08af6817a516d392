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
    /// Whether work may go on; asked about every 20 ms.
    using GoesOn = std::function<bool()>;
    /// Whether the work was finished: it is to end early once it may not go on.
    using Work = std::function<bool(const GoesOn&)>;

    struct Task {
        Work work;
        bool is_long = false;  ///< whoever waits began it, and gave it up
        std::atomic<bool> done = false;  ///< if true, the fields below may be read
        bool finished = false;
        std::exception_ptr error;  ///< what the work threw
        double seconds = 0;        ///< wall time
    };

    /// At most so many threads. If it is helped, whoever waits is one of them, but not the only one.
    ThreadPool(int most, bool helped);
    ~ThreadPool() { stop(); }
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    std::shared_ptr<Task> submit(Work work);

    /// Waits until a task is done, or `notify` was called, since the last call of this function. If
    /// the pool is helped, it works on a task meanwhile, but gives it up after about 20 ms.
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
    std::shared_ptr<Task> take();
    void work_on(Task& task, const GoesOn& goes_on);

    const std::size_t most_;
    const bool helped_;
    const std::int64_t process_;  ///< in which the threads are
    std::mutex mutex_;
    std::condition_variable submitted_, changed_;
    std::deque<std::shared_ptr<Task>> waiting_;
    std::uint64_t changes_ = 0, seen_ = 0;
    std::atomic<bool> stopped_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace kernel
