// The search for derived sums, as Python sees it.
#include <cstring>
#include <tuple>

#include <nanobind/stl/tuple.h>

#include "bindings.hpp"
#include "derived.hpp"

namespace kernel {
namespace {

/// Facts as bytes: for each the words of `plus`, then those of `minus`; `used` is its number.
std::vector<derived::Fact> facts_of(const nb::bytes& masks,
                                    const std::vector<std::int64_t>& totals, std::size_t words) {
    if (masks.size() != totals.size() * 2 * words * sizeof(Word))
        throw BadStream("the masks of the sums do not fit their number");
    std::vector<Word> all(masks.size() / sizeof(Word));
    if (!all.empty()) std::memcpy(all.data(), masks.c_str(), masks.size());
    std::vector<derived::Fact> facts;
    for (std::size_t i = 0; i < totals.size(); ++i) {
        const Word* plus = all.data() + 2 * i * words;
        facts.push_back({derived::Bits(plus, words), derived::Bits(plus + words, words),
                         totals[i], derived::Bits((totals.size() + 63) / 64)});
        facts.back().used.add(i);
    }
    return facts;
}

nb::bytes bytes_of(const derived::Bits& bits) {
    return nb::bytes(reinterpret_cast<const char*>(bits.data()), bits.words() * sizeof(Word));
}

}  // namespace

void bind_derived(nb::module_& module) {
    module.def(
        "residual_facts",
        [](const nb::bytes& masks, const std::vector<std::int64_t>& totals, std::size_t sums,
           std::size_t words, std::tuple<std::size_t, std::size_t, int, int> bounds) {
            if (sums > totals.size()) throw BadStream("there are fewer facts than sums");
            if (std::get<2>(bounds) > 16) throw BadStream("sums of more than 16 cells");
            std::vector<derived::Fact> some = facts_of(masks, totals, words);
            const auto cut = some.begin() + static_cast<std::ptrdiff_t>(sums);
            const std::vector<derived::Fact> wholes(cut, some.end());
            some.resize(sums);
            std::vector<derived::Fact> found;
            {
                nb::gil_scoped_release unlocked;
                const auto [most, split, cells, houses] = bounds;
                found = derived::residual_facts(wholes, some, {most, split, cells, houses});
            }
            nb::list result;
            for (const derived::Fact& fact : found)
                result.append(nb::make_tuple(bytes_of(fact.plus), bytes_of(fact.minus), fact.total,
                                             bytes_of(fact.used)));
            return result;
        },
        nb::arg("masks"), nb::arg("totals"), nb::arg("sums"), nb::arg("words"), nb::arg("bounds"));
}

}  // namespace kernel
