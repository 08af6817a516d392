// Variables whose values lie in a set are connected in a graph; see `Connected` in Python.
#include <algorithm>

#include "graph_members.hpp"

namespace kernel {
namespace {

/// A place as a vertex of the graph; one more stands for all roots together, if there are any.
using Place = Number;

class Connection : public Propagator {
public:
    explicit Connection(const Rule& rule)
        : size_(static_cast<Place>(rule.variables.size())), values_(rule.members),
          rooted_(!rule.roots.empty()), vertices_(size_ + (rooted_ ? 1 : 0)),
          allowed_(at(size_) + 1, 0), neighbours_(neighbours(vertices_, rule.edges, rule.roots)) {
        for (const int n : rule.sizes) allowed_[at(n)] = 1;
    }

    bool narrow(Mask* d, Word* scratch) const override {
        Work work(*this, scratch);
        for (Place p = 0; p < size_; ++p) {
            if (!d[p]) return false;
            work.set(p, state_of(d[p], values_));
        }
        if (rooted_) work.set(size_, member);
        if (!work.settle()) return false;
        for (Place p = 0; p < size_; ++p) narrow_to(work.state(p), d[p], values_);
        return true;
    }

    std::size_t scratch() const override {
        return (arrays * at(vertices_) + 1) / 2;
    }
    double cost() const override { return 10.0 * (vertices_ + neighbours_.size()); }

private:
    /// Arrays of 32-bit numbers, one for each vertex.
    static constexpr std::size_t arrays = 10;

    /// One run: its arrays, and how many members there are and may be.
    class Work {
    public:
        Work(const Connection& of, Word* scratch) : of_(of) {
            auto* next = reinterpret_cast<Place*>(scratch);
            for (Place** array : {&state_, &part_, &distance_, &queue_, &order_, &low_, &edge_,
                                  &below_, &inside_, &cut_}) {
                *array = next;
                next += of.vertices_;
            }
        }

        State state(Place p) const { return static_cast<State>(state_[p]); }
        void set(Place p, State state) {
            state_[p] = state;
            if (p == of_.size_) return;
            members_ += state == member;
            possible_ += state != outside;
        }

        /// Narrows until nothing more is found; false if no set of members is left.
        bool settle() {
            while (true) {
                const Place members = members_, possible = possible_;
                if (!bound()) return false;
                force();
                if (members == members_ && possible == possible_) return true;
            }
        }

    private:
        void drop(Place p) {
            state_[p] = outside;
            --possible_;
        }
        void take(Place p) {
            state_[p] = member;
            ++members_;
        }

        /// Drops what is too far away, or in parts that are too small.
        bool bound() {
            const Place start = certain();
            if (start >= 0) {
                std::fill_n(part_, of_.vertices_, 0);
                flood(start);
                for (Place p = 0; p < of_.size_; ++p) {
                    if (part_[p] || state_[p] == outside) continue;
                    if (state_[p] == member) return false;
                    drop(p);
                }
            } else {
                drop_small();
            }
            const Place least = next_size(members_), most = last_size();
            if (least < 0 || least > possible_) return false;
            if (most == members_) {
                for (Place p = 0; p < of_.size_; ++p)
                    if (state_[p] == open) drop(p);
                return true;
            }
            if (most < possible_ && !bound_distance(most)) return false;
            if (possible_ < least) return false;
            for (Place p = 0; possible_ == least && p < of_.size_; ++p)
                if (state_[p] == open) take(p);
            return true;
        }

        /// A vertex that is certain to be connected; -1 if there is none.
        Place certain() const {
            if (of_.rooted_) return of_.size_;
            const auto end = state_ + of_.size_;
            const auto found = std::find(state_, end, member);
            return found == end ? -1 : static_cast<Place>(found - state_);
        }

        /// The least size allowed from `least` on; -1 if there is none.
        Place next_size(Place least) const {
            for (Place n = least; n <= of_.size_; ++n)
                if (of_.allowed_[at(n)]) return n;
            return -1;
        }
        Place last_size() const {
            for (Place n = possible_; n >= members_; --n)
                if (of_.allowed_[at(n)]) return n;
            return -1;
        }

        /// Marks all possible vertices connected with one; returns how many they are.
        Place flood(Place start) {
            Place count = 0;
            queue_[count++] = start;
            part_[start] = 1;
            for (Place i = 0; i < count; ++i)
                for (const Place n : of_.neighbours_[queue_[i]])
                    if (state_[n] != outside && !part_[n]) {
                        part_[n] = 1;
                        queue_[count++] = n;
                    }
            return count;
        }

        void drop_small() {
            const Place next = next_size(1), least = next < 0 ? of_.size_ + 1 : next;
            std::fill_n(part_, of_.vertices_, 0);
            for (Place p = 0; p < of_.size_; ++p) {
                if (part_[p] || state_[p] == outside) continue;
                const Place count = flood(p);
                for (Place i = 0; count < least && i < count; ++i) drop(queue_[i]);
            }
        }

