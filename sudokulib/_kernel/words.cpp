// Words that an automaton accepts, as a layered graph, or as a table where they are few.
#include <algorithm>
#include <map>
#include <span>

#include "families.hpp"
#include "propagator.hpp"
#include "sets.hpp"
#include "subsets.hpp"

namespace kernel {
namespace {

/// Open values up to which words of different letters are treated exactly: the eight machine words
/// of the widest family of sets have a bit for each subset of nine. 6 takes 338,384 nodes, 9 takes
/// 317,188 (`python tests/benchmarks/constants.py _kernel/words.cpp:most_open 6 9 --nodes
/// iss-half.jsonl --limit 10000`, 2026-11).
constexpr int most_open = 9;
/// Machine words that this may take: half a megabyte, a bound on memory and time.
constexpr std::size_t most_memory = std::size_t{1} << 16;

/// Variables, words and steps to find them up to which a word rule is a table of its words. Without
/// tables, the 174 strings of iss-half.jsonl that take up to 80 ms take longer: a search with at
/// most 5, 6, 7 and 8 variables takes 0.92, 0.89, 0.87 and 0.86 of that time (geometric mean), and
/// with its engine made first 0.95, 0.96, 0.94 and 0.94; with 9 variables that is 1.01, with 7 and
/// 2,048 words 0.95 (`Engine(problem)` and `Search.run`, best of seven and nine, 2026-11). Chaos
/// Construction: Sack Lunch (iss-254) takes 22 ms instead of 54, in 376 nodes instead of 1,025.
constexpr std::size_t most_listed = 7;
constexpr std::int64_t most_words = 1024, most_steps = 10000;
/// How many times a table has to be cheaper, by `cost`. Wendezäune (iss-136) takes 0.29 s with 0, 0.24
/// with 3 and 0.21 with 5, Sack Lunch 22, 22 and 50 ms, others the same (likewise).
constexpr double least_gain = 3;

/// For each place of the word the states that lie on an accepted word, and the steps between
/// them; steps from one state to another are one edge with a mask of values.
class Graph {
public:
    struct Edge {
        std::uint32_t to;
        Mask label;
    };
    /// What one value leads from one state to another.
    struct Step {
        std::uint32_t from, to;
    };
    struct Layer {
        std::vector<std::uint32_t> start;  ///< by state, where its edges begin; one more at the end
        std::vector<Edge> edges;
        std::vector<std::uint32_t> first;  ///< by value, its first step; one more at the end
        std::vector<Step> steps;
    };

    Graph(const Rule& rule, const std::vector<Mask>& domains) {
        const std::size_t size = domains.size();
        const auto names = static_cast<std::size_t>(rule.states);
        std::vector<std::vector<char>> live(size + 1, std::vector<char>(names, 0));
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
            for (std::size_t s = 0; s < names; ++s)
                if (live[i][s]) each(i, s, [&](int, std::size_t to) { live[i + 1][to] = 1; });
        std::vector<char> accept(names, 0);
        for (const int s : rule.accept) accept[static_cast<std::size_t>(s)] = 1;
        for (std::size_t s = 0; s < names; ++s) live[size][s] &= accept[s];
        for (std::size_t i = size; i-- > 0;)
            for (std::size_t s = 0; s < names; ++s) {
                if (!live[i][s]) continue;
                bool leads = false;
                each(i, s, [&](int, std::size_t to) { leads |= live[i + 1][to] != 0; });
                live[i][s] = leads;
            }
        number(live);
        layers.resize(size);
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t s = 0; s < names; ++s) {
                if (!live[i][s]) continue;
                std::map<std::uint32_t, Mask> found;
                each(i, s, [&](int value, std::size_t to) {
                    if (live[i + 1][to]) found[numbers_[i + 1][to]] |= bit(value);
                });
                layers[i].start.push_back(static_cast<std::uint32_t>(layers[i].edges.size()));
                for (const auto& [to, label] : found) layers[i].edges.push_back({to, label});
            }
        for (auto& layer : layers) {
            layer.start.push_back(static_cast<std::uint32_t>(layer.edges.size()));
            if (rule.distinct) list_steps(layer, static_cast<std::size_t>(rule.word_values));
        }
        numbers_.clear();
    }

