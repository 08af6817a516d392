// Depth-first search over states of a grid.
//
// Every guess is binary: a value in a cell, then, when that has been searched, the cell without
// the value. So a line of the search is a list of decisions, and a state is copied once a guess.
#pragma once

#include "engine.hpp"
#include "grid.hpp"

namespace kernel {

template <class D>
class Walk final : public Search {
public:
    Walk(const Grid<D>& grid, const Problem& problem, const Rules* rules, unsigned without)
        : g_(grid), at_(grid.at), problem_(problem), rules_(rules), without_(without) {
        stride_ = static_cast<std::size_t>(at_.vectors());
        if (rules_) {
            work_ = rules_->work();
            seen_at_ = stride_;
            stride_ += static_cast<std::size_t>(at_.open_at());
            masks_at_ = stride_;
            stride_ += (static_cast<std::size_t>(problem.variables) + 1) / 2;
        }
        memory_.resize(16 * stride_);
        pairs_.resize(static_cast<std::size_t>(at_.plane()), Vec{0, 0});
        weights_.resize(static_cast<std::size_t>(g_.cells));
        shares_.resize(static_cast<std::size_t>(at_.values()));
    }

    void start(const Word* domains) override {
        Vec* s = begin();
        for (int c = 0; c < g_.cells; ++c)
            for (int v = 0; v < g_.values; ++v)
                if (g_.may(s, c, v) && !(domains[c * problem_.words + v / 64] >> (v % 64) & 1))
                    g_.drop(s, c, v);
        if (rules_) std::memcpy(masks(s), domains, sizeof(Mask) * mask_count());
        ready_ = true;
    }

    void start(const std::uint8_t* givens) override {
        Vec* s = begin();
        if (rules_) std::memcpy(masks(s), problem_.domains.data(), sizeof(Mask) * mask_count());
        ready_ = true;
        for (int c = 0; c < g_.cells; ++c)
            if (givens[c] != empty) {
                if (givens[c] >= g_.values || !g_.may(s, c, givens[c])) {
                    ready_ = false;
                    return;
                }
                g_.put(s, c, givens[c]);
                if (rules_) masks(s)[c] &= Mask{1} << givens[c];
            }
    }

    void give(int c, int v) override {
        Vec* s = frame(0);
        if (!g_.may(s, c, v)) ready_ = false;
        if (!ready_ || !at_.has(at_.open(s), c)) return;
        g_.put(s, c, v);
        if (rules_) masks(s)[c] &= Mask{1} << v;
    }

    void mark(int mark) override {
        const auto n = static_cast<std::size_t>(mark);
        if (n >= marks_.size()) marks_.resize(n + 1);
        ready_ = ready_ && settle(frame(0), true);
        marks_[n].ready = ready_;
        marks_[n].state.assign(frame(0), frame(0) + stride_);
    }

    void again(int mark) override {
        const auto& [state, ready] = marks_[static_cast<std::size_t>(mark)];
        depth_ = 0;
        reset();
        turn_ = Turn::begin;
        ready_ = ready;
        std::copy(state.begin(), state.end(), frame(0));
    }

    bool next(Pulse& pulse) override {
        bool fine = turn_ == Turn::forward;
        if (turn_ == Turn::begin) fine = ready_ && settle(frame(0), true);
        for (;;) {
            Vec* s = frame(depth_);
            if (!parts_.empty()) {
                if (combine(pulse)) {
                    turn_ = Turn::forward;
                    return true;
                }
                if (pulse.stop != Stop::none) {
                    turn_ = Turn::forward;
                    return false;
                }
                parts_.clear();
                fine = false;
            } else if (fine && solved(s)) {
                turn_ = Turn::back;
                if (part_ || !rules_ || work_->completes(masks(s))) {
                    ++found_;
                    return true;
                }
                fine = false;
            } else if (fine) {
                if (nodes_ >= due_ && split(s)) continue;
                if (restart_due()) s = frame(0);
                Guess guess = choose(s);
                if (!pulse.spend()) {
                    turn_ = Turn::forward;
                    return false;
                }
                ++nodes_;
                if (lead_ && g_.may(s, guess.cell, lead_[guess.cell]))
                    guess.value = lead_[guess.cell];
                else if (random_)
                    guess.value = random_value(s, guess.cell, *random_);
                else if (!rules_ && tried_ > 0 && found_ == 0)  // the usual order was unlucky
                    guess.value = random_value(s, guess.cell, own_random_);
                if (guesses_.size() <= depth_) guesses_.resize(2 * depth_ + 2);
                guesses_[depth_] = guess;
                s = push();
                g_.put(s, guess.cell, guess.value);
                fine = settle(s, false);
            } else {
                ++conflicts_;
                if (depth_ == 0) {
                    turn_ = Turn::over;
                    return false;
                }
                --depth_;
                s = frame(depth_);
                g_.drop(s, guesses_[depth_].cell, guesses_[depth_].value);
                fine = settle(s, false);
            }
        }
    }