        /// Drops what no path of few enough new members leads to, from each part of the members.
        bool bound_distance(Place most) {
            std::fill_n(part_, of_.vertices_, 0);
            for (Place p = of_.vertices_ - 1; p >= 0; --p) {
                if (state_[p] != member || part_[p] || (of_.rooted_ && p != of_.size_)) continue;
                measure(p, most - members_);
                for (Place q = 0; q < of_.size_; ++q) {
                    if (state_[q] == outside || distance_[q] >= 0) continue;
                    if (state_[q] == member) return false;
                    drop(q);
                }
            }
            return true;
        }

        /// Sets the fewest new members on a path from a member to each vertex; -1 if over `most`.
        /// The member's own part is marked.
        void measure(Place start, Place most) {
            std::fill_n(distance_, of_.vertices_, -1);
            // Vertices of the present distance first, those one further off after them: `order_`
            // is a second queue.
            Place near = 0, far = 0;
            queue_[near++] = start;
            distance_[start] = 0;
            for (Place step = 0; near > 0; ++step) {
                for (Place i = 0; i < near; ++i) {
                    const Place from = queue_[i];
                    if (step == 0) part_[from] = 1;
                    for (const Place n : of_.neighbours_[from]) {
                        if (state_[n] == outside || distance_[n] >= 0) continue;
                        if (state_[n] == member) {
                            distance_[n] = step;
                            queue_[near++] = n;
                        } else if (step < most) {
                            distance_[n] = step + 1;
                            order_[far++] = n;
                        }
                    }
                }
                std::swap(queue_, order_);
                near = far;
                far = 0;
            }
        }

        /// Takes those without which no set of members would be left.
        void force() {
            if (members_ == possible_) return;
            const Place start = certain();
            if (members_ == 0 && of_.allowed_[0]) return;
            const Place least = next_size(std::max<Place>(1, members_));
            std::fill_n(order_, of_.vertices_, -1);
            std::fill_n(cut_, of_.vertices_, 0);
            if (start >= 0) {
                cut_off(start, possible_, least, true);
            } else if (!one_large_part(least)) {
                return;
            }
            for (Place p = 0; p < of_.size_; ++p)
                if (cut_[p] && state_[p] == open) take(p);
        }

        /// Returns whether only one part is large enough, and if so searches it for the places that
        /// must not be missing.
        bool one_large_part(Place least) {
            std::fill_n(part_, of_.vertices_, 0);
            Place large = -1, count = 0;
            for (Place p = 0; p < of_.size_; ++p) {
                if (part_[p] || state_[p] == outside) continue;
                const Place places = flood(p);
                if (places < least) continue;
                if (large >= 0) return false;
                large = p;
                count = places;
            }
            if (large >= 0) cut_off(large, count, least, false);
            return true;
        }

        /// Marks the vertices without which members are cut off, or parts are left that are too
        /// small: articulation points by their lowest links (Tarjan 1972), depth first from a
        /// vertex with which, if it is `certain`, all others have to be connected; `all` places are.
        void cut_off(Place start, Place all, Place least, bool certain) {
            Place* stack = queue_;
            Place depth = 0, time = 0;
            const auto enter = [&](Place p) {
                order_[p] = low_[p] = time++;
                edge_[p] = of_.neighbours_.first(p);
                below_[p] = p != of_.size_;
                inside_[p] = p != of_.size_ && state_[p] == member;
                lost_of(p) = best_of(p) = 0;
                stack[depth++] = p;
            };
            enter(start);
            while (depth > 0) {
                const Place p = stack[depth - 1];
                if (edge_[p] < of_.neighbours_.first(p + 1)) {
                    const Place n = of_.neighbours_.number(edge_[p]++);
                    if (state_[n] == outside) continue;
                    if (order_[n] < 0)
                        enter(n);
                    else
                        low_[p] = std::min(low_[p], order_[n]);
                    continue;
                }
                --depth;
                const Place rest = all - 1 - lost_of(p);
                if (certain ? p != start && rest < least
                            : std::max(p == start ? 0 : rest, best_of(p)) < least)
                    cut_[p] = 1;
                if (depth == 0) break;
                const Place parent = stack[depth - 1];
                low_[parent] = std::min(low_[parent], low_[p]);
                below_[parent] += below_[p];
                inside_[parent] += inside_[p];
                if (low_[p] < order_[parent]) continue;
                lost_of(parent) += below_[p];
                best_of(parent) = std::max(best_of(parent), below_[p]);
                if (certain && parent != start && inside_[p]) cut_[parent] = 1;
            }
        }

        Place& lost_of(Place p) { return distance_[p]; }  ///< places cut off from the start without p
        Place& best_of(Place p) { return part_[p]; }      ///< the most of these that are connected

        const Connection& of_;
        Place members_ = 0, possible_ = 0;
        Place *state_, *part_, *distance_, *queue_, *order_, *low_, *edge_, *below_, *inside_, *cut_;
    };

    Place size_;
    Mask values_;
    bool rooted_;
    Place vertices_;
    std::vector<char> allowed_;  ///< by number of members
    ByVertex neighbours_;
};

}  // namespace

PropagatorPtr make_connected(const Rule& rule) { return std::make_shared<const Connection>(rule); }

}  // namespace kernel
