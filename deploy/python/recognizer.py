"""An intent recognizer in Python, to run instead of saybus-intent: python3 recognizer.py

It knows the catalogs' phrases word by word. Put a model into `recognize` to make it understand more."""

from argparse import Namespace
from typing import Any

from saybus import MISSHAPEN, Bus, run

catalogs: dict[str, tuple[str, dict[str, str]]] = {}  # App: its revision, and the command of each phrase.


def recognize(text: str) -> list[dict[str, Any]]:
    """What the text may mean, best first."""
    return [{"app": app, "type": phrases[text], "confidence": 1, "parameters": {}, "matcher": text}
            for app, (_, phrases) in catalogs.items() if text in phrases]


def serve(options: Namespace) -> None:
    with Bus("intent", options.instance or "python-1", url=options.bus) as bus:
        bus.connect("catalog", "speech.transcript", session=options.session, timeout=options.wait)
        bus.ready(engine="phrases")
        for message in bus:
            body = message.body
            try:
                revision = "+".join(sorted(revision for revision, _ in catalogs.values()))
                if message.header["kind"] == "speech.transcript":
                    intent = {"text": body["text"], "hypotheses": recognize(body["text"]), "engine": "phrases"}
                    empty = {"empty": body["empty"]} if "empty" in body else {}
                    bus.publish("speech.intent", intent | empty | {"catalogRevision": revision}, answering=message)
                else:
                    commands = [(pattern, one["type"]) for one in body["commands"] for pattern in one["patterns"]]
                    catalogs[body["app"]] = (body["revision"] + "", dict(commands))
                    bus.update(catalogRevision="+".join(sorted(name for name, _ in catalogs.values())))
            except MISSHAPEN as error:
                bus.unreadable(message, error)


run(serve)
