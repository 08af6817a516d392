// The network of compiled rules: what runs when which domains have changed.
#include "rules.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "propagator.hpp"

namespace kernel {
namespace {

/// How much more each conflict counts than the one before.
constexpr double decay = 1.02;
/// Where the weights are scaled down.
constexpr double heavy = 1e100;
/// Bits of a mask that one table of images is indexed by.
constexpr int chunk = 10;

/// What the values of one variable leave another one in a relation of two.
class Images {
public:
    Images(const std::vector<Mask>& partners, int values) : chunks_((values + chunk - 1) / chunk) {
        const int width = std::min(values, chunk);
        size_ = std::size_t{1} << width;
        of_.assign(size_ * static_cast<std::size_t>(chunks_), 0);
        for (int c = 0; c < chunks_; ++c)
            for (std::size_t s = 1; s < size_; ++s) {
                const int value = c * chunk + low(s);
                const Mask more = value < values ? partners[static_cast<std::size_t>(value)] : 0;
                const std::size_t base = static_cast<std::size_t>(c) * size_;
                of_[base + s] = of_[base + (s & (s - 1))] | more;
            }
    }
    Mask operator()(Mask domain) const {
        Mask image = of_[domain & (size_ - 1)];
        for (int c = 1; c < chunks_; ++c)
            image |= of_[static_cast<std::size_t>(c) * size_ +
                         ((domain >> (c * chunk)) & (size_ - 1))];
        return image;
    }

private:
    int chunks_;
    std::size_t size_;
    std::vector<Mask> of_;
};

/// The values of `to` follow from those of another variable.
struct Arc {
    int to;
    const Images* images;
};

struct Entry {
    PropagatorPtr what;
    std::vector<int> variables;
    bool derived;
};

/// Lists of numbers by a number, in one array.
class Lists {
public:
    explicit Lists(const std::vector<std::vector<int>>& lists) {
        for (const auto& list : lists) {
            start_.push_back(static_cast<int>(items_.size()));
            items_.insert(items_.end(), list.begin(), list.end());
        }
        start_.push_back(static_cast<int>(items_.size()));
    }
    const int* begin(int number) const {
        return items_.data() + start_[static_cast<std::size_t>(number)];
    }
    const int* end(int number) const { return begin(number + 1); }

private:
    std::vector<int> start_, items_;
};

class Network : public Rules {
public:
    explicit Network(const Problem& problem);

    std::unique_ptr<RuleWork> work() const override;
    const std::vector<std::vector<int>>& links() const override { return links_; }

    int cells, variables;
    bool possible = true;
    std::vector<Mask> domains;  ///< with what rules of one variable leave
    std::vector<Arc> arcs;
    std::vector<int> arc_start;  ///< by variable, where its arcs begin; one more at the end
    std::vector<Entry> entries;  ///< cheap ones first, derived ones last
    std::unique_ptr<Lists> touching;  ///< by variable the entries that read it
    std::vector<std::vector<int>> hidden;  ///< hidden variables that hang together
    std::vector<double> weights;           ///< to begin with
    std::size_t scratch = 0, widest = 0;

private:
    using Relation = std::vector<Mask>;
    using Key = std::vector<std::int64_t>;

    PropagatorPtr compile(const Rule& rule);
    PropagatorPtr compile_new(const Rule& rule, const std::vector<Mask>& known);
    Rule informed(const Rule& rule) const;
    PropagatorPtr listed(const Rule& rule, const std::vector<Mask>& known);
    const std::pair<Relation, Relation>& relations(const PropagatorPtr& what, Mask one,
                                                   Mask other, bool differ);
    void place(const Rule& rule);
    void unary(int variable, const Propagator& what);
    void binary(int one, int other, const PropagatorPtr& what);
    void connect();
    void link(const Problem& problem);
    const Images* images(const Relation& partners, int values);
    bool peers(int one, int other) const {
        return one < cells && other < cells &&
               std::binary_search(peers_[static_cast<std::size_t>(one)].begin(),
                                  peers_[static_cast<std::size_t>(one)].end(), other);
    }

