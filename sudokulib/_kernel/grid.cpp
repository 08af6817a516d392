#include "grid.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "crossings.hpp"

namespace kernel {
namespace {

std::size_t at_index(int n) { return static_cast<std::size_t>(n); }
/// The bit of a house in its word of houses.
std::uint32_t bit_of(std::size_t house) { return std::uint32_t{1} << (house % 32); }

/// Fills the tables of a grid, part by part.
class Builder {
public:
    Builder(GridTables& tables, const Problem& problem, const std::vector<Crossing>& crossings,
            const Sized& sizes, Lanes lanes)
        : t_(tables),
          problem_(problem),
          at_(sizes),
          lanes_(lanes),
          crossings_(crossings),
          seats_(at_index(problem.cells)),
          standing_(at_index((sizes.places() + 1) * sizes.words())) {}

    void build(const Rules* rules) {
        order_houses();
        add_cells();
        add_houses();
        for (int n = 0; n <= std::max(at_.places(), t_.values); ++n)
            t_.one_over_root.push_back(1 / std::sqrt(std::max(n, 1)));
        add_slots();
        t_.links_of.resize(at_index(t_.cells));
        if (rules) add_links(*rules);
        for (const Leftover& pair : problem_.leftovers) {
            auto& sets = t_.leftovers.emplace_back();
            sets.one = set_of(pair.one);
            sets.other = set_of(pair.other);
        }
    }

private:
    /// Some cells as bits; until the next call.
    const std::vector<Vec>& set_of(const std::vector<int>& cells) {
        set_.assign(at_index(at_.plane()), Vec{0, 0});
        for (int c : cells) at_.word(set_.data(), c) |= at_.bit(c);
        return set_;
    }

    /// Where a cell stands: a place of a house.
    struct Seat {
        std::size_t place;
        std::size_t house;
    };

    /// Seats the cells of each house by their groups in slot 0.
    void order_houses() {
        constexpr int none = 1 << 20;
        std::vector<int> group(at_index(t_.cells));
        auto crossing = crossings_.begin();
        for (std::size_t h = 0; h < problem_.houses.size(); ++h) {
            std::fill(group.begin(), group.end(), none);
            for (; crossing != crossings_.end() && at_index(crossing->house) == h; ++crossing)
                if (crossing->slot == 0)
                    for (int c : crossing->cells) group[at_index(c)] = crossing->number;
            std::vector<int> cells = problem_.houses[h].cells;
            std::sort(cells.begin(), cells.end(), [&](int a, int b) {
                return std::pair(group[at_index(a)], a) < std::pair(group[at_index(b)], b);
            });
            for (std::size_t k = 0; k < cells.size(); ++k)
                seats_[at_index(cells[k])].push_back({k, h});
            houses_.push_back(std::move(cells));
        }
    }

    /// Adds what remains where some cells, also given as a set, lose a value, perhaps because
    /// another, `filled`, has it: then its houses need it no more. -1: there is none.
    void add_cut(Cuts& cuts, const std::vector<int>& cells, const std::vector<Vec>& set, int filled) {
        for (const Vec part : set) cuts.cells.push_back(~part);
        if (lanes_ == Lanes::spread)
            for (const Vec part : set) cuts.spread.push_back(~part);
        if (cuts.begin.empty()) cuts.begin.push_back(0);
        const std::size_t words = at_index(at_.words());
        std::fill(standing_.begin(), standing_.end(), 0);
        const auto stand = [&](std::size_t place, std::size_t house) {
            standing_[place * words + house / 32] |= bit_of(house);
        };
        for (int c : cells)
            for (const Seat& seat : seats_[at_index(c)]) stand(seat.place, seat.house);
        if (filled >= 0)
            for (const Seat& seat : seats_[at_index(filled)]) stand(at_index(at_.places()), seat.house);
        for (int k = 0; k <= at_.places(); ++k)
            for (int w = 0; w < at_.words(); ++w) {
                const std::uint32_t mask = standing_[at_index(k) * words + at_index(w)];
                if (lanes_ == Lanes::sparse && mask)
                    cuts.lanes.push_back(
                        static_cast<std::uint32_t>(k * at_.stripe() + w * at_.block()));
                if (lanes_ != Lanes::sparse || mask) cuts.lanes.push_back(~mask);
                if (lanes_ == Lanes::spread) cuts.spread.push_back(spread(~mask));
            }
        cuts.begin.push_back(static_cast<std::uint32_t>(cuts.lanes.size()));
    }

