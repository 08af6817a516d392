#include "ordering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace kernel::exact {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
// Nodes are those of separators.cpp: 1,035,125 for 13 geometries, and 9,540,903 for 9x9.

/// Logarithm of what a step costs in nodes of a listing. 1 takes 1,074,751 nodes, and as many for
/// 9x9; 7 takes 3,768,062.
constexpr double step = 4;
/// Logarithm of nodes that are still listed at ease. 8 takes 2,022,960 nodes, and 74,456,936 for
/// 9x9; 14 takes as many as 11.
constexpr double long_list = 11;
/// Blocks of an order of the cells: a bound, as every pair of them is examined. 7 takes 813,955
/// nodes, 28 takes 1,074,403; but with 7, 9x9 is not counted within a minute.
constexpr std::size_t most_blocks = 14;

double plus(double a, double b) {
    if (a < b) std::swap(a, b);
    return b == -never ? a : a + std::log1p(std::exp(b - a));
}

double log_choose(int n, int k) {
    if (k < 0 || k > n) return -never;
    return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
}

/// In how many ways `size` of these values can be taken, values in the same sets being alike.
double kinds_of_subsets(Mask values, int size, const std::vector<Mask>& sets) {
    std::map<std::uint64_t, int> alike;
    for (Mask left = values; left; left &= left - 1) {
        const int v = __builtin_ctzll(left);
        std::uint64_t holders = 0;
        for (const Mask set : sets) holders = holders * 0x9e3779b97f4a7c15U + (set >> v & 1);
        ++alike[holders];
    }
    std::vector<double> ways(at(size + 1), 0);
    ways[0] = 1;
    for (const auto& [holders, count] : alike)
        for (int k = size; k > 0; --k)
            for (int used = 1; used <= std::min(k, count); ++used)
                ways[at(k)] += ways[at(k - used)];
    return ways[at(size)];
}

Mask random_subset(Mask values, int size, std::uint64_t& random) {
    Mask subset = 0;
    for (int left = __builtin_popcountll(values); left > 0 && size > 0; --left) {
        const Mask low = values & (~values + 1);
        if (next_random(random) % static_cast<std::uint64_t>(left) <
            static_cast<std::uint64_t>(size)) {
            subset |= low;
            --size;
        }
        values &= values - 1;
    }
    return subset;
}

class Planner {
public:
    Planner(const PeerGraph& net, const Part& part, const std::vector<Mask>& sets, Budget& budget)
        : net_(net), part_(part), sets_(sets), budget_(budget) {
        place_.assign(at(net.size()), -1);
        for (std::size_t i = 0; i < part.cells.size(); ++i)
            place_[at(part.cells[i])] = static_cast<int>(i);
        for (const auto& clique : net.cliques) {
            std::vector<int> here;
            for (const int cell : clique)
                if (place_[at(cell)] >= 0) here.push_back(place_[at(cell)]);
            if (here.size() > 1) cliques_.push_back(std::move(here));
        }
        std::sort(cliques_.begin(), cliques_.end());
        cliques_.erase(std::unique(cliques_.begin(), cliques_.end()), cliques_.end());
    }

    Ordering best() {
        std::vector<Mask> domains;
        for (const int point : part_.point_of) domains.push_back(sets_[at(point)]);
        Ordering best{{part_.cells}, listed(part_.cells, domains)};
        for (const auto& start : starts())
            for (const bool disjoint : {true, false}) {
                auto found = along(chunks(start, disjoint));
                if (budget_.stop != Stop::none) return best;
                if (found.cost < best.cost) best = std::move(found);
            }
        return best;
    }

private:
    bool going() { return budget_.stop == Stop::none && budget_.look(); }

    /// Cliques to start from, one of each sort, at most 6. One alone takes 8,243,044 nodes, 12 take
    /// as many as 6.
    std::vector<std::vector<int>> starts() const {
        Colours colours;
        const Graph graph = graph_of(net_, part_, colours);
        std::set<std::uint64_t> seen;
        std::vector<std::vector<int>> found;
        std::vector<std::vector<int>> by_size(cliques_);
        std::stable_sort(by_size.begin(), by_size.end(), [](const auto& a, const auto& b) {
            return a.size() > b.size();
        });
        for (const auto& clique : by_size) {
            Colours marked(colours);
            for (const int i : clique) marked[at(i)] = mix(77);
            if (!seen.insert(invariant(graph, std::move(marked))).second) continue;
            found.push_back(clique);
            if (found.size() == 6) break;
        }
        return found;
    }