    std::vector<std::vector<int>> links_;
    std::vector<std::vector<int>> peers_;
    std::map<Key, PropagatorPtr> compiled_;  ///< by what a rule says, whatever it reads
    std::map<std::tuple<const Propagator*, Mask, Mask, bool>, std::pair<Relation, Relation>>
        both_ways_;
    SumMemory sums_;
    std::map<std::pair<int, int>, Relation> relations_;
    std::map<std::pair<Relation, int>, std::unique_ptr<const Images>> images_;
    std::vector<Word> memory_;
};

void check(const Rule& rule, const std::vector<int>& places) {
    if (rule.type == Rule::Type::when && rule.variables.empty())
        throw BadStream("a case reads its selector");
    if (rule.type == Rule::Type::when && rule.variables[0] != rule.selector)
        throw BadStream("the selector of a case comes first");
    for (const int place : places)
        if (place < 0) throw BadStream("a rule within a rule reads a variable that it does not");
}

std::vector<int> places_of(const Rule& inner, const Rule& outer) {
    std::vector<int> places;
    for (const int v : inner.variables) {
        const auto it = std::find(outer.variables.begin(), outer.variables.end(), v);
        places.push_back(it == outer.variables.end()
                             ? -1
                             : static_cast<int>(it - outer.variables.begin()));
    }
    return places;
}

/// What a rule says, but for the variables that it reads.
void describe(const Rule& rule, std::vector<std::int64_t>& key) {
    const auto list = [&](const auto& numbers) {
        key.push_back(static_cast<std::int64_t>(numbers.size()));
        key.insert(key.end(), numbers.begin(), numbers.end());
    };
    const auto lists = [&](const auto& several) {
        key.push_back(static_cast<std::int64_t>(several.size()));
        for (const auto& numbers : several) list(numbers);
    };
    key.push_back(static_cast<std::int64_t>(rule.type));
    lists(rule.weights);
    list(rule.totals);
    lists(rule.parts);
    key.push_back(rule.states);
    list(rule.start);
    list(rule.accept);
    lists(rule.steps);
    key.push_back(rule.word_values);
    key.push_back(rule.distinct);
    lists(rule.tuples);
    key.push_back(rule.chosen);
    if (!rule.then) return;
    list(places_of(*rule.then, rule));
    describe(*rule.then, key);
}

PropagatorPtr Network::compile(const Rule& rule) {
    std::vector<Mask> known;
    Key key;
    for (const int v : rule.variables) {
        known.push_back(domains[static_cast<std::size_t>(v)]);
        key.push_back(static_cast<std::int64_t>(known.back()));
        for (const int other : rule.variables) key.push_back(peers(v, other));
    }
    describe(rule, key);
    auto& found = compiled_[key];
    if (!found) found = compile_new(rule, known);
    return found;
}

/// A rule within a case, told which of its variables differ anyway.
Rule Network::informed(const Rule& rule) const {
    Rule told = rule;
    std::vector<std::vector<int>> parts;
    for (std::size_t i = 0; i < rule.variables.size(); ++i) {
        const auto differs = [&](int j) {
            return peers(rule.variables[i], rule.variables[static_cast<std::size_t>(j)]);
        };
        const auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& others) {
            return std::all_of(others.begin(), others.end(), differs);
        });
        if (part == parts.end())
            parts.push_back({static_cast<int>(i)});
        else
            part->push_back(static_cast<int>(i));
    }
    if (rule.type == Rule::Type::word && parts.size() == 1) told.distinct = true;
    const bool plain = rule.parts.size() == rule.variables.size();  // none is known to differ
    if (rule.type == Rule::Type::sum && plain) told.parts = std::move(parts);
    return told;
}

