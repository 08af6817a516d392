#include "thread_pool.hpp"

#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace kernel {

ThreadPool::ThreadPool(int most, bool helped)
    : most_(static_cast<std::size_t>(std::max(most - helped, 1))),
      helped_(helped),
      process_(getpid()) {}

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
    for (;;) {
        std::shared_ptr<Task> task;
        {
            std::unique_lock lock(mutex_);
            submitted_.wait(lock, [this] { return stopped_ || !waiting_.empty(); });
            if (stopped_) return;
            task = take();
        }
        work_on(*task, [this] { return !stopped_; });
        task->done = true;
        task.reset();
        notify();
    }
}

std::shared_ptr<ThreadPool::Task> ThreadPool::take() {
    auto task = std::move(waiting_.front());
    waiting_.pop_front();
    return task;
}

void ThreadPool::work_on(Task& task, const GoesOn& goes_on) {
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    try {
        task.finished = task.work(goes_on);
    } catch (...) {
        task.error = std::current_exception();
    }
    task.seconds = std::chrono::duration<double>(Clock::now() - began).count();
}

void ThreadPool::wait(std::chrono::duration<double> most) {
    std::unique_lock lock(mutex_);
    if (helped_ && changes_ == seen_ && !waiting_.empty() && !waiting_.front()->is_long) {
        const auto task = take();
        lock.unlock();
        work_on(*task, [] { return false; });
        task->is_long = !task->finished && !task->error;
        task->done = !task->is_long;
        if (task->done) return;
        lock.lock();
        waiting_.push_front(task);
        submitted_.notify_one();
        return;
    }
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
