// Search, support counts and thinning, as Python sees them.
#include <atomic>
#include <cstring>

#include "bind_engine.hpp"
#include "search_with_learning.hpp"
#include "thin.hpp"
#include "witnesses.hpp"

namespace kernel {
namespace {

/// Domains as Python hands them over, copied to be aligned and of the right size.
std::vector<Word> domains_of(const Problem& problem, const nb::bytes& bytes) {
    std::vector<Word> domains(static_cast<std::size_t>(problem.variables) *
                              static_cast<std::size_t>(problem.words));
    if (bytes.size() != domains.size() * sizeof(Word))
        throw BadStream("the domains have " + std::to_string(bytes.size()) + " bytes instead of " +
                        std::to_string(domains.size() * sizeof(Word)));
    if (!domains.empty()) std::memcpy(domains.data(), bytes.c_str(), bytes.size());
    return domains;
}

/// Refuses what is no value for every cell.
void check_solution(const Problem& problem, const std::vector<int>& values) {
    if (values.size() != static_cast<std::size_t>(problem.cells))
        throw BadStream("a solution has " + std::to_string(values.size()) + " values instead of " +
                        std::to_string(problem.cells));
    for (const int v : values)
        if (v < 0 || v >= problem.values)
            throw BadStream("a solution has the value " + std::to_string(v));
}

/// The bytes of a cell in a solution: two where there are many values.
std::size_t width_of(const Problem& problem) { return problem.values > narrow ? 2 : 1; }

/// Appends a solution as bytes.
void append(const Problem& problem, const std::vector<int>& values, std::string& bytes) {
    const std::size_t width = width_of(problem), start = bytes.size();
    bytes.resize(start + width * values.size());
    char* out = bytes.data() + start;
    for (const int value : values) {
        *out++ = static_cast<char>(value & 255);
        if (width == 2) *out++ = static_cast<char>(value >> 8);
    }
}

nb::bytes solution_bytes(const Problem& problem, const std::vector<int>& values) {
    std::string bytes;
    append(problem, values, bytes);
    return nb::bytes(bytes.data(), bytes.size());
}

const char* name_of(Stop stop) {
    switch (stop) {
        case Stop::nodes: return "nodes";
        case Stop::time: return "time";
        default: return "";
    }
}

/// Refuses a second call while one is running. Not a mutex: `look` may call back on the same
/// thread, which would wait for itself.
class BusyGuard {
public:
    BusyGuard(std::atomic_flag& flag, const char* complaint) : flag_(flag) {
        if (flag.test_and_set()) throw std::runtime_error(complaint);
    }
    ~BusyGuard() { flag_.clear(); }
    BusyGuard(const BusyGuard&) = delete;
    BusyGuard& operator=(const BusyGuard&) = delete;

private:
    std::atomic_flag& flag_;
};

/// A search as Python holds it: keeps its engine alive, one thread at a time.
class PySearch {
public:
    PySearch(std::shared_ptr<const Engine> engine, const std::vector<Word>& domains)
        : engine_(std::move(engine)),
          search_(*engine_, domains),
          values_(static_cast<std::size_t>(engine_->problem().cells)) {}

    /// Searches for at most so many further solutions; after the first of them for at most
    /// `ahead` nodes more. Those found by then stay until they are taken, whatever ended it.
    void run(nb::object look, std::int64_t nodes, std::uint64_t most, std::uint64_t ahead) {
        const BusyGuard busy(busy_, "this search is at work already");
        PythonBudget budget(std::move(look));
        budget.nodes_left = limit_of(nodes);
        budget.every = nodes_between_looks(*engine_);
        const auto before = spent_;
        stop_ = Stop::none;
        budget.run([&] {
            std::uint64_t last = limit_of(-1);
            for (std::uint64_t n = 0; n < most && budget.spent <= last; ++n) {
                const bool found = search_.next(budget);
                spent_ = before + budget.spent;
                if (!found) {
                    stop_ = budget.stop;
                    ended_ = stop_ == Stop::none;
                    return;
                }
                search_.values(values_.data());
                append(engine_->problem(), values_, found_);
                ++found_number_;
                if (n == 0) last = budget.spent + ahead;
            }
        });
    }

