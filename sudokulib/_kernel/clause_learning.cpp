#include "clause_learning.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kernel {
namespace {

// Luck has a large part in what these gain. Of five 36x36 with 50 and 52 % of the cells given, each
// for 25 s, four or five are solved with them, three with a decay of 0.9 or a unit of 256 conflicts
// for restarts, two with a decay of 0.98, and four with a unit of 3,000 for changes of phases.
// Restarts by the levels of clauses (Glucose), at times or always, take 2 to 10 times as long
// (`half_filled` in tests/kernel/test_learning.py, 2026-11).
constexpr double decay = 0.95;                 ///< of the activity of a candidate, at each conflict
constexpr std::uint64_t restart_unit = 1024;   ///< conflicts, times a number of Luby's sequence
constexpr std::uint64_t rephase_unit = 1000;   ///< conflicts to the first change, once more each time

/// Pairs of candidates which exclude each other, at most: 130 MB. An empty 49x49 has 23 million.
constexpr std::uint64_t most_pairs = std::uint64_t{1} << 25;

constexpr double too_active = 1e100;
// Learned clauses before the first are forgotten, and how many more each time: some 13 MB after a
// million conflicts.
constexpr std::size_t first_limit = 4000, next_limit = 1000;
constexpr int kept_levels = 2;  ///< clauses of so few levels are kept for good (Glucose)

std::size_t at(int n) { return static_cast<std::size_t>(n); }

}  // namespace

bool ClauseLearning::able(const Problem& problem) {
    if (!problem.rules.empty() || problem.variables != problem.cells) return false;
    const auto values = static_cast<std::uint64_t>(problem.values);
    std::uint64_t pairs = 0;
    for (const auto& peers : problem.peers) pairs += values * (values + peers.size());
    return pairs <= most_pairs;
}

ClauseLearning::ClauseLearning(const Problem& problem, const Word* domains)
    : cells_(problem.cells),
      restart_at_(restart_unit),
      rephase_at_(rephase_unit),
      most_learned_(first_limit) {
    if (!number_candidates(problem, domains)) {
        ended_ = true;
        return;
    }
    const std::size_t number = cell_of_.size();
    state_.assign(number, 0);
    phase_.assign(number, 1);
    target_.of.assign(number, 0);
    best_.of.assign(number, 0);
    level_.assign(number, 0);
    reason_.assign(number, decided);
    watches_.resize(2 * number);
    seen_.assign(number, 0);
    activity_.assign(number, 0);
    place_.assign(number, -1);
    level_mark_.assign(number + 1, 0);
    for (std::size_t x = 0; x < number; ++x) push(static_cast<int>(x));
    std::vector<Lit> clause;
    for (int c = 0; c < cells_ && !ended_; ++c) {
        if (fixed_[at(c)] >= 0) continue;
        clause.clear();
        for (const int x : of_cell_[at(c)])
            if (x >= 0) clause.push_back(in(x));
        ended_ = !require(clause);
    }
    for (const House& house : problem.houses)
        for (const int v : house.values) {
            if (ended_) return;
            clause.clear();
            bool placed = false;
            for (const int c : house.cells) {
                placed |= fixed_[at(c)] == v;
                if (const int x = of_cell_[at(c)][at(v)]; x >= 0) clause.push_back(in(x));
            }
            if (!placed) ended_ = !require(clause);
        }
}

