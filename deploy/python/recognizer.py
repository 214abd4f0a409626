"""An intent recognizer in Python, to run instead of saybus-intent: python3 recognizer.py

It knows the phrases of the apps' catalogs word by word. Put a model into `recognize` to make it understand more.
"""

from argparse import Namespace
from typing import Any

from saybus import Bus, run

catalogs: dict[str, dict[str, Any]] = {}  # App: what can be said to it now.


def recognize(text: str) -> list[dict[str, Any]]:
    """What the text may mean, best first."""
    return [{"app": app, "type": command["type"], "confidence": 1, "parameters": {}, "matcher": pattern}
            for app, catalog in catalogs.items() for command in catalog["commands"]
            for pattern in command["patterns"] if pattern == text]


def serve(options: Namespace) -> None:
    with Bus("intent", options.instance or "python-1", url=options.bus) as bus:
        bus.connect("catalog", "speech.transcript", session=options.session, timeout=options.wait)
        bus.ready(engine="phrases")
        revision = ""
        for message in bus:
            try:
                if message.header["kind"] == "catalog":
                    catalogs[message.body["app"]] = message.body
                    revision = "+".join(sorted(catalog["revision"] for catalog in catalogs.values()))
                    bus.update(catalogRevision=revision)
                    continue
                intent = {"text": message.body["text"], "hypotheses": recognize(message.body["text"])}
                empty = {name: message.body[name] for name in ("empty",) if name in message.body}
                bus.publish("speech.intent", intent | empty | {"engine": "phrases", "catalogRevision": revision},
                            answering=message)
            except (KeyError, TypeError) as error:
                bus.malformed(f"{message.header['kind']}: {error!r}")


run(serve)
