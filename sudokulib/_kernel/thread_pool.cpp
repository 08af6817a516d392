#include "thread_pool.hpp"

#include <unistd.h>

#include <system_error>
#include <utility>

namespace kernel {

ThreadPool::ThreadPool(int most) : most_(static_cast<std::size_t>(most)), process_(getpid()) {}

std::shared_ptr<ThreadPool::Task> ThreadPool::submit(Work work) {
    auto task = std::make_shared<Task>();
    task->work = std::move(work);
    if (threads_.size() < most_) start_thread();
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(task);
    }
    submitted_.notify_one();
    return task;
}

void ThreadPool::start_thread() {
    try {
        threads_.emplace_back([this] { run(); });
    } catch (const std::system_error&) {  // the machine has no more threads
        if (threads_.empty()) throw;
    }
}

void ThreadPool::run() {
    using Clock = std::chrono::steady_clock;
    for (;;) {
        std::shared_ptr<Task> task;
        {
            std::unique_lock lock(mutex_);
            submitted_.wait(lock, [this] { return stopped_ || !waiting_.empty(); });
            if (stopped_) return;
            task = std::move(waiting_.front());
            waiting_.pop_front();
        }
        const auto began = Clock::now();
        try {
            task->finished = task->work(stopped_);
        } catch (...) {
            task->error = std::current_exception();
        }
        task->seconds = std::chrono::duration<double>(Clock::now() - began).count();
        task->done = true;
        task.reset();
        notify();
    }
}

void ThreadPool::wait(std::chrono::duration<double> most) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, most, [this] { return changes_ != seen_; });
    seen_ = changes_;
}

void ThreadPool::notify() {
    {
        const std::lock_guard lock(mutex_);
        ++changes_;
    }
    changed_.notify_one();
}

void ThreadPool::stop() {
    if (is_forked()) return;
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        waiting_.clear();
    }
    submitted_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

bool ThreadPool::is_forked() const { return getpid() != process_; }

}  // namespace kernel