    /// An order of the cells: one clique after the other, each the one that opens least.
    std::vector<std::vector<int>> chunks(const std::vector<int>& start, bool disjoint) {
        std::vector<std::vector<int>> order;
        std::vector<char> in(part_.cells.size(), 0);
        std::size_t left = in.size();
        const auto take = [&](const std::vector<int>& clique) {
            std::vector<int> chunk;
            for (const int i : clique)
                if (!in[at(i)]) {
                    in[at(i)] = 1;
                    chunk.push_back(i);
                }
            left -= chunk.size();
            order.push_back(std::move(chunk));
        };
        take(start);
        while (left) {
            const std::vector<int>* best = nullptr;
            double least = never;
            for (const auto& clique : cliques_) {
                if (!going()) return order;
                std::vector<int> fresh;
                for (const int i : clique)
                    if (!in[at(i)]) fresh.push_back(i);
                if (fresh.empty()) continue;
                double cost = openness(in, fresh);
                if (disjoint && fresh.size() < clique.size()) cost += 1000;  // only if all overlap
                if (cost < least - 1e-9) {
                    least = cost;
                    best = &clique;
                }
            }
            if (best) {
                take(*best);
                continue;
            }
            std::vector<int> loose;  // cells in no clique
            for (std::size_t i = 0; i < in.size(); ++i)
                if (!in[i]) loose.push_back(static_cast<int>(i));
            take(loose);
        }
        while (order.size() > most_blocks) merge_smallest(order);
        return order;
    }

    static void merge_smallest(std::vector<std::vector<int>>& order) {
        std::size_t best = 0;
        for (std::size_t k = 0; k + 1 < order.size(); ++k)
            if (order[k].size() + order[k + 1].size() <
                order[best].size() + order[best + 1].size())
                best = k;
        order[best].insert(order[best].end(), order[best + 1].begin(), order[best + 1].end());
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    }