    std::vector<Layer> layers;
    std::vector<std::size_t> widths;  ///< states of each layer; one more layer than places
    std::vector<std::size_t> offset;  ///< how many states the layers before have
    std::size_t states = 0;           ///< of all layers
    std::size_t most = 0;             ///< of one layer
    std::size_t widest = 0;           ///< the same, in words

private:
    static void list_steps(Layer& layer, std::size_t values) {
        for (std::size_t v = 0; v < values; ++v) {
            layer.first.push_back(static_cast<std::uint32_t>(layer.steps.size()));
            for (std::uint32_t s = 0; s + 1 < layer.start.size(); ++s)
                for (auto e = layer.start[s]; e < layer.start[s + 1]; ++e)
                    if (layer.edges[e].label >> v & 1) layer.steps.push_back({s, layer.edges[e].to});
        }
        layer.first.push_back(static_cast<std::uint32_t>(layer.steps.size()));
    }

    void number(const std::vector<std::vector<char>>& live) {
        for (const auto& layer : live) {
            auto& names = numbers_.emplace_back(layer.size(), 0);
            std::uint32_t next = 0;
            for (std::size_t s = 0; s < layer.size(); ++s)
                if (layer[s]) names[s] = next++;
            widths.push_back(next);
            offset.push_back(states);
            states += next;
            most = std::max<std::size_t>(most, next);
            widest = (most + 63) / 64;
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
        if (loose < 2 || values > most_open) return plain(d, scratch);
        const std::size_t wide = values <= 6 ? 1 : std::size_t{1} << (values - 6);
        if (families() * wide > most_memory) return plain(d, scratch);
        const Numbering numbers(open);
        switch (wide) {
            case 1: return exact<1>(d, scratch, numbers);
            case 2: return exact<2>(d, scratch, numbers);
            case 4: return exact<4>(d, scratch, numbers);
            default: return exact<8>(d, scratch, numbers);
        }
    }

    std::size_t scratch() const override {
        const std::size_t layers = (allowed_.size() + 1) * graph_.widest;
        return distinct_ ? std::max(layers, std::min(8 * families(), most_memory)) : layers;
    }
    double cost() const override { return static_cast<double>(edges_) * (distinct_ ? 20 : 2); }
    bool settles() const override { return !distinct_; }
    const Graph& graph() const { return graph_; }

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

    /// Families that `exact` keeps: one for each state, and those of two layers on the way back.
    std::size_t families() const { return graph_.states + 2 * graph_.most; }

    /// For each state the families of values that the open places before it may have used.
    template <std::size_t N>
    bool exact(Mask* d, Word* memory, const Numbering& open) const {
        const std::size_t size = allowed_.size();
        auto* families = reinterpret_cast<Family<N>*>(memory);
        std::fill_n(families, graph_.states, Family<N>{});
        for (std::size_t s = 0; s < graph_.widths[0]; ++s) families[s].words[0] = 1;
        for (std::size_t i = 0; i < size; ++i) {
            const Family<N>* here = families + graph_.offset[i];
            Family<N>* after = families + graph_.offset[i + 1];
            const bool fixed = single(d[i]);
            each_value(i, d[i], [&](int value, const auto& steps) {
                if (fixed)
                    for (const auto [from, to] : steps) after[to] |= here[from];
                else
                    for (const auto [from, to] : steps)
                        after[to] |= here[from].with(open.number[value]);
            });
        }
        Family<N>* live = families + graph_.states;
        Family<N>* before = live + graph_.most;
        std::copy_n(families + graph_.offset[size], graph_.widths[size], live);
        for (std::size_t i = size; i-- > 0; std::swap(live, before))
            if (!leave(i, d[i], families + graph_.offset[i], before, live, open)) return false;
        return true;
    }

    /// Finds those of the families `here` that lead into those `after`, and the values that do.
    template <std::size_t N>
    bool leave(std::size_t place, Mask& domain, const Family<N>* here, Family<N>* live,
               const Family<N>* after, const Numbering& open) const {
        const bool fixed = single(domain);
        Mask kept = 0;
        std::fill_n(live, graph_.widths[place], Family<N>{});
        each_value(place, domain, [&](int value, const auto& steps) {
            Family<N> all;
            const auto take = [&](std::uint32_t from, const Family<N>& before) {
                const Family<N> found = before & here[from];
                live[from] |= found;
                all |= found;
            };
            if (fixed)
                for (const auto [from, to] : steps) take(from, after[to]);
            else
                for (const auto [from, to] : steps)
                    take(from, after[to].without(open.number[value]));
            if (all.any()) kept |= bit(value);
        });
        return (domain = kept) != 0;
    }

    /// Calls `visit` with some values and their steps at a place.
    template <class Visit>
    void each_value(std::size_t place, Mask values, Visit&& visit) const {
        const auto& layer = graph_.layers[place];
        for (; values; values &= values - 1) {
            const auto v = static_cast<std::size_t>(low(values));
            visit(low(values), std::span(layer.steps.data() + layer.first[v],
                                         layer.steps.data() + layer.first[v + 1]));
        }
    }

    Graph graph_;
    bool distinct_;
    std::vector<Mask> allowed_;
    std::size_t edges_ = 0;
};

/// Lists words depth first, along a graph that has no dead end but for equal values.
class Words {
public:
    /// `distinct`: whether all values of a word differ.
    Words(const Graph& graph, bool distinct, const std::vector<Word>& differ,
          std::vector<std::uint8_t> before, Tuples& found, WordLimits& left)
        : graph_(graph), differ_(differ), before_(before.size()), tuple_(std::move(before)),
          found_(found), left_(left) {
        tuple_.resize(before_ + graph.layers.size());
        for (std::size_t i = 0; distinct && i < differ_.size(); ++i) differ_[i] = first(i);
    }