/// Numbers the candidates of cells that have several, once known values are gone from their peers;
/// false at a contradiction.
bool ClauseLearning::number_candidates(const Problem& problem, const Word* domains) {
    const auto words = at(problem.words);
    std::vector<Word> left(domains, domains + at(cells_) * words);
    const auto count = [&](int c) {
        int number = 0;
        for (std::size_t w = 0; w < words; ++w) number += std::popcount(left[at(c) * words + w]);
        return number;
    };
    const auto may = [&](int c, int v) {
        return left[at(c) * words + at(v) / 64] >> (v % 64) & 1;
    };
    fixed_.assign(at(cells_), -1);
    std::vector<int> singles;
    for (int c = 0; c < cells_; ++c) {
        if (count(c) == 0) return false;
        if (count(c) == 1) singles.push_back(c);
    }
    while (!singles.empty()) {
        const int c = singles.back();
        singles.pop_back();
        int v = 0;
        while (!may(c, v)) ++v;
        fixed_[at(c)] = v;
        for (const int peer : problem.peers[at(c)]) {
            if (!may(peer, v)) continue;
            left[at(peer) * words + at(v) / 64] &= ~(Word{1} << (v % 64));
            if (count(peer) == 0) return false;
            if (count(peer) == 1) singles.push_back(peer);
        }
    }
    of_cell_.assign(at(cells_), std::vector<int>(at(problem.values), -1));
    for (int c = 0; c < cells_; ++c)
        for (int v = 0; v < problem.values && fixed_[at(c)] < 0; ++v)
            if (may(c, v)) {
                of_cell_[at(c)][at(v)] = static_cast<int>(cell_of_.size());
                cell_of_.push_back(c);
                value_of_.push_back(v);
            }
    apart_from_.push_back(0);
    for (std::size_t x = 0; x < cell_of_.size(); ++x) {
        const int c = cell_of_[x];
        for (const int other : of_cell_[at(c)])
            if (other >= 0 && other != static_cast<int>(x)) apart_.push_back(other);
        for (const int peer : problem.peers[at(c)])
            if (const int other = of_cell_[at(peer)][at(value_of_[x])]; other >= 0)
                apart_.push_back(other);
        apart_from_.push_back(static_cast<int>(apart_.size()));
    }
    return true;
}

void ClauseLearning::exclude(const int* values) {
    std::vector<Lit> clause;
    for (int c = 0; c < cells_ && !ended_; ++c) {
        if (fixed_[at(c)] == values[c]) continue;
        const int x = fixed_[at(c)] < 0 ? of_cell_[at(c)][at(values[c])] : -1;
        if (x < 0) return;  // it is no solution
        clause.push_back(out(x));
    }
    if (!ended_) ended_ = !require(clause);
}

/// Adds a clause at the root; false if it cannot be met.
bool ClauseLearning::require(std::vector<Lit> clause) {
    if (std::any_of(clause.begin(), clause.end(), [&](Lit lit) { return truth(lit) > 0; })) return true;
    std::erase_if(clause, [&](Lit lit) { return truth(lit) < 0; });
    if (clause.empty()) return false;
    if (clause.size() > 1) {
        add(clause, 0);
        return true;
    }
    assign(clause[0], decided);
    return propagate();
}

/// Adds a clause and watches its first two literals.
void ClauseLearning::add(const std::vector<Lit>& clause, int levels) {
    const auto c = static_cast<Clause>(arena_.size());
    arena_.push_back(static_cast<int>(clause.size()));
    arena_.push_back(levels);
    arena_.insert(arena_.end(), clause.begin(), clause.end());
    watches_[at(clause[0])].push_back({c, clause[1]});
    watches_[at(clause[1])].push_back({c, clause[0]});
    (levels ? learned_ : required_).push_back(c);
}

void ClauseLearning::assign(Lit lit, int reason) {
    const auto x = at(candidate_of(lit));
    state_[x] = lit & 1 ? -1 : 1;
    level_[x] = levels();
    reason_[x] = reason;
    trail_.push_back(lit);
}

/// False at a conflict: all literals of `conflict_` are false.
bool ClauseLearning::propagate() {
    while (next_ < trail_.size()) {
        const Lit now = trail_[next_++];
        if (!(now & 1)) {
            const int x = candidate_of(now);
            for (int n = apart_from_[at(x)]; n < apart_from_[at(x) + 1]; ++n) {
                const int other = apart_[at(n)];
                if (state_[at(other)] < 0) continue;
                if (state_[at(other)] > 0) {
                    conflict_ = {out(x), out(other)};
                    return false;
                }
                assign(out(other), because(x));
            }
        }
        if (!visit(now ^ 1)) return false;
    }
    return true;
}