    int value(int cell) const override {
        for (const Part& part : parts_)
            if (at_.has(part.cells.data(), cell)) return part.walk->value(cell);
        return g_.value_of(frame(depth_), cell);
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

    bool insist(int c) override {
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

    double dive(Random& random, Pulse& pulse) override {
        if (turn_ == Turn::begin) {  // the settled start is kept for further dives
            ready_ = ready_ && settle(frame(0), true);
            turn_ = Turn::over;
        }
        if (!ready_) return 0;
        depth_ = 0;
        push();
        for (double weight = 1;;) {
            Vec* s = frame(depth_);
            if (solved(s)) return !rules_ || work_->completes(masks(s)) ? weight : 0;
            if (!pulse.spend()) return 0;
            weight *= guess_at_random(s, random);
            if (!settle(s, false)) return 0;
        }
    }

    void shuffle(Random* random) override { random_ = random; }
    void expect_ease(std::uint64_t conflicts) override { easy_ = conflicts; }
    void lead(const int* values) override {
        lead_ = values;
        leads_.assign(static_cast<std::size_t>(at_.open_at()), Vec{0, 0});
        for (int c = 0; values && c < g_.cells; ++c)
            at_.word(at_.plane_of(leads_.data(), values[c]), c) |= at_.bit(c);
    }

private:
    enum class Turn { begin, forward, back, over };
    struct Guess {
        int cell, value;
        bool twin = false;  ///< the value has two places in some house, of which the cell is one
    };

    /// Cells that no open cell elsewhere has to do with, and the search for their values.
    struct Part {
        std::vector<Vec> cells;
        std::unique_ptr<Walk> walk;
    };

    static constexpr std::uint64_t patience = 64;  ///< nodes before parts are looked for
    static constexpr std::uint64_t seldom = 4096;  ///< nodes between two looks at most
    static constexpr std::uint64_t hard = 2000;    ///< conflicts after which a grid is searched anew
    static constexpr double heavy = 1e100;
    static constexpr int together = 4;  ///< vectors of lanes looked at before a branch

    /// Begins with a state that is settled, of which only some cells are to be filled.
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
        conflicts_ = nodes_ = found_ = 0;
        due_ = patience;
        wait_ = patience;
        tried_ = 0;
        cutoff_ = rules_ ? 100 : hard;
        own_random_ = Random(0);
        step_ = 1;
        std::fill(weights_.begin(), weights_.end(), 0.0);
        if (work_) work_->reset();
        parts_.clear();
    }

    /// Whether the search went back to its beginning. It does so as long as it has found nothing,
    /// after more nodes each time: what conflicts have taught then steers it elsewhere. What was
    /// refuted at the first guess stays refuted.
    bool restart_due() {
        if (found_ > 0 || random_ || nodes_ - tried_ < cutoff_ || (without_ & restarts)) return false;
        tried_ = nodes_;
        cutoff_ += cutoff_ / 2;
        depth_ = 0;
        return true;
    }

    bool learning() const {
        return !(without_ & conflict_weights) && (rules_ || conflicts_ > hard / 2);
    }

    void blame(int c) {
        if (!learning()) return;
        weights_[static_cast<std::size_t>(c)] += step_;
        grow();
    }

    void blame_house(int h) {
        if (!learning()) return;
        const Vec* cells = &g_.house_cells[static_cast<std::size_t>(h * at_.plane())];
        each_bit(cells, at_.plane(), [&](int c) {
            weights_[static_cast<std::size_t>(c)] += step_;
            return true;
        });
        grow();
    }

    void grow() {
        step_ *= 1.02;
        if (step_ > heavy) {
            for (double& weight : weights_) weight /= heavy;
            step_ /= heavy;
        }
    }

    /// Looks for parts of the open cells that have nothing to do with one another. A look costs
    /// some nodes, so there are few where they are in vain.
    bool split(const Vec* s) {
        std::vector<std::vector<Vec>> found = components(s);
        wait_ = found.size() < 2 ? std::min(4 * wait_, seldom) : std::max(wait_ / 2, patience);
        due_ = nodes_ + wait_;
        if (found.size() < 2) return false;
        std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
            const auto size = [](const std::vector<Vec>& set) {
                int sum = 0;
                for (const Vec part : set) sum += popcount(part);
                return sum;
            };
            return size(a) < size(b);
        });
        for (auto& cells : found) {
            auto walk = std::make_unique<Walk>(g_, problem_, rules_, without_);
            walk->start(s, cells);
            walk->random_ = random_;
            walk->lead_ = lead_;
            walk->easy_ = easy_;
            walk->part_ = true;
            parts_.push_back({std::move(cells), std::move(walk)});
        }
        ready_parts_ = 0;
        return true;
    }

