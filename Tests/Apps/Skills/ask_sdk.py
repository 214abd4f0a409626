"""Encodes and decodes envelopes with Amazon's own library for Python.

ask_sdk.py make FOLDER    writes an envelope for every type of request, directive, card and speech that the library has
ask_sdk.py check FOLDER   decodes each envelope of FOLDER, and encodes it again in a file .back beside it
"""

import datetime
import enum
import json
import pathlib
import re
import sys

import ask_sdk_model
from ask_sdk_core.serialize import DefaultSerializer
from ask_sdk_model import RequestEnvelope, ResponseEnvelope
from ask_sdk_model.directive import Directive
from ask_sdk_model.request import Request
from ask_sdk_model.ui.card import Card
from ask_sdk_model.ui.output_speech import OutputSpeech

serializer = DefaultSerializer()
TIME = datetime.datetime(2026, 11, 21, 18, 7, 6, 123000, tzinfo=datetime.timezone.utc)
NATIVE = {
    "str": "words",
    "int": 7,
    "long": 7,
    "float": 1.5,
    "bool": True,
    "datetime": TIME,
    "date": TIME.date(),
    "object": {"a": [1, "b", None, False]},
}


def named(name):
    """Returns a class by its full name."""
    module, _, name = name.rpartition(".")
    return getattr(__import__(module, fromlist=[name]), name)


def sample(kind, within=()):
    """Returns a value of a type in the library's notation, with all members; None where the nesting would never end."""
    if kind in NATIVE:
        return NATIVE[kind]
    if match := re.fullmatch(r"list\[(.*)\]", kind):
        return [it for it in [sample(match[1], within)] if it is not None]
    if match := re.fullmatch(r"dict\(str, (.*)\)", kind):
        return {"name": sample(match[1], within)}
    cls = named(kind)
    return None if within.count(cls) > 2 else instance(cls, within)


def instance(cls, within=()):
    """Returns an object of a class with all members; `within` has the classes of the objects that contain it."""
    if issubclass(cls, enum.Enum):
        return list(cls)[-1]
    parent = cls
    if hasattr(cls, "get_real_child_model"):
        children = {name for name in cls.discriminator_value_class_map.values() if issubclass(named(name), cls)}
        if f"{cls.__module__}.{cls.__name__}" not in children:
            # A slot value becomes a list of lists with a single value inside.
            cls = named(min(children) if within.count(cls) < 2 else max(children))
    made = cls()
    for attribute, kind in cls.deserialized_types.items():
        if getattr(cls, "json_discriminator_key", None) != cls.attribute_map[attribute]:
            setattr(made, attribute, sample(kind, (*within, parent)))
    return made


def write(path, value):
    path.write_text(json.dumps(serializer.serialize(value), indent=1), encoding="utf-8")


def make(folder):
    for kind, name in Request.discriminator_value_class_map.items():
        envelope = instance(RequestEnvelope)
        envelope.request = instance(named(name))
        write(folder / f"request-{kind}.json", envelope)
    bare = instance(RequestEnvelope)
    bare.session = None
    write(folder / "request-without-session.json", bare)
    for parent, set_member in [
        (Directive, lambda response, it: setattr(response, "directives", [it])),
        (Card, lambda response, it: setattr(response, "card", it)),
        (OutputSpeech, lambda response, it: setattr(response, "output_speech", it)),
    ]:
        for kind, name in parent.discriminator_value_class_map.items():
            envelope = instance(ResponseEnvelope)
            set_member(envelope.response, instance(named(name)))
            write(folder / f"response-{kind}.json", envelope)


def check(folder):
    for path in sorted(folder.glob("*.json")):
        cls = RequestEnvelope if path.name.startswith("request-") else ResponseEnvelope
        try:
            understood = serializer.deserialize(path.read_text(encoding="utf-8"), cls)
        except Exception as error:
            print("refused", path.stem, error)
            continue
        write(path.with_suffix(".back"), understood)


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]](pathlib.Path(sys.argv[2]))
