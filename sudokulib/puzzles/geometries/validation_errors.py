"""The errors that pydantic finds in a file as problems: where, what, and how to fix it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from sudokulib.basics.quoting import close_matches, short
from sudokulib.errors import Problem
from sudokulib.puzzles.geometries.error_collector import MAX_ERRORS, Field
from sudokulib.puzzles.geometries.source import Source
from sudokulib.shapes.registry import SEE_KINDS

_TAGS = ("kind", "make", "lay")
"""The fields that name the model of an entry of a union."""

_EXPECTED = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "a mapping of key: value",
    "float_parsing": "a number",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "mapping_type": "a mapping of key: value",
    "model_attributes_type": "a mapping of key: value",
    "model_type": "a mapping of key: value",
    "set_type": "a list",
    "string_type": "text",
    "tuple_type": "a list",
}
"""The expected value, by the type of error."""

_TYPE_ERRORS = {
    "dict_type",
    "list_type",
    "mapping_type",
    "model_attributes_type",
    "model_type",
    "set_type",
    "string_type",
    "tuple_type",
}
"""Errors that show that the data has another form than this branch of a union."""

Error = Mapping[str, Any]


@dataclass(slots=True)
class _Branch:
    """Errors by the steps that lead to them; `tags` are branches of a union rather than steps."""

    errors: list[Error] = field(default_factory=list)
    steps: dict[str | int, _Branch] = field(default_factory=dict)
    tags: dict[str, _Branch] = field(default_factory=dict)


def validation_problems(
    error: ValidationError, source: Source, model: type[BaseModel]
) -> Iterator[Problem]:
    """Yield one problem for each error, placed in the source.

    Args:
        error: raised by validating the source's data.
        source: the source that was validated.
        model: the model used for the validation.
    """
    root = _Branch()
    errors: list[Any] = error.errors(include_url=False, include_input=False)
    for one in errors[: 4 * MAX_ERRORS]:
        _sort_in(root, one, source.data)
    for where, one in _relevant(root, ()):
        yield _problem(source, model, where, one)


def _sort_in(root: _Branch, error: Error, data: Any) -> None:
    """File an error under its location, distinguishing steps in the data from union tags."""
    branch, entry = root, False
    final = len(error["loc"]) - 1
    for number, step in enumerate(error["loc"]):
        tagged = entry and isinstance(data, dict) and step in (data.get(tag) for tag in _TAGS)
        last = number == final and error["type"] == "missing"
        if not tagged and (_has_entry(data, step) or isinstance(step, int) or last):
            branch = branch.steps.setdefault(step, _Branch())
            data = data[step] if _has_entry(data, step) else None
            entry = isinstance(step, int)
        else:
            branch = branch.tags.setdefault(str(step), _Branch())
            entry = False
    branch.errors.append(error)


def _has_entry(data: Any, step: str | int) -> bool:
    if isinstance(data, list):
        return isinstance(step, int) and step < len(data)
    return isinstance(data, dict) and step in data


def _relevant(branch: _Branch, where: Field) -> Iterator[tuple[Field, Error]]:
    """Yield the errors below a branch; of a failed union, those of the form probably meant."""
    for one in branch.errors:
        yield where, one
    for step, below in branch.steps.items():
        yield from _relevant(below, (*where, step))
    if branch.tags:
        yield from _closest_branch(branch.tags, where)


def _closest_branch(tags: dict[str, _Branch], where: Field) -> Iterator[tuple[Field, Error]]:
    found = {tag: list(_relevant(below, where)) for tag, below in tags.items()}
    fitting = {
        tag: errors
        for tag, errors in found.items()
        if not any(at == where and e["type"] in _TYPE_ERRORS for at, e in errors)
    }
    if not fitting:
        forms = {_EXPECTED[e["type"]]: e for errors in found.values() for _, e in errors[:1]}
        yield where, {"type": "forms", "ctx": {"forms": list(forms)}, "msg": ""}
        return
    yield from min(fitting.values(), key=_distance)


def _distance(errors: list[tuple[Field, Error]]) -> tuple[bool, int]:
    """Return how far data is from a form: unknown fields indicate that another one was meant."""
    unknown = sum(e["type"] == "extra_forbidden" for _, e in errors)
    return unknown > len(errors) - unknown, len(errors)


def _problem(source: Source, model: type[BaseModel], where: Field, error: Error) -> Problem:
    sort, context = error["type"], error.get("ctx", {})
    key = where[-1:] and error.get("loc", ())[-1:] == ("[key]",)
    if sort == "missing":
        return _missing(source, model, where)
    if sort == "extra_forbidden":
        return _unknown_field(source, model, where)
    if sort in ("union_tag_invalid", "union_tag_not_found"):
        return _unknown_tag(source, where, context)
    message, fix = _message_and_fix(error, context)
    return source.problem(message, where, fix, key=bool(key))


def _missing(source: Source, model: type[BaseModel], where: Field) -> Problem:
    name = where[-1]
    if isinstance(name, int):
        return source.missing(f"entry {name + 1} is missing", where, "write as many as are needed")
    info = fields_at(model, where[:-1], source.data).get(name)
    about = f": {info.description}" if info is not None and info.description else ""
    if info is not None and get_origin(info.annotation) is Literal:
        about = f": {' or '.join(map(str, get_args(info.annotation)))}"
    return source.missing("is missing", where, f"add {name}{about}")


_WRITTEN_OTHERWISE = {
    "houses": "shapes: [{kind: house, cells: R1C1 R1C2}], or Geometry.from_houses in Python",
}
"""The advice given for a field that many people expect but that does not exist."""

_MEANT = {
    "cells": "lines",
    "path": "lines",
    "clue": "sum",
    "total": "sum",
    "difference": "value",
    "ratio": "value",
    "digits": "values",
}
"""The field that people mean by another name, where it is one of those here."""


def _unknown_field(source: Source, model: type[BaseModel], where: Field) -> Problem:
    given = str(where[-1])
    known = list(fields_at(model, where[:-1], source.data))
    near = _close(given, [name for name in known if name not in _TAGS])
    if _MEANT.get(given) in known:
        near = [_MEANT[given]]
    meant = f"did you mean {near[0]}? " if near else ""
    listed = f"the fields here are {', '.join(known)}" if known else "remove it"
    if given in _WRITTEN_OTHERWISE:
        meant = f"write {_WRITTEN_OTHERWISE[given]}; "
    return source.problem(f"unknown field {short(given)!r}", where, meant + listed, key=True)


def _unknown_tag(source: Source, where: Field, context: Mapping[str, Any]) -> Problem:
    tag = str(context["discriminator"]).strip("'")
    if "tag" not in context:
        return source.missing("is missing", (*where, tag), f"add {tag} to say what this entry is")
    known = [word.strip(" '") for word in str(context["expected_tags"]).split(",")]
    near = _close(str(context["tag"]), known)
    meant = f"did you mean {near[0]}? " if near else ""
    if tag == "kind":  # a hundred names, which nobody would read
        return source.problem(f"unknown {tag}", (*where, tag), f"{meant}{SEE_KINDS}")
    rest = [word for word in known if word not in near]
    return source.problem(
        f"unknown {tag}", (*where, tag), f"{meant}known are {', '.join(near + rest)}"
    )


def _close(given: str, known: list[str]) -> list[str]:
    return close_matches(given, known, n=3, cutoff=0.5)


def _message_and_fix(error: Error, context: Mapping[str, Any]) -> tuple[str, str]:
    """Return message and fix of an error that can be explained without the models."""
    sort = error["type"]
    if sort == "string_type" and "cells" in error["loc"]:
        return "the name of a cell is expected here", "write names of cells, such as R1C1"
    if sort in _EXPECTED:
        return f"{_EXPECTED[sort]} is expected here", f"write {_EXPECTED[sort]}"
    if sort in ("value_error", "assertion_error"):
        message, _, fix = str(context.get("error", error["msg"])).rpartition("; ")
        return (message, fix) if message else (fix, "")
    words = _WORDS.get(sort)
    if words is None:
        return error["msg"][:1].lower() + error["msg"][1:], "see the reference of geometry files"
    return words(context)


_WORDS: dict[str, Callable[[Mapping[str, Any]], tuple[str, str]]] = {
    "forms": lambda c: (
        f"{' or '.join(c['forms'])} is expected here",
        f"write {' or '.join(c['forms'])}",
    ),
    "literal_error": lambda c: ("not one of the words allowed here", f"write {c['expected']}"),
    "string_too_short": lambda _: ("nothing stands here", "write text, or drop the field"),
    "too_short": lambda c: (
        f"{c['actual_length']} entries are too few",
        f"write at least {c['min_length']}",
    ),
    "too_long": lambda c: (
        f"{c['actual_length']} entries are too many",
        f"write at most {c['max_length']}",
    ),
    "greater_than": lambda c: ("too small", f"write a number above {c['gt']}"),
    "greater_than_equal": lambda c: ("too small", f"write {c['ge']} or more"),
    "less_than": lambda c: ("too large", f"write a number below {c['lt']}"),
    "less_than_equal": lambda c: ("too large", f"write {c['le']} or less"),
    "finite_number": lambda _: ("not a finite number", "write a plain number"),
}


def fields_at(model: type[BaseModel], where: Field, data: Any) -> dict[str, Any]:
    """Return the fields allowed in the mapping at a place of a file, by their names in files."""
    forms: list[Any] = [model]
    for step in where:
        forms = [below for form in forms for below in _below(form, step)]
        data = data[step] if _has_entry(data, step) else None
        forms = _tagged(forms, data)
    found: dict[str, Any] = {}
    for form in forms:
        if isinstance(form, type) and issubclass(form, BaseModel):
            found |= {info.alias or name: info for name, info in form.model_fields.items()}
    return found


def _tagged(forms: list[Any], data: Any) -> list[Any]:
    """Return the model of a tagged union for the tag in the data, or all models."""
    words = [data.get(tag) for tag in _TAGS] if isinstance(data, dict) else []
    models = [form for form in forms if isinstance(form, type) and issubclass(form, BaseModel)]
    chosen = [
        m
        for m in models
        for tag in _TAGS
        if tag in m.model_fields and _is_tag(m.model_fields[tag].annotation, words)
    ]
    return chosen or forms


def _is_tag(annotation: Any, words: list[Any]) -> bool:
    """Return whether one of some words is a tag that selects a model."""
    return any(name in words for name in get_args(annotation))


def _below(form: Any, step: str | int) -> Iterator[Any]:
    """Yield the annotations of the values one step below a value with this annotation."""
    origin, arguments = get_origin(form), get_args(form)
    if isinstance(form, type) and issubclass(form, BaseModel):
        for name, info in form.model_fields.items():
            if step == (info.alias or name):
                yield from _union_members(info.annotation)
    elif origin is dict:
        yield from _union_members(arguments[1])
    elif origin in (list, tuple) and arguments:
        yield from _union_members(arguments[0])


def _union_members(annotation: Any) -> Iterator[Any]:
    """Yield the alternatives of a union, and what is inside an Annotated."""
    if get_origin(annotation) is Annotated:
        yield from _union_members(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for argument in get_args(annotation):
            yield from _union_members(argument)
    else:
        yield annotation
