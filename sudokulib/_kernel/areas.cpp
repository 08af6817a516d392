// Connected areas of variables whose values lie in a set have one of some sizes; see `Areas` in Python.
#include <algorithm>

#include "graph_members.hpp"

namespace kernel {
namespace {

using Place = Number;  ///< a vertex

class AreaRule : public Propagator {
public:
    explicit AreaRule(const Rule& rule)
        : size_(static_cast<Place>(rule.variables.size())), values_(rule.members),
          sizes_(rule.sizes), neighbours_(neighbours(size_, rule.edges)) {}

    bool narrow(Mask* d, Word* scratch) const override {
        Work work(*this, scratch);
        for (Place p = 0; p < size_; ++p) {
            if (!d[p]) return false;
            work.set(p, state_of(d[p], values_));
        }
        if (!work.settle()) return false;
        for (Place p = 0; p < size_; ++p) narrow_to(work.state(p), d[p], values_);
        return true;
    }

    std::size_t scratch() const override { return (arrays * at(size_) + 1) / 2; }
    double cost() const override { return 40.0 * (size_ + neighbours_.size()); }

private:
    static constexpr std::size_t arrays = 6;  ///< those of `Work`

    /// One run.
    class Work {
    public:
        Work(const AreaRule& of, Word* scratch) : of_(of) {
            auto* next = reinterpret_cast<Place*>(scratch);
            for (Place** array : {&state_, &queue_, &area_, &near_, &seen_, &done_}) {
                *array = next;
                next += of.size_;
            }
            std::fill_n(seen_, of.size_, 0);
            std::fill_n(done_, of.size_, 0);
        }

        State state(Place p) const { return static_cast<State>(state_[p]); }
        void set(Place p, State state) { state_[p] = state; }

        /// Narrows until nothing more is found; false if no set of members is left.
        bool settle() {
            do {
                changed_ = false;
                drop();
                if (!force()) return false;
            } while (changed_);
            return true;
        }

    private:
        void turn(Place p, State state) {
            state_[p] = state;
            changed_ = true;
        }

        /// Drops places whose areas would have none of the sizes.
        void drop() {
            for (Place p = 0; p < of_.size_; ++p) {
                if (state_[p] != open) continue;
                gather(p);
                if (!grows(-1)) turn(p, outside);
            }
        }

        /// Takes places without which an area could not grow; false if one cannot anyway.
        bool force() {
            ++round_;
            for (Place p = 0; p < of_.size_; ++p) {
                if (state_[p] != member || done_[p] == round_) continue;
                gather(p);
                for (Place i = 0; i < members_; ++i) done_[area_[i]] = round_;
                if (!grows(-1)) return false;
                if (std::binary_search(of_.sizes_.begin(), of_.sizes_.end(), members_)) continue;
                // Places that it did not come to are not needed.
                const Place count = count_ - members_;
                std::copy_n(queue_ + members_, count, near_);
                for (Place i = 0; i < count; ++i)
                    if (state_[near_[i]] == open && !grows(near_[i])) turn(near_[i], member);
            }
            return true;
        }

        /// Finds the area of a place if it is a member.
        void gather(Place start) {
            ++run_;
            members_ = 0;
            area_[members_++] = start;
            seen_[start] = run_;
            for (Place i = 0; i < members_; ++i)
                for (const Place n : of_.neighbours_[area_[i]])
                    if (state_[n] == member && seen_[n] != run_) {
                        seen_[n] = run_;
                        area_[members_++] = n;
                    }
        }

        /// Returns whether enough places are near enough for one of the sizes of the area at hand,
        /// without one of them (or -1).
        bool grows(Place without) {
            ++run_;
            for (Place i = 0; i < members_; ++i) {
                queue_[i] = area_[i];
                seen_[area_[i]] = run_;
            }
            if (without >= 0) seen_[without] = run_;
            Place from = 0, steps = 0;
            count_ = members_;
            for (const Place size : of_.sizes_) {
                while (count_ < size && steps < size - members_ && from < count_) {
                    for (const Place layer = count_; from < layer; ++from)
                        for (const Place n : of_.neighbours_[queue_[from]])
                            if (state_[n] != outside && seen_[n] != run_) {
                                seen_[n] = run_;
                                queue_[count_++] = n;
                            }
                    ++steps;
                }
                if (members_ <= size && size <= count_) return true;
            }
            return false;
        }

        const AreaRule& of_;
        bool changed_ = false;
        Place run_ = 0, round_ = 0, members_ = 0, count_ = 0;
        Place *state_, *queue_, *area_, *near_, *seen_, *done_;
    };

    Place size_;
    Mask values_;
    std::vector<Place> sizes_;
    ByVertex neighbours_;
};

}  // namespace

PropagatorPtr make_areas(const Rule& rule) { return std::make_shared<const AreaRule>(rule); }

}  // namespace kernel