/// Finds another literal to watch in clauses that watch one which is false now.
bool ClauseLearning::visit(Lit gone) {
    auto& watching = watches_[at(gone)];
    std::size_t kept = 0;
    for (std::size_t n = 0; n < watching.size(); ++n) {
        const Watch watch = watching[n];
        if (truth(watch.other) > 0) {
            watching[kept++] = watch;
            continue;
        }
        Lit* lits = arena_.data() + watch.clause + 2;
        const int size = arena_[at(watch.clause)];
        if (lits[0] == gone) std::swap(lits[0], lits[1]);
        const Lit first = lits[0];
        if (truth(first) > 0) {
            watching[kept++] = {watch.clause, first};
            continue;
        }
        int k = 2;
        while (k < size && truth(lits[k]) < 0) ++k;
        if (k < size) {
            std::swap(lits[1], lits[k]);
            watches_[at(lits[1])].push_back({watch.clause, first});
            continue;
        }
        watching[kept++] = {watch.clause, first};
        if (truth(first) < 0) {
            conflict_.assign(lits, lits + size);
            while (++n < watching.size()) watching[kept++] = watching[n];
            watching.resize(kept);
            return false;
        }
        assign(first, watch.clause);
    }
    watching.resize(kept);
    return true;
}

/// Learns from `conflict_`, and goes back to where the clause has one open literal.
void ClauseLearning::learn() {
    clause_.assign(1, 0);
    seen_here_ = 0;
    for (const Lit lit : conflict_) meet(lit);
    std::size_t place = trail_.size();
    for (;;) {
        do --place;
        while (!seen_[at(candidate_of(trail_[place]))]);
        const Lit lit = trail_[place];
        if (--seen_here_ == 0) {
            clause_[0] = lit ^ 1;
            break;
        }
        expand(reason_[at(candidate_of(lit))], lit);
    }
    std::size_t kept = 1;
    for (std::size_t n = 1; n < clause_.size(); ++n)
        if (!follows(clause_[n])) clause_[kept++] = clause_[n];
    clause_.resize(kept);
    for (const int x : all_seen_) seen_[at(x)] = 0;
    all_seen_.clear();

    const int levels = count_levels(clause_);
    int back = 0;
    for (std::size_t n = 1; n < clause_.size(); ++n)
        if (const int level = level_[at(candidate_of(clause_[n]))]; level > back) {
            back = level;
            std::swap(clause_[1], clause_[n]);
        }
    back_to(back);
    if (clause_.size() == 1) {
        assign(clause_[0], decided);
    } else {
        const auto c = static_cast<Clause>(arena_.size());
        add(clause_, levels);
        assign(clause_[0], c);
    }
    step_ /= decay;
    ++conflicts_;
}

/// Meets the other literals of a reason.
void ClauseLearning::expand(int reason, Lit except) {
    if (reason < decided) {
        meet(out(cause(reason)));
        return;
    }
    for (const Lit* lit = begin(reason); lit != end(reason); ++lit)
        if (*lit != except) meet(*lit);
}

/// A literal that is false takes part in the conflict.
void ClauseLearning::meet(Lit lit) {
    const int x = candidate_of(lit);
    if (seen_[at(x)] || level_[at(x)] == 0) return;
    seen_[at(x)] = 1;
    all_seen_.push_back(x);
    bump(x);
    if (level_[at(x)] == levels()) ++seen_here_;
    else clause_.push_back(lit);
}

/// Whether a literal of the clause is false because others of it are.
bool ClauseLearning::follows(Lit lit) {
    if (reason_[at(candidate_of(lit))] == decided) return false;
    const std::size_t before = all_seen_.size();
    stack_.assign(1, lit);
    while (!stack_.empty()) {
        const Lit top = stack_.back();
        stack_.pop_back();
        const int reason = reason_[at(candidate_of(top))];
        const auto fails = [&](Lit other) {
            const int x = candidate_of(other);
            if (seen_[at(x)] || level_[at(x)] == 0) return false;
            if (reason_[at(x)] == decided) return true;
            seen_[at(x)] = 1;
            all_seen_.push_back(x);
            stack_.push_back(other);
            return false;
        };
        bool failed = false;
        if (reason < decided) failed = fails(out(cause(reason)));
        else
            for (const Lit* other = begin(reason); other != end(reason) && !failed; ++other)
                failed = candidate_of(*other) != candidate_of(top) && fails(*other);
        if (failed) {
            for (std::size_t n = before; n < all_seen_.size(); ++n) seen_[at(all_seen_[n])] = 0;
            all_seen_.resize(before);
            return false;
        }
    }
    return true;
}