    /// Goes to the next combination of the parts' solutions, the last part varying fastest.
    bool combine(Pulse& pulse) {
        // All parts have a solution before anything is combined: one without any ends it all.
        std::size_t turn = ready_parts_;
        if (turn == parts_.size()) --turn;
        for (;;) {
            const std::uint64_t before = pulse.spent;
            const bool found = parts_[turn].walk->next(pulse);
            nodes_ += pulse.spent - before;
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
            if (pulse.stop != Stop::none) {
                ready_parts_ = turn;
                return false;
            }
            if (turn == 0 || found_in_parts(turn) == 0) return false;
            parts_[turn].walk->start(frame(depth_), parts_[turn].cells);
            ready_parts_ = --turn;
        }
    }

    std::uint64_t found_in_parts(std::size_t turn) const { return parts_[turn].walk->found_; }

    /// Whether hidden variables have values that fit all parts together.
    bool completed() {
        if (part_ || !rules_ || mask_count() == static_cast<std::size_t>(g_.cells)) return true;
        std::vector<Mask> together(masks(frame(depth_)), masks(frame(depth_)) + mask_count());
        gather_parts(together.data());
        return work_->completes(together.data());
    }

    void gather_parts(Mask* together) {
        const Mask* own = masks(frame(depth_));
        for (std::size_t v = 0; v < mask_count(); ++v) together[v] &= own[v];
        for (const Part& part : parts_) part.walk->gather_parts(together);
    }

    std::vector<std::vector<Vec>> components(const Vec* s) const {
        const auto width = static_cast<std::size_t>(at_.plane());
        std::vector<std::vector<Vec>> found;
        std::vector<Vec> left(at_.open(s), at_.open(s) + width);
        const auto all_empty = [&](const std::vector<Vec>& set) {
            return std::none_of(set.begin(), set.end(), [](Vec part) { return any(part); });
        };
        while (!all_empty(left)) {
            std::vector<Vec> part(width, Vec{0, 0}), fresh(width, Vec{0, 0});
            each_bit(left.data(), at_.plane(), [&](int c) {
                fresh[static_cast<std::size_t>(c >> 7)] |= single_bit(c & 127);
                return false;
            });
            while (!all_empty(fresh)) {
                std::vector<Vec> near(width, Vec{0, 0});
                for (std::size_t i = 0; i < width; ++i) part[i] |= fresh[i];
                each_bit(fresh.data(), at_.plane(), [&](int c) {
                    const Vec* peers = &g_.peers[static_cast<std::size_t>(c) * width];
                    for (int v = 0; v < at_.values(); ++v)
                        if (g_.may(s, c, v))
                            for (std::size_t i = 0; i < width; ++i)
                                near[i] |= peers[i] & at_.plane_of(s, v)[i];
                    if (rules_)
                        for (const Vec* link : g_.links_of[static_cast<std::size_t>(c)])
                            for (std::size_t i = 0; i < width; ++i) near[i] |= link[i];
                    return true;
                });
                for (std::size_t i = 0; i < width; ++i) fresh[i] = near[i] & left[i] & ~part[i];
            }
            for (std::size_t i = 0; i < width; ++i) left[i] &= ~part[i];
            found.push_back(std::move(part));
        }
        return found;
    }

