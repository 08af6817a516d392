// Weighted sums, some of whose variables differ.
#include <algorithm>

#include "families.hpp"
#include "sum_of_parts.hpp"
#include "totals.hpp"

namespace kernel {
namespace {

/// Totals beyond this are bounded, not listed. 1,024 takes 26,727 nodes, 2,048 and 4,096 take 26,324
/// (`python tests/benchmarks/constants.py _kernel/sums.cpp:most_total 1024 2048 4096 --nodes examples
/// iss-half.jsonl --limit 400`, 2026-11, when there were 110 examples).
constexpr std::size_t most_total = 2048;

/// The families of values that the first variables may have, for each number of them.
template <std::size_t N>
const Family<N>* grow(const Numbering& numbers, const SumOfParts::Open& open, const Mask* d,
                      Word* memory) {
    auto* families = reinterpret_cast<Family<N>*>(memory);
    families[0] = {};
    families[0].words[0] = 1;
    for (std::size_t n = 0; n < open.count; ++n) {
        Family<N> next;
        for (Mask rest = d[open.variables[n]]; rest; rest &= rest - 1)
            next |= families[n].with(numbers.number[low(rest)]);
        families[n + 1] = next;
    }
    return families + open.count;
}

/// The domains left where the last of the families has to be within `goal`.
template <std::size_t N>
bool shed(const Numbering& numbers, const SumOfParts::Open& open, Mask* d, Word* memory,
          const Family<N>& goal, Mask& required) {
    auto* families = reinterpret_cast<Family<N>*>(memory);
    Family<N> live = families[open.count] & goal;
    for (Mask rest = open.values; rest; rest &= rest - 1)
        if (live.always(numbers.number[low(rest)])) required |= rest & -rest;
    for (std::size_t n = open.count; n-- > 0;) {
        Mask kept = 0;
        Family<N> before;
        for (Mask rest = d[open.variables[n]]; rest; rest &= rest - 1) {
            const Family<N> from =
                live.without(numbers.number[low(rest)]) & families[n];
            if (!from.any()) continue;
            kept |= rest & -rest;
            before |= from;
        }
        if ((d[open.variables[n]] = kept) == 0) return false;
        live = before;
    }
    return true;
}

template <class Visit>
void each_member(const Family<1>& family, Visit&& visit) {
    for (Word rest = family.words[0]; rest; rest &= rest - 1) visit(low(rest));
}

/// All variables of a part in the numbers of the sum, with what is known of them in a run.
///
/// `forward[s]` are the sums that the first variables reach with the values `s`, as many as it
/// has members.
template <std::size_t W>
class Sum : public SumOfParts {
public:
    Sum(const PlainSum& plain, SumMemory& shared) : SumOfParts(plain, shared, W) {
        for (const std::int64_t total : plain.totals) goal_.add(static_cast<std::size_t>(total));
    }

    bool narrow(Mask* d, Word* scratch) const override {
        for (std::size_t i = 0; i < size_; ++i)
            if ((d[i] &= allowed_[i]) == 0) return false;
        auto* sums = new (scratch) Totals<W>[2 * parts_.size() + 1];  // of parts; up to each
        Totals<W>* reached = sums + parts_.size();
        auto* forward = reinterpret_cast<Totals<W>*>(scratch) + 2 * parts_.size() + 1;
        reached[0] = Totals<W>::zero();
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            Totals<W>* memory = forward + parts_[p].memory;
            if (!reach(parts_[p], d, memory, sums[p])) return false;
            reached[p + 1] = added(reached[p], sums[p]);
        }
        Totals<W> wanted = goal_ & reached[parts_.size()];
        if (!wanted.any()) return false;
        for (std::size_t p = parts_.size(); p-- > 0;) {
            const Totals<W> within = p ? less(wanted, reached[p]) & sums[p] : wanted;
            if (!prune(parts_[p], d, forward + parts_[p].memory, within, needed(scratch)[p]))
                return false;
            if (p) wanted = less(wanted, sums[p]) & reached[p];
        }
        return true;
    }

private:
    /// The sums of a part; false if its variables cannot differ.
    bool reach(const Part& part, Mask* d, Totals<W>* memory, Totals<W>& sums) const {
        if (part.variables.size() == 1) {
            const std::size_t i = part.variables[0];
            for (Mask rest = d[i]; rest; rest &= rest - 1) sums.add(weight(i, low(rest)));
            return true;
        }
        if (!settle_part(part, d)) return false;
        const Open open(*this, part, d);
        if (static_cast<std::size_t>(std::popcount(open.values)) < open.count) return false;
        Totals<W> found;
        switch (open.way) {
            case Open::direct:
                reach_direct<W == 1>(open, d, found.words);
                break;
            case Open::few: found = reach_few(part, open, d, memory); break;
            case Open::family: found = reach_family(part, open, d, memory); break;
            case Open::sets: found = reach_sets(open, d, memory); break;
            case Open::bounds: found = reach_bounds(part, open, d, memory); break;
        }
        sums = found << open.fixed;
        return sums.any();
    }

