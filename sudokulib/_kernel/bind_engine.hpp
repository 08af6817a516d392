// What the files that bind engines share.
#pragma once

#include <memory>

#include "bindings.hpp"
#include "operations.hpp"

namespace kernel {

constexpr int narrow = 255;  // values up to which a cell of a solution takes one byte

/// An engine as Python holds it.
struct PyEngine {
    std::shared_ptr<const Engine> engine;

    PyEngine(const Problem& problem, const Options& options)
        : engine(make_engine(std::make_shared<const Problem>(problem), options)) {}
};

inline std::uint64_t limit_of(std::int64_t limit) {
    return limit < 0 ? std::numeric_limits<std::uint64_t>::max()
                     : static_cast<std::uint64_t>(limit);
}

/// See `Budget::every`: reading the clock is cheap compared with a node of rules or large states.
inline std::uint64_t nodes_between_looks(const Engine& engine) {
    if (engine.is_large()) return 0;
    return engine.problem().rules.empty() ? 63 : 7;
}

/// A call of `solve_lines`, with the bytes that it reads and fills.
class LineCall {
public:
    LineCall(const PyEngine& engine, nb::bytes givens, std::int64_t nodes, double seconds)
        : engine_(engine.engine), givens_(std::move(givens)) {
        const Problem& problem = engine_->problem();
        const auto cells = static_cast<std::size_t>(problem.cells);
        if (problem.values > narrow) throw BadStream("lines are for at most 255 values");
        if (cells == 0 || givens_.size() % cells)
            throw BadStream("a line has a byte for each cell");
        lines_ = givens_.size() / cells;
        verdicts_ = to_fill(lines_);
        solutions_ = to_fill(2 * givens_.size());
        spent_ = to_fill(lines_ * sizeof(std::uint64_t));
        limits_.nodes = limit_of(nodes);
        limits_.seconds = seconds;
    }

    /// Needs no interpreter lock. Whether all lines are done: the budget may be stopped.
    bool run(Budget& budget) const {
        budget.every = nodes_between_looks(*engine_);
        return lines_ == solve_lines(*engine_, start_of<const std::uint8_t>(givens_), lines_,
                                     limits_, budget, start_of<Verdict>(verdicts_),
                                     start_of<std::uint8_t>(solutions_),
                                     start_of<std::uint64_t>(spent_));
    }

    nb::tuple outcome() const { return nb::make_tuple(verdicts_, solutions_, spent_); }

private:
    /// Bytes that nobody else has yet; all of them are to be filled.
    static nb::bytes to_fill(std::size_t size) {
        nb::bytes bytes = nb::steal<nb::bytes>(
            PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
        if (!bytes.is_valid()) throw nb::python_error();
        return bytes;
    }

    template <class T>
    static T* start_of(const nb::bytes& bytes) {
        return static_cast<T*>(static_cast<void*>(PyBytes_AS_STRING(bytes.ptr())));
    }

    std::shared_ptr<const Engine> engine_;
    nb::bytes givens_;
    nb::bytes verdicts_, solutions_, spent_;
    std::size_t lines_ = 0;
    LineLimits limits_;
};

}  // namespace kernel
