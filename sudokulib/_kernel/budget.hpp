// How long work may continue, and how it is stopped.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace kernel {

/// As many nodes as it takes.
constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

enum class Stop { none, nodes, time, asked };

/// One per call from Python. Everything that runs long spends nodes or polls it now and then, and
/// returns at once, without a result, when it is stopped.
class Budget {
public:
    using Clock = std::chrono::steady_clock;

    std::uint64_t nodes_left = endless;
    Clock::time_point deadline = Clock::time_point::max();
    std::function<bool()> ask;  ///< called about every 20 ms; false stops the work
    std::uint64_t spent = 0;
    Stop stop = Stop::none;
    std::uint64_t found = 0;  ///< what a count has found so far

    /// Counts a node of a search; false if it must not be entered.
    bool spend() {
        if (nodes_left == 0) {
            stop = Stop::nodes;
            return false;
        }
        if ((++spent & every) == 0 && !look()) return false;
        --nodes_left;
        return true;
    }

    /// For long work without nodes, some microseconds to a millisecond apart. False ever after it
    /// was asked to stop: Ctrl-C is reported once, and work may go on to its next part before it
    /// returns.
    bool look() {
        if (stop == Stop::asked) return false;
        const auto now = Clock::now();
        if (now >= deadline) {
            stop = Stop::time;
            return false;
        }
        if (ask && now >= next_) {
            if (!ask()) {
                stop = Stop::asked;
                return false;
            }
            next_ = Clock::now() + std::chrono::milliseconds(20);
        }
        return true;
    }

    /// Runs work that may spend so many nodes. Whether they ended it, and no limit of the budget.
    template <class F>
    bool within(std::uint64_t nodes, F&& work) {
        const std::uint64_t before = nodes_left, allowed = std::min(before, nodes);
        nodes_left = allowed;
        work();
        nodes_left = before - (allowed - nodes_left);
        if (stop != Stop::nodes || allowed == before) return false;
        stop = Stop::none;
        return true;
    }

    /// How many nodes pass between two readings of the clock, less one; a power of two less one.
    std::uint64_t every = 63;

private:
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(20);
};

}  // namespace kernel
