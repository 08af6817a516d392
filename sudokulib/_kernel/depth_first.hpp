// Depth-first search over states of a grid.
//
// Every guess is binary: a value in a cell, then, when that has been searched, the cell without
// the value; or a value in one crossing of a house, then in the other. So a path of the search is a
// list of decisions, and a state is copied once per guess.
#pragma once

#include <atomic>
#include <cstring>
#include <mutex>

#include "branching.hpp"
#include "components.hpp"
#include "conflicts.hpp"
#include "engine.hpp"
#include "grid.hpp"
#include "probing.hpp"
#include "settling.hpp"

namespace kernel {

/// A saved state, and whether it was free of contradictions.
struct SavedState {
    std::vector<Vec> state;
    bool ready = false;
};

/// The state to which houses and rules lead without givens. It is found when an engine is asked for
/// its second search; from then on each begins there, and runs only the rules of what its givens
/// change. A single search with many givens would not be worth it.
class SettledStart {
public:
    /// Returns the state, which `find` returns, empty if there is none; null for the first search.
    template <class Find>
    const Vec* state(Find&& find) {
        if (!asked_.exchange(true)) return nullptr;
        std::call_once(found_, [&] { state_ = find(); });
        return state_.empty() ? nullptr : state_.data();
    }

private:
    std::atomic<bool> asked_ = false;
    std::once_flag found_;
    std::vector<Vec> state_;
};

template <class D>
class DepthFirstSearch final : public Search {
public:
    /// `settled`: that of the engine; null if there is none.
    DepthFirstSearch(const Grid<D>& grid, const Problem& problem, const Rules* rules,
                     const Options& options, SettledStart* settled)
        : g_(grid),
          at_(grid.at),
          problem_(problem),
          rules_(rules),
          options_(options),
          settled_(settled),
          work_(rules ? rules->work() : nullptr),
          conflicts_(grid, rules != nullptr, options.without),
          settling_(grid, conflicts_, work_.get(), options.without),
          branching_(grid, conflicts_, work_.get(), options.without),
          probing_(grid, conflicts_, work_.get(), settling_) {
        stride_ = vectors(at_, problem, rules);
        memory_.resize(16 * stride_);
    }

    /// The vectors that are copied at each guess.
    static std::size_t vectors(const Layout<D>& at, const Problem& problem, const Rules* rules) {
        return Settling<D>::vectors(at, problem.variables, rules != nullptr);
    }

    void start(const Word* domains) override {
        const Vec* settled = nullptr;
        if (rules_ && settled_) settled = settled_->state([&] { return settled_start(); });
        Vec* s = begin();
        ready_ = true;
        if (settled) std::copy_n(settled, stride_, s);
        for (int c = 0; c < g_.cells; ++c)
            for (int v = 0; v < g_.values; ++v) {
                if (!g_.may(s, c, v) || domains[c * problem_.words + v / 64] >> (v % 64) & 1) continue;
                if (!at_.has(at_.open(s), c)) ready_ = false;
                else g_.drop(s, c, v);
            }
        if (settled) {
            all_ = false;
            for (std::size_t v = static_cast<std::size_t>(g_.cells); v < mask_count(); ++v) {
                const Mask before = masks(s)[v];
                all_ |= (masks(s)[v] &= domains[v]) != before;
            }
        } else if (rules_) {
            std::memcpy(masks(s), domains, sizeof(Mask) * mask_count());
        }
    }

    void start(const std::uint8_t* givens) override {
        Vec* s = begin();
        if (rules_) std::memcpy(masks(s), problem_.domains.data(), sizeof(Mask) * mask_count());
        ready_ = g_.put_all(s, givens, empty, givens_);
    }

    void assign(int c, int v) override {
        Vec* s = frame(0);
        if (!g_.may(s, c, v)) ready_ = false;
        if (!ready_ || !at_.has(at_.open(s), c)) return;
        g_.put(s, c, v);
        if (rules_) masks(s)[c] &= Mask{1} << v;
    }

    void save_state(int mark) override {
        const auto n = static_cast<std::size_t>(mark);
        if (n >= marks_.size()) marks_.resize(n + 1);
        ready_ = ready_ && settle(frame(0), all_);
        marks_[n].ready = ready_;
        marks_[n].state.assign(frame(0), frame(0) + stride_);
    }

    void restore_state(int mark) override {
        const auto& [state, ready] = marks_[static_cast<std::size_t>(mark)];
        depth_ = 0;
        reset();
        turn_ = Turn::begin;
        ready_ = ready;
        all_ = false;
        std::copy(state.begin(), state.end(), frame(0));
    }

    bool may(int c, int v) const override { return ready_ && g_.may(frame(0), c, v); }

