// The propagation of rules whose domains have changed.
#include "rules.hpp"

#include <algorithm>

#include "blame.hpp"
#include "network.hpp"

namespace kernel {
namespace {

class Work : public RuleWork {
public:
    explicit Work(const Network& network)
        : net_(network), memory_(network.scratch),
          own_(network.widest), required_(network.widest), dirty_(network.entries.size() / 64 + 1, 0),
          waiting_(static_cast<std::size_t>(network.variables), 0) {
        weights_.reset(network.weights);
        stack_.reserve(static_cast<std::size_t>(network.variables));
    }

    bool propagate(Mask* domains, const std::vector<int>& changed, bool all,
                   std::vector<int>& narrowed) override {
        narrowed_ = &narrowed;
        paused_at_ = none;
        if (all && !begin(domains)) return false;
        if (!all)
            for (const int v : changed) touch(v);
        return run(domains);
    }

    bool pending() const override { return paused_at_ != none; }

    void abandon() override {
        if (!pending()) return;
        const auto& variables = net_.entries[static_cast<std::size_t>(paused_at_)].variables;
        blame(variables.data(), variables.size(), of_last_rule);
        paused_at_ = none;
        clear();
    }

    bool completes(const Mask* domains) override {
        if (net_.hidden.empty()) return true;
        std::vector<int> ignored;
        narrowed_ = &ignored;
        completing_ = true;
        std::vector<Mask> now(domains, domains + net_.variables);
        bool fits = true;
        for (std::size_t g = 0; fits && g < net_.hidden.size(); ++g)
            fits = fill(now, net_.hidden[g]);
        completing_ = false;
        return fits;
    }

    void reset() override {
        weights_.reset(net_.weights);
    }

    const std::vector<double>& weights() const override { return weights_.all(); }
    const std::vector<Choice>& choices() const override { return net_.choices; }
    const std::vector<Border>& borders() const override { return net_.borders; }

private:
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
        const Readers* end = net_.readers.data() + net_.reader_start[static_cast<std::size_t>(v) + 1];
        for (const Readers* r = net_.readers.data() + net_.reader_start[static_cast<std::size_t>(v)];
             r != end; ++r)
            dirty_[r->word] |= r->entries;
    }

    void clear() {
        for (const int v : stack_) waiting_[static_cast<std::size_t>(v)] = 0;
        stack_.clear();
        std::fill(dirty_.begin(), dirty_.end(), Word{0});
    }

    /// Runs the rules that are marked, the cheapest first, until none is, or a cell was fixed.
    ///
    /// Most runs of a rule find nothing, and half of these come before the houses have taken the
    /// value of a fixed cell from its peers, so that the rule runs again afterwards. The 22 killers of
    /// Tarek in iss-half.jsonl take 12.2 µs a node with the pause and 19.1 without, all its 43 killers
    /// up to 10,000 nodes each 1.25 and 1.74 s, its other puzzles 5.95 and 6.26 s (`solve(text,
    /// strategies=(), nodes=10000)`, in turn, 2026-11).
    bool run(Mask* domains) {
        int entry = none;
        fixed_ = false;
        while (true) {
            if (!follow(domains)) return false;
            std::size_t w = 0;
            while (w < dirty_.size() && !dirty_[w]) ++w;
            if (w == dirty_.size()) return true;
            if (fixed_) {
                paused_at_ = entry;
                return true;
            }
            entry = static_cast<int>(w * 64) + low(dirty_[w]);
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
            const Arcs* end = &net_.arcs[0] + net_.arc_start[static_cast<std::size_t>(v) + 1];
            for (const Arcs* arcs = &net_.arcs[0] + net_.arc_start[static_cast<std::size_t>(v)];
                 arcs != end; ++arcs) {
                const Mask image = (*arcs->images)(domain);
                if ((arcs->reach & ~image) && !keep(v, *arcs, image, domains)) return false;
            }
        }
        return true;
    }

    /// Takes all but an image of the domain of v from the variables of arcs.
    bool keep(int v, const Arcs& arcs, Mask image, Mask* domains) {
        for (int i = arcs.begin; i < arcs.end; ++i) {
            const int to = net_.targets[static_cast<std::size_t>(i)];
            const Mask now = domains[to] & image;
            if (now == domains[to]) continue;
            if (!now) {
                const int both[2] = {v, to};
                fail(both, 2);
                return false;
            }
            domains[to] = now;
            if (to < net_.cells) narrowed_->push_back(to);
            touch(to);
        }
        return true;
    }

    bool look(int number, Mask* domains) {
        const Entry& entry = net_.entries[static_cast<std::size_t>(number)];
        const std::size_t size = entry.variables.size();
        const int* variables = entry.variables.data();
        for (std::size_t i = 0; i < size; ++i) own_[i] = domains[variables[i]];
        if (!narrow(entry)) {
            blamed_.clear();
            if (!entry.what->blamed(memory_.data(), blamed_)) fail(variables, size);
            else {
                for (int& place : blamed_) place = variables[place];
                fail(blamed_.data(), blamed_.size());
            }
            return false;
        }
        bool changed = false;
        if (!entry.groups.empty() && !spread_required(entry, domains)) {
            fail(variables, size);
            return false;
        }
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
            if (v < net_.cells) {
                narrowed_->push_back(v);
                fixed_ |= !completing_ && single(now);
            }
            touch(v);
        }
        if (changed && entry.what->settles())
            dirty_[static_cast<std::size_t>(number) / 64] &= ~bit(number % 64);
        return true;
    }

