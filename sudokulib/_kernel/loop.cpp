// Edges of a graph that form one cycle, or one path; see `Loop` in Python.
#include <algorithm>

#include "graph_members.hpp"

namespace kernel {
namespace {

/// A path is a loop through one more vertex, by two of the further edges to all others.
class LoopRule : public Propagator {
public:
    explicit LoopRule(const Rule& rule)
        : size_(static_cast<Number>(rule.variables.size())), values_(rule.members),
          touching_(rule.touching), ends_(rule.edges) {
        for (const auto& [a, b] : ends_) vertices_ = std::max({vertices_, a + 1, b + 1});
        through_.assign(at(vertices_ + 1), 0);
        for (const int vertex : rule.roots) through_[at(vertex)] = 1;
        if (!rule.closed) {
            for (Number v = 0; v < vertices_; ++v) ends_.emplace_back(v, vertices_);
            tips_ = rule.sizes;
            through_[at(vertices_)] = 1;
            ++vertices_;
        }
        edges_ = static_cast<Number>(ends_.size());
        std::vector<std::vector<Number>> beside(at(vertices_));
        for (Number e = 0; e < edges_; ++e) {
            beside[at(ends_[at(e)].first)].push_back(e);
            beside[at(ends_[at(e)].second)].push_back(e);
        }
        incident_ = ByVertex(beside);
    }

    bool narrow(Mask* d, Word* scratch) const override {
        Work work(*this, scratch);
        for (Number e = 0; e < edges_; ++e) {
            if (e < size_ && !d[e]) return false;
            work.set(e, e < size_ ? state_of(d[e], values_) : open);
        }
        for (const int tip : tips_) work.set(size_ + tip, member);
        if (!work.settle()) return false;
        for (Number e = 0; e < size_; ++e) narrow_to(work.state(e), d[e], values_);
        return true;
    }

    std::size_t scratch() const override {
        return (vertex_arrays * at(vertices_) + edge_arrays * at(edges_) + 1) / 2;
    }
    double cost() const override { return 20.0 * (vertices_ + edges_); }

private:
    static constexpr std::size_t vertex_arrays = 8, edge_arrays = 5;  ///< those of `Work`

    Number beyond(Number edge, Number vertex) const {
        const auto& [a, b] = ends_[at(edge)];
        return a == vertex ? b : a;
    }

    /// One run.
    class Work {
    public:
        Work(const LoopRule& of, Word* scratch) : of_(of) {
            auto* next = reinterpret_cast<Number*>(scratch);
            for (Number** array : {&root_, &order_, &place_, &entered_, &low_, &into_, &next_, &odd_}) {
                *array = next;
                next += of.vertices_;
            }
            for (Number** array : {&state_, &edges_in_, &members_in_, &visits_in_, &last_}) {
                *array = next;
                next += of.edges_;
            }
        }

        State state(Number e) const { return static_cast<State>(state_[e]); }
        void set(Number e, State state) { state_[e] = state; }

        /// Narrows until nothing more is found; false if no loop is left. Searches of the graph wait
        /// until edges and pieces say nothing more: 10×10 to 20×20 Masyu take 0.7 to 0.8 of the time
        /// (`random_masyu` in tests/benchmarks/masyu.py, 40 and 60 % of the circles, 12 each).
        bool settle() {
            while (true) {
                if (!degrees()) return false;
                changed_ = false;
                if (!closure()) return false;
                if (!of_.touching_ && !apart()) return false;
                if (changed_) continue;
                if (!one_block() || !parity()) return false;
                if (!changed_) return true;
            }
        }

    private:
        bool turn(Number e, State state) {
            if (state_[e] == state) return true;
            if (state_[e] != open) return false;
            state_[e] = state;
            changed_ = true;
            return true;
        }
        std::span<const Number> edges_at(Number v) const { return of_.incident_[v]; }

        /// Each vertex has two members or none.
        bool degrees() {
            bool again = true;
            while (again) {
                again = false;
                for (Number v = 0; v < of_.vertices_; ++v) {
                    Number used = 0, possible = 0;
                    for (const Number e : edges_at(v)) {
                        used += state_[e] == member;
                        possible += state_[e] != outside;
                    }
                    const bool visited = used > 0 || of_.through_[at(v)];
                    if (used > 2 || (visited && possible < 2)) return false;
                    if (used == possible) continue;
                    State next = open;
                    if (visited && possible == 2) next = member;
                    else if (possible < 2 || used == 2) next = outside;
                    if (next == open) continue;
                    for (const Number e : edges_at(v))
                        if (state_[e] == open) turn(e, next);
                    again = true;
                }
            }
            return true;
        }

        Number find(Number v) {
            while (root_[v] != v) v = root_[v] = root_[root_[v]];
            return v;
        }

        /// Drops edges that would close a piece while something has to be outside.
        bool closure() {
            for (Number v = 0; v < of_.vertices_; ++v) root_[v] = v;
            Number some = -1;
            bool cycle = false;
            for (Number e = 0; e < of_.edges_; ++e) {
                if (state_[e] != member) continue;
                const Number one = find(of_.ends_[at(e)].first), other = find(of_.ends_[at(e)].second);
                cycle |= one == other;
                root_[one] = other;
                some = e;
            }
            if (some < 0) return true;
            some = find(of_.ends_[at(some)].first);
            bool alone = true;
            for (Number e = 0; e < of_.edges_ && alone; ++e)
                alone = state_[e] != member || find(of_.ends_[at(e)].first) == some;
            for (Number v = 0; v < of_.vertices_ && alone; ++v)
                alone = !of_.through_[at(v)] || find(v) == some;
            if (cycle && !alone) return false;
            if (alone && !cycle) return true;
            for (Number e = 0; e < of_.edges_; ++e)
                if (state_[e] == open &&
                    (cycle || find(of_.ends_[at(e)].first) == find(of_.ends_[at(e)].second)))
                    turn(e, outside);
            return true;
        }