    /// Roughly the logarithm of the number of states after these cells.
    double openness(const std::vector<char>& in, const std::vector<int>& fresh) const {
        std::vector<char> now(in);
        for (const int i : fresh) now[at(i)] = 1;
        Bits rest(at(net_.size()));
        int values = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (!now[i]) rest.set(part_.cells[i]);
            values = std::max(values, __builtin_popcountll(sets_[at(part_.point_of[i])]));
        }
        std::map<Bits, int> open;
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (!now[i]) continue;
            const Bits across = net_.peers[at(part_.cells[i])] & rest;
            if (across.any()) ++open[across];
        }
        double sum = 0;
        for (const auto& [across, size] : open) sum += log_choose(values, std::min(size, values));
        return sum;
    }

    /// Logarithm of the nodes of a listing, from 12 probes. With 3 it takes 1,784,452 nodes, with
    /// 48 1,029,396.
    double listed(const std::vector<int>& cells, const std::vector<Mask>& domains) {
        Listing listing(net_, cells);
        return std::log(std::max(1.0, listing.guess(domains, 12, random_)));
    }

    /// The effort of counting a block once its values are chosen. Longer ones count less, as they
    /// are cut up again: by 0.2 it takes 2,179,726 nodes, by 0.8 as many as by 0.4.
    double effort(double nodes) const {
        return nodes <= long_list ? nodes : long_list + 0.4 * (nodes - long_list);
    }

    Part part_of(const std::vector<int>& cells, const std::vector<char>& outside) const {
        // The points of cells by what they see outside.
        Bits out(at(net_.size()));
        for (std::size_t i = 0; i < outside.size(); ++i)
            if (outside[i]) out.set(part_.cells[i]);
        std::map<std::pair<int, Bits>, int> number;
        Part part;
        for (const int cell : cells) {
            const int i = place_[at(cell)];
            part.cells.push_back(cell);
            part.point_of.push_back(
                number
                    .try_emplace({part_.point_of[at(i)], net_.peers[at(cell)] & out},
                                 static_cast<int>(number.size()))
                    .first->second);
        }
        part.points = static_cast<int>(number.size());
        return part;
    }

    /// The cheapest choice of cuts along an order of the cells.
    Ordering along(const std::vector<std::vector<int>>& chunks) {
        const std::size_t count = chunks.size(), cells = part_.cells.size();
        std::vector<std::vector<double>> edge(count + 1, std::vector<double>(count + 1, never));
        std::vector<char> before(cells, 0);
        for (std::size_t i = 0; i < count; ++i) {
            // A typical state after the first i chunks, and about how many classes there are.
            Cut first(net_, part_, before);
            std::vector<Mask> sets = by_origin(first, sets_);
            double classes = 0;
            if (i) {
                classes = choices(first, sets, 12, random_);
                classes = std::max(0.0, classes - exchange(before));
            }
            std::vector<Mask> domain(at(net_.size()), 0);
            for (std::size_t k = 0; k < first.whole.cells.size(); ++k)
                domain[at(first.whole.cells[k])] = sets[at(first.whole.point_of[k])];
            std::vector<int> left;
            for (std::size_t k = 0; k < cells; ++k)
                if (!before[k]) left.push_back(part_.cells[k]);
            const Part rest = part_of(left, before);
            std::vector<Mask> rest_sets(at(rest.points));
            for (std::size_t k = 0; k < left.size(); ++k)
                rest_sets[at(rest.point_of[k])] = domain[at(left[k])];
            std::vector<char> block(left.size(), 0), through(before);
            for (std::size_t j = i + 1; j <= count; ++j) {
                if (!going()) return {};
                for (const int c : chunks[j - 1]) {
                    through[at(c)] = 1;
                    const auto where = std::lower_bound(left.begin(), left.end(),
                                                        part_.cells[at(c)]);
                    block[static_cast<std::size_t>(where - left.begin())] = 1;
                }
                edge[i][j] = j == count ? last(classes, left, domain)
                                        : link(classes, rest, rest_sets, block);
                if (i && edge[i][j] == never) break;
            }
            for (const int c : chunks[i]) before[at(c)] = 1;
        }
        return shortest(chunks, edge);
    }

    double last(double classes, const std::vector<int>& left, const std::vector<Mask>& domain) {
        std::vector<Mask> domains;
        for (const int cell : left) domains.push_back(domain[at(cell)]);
        return plus(classes + step, classes + effort(listed(left, domains)));
    }

    double link(double classes, const Part& rest, const std::vector<Mask>& rest_sets,
                const std::vector<char>& block) {
        const Cut cut(net_, rest, block);
        if (cut.whole.points > 60) return never;
        auto sets = by_origin(cut, rest_sets);
        const double steps = classes + choices(cut, sets, 8, random_);
        std::vector<int> cells;
        std::vector<Mask> domains;
        for (std::size_t k = 0; k < cut.whole.cells.size(); ++k)
            if (cut.whole.point_of[k] < cut.block_points) {
                cells.push_back(cut.whole.cells[k]);
                domains.push_back(sets[at(cut.whole.point_of[k])]);
            }
        const double nodes = listed(cells, domains);
        return plus(steps + step, std::min(steps, fillings(cells)) + effort(nodes));
    }

    /// About how many states a block can get at all.
    double fillings(const std::vector<int>& cells) {
        auto known = fillings_.find(cells);
        if (known != fillings_.end()) return known->second;
        std::vector<char> block(part_.cells.size(), 0);
        for (const int cell : cells) block[at(place_[at(cell)])] = 1;
        const Cut cut(net_, part_, block);
        auto sets = by_origin(cut, sets_);
        double result = choices(cut, sets, 8, random_);
        Part part;
        for (std::size_t k = 0; k < cut.whole.cells.size(); ++k)
            if (cut.whole.point_of[k] < cut.block_points) {
                part.cells.push_back(cut.whole.cells[k]);
                part.point_of.push_back(cut.whole.point_of[k]);
            }
        part.points = cut.block_points;
        // Symmetries are worth finding where there are many states: with 0 instead of 6 the 14
        // smallest geometries take 907,761 nodes, not 888,000; with 12 9x9 takes 17,712,668.
        if (part.points <= 60 && result > 6)
            result = std::max(0.0, result - std::log(pattern_of(net_, part, budget_).order));
        return fillings_[cells] = result;
    }

    /// Logarithm of how many permutations of its points the rest after some cells allows.
    double exchange(const std::vector<char>& before) {
        auto known = exchange_.find(before);
        if (known != exchange_.end()) return known->second;
        std::vector<int> left;
        for (std::size_t k = 0; k < before.size(); ++k)
            if (!before[k]) left.push_back(part_.cells[k]);
        const Part rest = part_of(left, before);
        const double order = rest.points > 60 ? 1 : pattern_of(net_, rest, budget_).order;
        return exchange_[before] = std::log(order);
    }

    static std::vector<Mask> by_origin(const Cut& cut, const std::vector<Mask>& sets) {
        std::vector<Mask> result;
        for (const int point : cut.origin) result.push_back(sets[at(point)]);
        return result;
    }

    Ordering shortest(const std::vector<std::vector<int>>& chunks,
                      const std::vector<std::vector<double>>& edge) const {
        const std::size_t count = chunks.size();
        std::vector<double> cost(count + 1, never);
        std::vector<std::size_t> from(count + 1, 0);
        cost[0] = -never;
        for (std::size_t j = 1; j <= count; ++j)
            for (std::size_t i = 0; i < j; ++i) {
                if (cost[i] == never || edge[i][j] == never) continue;
                const double sum = plus(edge[i][j], cost[i]);
                if (sum < cost[j]) {
                    cost[j] = sum;
                    from[j] = i;
                }
            }
        Ordering found{{}, cost[count]};
        for (std::size_t j = count; j > 0; j = from[j]) {
            std::vector<int> block;
            for (std::size_t k = from[j]; k < j; ++k)
                for (const int c : chunks[k]) block.push_back(part_.cells[at(c)]);
            std::sort(block.begin(), block.end());
            found.blocks.insert(found.blocks.begin(), std::move(block));
        }
        return found;
    }

    const PeerGraph& net_;
    const Part& part_;
    const std::vector<Mask>& sets_;
    Budget& budget_;
    std::vector<int> place_;
    std::vector<std::vector<int>> cliques_;  ///< positions in the part
    std::map<std::vector<int>, double> fillings_;
    std::map<std::vector<char>, double> exchange_;
    std::uint64_t random_ = 1;
};

}  // namespace