    void add_cells() {
        t_.root.assign(at_index(at_.vectors()), Vec{0, 0});
        Vec* root = t_.root.data();
        for (int c = 0; c < t_.cells; ++c) {
            const auto& set = set_of(problem_.peers[at_index(c)]);
            add_cut(t_.peer_cuts, problem_.peers[at_index(c)], set, c);
            t_.peers.insert(t_.peers.end(), set.begin(), set.end());
            at_.word(at_.open(root), c) |= at_.bit(c);
            for (int v = 0; v < t_.values; ++v)
                if (problem_.domains[at_index(c * problem_.words + v / 64)] >> (v % 64) & 1)
                    at_.word(at_.plane_of(root, v), c) |= at_.bit(c);
        }
    }

    using Seats = std::vector<std::vector<GridTables::LanePosition>>;

    void add_houses() {
        Seats lane_positions(at_index(t_.cells)), needed(at_index(t_.cells));
        Vec* root = t_.root.data();
        for (std::size_t h = 0; h < houses_.size(); ++h) {
            const auto& set = set_of(houses_[h]);
            t_.house_cells.insert(t_.house_cells.end(), set.begin(), set.end());
            for (int v : problem_.houses[h].values)
                at_.lanes(at_.needs(root), static_cast<int>(h / 32))[v] |= bit_of(h);
            for (std::size_t k = 0; k < houses_[h].size(); ++k) add_place(h, k, lane_positions, needed);
        }
        join(lane_positions, t_.lane_positions, t_.first_seat);
        join(needed, t_.needed, t_.first_needed);
    }

    void add_place(std::size_t h, std::size_t k, Seats& lane_positions, Seats& needed) {
        const int c = houses_[h][k], word = static_cast<int>(h / 32), place = static_cast<int>(k);
        const int need = word * at_.block();
        lane_positions[at_index(c)].push_back(
            {static_cast<std::uint32_t>(place * at_.stripe() + need), bit_of(h)});
        auto& own = needed[at_index(c)];
        if (own.empty() || own.back().at != static_cast<std::uint32_t>(need))
            own.push_back({static_cast<std::uint32_t>(need), 0});
        own.back().bits |= bit_of(h);
        Vec* root = t_.root.data();
        for (int v = 0; v < t_.values; ++v)
            if (at_.has(at_.plane_of(root, v), c))
                at_.lanes(at_.place(root, place), word)[v] |= bit_of(h);
    }

    static void join(const Seats& lists, std::vector<GridTables::LanePosition>& all,
                     std::vector<std::uint32_t>& first) {
        for (const auto& list : lists) {
            first.push_back(static_cast<std::uint32_t>(all.size()));
            all.insert(all.end(), list.begin(), list.end());
        }
        first.push_back(static_cast<std::uint32_t>(all.size()));
    }

    void add_slots() {
        t_.slots.resize(at_index(at_.slots()));
        for (const Crossing& crossing : crossings_) {
            auto& slot = t_.slots[at_index(crossing.slot)];
            slot.groups = std::max(slot.groups, crossing.number + 1);
        }
        for (std::size_t j = 0; j < t_.slots.size(); ++j) add_slot(j);
        add_squares();
    }

    /// Notes where all groups are rows and columns of squares of places.
    void add_squares() {
        const auto root = static_cast<int>(std::lround(std::sqrt(at_.places())));
        if (root * root != at_.places() || root < 2) return;
        std::vector<GridTables::Square> squares(at_index(at_.words()));
        for (std::size_t j = 0; j < t_.slots.size(); ++j)
            for (std::size_t word = 0; word < squares.size(); ++word) {
                const auto& slot = t_.slots[j];
                const auto& members = slot.members[word];
                if (members.empty()) continue;
                const std::uint32_t houses = slot.alike[word];
                const bool fits = std::all_of(members.begin(), members.end(), [&](const auto& m) {
                    return m.number == (j == 0 ? m.place / root : m.place % root);
                });
                if (j > 1 || !fits || !houses || members.size() != at_index(at_.places())) return;
                (j == 0 ? squares[word].by_row : squares[word].by_column) = houses;
            }
        t_.squares = std::move(squares);
    }

