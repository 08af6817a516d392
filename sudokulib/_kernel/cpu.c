// Tells which build of the kernel this machine can run.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *has_v3(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    __builtin_cpu_init();
#ifdef CPU_LEVELS
    return PyBool_FromLong(__builtin_cpu_supports("x86-64-v3"));
#else
    return PyBool_FromLong(
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("popcnt"));
#endif
}

static PyMethodDef methods[] = {
    {"has_v3", has_v3, METH_NOARGS, "Whether the processor runs code for x86-64-v3."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "cpu", NULL, 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_cpu(void) { return PyModule_Create(&module); }
