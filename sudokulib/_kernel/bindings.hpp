// The parts of the extension module, each bound in a file of its own.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "problem.hpp"
#include "budget.hpp"

namespace kernel {

namespace nb = nanobind;

/// Fills the extension module.
void bind_all(nb::module_& module);

void bind_batch(nb::module_& module);
void bind_derived(nb::module_& module);
void bind_pool(nb::module_& module);
void bind_problem(nb::module_& module);
void bind_rules(nb::module_& module);
void bind_search(nb::module_& module);
void bind_counting(nb::module_& module);

/// Exists while a thread works in C++ alone.
struct AtWork {
    AtWork();
    ~AtWork();
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;
};

/// Exists while a thread of Python works without the interpreter lock.
///
/// An interpreter that ends kills the threads that then request its lock, and a thread killed
/// within C++ takes the process down. So at its end the interpreter stops all work and waits for
/// that: see `stop_at_exit`. It is the only thing here that outlives a call.
class WithoutGil {
public:
    /// Raises SystemExit, which ends a thread quietly, once the interpreter is ending.
    WithoutGil();

    static bool ending();

private:
    AtWork counted_;
};

/// Makes the interpreter stop the work of all threads before it ends.
void stop_at_exit();

/// A budget that polls Python now and then: signals (Ctrl-C) first, then `look` unless it is None.
///
/// Work runs without the interpreter lock between `run` and its end; what `look` or a signal
/// raised is raised again in Python. Use:
///     PythonBudget budget(look, nodes);
///     budget.run([&] { work(budget); });
class PythonBudget : public Budget {
public:
    explicit PythonBudget(nb::object look);

    template <class Work>
    void run(Work&& work) {
        {
            const WithoutGil counted;
            const nb::gil_scoped_release unlocked;
            work();
        }
        raise();
    }

private:
    void raise();

    nb::object look_;
    bool failed_ = false;
    std::unique_ptr<nb::python_error> error_;
};

}  // namespace kernel
