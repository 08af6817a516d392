#include "parts.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace kernel::exact {
namespace {

/// The kinds when nothing may be exchanged.
Pattern rigid(int points) {
    Pattern pattern{points, {}, 1};
    pattern.kinds.resize(at(points) * at(points));
    std::iota(pattern.kinds.begin(), pattern.kinds.end(), std::uint16_t{0});
    return pattern;
}

/// Points as vertices whose arcs show the kinds of pairs.
Graph graph_of(const Pattern& pattern, Colours& colours) {
    Graph graph(pattern.points);
    colours.clear();
    for (int p = 0; p < pattern.points; ++p) {
        colours.push_back(mix(pattern.kind(p, p)));
        for (int q = 0; q < pattern.points; ++q)
            if (q != p) graph.arcs[at(p)].push_back({q, mix(pattern.kind(p, q))});
    }
    return graph;
}

/// Returns whether a permutation of the points comes from a symmetry of the cells.
bool lifts(const Graph& graph, const Colours& colours, int cells, const Permutation& to,
           Budget& budget) {
    Colours one(colours), other(colours);
    for (std::size_t p = 0; p < to.size(); ++p) {
        one[at(cells) + p] = mix(p + 1000);
        other[at(cells) + at(to[p])] = mix(p + 1000);
    }
    return !isomorphism(graph, std::move(one), graph, std::move(other), budget).empty();
}

}  // namespace

bool Bits::any() const {
    return std::any_of(words_.begin(), words_.end(), [](Word w) { return w != 0; });
}

Bits Bits::operator&(const Bits& other) const {
    Bits both(*this);
    for (std::size_t i = 0; i < words_.size(); ++i) both.words_[i] &= other.words_[i];
    return both;
}

Graph graph_of(const PeerGraph& net, const Part& part, Colours& colours) {
    const int cells = static_cast<int>(part.cells.size());
    Graph graph(cells + part.points);
    std::vector<int> place(at(net.size()), -1);
    for (int i = 0; i < cells; ++i) place[at(part.cells[at(i)])] = i;
    for (int i = 0; i < cells; ++i) {
        for (const int other : net.near[at(part.cells[at(i)])])
            if (place[at(other)] >= 0) graph.arcs[at(i)].push_back({place[at(other)], 1});
        const int point = cells + part.point_of[at(i)];
        graph.arcs[at(i)].push_back({point, 2});
        graph.arcs[at(point)].push_back({i, 2});
    }
    colours.assign(at(cells), mix(1));
    colours.resize(at(cells + part.points), mix(2));
    return graph;
}

Pattern pattern_of(const PeerGraph& net, const Part& part, Budget& budget) {
    const int points = part.points, cells = static_cast<int>(part.cells.size());
    Colours colours;
    const Graph graph = graph_of(net, part, colours);
    const auto symmetries = automorphisms(graph, colours, budget);
    Orbits pairs(points * points);
    for (const auto& g : symmetries.generators)
        for (int p = 0; p < points; ++p)
            for (int q = 0; q < points; ++q)
                pairs.join(p * points + q,
                           (g[at(cells + p)] - cells) * points + g[at(cells + q)] - cells);
    Pattern pattern{points, {}, 1};
    std::map<int, std::uint16_t> number;
    for (int pair = 0; pair < points * points; ++pair)
        pattern.kinds.push_back(
            number.try_emplace(pairs.find(pair), static_cast<std::uint16_t>(number.size()))
                .first->second);
    // The kinds may allow more than the cells do; then nothing is exchanged.
    Colours point_colours;
    const Graph point_graph = graph_of(pattern, point_colours);
    const auto allowed = automorphisms(point_graph, point_colours, budget);
    for (const auto& g : allowed.generators)
        if (!lifts(graph, colours, cells, g, budget)) return rigid(points);
    pattern.order = allowed.order;
    return pattern;
}

