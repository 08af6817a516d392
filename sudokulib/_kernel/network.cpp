#include "network.hpp"

#include <numeric>

#include "cliques.hpp"
#include "house_sums.hpp"

namespace kernel {
namespace {

/// Variables up to which all cases of a selector are run together, one rule at a time beyond: a
/// bound on the cost of a change, as all cases are run again. Not critical: 30 and 64 take 317,188
/// nodes, 0 (no union at all) takes 340,260 (`python tests/benchmarks/constants.py
/// _kernel/network.cpp:most_united 0 30 64 --nodes iss-half.jsonl --limit 10000`, 2026-11).
constexpr std::size_t most_united = 30;

/// Words up to which a group keeps the common peers of all its sets: a bound on memory, and on what
/// is done before a search. Hard renban 3 (iss-176 of iss-half.jsonl) is searched in 22.8 ms with
/// 1,024, in 27.0 with 0 and in 23.5 with 4,096 (`solve(text, strategies=())`, 2026-11); with 1,024
/// the engines of 122 easy puzzles are made as fast as with 0, in 0.245 ms.
constexpr std::size_t most_common = 1024;

/// Variables, words and steps to find them up to which a word in each case of one selector, as in a
/// lunchbox, is a table of them all. Normal Lunchbox 2 (iss-118 of iss-half.jsonl) takes 2.2 ms with
/// 1,024 words, 1.05 with 4,096 and 0.55 with 16,384, and 3.4 as a union of automata; engines are made
/// as fast (`solve(text, strategies=())`, 2026-11).
constexpr std::size_t most_listed_in_cases = 6;
constexpr std::int64_t most_words_in_cases = 16384, most_steps_in_cases = 100000;
/// How many words all tables of cases may have: a bound on memory, 7 MB where there are 64 values.
constexpr std::int64_t most_words_in_all = 1 << 17;

void check(const Rule& rule, const std::vector<int>& places) {
    if (rule.type == Rule::Type::when && rule.variables.empty())
        throw BadStream("a case reads its selector");
    if (rule.type == Rule::Type::when && rule.variables[0] != rule.selector)
        throw BadStream("the selector of a case comes first");
    for (const int place : places)
        if (place < 0) throw BadStream("a rule within a rule reads a variable that it does not");
}

std::vector<int> places_of(const Rule& inner, const Rule& outer) {
    std::vector<int> places;
    for (const int v : inner.variables) {
        const auto it = std::find(outer.variables.begin(), outer.variables.end(), v);
        places.push_back(it == outer.variables.end()
                             ? -1
                             : static_cast<int>(it - outer.variables.begin()));
    }
    return places;
}

/// The content of a rule without the variables that it reads.
void describe(const Rule& rule, std::vector<std::int64_t>& key) {
    key.push_back(rule.content);
    key.push_back(rule.distinct);
    key.push_back(static_cast<std::int64_t>(rule.parts.size()));
    for (const auto& part : rule.parts) {
        key.push_back(static_cast<std::int64_t>(part.size()));
        key.insert(key.end(), part.begin(), part.end());
    }
    if (!rule.then) return;
    key.push_back(rule.chosen);
    const auto places = places_of(*rule.then, rule);
    key.push_back(static_cast<std::int64_t>(places.size()));
    key.insert(key.end(), places.begin(), places.end());
    describe(*rule.then, key);
}

}  // namespace

PropagatorPtr Network::compile(const Rule& rule) {
    std::vector<Mask> known;
    Key key{static_cast<std::int64_t>(rule.variables.size())};
    for (const int v : rule.variables) {
        known.push_back(domains[static_cast<std::size_t>(v)]);
        key.push_back(static_cast<std::int64_t>(known.back()));
        for (const int other : rule.variables) key.push_back(peers(v, other));
    }
    describe(rule, key);
    auto& found = compiled_[key];
    if (!found) found = compile_new(rule, known);
    return found;
}

/// A rule within a case, given which of its variables differ anyway.
Rule Network::informed(const Rule& rule) const {
    Rule described = rule;
    std::vector<std::vector<int>> parts;
    for (std::size_t i = 0; i < rule.variables.size(); ++i) {
        const auto differs = [&](int j) {
            return peers(rule.variables[i], rule.variables[static_cast<std::size_t>(j)]);
        };
        const auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& others) {
            return std::all_of(others.begin(), others.end(), differs);
        });
        if (part == parts.end())
            parts.push_back({static_cast<int>(i)});
        else
            part->push_back(static_cast<int>(i));
    }
    if (rule.type == Rule::Type::word && parts.size() == 1) described.distinct = true;
    const bool plain = rule.parts.size() == rule.variables.size();  // none is known to differ
    if (rule.type == Rule::Type::sum && plain) described.parts = std::move(parts);
    return described;
}

