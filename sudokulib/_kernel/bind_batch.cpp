// Between the objects of Python and the bytes of `Engine.solve_lines`, without a step of the
// interpreter for each cell or field.
#include <nanobind/stl/tuple.h>
#include <structmember.h>  // where Python 3.11 has PyMemberDef

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <vector>

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

/// Returns a line without the white space around it, as `str.strip` does with ASCII.
std::string_view stripped(std::string_view line) {
    const auto blank = [](char one) {
        return one == ' ' || (one >= '\t' && one <= '\r') || (one >= '\x1c' && one <= '\x1f');
    };
    while (!line.empty() && blank(line.back())) line.remove_suffix(1);
    while (!line.empty() && blank(line.front())) line.remove_prefix(1);
    return line;
}

/// See core.pyi.
nb::object pack_lines(const nb::list& lines, std::size_t cells, const nb::bytes& codes,
                      std::uint8_t other) {
    if (codes.size() != 256) throw nb::value_error("no code for each byte");
    const auto* code = reinterpret_cast<const std::uint8_t*>(codes.c_str());
    const nb::object packed = made(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(lines.size() * cells)));
    auto* to = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(packed.ptr()));
    bool known = true;
    for (const nb::handle item : lines) {
        if (!PyUnicode_CheckExact(item.ptr()) || !PyUnicode_IS_COMPACT_ASCII(item.ptr()))
            return nb::none();
        std::string_view line(static_cast<const char*>(PyUnicode_DATA(item.ptr())),
                              static_cast<std::size_t>(PyUnicode_GET_LENGTH(item.ptr())));
        if (line.size() != cells) line = stripped(line);
        if (line.size() != cells) return nb::none();
        for (const char one : line) {
            *to = code[static_cast<std::uint8_t>(one)];
            known &= *to++ != other;
        }
    }
    return known ? packed : nb::none();
}

using Word = std::uint64_t;  // eight bytes, worked on at once

constexpr Word each = 0x0101010101010101;  // times a byte: that byte, eight times
constexpr Word low = each * 15;            // the lower half of each byte

/// Returns the next eight bytes, or as many as are left.
Word load(const std::uint8_t* at, std::size_t left) {
    Word word = 0;
    if (left < sizeof word) std::memcpy(&word, at, left);
    else std::memcpy(&word, at, sizeof word);  // of a known size, and so one instruction
    return word;
}

void store(std::uint8_t* at, Word word, std::size_t left) {
    if (left < sizeof word) std::memcpy(at, &word, left);
    else std::memcpy(at, &word, sizeof word);
}

/// Returns the upper half of each byte plus 1: empty for values up to 14, and for `Search::empty`.
Word too_large(Word values) {
    const Word sign = each << 7;
    return (((values & ~sign) + each) ^ (values & sign)) & ~low;
}

/// Returns each byte below 16 as it is, but 15 as `Search::empty`.
Word whole(Word halves) { return halves | ((halves + each) & each << 4) * 15; }

/// See core.pyi. The first half of all values is beside the second, so that eight are packed at once.
nb::bytes pack_values(const nb::bytes& values, std::size_t record, std::size_t kept) {
    if (!record || !kept || kept > record || values.size() % record)
        throw nb::value_error("no whole records");
    const std::size_t records = values.size() / record, number = records * kept;
    const auto* all = reinterpret_cast<const std::uint8_t*>(values.c_str());
    std::vector<std::uint8_t> shorter(kept < record ? number : 0);
    if (kept < record) {
        for (std::size_t n = 0; n < records; ++n)
            std::copy_n(all + n * record, kept, shorter.data() + n * kept);
        all = shorter.data();
    }
    const std::size_t first = (number + 1) / 2;
    const nb::object packed = made(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(first)));
    auto* to = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(packed.ptr()));
    Word large = 0;
    for (std::size_t i = 0; i < first; i += sizeof(Word)) {
        const Word one = load(all + i, first - i);
        const Word other = first + i < number ? load(all + first + i, number - first - i) : 0;
        large |= too_large(one) | too_large(other);
        store(to + i, (one & low) | (other & low) << 4, first - i);
    }
    return large ? nb::bytes("", 0) : nb::borrow<nb::bytes>(packed);
}

/// See core.pyi.
nb::bytes unpack_values(const nb::bytes& packed, std::size_t records, std::size_t record,
                        std::size_t kept) {
    const std::size_t number = records * kept, first = (number + 1) / 2;
    if (!kept || kept > record || packed.size() != first) throw nb::value_error("no whole records");
    const nb::object values = made(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(records * record)));
    auto* all = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(values.ptr()));
    std::vector<std::uint8_t> shorter(kept < record ? number : 0);
    auto* to = kept < record ? shorter.data() : all;
    const auto* from = reinterpret_cast<const std::uint8_t*>(packed.c_str());
    for (std::size_t i = 0; i < first; i += sizeof(Word)) {
        const Word both = load(from + i, first - i);
        store(to + i, whole(both & low), first - i);
        if (first + i < number)
            store(to + first + i, whole(both >> 4 & low), number - first - i);
    }
    for (std::size_t n = 0; kept < record && n < records; ++n) {
        std::copy_n(to + n * kept, kept, all + n * record);
        std::fill_n(all + n * record + kept, record - kept, Search::empty);
    }
    return nb::borrow<nb::bytes>(values);
}

}  // namespace

void bind_batch(nb::module_& module) {
    module.def("pack_masks", &pack_masks, nb::arg("masks"), nb::arg("full"));
    module.def("pack_lines", &pack_lines, nb::arg("lines"), nb::arg("cells"), nb::arg("codes"),
               nb::arg("other"));
    module.def("pack_values", &pack_values, nb::arg("values"), nb::arg("record"), nb::arg("kept"));
    module.def("unpack_values", &unpack_values, nb::arg("packed"), nb::arg("records"),
               nb::arg("record"), nb::arg("kept"));
    module.def("make_results", &make_results, nb::arg("classes"), nb::arg("statuses"),
               nb::arg("chunk"), nb::arg("geometry"), nb::arg("outcomes"), nb::arg("solutions"),
               nb::arg("first"), nb::arg("end"));
}

}  // namespace kernel