Cut::Cut(const PeerGraph& net, const Part& part, const std::vector<char>& in_block) {
    sort_points(net, part, in_block);
    order_points(net);
    relate(net);
    gather(net);
}

void Cut::sort_points(const PeerGraph& net, const Part& part, const std::vector<char>& in_block) {
    const std::size_t size = part.cells.size();
    Bits block(at(net.size())), rest(at(net.size()));
    for (std::size_t i = 0; i < size; ++i) (in_block[i] ? block : rest).set(part.cells[i]);
    // Points in three parts, by the point they had and what they see on the other side.
    std::map<std::tuple<int, int, Bits>, std::vector<int>> found;
    std::vector<int> origin_of(at(net.size()));
    for (std::size_t i = 0; i < size; ++i) {
        const int cell = part.cells[i];
        origin_of[at(cell)] = part.point_of[i];
        const Bits across = net.peers[at(cell)] & (in_block[i] ? rest : block);
        const int side = !in_block[i] ? 2 : across.any() ? 0 : 1;
        found[{side, part.point_of[i], across}].push_back(cell);
    }
    for (const auto& [key, cells] : found) {
        std::vector<std::vector<int>> pieces;
        for (const int cell : cells) {  // what is chosen as a set must all differ
            auto fits = [&](const std::vector<int>& piece) {
                return std::get<0>(key) != 0 || std::all_of(piece.begin(), piece.end(), [&](int o) {
                           return net.adjacent(cell, o);
                       });
            };
            const auto piece = std::find_if(pieces.begin(), pieces.end(), fits);
            if (piece == pieces.end())
                pieces.push_back({cell});
            else
                piece->push_back(cell);
        }
        for (auto& piece : pieces) {
            origin.push_back(origin_of[at(piece.front())]);
            members.push_back(std::move(piece));
            chosen += std::get<0>(key) == 0;
            block_points += std::get<0>(key) != 2;
        }
    }
}

/// Chosen points in an order in which each is closely related to those before.
void Cut::order_points(const PeerGraph& net) {
    const auto ties = [&](int p, int q) {
        int pairs = 0;
        for (const int a : members[at(p)])
            for (const int b : members[at(q)]) pairs += net.adjacent(a, b);
        const auto all = members[at(p)].size() * members[at(q)].size();
        return pairs == static_cast<int>(all) ? 1000 * pairs : pairs;
    };
    std::vector<int> score(at(chosen), 0), order;
    std::vector<char> placed(at(chosen), 0);
    for (int k = 0; k < chosen; ++k) {
        int best = -1;
        for (int p = 0; p < chosen; ++p)
            if (!placed[at(p)] && (best < 0 || score[at(p)] > score[at(best)])) best = p;
        placed[at(best)] = 1;
        order.push_back(best);
        for (int p = 0; p < chosen; ++p)
            if (!placed[at(p)]) score[at(p)] += ties(best, p);
    }
    auto members_before = members;
    auto origin_before = origin;
    for (int k = 0; k < chosen; ++k) {
        members[at(k)] = std::move(members_before[at(order[at(k)])]);
        origin[at(k)] = origin_before[at(order[at(k)])];
    }
    whole.points = static_cast<int>(members.size());
    for (int p = 0; p < whole.points; ++p)
        for (const int cell : members[at(p)]) {
            whole.cells.push_back(cell);
            whole.point_of.push_back(p);
        }
}

void Cut::relate(const PeerGraph& net) {
    const auto wholly = [&](int p, int q) {
        for (const int a : members[at(p)])
            for (const int b : members[at(q)])
                if (!net.adjacent(a, b)) return false;
        return true;
    };
    rivals.resize(at(chosen));
    seen.resize(at(chosen));
    for (int p = 0; p < chosen; ++p) {
        for (int q = 0; q < chosen; ++q)
            if (q != p && wholly(p, q)) rivals[at(p)].push_back(q);
        for (int q = chosen; q < whole.points; ++q)
            if (wholly(p, q)) seen[at(p)].push_back(q);
    }
    for (int p = 0; p < whole.points; ++p) {
        const auto& cells = members[at(p)];
        bool all = true;
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) all = all && net.adjacent(cells[i], cells[j]);
        need.push_back(all ? static_cast<int>(cells.size()) : 1);
    }
}

