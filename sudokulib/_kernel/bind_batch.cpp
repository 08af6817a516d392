// Between the objects of Python and the bytes of `Engine.solve_lines`, without a step of the
// interpreter for each cell or field.
#include <nanobind/stl/tuple.h>
#include <structmember.h>  // where Python 3.11 has PyMemberDef

#include <bit>

#include "bindings.hpp"
#include "operations.hpp"

namespace kernel {
namespace {

nb::object made(PyObject* object) {
    if (!object) throw nb::python_error();
    return nb::steal(object);
}

nb::object allocated(nb::handle type, Py_ssize_t items = 0) {
    auto* made_of = reinterpret_cast<PyTypeObject*>(type.ptr());
    return made(made_of->tp_alloc(made_of, items));
}

/// A class with `__slots__`, objects of which are made as `object.__new__` makes them.
class SlottedClass {
public:
    explicit SlottedClass(nb::handle type) : type_(type) {
        if (!PyType_Check(type.ptr())) throw nb::type_error("not a class");
    }

    /// Where an object keeps the value of a slot.
    Py_ssize_t slot(const char* name) const {
        const nb::object descriptor = nb::getattr(type_, name);
        if (!Py_IS_TYPE(descriptor.ptr(), &PyMemberDescr_Type))
            throw nb::type_error((std::string(name) + " is no slot").c_str());
        return reinterpret_cast<PyMemberDescrObject*>(descriptor.ptr())->d_member->offset;
    }

    nb::object make() const { return allocated(type_); }

private:
    nb::handle type_;
};

/// Fills an empty slot.
void put(const nb::object& object, Py_ssize_t slot, nb::handle value) {
    *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(object.ptr()) + slot) =
        value.inc_ref().ptr();
}

/// Returns an object that the garbage collector no longer visits, as it does with tuples of numbers:
/// for those that cannot be changed and are part of no circle of references.
nb::object untracked(nb::object object) {
    PyObject_GC_UnTrack(object.ptr());
    return object;
}

/// See core.pyi. What is slow in Python is not the work but its steps: a result with its solution
/// takes 0.6 µs there and 0.2 here, where a puzzle of 17clue takes 2.5 (2026-11).
nb::list make_results(std::tuple<nb::handle, nb::handle, nb::handle> classes,
                      const nb::tuple& statuses, nb::handle chunk, nb::handle geometry,
                      const nb::bytes& outcomes, const nb::bytes& solutions, std::size_t first,
                      std::size_t end) {
    const SlottedClass result_class(std::get<0>(classes)), solution_class(std::get<1>(classes));
    const nb::handle puzzle_class = std::get<2>(classes);
    if (!PyType_Check(puzzle_class.ptr()) ||
        !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(puzzle_class.ptr()), &PyTuple_Type))
        throw nb::type_error("a late puzzle is no tuple");
    const auto status_slot = result_class.slot("status"), late_slot = result_class.slot("_late"),
               solutions_slot = result_class.slot("solutions");
    const auto of_slot = solution_class.slot("_of"), seed_slot = solution_class.slot("_seed"),
               indices_slot = solution_class.slot("_indices");
    if (first > end || end > outcomes.size()) throw nb::index_error("no such puzzles");
    const auto* verdicts = reinterpret_cast<const std::uint8_t*>(outcomes.c_str());
    for (std::size_t n = first; n < end; ++n)
        if (verdicts[n] >= statuses.size()) throw nb::index_error("no such outcome");
    const std::size_t cells = outcomes.size() ? solutions.size() / outcomes.size() / 2 : 0;

    const auto length = static_cast<Py_ssize_t>(end - first);
    nb::list results = nb::steal<nb::list>(made(PyList_New(length)).release());
    for (std::size_t n = first; n < end; ++n) {
        const nb::object puzzle = untracked(allocated(puzzle_class, 3));
        PyTuple_SET_ITEM(puzzle.ptr(), 0, chunk.inc_ref().ptr());
        PyTuple_SET_ITEM(puzzle.ptr(), 1, made(PyLong_FromSize_t(n)).release().ptr());
        PyTuple_SET_ITEM(puzzle.ptr(), 2, geometry.inc_ref().ptr());

        const char* known = solutions.c_str() + 2 * n * cells;
        std::size_t found = 0;
        while (found < 2 && static_cast<std::uint8_t>(known[found * cells]) != Search::empty) ++found;
        const nb::object both = untracked(made(PyTuple_New(static_cast<Py_ssize_t>(found))));
        for (std::size_t i = 0; i < found; ++i) {
            const nb::object solution = untracked(solution_class.make());
            put(solution, of_slot, puzzle);
            put(solution, seed_slot, nb::none());
            put(solution, indices_slot,
                made(PyBytes_FromStringAndSize(known + i * cells, static_cast<Py_ssize_t>(cells))));
            PyTuple_SET_ITEM(both.ptr(), static_cast<Py_ssize_t>(i), solution.inc_ref().ptr());
        }

        const nb::object result = untracked(result_class.make());
        put(result, status_slot, PyTuple_GET_ITEM(statuses.ptr(), verdicts[n]));
        put(result, solutions_slot, both);
        put(result, late_slot, puzzle);
        PyList_SET_ITEM(results.ptr(), static_cast<Py_ssize_t>(n - first), result.inc_ref().ptr());
    }
    return results;
}

/// See core.pyi.
nb::object pack_masks(const nb::tuple& masks, Mask full) {
    nb::object bytes = made(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(masks.size())));
    char* out = PyBytes_AS_STRING(bytes.ptr());
    for (std::size_t c = 0; c < masks.size(); ++c) {
        const Mask mask = PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(masks.ptr(), c));
        if (mask == full) {
            out[c] = static_cast<char>(Search::empty);
        } else if (std::has_single_bit(mask)) {
            out[c] = static_cast<char>(std::countr_zero(mask));
        } else {
            if (PyErr_Occurred()) throw nb::python_error();
            return nb::none();
        }
    }
    return bytes;
}

}  // namespace

void bind_batch(nb::module_& module) {
    module.def("pack_masks", &pack_masks, nb::arg("masks"), nb::arg("full"));
    module.def("make_results", &make_results, nb::arg("classes"), nb::arg("statuses"),
               nb::arg("chunk"), nb::arg("geometry"), nb::arg("outcomes"), nb::arg("solutions"),
               nb::arg("first"), nb::arg("end"));
}

}  // namespace kernel