PropagatorPtr Network::compile_new(const Rule& rule, const std::vector<Mask>& known) {
    switch (rule.type) {
        case Rule::Type::different: return make_different(known.size());
        case Rule::Type::sum: return make_sum(rule, known, sums_);
        case Rule::Type::word: return make_word(rule, known);
        case Rule::Type::table: return listed(rule, known);
        case Rule::Type::when: {
            const auto places = places_of(*rule.then, rule);
            check(rule, places);
            return make_case(rule.chosen, places, compile(informed(*rule.then)));
        }
    }
    throw BadStream("a rule of an unknown type");
}

PropagatorPtr Network::listed(const Rule& rule, const std::vector<Mask>& known) {
    Tuples kept(known.size());
    std::vector<std::uint8_t> values(known.size());
    for (const auto& tuple : rule.tuples) {
        bool fits = true;
        for (std::size_t i = 0; i < tuple.size(); ++i) {
            values[i] = static_cast<std::uint8_t>(tuple[i]);
            fits &= (known[i] >> tuple[i] & 1) != 0;
            for (std::size_t j = 0; j < i; ++j)
                fits &= tuple[i] != tuple[j] || !peers(rule.variables[i], rule.variables[j]);
        }
        if (fits) kept.add(values.data());
    }
    return make_table(kept);
}

Network::Network(const Problem& problem)
    : cells(problem.cells), variables(problem.variables), domains(problem.domains),
      peers_(problem.peers) {
    if (problem.words != 1) throw BadStream("rules are on at most 64 values");
    for (auto& near : peers_) std::sort(near.begin(), near.end());
    // Rules of one variable first: they make the others smaller.
    for (const bool small : {true, false})
        for (const Rule& rule : problem.rules)
            if ((rule.variables.size() < 2) == small) place(rule);
    connect();
    link(problem);
}

void Network::place(const Rule& rule) {
    PropagatorPtr what = compile(rule);
    memory_.resize(std::max(memory_.size(), what->scratch()));
    if (rule.variables.empty()) {
        possible &= what->narrow(nullptr, memory_.data());
    } else if (rule.variables.size() == 1) {
        unary(rule.variables[0], *what);
    } else if (rule.variables.size() == 2) {
        binary(rule.variables[0], rule.variables[1], what);
    } else {
        entries.push_back({std::move(what), rule.variables, rule.derived});
    }
}

void Network::unary(int variable, const Propagator& what) {
    Mask& domain = domains[static_cast<std::size_t>(variable)];
    for (Mask rest = domain; rest; rest &= rest - 1) {
        Mask one = rest & -rest;
        if (!what.narrow(&one, memory_.data())) domain &= ~(rest & -rest);
    }
}

void Network::binary(int one, int other, const PropagatorPtr& what) {
    const auto& [there, back] =
        relations(what, domains[static_cast<std::size_t>(one)],
                  domains[static_cast<std::size_t>(other)], peers(one, other));
    for (const auto& [from, to, relation] :
         {std::tuple(one, other, &there), std::tuple(other, one, &back)}) {
        const auto [it, fresh] = relations_.try_emplace({from, to}, *relation);
        if (!fresh)
            for (std::size_t v = 0; v < 64; ++v) it->second[v] &= (*relation)[v];
    }
}

const std::pair<Network::Relation, Network::Relation>& Network::relations(
    const PropagatorPtr& what, Mask one, Mask other, bool differ) {
    auto& found = both_ways_[{what.get(), one, other, differ}];
    if (!found.first.empty()) return found;
    found = {Relation(64, 0), Relation(64, 0)};
    for (Mask a = one; a; a &= a - 1)
        for (Mask b = other; b; b &= b - 1) {
            Mask pair[2] = {a & -a, b & -b};
            if ((differ && pair[0] == pair[1]) || !what->narrow(pair, memory_.data())) continue;
            found.first[static_cast<std::size_t>(low(a))] |= b & -b;
            found.second[static_cast<std::size_t>(low(b))] |= a & -a;
        }
    return found;
}