    /// The solutions found since the last call, as bytes.
    nb::list take() {
        const BusyGuard busy(busy_, "this search is at work already");
        nb::list taken;
        const std::size_t size = width_of(engine_->problem()) * values_.size();
        for (std::size_t n = 0; n < found_number_; ++n)
            taken.append(nb::bytes(found_.data() + n * size, size));
        found_.clear();
        found_number_ = 0;
        return taken;
    }

    nb::object next(nb::object look, std::int64_t nodes) {
        run(std::move(look), nodes, 1, 0);
        const nb::list taken = take();
        return taken.size() ? nb::object(taken[0]) : nb::none();
    }

    bool ended() const { return ended_; }
    const char* stopped() const { return name_of(stop_); }
    std::uint64_t spent() const { return spent_; }

private:
    std::shared_ptr<const Engine> engine_;
    SearchWithLearning search_;
    std::vector<int> values_;
    std::string found_;  ///< one after the other, perhaps of no bytes
    std::size_t found_number_ = 0;
    bool ended_ = false;
    std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
    Stop stop_ = Stop::none;
    std::uint64_t spent_ = 0;
};

/// Returns what Python gets: the result, why the call stopped ("" if it did not), nodes spent.
nb::tuple answer(nb::object result, const Budget& budget) {
    return nb::make_tuple(std::move(result), name_of(budget.stop), budget.spent);
}

void prepare(PythonBudget& budget, const PyEngine& self, std::int64_t nodes) {
    budget.nodes_left = limit_of(nodes);
    budget.every = nodes_between_looks(*self.engine);
}

/// Runs work; an exception that ends it gets what was known by then as its `partial`. One that C
/// code raised, such as that of Ctrl-C or of the end of the interpreter, may have no object yet.
template <class Work, class Known>
void run_with_partial(PythonBudget& budget, Work&& work, const Known& known) {
    try {
        budget.run(std::forward<Work>(work));
    } catch (nb::python_error& error) {
        const nb::handle value = error.value();
        if (value.is_valid() && PyExceptionInstance_Check(value.ptr()))
            nb::setattr(value, "partial", nb::cast(known));
        throw;
    }
}

nb::tuple py_count(const PyEngine& self, const nb::bytes& bytes, std::int64_t limit,
                   nb::object look, std::int64_t nodes) {
    const auto domains = domains_of(self.engine->problem(), bytes);
    PythonBudget budget(std::move(look));
    prepare(budget, self, nodes);
    std::uint64_t found = 0;
    run_with_partial(
        budget,
        [&] { found = count(*self.engine, domains.data(), limit_of(limit), budget); },
        budget.found);
    return answer(nb::int_(found), budget);
}

nb::tuple py_support(const PyEngine& self, const nb::bytes& bytes, std::int64_t cap,
                     nb::object look, std::int64_t nodes) {
    const auto domains = domains_of(self.engine->problem(), bytes);
    PythonBudget budget(std::move(look));
    prepare(budget, self, nodes);
    std::vector<std::uint64_t> counts;
    run_with_partial(
        budget,
        [&] { support(*self.engine, domains.data(), limit_of(cap), budget, counts); },
        counts);
    return answer(nb::cast(counts), budget);
}

/// The solutions found, and the domains without what was refuted.
nb::tuple known_from(const Witnesses& witnesses, const Problem& problem, std::size_t first) {
    nb::list found;
    for (std::size_t n = first; n < witnesses.solutions().size(); ++n)
        found.append(solution_bytes(problem, witnesses.solutions()[n]));
    const auto& left = witnesses.domains();
    return nb::make_tuple(found, nb::bytes(left.data(), left.size() * sizeof(Word)));
}

nb::tuple py_witnesses(const PyEngine& self, const nb::bytes& bytes,
                       std::vector<std::vector<int>> known, nb::object look, std::int64_t nodes) {
    const Problem& problem = self.engine->problem();
    const auto domains = domains_of(problem, bytes);
    PythonBudget budget(std::move(look));
    prepare(budget, self, nodes);
    Witnesses witnesses(*self.engine, domains.data());
    for (auto& solution : known) {
        check_solution(problem, solution);
        witnesses.add(std::move(solution));
    }
    const std::size_t first = witnesses.solutions().size();
    try {
        budget.run([&] { witnesses.run(budget); });
    } catch (nb::python_error& error) {
        const nb::handle value = error.value();
        if (value.is_valid() && PyExceptionInstance_Check(value.ptr()))
            nb::setattr(value, "partial", known_from(witnesses, problem, first));
        throw;
    }
    return answer(known_from(witnesses, problem, first), budget);
}

/// For each assignment whether it is a solution.
nb::tuple py_fitting(const PyEngine& self, const nb::bytes& bytes,
                     const std::vector<std::vector<int>>& assignments, nb::object look,
                     std::int64_t nodes) {
    const Problem& problem = self.engine->problem();
    const auto domains = domains_of(problem, bytes);
    for (const auto& values : assignments) check_solution(problem, values);
    PythonBudget budget(std::move(look));
    prepare(budget, self, nodes);
    Witnesses witnesses(*self.engine, domains.data());
    std::vector<bool> fitting;
    budget.run([&] {
        bool fits = false;
        for (const auto& values : assignments) {
            if (!witnesses.check(values, budget, fits)) return;
            fitting.push_back(fits);
        }
    });
    return answer(nb::cast(fitting), budget);
}

nb::tuple py_random(const PyEngine& self, const nb::bytes& bytes, std::uint64_t seed,
                    nb::object look, std::int64_t nodes) {
    const Problem& problem = self.engine->problem();
    const auto domains = domains_of(problem, bytes);
    PythonBudget budget(std::move(look));
    prepare(budget, self, nodes);
    std::vector<int> values;
    bool found = false;
    budget.run([&] { found = random_solution(*self.engine, domains.data(), seed, budget, values); });
    if (!found) return answer(nb::none(), budget);
    return answer(solution_bytes(problem, values), budget);
}

nb::tuple py_estimate(const PyEngine& self, const nb::bytes& bytes, std::uint64_t samples,
                      std::uint64_t seed, nb::object look, std::int64_t nodes) {
    const auto domains = domains_of(self.engine->problem(), bytes);
    PythonBudget budget(std::move(look));
    prepare(budget, self, nodes);
    Estimate found;
    budget.run([&] { found = estimate(*self.engine, domains.data(), samples, seed, budget); });
    return answer(nb::make_tuple(found.mean, found.error, found.samples), budget);
}

nb::tuple py_lines(const PyEngine& self, nb::bytes givens, std::int64_t nodes, double seconds,
                   nb::object look) {
    const LineCall call(self, std::move(givens), nodes, seconds);
    PythonBudget budget(std::move(look));
    budget.run([&] { call.run(budget); });
    return call.outcome();
}

/// A thinning as Python holds it: keeps its engine alive, one thread at a time.
class PyThinning {
public:
    PyThinning(const PyEngine& self, const nb::bytes& domains, std::vector<std::vector<int>> groups,
               std::int64_t least, std::int64_t node_budget)
        : engine_(self.engine),
          thinning_(engine_, domains_of(engine_->problem(), domains),
                    ThinningPlan{std::move(groups),
                         static_cast<std::size_t>(std::max(least, std::int64_t{0})),
                         limit_of(node_budget)}) {}

