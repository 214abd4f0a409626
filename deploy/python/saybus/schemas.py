"""The schemas of the messages' bodies, as `saybus schema` prints them, and the check of a body before it is sent."""

from __future__ import annotations

import json
import re
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, TypeGuard

MAXIMUM = 20  # Violations that are named.
SIMILAR = 0.85  # From which a kind is taken for a misspelling of another one; 1 is the same.
UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
WORDS = {"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
         "array": "a list", "object": "an object"}


@cache
def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each kind's body."""
    found: dict[str, dict[str, Any]] = json.loads(files("saybus").joinpath("schemas.json").read_text("utf-8"))
    return found


def violations(kind: str, body: Any) -> list[str]:
    """What in a body is not as its kind's schema says: the place, what is expected there and what was found.

    A kind that is not the pipeline's has no schema, and fields that a schema does not name may come from a later version.
    """
    schema = schemas().get(kind)
    found: list[str] = []
    if schema is not None:
        _check(body, schema, schema, "", found)
    return found[:MAXIMUM]


def unknown_fields(kind: str, body: Any) -> list[str]:
    """The fields of a body that its kind's schema does not name, and that it may have meant: receivers ignore them."""
    schema = schemas().get(kind)
    found: list[str] = []
    if schema is not None:
        _look_for_unknown(kind, body, schema, schema, "", found)
    return found[:MAXIMUM]


def similar_kind(kind: str) -> str | None:
    """The kind that an unknown kind may be a misspelling of."""
    known = schemas().keys() - {"header", "stamp"}
    return None if kind in known else next(iter(get_close_matches(kind, sorted(known), 1, SIMILAR)), None)


def lone_surrogate(value: Any, path: str = "") -> str | None:
    """The place of a text with half a surrogate pair, which is no Unicode, and which no reader accepts."""
    if isinstance(value, str):
        return (path or "the whole value") if any("\ud800" <= each <= "\udfff" for each in value) else None
    items: Any = value.items() if is_object(value) else enumerate(value) if is_list(value) or is_tuple(value) else ()
    for key, each in items:
        if isinstance(key, str) and lone_surrogate(key):
            return f"a key of {path or 'the whole value'}"
        if place := lone_surrogate(each, f"{path}/{key}"):
            return place
    return None


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether a value of JSON is an object."""
    return isinstance(value, dict)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value of JSON is a list."""
    return isinstance(value, list)


def is_tuple(value: Any) -> TypeGuard[tuple[Any, ...]]:
    """Whether a value is a tuple, which is written as a list."""
    return isinstance(value, tuple)


def _check(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str, found: list[str]) -> None:
    schema = _resolved(schema, root)
    if "anyOf" in schema:
        for option in schema["anyOf"]:
            wrong: list[str] = []
            _check(value, option, root, path, wrong)
            if not wrong:
                return None
        return found.append(f"{path or 'the whole value'}: expected {_words(schema)}, not {_excerpt(value)}")
    if not _fits(value, schema):
        return found.append(f"{path or 'the whole value'}: expected {_words(schema)}, not {_excerpt(value)}")
    if is_list(value) and "items" in schema:
        for index, item in enumerate(value):
            _check(item, schema["items"], root, f"{path}/{index}", found)
    if is_object(value):
        required = schema.get("required", []) + _required(value, schema)
        for name, each in schema.get("properties", {}).items():
            place = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
            if name not in value:
                if name in required:
                    found.append(f"{place}: expected {_words(each)}, and it is missing")
            elif value[name] is not None or name in required:  # An optional field that is null counts as absent.
                _check(value[name], each, root, place, found)
        if is_object(each := schema.get("additionalProperties")):
            for name, item in value.items():
                _check(item, each, root, f"{path}/{name}", found)
    return None


def _look_for_unknown(
    kind: str, value: Any, schema: dict[str, Any], root: dict[str, Any], path: str, found: list[str]
) -> None:
    schema = _resolved(schema, root)
    if is_list(value) and "items" in schema:
        for each in value:
            _look_for_unknown(kind, each, schema["items"], root, path, found)
    elif is_object(value):
        others = schema.get("additionalProperties")
        known: dict[str, Any] = schema.get("properties", {})
        for name, each in value.items():
            if name in known:
                _look_for_unknown(kind, each, known[name], root, f"{path}{name}.", found)
            elif is_object(others):
                _look_for_unknown(kind, each, others, root, f"{path}{name}.", found)
            elif known:
                meant = get_close_matches(name, known, 1)
                found.append(f"{kind} has no field {path}{name}" + (f": {meant[0]}?" if meant else ""))


def _resolved(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    """The schema to which a reference leads."""
    if "$ref" not in schema:
        return schema
    target: Any = root
    for part in schema["$ref"].removeprefix("#/").split("/"):
        target = target[part]
    found: dict[str, Any] = target
    return found


def _required(value: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """The fields that an object needs because of another field, such as its type."""
    found: list[str] = []
    for rule in schema.get("allOf", []):
        conditions = rule["if"]["properties"].items()
        if all(name in value and value[name] == each["const"] for name, each in conditions):
            found += rule["then"]["required"]
    return found


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    match schema.get("type"):
        case "string":
            if not isinstance(value, str) or "enum" in schema and value not in schema["enum"]:
                return False
            return schema.get("format") != "uuid" or UUID.fullmatch(value) is not None
        case "integer":
            return type(value) is int and abs(value) < 1 << 63
        case "number":
            low, high = schema.get("minimum", float("-inf")), schema.get("maximum", float("inf"))
            return type(value) in (int, float) and low <= value <= high
        case "boolean":
            return isinstance(value, bool)
        case "array":
            return isinstance(value, list)
        case "object":
            return isinstance(value, dict)
        case _:
            return True


def _words(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_words(each) for each in schema["anyOf"])
    if "enum" in schema:
        return "one of " + ", ".join(f'"{word}"' for word in schema["enum"])
    if schema.get("format") == "uuid":
        return "a UUID"
    if (schema.get("minimum"), schema.get("maximum")) == (0, 1):
        return "a number from 0 to 1"
    return WORDS.get(str(schema.get("type", "object")), "an object")


def _excerpt(value: Any) -> str:
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return type(value).__name__
    return text if len(text) <= 60 else text[:60] + "…"