    Vec* frame(std::size_t depth) { return memory_.data() + depth * stride_; }
    const Vec* frame(std::size_t depth) const { return memory_.data() + depth * stride_; }
    Mask* masks(Vec* s) { return reinterpret_cast<Mask*>(s + masks_at_); }
    std::size_t mask_count() const { return static_cast<std::size_t>(problem_.variables); }

    Vec* begin() {
        depth_ = 0;
        reset();
        turn_ = Turn::begin;
        std::copy(g_.root.begin(), g_.root.end(), memory_.begin());
        if (rules_) std::copy_n(frame(0), at_.open_at(), frame(0) + seen_at_);
        return frame(0);
    }

    Vec* push() {
        ++depth_;
        if ((depth_ + 1) * stride_ > memory_.size()) memory_.resize(2 * memory_.size());
        std::memcpy(static_cast<void*>(frame(depth_)), frame(depth_ - 1), stride_ * sizeof(Vec));
        return frame(depth_);
    }

    bool solved(const Vec* s) const {
        const Vec* open = at_.open(s);
        for (int i = 0; i < at_.plane(); ++i)
            if (any(open[i])) return false;
        return true;
    }

    /// Whatever follows without a guess, the cheapest first; false at a contradiction.
    bool settle(Vec* s, bool all) {
        for (;;) {
            if (!singles(s)) return false;
            if (rules_) {
                if (!obey(s, all)) return false;
                all = false;
                if (!narrowed_.empty()) continue;
            }
            if ((without_ & locked_candidates) || conflicts_ < easy_ || (depth_ > 0 && conflicts_ == 0))
                return true;
            if (solved(s)) return true;
            bool changed = false;
            for (int j = 0; j < at_.slots(); ++j) changed |= locked(s, j);
            if (!changed && !(without_ & leftovers_rule)) changed = leftovers(s);
            if (!changed) return true;
        }
    }

    /// Propagates the rules of what has changed; `narrowed_` are the cells that lost values then.
    bool obey(Vec* s, bool all) {
        changed_.clear();
        narrowed_.clear();
        note_changes(s);
        if (changed_.empty() && !all) return true;
        if (!work_->propagate(masks(s), changed_, all, narrowed_)) return false;
        for (int c : narrowed_) take_over(s, c);
        return true;
    }

    /// Brings the masks of cells up to the planes.
    void note_changes(Vec* s) {
        Vec* seen = s + seen_at_;
        for (int i = 0; i < at_.plane(); ++i) {
            Vec difference{0, 0};
            for (int v = 0; v < at_.values(); ++v) {
                const int n = v * at_.plane() + i;
                difference |= s[n] ^ seen[n];
                seen[n] = s[n];
            }
            if (any(difference))
                each_bit(difference, [&](int bit) {
                    const int c = 128 * i + bit;
                    masks(s)[c] = g_.gather(s, c);
                    changed_.push_back(c);
                    return true;
                });
        }
    }

    /// Brings the planes down to the mask of a cell.
    void take_over(Vec* s, int c) {
        Vec* seen = s + seen_at_;
        for (Mask gone = g_.gather(s, c) & ~masks(s)[c]; gone; gone &= gone - 1) {
            const int v = std::countr_zero(gone);
            g_.drop(s, c, v);
            at_.word(at_.plane_of(seen, v), c) &= ~at_.bit(c);
        }
    }