    void add_slot(std::size_t j) {
        auto& slot = t_.slots[j];
        const std::size_t groups = at_index(slot.groups);
        slot.cut.assign(houses_.size() * groups, -1);
        const std::size_t places = at_index(at_.places());
        std::vector<std::uint32_t> members(at_index(at_.words()) * groups * places);  // houses
        std::vector<std::vector<char>> taken(houses_.size());  // by place; empty without groups
        for (const Crossing& crossing : crossings_) {
            if (at_index(crossing.slot) != j) continue;
            const std::size_t h = at_index(crossing.house);
            slot.cut[h * groups + at_index(crossing.number)] = cuts_++;
            add_cut(t_.group_cuts, crossing.loses, set_of(crossing.loses), -1);
            for (const Vec part : set_of(crossing.cells)) t_.crossing_cells.push_back(part);
            taken[h].resize(houses_[h].size());
            for (int c : crossing.cells) {
                const auto k = std::find(houses_[h].begin(), houses_[h].end(), c) -
                               houses_[h].begin();
                members[(h / 32 * groups + at_index(crossing.number)) * places +
                        static_cast<std::size_t>(k)] |= bit_of(h);
                taken[h][static_cast<std::size_t>(k)] = 1;
            }
        }
        slot.members.resize(at_index(at_.words()));
        auto houses = members.begin();
        for (auto& of_word : slot.members)
            for (int number = 0; number < slot.groups; ++number)
                for (int place = 0; place < at_.places(); ++place, ++houses)
                    if (*houses) of_word.push_back({place, number, *houses});
        add_loose(slot, taken);
        for (std::size_t word = 0; word < slot.members.size(); ++word)
            slot.alike.push_back(houses_alike(slot.members[word], slot.loose[word]));
    }

    /// The houses of these places, if each place is of all of them; else none.
    static std::uint32_t houses_alike(const std::vector<GridTables::Member>& members,
                                      const std::vector<GridTables::Member>& loose) {
        const std::uint32_t houses = members.empty() ? 0 : members.front().houses;
        const auto of_all = [&](const GridTables::Member& m) { return m.houses == houses; };
        const bool alike = std::all_of(members.begin(), members.end(), of_all) &&
                           std::all_of(loose.begin(), loose.end(), of_all);
        return alike ? houses : 0;
    }

    /// The places that are in no group, of houses that have groups.
    void add_loose(GridTables::Slot& slot, const std::vector<std::vector<char>>& taken) const {
        slot.loose.resize(at_index(at_.words()));
        for (int word = 0; word < at_.words(); ++word)
            for (int k = 0; k < at_.places(); ++k) {
                std::uint32_t loose = 0;
                const std::size_t first = at_index(32 * word);
                for (std::size_t h = first; h < std::min(houses_.size(), first + 32); ++h)
                    if (at_index(k) < taken[h].size() && !taken[h][at_index(k)]) loose |= bit_of(h);
                if (loose) slot.loose[at_index(word)].push_back({k, -1, loose});
            }
    }

    void add_links(const Rules& rules) {
        for (const auto& link : rules.links()) t_.links.push_back(set_of(link));
        for (const auto& link : t_.links)
            each_bit(link.data(), at_.plane(), [&](int c) {
                t_.links_of[at_index(c)].push_back(link.data());
                return true;
            });
    }

    GridTables& t_;
    const Problem& problem_;
    const Layout<Sized> at_;
    const Lanes lanes_;
    const std::vector<Crossing>& crossings_;
    std::vector<std::vector<int>> houses_;   ///< their cells, by place
    std::vector<std::vector<Seat>> seats_;   ///< by cell
    std::vector<Vec> set_;
    std::vector<std::uint32_t> standing_;    ///< by place, needs last, and word: houses of a set
    int cuts_ = 0;                          ///< of groups, so far
};

}  // namespace

GridTables::GridTables(const Problem& problem, const std::vector<Crossing>& crossings,
                       const Sized& sizes, Lanes lanes, const Rules* rules)
    : cells(problem.cells), values(problem.values) {
    Builder(*this, problem, crossings, sizes, lanes).build(rules);
}

GridTables::~GridTables() = default;

}  // namespace kernel