/// By line of a rank, whether its variables all differ.
std::vector<char> Network::distinct_lines(const Rule& rule) const {
    std::vector<char> distinct;
    for (const auto& line : rule.lines) {
        bool all = true;
        for (std::size_t i = 0; i < line.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                all &= peers(rule.variables[static_cast<std::size_t>(line[i])],
                             rule.variables[static_cast<std::size_t>(line[j])]);
        distinct.push_back(all);
    }
    return distinct;
}

PropagatorPtr Network::compile_new(const Rule& rule, const std::vector<Mask>& known) {
    switch (rule.type) {
        case Rule::Type::different: return make_different(known.size());
        case Rule::Type::sum: return make_sum(rule, known, sums_);
        case Rule::Type::word: return make_word(rule, known, earlier_peers(rule.variables));
        case Rule::Type::table: return listed(rule, known);
        case Rule::Type::rank: return make_rank(rule, distinct_lines(rule));
        case Rule::Type::connected: return make_connected(rule);
        case Rule::Type::areas: return make_areas(rule);
        case Rule::Type::loop: return make_loop(rule);
        case Rule::Type::regions: return make_regions(rule, {}, {});
        case Rule::Type::pairs: return make_pairs(rule);
        case Rule::Type::when: {
            const auto places = places_of(*rule.then, rule);
            check(rule, places);
            return make_case(rule.chosen, places, compile(informed(*rule.then)));
        }
    }
    throw BadStream("a rule of an unknown type");
}

PropagatorPtr Network::listed(const Rule& rule, const std::vector<Mask>& known) {
    Tuples kept(known.size());
    std::vector<std::uint8_t> values(known.size());
    for (const auto& tuple : *rule.tuples) {
        bool fits = true;
        for (std::size_t i = 0; i < tuple.size(); ++i) {
            values[i] = static_cast<std::uint8_t>(tuple[i]);
            fits &= (known[i] >> tuple[i] & 1) != 0;
            for (std::size_t j = 0; j < i; ++j)
                fits &= tuple[i] != tuple[j] || !peers(rule.variables[i], rule.variables[j]);
        }
        if (fits) kept.add(values.data());
    }
    return make_table(kept);
}

Network::Network(const Problem& problem)
    : cells(problem.cells), variables(problem.variables), domains(problem.domains),
      words((static_cast<std::size_t>(cells) + 63) / 64),
      peer_sets(words * static_cast<std::size_t>(cells), 0), words_left_(most_words_in_all) {
    if (problem.words != 1) throw BadStream("rules are on at most 64 values");
    for (std::size_t c = 0; c < problem.peers.size(); ++c)
        for (const int peer : problem.peers[c])
            peer_sets[c * words + static_cast<std::size_t>(peer) / 64] |= bit(peer % 64);
    // Rules of one variable first: they make the others smaller.
    std::map<int, std::vector<const Rule*>> cases;  // by selector
    for (const bool small : {true, false})
        for (const Rule& rule : problem.rules) {
            if ((rule.variables.size() < 2) != small) continue;
            if (rule.type == Rule::Type::when && rule.variables.size() > 2)
                cases[rule.selector].push_back(&rule);
            else
                place(rule);
        }
    for (const auto& [selector, rules] : cases) unite(rules);
    for (const Rule* rule : regions_) place_regions(*rule);
    relate_cliques();
    join_house_sums(problem);
    connect();
    link(problem);
}

/// The cases of one selector as one rule, and its variables, the selector first.
std::pair<PropagatorPtr, std::vector<int>> Network::united(const std::vector<const Rule*>& cases) {
    std::vector<int> all{cases[0]->selector};
    const auto place_in_all = [&](int v) {
        const auto it = std::find(all.begin(), all.end(), v);
        if (it != all.end()) return static_cast<int>(it - all.begin());
        all.push_back(v);
        return static_cast<int>(all.size()) - 1;
    };
    const auto add = [&](Branch& branch, PropagatorPtr what, const std::vector<int>& variables) {
        std::vector<int> places;
        for (const int v : variables) places.push_back(place_in_all(v));
        branch.rules.emplace_back(std::move(what), std::move(places));
    };
    Cases by_case;
    for (const Rule* rule : cases) {
        check(*rule, places_of(*rule->then, *rule));
        by_case[rule->chosen].push_back(rule->then.get());
    }
    if (PropagatorPtr listed = listed_cases(all[0], by_case)) {
        const auto& read = by_case.begin()->second[0]->variables;
        all.insert(all.end(), read.begin(), read.end());
        return {std::move(listed), std::move(all)};
    }
    std::vector<Branch> branches;
    for (const auto& [chosen, rules] : by_case) {
        Branch& branch = branches.emplace_back(Branch{chosen, {}});
        std::map<int, std::vector<const Rule*>> within;
        for (const Rule* rule : rules) {
            if (rule->type == Rule::Type::when)
                within[rule->selector].push_back(rule);
            else
                add(branch, compile(informed(*rule)), rule->variables);
        }
        for (const auto& [selector, inner] : within) {
            auto [what, variables] = united(inner);
            add(branch, std::move(what), variables);
        }
    }
    return {make_union(all.size(), std::move(branches)), std::move(all)};
}

/// Cases, each of which is a word on the same variables, as a table; null if there are too many.
PropagatorPtr Network::listed_cases(int selector, const Cases& cases) {
    const std::vector<int>& read = cases.begin()->second[0]->variables;
    if (read.size() > most_listed_in_cases) return nullptr;
    Mask known_cases = 0;
    for (const auto& [chosen, rules] : cases) {
        const bool word = rules.size() == 1 && rules[0]->type == Rule::Type::word;
        if (!word || rules[0]->variables != read) return nullptr;
        known_cases |= bit(chosen);
    }
    const Mask possible = domains[static_cast<std::size_t>(selector)];
    if (possible & ~known_cases) return nullptr;
    std::vector<Mask> known;
    for (const int v : read) known.push_back(domains[static_cast<std::size_t>(v)]);
    const std::vector<Word> differ = earlier_peers(read);
    Tuples words(read.size() + 1);
    WordLimits left{std::min(most_words_in_cases, words_left_), most_steps_in_cases};
    for (const auto& [chosen, rules] : cases) {
        const std::vector<std::uint8_t> before{static_cast<std::uint8_t>(chosen)};
        if (possible & bit(chosen) && !add_words(*rules[0], known, differ, before, words, left))
            return nullptr;
    }
    words_left_ -= static_cast<std::int64_t>(words.count);
    return make_table(words, 1);
}

/// By variable those before it, as bits, that are its peers.
std::vector<Word> Network::earlier_peers(const std::vector<int>& variables) const {
    std::vector<Word> earlier(variables.size(), 0);
    for (std::size_t i = 0; i < variables.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (peers(variables[i], variables[j])) earlier[i] |= Word{1} << j;
    return earlier;
}

/// Places the cases of one selector, together if they are on few variables.
void Network::unite(const std::vector<const Rule*>& cases) {
    auto [what, variables] = united(cases);
    if (variables.size() > most_united) {
        for (const Rule* rule : cases) place(*rule);
        return;
    }
    memory_.resize(std::max(memory_.size(), what->scratch()));
    auto groups = groups_of(*what, variables);
    entries.push_back({std::move(what), std::move(variables), false, std::move(groups)});
}

/// Adds an entry of the rule of more than two variables.
void Network::add(PropagatorPtr what, const Rule& rule, bool late) {
    memory_.resize(std::max(memory_.size(), what->scratch()));
    auto groups = groups_of(*what, rule.variables);
    entries.push_back({std::move(what), rule.variables, late, std::move(groups)});
}

/// Adds what finds most of what a sum says at little cost, and runs first; whether that is enough.
bool Network::add_cheap(const Rule& rule) {
    if (rule.type != Rule::Type::sum || rule.variables.size() < 3) return false;
    std::vector<Mask> known;
    for (const int v : rule.variables) known.push_back(domains[static_cast<std::size_t>(v)]);
    CheapSumResult found = make_cheap_sum(rule, known);
    if (found.sum) add(std::move(found.sum), rule, false);
    return found.enough;
}

void Network::place(const Rule& rule) {
    if (rule.type == Rule::Type::regions && rule.variables.size() > 2) {
        regions_.push_back(&rule);
        return;
    }
    if (add_cheap(rule)) return;
    PropagatorPtr what = compile(rule);
    memory_.resize(std::max(memory_.size(), what->scratch()));
    if (rule.variables.empty()) {
        possible &= what->narrow(nullptr, memory_.data());
    } else if (rule.variables.size() == 1) {
        unary(rule.variables[0], *what);
    } else if (rule.variables.size() == 2) {
        binary(rule.variables[0], rule.variables[1], what);
    } else {
        add(std::move(what), rule, rule.derived);
    }
}

void Network::unary(int variable, const Propagator& what) {
    Mask& domain = domains[static_cast<std::size_t>(variable)];
    for (Mask rest = domain; rest; rest &= rest - 1) {
        Mask one = rest & -rest;
        if (!what.narrow(&one, memory_.data())) domain &= ~(rest & -rest);
    }
}

void Network::binary(int one, int other, const PropagatorPtr& what) {
    const auto same = std::find_if(pairs_.begin(), pairs_.end(),
                                   [&](const auto& known) { return known.first == what; });
    if (same == pairs_.end())
        pairs_.push_back({what, {{one, other}}});
    else
        same->second.emplace_back(one, other);
    const auto [there, back] =
        relations(what, domains[static_cast<std::size_t>(one)],
                  domains[static_cast<std::size_t>(other)], peers(one, other));
    for (const auto& [from, to, relation] :
         {std::tuple(one, other, there), std::tuple(other, one, back)}) {
        const auto [it, fresh] = relations_.try_emplace({from, to}, relation);
        if (fresh || it->second == relation) continue;
        Relation both = *it->second;
        for (std::size_t v = 0; v < both.size(); ++v) both[v] &= (*relation)[v];
        it->second = kept(std::move(both));
    }
}

Network::BothWays Network::relations(const PropagatorPtr& what, Mask one, Mask other,
                                     bool differ) {
    auto& found = both_ways_[{what.get(), one, other, differ}];
    if (found.first) return found;
    Relation there(64, 0), back(64, 0);
    for (Mask a = one; a; a &= a - 1)
        for (Mask b = other; b; b &= b - 1) {
            Mask pair[2] = {a & -a, b & -b};
            if ((differ && pair[0] == pair[1]) || !what->narrow(pair, memory_.data())) continue;
            there[static_cast<std::size_t>(low(a))] |= b & -b;
            back[static_cast<std::size_t>(low(b))] |= a & -a;
        }
    found = {kept(std::move(there)), kept(std::move(back))};
    return found;
}

void Network::place_regions(const Rule& rule) {
    add(make_regions(rule, pairs_that(rule, true), pairs_that(rule, false)), rule, false);
    const std::size_t links = rule.variables.size() - rule.links.size();
    for (std::size_t i = 0; i < rule.links.size(); ++i) {
        const auto& [a, b] = rule.links[i];
        const Border border{rule.variables[links + i],
                            {rule.variables[static_cast<std::size_t>(a)],
                             rule.variables[static_cast<std::size_t>(b)]}};
        if (border.variable >= cells && std::max(border.labels[0], border.labels[1]) < cells)
            borders.push_back(border);
    }
}

/// The vertices of regions, by place, whose labels are the same, or different, by rules of two.
PlacePairs Network::pairs_that(const Rule& rule, bool agree) const {
    PlacePairs found;
    for (int i = 0; i < rule.vertices; ++i)
        for (int j = 0; j < i; ++j) {
            const int one = rule.variables[static_cast<std::size_t>(i)];
            const int other = rule.variables[static_cast<std::size_t>(j)];
            if (!agree && peers(one, other)) {
                found.emplace_back(i, j);
                continue;
            }
            const auto it = relations_.find({one, other});
            if (it == relations_.end()) continue;
            bool fits = true;
            for (Mask rest = domains[static_cast<std::size_t>(one)]; rest; rest &= rest - 1) {
                const Mask value = rest & -rest, partners = (*it->second)[static_cast<std::size_t>(low(rest))];
                fits &= !(partners & (agree ? ~value : value));
            }
            if (fits) found.emplace_back(i, j);
        }
    return found;
}

/// Adds a rule for each set of variables of which each two are related alike.
void Network::relate_cliques() {
    for (const auto& [what, pairs] : pairs_) {
        if (pairs.size() < 3) continue;
        const auto [one, other] = pairs[0];
        const auto [there, back] =
            relations(what, domains[static_cast<std::size_t>(one)],
                      domains[static_cast<std::size_t>(other)], peers(one, other));
        if (there != back || !differ(*there)) continue;
        for (auto& clique : cliques(pairs)) {
            PropagatorPtr related = make_related(clique.size(), *there);
            if (!related) continue;
            memory_.resize(std::max(memory_.size(), related->scratch()));
            auto groups = groups_of(*related, clique);
            entries.push_back({std::move(related), std::move(clique), true, std::move(groups)});
        }
    }
    pairs_.clear();
}

/// Adds what the sums within a house say together.
void Network::join_house_sums(const Problem& problem) {
    std::vector<std::vector<std::size_t>> houses_of(static_cast<std::size_t>(cells));
    for (std::size_t h = 0; h < problem.houses.size(); ++h)
        for (const int c : problem.houses[h].cells)
            houses_of[static_cast<std::size_t>(c)].push_back(h);
    std::map<std::size_t, std::vector<HouseSum>> sums;
    for (const Rule& rule : problem.rules) {
        if (rule.type != Rule::Type::sum || rule.variables.size() < 2) continue;
        std::vector<std::size_t> common;
        if (rule.variables[0] < cells) common = houses_of[static_cast<std::size_t>(rule.variables[0])];
        std::erase_if(common, [&](std::size_t h) {
            const auto& house = problem.houses[h].cells;
            return house.size() <= rule.variables.size() ||
                   !std::all_of(rule.variables.begin(), rule.variables.end(), [&](int v) {
                       return std::find(house.begin(), house.end(), v) != house.end();
                   });
        });
        if (common.empty()) continue;
        std::vector<Mask> known;
        for (const int v : rule.variables) known.push_back(domains[static_cast<std::size_t>(v)]);
        const CheapSumResult found = make_cheap_sum(rule, known);
        if (!found.set_total) continue;
        for (const std::size_t h : common)
            sums[h].push_back({rule.variables, *found.set_total, rule.derived});
    }
    for (auto& [h, within] : sums)
        for (auto& [what, variables] : make_house_sums(problem.houses[h], std::move(within))) {
            memory_.resize(std::max(memory_.size(), what->scratch()));
            auto groups = groups_of(*what, variables);
            entries.push_back({std::move(what), std::move(variables), true, std::move(groups)});
        }
}

const Images* Network::images(const Relation* partners, int values) {
    auto& found = images_[{partners, values}];
    if (!found) found = std::make_unique<const Images>(*partners, values);
    return found.get();
}

/// Adds the choices of a rule that are on cells only.
void Network::suggest(const Entry& entry) {
    for (Choice choice : entry.what->choices()) {
        bool all_cells = true;
        const auto place = [&](int& i) {
            i = entry.variables[static_cast<std::size_t>(i)];
            all_cells &= i < cells;
        };
        place(choice.of);
        std::for_each(choice.among.begin(), choice.among.end(), place);
        if (all_cells) choices.push_back(std::move(choice));
    }
}

void Network::draw_arcs() {
    const auto count = static_cast<std::size_t>(variables);
    std::vector<std::vector<std::pair<const Images*, int>>> out(count);
    for (const auto& [pair, relation] : relations_) {
        const Mask domain = domains[static_cast<std::size_t>(pair.first)];
        const int values = 64 - std::countl_zero(domain | 1);
        out[static_cast<std::size_t>(pair.first)].emplace_back(images(relation, values), pair.second);
    }
    for (auto& list : out) {
        arc_start.push_back(static_cast<int>(arcs.size()));
        while (!list.empty()) {
            Arcs& same = arcs.emplace_back(Arcs{list[0].first});
            same.begin = static_cast<int>(targets.size());
            std::erase_if(list, [&](const auto& one) {
                if (one.first != same.images) return false;
                same.reach |= domains[static_cast<std::size_t>(one.second)];
                targets.push_back(one.second);
                return true;
            });
            same.end = static_cast<int>(targets.size());
        }
    }
    arc_start.push_back(static_cast<int>(arcs.size()));
}

void Network::connect() {
    draw_arcs();
    relations_.clear();
    both_ways_.clear();
    kept_.clear();
    compiled_.clear();
    sums_.clear();
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
        return std::pair(one.late, one.what->cost()) <
               std::pair(other.late, other.what->cost());
    });
    for (const Entry& entry : entries) {
        suggest(entry);
        scratch = std::max(scratch, entry.what->scratch());
        widest = std::max(widest, entry.variables.size());
    }
    find_readers();
}