const Images* Network::images(const Relation& partners, int values) {
    auto& found = images_[{partners, values}];
    if (!found) found = std::make_unique<const Images>(partners, values);
    return found.get();
}

void Network::connect() {
    const auto count = static_cast<std::size_t>(variables);
    std::vector<std::vector<Arc>> out(count);
    for (const auto& [pair, relation] : relations_) {
        const Mask domain = domains[static_cast<std::size_t>(pair.first)];
        const int values = 64 - std::countl_zero(domain | 1);
        out[static_cast<std::size_t>(pair.first)].push_back(
            {pair.second, images(relation, values)});
    }
    relations_.clear();
    both_ways_.clear();
    compiled_.clear();
    sums_.clear();
    for (const auto& list : out) {
        arc_start.push_back(static_cast<int>(arcs.size()));
        arcs.insert(arcs.end(), list.begin(), list.end());
    }
    arc_start.push_back(static_cast<int>(arcs.size()));
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
        return std::pair(one.derived, one.what->cost()) <
               std::pair(other.derived, other.what->cost());
    });
    std::vector<std::vector<int>> readers(count);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        for (const int v : entries[e].variables)
            readers[static_cast<std::size_t>(v)].push_back(static_cast<int>(e));
        scratch = std::max(scratch, entries[e].what->scratch());
        widest = std::max(widest, entries[e].variables.size());
    }
    touching = std::make_unique<Lists>(readers);
}

/// Sets `links_`, `hidden` and the first weights.
void Network::link(const Problem& problem) {
    weights.assign(static_cast<std::size_t>(variables), 1.0);
    std::vector<int> parent(static_cast<std::size_t>(variables));
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int v) {
        while (parent[static_cast<std::size_t>(v)] != v)
            v = parent[static_cast<std::size_t>(v)] =
                parent[static_cast<std::size_t>(parent[static_cast<std::size_t>(v)])];
        return v;
    };
    std::map<int, std::vector<int>> by_hidden;
    for (const Rule& rule : problem.rules) {
        for (const int v : rule.variables) weights[static_cast<std::size_t>(v)] += 1;
        int last = -1;
        for (const int v : rule.variables) {
            if (v < cells) continue;
            if (last >= 0) parent[static_cast<std::size_t>(root(v))] = root(last);
            last = v;
        }
    }
    for (const Rule& rule : problem.rules) {
        if (rule.derived) continue;
        std::vector<int> own;
        int some = -1;
        for (const int v : rule.variables)
            if (v < cells)
                own.push_back(v);
            else
                some = v;
        if (some < 0) {
            links_.push_back(std::move(own));
            continue;
        }
        auto& together = by_hidden[root(some)];
        together.insert(together.end(), own.begin(), own.end());
    }
    for (auto& [name, together] : by_hidden) {
        std::sort(together.begin(), together.end());
        together.erase(std::unique(together.begin(), together.end()), together.end());
        links_.push_back(together);
    }
    std::map<int, std::vector<int>> groups;
    for (int v = cells; v < variables; ++v) groups[root(v)].push_back(v);
    for (auto& [name, group] : groups) hidden.push_back(std::move(group));
}

/// What one run of a rule gave.
struct Past {
    static constexpr std::size_t most = 8;
    int rule = -1;
    bool fits = false;
    Mask before[most], after[most];
};

class Work : public RuleWork {
public:
    explicit Work(const Network& network)
        : net_(network), weights_(network.weights), memory_(network.scratch),
          own_(network.widest), dirty_(network.entries.size() / 64 + 1, 0),
          waiting_(static_cast<std::size_t>(network.variables), 0) {
        stack_.reserve(static_cast<std::size_t>(network.variables));
    }

