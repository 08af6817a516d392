#include "thin.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "sets.hpp"

namespace kernel {
namespace {

constexpr int grid_probes = 8;  // that a grid is drawn from; for their variance see operations.hpp

// Groups that an attempt is about, where about half can go. With 4, 8 and 16 a thousand minimal
// 9x9 puzzles take 223,518, 235,617 and 272,643 nodes, and 30 samurai take 74,940, 71,301 and
// 73,436 (2026-11; `Native().minimal_puzzles` with a group for each cell and seeds from 0 on).
constexpr int at_once = 8;

// Saved states: nothing given, the givens of all attempts in progress, and those further ahead.
constexpr int bare = 0, base = 1, ahead = 2;

// Conflicts: with most givens there, most attempts have fewer. It spares work within nodes; from 0
// to 64 their number changes by 1 % (9x9) or 8 % (samurai) at most, measured as above.
constexpr std::uint64_t easy = 8;

}  // namespace

Thinning::Thinning(std::shared_ptr<const Engine> engine, std::vector<Word> domains, ThinningPlan plan)
    : engine_(std::move(engine)),
      problem_(engine_->problem()),
      domains_(std::move(domains)),
      plan_(std::move(plan)),
      words_((static_cast<std::size_t>(problem_.cells) + 63) / 64),
      search_(engine_->search()),
      turn_(static_cast<std::size_t>(problem_.cells), -1),
      kept_(words_),
      keeping_(words_) {
    for (const auto& group : plan_.groups)
        for (const int c : group) {
            if (c < 0 || c >= problem_.cells) throw BadStream("a group has a cell that is none");
            if (turn_[static_cast<std::size_t>(c)]++ >= 0)
                throw BadStream("a cell is in two groups");
        }
    all_ = std::find(turn_.begin(), turn_.end(), -1) == turn_.end();
    search_->start(domains_.data());
    search_->save_state(bare);
    search_->delay_costly_techniques(easy);
    if (Exchanges::possible(problem_))
        exchanges_ = std::make_unique<Exchanges>(problem_, domains_.data());
}

void Thinning::thin(const std::vector<int>& solution, Budget& budget) {
    solution_ = solution;
    order_.resize(plan_.groups.size());
    std::iota(order_.begin(), order_.end(), 0);
    run(false, budget);
}

void Thinning::draw(std::uint64_t seed, Budget& budget) {
    unique_ = false;
    Random random(seed);
    if (!grids_) grids_ = std::make_unique<SolutionSampler>(*engine_, domains_.data(), grid_probes);
    if (!grids_->draw(random, budget, solution_)) return;
    order_.resize(plan_.groups.size());
    std::iota(order_.begin(), order_.end(), 0);
    for (std::size_t left = order_.size(); left > 1; --left)
        std::swap(order_[left - 1], order_[random.below(left)]);
    run(all_, budget);  // a solution that was drawn is one, and all of it given leaves no other
}

std::vector<int> Thinning::givens() const {
    std::vector<int> cells;
    for (int c = 0; c < problem_.cells; ++c) {
        const int turn = turn_[static_cast<std::size_t>(c)];
        if (turn >= proved_ || (turn >= 0 && stays_[static_cast<std::size_t>(turn)]))
            cells.push_back(c);
    }
    return cells;
}

void Thinning::begin() {
    proved_ = tried_ = 0;
    left_ = 0;
    unique_ = unsettled_ = false;
    sets_.clear();
    next_.clear();
    first_.assign(order_.size(), -1);
    stays_.assign(order_.size(), 1);
    std::fill(kept_.begin(), kept_.end(), 0);
    for (int n = 0; n < static_cast<int>(order_.size()); ++n) {
        for (const int c : group(n)) turn_[static_cast<std::size_t>(c)] = n;
        left_ += group(n).size();
    }
    search_->prefer(solution_.data());
    if (!exchanges_) return;
    const std::vector<Word>& sets = exchanges_->around(solution_);
    for (std::size_t n = 0; n < sets.size(); n += words_) learn(&sets[n]);
}

void Thinning::assign(int position) {
    for (const int c : group(position))
        search_->assign(c, solution_[static_cast<std::size_t>(c)]);
}

/// Saves the states with the givens behind each position up to which attempts usually go, from the
/// last one on: each only adds to the one before. False if the budget stopped it.
bool Thinning::look_ahead(Budget& budget) {
    const int end = static_cast<int>(order_.size());
    // The first third and more can nearly always go, whatever the puzzle. Not critical: a quarter
    // and a half instead change the nodes of 9x9 and samurai by 2 % at most.
    first_step_ = std::max(at_once, 3 * end / 8);
    search_->restore_state(bare);
    for (int n = end; n-- > first_step_;) {
        assign(n);
        const int later = n - first_step_;
        if (later % at_once != 0) continue;
        if (!budget.look()) return false;
        search_->save_state(ahead + later / at_once);
    }
    return true;
}

/// Begins attempts at the positions up to there: what is given in all of them.
void Thinning::prepare(int to) {
    const int end = static_cast<int>(order_.size());
    const int later = std::max(0, to - first_step_ + at_once - 1) / at_once;
    const int known = std::min(end, first_step_ + later * at_once);
    tried_ = to;
    search_->restore_state(known < end ? ahead + later : bare);
    for (int n = to; n < known; ++n) assign(n);
    for (int n = 0; n < proved_; ++n)
        if (stays_[static_cast<std::size_t>(n)]) assign(n);
    search_->save_state(base);
}

void Thinning::run(bool sure, Budget& budget) {
    begin();
    unique_ = sure;
    if (!look_ahead(budget)) return;
    if (!unique_) {
        prepare(0);
        unique_ = attempt(endless, budget) == Outcome::unique;
        if (!unique_) return;
    }
    const int end = static_cast<int>(order_.size());
    for (int step = first_step_; proved_ < end;) {
        if (const int to = std::min(end, proved_ + step); to != tried_) prepare(to);
        decide();
        switch (attempt(plan_.node_budget, budget)) {
            case Outcome::unique:
                settle();
                step = at_once;
                break;
            case Outcome::other: break;
            case Outcome::unsettled:
                if (tried_ - proved_ > 1) {
                    step = (tried_ - proved_) / 2;
                    break;
                }
                unsettled_ = true;
                stays_[static_cast<std::size_t>(proved_)] = 1;
                for (const int c : group(proved_)) add(kept_.data(), c);
                ++proved_;
                break;
            case Outcome::stopped: return;
        }
    }
}

/// Returns whether a known set would be left without a given.
bool Thinning::needed(int position) const {
    for (int n = first_[static_cast<std::size_t>(position)]; n >= 0;
         n = next_[static_cast<std::size_t>(n)]) {
        const Word* set = &sets_[static_cast<std::size_t>(n) * words_];
        Word met = 0;
        for (std::size_t i = 0; i < words_; ++i) met |= set[i] & keeping_[i];
        if (!met) return true;
    }
    return false;
}

/// Drops the positions that are tried as far as the known sets allow; all behind them stay.
void Thinning::decide() {
    keeping_ = kept_;
    leaving_ = left_;
    for (int n = proved_; n < tried_; ++n) {
        const std::size_t size = group(n).size();
        const bool stays = leaving_ < plan_.least + size || needed(n);
        stays_[static_cast<std::size_t>(n)] = stays;
        if (!stays) leaving_ -= size;
        for (const int c : group(n))
            if (stays) add(keeping_.data(), c);
    }
}

void Thinning::settle() {
    proved_ = tried_;
    kept_ = keeping_;
    left_ = leaving_;
}

Thinning::Outcome Thinning::attempt(std::uint64_t node_budget, Budget& budget) {
    if (!budget.look()) return Outcome::stopped;  // an attempt may cost no node
    Outcome outcome{};
    const bool impatient = budget.within(node_budget, [&] { outcome = search(budget); });
    return impatient && outcome == Outcome::stopped ? Outcome::unsettled : outcome;
}

Thinning::Outcome Thinning::search(Budget& budget) {
    search_->restore_state(base);
    for (int n = proved_; n < tried_; ++n)
        if (stays_[static_cast<std::size_t>(n)]) assign(n);
    std::vector<Word> set(words_);
    bool own = false, learned = false;
    while (search_->next(budget)) {
        std::fill(set.begin(), set.end(), 0);
        search_->differing(set.data());
        if (std::none_of(set.begin(), set.end(), [](Word word) { return word != 0; })) {
            own = true;
            continue;
        }
        if (!learn(set.data())) return Outcome::unsettled;
        learned = true;
        if (!require_preferred()) return Outcome::other;
    }
    if (budget.stop != Stop::none) return learned ? Outcome::other : Outcome::stopped;
    return own ? Outcome::unique : Outcome::unsettled;
}

/// Continues the attempt by the known sets as they are now; false if it must be restarted.
bool Thinning::require_preferred() {
    const std::vector<char> before(stays_.begin() + proved_, stays_.begin() + tried_);
    decide();
    for (int n = proved_; n < tried_; ++n) {
        const bool stayed = before[static_cast<std::size_t>(n - proved_)];
        const bool stays = stays_[static_cast<std::size_t>(n)];
        if (stayed && !stays) return false;
        if (stayed == stays) continue;
        for (const int c : group(n))
            if (!search_->require_preferred(c)) return false;
    }
    return true;
}

/// Keeps a set; false if it has no given that is still to be decided.
bool Thinning::learn(const Word* set) {
    int last = -1;
    for (std::size_t i = 0; i < words_; ++i)
        for (Word word = set[i]; word; word &= word - 1) {
            const std::size_t c = 64 * i + static_cast<std::size_t>(std::countr_zero(word));
            last = std::max(last, turn_[c]);
        }
    if (last < proved_) return false;
    const int number = static_cast<int>(next_.size());
    sets_.insert(sets_.end(), set, set + words_);
    next_.push_back(first_[static_cast<std::size_t>(last)]);
    first_[static_cast<std::size_t>(last)] = number;
    return true;
}

}  // namespace kernel
