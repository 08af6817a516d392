#include "canonical.hpp"

#include <algorithm>
#include <numeric>

namespace kernel::exact {
namespace {

constexpr std::uint64_t chosen = 0xbb67ae8584caa73bU;
constexpr std::size_t nowhere = ~std::size_t{0};

/// Cheaper than `mix`: enough to tell colours apart within a state.
inline std::uint64_t stir(std::uint64_t x) {
    x *= 0x9e3779b97f4a7c15U;
    return x ^ (x >> 32);
}

void append(std::string& out, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

}  // namespace

Canonical::Canonical(const Pattern& pattern, int values)
    : pattern_(pattern),
      points_(static_cast<std::size_t>(pattern.points)),
      values_(static_cast<std::size_t>(values)),
      swappable_(points_ * points_) {
    for (const auto kind : pattern.kinds) salt_.push_back(mix(kind + 0x1234567U));
    for (int p = 0; p < pattern.points; ++p)
        for (int q = 0; q < pattern.points; ++q) {
            bool alike = pattern.kind(p, p) == pattern.kind(q, q) &&
                         pattern.kind(p, q) == pattern.kind(q, p);
            for (int r = 0; alike && r < pattern.points; ++r)
                alike = r == p || r == q ||
                        (pattern.kind(p, r) == pattern.kind(q, r) &&
                         pattern.kind(r, p) == pattern.kind(r, q));
            swappable_[static_cast<std::size_t>(p) * points_ + static_cast<std::size_t>(q)] = alike;
        }
    levels_.resize(points_ + 1);
    as_given_.resize(points_);
    std::iota(as_given_.begin(), as_given_.end(), 0);
}

bool Canonical::interchangeable(int p, int q) const {
    const auto a = static_cast<std::size_t>(p), b = static_cast<std::size_t>(q);
    return swappable_[a * points_ + b] && sets_[a] == sets_[b] && marks_[a] == marks_[b];
}

void Canonical::refine(Numbers& points, Numbers& values) {
    const auto count = [&] {
        scratch_ = points;
        std::sort(scratch_.begin(), scratch_.end());
        return static_cast<std::size_t>(std::unique(scratch_.begin(), scratch_.end()) -
                                        scratch_.begin());
    };
    std::size_t before = 0;
    next_.resize(points_);
    for (std::size_t after = count(); after < points_; after = count()) {
        if (after == before) return;
        before = after;
        std::fill(values.begin(), values.end(), 0);
        for (std::size_t p = 0; p < points_; ++p) {
            const auto colour = stir(points[p]);
            for (Mask left = sets_[p]; left; left &= left - 1)
                values[static_cast<std::size_t>(__builtin_ctzll(left))] += colour;
        }
        for (auto& value : values) value = stir(value ^ (value >> 29));
        for (std::size_t p = 0; p < points_; ++p) {
            std::uint64_t sum = 0;
            for (Mask left = sets_[p]; left; left &= left - 1)
                sum += values[static_cast<std::size_t>(__builtin_ctzll(left))];
            const auto* salt = &salt_[p * points_];
            std::uint64_t around = 0;
            for (std::size_t q = 0; q < points_; ++q) around += stir(points[q] ^ salt[q]);
            next_[p] = stir(points[p] ^ stir(sum) ^ (around << 1));
        }
        points.swap(next_);
    }
}

void Canonical::key(const Mask* sets, const std::uint8_t* marks, std::string& out) {
    sets_ = sets;
    marks_ = marks;
    any_ = false;
    jump_ = nowhere;
    path_.clear();
    found_.clear();
    auto& top = levels_[0];
    top.points.resize(points_);
    top.values.assign(values_, 0);
    for (std::size_t p = 0; p < points_; ++p)
        top.points[p] = mix(salt_[p * points_ + p] + 64U * marks[p] +
                            static_cast<std::uint64_t>(__builtin_popcountll(sets[p])));
    descend(0);
    out = best_;
}

/// Explores the ways to tell the points of the level apart.
void Canonical::descend(std::size_t level) {
    auto& here = levels_[level];
    refine(here.points, here.values);
    here.order.resize(points_);
    std::iota(here.order.begin(), here.order.end(), 0);
    std::sort(here.order.begin(), here.order.end(), [&](int a, int b) {
        const auto x = here.points[static_cast<std::size_t>(a)];
        const auto y = here.points[static_cast<std::size_t>(b)];
        return x != y ? x < y : a < b;
    });
    const auto colour = [&](std::size_t i) {
        return here.points[static_cast<std::size_t>(here.order[i])];
    };
    std::size_t start = 0, size = 0;
    for (std::size_t i = 0, end = 0; i < points_; i = end) {
        while (end < points_ && colour(end) == colour(i)) ++end;
        bool same = end - i > 1;
        for (std::size_t k = i + 1; same && k < end; ++k)
            same = interchangeable(here.order[i], here.order[k]);
        if (same || end - i == 1) continue;  // any order of twins will do
        if (size == 0 || end - i < size) {
            start = i;
            size = end - i;
        }
    }
    if (size == 0) return leaf(level);
    here.tried.clear();
    const std::vector<int> cell(here.order.begin() + static_cast<std::ptrdiff_t>(start),
                                here.order.begin() + static_cast<std::ptrdiff_t>(start + size));
    for (const int p : cell) {
        if (known_alike(level, p)) continue;
        here.tried.push_back(p);
        auto& below = levels_[level + 1];
        below.points = here.points;
        below.values = here.values;
        auto& mine = below.points[static_cast<std::size_t>(p)];
        mine = mix(mine ^ chosen);
        path_.push_back(p);
        descend(level + 1);
        path_.pop_back();
        if (jump_ < level) return;
        jump_ = nowhere;
    }
}

/// Returns whether a symmetry that keeps the path maps a point tried before to this one.
bool Canonical::known_alike(std::size_t level, int p) {
    const auto& tried = levels_[level].tried;
    for (const int q : tried)
        if (interchangeable(p, q)) return true;
    if (found_.empty() || tried.empty()) return false;
    Orbits orbits(pattern_.points);
    for (const auto& g : found_) {
        const bool keeps = std::all_of(path_.begin(), path_.end(), [&](int v) {
            return g[static_cast<std::size_t>(v)] == v;
        });
        if (!keeps) continue;
        for (int v = 0; v < pattern_.points; ++v) orbits.join(v, g[static_cast<std::size_t>(v)]);
    }
    return std::any_of(tried.begin(), tried.end(),
                       [&](int q) { return orbits.find(q) == orbits.find(p); });
}

void Canonical::leaf(std::size_t level) {
    const auto& here = levels_[level];
    std::uint64_t trace = 0;
    for (const int p : here.order) trace = stir(trace ^ here.points[static_cast<std::size_t>(p)]);
    if (any_ && trace > best_trace_) return;
    write(here.order, trial_);
    if (any_ && trace == best_trace_ && trial_ == best_) {
        Permutation g(points_);
        for (std::size_t i = 0; i < points_; ++i)
            g[static_cast<std::size_t>(best_order_[i])] = here.order[i];
        found_.push_back(std::move(g));
        std::size_t common = 0;
        while (common < path_.size() && common < best_path_.size() &&
               path_[common] == best_path_[common])
            ++common;
        jump_ = common;
        return;
    }
    if (any_ && trace == best_trace_ && trial_ > best_) return;
    any_ = true;
    best_trace_ = trace;
    best_.swap(trial_);
    best_order_ = here.order;
    best_path_ = path_;
}

/// The state with its points in this order: their kinds, marks, and who holds each value.
void Canonical::write(const std::vector<int>& order, std::string& out) {
    out.clear();
    append(out, kinds_in(order), 4);
    for (const int p : order) append(out, marks_[p], 1);
    holders(order, sets_, out);
}

/// For each value the points that hold it, sorted: the same however the values are named.
void Canonical::holders(const std::vector<int>& order, const Mask* sets, std::string& out) {
    scratch_.assign(values_, 0);
    for (std::size_t i = 0; i < points_; ++i)
        for (Mask left = sets[order[i]]; left; left &= left - 1)
            scratch_[static_cast<std::size_t>(__builtin_ctzll(left))] |= std::uint64_t{1} << i;
    std::sort(scratch_.begin(), scratch_.end());
    const std::size_t bytes = (points_ + 7) / 8;
    for (const auto points : scratch_) append(out, points, bytes);
}

void Canonical::quick_key(const Mask* sets, std::string& out) {
    out.clear();
    holders(as_given_, sets, out);
}

std::size_t Canonical::kinds_in(const std::vector<int>& order) {
    constexpr std::size_t most = std::size_t{1} << 16;  // orders kept: a bound on memory
    in_order_.clear();
    for (const int p : order) append(in_order_, static_cast<std::uint64_t>(p), 1);
    const auto known = orders_.find(in_order_);
    if (known != orders_.end()) return known->second;
    std::string kinds;
    kinds.reserve(2 * points_ * points_);
    for (const int p : order)
        for (const int q : order) append(kinds, pattern_.kind(p, q), 2);
    const auto number =
        arrangements_.try_emplace(std::move(kinds), arrangements_.size()).first->second;
    if (orders_.size() < most) orders_.emplace(in_order_, number);
    return number;
}

}  // namespace kernel::exact
