// Exact counting and random grids, as Python sees them.
#include <algorithm>
#include <cstring>

#include "bindings.hpp"
#include "separators.hpp"

namespace kernel {
namespace {

using namespace exact;

constexpr std::size_t memory = std::size_t{200} << 20;  // bytes of states: a bound

struct ExactCount {
    Counted end = Counted::exact;
    std::vector<WideInteger> factors;
    std::uint64_t states = 0;
};

/// Removes placed values from the peers until nothing changes; false at a contradiction.
bool settle(const Problem& problem, std::vector<Mask>& domains) {
    std::vector<int> fixed;
    std::vector<char> seen(domains.size(), 0);
    for (std::size_t c = 0; c < domains.size(); ++c) {
        if (!domains[c]) return false;
        if (!(domains[c] & (domains[c] - 1))) fixed.push_back(static_cast<int>(c));
    }
    while (!fixed.empty()) {
        const auto cell = static_cast<std::size_t>(fixed.back());
        fixed.pop_back();
        if (seen[cell]) continue;
        seen[cell] = 1;
        for (const int other : problem.peers[cell]) {
            auto& domain = domains[static_cast<std::size_t>(other)];
            if (!(domain & domains[cell])) continue;
            domain &= ~domains[cell];
            if (!domain) return false;
            if (!(domain & (domain - 1))) fixed.push_back(other);
        }
    }
    return true;
}

/// The cells that are open, joined where they may clash.
PeerGraph net_of(const Problem& problem, const std::vector<Mask>& domains) {
    const std::size_t size = domains.size();
    PeerGraph net;
    net.near.resize(size);
    net.peers.assign(size, Bits(size));
    const auto open = [&](int c) {
        const Mask domain = domains[static_cast<std::size_t>(c)];
        return (domain & (domain - 1)) != 0;
    };
    for (std::size_t c = 0; c < size; ++c)
        for (const int other : problem.peers[c])
            if (open(static_cast<int>(c)) && open(other) &&
                (domains[c] & domains[static_cast<std::size_t>(other)])) {
                net.near[c].push_back(other);
                net.peers[c].set(other);
            }
    for (const auto& clique : problem.cliques) {
        std::vector<int> cells;
        for (const int cell : clique)
            if (open(cell) && std::all_of(cells.begin(), cells.end(), [&](int other) {
                    return net.adjacent(cell, other);
                }))
                cells.push_back(cell);
        if (cells.size() > 1) net.cliques.push_back(std::move(cells));
    }
    return net;
}

void count_exactly(const Problem& problem, std::vector<Mask> domains, bool cuts, Budget& budget,
                   ExactCount& result) {
    result.factors.clear();
    if (!settle(problem, domains)) {
        result.factors.emplace_back(0);
        return;
    }
    PeerGraph net = net_of(problem, domains);
    Orbits connected(net.size());
    for (int c = 0; c < net.size(); ++c)
        for (const int other : net.near[static_cast<std::size_t>(c)]) connected.join(c, other);
    std::vector<std::vector<int>> components(static_cast<std::size_t>(net.size()));
    for (int c = 0; c < net.size(); ++c)
        components[static_cast<std::size_t>(connected.find(c))].push_back(c);
    SeparatorCount counter(std::move(net), problem.values, budget, memory, cuts);
    for (const auto& cells : components) {
        if (cells.empty()) continue;
        WideInteger factor;
        if (cells.size() == 1)
            factor = WideInteger(static_cast<std::uint64_t>(
                __builtin_popcountll(domains[static_cast<std::size_t>(cells[0])])));
        else
            result.end = counter.count(cells, domains, factor);
        if (result.end != Counted::exact) break;
        result.factors.push_back(factor);
        if (factor.zero()) break;
    }
    result.states = counter.states();
}

nb::object number(const WideInteger& count) {
    const auto& limb = count.limb();
    unsigned char bytes[8 * WideInteger::limbs];
    for (std::size_t i = 0; i < sizeof bytes; ++i)
        bytes[i] = static_cast<unsigned char>(limb[i / 8] >> (8 * (i % 8)));
    const nb::bytes raw(reinterpret_cast<const char*>(bytes), sizeof bytes);
    return nb::module_::import_("builtins").attr("int").attr("from_bytes")(raw, "little");
}

/// The count with why it ended, the nodes it took and the states it kept; see core.pyi.
nb::tuple count_exact(const Problem& problem, nb::bytes domains, nb::object look,
                      std::int64_t nodes, bool cuts) {
    const auto cells = static_cast<std::size_t>(problem.cells);
    if (domains.size() < sizeof(Word) * cells * static_cast<std::size_t>(problem.words))
        throw BadStream("the domains do not fit the problem");
    if (problem.words > 1 || !problem.rules.empty() || problem.variables != problem.cells)
        return nb::make_tuple(nb::none(), "unsuitable", 0, 0);
    std::vector<Mask> masks(cells);
    if (cells) std::memcpy(masks.data(), domains.c_str(), cells * sizeof(Mask));
    for (std::size_t c = 0; c < cells; ++c) masks[c] &= problem.domains[c];
    PythonBudget budget(std::move(look));
    if (nodes >= 0) budget.nodes_left = static_cast<std::uint64_t>(nodes);
    ExactCount result;
    budget.run([&] { count_exactly(problem, std::move(masks), cuts, budget, result); });
    if (result.end != Counted::exact)
        return nb::make_tuple(nb::none(), result.end == Counted::stopped ? "nodes" : "reach",
                              budget.spent, result.states);
    nb::object total = nb::int_(1);
    for (const auto& factor : result.factors) total = total * number(factor);
    return nb::make_tuple(total, "", budget.spent, result.states);
}

}  // namespace

void bind_counting(nb::module_& module) {
    module.def("count_exact", &count_exact, nb::arg("problem"), nb::arg("domains"),
               nb::arg("look").none(), nb::arg("nodes"), nb::arg("cuts") = true);
}

}  // namespace kernel