    bool next(Budget& budget) override {
        bool fine = turn_ == Turn::forward;
        if (turn_ == Turn::begin) fine = ready_ && settle(frame(0), all_);
        for (;;) {
            Vec* s = frame(depth_);
            if (!parts_.empty()) {
                if (combine(budget)) {
                    turn_ = Turn::forward;
                    return true;
                }
                if (budget.stop != Stop::none) {
                    turn_ = Turn::forward;
                    return false;
                }
                parts_.clear();
                fine = false;
            } else if (fine && settling_.solved(s)) {
                turn_ = Turn::back;
                if (part_ || !rules_ || work_->completes(masks(s))) {
                    ++found_;
                    return true;
                }
                fine = false;
            } else if (fine) {
                if (nodes_ >= due_ && split(s)) continue;
                if (restart_due()) s = frame(0);
                if (probing_due()) {
                    probing_.run(frame(0), stride_, budget);
                    if (budget.stop != Stop::none) {
                        turn_ = Turn::forward;
                        return false;
                    }
                    fine = exclude_refuted();
                    continue;
                }
                Guess guess = branching_.choose(s, masks(s), conflict_free());
                if (!budget.spend()) {
                    turn_ = Turn::forward;
                    return false;
                }
                ++nodes_;
                if (guess.cell < g_.cells) choose_value(s, guess);
                else choose_side(guess);
                if (guesses_.size() <= depth_) guesses_.resize(2 * depth_ + 2);
                guesses_[depth_] = guess;
                s = push();
                settling_.take(s, guess, true);
                fine = settle(s, false);
                if (!fine && rules_ && guess.cell < g_.cells) conflicts_.blame_guess(guess.cell);
            } else {
                conflicts_.count();
                if (depth_ == 0) {
                    turn_ = Turn::over;
                    return false;
                }
                --depth_;
                s = frame(depth_);
                settling_.take(s, guesses_[depth_], false);
                fine = settle(s, false);
            }
        }
    }

    void values(int* out) const override {
        if (!parts_.empty()) {
            for (int c = 0; c < g_.cells; ++c) out[c] = value(c);
            return;
        }
        const Vec* s = frame(depth_);
        for (int v = 0; v < g_.values; ++v)
            each_bit(at_.plane_of(s, v), at_.plane(), [&](int c) {
                out[c] = v;
                return true;
            });
    }

    void differing(Word* cells) const override {
        if (!parts_.empty()) {
            for (int c = 0; c < g_.cells; ++c)
                if (value(c) != lead_[c]) cells[c / 64] |= Word{1} << (c % 64);
            return;
        }
        const Vec* s = frame(depth_);
        const int words = (g_.cells + 63) / 64;
        for (int i = 0; i < at_.plane(); ++i) {
            Vec other{0, 0};
            for (int v = 0; v < at_.values(); ++v) {
                const auto n = static_cast<std::size_t>(v * at_.plane() + i);
                other |= s[n] & ~leads_[n];
            }
            for (int half = 0; half < 2 && 2 * i + half < words; ++half)
                cells[2 * i + half] |= other[half];
        }
    }

    bool require_preferred(int c) override {
        if (!parts_.empty()) return false;
        for (std::size_t depth = 0; depth <= depth_; ++depth) {
            Vec* s = frame(depth);
            if (!g_.may(s, c, lead_[c])) {
                depth_ = depth;  // nothing in this state or behind it is of interest any more
                turn_ = Turn::back;
            } else if (at_.has(at_.open(s), c)) {
                g_.put(s, c, lead_[c]);
            }
        }
        return true;
    }

    double probe(Random& random, Budget& budget) override {
        if (turn_ == Turn::begin) {  // the settled start is kept for further probes
            ready_ = ready_ && settle(frame(0), all_);
            turn_ = Turn::over;
        }
        if (!ready_) return 0;
        depth_ = 0;
        push();
        for (double weight = 1;;) {
            Vec* s = frame(depth_);
            if (settling_.solved(s)) return !rules_ || work_->completes(masks(s)) ? weight : 0;
            if (!budget.spend()) return 0;
            weight *= branching_.narrow(s, masks(s), random);
            if (!settle(s, false)) return 0;
        }
    }

    void shuffle(Random* random) override { random_ = random; }
    void delay_costly_techniques(std::uint64_t conflicts) override {
        settling_.delay_costly_techniques(conflicts);
    }
    void prefer(const int* values) override {
        lead_ = values;
        leads_.assign(static_cast<std::size_t>(at_.open_at()), Vec{0, 0});
        for (int c = 0; values && c < g_.cells; ++c)
            at_.word(at_.plane_of(leads_.data(), values[c]), c) |= at_.bit(c);
    }

private:
    enum class Turn { begin, forward, back, over };

    /// Cells that are independent of all other open cells, and the search for their values.
    struct Part {
        std::vector<Vec> cells;
        std::unique_ptr<DepthFirstSearch> search;
    };