    void thin(const std::vector<int>& solution, nb::object look, std::int64_t nodes) {
        const Problem& problem = engine_->problem();
        if (solution.size() != static_cast<std::size_t>(problem.cells))
            throw BadStream("a solution has a value for each cell");
        for (const int value : solution)
            if (value < 0 || value >= problem.values) throw BadStream("no such value");
        run(std::move(look), nodes, [&](Budget& budget) { thinning_.thin(solution, budget); });
    }

    void draw(std::uint64_t seed, nb::object look, std::int64_t nodes) {
        run(std::move(look), nodes, [&](Budget& budget) { thinning_.draw(seed, budget); });
    }

    nb::bytes solution() const {
        return solution_bytes(engine_->problem(), thinning_.solution());
    }
    std::vector<int> givens() const { return thinning_.givens(); }
    bool unique() const { return thinning_.unique(); }
    bool unsettled() const { return thinning_.unsettled(); }
    const char* stopped() const { return name_of(stop_); }
    std::uint64_t spent() const { return spent_; }

private:
    template <class Work>
    void run(nb::object look, std::int64_t nodes, Work&& work) {
        const BusyGuard busy(busy_, "this thinning is at work already");
        PythonBudget budget(std::move(look));
        budget.nodes_left = limit_of(nodes);
        budget.every = nodes_between_looks(*engine_);
        budget.run([&] {
            work(budget);
            spent_ = budget.spent;
            stop_ = budget.stop;
        });
    }

