#include "bindings.hpp"

#include <atomic>
#include <cstring>
#include <thread>

namespace kernel {
namespace {

std::atomic<bool> ending_{false};
std::atomic<int> at_work_{0};

[[noreturn]] void exit_thread() {
    PyErr_SetNone(PyExc_SystemExit);
    throw nb::python_error();
}

/// Work polls every 20 ms or so; a thread that does not is not waited for.
void stop_and_wait() {
    constexpr auto exit_wait = std::chrono::seconds(2);
    ending_ = true;
    const nb::gil_scoped_release unlocked;
    const auto end = Budget::Clock::now() + exit_wait;
    while (at_work_ > 0 && Budget::Clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

AtWork::AtWork() { ++at_work_; }
AtWork::~AtWork() { --at_work_; }

WithoutGil::WithoutGil() {
    if (ending_) exit_thread();
}

bool WithoutGil::ending() { return ending_; }

void stop_at_exit() {
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(stop_and_wait));
    const nb::module_ os = nb::module_::import_("os");
    if (nb::hasattr(os, "register_at_fork"))  // the threads are not in the copy
        os.attr("register_at_fork")(nb::arg("after_in_child") =
                                        nb::cpp_function([] { at_work_ = 0; }));
}

PythonBudget::PythonBudget(nb::object look) : look_(std::move(look)) {
    ask = [this] {
        if (WithoutGil::ending()) return false;
        nb::gil_scoped_acquire locked;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!look_.is_none()) look_();
        } catch (nb::python_error& error) {
            error_ = std::make_unique<nb::python_error>(error);
            return false;
        }
        return true;
    };
}

void PythonBudget::raise() {
    if (stop == Stop::asked && !error_) exit_thread();
    if (!error_) return;
    nb::python_error error(*error_);
    error_.reset();
    throw error;
}

void bind_problem(nb::module_& module) {
    nb::class_<Problem>(module, "Problem")
        .def(
            "__init__",
            [](Problem* self, nb::bytes stream, nb::bytes domains) {
                if (stream.size() % sizeof(std::int64_t) || domains.size() % sizeof(Word))
                    throw BadStream("the description of the model is cut within a number");
                std::vector<std::int64_t> numbers(stream.size() / sizeof(std::int64_t));
                std::vector<Word> masks(domains.size() / sizeof(Word));
                if (!numbers.empty())
                    std::memcpy(numbers.data(), stream.c_str(), stream.size());
                if (!masks.empty()) std::memcpy(masks.data(), domains.c_str(), domains.size());
                new (self) Problem(numbers.data(), numbers.size(), masks.data(), masks.size());
            },
            nb::arg("stream"), nb::arg("domains"))
        .def_ro("cells", &Problem::cells)
        .def_ro("values", &Problem::values)
        .def_ro("variables", &Problem::variables)
        .def_ro("words", &Problem::words)
        .def_prop_ro("derived_sums", [](const Problem& self) {
            nb::list sums;
            for (const Rule& rule : self.rules)
                if (rule.derived)
                    sums.append(nb::make_tuple(nb::cast(rule.variables), nb::cast(*rule.weights),
                                               nb::cast(rule.totals), nb::cast(rule.parts)));
            return sums;
        });
}

void bind_all(nb::module_& module) {
#ifndef KERNEL_REPORTS_LEAKS
    // A daemon thread that the interpreter kills at its end never gives back what its frames hold,
    // so that would be reported as leaked to every user who ends a program with one at work.
    nb::set_leak_warnings(false);
#endif
    module.doc() = "The compiled search: cells, houses and rules as bits.";
    stop_at_exit();
    bind_problem(module);
    bind_batch(module);
    bind_search(module);
    bind_pool(module);
    bind_rules(module);
    bind_counting(module);
    bind_derived(module);
}

}  // namespace kernel
