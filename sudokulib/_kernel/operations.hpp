// Operations of an engine other than finding one solution after the other.
#pragma once

#include <vector>

#include "engine.hpp"
#include "tabu.hpp"
#include "interchangeable_houses.hpp"

namespace kernel {

/// The number of solutions, or `limit` if there are at least as many. Meaningless if the budget
/// stopped the search.
std::uint64_t count(const Engine& engine, const Word* domains, std::uint64_t limit, Budget& budget);

/// For each cell and value the number of solutions that have it there, at most `cap`;
/// cells * values numbers. False if the budget stopped the search.
bool support(const Engine& engine, const Word* domains, std::uint64_t cap, Budget& budget,
             std::vector<std::uint64_t>& counts);

/// A random solution, nearly uniform: one of many probes, drawn by their weights. If probes and
/// search fail it is one found by repair.
/// False if there is no solution, or the budget stopped the search.
bool random_solution(const Engine& engine, const Word* domains, std::uint64_t seed, Budget& budget,
                     std::vector<int>& values);

/// Draws any number of random solutions, from the given number of probes; not shared between
/// threads.
///
/// If every cell is in a house that can be exchanged with another, half of the probes suffice:
/// then the grids of a class, of which probes prefer some to others, are equally likely. For 9x9
/// the variance of a grid's probability (its mean being 1), computed by following 600 grids, is
/// 0.039 for eight probes alone, and 0.045 for four probes and exchanges.
class SolutionSampler {
public:
    SolutionSampler(const Engine& engine, const Word* domains, int probes);
    bool draw(Random& random, Budget& budget, std::vector<int>& values);

private:
    const House* any_house(const Word* domains) const;
    bool everywhere() const;
    bool found(Random& random, Budget& budget, std::vector<int>& values);

    const Problem& problem_;
    const std::unique_ptr<Search> search_;
    const std::vector<Word> domains_;
    std::unique_ptr<Tabu> tabu_;  ///< once it was needed
    int probes_;
    std::vector<int> names_;  ///< of values, where any house may be filled in any order
    std::vector<std::vector<InterchangeableHouses>> interchangeable_;  ///< that may change places
};

struct Estimate {
    double mean = 0, error = 0;
    std::uint64_t samples = 0;
};

/// The number of solutions by random probes (Knuth, Estimating the efficiency of backtrack
/// programs, 1975), with its standard error; of fewer samples if the budget stopped it.
Estimate estimate(const Engine& engine, const Word* domains, std::uint64_t samples,
                  std::uint64_t seed, Budget& budget);

/// The outcome of one puzzle of many.
enum class Verdict : std::uint8_t { none, unique, multiple, out_of_nodes, out_of_time };

/// Limits of each puzzle of many.
struct LineLimits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double seconds = -1;  ///< negative for none
};

/// Proves puzzles unique or not, one after the other: `cells` bytes each in `givens`, twice as
/// many in `solutions` (0xff where there is none). The number of lines done; fewer than `lines`
/// only if the budget was stopped.
std::size_t solve_lines(const Engine& engine, const std::uint8_t* givens, std::size_t lines,
                        const LineLimits& limits, Budget& budget, Verdict* verdicts,
                        std::uint8_t* solutions, std::uint64_t* nodes);

}  // namespace kernel