    std::shared_ptr<const Engine> engine_;
    Thinning thinning_;
    std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
    Stop stop_ = Stop::none;
    std::uint64_t spent_ = 0;
};

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<PySearch>(module, "Search")
        .def("next", &PySearch::next, nb::arg("look").none() = nb::none(), nb::arg("nodes") = -1)
        .def("run", &PySearch::run, nb::arg("look").none(), nb::arg("nodes"), nb::arg("most"),
             nb::arg("ahead"))
        .def("take", &PySearch::take)
        .def_prop_ro("ended", &PySearch::ended)
        .def_prop_ro("stopped", &PySearch::stopped)
        .def_prop_ro("spent", &PySearch::spent);
    nb::class_<PyThinning>(module, "Thinning")
        .def("thin", &PyThinning::thin, nb::arg("solution"), nb::arg("look").none() = nb::none(),
             nb::arg("nodes") = -1)
        .def("draw", &PyThinning::draw, nb::arg("seed"), nb::arg("look").none() = nb::none(),
             nb::arg("nodes") = -1)
        .def_prop_ro("solution", &PyThinning::solution)
        .def_prop_ro("givens", &PyThinning::givens)
        .def_prop_ro("unique", &PyThinning::unique)
        .def_prop_ro("unsettled", &PyThinning::unsettled)
        .def_prop_ro("stopped", &PyThinning::stopped)
        .def_prop_ro("spent", &PyThinning::spent);
    nb::class_<PyEngine>(module, "Engine")
        .def(
            "__init__",
            [](PyEngine* self, const Problem& problem, unsigned without, std::uint64_t probe_after,
               std::optional<std::uint64_t> learn_after) {
                new (self) PyEngine(problem, {without, probe_after, learn_after});
            },
            nb::arg("problem"), nb::arg("without") = Options().without,
            nb::arg("probe_after") = Options().probe_after,
            nb::arg("learn_after") = nb::none())
        .def("search",
             [](const PyEngine& self, const nb::bytes& domains) {
                 return new PySearch(self.engine,
                                     domains_of(self.engine->problem(), domains));
             },
             nb::arg("domains"))
        .def("count", &py_count, nb::arg("domains"), nb::arg("limit"),
             nb::arg("look").none() = nb::none(), nb::arg("nodes") = -1)
        .def("support", &py_support, nb::arg("domains"), nb::arg("cap"),
             nb::arg("look").none() = nb::none(), nb::arg("nodes") = -1)
        .def("witnesses", &py_witnesses, nb::arg("domains"), nb::arg("known"),
             nb::arg("look").none() = nb::none(), nb::arg("nodes") = -1)
        .def("fitting", &py_fitting, nb::arg("domains"), nb::arg("assignments"),
             nb::arg("look").none() = nb::none(), nb::arg("nodes") = -1)
        .def("random", &py_random, nb::arg("domains"), nb::arg("seed"),
             nb::arg("look").none() = nb::none(), nb::arg("nodes") = -1)
        .def("estimate", &py_estimate, nb::arg("domains"), nb::arg("samples"), nb::arg("seed"),
             nb::arg("look").none() = nb::none(), nb::arg("nodes") = -1)
        .def("solve_lines", &py_lines, nb::arg("givens"), nb::arg("nodes") = -1,
             nb::arg("seconds") = -1.0, nb::arg("look").none() = nb::none())
        .def("thinning",
             [](const PyEngine& self, const nb::bytes& domains,
                std::vector<std::vector<int>> groups, std::int64_t least, std::int64_t node_budget) {
                 return new PyThinning(self, domains, std::move(groups), least, node_budget);
             },
             nb::arg("domains"), nb::arg("groups"), nb::arg("least") = 0, nb::arg("node_budget") = -1)
        .def_prop_ro("state_bytes", [](const PyEngine& self) { return self.engine->state_bytes(); });
    nb::dict techniques;
    techniques["locked candidates"] = static_cast<unsigned>(locked_candidates);
    techniques["weighted branching"] = static_cast<unsigned>(weighted_branching);
    techniques["leftovers"] = static_cast<unsigned>(leftovers_rule);
    techniques["conflict weights"] = static_cast<unsigned>(conflict_weights);
    techniques["restarts"] = static_cast<unsigned>(restarts);
    techniques["derived sums"] = static_cast<unsigned>(derived_rules);
    techniques["probing"] = static_cast<unsigned>(probing);
    techniques["learning"] = static_cast<unsigned>(learning);
    module.attr("TECHNIQUES") = techniques;
}

}  // namespace kernel
