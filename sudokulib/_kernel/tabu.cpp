#include "tabu.hpp"

#include <algorithm>
#include <limits>

namespace kernel {
namespace {

// Moves that a value is taboo, at random, beyond six tenths of the clashes: as Galinier and Hao have
// it. 300 fillings (16x16, 25x25, samurai, gattai-8, windoku-x, x, toroidal-jigsaw, sudo-cube,
// jigsaw-9, argyle; 30 seeds each) take 454,058 moves with 10; 11,365,543 with 2, 5,392,249 with 5,
// 727,927 with 20, 2,075,277 with 40. Three tenths of the clashes take 411,233, twelve tenths 563,545
// (2026-11; `Native().random_solution` with `default_probes` 0 and `repair_after_nodes` 1).
constexpr std::uint64_t longer = 10;

}  // namespace

Tabu::Tabu(const Problem& problem, const Word* domains)
    : problem_(problem),
      values_(static_cast<std::size_t>(problem.values)),
      domains_(static_cast<std::size_t>(problem.cells)) {
    const auto words = static_cast<std::size_t>(problem.words);
    for (std::size_t c = 0; c < domains_.size(); ++c)
        for (std::size_t v = 0; v < values_; ++v)
            if (domains[c * words + v / 64] >> (v % 64) & 1)
                domains_[c].push_back(static_cast<int>(v));
    for (const House& house : problem.houses) {  // each cell of these holds one of its values
        if (house.cells.size() != house.values.size()) continue;
        for (const int c : house.cells)
            std::erase_if(domains_[static_cast<std::size_t>(c)], [&](int v) {
                return std::find(house.values.begin(), house.values.end(), v) == house.values.end();
            });
    }
}

void Tabu::note(int c, bool clashes) {
    int& place = where_[static_cast<std::size_t>(c)];
    if (clashes == (place >= 0)) return;
    if (clashes) {
        place = static_cast<int>(clashing_.size());
        clashing_.push_back(c);
        return;
    }
    const int last = clashing_.back();
    clashing_[static_cast<std::size_t>(place)] = last;
    where_[static_cast<std::size_t>(last)] = place;
    clashing_.pop_back();
    place = -1;
}

void Tabu::change(int c, int v, std::vector<int>& values) {
    const int old = values[static_cast<std::size_t>(c)];
    values[static_cast<std::size_t>(c)] = v;
    for (const int p : problem_.peers[static_cast<std::size_t>(c)]) {
        --beside(p, old);
        ++beside(p, v);
        note(p, beside(p, values[static_cast<std::size_t>(p)]) > 0);
    }
    note(c, beside(c, v) > 0);
}

bool Tabu::fill(Random& random, std::uint64_t moves, Budget& budget, std::vector<int>& values) {
    const auto cells = static_cast<std::size_t>(problem_.cells);
    values.resize(cells);
    beside_.assign(cells * values_, 0);
    until_.assign(cells * values_, 0);
    clashing_.clear();
    where_.assign(cells, -1);
    for (std::size_t c = 0; c < cells; ++c) {
        if (domains_[c].empty()) return false;
        values[c] = domains_[c][random.below(domains_[c].size())];
    }
    std::int64_t clashes = 0;  // each counted from both sides
    for (int c = 0; c < problem_.cells; ++c)
        for (const int p : problem_.peers[static_cast<std::size_t>(c)])
            ++beside(c, values[static_cast<std::size_t>(p)]);
    for (int c = 0; c < problem_.cells; ++c) {
        const int own = beside(c, values[static_cast<std::size_t>(c)]);
        clashes += own;
        note(c, own > 0);
    }
    std::int64_t least = clashes;
    for (std::uint64_t move = 1; move <= moves && !clashing_.empty(); ++move) {
        if (!budget.spend()) return false;
        int cell = -1, value = -1, best = std::numeric_limits<int>::max();
        std::uint64_t alike = 0;
        for (const int c : clashing_) {
            const int own = beside(c, values[static_cast<std::size_t>(c)]);
            for (const int v : domains_[static_cast<std::size_t>(c)]) {
                if (v == values[static_cast<std::size_t>(c)]) continue;
                const int more = beside(c, v) - own;
                if (more > best) continue;
                const auto at = static_cast<std::size_t>(c) * values_ + static_cast<std::size_t>(v);
                if (until_[at] > move && clashes + 2 * more >= least) continue;
                if (more < best) alike = 0;
                best = more;
                if (random.below(++alike) > 0) continue;
                cell = c;
                value = v;
            }
        }
        if (cell < 0) continue;
        const int old = values[static_cast<std::size_t>(cell)];
        change(cell, value, values);
        clashes += 2 * best;
        least = std::min(least, clashes);
        until_[static_cast<std::size_t>(cell) * values_ + static_cast<std::size_t>(old)] =
            move + 1 + static_cast<std::uint64_t>(clashes) * 3 / 10 + random.below(longer);
    }
    if (!clashing_.empty()) return false;
    return std::all_of(problem_.houses.begin(), problem_.houses.end(), [&](const House& house) {
        return std::all_of(house.values.begin(), house.values.end(), [&](int v) {
            return std::any_of(house.cells.begin(), house.cells.end(), [&](int c) {
                return values[static_cast<std::size_t>(c)] == v;
            });
        });
    });
}

}  // namespace kernel
