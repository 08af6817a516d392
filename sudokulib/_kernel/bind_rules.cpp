// The rules alone: joined for tables, and for tests.
#include <cstring>

#include "bindings.hpp"
#include "joint.hpp"
#include "rules.hpp"

namespace kernel {
namespace {

/// Rules with the memory of one search; `work` refers to `rules`.
struct BoundRules {
    int variables;
    std::unique_ptr<const Rules> rules;
    std::unique_ptr<RuleWork> work;

    explicit BoundRules(const Problem& problem)
        : variables(problem.variables), rules(make_rules(problem)),
          work(rules ? rules->work() : nullptr) {}

    std::vector<Mask> read(nb::bytes domains) const {
        std::vector<Mask> masks(static_cast<std::size_t>(variables));
        if (domains.size() != masks.size() * sizeof(Mask))
            throw BadStream("the domains are not one word a variable");
        if (!masks.empty()) std::memcpy(masks.data(), domains.c_str(), domains.size());
        return masks;
    }
};

}  // namespace

void bind_rules(nb::module_& module) {
    module.def(
        "joint_fillings",
        [](const Problem& problem, std::size_t most) -> nb::object {
            const auto found = joint_fillings(problem, most);
            if (!found) return nb::none();
            return nb::bytes(reinterpret_cast<const char*>(found->data()),
                             found->size() * sizeof(std::int64_t));
        },
        nb::arg("problem"), nb::arg("most"));
    nb::class_<BoundRules>(module, "Rules")
        .def(nb::init<const Problem&>(), nb::arg("problem"))
        .def(
            "propagate",
            [](BoundRules& self, nb::bytes domains) -> nb::object {
                auto masks = self.read(domains);
                std::vector<int> narrowed;
                for (bool all = true; self.work && (all || self.work->pending()); all = false)
                    if (!self.work->propagate(masks.data(), {}, all, narrowed)) return nb::none();
                return nb::bytes(reinterpret_cast<const char*>(masks.data()),
                                 masks.size() * sizeof(Mask));
            },
            nb::arg("domains"))
        .def(
            "completes",
            [](BoundRules& self, nb::bytes domains) {
                const auto masks = self.read(domains);
                return !self.work || self.work->completes(masks.data());
            },
            nb::arg("domains"))
        .def_prop_ro("weights",
                     [](const BoundRules& self) {
                         return self.work ? self.work->weights() : std::vector<double>();
                     })
        .def_prop_ro("links", [](const BoundRules& self) {
            return self.rules ? self.rules->links() : std::vector<std::vector<int>>();
        });
}

}  // namespace kernel