void Cut::gather(const PeerGraph& net) {
    std::vector<int> point(at(net.size()), -1);
    for (std::size_t i = 0; i < whole.cells.size(); ++i)
        point[at(whole.cells[i])] = whole.point_of[i];
    const auto group = [&](const std::vector<int>& cells, int below) {
        Group found{{}, 0};
        for (const int cell : cells) {
            const int p = point[at(cell)];
            if (p < 0 || p >= below) continue;
            ++found.cells;
            if (std::find(found.points.begin(), found.points.end(), p) == found.points.end())
                found.points.push_back(p);
        }
        return found;
    };
    for (const auto& clique : net.cliques)
        if (auto found = group(clique, whole.points); found.points.size() > 1)
            groups.push_back(std::move(found));
    std::vector<std::pair<int, std::size_t>> by_size;
    for (std::size_t k = 0; k < net.cliques.size(); ++k)
        by_size.emplace_back(-group(net.cliques[k], chosen).cells, k);
    std::sort(by_size.begin(), by_size.end());
    std::vector<char> covered(at(net.size()), 0);
    std::size_t left = 0;
    for (int p = 0; p < chosen; ++p) left += members[at(p)].size();
    // Large disjoint groups, each with as few cells of one point as may be.
    std::vector<std::tuple<int, int, std::size_t>> ranked;
    for (const auto& [size, k] : by_size)
        ranked.emplace_back(size, -static_cast<int>(group(net.cliques[k], chosen).points.size()), k);
    std::sort(ranked.begin(), ranked.end());
    for (const auto& [size, spread, k] : ranked) {
        const auto& clique = net.cliques[k];
        if (size == 0) break;
        const bool free = std::none_of(clique.begin(), clique.end(), [&](int cell) {
            return point[at(cell)] >= 0 && point[at(cell)] < chosen && covered[at(cell)];
        });
        if (!free) continue;
        for (const int cell : clique) covered[at(cell)] = 1;
        cover.push_back(group(clique, chosen));
        left -= at(cover.back().cells);
    }
    if (left) cover.clear();
}

bool Cut::choose(int point, Mask values, std::vector<Mask>& sets) const {
    sets[at(point)] = values;
    for (const int q : rivals[at(point)]) {
        if (q < point) continue;
        sets[at(q)] &= ~values;
        if (__builtin_popcountll(sets[at(q)]) < need[at(q)]) return false;
    }
    for (const int q : seen[at(point)]) {
        sets[at(q)] &= ~values;
        if (__builtin_popcountll(sets[at(q)]) < need[at(q)]) return false;
    }
    return true;
}

bool Cut::feasible(const std::vector<Mask>& sets, int done) const {
    for (const auto& group : groups) {
        Mask all = 0;
        for (const int p : group.points) all |= sets[at(p)];
        if (__builtin_popcountll(all) < group.cells) return false;
    }
    if (cover.empty()) return true;
    int most[64] = {}, least[64] = {}, surely[64] = {}, perhaps[64] = {};
    for (const auto& group : cover) {
        Mask all = 0;
        for (const int p : group.points) all |= sets[at(p)];
        const bool tight = __builtin_popcountll(all) == group.cells;
        for (; all; all &= all - 1) {
            ++most[__builtin_ctzll(all)];
            if (tight) ++least[__builtin_ctzll(all)];
        }
    }
    for (int p = 0; p < chosen; ++p)
        for (Mask left = sets[at(p)]; left; left &= left - 1)
            ++(p < done ? surely : perhaps)[__builtin_ctzll(left)];
    for (int v = 0; v < 64; ++v)
        if (surely[v] > most[v] || surely[v] + perhaps[v] < least[v]) return false;
    return true;
}

}  // namespace kernel::exact