        /// Searches all vertices depth first along edges of some states.
        void walk(bool open_only) {
            const auto usable = [&](Number e) { return open_only ? state_[e] == open : state_[e] != outside; };
            std::fill_n(place_, of_.vertices_, -1);
            Number count = 0;
            for (Number start = 0; start < of_.vertices_; ++start) {
                if (place_[start] >= 0) continue;
                entered_[start] = -1;
                Number v = start;
                place_[v] = low_[v] = count;
                order_[count++] = v;
                next_[v] = of_.incident_.first(v);
                while (true) {
                    if (next_[v] == of_.incident_.first(v + 1)) {
                        if (entered_[v] < 0) break;
                        const Number parent = of_.beyond(entered_[v], v);
                        low_[parent] = std::min(low_[parent], low_[v]);
                        v = parent;
                        continue;
                    }
                    const Number e = of_.incident_.number(next_[v]++);
                    if (!usable(e) || e == entered_[v]) continue;
                    const Number other = of_.beyond(e, v);
                    if (place_[other] >= 0) {
                        low_[v] = std::min(low_[v], place_[other]);
                        continue;
                    }
                    entered_[other] = e;
                    place_[other] = low_[other] = count;
                    order_[count++] = other;
                    next_[other] = of_.incident_.first(other);
                    v = other;
                }
            }
        }

        /// Keeps the biconnected components in which all of the loop may lie.
        bool one_block() {
            walk(false);
            Number blocks = 0, all_members = 0, all_through = 0;
            for (Number i = 0; i < of_.vertices_; ++i) {
                const Number v = order_[i];
                all_through += of_.through_[at(v)];
                into_[v] = -1;
                if (entered_[v] < 0) continue;
                const Number parent = of_.beyond(entered_[v], v);
                into_[v] = low_[v] >= place_[parent] ? blocks++ : into_[parent];
            }
            // By block: how many edges it has, how many of them are members, how many vertices to
            // visit it has, and the last of these.
            std::fill_n(edges_in_, blocks, 0);
            std::fill_n(members_in_, blocks, 0);
            std::fill_n(visits_in_, blocks, 0);
            std::fill_n(last_, blocks, -1);
            for (Number e = 0; e < of_.edges_; ++e) {
                if (state_[e] == outside) continue;
                const Number block = block_of(e);
                ++edges_in_[block];
                members_in_[block] += state_[e] == member;
                all_members += state_[e] == member;
            }
            for (Number v = 0; v < of_.vertices_; ++v) {
                if (!of_.through_[at(v)]) continue;
                for (const Number e : edges_at(v)) {
                    if (state_[e] == outside) continue;
                    const Number block = block_of(e);
                    visits_in_[block] += last_[block] != v;
                    last_[block] = v;
                }
            }
            bool some = false;
            for (Number e = 0; e < of_.edges_; ++e) {
                if (state_[e] == outside) continue;
                const Number block = block_of(e);
                if (edges_in_[block] > 1 && members_in_[block] == all_members &&
                    visits_in_[block] == all_through)
                    some = true;
                else if (!turn(e, outside))
                    return false;
            }
            return some;
        }
        Number block_of(Number e) const {
            const auto& [a, b] = of_.ends_[at(e)];
            return into_[place_[a] > place_[b] ? a : b];
        }

        /// Decides edges that are the only open ones in a cut, which a loop crosses an even number
        /// of times: the bridges of the graph of open edges.
        bool parity() {
            walk(true);
            std::fill_n(odd_, of_.vertices_, 0);
            for (Number e = 0; e < of_.edges_; ++e) {
                if (state_[e] != member) continue;
                odd_[of_.ends_[at(e)].first] ^= 1;
                odd_[of_.ends_[at(e)].second] ^= 1;
            }
            for (Number i = of_.vertices_ - 1; i >= 0; --i) {
                const Number v = order_[i], e = entered_[v];
                if (e < 0) {
                    if (odd_[v]) return false;
                    continue;
                }
                odd_[of_.beyond(e, v)] ^= odd_[v];
                if (low_[v] == place_[v]) turn(e, odd_[v] ? member : outside);
            }
            return true;
        }

        bool sure(Number v) const {
            return of_.through_[at(v)] ||
                   std::ranges::any_of(edges_at(v), [&](Number e) { return state_[e] == member; });
        }

        /// All edges between visited vertices are members.
        bool apart() {
            for (Number e = 0; e < of_.size_; ++e) {
                const auto& [a, b] = of_.ends_[at(e)];
                const bool one = sure(a), other = sure(b);
                if (one && other && !turn(e, member)) return false;
                if (one == other || state_[e] != outside) continue;
                const Number v = one ? b : a;
                for (const Number n : edges_at(v))
                    if (!turn(n, outside)) return false;
            }
            return true;
        }

        const LoopRule& of_;
        bool changed_ = false;
        Number *root_, *order_, *place_, *entered_, *low_, *into_, *next_, *odd_;
        Number *state_, *edges_in_, *members_in_, *visits_in_, *last_;
    };

    Number size_;
    Mask values_;
    bool touching_;
    std::vector<std::pair<int, int>> ends_;
    Number vertices_ = 0, edges_ = 0;
    std::vector<char> through_;
    std::vector<int> tips_;
    ByVertex incident_;
};

}  // namespace

PropagatorPtr make_loop(const Rule& rule) { return std::make_shared<const LoopRule>(rule); }

}  // namespace kernel
