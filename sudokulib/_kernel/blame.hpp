// Weights of what conflicts are blamed on, recent conflicts more.
#pragma once

#include <cstddef>
#include <vector>

namespace kernel {

/// Weights by number. All that one conflict is blamed on gains as much, or shares one weight; the
/// next conflict counts more.
class BlameWeights {
public:
    /// `growth`: the factor by which each conflict counts more than the one before.
    explicit BlameWeights(double growth) : growth_(growth) {}

    void reset(std::size_t size) {
        weights_.assign(size, 0.0);
        step_ = 1;
    }

    void reset(const std::vector<double>& start) {
        weights_ = start;
        step_ = 1;
    }

    double operator[](std::size_t i) const { return weights_[i]; }
    const std::vector<double>& all() const { return weights_; }

    /// The growth where there are houses only. Not critical: 1 and 1.04 change nodes by 0.1 %
    /// (`python tests/benchmarks/constants.py _kernel/blame.hpp:of_houses --nodes geometries`).
    static constexpr double of_houses = 1.02;

    /// The growth where there are rules: a half-life of some 14,000 conflicts, so that weights say
    /// which rules are hard, not which failed last. It takes 317,188 nodes, 1.02 takes 346,924 (`python
    /// tests/benchmarks/constants.py _kernel/blame.hpp:of_rules 1.02 --nodes iss-half.jsonl
    /// --limit 10000`, 2026-11); 24 and 29 of 197 puzzles meet that limit.
    static constexpr double of_rules = 1.00005;

    /// `share`: of the weight of the conflict.
    void add(std::size_t i, double share = 1) { weights_[i] += share * step_; }

    void end_conflict() {
        step_ *= growth_;
        if (step_ <= heavy) return;
        for (double& weight : weights_) weight /= heavy;
        step_ /= heavy;
    }

private:
    static constexpr double heavy = 1e100;  ///< where weights are scaled down, far from overflow

    std::vector<double> weights_;
    double growth_;
    double step_ = 1;
};

}  // namespace kernel