    /// Nodes before the first attempt to split. Not critical: 8, 64 and 512 take the same nodes for
    /// the puzzles of examples/, for first solutions of 11 shipped geometries, and for
    /// iss-half.jsonl, up to 400 nodes a puzzle (2026-11; see `most_mixed` of fillings.cpp).
    static constexpr std::uint64_t first_split = 64;
    /// Most nodes between two: a bound. With 1,024 and 16,384 nothing changes in the same files.
    static constexpr std::uint64_t max_split_interval = 4096;

    /// Begins with a settled state of which only some cells are to be filled.
    void start(const Vec* state, const std::vector<Vec>& cells) {
        depth_ = 0;
        reset();
        turn_ = Turn::forward;
        Vec* s = frame(0);
        std::copy_n(state, stride_, s);
        for (int i = 0; i < at_.plane(); ++i) at_.open(s)[i] &= cells[static_cast<std::size_t>(i)];
        g_.need_only(s);
    }

    void reset() {
        nodes_ = found_ = 0;
        conflicts_.reset();
        due_ = first_split;
        wait_ = first_split;
        tried_ = 0;
        cutoff_ = Conflicts<D>::hard;
        own_random_ = Random(0);
        probing_.reset();
        if (work_) work_->reset();
        parts_.clear();
    }

    /// Restarts the search if that is due; whether it did. It does so as long as it has found
    /// nothing, after more nodes each time: the weights of conflicts then lead it elsewhere.
    /// Candidates that were refuted at the first guess stay refuted.
    bool restart_due() {
        // Not with rules, where weights are kept and no-goods are not: of 164 puzzles of
        // iss-half.jsonl (`python tests/benchmarks --against`) 128 are proved unique within 5,000
        // nodes without restarts, 126 with restarts after 100 nodes and half as many more each
        // time (2026-11).
        if (rules_ || found_ > 0 || random_ || nodes_ - tried_ < cutoff_ || (options_.without & restarts))
            return false;
        tried_ = nodes_;
        cutoff_ += cutoff_ / 2;
        depth_ = 0;
        return true;
    }

    bool probing_due() {
        return !(options_.without & probing) && probing_.due(nodes_, options_.probe_after, frame(0));
    }

    /// Excludes what probing has refuted from all states of the path; false if one of them, to
    /// which the search then goes back, is contradictory.
    bool exclude_refuted() {
        for (std::size_t depth = 0; depth <= depth_; ++depth) {
            if (probing_.exclude(frame(depth))) continue;
            depth_ = depth;
            return false;
        }
        return true;
    }

    /// Searches for independent parts of the open cells. An attempt costs as much as some nodes,
    /// so it is repeated seldom where it fails.
    bool split(const Vec* s) {
        std::vector<std::vector<Vec>> found = components(g_, Layout<Sized>(sized(at_)), s);
        wait_ = found.size() < 2 ? std::min(4 * wait_, max_split_interval) : std::max(wait_ / 2, first_split);
        due_ = nodes_ + wait_;
        if (found.size() < 2) return false;
        for (auto& cells : found) {
            auto search = std::make_unique<DepthFirstSearch>(g_, problem_, rules_, options_, nullptr);
            search->start(s, cells);
            search->random_ = random_;
            search->lead_ = lead_;
            search->delay_costly_techniques(settling_.delay());
            search->part_ = true;
            parts_.push_back({std::move(cells), std::move(search)});
        }
        ready_parts_ = 0;
        return true;
    }

    /// Advances to the next combination of the parts' solutions, the last part varying fastest.
    bool combine(Budget& budget) {
        // All parts have a solution before anything is combined: one without any ends it all.
        std::size_t turn = ready_parts_;
        if (turn == parts_.size()) --turn;
        for (;;) {
            const std::uint64_t before = budget.spent;
            const bool found = parts_[turn].search->next(budget);
            nodes_ += budget.spent - before;
            if (found) {
                ready_parts_ = ++turn;
                if (turn < parts_.size()) continue;
                if (completed()) {
                    ++found_;
                    return true;
                }
                --turn;
                continue;
            }
            if (budget.stop != Stop::none) {
                ready_parts_ = turn;
                return false;
            }
            if (turn == 0 || found_in_parts(turn) == 0) return false;
            parts_[turn].search->start(frame(depth_), parts_[turn].cells);
            ready_parts_ = --turn;
        }
    }

    /// The value of a cell in the solution found last, in whichever part that is.
    int value(int cell) const {
        for (const Part& part : parts_)
            if (at_.has(part.cells.data(), cell)) return part.search->value(cell);
        return g_.value_of(frame(depth_), cell);
    }

    std::uint64_t found_in_parts(std::size_t turn) const { return parts_[turn].search->found_; }

