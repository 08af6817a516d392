// The search for derived sums and for leftovers, as Python sees it.
#include <cstring>
#include <tuple>

#include <nanobind/stl/tuple.h>

#include "bindings.hpp"
#include "derived.hpp"
#include "leftovers.hpp"

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

/// Houses as bytes, by the number of their group; `sizes`: how many houses each group has.
std::vector<std::vector<derived::Bits>> groups_of(const nb::bytes& masks,
                                                  const std::vector<std::size_t>& sizes,
                                                  std::size_t words) {
    std::size_t count = 0;
    for (const std::size_t size : sizes) {
        if (size == 0) throw BadStream("a group of houses is empty");
        count += size;
    }
    if (masks.size() != count * words * sizeof(Word))
        throw BadStream("the masks of the houses do not fit their number");
    std::vector<Word> all(masks.size() / sizeof(Word));
    if (!all.empty()) std::memcpy(all.data(), masks.c_str(), masks.size());
    const Word* at = all.data();
    std::vector<std::vector<derived::Bits>> groups;
    for (const std::size_t size : sizes) {
        auto& group = groups.emplace_back();
        for (std::size_t n = 0; n < size; ++n, at += words) group.emplace_back(at, words);
    }
    return groups;
}

}  // namespace

void bind_derived(nb::module_& module) {
    module.def(
        "residual_facts",
        [](const nb::bytes& masks, const std::vector<std::int64_t>& totals, std::size_t sums,
           std::size_t words, std::tuple<std::size_t, std::size_t, int, int, int> bounds) {
            if (sums > totals.size()) throw BadStream("there are fewer facts than sums");
            if (std::get<2>(bounds) > 16 || std::get<3>(bounds) > 16)
                throw BadStream("sums of more than 16 cells");
            std::vector<derived::Fact> some = facts_of(masks, totals, words);
            const auto cut = some.begin() + static_cast<std::ptrdiff_t>(sums);
            const std::vector<derived::Fact> wholes(cut, some.end());
            some.resize(sums);
            std::vector<derived::Fact> found;
            {
                nb::gil_scoped_release unlocked;
                const auto [most, split, cells, open_cells, houses] = bounds;
                found = derived::residual_facts(wholes, some,
                                                {most, split, cells, open_cells, houses});
            }
            nb::list result;
            for (const derived::Fact& fact : found)
                result.append(nb::make_tuple(bytes_of(fact.plus), bytes_of(fact.minus), fact.total,
                                             bytes_of(fact.used)));
            return result;
        },
        nb::arg("masks"), nb::arg("totals"), nb::arg("sums"), nb::arg("words"), nb::arg("bounds"));
    module.def(
        "leftovers",
        [](const nb::bytes& masks, const std::vector<std::size_t>& sizes, std::size_t words,
           std::tuple<int, int, std::size_t, std::size_t> bounds) {
            if (std::get<0>(bounds) > 16) throw BadStream("leftovers of more than 16 cells");
            const auto groups = groups_of(masks, sizes, words);
            std::vector<LeftoverPair> found;
            {
                nb::gil_scoped_release unlocked;
                const auto [cells, houses, pairs, many] = bounds;
                found = leftover_pairs(groups, {cells, houses, pairs, many});
            }
            nb::list result;
            for (const auto& [one, other] : found)
                result.append(nb::make_tuple(bytes_of(one), bytes_of(other)));
            return result;
        },
        nb::arg("masks"), nb::arg("sizes"), nb::arg("words"), nb::arg("bounds"));
}

}  // namespace kernel