    bool singles(Vec* s) {
        for (;;) {
            bool placed = false;
            for (int i = 0; i < at_.plane(); ++i) {
                Vec once = s[i], twice{0, 0};
                for (int v = 1; v < at_.values(); ++v) {
                    const Vec plane = s[v * at_.plane() + i];
                    twice |= once & plane;
                    once |= plane;
                }
                const Vec open = at_.open(s)[i];
                if (any(open & ~once)) {
                    blame_first(open & ~once, 128 * i);
                    return false;
                }
                const Vec single = open & ~twice;
                if (any(single)) {
                    placed = true;
                    const typename Grid<D>::Singles values(g_, s, i);
                    const bool fine = each_bit(single, [&](int bit) {
                        const int c = 128 * i + bit;
                        const int v = values.of(s, bit);
                        if (v < 0) {
                            blame(c);
                            return false;
                        }
                        g_.put_single(s, c, v);
                        return true;
                    });
                    if (!fine) return false;
                }
            }
            if (placed) continue;
            for (int from = 0; from < at_.stripe(); from += together) {
                Vec single[together], missing{0, 0}, some{0, 0};
                const int count = std::min(together, at_.stripe() - from);
                for (int n = 0; n < count; ++n) {
                    const Vec* place = at_.place(s, 0) + from + n;
                    Vec once = *place, twice{0, 0};
                    for (int k = 1; k < at_.places(); ++k) {
                        const Vec here = place[k * at_.stripe()];
                        twice |= once & here;
                        once |= here;
                    }
                    const Vec need = at_.needs(s)[from + n];
                    missing |= need & ~once;
                    single[n] = need & ~twice;
                    some |= single[n];
                }
                if (any(missing)) {
                    blame_missing(s, from, count);
                    return false;
                }
                if (!any(some)) continue;
                placed = true;
                for (int n = 0; n < count; ++n)
                    if (!put_hidden(s, from + n, single[n])) return false;
            }
            if (!placed) return true;
        }
    }

    /// Puts the values of hidden singles, given as lanes of the j-th vector of a stripe.
    bool put_hidden(Vec* s, int j, Vec single) {
        return each_bit(single, [&](int index) {
            const int v = 4 * (j % at_.block()) + (index >> 5);
            const int h = 32 * (j / at_.block()) + (index & 31);
            if (!any(at_.needs(s)[j] & single_bit(index))) return true;  // put for another house
            const int c = first_of(s, v, h);
            if (c < 0) {
                blame_house(h);
                return false;
            }
            g_.put(s, c, v);
            return true;
        });
    }

    void blame_first(Vec cells, int offset) {
        if (!learning()) return;
        each_bit(cells, [&](int bit) {
            blame(offset + bit);
            return false;
        });
    }

    /// Some value has no place left in a house of these vectors of lanes.
    void blame_missing(const Vec* s, int from, int count) {
        if (!learning()) return;
        for (int j = from; j < from + count; ++j) {
            Vec once{0, 0};
            for (int k = 0; k < at_.places(); ++k) once |= at_.place(s, k)[j];
            const bool none = each_bit(at_.needs(s)[j] & ~once, [&](int index) {
                blame_house(32 * (j / at_.block()) + (index & 31));
                return false;
            });
            if (!none) return;
        }
    }

    int first_of(const Vec* s, int v, int h) const {
        const Vec* plane = at_.plane_of(s, v);
        const Vec* house = &g_.house_cells[static_cast<std::size_t>(h * at_.plane())];
        for (int i = 0; i < at_.plane(); ++i) {
            const Vec both = plane[i] & house[i];
            if (both[0]) return 128 * i + std::countr_zero(both[0]);
            if (both[1]) return 128 * i + 64 + std::countr_zero(both[1]);
        }
        return -1;
    }

    /// Where all places of a value in a house are in one crossing, other cells lose it.
    bool locked(Vec* s, int slot_number) {
        const auto& slot = g_.slots[static_cast<std::size_t>(slot_number)];
        bool changed = false;
        for (int word = 0; word < at_.words(); ++word) {
            if (slot.members[static_cast<std::size_t>(word)].empty()) continue;
            for (int from = 0; from < at_.block(); from += together)
                changed |= locked(s, slot_number, word, from);
        }
        return changed;
    }