    /// Returns whether hidden variables have values that fit all parts together.
    bool completed() {
        if (part_ || !rules_ || mask_count() == static_cast<std::size_t>(g_.cells)) return true;
        std::vector<Mask> together(masks(frame(depth_)), masks(frame(depth_)) + mask_count());
        gather_parts(together.data());
        return work_->completes(together.data());
    }

    void gather_parts(Mask* together) {
        const Mask* own = masks(frame(depth_));
        for (std::size_t v = 0; v < mask_count(); ++v) together[v] &= own[v];
        for (const Part& part : parts_) part.search->gather_parts(together);
    }

    Vec* frame(std::size_t depth) { return memory_.data() + depth * stride_; }
    const Vec* frame(std::size_t depth) const { return memory_.data() + depth * stride_; }
    Mask* masks(Vec* s) { return settling_.masks(s); }
    [[gnu::always_inline]] bool settle(Vec* s, bool all) { return settling_.settle(s, all, depth_ > 0); }
    std::size_t mask_count() const { return static_cast<std::size_t>(problem_.variables); }

    /// Returns the state to which houses and rules lead without givens; empty if to none.
    std::vector<Vec> settled_start() const {
        DepthFirstSearch fresh(g_, problem_, rules_, options_, nullptr);
        fresh.start(problem_.domains.data());
        if (!fresh.settle(fresh.frame(0), true)) return {};
        return {fresh.frame(0), fresh.frame(0) + stride_};
    }

    Vec* begin() {
        depth_ = 0;
        reset();
        turn_ = Turn::begin;
        all_ = true;
        std::copy(g_.root.begin(), g_.root.end(), memory_.begin());
        settling_.begin(frame(0));
        return frame(0);
    }

    Vec* push() {
        ++depth_;
        if ((depth_ + 1) * stride_ > memory_.size()) memory_.resize(2 * memory_.size());
        std::memcpy(static_cast<void*>(frame(depth_)), frame(depth_ - 1), stride_ * sizeof(Vec));
        return frame(depth_);
    }

    /// Returns whether no guess has failed yet: then careful branching costs more than it saves.
    bool conflict_free() const { return depth_ > 0 && conflicts_.number() == 0; }

    /// Chooses which value of a hidden variable, or which of two crossings, is searched first. Not
    /// inlined: it is rare.
    [[gnu::noinline]] void choose_side(Guess& guess) {
        Random* random = randomness();
        if (rules_) {
            if (random) guess.value = static_cast<int>(random->below(2));
        } else if (lead_ ? !leads_to(guess) : random && random->below(2)) {
            guess = guess.opposite();
        }
    }

    /// Returns whether the preferred values have that of a guess in its crossing.
    bool leads_to(const Guess& guess) const {
        const int first = (guess.cell - g_.cells) * at_.plane();
        return !each_bit(&g_.crossing_cells[static_cast<std::size_t>(first)], at_.plane(),
                         [&](int c) { return lead_[c] != guess.value; });
    }

    void choose_value(const Vec* s, Guess& guess) {
        if (lead_ && g_.may(s, guess.cell, lead_[guess.cell]))
            guess.value = lead_[guess.cell];
        else if (Random* random = randomness())
            guess.value = branching_.random_value(s, guess.cell, *random);
    }

    /// What chooses at random what is searched first; null if nothing does.
    Random* randomness() {
        if (random_) return random_;
        const bool unlucky = !rules_ && tried_ > 0 && found_ == 0;  // the usual order was
        return unlucky ? &own_random_ : nullptr;
    }

    const Grid<D>& g_;
    const Layout<D>& at_;
    const Problem& problem_;
    const Rules* rules_;
    const Options options_;
    SettledStart* const settled_;
    const std::unique_ptr<RuleWork> work_;
    Conflicts<D> conflicts_;
    Settling<D> settling_;
    Branching<D> branching_;
    Probing<D> probing_;
    std::size_t stride_ = 0;
    std::vector<Vec> memory_;
    typename Grid<D>::Givens givens_;
    std::vector<SavedState> marks_;
    std::vector<Guess> guesses_;
    std::size_t depth_ = 0;
    std::uint64_t nodes_ = 0, found_ = 0;
    std::uint64_t due_ = first_split, wait_ = first_split;  // attempts to split
    std::uint64_t tried_ = 0, cutoff_ = 0;            // restarts
    std::vector<Part> parts_;      // of the state of this depth, while they are combined
    std::size_t ready_parts_ = 0;  // how many of them have a solution at hand
    Turn turn_ = Turn::begin;
    bool ready_ = true;
    bool all_ = true;    ///< whether all rules are to be run at the start, not only those of changes
    bool part_ = false;  ///< this searches a part of another search's state
    Random* random_ = nullptr;
    const int* lead_ = nullptr;
    std::vector<Vec> leads_;  ///< the same as planes
    Random own_random_{0};  ///< after restarts
};

}  // namespace kernel