Ordering find_ordering(const PeerGraph& net, const Part& part, const std::vector<Mask>& sets,
                       Budget& budget) {
    return Planner(net, part, sets, budget).best();
}

double choices(const Cut& cut, std::vector<Mask>& sets, int descents, std::uint64_t& random) {
    // With 1 attempt it takes 8,253,400 nodes, with 16 937,981. Of the descents a quarter takes
    // 8,168,164, four times as many 954,541: either saves nodes, but planning takes longer.
    constexpr int attempts = 4;
    double sum = 0, widest = 0;
    std::vector<Mask> sample;
    for (int k = 0; k < descents; ++k) {
        auto now = sets;
        double width = 1;
        for (int p = 0; p < cut.chosen && width > 0; ++p) {
            widest = std::max(widest, width);
            const int size = static_cast<int>(cut.members[at(p)].size());
            const double kinds = kinds_of_subsets(now[at(p)], size, now);
            const auto before = now;
            int alive = 0;
            for (int attempt = 0; attempt < attempts && (kinds > 1 || attempt == 0); ++attempt) {
                auto trial = before;
                if (!cut.choose(p, random_subset(before[at(p)], size, random), trial) ||
                    !cut.feasible(trial, p + 1))
                    continue;
                if (++alive == 1) now = std::move(trial);
            }
            width *= kinds > 1 ? kinds * alive / attempts : alive;
        }
        sum += width;
        if (width > 0 && sample.empty()) sample = now;
    }
    if (!sample.empty()) sets = sample;
    return std::log(std::max(1.0, sum > 0 ? sum / descents : widest));
}

}  // namespace kernel::exact
