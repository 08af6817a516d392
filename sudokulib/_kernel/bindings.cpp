#include "bindings.hpp"

namespace kernel {

PythonPulse::PythonPulse(nb::object look) : look_(std::move(look)) {
    ask = [this] {
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

void PythonPulse::raise() {
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
        .def_ro("words", &Problem::words);
}

}  // namespace kernel

NB_MODULE(KERNEL_MODULE, module) {
    module.doc() = "The compiled search: cells, houses and rules as bits.";
    kernel::bind_problem(module);
    kernel::bind_search(module);
    kernel::bind_rules(module);
    kernel::bind_counting(module);
}