    bool prune(const Part& part, Mask* d, Totals<W>* memory, const Totals<W>& wanted,
               Mask& required) const {
        required = 0;
        if (part.variables.size() == 1) {
            const std::size_t i = part.variables[0];
            return keep_weights(i, d, wanted);
        }
        const Open open(*this, part, d);
        const Totals<W> goal = wanted >> open.fixed;
        switch (open.way) {
            case Open::direct: return prune_direct<W == 1>(open, d, goal.words);
            case Open::few: return prune_few(part, open, d, memory, goal, required);
            case Open::family: return prune_family(part, open, d, memory, goal, required);
            case Open::sets: return prune_sets(open, d, memory, goal);
            case Open::bounds: return prune_bounds(part, open, d, memory, goal);
        }
        return true;
    }

    bool keep_weights(std::size_t i, Mask* d, const Totals<W>& wanted) const {
        Mask kept = 0;
        for (Mask rest = d[i]; rest; rest &= rest - 1) {
            const std::size_t w = weight(i, low(rest));
            if (wanted.words[w / 64] >> (w % 64) & 1) kept |= rest & -rest;
        }
        return (d[i] = kept) != 0;
    }

    Totals<W> reach_few(const Part& part, const Open& open, const Mask* d,
                        Totals<W>* memory) const {
        const Numbering numbers(open.values);
        Totals<W> sums;
        each_member(*grow<1>(numbers, open, d, memory->words), [&](int s) {
            sums.add(weigh(part, numbers, static_cast<Subset>(s)));
        });
        return sums;
    }

    bool prune_few(const Part& part, const Open& open, Mask* d, Totals<W>* memory,
                   const Totals<W>& goal, Mask& required) const {
        const Numbering numbers(open.values);
        Family<1> good;
        each_member(reinterpret_cast<const Family<1>*>(memory)[open.count], [&](int s) {
            const std::size_t sum = weigh(part, numbers, static_cast<Subset>(s));
            good.words[0] |= (goal.words[sum / 64] >> (sum % 64) & 1) << s;
        });
        return shed<1>(numbers, open, d, memory->words, good, required);
    }

    Totals<W> reach_family(const Part& part, const Open& open, const Mask* d,
                           Totals<W>* memory) const {
        const Numbering numbers(part.values);
        const auto& sets = *grow<8>(numbers, open, d, memory->words);
        return part.table->template totals<W>(sets, open.count);
    }

    bool prune_family(const Part& part, const Open& open, Mask* d, Totals<W>* memory,
                      const Totals<W>& goal, Mask& required) const {
        return shed<8>(Numbering(part.values), open, d, memory->words,
                       part.table->template sets<W>(goal, open.count), required);
    }

    Totals<W> reach_sets(const Open& open, const Mask* d, Totals<W>* forward) const {
        const Numbering numbers(open.values);
        forward[0] = Totals<W>::zero();
        for (std::size_t n = 0; n < open.count; ++n) {
            const std::size_t i = open.variables[n];
            const Subset domain = numbers.shrink(d[i]);
            const int members = static_cast<int>(n);
            each_subset(numbers.size, members + 1, [&](Subset s) { forward[s] = {}; });
            each_subset(numbers.size, members, [&](Subset s) {
                const Totals<W> sums = forward[s];
                if (!sums.any()) return;
                for (Subset rest = domain & ~s; rest; rest &= rest - 1)
                    forward[s | (rest & (~rest + 1))] |=
                        sums << weight(i, numbers.value[std::countr_zero(rest)]);
            });
        }
        Totals<W> all;
        each_subset(numbers.size, static_cast<int>(open.count),
                    [&](Subset s) { all |= forward[s]; });
        return all;
    }