    /// The same for some vectors of lanes of one word of houses.
    bool locked(Vec* s, int slot_number, int word, int from) {
        const auto& slot = g_.slots[static_cast<std::size_t>(slot_number)];
        const auto& members = slot.members[static_cast<std::size_t>(word)];
        const int first = word * at_.block() + from;
        const int count = std::min(together, at_.block() - from);
        const Vec* places = at_.place(s, 0) + first;
        Vec group[most_groups][together];
        const auto* member = members.data();  // by group
        const auto* end = member + members.size();
        Vec once[together] = {}, twice[together] = {};
        for (const auto& loose : slot.loose[static_cast<std::size_t>(word)]) {
            const Vec* place = places + loose.place * at_.stripe();
            for (int j = 0; j < count; ++j) twice[j] |= place[j] & spread(loose.houses);
        }
        for (int n = 0; n < slot.groups; ++n) {
            Vec sum[together] = {};
            for (; member != end && member->number == n; ++member) {
                const Vec houses = spread(member->houses);
                const Vec* place = places + member->place * at_.stripe();
                for (int j = 0; j < count; ++j) sum[j] |= place[j] & houses;
            }
            for (int j = 0; j < count; ++j) {
                group[n][j] = sum[j];
                twice[j] |= once[j] & sum[j];
                once[j] |= sum[j];
            }
        }
        bool changed = false;
        for (int j = 0; j < count; ++j) {
            Vec& applied = at_.applied(s, slot_number)[first + j];
            const Vec fires = at_.needs(s)[first + j] & once[j] & ~twice[j] & ~applied;
            if (!any(fires)) continue;
            applied |= fires;
            for (int n = 0; n < slot.groups; ++n)
                each_bit(fires & group[n][j], [&](int index) {
                    const int v = 4 * (from + j) + (index >> 5);
                    const auto h = static_cast<std::size_t>(32 * word + (index & 31));
                    const int cut = slot.cut[h * static_cast<std::size_t>(slot.groups) +
                                             static_cast<std::size_t>(n)];
                    changed |= apply(s, v, cut);
                    return true;
                });
        }
        return changed;
    }

    bool apply(Vec* s, int v, int number) {
        const Vec* plane = at_.plane_of(s, v);
        const Vec* keep = &g_.group_cuts.cells[static_cast<std::size_t>(number * at_.plane())];
        bool some = false;
        for (int i = 0; i < at_.plane(); ++i) some |= any(plane[i] & ~keep[i]);
        if (some) g_.cut(s, v, g_.group_cuts, number);
        return some;
    }

    /// Two sets of cells with the same values: what one cannot hold, the other does not.
    bool leftovers(Vec* s) {
        bool changed = false;
        for (const auto& pair : g_.leftovers)
            for (int v = 0; v < at_.values(); ++v) {
                const bool one = meets(s, v, pair.one), other = meets(s, v, pair.other);
                if (one == other) continue;
                const Vec* plane = at_.plane_of(s, v);
                const std::vector<Vec>& set = one ? pair.one : pair.other;
                for (int i = 0; i < at_.plane(); ++i) {
                    // What is placed stays; its conflict shows elsewhere.
                    const Vec gone = plane[i] & set[static_cast<std::size_t>(i)] & at_.open(s)[i];
                    changed |= any(gone);
                    each_bit(gone, [&](int bit) {
                        g_.drop(s, 128 * i + bit, v);
                        return true;
                    });
                }
            }
        return changed;
    }

    bool meets(const Vec* s, int v, const std::vector<Vec>& set) const {
        const Vec* plane = at_.plane_of(s, v);
        for (int i = 0; i < at_.plane(); ++i)
            if (any(plane[i] & set[static_cast<std::size_t>(i)])) return true;
        return false;
    }

    Guess choose(const Vec* s) {
        const int pair = note_pairs(s);
        if (rules_ || learning()) return choose_weighted(s);
        if (pair < 0) return without_pairs(s);
        if ((without_ & weighted_branching) || (depth_ > 0 && conflicts_ == 0))
            return {pair, g_.value_of(s, pair)};
        Guess best{-1, -1};
        int most = -1;
        each_bit(pairs_.data(), at_.plane(), [&](int c) {
            const int v = g_.value_of(s, c), u = g_.value_after(s, c, v);
            const int a = reach(s, c, v), b = reach(s, c, u);
            if (a + b > most) {
                most = a + b;
                best = {c, a >= b ? v : u};
            }
            return true;
        });
        return best;
    }