void Network::find_readers() {
    std::vector<std::vector<Readers>> by_variable(static_cast<std::size_t>(variables));
    for (std::size_t e = 0; e < entries.size(); ++e)
        for (const int v : entries[e].variables) {
            auto& list = by_variable[static_cast<std::size_t>(v)];
            if (list.empty() || list.back().word != e / 64) list.push_back({e / 64, 0});
            list.back().entries |= Word{1} << (e % 64);
        }
    for (const auto& list : by_variable) {
        reader_start.push_back(static_cast<int>(readers.size()));
        readers.insert(readers.end(), list.begin(), list.end());
    }
    reader_start.push_back(static_cast<int>(readers.size()));
}

std::vector<Group> Network::groups_of(const Propagator& what, const std::vector<int>& variables) const {
    std::vector<Group> groups;
    for (auto& places : what.groups()) {
        Group& group = groups.emplace_back();
        if (places.size() > 64) continue;  // sets of them are one word: not looked at
        group.places = std::move(places);
        const std::size_t size = group.places.size();
        for (std::size_t i = 0; i < size; ++i)
            if (variables[group.places[i]] >= cells) group.hidden |= Word{1} << i;
        if (group.hidden || size >= 16 || words << size > most_common) continue;
        group.common.assign(words << size, ~Word{0});
        for (std::size_t set = 1; set < std::size_t{1} << size; ++set) {
            const std::size_t less = set & (set - 1);
            const auto last = group.places[static_cast<std::size_t>(std::countr_zero(set))];
            const Word* seen = &peer_sets[static_cast<std::size_t>(variables[last]) * words];
            for (std::size_t w = 0; w < words; ++w)
                group.common[set * words + w] = group.common[less * words + w] & seen[w];
        }
    }
    return groups;
}