    bool prune_sets(const Open& open, Mask* d, const Totals<W>* memory,
                    const Totals<W>& goal) const {
        // The sums that each set still may reach, in place of those that it has reached.
        auto* forward = const_cast<Totals<W>*>(memory);
        const Numbering numbers(open.values);
        each_subset(numbers.size, static_cast<int>(open.count),
                    [&](Subset s) { forward[s] &= goal; });
        for (std::size_t n = open.count; n-- > 0;) {
            const std::size_t i = open.variables[n];
            const Subset domain = numbers.shrink(d[i]);
            Subset kept = 0;
            each_subset(numbers.size, static_cast<int>(n), [&](Subset s) {
                const Totals<W> sums = forward[s];
                Totals<W> live;
                if (sums.any())
                    for (Subset rest = domain & ~s; rest; rest &= rest - 1) {
                        const Subset one = rest & (~rest + 1);
                        const Totals<W> hit =
                            forward[s | one] >>
                                weight(i, numbers.value[std::countr_zero(rest)]) &
                            sums;
                        if (hit.any()) {
                            kept |= one;
                            live |= hit;
                        }
                    }
                forward[s] = live;
            });
            if (!kept) return false;
            d[i] = numbers.widen(kept);
        }
        return true;
    }

    /// The sums of open variables, each alone; where they are alike, between the least and the
    /// greatest sums of as many different values. `memory` keeps the sums up to each variable.
    Totals<W> reach_bounds(const Part& part, const Open& open, const Mask* d,
                           Totals<W>* memory) const {
        memory[0] = Totals<W>::zero();
        for (std::size_t n = 0; n < open.count; ++n) {
            memory[n + 1] = {};
            const std::size_t i = open.variables[n];
            for (Mask rest = d[i]; rest; rest &= rest - 1)
                memory[n + 1] |= memory[n] << weight(i, low(rest));
        }
        Totals<W> sums = memory[open.count];
        if (part.alike) sums &= range(extremes(part, open, open.count, 0));
        return sums;
    }

    static Totals<W> range(std::pair<std::size_t, std::size_t> ends) {
        if (ends.first > ends.second) return {};
        return Totals<W>::range(std::min(ends.first, 64 * W - 1), std::min(ends.second, 64 * W - 1));
    }

    bool prune_bounds(const Part& part, const Open& open, Mask* d, const Totals<W>* memory,
                      const Totals<W>& goal) const {
        Mask fits = ~Mask{0};
        if (part.alike)
            for (Mask rest = open.values; rest; rest &= rest - 1) {
                const Mask value = rest & -rest;
                const Totals<W> others = goal >> weight(part.variables[0], low(rest));
                if (!(others & range(extremes(part, open, open.count - 1, value))).any())
                    fits &= ~value;
            }
        Totals<W> wanted = goal;
        for (std::size_t n = open.count; n-- > 0;) {
            const std::size_t i = open.variables[n];
            Mask kept = 0;
            Totals<W> before;
            for (Mask rest = d[i] & fits; rest; rest &= rest - 1) {
                const Totals<W> needed = wanted >> weight(i, low(rest)) & memory[n];
                if (needed.any()) {
                    kept |= rest & -rest;
                    before |= needed;
                }
            }
            if ((d[i] = kept) == 0) return false;
            wanted = before;
        }
        return true;
    }

    Totals<W> goal_;
};

template <std::size_t W>
PropagatorPtr sized(const PlainSum& plain, SumMemory& shared) {
    if constexpr (64 * W <= most_total) {
        if (plain.most >= static_cast<std::int64_t>(64 * W)) return sized<2 * W>(plain, shared);
        return std::make_shared<Sum<W>>(plain, shared);
    } else {
        return make_bounded(plain);
    }
}

}  // namespace

PropagatorPtr make_sum(const Rule& rule, const std::vector<Mask>& domains, SumMemory& shared) {
    const PlainSum plain(rule, domains);
    const bool crowded = std::any_of(plain.parts.begin(), plain.parts.end(),
                                     [](const auto& part) { return part.size() > 64; });
    if (plain.totals.empty() || crowded) return make_table(Tuples(domains.size()));
    if (domains.size() <= 6) {
        if (const auto fillings = all_fillings(plain)) return make_table(*fillings);
    }
    if (auto count = make_count(plain)) return count;
    return sized<1>(plain, shared);
}

}  // namespace kernel
