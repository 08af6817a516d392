// Parts of a state that can be searched for themselves.
#pragma once

#include "grid.hpp"

namespace kernel {

/// Sets of open cells that have nothing to do with one another, each as small as can be; the
/// smallest first. Compiled once: a search looks for them after dozens of nodes or thousands.
std::vector<std::vector<Vec>> components(const GridTables& grid, const Layout<Sized>& at,
                                         const Vec* s);

}  // namespace kernel