void ClauseLearning::back_to(int level) {
    if (levels() <= level) return;
    for (std::size_t n = trail_.size(); n > starts_[at(level)]; --n) {
        const int x = candidate_of(trail_[n - 1]);
        phase_[at(x)] = state_[at(x)];
        state_[at(x)] = 0;
        if (place_[at(x)] < 0) push(x);
    }
    trail_.resize(starts_[at(level)]);
    starts_.resize(at(level));
    next_ = trail_.size();
}

int ClauseLearning::count_levels(const std::vector<Lit>& clause) {
    ++mark_;
    int number = 0;
    for (const Lit lit : clause) {
        auto& mark = level_mark_[at(level_[at(candidate_of(lit))])];
        if (mark != mark_) ++number;
        mark = mark_;
    }
    return number;
}

bool ClauseLearning::next(Budget& budget) {
    if (ended_) return false;
    if (std::exchange(found_, false) && !leave_out_found()) return false;
    for (;;) {
        while (!propagate()) {
            if (levels() == 0) {
                ended_ = true;
                return false;
            }
            note_phases();
            learn();
        }
        if (learned_.size() > most_learned_) forget_half();
        if (conflicts_ >= restart_at_) restart();
        if (conflicts_ >= rephase_at_) rephase();
        if (chosen_ < 0) chosen_ = choose();
        if (chosen_ < 0) return found_ = true;
        if (!budget.spend()) return false;
        const int x = std::exchange(chosen_, -1);
        starts_.push_back(trail_.size());
        const int phase = target_.of[at(x)] ? target_.of[at(x)] : phase_[at(x)];
        assign(phase > 0 ? in(x) : out(x), decided);
    }
}

/// At a conflict: the levels before the last one were without.
void ClauseLearning::note_phases() {
    note(target_);
    note(best_);
}

void ClauseLearning::note(Phases& phases) {
    if (starts_.back() <= phases.length) return;
    phases.length = starts_.back();
    for (std::size_t n = 0; n < phases.length; ++n)
        phases.of[at(candidate_of(trail_[n]))] = trail_[n] & 1 ? -1 : 1;
}

/// Changes the phases: to "in", to "out", and in between to those of the longest trail.
void ClauseLearning::rephase() {
    rephase_at_ = conflicts_ + rephase_unit * (++rephases_ + 1);
    back_to(0);
    if (rephases_ % 2) {
        phase_.assign(phase_.size(), rephases_ % 4 == 1 ? 1 : -1);
    } else {
        for (std::size_t x = 0; x < phase_.size(); ++x)
            if (best_.of[x]) phase_[x] = best_.of[x];
        best_.length = 0;
    }
    target_.length = 0;
    std::fill(target_.of.begin(), target_.of.end(), std::int8_t{0});
}

/// Begins again at the root; the next time after a multiple of the unit (Knuth's form of Luby's
/// sequence).
void ClauseLearning::restart() {
    if ((luby_[0] & (~luby_[0] + 1)) == luby_[1]) {
        ++luby_[0];
        luby_[1] = 1;
    } else {
        luby_[1] *= 2;
    }
    restart_at_ = conflicts_ + restart_unit * luby_[1];
    back_to(0);
}

int ClauseLearning::choose() {
    while (!heap_.empty()) {
        const int x = pop();
        if (state_[at(x)] == 0) return x;
    }
    return -1;
}

/// A solution is what its decisions imply, so that excluding these excludes it alone.
bool ClauseLearning::leave_out_found() {
    std::vector<Lit> clause;
    for (std::size_t n = starts_.size(); n > 0; --n) clause.push_back(trail_[starts_[n - 1]] ^ 1);
    if (clause.empty()) {
        ended_ = true;
        return false;
    }
    back_to(levels() - 1);
    if (clause.size() == 1) {
        assign(clause[0], decided);
    } else {
        const auto c = static_cast<Clause>(arena_.size());
        add(clause, 0);
        assign(clause[0], c);
    }
    return true;
}

