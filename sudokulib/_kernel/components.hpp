// Parts of a state that can be searched independently.
#pragma once

#include "grid.hpp"

namespace kernel {

/// Independent sets of open cells, each as small as possible; the smallest first. Compiled once
/// for all layouts: a search calls it only after dozens of nodes or thousands.
std::vector<std::vector<Vec>> components(const GridTables& grid, const Layout<Sized>& at,
                                         const Vec* s);

}  // namespace kernel
