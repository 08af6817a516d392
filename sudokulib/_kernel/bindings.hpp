// The parts of the extension module, each bound in a file of its own.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "problem.hpp"
#include "pulse.hpp"

namespace kernel {

namespace nb = nanobind;

void bind_problem(nb::module_& module);
void bind_rules(nb::module_& module);
void bind_search(nb::module_& module);
void bind_counting(nb::module_& module);

/// A pulse that asks Python now and then: signals (Ctrl-C) first, then `look` unless it is None.
///
/// Work runs without the interpreter lock between `run` and its end; what `look` or a signal
/// raised is raised again in Python. Use:
///     PythonPulse pulse(look, nodes);
///     pulse.run([&] { work(pulse); });
class PythonPulse : public Pulse {
public:
    explicit PythonPulse(nb::object look);

    template <class Work>
    void run(Work&& work) {
        {
            nb::gil_scoped_release unlocked;
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
