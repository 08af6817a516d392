// Words that an automaton accepts, as a layered graph.
#include <algorithm>
#include <cstring>
#include <map>

#include "propagator.hpp"
#include "subsets.hpp"

namespace kernel {
namespace {

/// Sets of used values that the exact treatment of distinct letters may run through.
constexpr std::size_t most_sets = 150;
/// Words of memory that it may take.
constexpr std::size_t most_memory = std::size_t{1} << 16;

/// For each place of the word the states that lie on an accepted word, and the steps between
/// them; steps from one state to another are one edge with a mask of values.
class Graph {
public:
    struct Edge {
        std::uint32_t to;
        Mask label;
    };
    struct Layer {
        std::vector<std::uint32_t> start;  ///< by state, where its edges begin; one more at the end
        std::vector<Edge> edges;
    };

    Graph(const Rule& rule, const std::vector<Mask>& domains) {
        const std::size_t size = domains.size(), states = static_cast<std::size_t>(rule.states);
        std::vector<std::vector<char>> live(size + 1, std::vector<char>(states, 0));
        for (const int s : rule.start) live[0][static_cast<std::size_t>(s)] = 1;
        const auto steps = [&](std::size_t state, int value) -> const std::vector<int>& {
            return rule.steps[state * static_cast<std::size_t>(rule.word_values) +
                              static_cast<std::size_t>(value)];
        };
        const auto each = [&](std::size_t place, std::size_t state, auto&& visit) {
            for (Mask rest = domains[place]; rest; rest &= rest - 1)
                for (const int to : steps(state, low(rest)))
                    visit(low(rest), static_cast<std::size_t>(to));
        };
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t s = 0; s < states; ++s)
                if (live[i][s]) each(i, s, [&](int, std::size_t to) { live[i + 1][to] = 1; });
        std::vector<char> accept(states, 0);
        for (const int s : rule.accept) accept[static_cast<std::size_t>(s)] = 1;
        for (std::size_t s = 0; s < states; ++s) live[size][s] &= accept[s];
        for (std::size_t i = size; i-- > 0;)
            for (std::size_t s = 0; s < states; ++s) {
                if (!live[i][s]) continue;
                bool leads = false;
                each(i, s, [&](int, std::size_t to) { leads |= live[i + 1][to] != 0; });
                live[i][s] = leads;
            }
        number(live);
        layers.resize(size);
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t s = 0; s < states; ++s) {
                if (!live[i][s]) continue;
                std::map<std::uint32_t, Mask> found;
                each(i, s, [&](int value, std::size_t to) {
                    if (live[i + 1][to]) found[numbers_[i + 1][to]] |= bit(value);
                });
                layers[i].start.push_back(static_cast<std::uint32_t>(layers[i].edges.size()));
                for (const auto& [to, label] : found) layers[i].edges.push_back({to, label});
            }
        for (auto& layer : layers)
            layer.start.push_back(static_cast<std::uint32_t>(layer.edges.size()));
        numbers_.clear();
    }

    std::vector<Layer> layers;
    std::vector<std::size_t> widths;  ///< states of each layer; one more layer than places
    std::size_t widest = 0;           ///< in words

private:
    void number(const std::vector<std::vector<char>>& live) {
        for (const auto& layer : live) {
            auto& names = numbers_.emplace_back(layer.size(), 0);
            std::uint32_t next = 0;
            for (std::size_t s = 0; s < layer.size(); ++s)
                if (layer[s]) names[s] = next++;
            widths.push_back(next);
            widest = std::max<std::size_t>(widest, (next + 63) / 64);
        }
    }

    std::vector<std::vector<std::uint32_t>> numbers_;
};

/// Calls `visit` with every member of a bit set.
template <class Visit>
void each_bit(const Word* set, std::size_t words, Visit&& visit) {
    for (std::size_t w = 0; w < words; ++w)
        for (Word rest = set[w]; rest; rest &= rest - 1)
            visit(w * 64 + static_cast<std::size_t>(low(rest)));
}

bool has(const Word* set, std::size_t member) {
    return (set[member / 64] >> (member % 64)) & 1;
}
void add(Word* set, std::size_t member) { set[member / 64] |= Word{1} << (member % 64); }

/// Domain consistent: states that both ends reach are kept, and what leads from one to the next.
class WordRule : public Propagator {
public:
    WordRule(Graph graph, bool distinct) : graph_(std::move(graph)), distinct_(distinct) {
        for (const auto& layer : graph_.layers) {
            Mask values = 0;
            for (const auto& edge : layer.edges) values |= edge.label;
            allowed_.push_back(values);
            edges_ += layer.edges.size();
        }
        const std::size_t size = graph_.layers.size();
        if (distinct_)
            while (most_open_ < 12 && (size + 1) * (std::size_t{2} << most_open_) *
                                              graph_.widest <= most_memory)
                ++most_open_;
    }

