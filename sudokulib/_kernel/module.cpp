// The extension module, one for each set of instructions.
#include <nanobind/nanobind.h>

namespace kernel {
void bind_all(nanobind::module_& module);
}

NB_MODULE(KERNEL_MODULE, module) { kernel::bind_all(module); }
