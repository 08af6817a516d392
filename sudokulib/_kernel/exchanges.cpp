#include "exchanges.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "sets.hpp"

namespace kernel {

Exchanges::Exchanges(const Problem& problem, const Word* domains)
    : cells_(static_cast<std::size_t>(problem.cells)),
      values_(static_cast<std::size_t>(problem.values)),
      words_((cells_ + 63) / 64),
      domains_(domains, domains + cells_),
      peers_(cells_ * words_),
      left_(words_),
      next_(words_),
      place_(values_) {
    for (std::size_t c = 0; c < cells_; ++c)
        for (const int p : problem.peers[c]) add(&peers_[c * words_], p);
    for (auto& earlier : interchangeable_houses(problem))
        std::move(earlier.begin(), earlier.end(), std::back_inserter(interchangeable_));
}

const std::vector<Word>& Exchanges::around(const std::vector<int>& solution) {
    sets_.clear();
    words_ == 2 ? exchange_values<2>(solution) : exchange_values<0>(solution);
    exchange_houses(solution);
    return sets_;
}

/// A further set, empty for now.
Word* Exchanges::fresh() {
    sets_.resize(sets_.size() + words_);
    return &sets_[sets_.size() - words_];
}

/// `W`: the words of a set if the compiler is to know them, else 0.
template <std::size_t W>
void Exchanges::exchange_values(const std::vector<int>& solution) {
    const std::size_t words = W ? W : words_;
    holding_.assign(values_ * words, 0);
    for (std::size_t c = 0; c < cells_; ++c)
        add(&holding_[static_cast<std::size_t>(solution[c]) * words], static_cast<int>(c));
    Word own[2 * (W ? W : 1)];
    Word* left = W ? own : left_.data();
    Word* next = W ? own + W : next_.data();
    for (std::size_t v = 0; v < values_; ++v)
        for (std::size_t u = 0; u < v; ++u) {
            for (std::size_t i = 0; i < words; ++i)
                left[i] = holding_[v * words + i] | holding_[u * words + i];
            for (std::size_t from = 0; from < words;) {
                if (!left[from]) {
                    ++from;
                    continue;
                }
                std::fill(next, next + words, 0);
                next[from] = left[from] & -left[from];
                Word* set = fresh();
                bool fits = true;
                for (std::size_t i = from; i < words;) {
                    if (!next[i]) {
                        ++i;
                        continue;
                    }
                    const int c = static_cast<int>(64 * i) + std::countr_zero(next[i]);
                    const Word bit = next[i] & -next[i];
                    next[i] ^= bit;
                    left[i] ^= bit;
                    set[i] |= bit;
                    fits &= may(c, static_cast<int>(u)) && may(c, static_cast<int>(v));
                    for (std::size_t j = 0; j < words; ++j) next[j] |= peers(c)[j] & left[j];
                    for (std::size_t j = i; j-- > from;)
                        if (next[j]) i = j;
                }
                if (!fits) sets_.resize(sets_.size() - words);
            }
        }
}

void Exchanges::exchange_houses(const std::vector<int>& solution) {
    const auto at = [&](int c) { return solution[static_cast<std::size_t>(c)]; };
    for (const auto& [one, other] : interchangeable_) {
        std::fill(place_.begin(), place_.end(), -1);
        for (std::size_t n = 0; n < one.size(); ++n)
            place_[static_cast<std::size_t>(at(one[n]))] = static_cast<int>(n);
        for (const int first : one) {
            int n = std::exchange(place_[static_cast<std::size_t>(at(first))], -1);
            if (n < 0) continue;
            // On to where the value opposite stands, until that is where it began.
            Word* set = fresh();
            bool fits = true;
            int last = -1;
            while (n >= 0) {
                const int a = one[static_cast<std::size_t>(n)];
                const int b = other[static_cast<std::size_t>(n)];
                add(set, a);
                add(set, b);
                last = at(b);
                fits &= at(a) != last && may(a, last) && may(b, at(a));
                n = std::exchange(place_[static_cast<std::size_t>(last)], -1);
            }
            if (!fits || last != at(first)) sets_.resize(sets_.size() - words_);
        }
    }
}

}  // namespace kernel