    /// Adds all words; false if there are too many.
    bool add_all() {
        for (std::uint32_t s = 0; s < graph_.widths[0]; ++s)
            if (!add(0, s)) return false;
        return true;
    }

private:
    /// Adds those from a state at a place on.
    bool add(std::size_t place, std::uint32_t state) {
        const std::uint8_t* word = tuple_.data() + before_;
        if (place == graph_.layers.size()) {
            found_.add(tuple_.data());
            return left_.words-- > 0;
        }
        const auto& layer = graph_.layers[place];
        for (auto e = layer.start[state]; e < layer.start[state + 1]; ++e)
            for (Mask rest = layer.edges[e].label; rest; rest &= rest - 1) {
                if (left_.steps-- == 0) return false;
                const auto value = static_cast<std::uint8_t>(low(rest));
                bool used = false;
                for (Word others = differ_[place]; others; others &= others - 1)
                    used |= word[low(others)] == value;
                tuple_[before_ + place] = value;
                if (!used && !add(place + 1, layer.edges[e].to)) return false;
            }
        return true;
    }

    const Graph& graph_;
    std::vector<Word> differ_;
    std::size_t before_;
    std::vector<std::uint8_t> tuple_;
    Tuples& found_;
    WordLimits& left_;
};

/// What a word may hold at each place.
std::vector<Mask> read_by(const Rule& rule, std::vector<Mask> domains) {
    for (Mask& domain : domains) domain &= first(static_cast<std::size_t>(rule.word_values));
    return domains;
}

}  // namespace

bool add_words(const Rule& rule, const std::vector<Mask>& domains, const std::vector<Word>& differ,
               std::vector<std::uint8_t> before, Tuples& found, WordLimits& left) {
    const Graph graph(rule, read_by(rule, domains));
    return Words(graph, rule.distinct, differ, std::move(before), found, left).add_all();
}

PropagatorPtr make_word(const Rule& rule, const std::vector<Mask>& domains,
                        const std::vector<Word>& differ) {
    auto word = std::make_shared<WordRule>(Graph(rule, read_by(rule, domains)), rule.distinct);
    if (domains.size() > most_listed) return word;
    Tuples words(domains.size());
    WordLimits left{most_words, most_steps};
    if (!Words(word->graph(), rule.distinct, differ, {}, words, left).add_all()) return word;
    PropagatorPtr table = make_table(words);
    return least_gain * table->cost() <= word->cost() ? table : word;
}

}  // namespace kernel