    Guess without_pairs(const Vec* s) const {
        const Guess twin = two_places(s);
        if (twin.cell >= 0) return twin;
        const int c = fewest(s);
        return {c, g_.value_of(s, c)};
    }

    /// Finds the open cells with two values; the first of them, -1 if there are none.
    int note_pairs(const Vec* s) {
        int first = -1;
        for (int i = at_.plane(); i-- > 0;) {
            const Vec pairs = pairs_[static_cast<std::size_t>(i)] = bivalue(s, i);
            each_bit(pairs, [&](int bit) {
                first = 128 * i + bit;
                return false;
            });
        }
        return first;
    }

    Vec bivalue(const Vec* s, int i) const {
        Vec once{0, 0}, twice{0, 0}, thrice{0, 0};
        for (int v = 0; v < at_.values(); ++v) {
            const Vec plane = s[v * at_.plane() + i];
            thrice |= twice & plane;
            twice |= once & plane;
            once |= plane;
        }
        return at_.open(s)[i] & twice & ~thrice;
    }

    /// How much putting v into c takes from its peers.
    int reach(const Vec* s, int c, int v) const {
        const Vec* plane = at_.plane_of(s, v);
        const Vec* peers = &g_.peers[static_cast<std::size_t>(c * at_.plane())];
        int sum = 0;
        for (int i = 0; i < at_.plane(); ++i) {
            const Vec hit = plane[i] & peers[i];
            if (at_.plane() == 1 || any(hit))
                sum += popcount(hit) + 3 * popcount(hit & pairs_[static_cast<std::size_t>(i)]);
        }
        return sum;
    }

    Guess two_places(const Vec* s) const {
        Guess best{-1, -1};
        int most = -1;
        for (int j = 0; j < at_.stripe(); ++j) {
            const Vec* place = at_.place(s, 0) + j;
            Vec once{0, 0}, twice{0, 0}, thrice{0, 0};
            for (int k = 0; k < at_.places(); ++k) {
                const Vec here = place[k * at_.stripe()];
                thrice |= twice & here;
                twice |= once & here;
                once |= here;
            }
            const Vec two = at_.needs(s)[j] & twice & ~thrice;
            if (!any(two)) continue;
            for (int lane = 0; lane < 4; ++lane)
                for (std::uint32_t houses = reinterpret_cast<Vec32>(two)[lane]; houses;
                     houses &= houses - 1) {
                    const int v = 4 * (j % at_.block()) + lane;
                    const int h = 32 * (j / at_.block()) + std::countr_zero(houses);
                    const int c = first_of(s, v, h);
                    const int worth = reach(s, c, v);
                    if (worth > most) {
                        most = worth;
                        best = {c, v, true};
                    }
                }
        }
        return best;
    }

    int size(const Vec* s, int c) const {
        int count = 0;
        for (int v = 0; v < at_.values(); ++v) count += g_.may(s, c, v);
        return count;
    }

    /// Narrows a state at random; one over how likely it was that this would be chosen.
    double guess_at_random(Vec* s, Random& random) {
        int c = note_pairs(s);
        if (rules_ || c < 0) {
            const Guess guess = rules_ ? choose_weighted(s) : without_pairs(s);
            if (guess.twin) {
                if (random.below(2)) g_.put(s, guess.cell, guess.value);
                else g_.drop(s, guess.cell, guess.value);
                return 2;
            }
            c = guess.cell;
        }
        double sum = 0;
        std::size_t count = 0;
        g_.each_value(s, c, [&](int v) {
            sum += (shares_[count++] = {v, share(s, c, v)}).size;
            return true;
        });
        double ticket = random.unit() * sum;
        std::size_t n = 0;
        for (; n + 1 < count && ticket >= shares_[n].size; ++n) ticket -= shares_[n].size;
        g_.put(s, c, shares_[n].value);
        return sum / shares_[n].size;
    }

    /// About how often a value stands in a cell, beside its other values: the fewer places it has
    /// in the houses, the oftener. Roots, for the houses know of each other; it was measured.
    double share(const Vec* s, int c, int v) const {
        double product = 1;
        const Vec* plane = at_.plane_of(s, v);
        g_.each_house(c, [&](int h) {
            const Vec* house = &g_.house_cells[static_cast<std::size_t>(h * at_.plane())];
            int places = 0;
            for (int i = 0; i < at_.plane(); ++i) places += popcount(plane[i] & house[i]);
            product *= g_.one_over_root[static_cast<std::size_t>(places)];
        });
        return product;
    }