/// Forgets the half of the learned clauses with most levels, except reasons.
void ClauseLearning::forget_half() {
    std::vector<Clause> order;
    for (const Clause c : learned_) {
        const Lit first = *begin(c);
        const bool reason = truth(first) > 0 && reason_[at(candidate_of(first))] == c;
        if (!reason && arena_[at(c) + 1] > kept_levels) order.push_back(c);
    }
    std::stable_sort(order.begin(), order.end(), [&](Clause one, Clause other) {
        return std::pair(arena_[at(one) + 1], arena_[at(one)]) >
               std::pair(arena_[at(other) + 1], arena_[at(other)]);
    });
    order.resize(order.size() / 2);
    for (const Clause c : order) arena_[at(c) + 1] = -1;

    std::vector<Lit> arena;
    arena.reserve(arena_.size());
    for (auto& watching : watches_) watching.clear();
    std::vector<std::pair<Clause, Clause>> moved;
    for (auto* clauses : {&required_, &learned_}) {
        std::size_t kept = 0;
        for (const Clause c : *clauses) {
            if (arena_[at(c) + 1] < 0) continue;
            const auto now = static_cast<Clause>(arena.size());
            arena.insert(arena.end(), arena_.begin() + c, arena_.begin() + c + 2 + arena_[at(c)]);
            const Lit* lits = begin(c);
            watches_[at(lits[0])].push_back({now, lits[1]});
            watches_[at(lits[1])].push_back({now, lits[0]});
            if (truth(lits[0]) > 0 && reason_[at(candidate_of(lits[0]))] == c)
                moved.emplace_back(candidate_of(lits[0]), now);
            (*clauses)[kept++] = now;
        }
        clauses->resize(kept);
    }
    for (const auto& [x, c] : moved) reason_[at(x)] = c;
    arena_ = std::move(arena);
    most_learned_ += next_limit;
}

void ClauseLearning::values(int* values) const {
    for (int c = 0; c < cells_; ++c) {
        values[c] = fixed_[at(c)];
        for (const int x : of_cell_[at(c)])
            if (x >= 0 && state_[at(x)] > 0) values[c] = value_of_[at(x)];
    }
}

void ClauseLearning::bump(int x) {
    if ((activity_[at(x)] += step_) > too_active) {
        for (double& activity : activity_) activity /= too_active;
        step_ /= too_active;
    }
    if (place_[at(x)] >= 0) rise(at(place_[at(x)]));
}

void ClauseLearning::rise(std::size_t place) {
    const int x = heap_[place];
    while (place > 0) {
        const std::size_t above = (place - 1) / 2;
        if (activity_[at(heap_[above])] >= activity_[at(x)]) break;
        heap_[place] = heap_[above];
        place_[at(heap_[place])] = static_cast<int>(place);
        place = above;
    }
    heap_[place] = x;
    place_[at(x)] = static_cast<int>(place);
}

void ClauseLearning::sink(std::size_t place) {
    const int x = heap_[place];
    for (;;) {
        std::size_t below = 2 * place + 1;
        if (below >= heap_.size()) break;
        const std::size_t other = below + 1;
        if (other < heap_.size() && activity_[at(heap_[other])] > activity_[at(heap_[below])]) below = other;
        if (activity_[at(heap_[below])] <= activity_[at(x)]) break;
        heap_[place] = heap_[below];
        place_[at(heap_[place])] = static_cast<int>(place);
        place = below;
    }
    heap_[place] = x;
    place_[at(x)] = static_cast<int>(place);
}

void ClauseLearning::push(int x) {
    heap_.push_back(x);
    rise(heap_.size() - 1);
}

int ClauseLearning::pop() {
    const int top = heap_.front(), last = heap_.back();
    heap_.pop_back();
    place_[at(top)] = -1;
    if (!heap_.empty()) {
        heap_[0] = last;
        sink(0);
    }
    return top;
}

}  // namespace kernel