/// Sets `links_`, `hidden` and the first weights.
void Network::link(const Problem& problem) {
    weights.assign(static_cast<std::size_t>(variables), 1.0);
    std::vector<int> parent(static_cast<std::size_t>(variables));
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int v) {
        while (parent[static_cast<std::size_t>(v)] != v)
            v = parent[static_cast<std::size_t>(v)] =
                parent[static_cast<std::size_t>(parent[static_cast<std::size_t>(v)])];
        return v;
    };
    std::map<int, std::vector<int>> by_hidden;
    for (const Rule& rule : problem.rules) {
        for (const int v : rule.variables) weights[static_cast<std::size_t>(v)] += 1;
        int last = -1;
        for (const int v : rule.variables) {
            if (v < cells) continue;
            if (last >= 0) parent[static_cast<std::size_t>(root(v))] = root(last);
            last = v;
        }
    }
    for (const Rule& rule : problem.rules) {
        if (rule.derived) continue;
        std::vector<int> own;
        int some = -1;
        for (const int v : rule.variables)
            if (v < cells)
                own.push_back(v);
            else
                some = v;
        if (some < 0) {
            links_.push_back(std::move(own));
            continue;
        }
        auto& together = by_hidden[root(some)];
        together.insert(together.end(), own.begin(), own.end());
    }
    for (auto& [name, together] : by_hidden) {
        std::sort(together.begin(), together.end());
        together.erase(std::unique(together.begin(), together.end()), together.end());
        links_.push_back(together);
    }
    std::map<int, std::vector<int>> groups;
    for (int v = cells; v < variables; ++v) groups[root(v)].push_back(v);
    for (auto& [name, group] : groups) hidden.push_back(std::move(group));
}

}  // namespace kernel
