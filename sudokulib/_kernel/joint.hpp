// All fillings of a few cells that some rules allow together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "problem.hpp"

namespace kernel {

/// The assignments of all variables of a small problem that its peers and rules allow, one after
/// the other in lexicographic order; nothing if there are more than `most`.
std::optional<std::vector<std::int64_t>> joint_fillings(const Problem& problem, std::size_t most);

}  // namespace kernel