    int random_value(const Vec* s, int c, Random& random) const {
        auto skip = random.below(static_cast<std::uint64_t>(size(s, c)));
        int v = 0;
        for (;; ++v)
            if (g_.may(s, c, v) && skip-- == 0) return v;
    }

    /// The first open cell with the fewest values, which are counted in bits of all cells at once.
    int fewest(const Vec* s) const {
        const int digits = std::bit_width(static_cast<unsigned>(at_.values()));
        int least = 1 << 30, cell = -1;
        for (int i = 0; i < at_.plane(); ++i) {
            Vec set = at_.open(s)[i];
            if (!any(set)) continue;
            Vec count[32] = {};
            for (int v = 0; v < at_.values(); ++v) {
                Vec carry = s[v * at_.plane() + i];
                for (int d = 0; d < digits; ++d) {
                    const Vec both = count[d] & carry;
                    count[d] ^= carry;
                    carry = both;
                }
            }
            int n = 0;
            for (int d = digits; d-- > 0;) {
                const Vec fewer = set & ~count[d];
                if (any(fewer)) set = fewer;
                else n |= 1 << d;
            }
            if (n < least) {
                least = n;
                each_bit(set, [&](int bit) {
                    cell = 128 * i + bit;
                    return false;
                });
            }
        }
        return cell;
    }

    /// The cell with the fewest values for its weight (Boussemart, Hemery, Lecoutre and Sais,
    /// Boosting systematic search by weighting constraints, 2004), or a value with two places.
    Guess choose_weighted(const Vec* s) {
        double most = -1;
        int cell = -1, values = 0;
        each_bit(at_.open(s), at_.plane(), [&](int c) {
            const int n = size(s, c);
            double weight = weights_[static_cast<std::size_t>(c)] + 1;
            if (rules_) weight += work_->weights()[static_cast<std::size_t>(c)];
            if ((without_ & conflict_weights)) weight = 1;
            if (weight > most * (n - 1)) {
                most = weight / (n - 1);
                cell = c;
                values = n;
            }
            return true;
        });
        if (values > 2) {
            const Guess twin = two_places(s);
            if (twin.cell >= 0) return twin;
        }
        return {cell, g_.value_of(s, cell)};
    }

    const Grid<D>& g_;
    const Layout<D>& at_;
    const Problem& problem_;
    const Rules* rules_;
    const unsigned without_;
    std::unique_ptr<RuleWork> work_;
    std::size_t stride_ = 0, seen_at_ = 0, masks_at_ = 0;
    std::vector<Vec> memory_;
    struct Marked {
        std::vector<Vec> state;
        bool ready = false;
    };
    std::vector<Marked> marks_;
    std::vector<Guess> guesses_;
    struct Share {
        int value;
        double size;
    };
    std::vector<Share> shares_;  ///< of the values of a guess that is made at random
    std::vector<Vec> pairs_;  ///< the cells with two values, of the state that is being branched
    std::size_t depth_ = 0;
    std::uint64_t conflicts_ = 0, nodes_ = 0, found_ = 0;
    std::uint64_t easy_ = 0;  ///< conflicts before locked candidates and leftovers are looked for
    std::uint64_t due_ = patience, wait_ = patience;  // looks for parts
    std::uint64_t tried_ = 0, cutoff_ = 0;            // restarts
    std::vector<double> weights_;                     // by cell: conflicts of the grid
    double step_ = 1;
    std::vector<Part> parts_;      // of the state of this depth, while they are combined
    std::size_t ready_parts_ = 0;  // how many of them have a solution at hand
    Turn turn_ = Turn::begin;
    bool ready_ = true;
    bool part_ = false;  ///< this searches a part of another walk's state
    Random* random_ = nullptr;
    const int* lead_ = nullptr;
    std::vector<Vec> leads_;  ///< the same as planes
    Random own_random_{0};  ///< after restarts
    std::vector<int> changed_, narrowed_;
};

}  // namespace kernel