    bool propagate(Mask* domains, const std::vector<int>& changed, bool all,
                   std::vector<int>& narrowed) override {
        narrowed_ = &narrowed;
        if (all && !begin(domains)) return false;
        if (!all)
            for (const int v : changed) touch(v);
        return run(domains);
    }

    bool completes(const Mask* domains) override {
        if (net_.hidden.empty()) return true;
        std::vector<int> ignored;
        narrowed_ = &ignored;
        blames_ = false;
        std::vector<Mask> now(domains, domains + net_.variables);
        bool fits = true;
        for (std::size_t g = 0; fits && g < net_.hidden.size(); ++g)
            fits = fill(now, net_.hidden[g]);
        blames_ = true;
        return fits;
    }

    void reset() override {
        weights_ = net_.weights;
        step_ = 1;
    }

    const std::vector<double>& weights() const override { return weights_; }

private:
    static constexpr std::size_t remembered_variables = Past::most;
    static constexpr int remembered_bits = 13;
    static constexpr std::size_t remembered = std::size_t{1} << remembered_bits;
    static constexpr double worth_remembering = 50;  ///< steps of a rule
    static constexpr std::uint64_t patience = 500;   ///< runs before anything is remembered

    bool begin(Mask* domains) {
        if (!net_.possible) return false;
        for (int v = 0; v < net_.variables; ++v) {
            const Mask before = domains[v];
            domains[v] &= net_.domains[static_cast<std::size_t>(v)];
            if (!domains[v]) {
                clear();
                return false;
            }
            if (domains[v] != before && v < net_.cells) narrowed_->push_back(v);
            wait(v);
        }
        for (std::size_t e = 0; e < net_.entries.size(); ++e) mark(static_cast<int>(e));
        return true;
    }

    void mark(int entry) { dirty_[static_cast<std::size_t>(entry) / 64] |= bit(entry % 64); }

    void wait(int v) {
        const auto at = static_cast<std::size_t>(v);
        if (waiting_[at] || net_.arc_start[at] == net_.arc_start[at + 1]) return;
        waiting_[at] = 1;
        stack_.push_back(v);
    }

    void touch(int v) {
        wait(v);
        for (const int* e = net_.touching->begin(v); e != net_.touching->end(v); ++e) mark(*e);
    }

    void clear() {
        for (const int v : stack_) waiting_[static_cast<std::size_t>(v)] = 0;
        stack_.clear();
        std::fill(dirty_.begin(), dirty_.end(), Word{0});
    }

    bool run(Mask* domains) {
        while (true) {
            if (!follow(domains)) return false;
            std::size_t w = 0;
            while (w < dirty_.size() && !dirty_[w]) ++w;
            if (w == dirty_.size()) return true;
            const int entry = static_cast<int>(w * 64) + low(dirty_[w]);
            dirty_[w] &= dirty_[w] - 1;
            if (!look(entry, domains)) return false;
        }
    }

    /// The relations of two.
    bool follow(Mask* domains) {
        while (!stack_.empty()) {
            const int v = stack_.back();
            stack_.pop_back();
            waiting_[static_cast<std::size_t>(v)] = 0;
            const Mask domain = domains[v];
            const Arc* end = &net_.arcs[0] + net_.arc_start[static_cast<std::size_t>(v) + 1];
            for (const Arc* arc = &net_.arcs[0] + net_.arc_start[static_cast<std::size_t>(v)];
                 arc != end; ++arc) {
                const Mask now = domains[arc->to] & (*arc->images)(domain);
                if (now == domains[arc->to]) continue;
                if (!now) {
                    const int both[2] = {v, arc->to};
                    fail(both, 2);
                    return false;
                }
                domains[arc->to] = now;
                if (arc->to < net_.cells) narrowed_->push_back(arc->to);
                touch(arc->to);
            }
        }
        return true;
    }

