#include "engine.hpp"

#include "crossings.hpp"
#include "depth_first.hpp"

namespace kernel {
namespace {

template <class D>
class EngineOf final : public Engine {
public:
    EngineOf(std::shared_ptr<const Problem> problem, const std::vector<Crossing>& crossings,
             const D& sizes, const Options& options)
        : Engine(std::move(problem)),
          rules_(make_rules(*problem_)),
          grid_(*problem_, crossings, sizes, rules_.get()),
          options_(options) {}
    ~EngineOf() override { drop_spare(); }

    std::unique_ptr<Search> search() const override {
        return std::make_unique<DepthFirstSearch<D>>(grid_, *problem_, rules_.get(), options_,
                                                     &settled_);
    }

    std::size_t state_bytes() const override {
        return DepthFirstSearch<D>::vectors(grid_.at, *problem_, rules_.get()) * sizeof(Vec);
    }

    const Options& options() const override { return options_; }

private:
    std::unique_ptr<const Rules> rules_;
    Grid<D> grid_;
    Options options_;
    mutable SettledStart settled_;
};

struct Needs {
    int plane, values, words, places, slots;
};

template <class D>
bool fits(const Needs& n) {
    return n.plane <= D::plane() && n.values <= D::values() && n.words <= D::words() &&
           n.places <= D::places() && n.slots <= D::slots();
}

Needs needs_of(const Problem& problem, const std::vector<Crossing>& crossings) {
    Needs n{1, std::max(problem.values, 1), 1, 1, 0};
    n.plane = std::max(1, (problem.cells + 127) / 128);
    n.words = std::max(1, static_cast<int>((problem.houses.size() + 31) / 32));
    for (const House& house : problem.houses)
        n.places = std::max(n.places, static_cast<int>(house.cells.size()));
    for (const Crossing& crossing : crossings)
        n.slots = std::max(n.slots, crossing.slot + 1);
    return n;
}

}  // namespace

std::unique_ptr<const Engine> make_engine(std::shared_ptr<const Problem> problem,
                                          const Options& options) {
    if (options.without & derived_rules) {
        auto fewer = std::make_shared<Problem>(*problem);
        std::erase_if(fewer->rules, [](const Rule& rule) { return rule.derived; });
        problem = std::move(fewer);
    }
    using Small = Fixed<1, 9, 1, 9, 2>;
    using Slanted = Fixed<1, 9, 1, 9, 4>;
    using Crossed = Fixed<1, 9, 2, 9, 4>;
    using Middle = Fixed<2, 16, 2, 16, 2>;
    using Many = Fixed<3, 9, 5, 9, 2>;
    // As no engine that fits has fewer slots than these need, it has room for all of them.
    const std::vector<Crossing> found = crossings(*problem, 4);
    const Needs n = needs_of(*problem, found);
    const auto make = [&]<class D>(const D& sizes) -> std::unique_ptr<const Engine> {
        return std::make_unique<EngineOf<D>>(std::move(problem), found, sizes, options);
    };
    if (fits<Small>(n)) return make(Small());
    if (fits<Slanted>(n)) return make(Slanted());
    if (fits<Crossed>(n)) return make(Crossed());
    if (n.plane > 1 && fits<Middle>(n)) return make(Middle());
    if (n.words > 2 && fits<Many>(n)) return make(Many());
    Sized sizes;
    sizes.c = n.plane;
    sizes.v = n.values;
    sizes.w = n.words;
    sizes.k = n.places;
    sizes.s = n.slots;
    return make(sizes);
}

}  // namespace kernel
