#include "rules.hpp"

namespace kernel {

std::unique_ptr<const Rules> make_rules(const Problem& problem) {
    if (!problem.rules.empty()) throw BadStream("rules are not compiled yet");
    return nullptr;
}

}  // namespace kernel