    bool look(int number, Mask* domains) {
        const Entry& entry = net_.entries[static_cast<std::size_t>(number)];
        const std::size_t size = entry.variables.size();
        const int* variables = entry.variables.data();
        for (std::size_t i = 0; i < size; ++i) own_[i] = domains[variables[i]];
        if (!narrow(number, entry)) {
            fail(variables, size);
            return false;
        }
        bool changed = false;
        for (std::size_t i = 0; i < size; ++i) {
            const int v = variables[i];
            const Mask now = own_[i] & domains[v];
            if (now == domains[v]) continue;
            if (!now) {  // a variable that the rule reads twice
                fail(variables, size);
                return false;
            }
            domains[v] = now;
            changed = true;
            if (v < net_.cells) narrowed_->push_back(v);
            touch(v);
        }
        if (changed && entry.what->settles())
            dirty_[static_cast<std::size_t>(number) / 64] &= ~bit(number % 64);
        return true;
    }

    /// Narrows `own_` by a rule, or as it was narrowed before from the same domains.
    bool narrow(int number, const Entry& entry) {
        const std::size_t size = entry.variables.size();
        if (size > remembered_variables || entry.what->cost() < worth_remembering ||
            ++looks_ < patience)
            return entry.what->narrow(own_.data(), memory_.data());
        if (past_.empty()) past_.resize(remembered);
        std::uint64_t hash = static_cast<std::uint64_t>(number);
        for (std::size_t i = 0; i < size; ++i)
            hash = (hash ^ own_[i] ^ hash >> 29) * 0x9e3779b97f4a7c15;
        Past& past = past_[hash >> (64 - remembered_bits)];
        if (past.rule != number || !std::equal(past.before, past.before + size, own_.data())) {
            past.rule = number;
            std::copy_n(own_.data(), size, past.before);
            past.fits = entry.what->narrow(own_.data(), memory_.data());
            std::copy_n(own_.data(), size, past.after);
        } else {
            std::copy_n(past.after, size, own_.data());
        }
        return past.fits;
    }

    void fail(const int* variables, std::size_t size) {
        clear();
        if (!blames_) return;
        for (std::size_t i = 0; i < size; ++i)
            weights_[static_cast<std::size_t>(variables[i])] += step_;
        step_ *= decay;
        if (step_ > heavy) {
            for (double& weight : weights_) weight /= heavy;
            step_ = 1;
        }
    }

    /// Whether some values of hidden variables that hang together fit; keeps them in `domains`.
    bool fill(std::vector<Mask>& domains, const std::vector<int>& group) {
        const auto open = std::find_if(group.begin(), group.end(), [&](int v) {
            return !single(domains[static_cast<std::size_t>(v)]);
        });
        if (open == group.end()) return true;
        const auto at = static_cast<std::size_t>(*open);
        const std::vector<int> changed{*open};
        for (Mask rest = domains[at]; rest; rest &= rest - 1) {
            std::vector<Mask> trial(domains);
            trial[at] = rest & -rest;
            if (propagate_from(trial.data(), changed) && fill(trial, group)) {
                domains = std::move(trial);
                return true;
            }
        }
        return false;
    }

    bool propagate_from(Mask* domains, const std::vector<int>& changed) {
        narrowed_->clear();
        for (const int v : changed) touch(v);
        return run(domains);
    }

    const Network& net_;
    std::vector<double> weights_;
    std::vector<Past> past_;  ///< by what they were asked
    std::uint64_t looks_ = 0;
    double step_ = 1;
    bool blames_ = true;
    std::vector<Word> memory_;
    std::vector<Mask> own_;
    std::vector<Word> dirty_;
    std::vector<char> waiting_;
    std::vector<int> stack_;
    std::vector<int>* narrowed_ = nullptr;
};

std::unique_ptr<RuleWork> Network::work() const { return std::make_unique<Work>(*this); }

}  // namespace

std::unique_ptr<const Rules> make_rules(const Problem& problem) {
    if (problem.rules.empty()) return nullptr;
    return std::make_unique<const Network>(problem);
}

}  // namespace kernel
