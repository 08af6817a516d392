// Rules that hold in one case only, and all-different ones that no plane holds.
#include <algorithm>

#include "propagator.hpp"

namespace kernel {

bool settle(Mask* d, std::size_t size) {
    Mask taken = 0;
    while (true) {
        Mask fixed = 0;
        for (std::size_t i = 0; i < size; ++i) {
            if (!single(d[i])) continue;
            if (!d[i] || d[i] & fixed) return false;
            fixed |= d[i];
        }
        if (fixed == taken) return true;
        taken = fixed;
        for (std::size_t i = 0; i < size; ++i)
            if (!single(d[i]) && (d[i] &= ~fixed) == 0) return false;
    }
}

namespace {

class Different : public Propagator {
public:
    explicit Different(std::size_t size) : size_(size) {}

    bool narrow(Mask* d, Word*) const override {
        if (!settle(d, size_)) return false;
        Mask all = 0;
        for (std::size_t i = 0; i < size_; ++i) all |= d[i];
        return static_cast<std::size_t>(std::popcount(all)) >= size_;
    }
    double cost() const override { return static_cast<double>(2 * size_); }

private:
    std::size_t size_;
};

/// Variable 0 is the selector.
class Case : public Propagator {
public:
    Case(int chosen, std::vector<int> places, PropagatorPtr then)
        : chosen_(bit(chosen)), places_(std::move(places)), then_(std::move(then)) {}

    bool narrow(Mask* d, Word* scratch) const override {
        if (!(d[0] & chosen_)) return d[0] != 0;
        Mask* inner = scratch;
        for (std::size_t i = 0; i < places_.size(); ++i)
            inner[i] = d[static_cast<std::size_t>(places_[i])];
        const bool fits = held(d, inner) && then_->narrow(inner, scratch + places_.size());
        if (d[0] != chosen_) {
            if (!fits) d[0] &= ~chosen_;
            return true;
        }
        if (!fits) return false;
        for (std::size_t i = 0; i < places_.size(); ++i)
            d[static_cast<std::size_t>(places_[i])] = inner[i];
        return true;
    }

    std::size_t scratch() const override { return places_.size() + then_->scratch(); }
    double cost() const override { return 2 + then_->cost(); }
    bool settles() const override { return then_->settles(); }

private:
    /// The inner rule sees the selector, if it reads it, as chosen.
    bool held(const Mask* d, Mask* inner) const {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (places_[i] == 0) inner[i] = chosen_;
            if (!d[static_cast<std::size_t>(places_[i])]) return false;
        }
        return true;
    }

    Mask chosen_;
    std::vector<int> places_;
    PropagatorPtr then_;
};

/// All cases of one selector, variable 0: what each possible case excludes is gone before it is
/// known which of them holds (constructive disjunction).
class Union : public Propagator {
public:
    Union(std::size_t size, std::vector<Branch> branches)
        : size_(size), branches_(std::move(branches)) {
        for (const Branch& branch : branches_) {
            cases_ |= bit(branch.chosen);
            settles_ &= branch.rules.size() == 1 && branch.rules[0].first->settles();
            for (const auto& [what, places] : branch.rules) {
                inner_ = std::max(inner_, places.size() + what->scratch());
                cost_ += what->cost();
            }
        }
    }

    bool narrow(Mask* d, Word* scratch) const override {
        Mask* all = scratch;
        Mask* trial = scratch + size_;
        const bool free = (d[0] & ~cases_) != 0;
        for (std::size_t i = 0; i < size_; ++i) all[i] = free ? d[i] : 0;
        all[0] = d[0] & ~cases_;
        for (const Branch& branch : branches_) {
            if (!(d[0] & bit(branch.chosen))) continue;
            std::copy_n(d, size_, trial);
            trial[0] = bit(branch.chosen);
            if (!holds(branch, trial, trial + size_)) continue;
            for (std::size_t i = 0; i < size_; ++i) all[i] |= trial[i];
        }
        std::copy_n(all, size_, d);
        return d[0] != 0;
    }

    std::size_t scratch() const override { return 2 * size_ + inner_; }
    double cost() const override { return cost_; }
    bool settles() const override { return settles_; }

private:
    static bool holds(const Branch& branch, Mask* d, Word* scratch) {
        for (const auto& [what, places] : branch.rules) {
            Mask* own = scratch;
            for (std::size_t i = 0; i < places.size(); ++i)
                own[i] = d[static_cast<std::size_t>(places[i])];
            if (!what->narrow(own, scratch + places.size())) return false;
            for (std::size_t i = 0; i < places.size(); ++i)
                if ((d[static_cast<std::size_t>(places[i])] &= own[i]) == 0) return false;
        }
        return true;
    }

    std::size_t size_, inner_ = 0;
    std::vector<Branch> branches_;
    Mask cases_ = 0;
    double cost_ = 2;
    bool settles_ = true;
};

}  // namespace

PropagatorPtr make_union(std::size_t size, std::vector<Branch> branches) {
    return std::make_shared<Union>(size, std::move(branches));
}

PropagatorPtr make_different(std::size_t size) { return std::make_shared<Different>(size); }

PropagatorPtr make_case(int chosen, std::vector<int> places, PropagatorPtr then) {
    return std::make_shared<Case>(chosen, std::move(places), std::move(then));
}

}  // namespace kernel