    bool narrow(Mask* d, Word* scratch) const override {
        const std::size_t size = allowed_.size();
        if (graph_.widths[0] == 0) return false;
        for (std::size_t i = 0; i < size; ++i)
            if ((d[i] &= allowed_[i]) == 0) return false;
        if (!distinct_) return plain(d, scratch);
        if (!settle(d, size)) return false;
        Mask open = 0;
        int loose = 0;
        for (std::size_t i = 0; i < size; ++i)
            if (!single(d[i])) {
                open |= d[i];
                ++loose;
            }
        const int values = std::popcount(open);
        if (values < loose) return false;
        if (loose > 1 && values <= most_open_ && subsets(values, loose, most_sets + 1) <= most_sets)
            return exact(d, scratch, Numbering(open));
        return plain(d, scratch);
    }

    std::size_t scratch() const override {
        const std::size_t layers = (allowed_.size() + 1) * graph_.widest;
        return layers + (distinct_ ? layers << most_open_ : 0);
    }
    double cost() const override { return 2 * static_cast<double>(edges_) * (distinct_ ? 3 : 1); }
    bool settles() const override { return !distinct_; }

private:
    bool plain(Mask* d, Word* reached) const {
        const std::size_t size = allowed_.size(), wide = graph_.widest;
        std::fill_n(reached, (size + 1) * wide, Word{0});
        for (std::size_t s = 0; s < graph_.widths[0]; ++s) add(reached, s);
        for (std::size_t i = 0; i < size; ++i) {
            Word* after = reached + (i + 1) * wide;
            const Mask values = d[i];
            edges(i, reached + i * wide, [&](std::size_t, const Graph::Edge& edge) {
                if (edge.label & values) add(after, edge.to);
            });
        }
        for (std::size_t i = size; i-- > 0;) {
            Word* here = reached + i * wide;
            const Word* after = here + wide;
            Mask kept = 0;
            each_bit(here, wide, [&](std::size_t s) {
                Mask hits = 0;
                each_edge(i, s, [&](const Graph::Edge& edge) {
                    if (has(after, edge.to)) hits |= edge.label & d[i];
                });
                kept |= hits;
                if (!hits) here[s / 64] &= ~(Word{1} << (s % 64));
            });
            if (!(d[i] = kept)) return false;
        }
        return true;
    }

    template <class Visit>
    void each_edge(std::size_t place, std::size_t state, Visit&& visit) const {
        const auto& layer = graph_.layers[place];
        for (auto e = layer.start[state]; e < layer.start[state + 1]; ++e) visit(layer.edges[e]);
    }
    template <class Visit>
    void edges(std::size_t place, const Word* states, Visit&& visit) const {
        each_bit(states, graph_.widest, [&](std::size_t s) {
            each_edge(place, s, [&](const Graph::Edge& edge) { visit(s, edge); });
        });
    }

    /// By the sets of values that the open places so far have used: the states of each.
    bool exact(Mask* d, Word* memory, const Numbering& open) const {
        const std::size_t size = allowed_.size(), wide = graph_.widest;
        const auto at = [&](std::size_t place, Subset s) {
            return memory + ((place << open.size) + s) * wide;
        };
        std::fill_n(at(0, 0), wide, Word{0});
        for (std::size_t s = 0; s < graph_.widths[0]; ++s) add(at(0, 0), s);
        int before = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const bool fixed = single(d[i]);
            each_subset(open.size, before + !fixed,
                        [&](Subset s) { std::fill_n(at(i + 1, s), wide, Word{0}); });
            each_subset(open.size, before, [&](Subset used) {
                const Mask left = fixed ? d[i] : d[i] & ~open.widen(used);
                edges(i, at(i, used), [&](std::size_t, const Graph::Edge& edge) {
                    if (fixed) {
                        if (edge.label & left) add(at(i + 1, used), edge.to);
                        return;
                    }
                    for (Mask hits = edge.label & left; hits; hits &= hits - 1)
                        add(at(i + 1, used | Subset{1} << open.number[low(hits)]), edge.to);
                });
            });
            before += !fixed;
        }
        for (std::size_t i = size; i-- > 0;) {
            const bool fixed = single(d[i]);
            before -= !fixed;
            Mask kept = 0;
            each_subset(open.size, before, [&](Subset used) {
                Word* here = at(i, used);
                const Mask left = fixed ? d[i] : d[i] & ~open.widen(used);
                each_bit(here, wide, [&](std::size_t s) {
                    Mask found = 0;
                    each_edge(i, s, [&](const Graph::Edge& edge) {
                        for (Mask hits = edge.label & left; hits; hits &= hits - 1) {
                            const Subset next =
                                fixed ? used : used | Subset{1} << open.number[low(hits)];
                            if (has(at(i + 1, next), edge.to)) found |= hits & -hits;
                        }
                    });
                    kept |= found;
                    if (!found) here[s / 64] &= ~(Word{1} << (s % 64));
                });
            });
            if (!(d[i] = kept)) return false;
        }
        return true;
    }

    Graph graph_;
    bool distinct_;
    std::vector<Mask> allowed_;
    std::size_t edges_ = 0;
    int most_open_ = 0;
};

}  // namespace

PropagatorPtr make_word(const Rule& rule, const std::vector<Mask>& domains) {
    std::vector<Mask> known(domains);
    for (Mask& domain : known) domain &= first(static_cast<std::size_t>(rule.word_values));
    return std::make_shared<WordRule>(Graph(rule, known), rule.distinct);
}

}  // namespace kernel