    /// Takes values that a rule needs from the cells that see all their places in it: iss-half.jsonl
    /// takes 24.1 nodes and 0.35 ms, not 31.0 and 0.40 (geometric means, 2026-11; `most_united`).
    bool spread_required(const Entry& entry, Mask* domains) {
        for (std::size_t g = 0; g < entry.groups.size(); ++g)
            for (Mask rest = required_[g]; rest; rest &= rest - 1)
                if (!take_common(entry, entry.groups[g], low(rest), domains)) return false;
        return true;
    }

    /// Takes a value that some variable of a group must have from the common peers of those that
    /// may have it; false if there are none.
    bool take_common(const Entry& entry, const Group& group, int v, Mask* domains) {
        Word at = 0;
        for (std::size_t i = 0; i < group.places.size(); ++i)
            at |= (own_[group.places[i]] >> v & 1) << i;
        if (at & group.hidden) return true;
        if (!at) return group.places.empty();
        if (single(at)) return true;  // a fixed cell: the houses take its value from peers
        if (!group.common.empty())
            return take(Mask{1} << v, &group.common[static_cast<std::size_t>(at) * net_.words], domains);
        common_.assign(net_.words, ~Word{0});
        for (; at; at &= at - 1) {
            const auto c = static_cast<std::size_t>(
                entry.variables[group.places[static_cast<std::size_t>(low(at))]]);
            for (std::size_t w = 0; w < net_.words; ++w)
                common_[w] &= net_.peer_sets[c * net_.words + w];
        }
        return take(Mask{1} << v, common_.data(), domains);
    }

    /// Takes a value from a set of cells; false if one has no other.
    bool take(Mask value, const Word* from, Mask* domains) {
        for (std::size_t w = 0; w < net_.words; ++w)
            for (Word rest = from[w]; rest; rest &= rest - 1) {
                const int c = static_cast<int>(64 * w) + low(rest);
                if (!(domains[c] & value)) continue;
                if ((domains[c] &= ~value) == 0) return false;
                narrowed_->push_back(c);
                touch(c);
            }
        return true;
    }

    /// Narrows `own_` by a rule, and finds the values that it needs.
    bool narrow(const Entry& entry) {
        // A cache of results by domains did not pay: iss-half.jsonl, up to 1,000 nodes a puzzle, took
        // 1.67 s of CPU time with it and 1.60 s without (2026-11; best of three, in turn).
        if (!entry.what->narrow(own_.data(), memory_.data())) return false;
        if (!entry.groups.empty())
            entry.what->required(own_.data(), memory_.data(), required_.data());
        return true;
    }

    /// Blames the variables of a rule, each for its share: that a rule of two fails says more of
    /// each than that a rule of twenty does. The 180 puzzles of iss-half.jsonl, up to 10,000 nodes
    /// each, take 52.1 nodes (geometric mean of 1 and them) and 7.8 s in all, and 158 are decided;
    /// with a whole weight for each 53.0, 10.3 s and 156; with the square root of the share 52.2,
    /// 9.5 s and 157 (2026-11).
    void fail(const int* variables, std::size_t size) {
        clear();
        if (completing_) return;
        blame(variables, size, 1);
        weights_.end_conflict();
    }

    void blame(const int* variables, std::size_t size, double weight) {
        for (std::size_t i = 0; i < size; ++i)
            weights_.add(static_cast<std::size_t>(variables[i]), weight / static_cast<double>(size));
    }

    /// Finds values of connected hidden variables that fit, and keeps them in `domains`; false if
    /// there are none.
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

    static constexpr int none = -1;

    /// The weight shared by the variables of the rule that fixed a cell, where the houses then find
    /// a contradiction, beside that of the house or cell which they blame. With 0, 1, 2 and 3 the
    /// killers of iss-half.jsonl, up to 10,000 nodes each, take 386, 365, 362 and 362 nodes
    /// (geometric means), its other puzzles 28.8, 27.8, 27.3 and 27.4; ten hard killers, up to
    /// 400,000 nodes each, 817, 868, 888 and 732 thousand in all, twenty other hard ones, up to
    /// 100,000 each, 1,027, 973, 939 and 906 thousand (`solve(text, strategies=(), nodes=...)`, 2026-11).
    static constexpr double of_last_rule = 3;

    const Network& net_;
    BlameWeights weights_{BlameWeights::of_rules};  ///< by variable
    bool completing_ = false;  ///< `completes` runs: without pause, and nothing is blamed
    bool fixed_ = false;       ///< a rule has fixed a cell since this run began
    int paused_at_ = none;     ///< the rule that had run when the rest was left to the next call
    std::vector<Word> memory_;
    std::vector<Mask> own_, required_;  ///< of the rule that is being run
    std::vector<Word> dirty_;
    std::vector<char> waiting_;
    std::vector<int> stack_;
    std::vector<int> blamed_;  ///< for a failure
    std::vector<Word> common_;  ///< the cells that see all places of a value
    std::vector<int>* narrowed_ = nullptr;
};

}  // namespace

std::unique_ptr<RuleWork> Network::work() const { return std::make_unique<Work>(*this); }

std::unique_ptr<const Rules> make_rules(const Problem& problem) {
    if (problem.rules.empty()) return nullptr;
    return std::make_unique<const Network>(problem);
}

}  // namespace kernel
