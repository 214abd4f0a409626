"""An intent recognizer, to run instead of saybus-intent: python3 @NAME@.py

It knows the catalogs' phrases word by word. Put a model into `recognize` to make it understand more."""

from argparse import Namespace
from typing import Any

from saybus import Bus, Catalogs, run


def recognize(text: str, catalogs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the text may mean, best first."""
    return [{"app": catalog["app"], "type": command["type"], "confidence": 1, "parameters": {}, "matcher": text}
            for catalog in catalogs for command in catalog["commands"] if text in command["patterns"]]


def serve(options: Namespace) -> None:
    with Bus("intent", options.instance, url=options.bus) as bus:
        bus.connect("catalog", "speech.transcript", session=options.session, timeout=options.wait)
        bus.ready(engine="@NAME@")
        catalogs = Catalogs(bus)
        for message in bus:
            with bus.handling(message):  # An error in it fails this turn, and not the program.
                body = message.body
                if message.header["kind"] == "speech.transcript":
                    known = catalogs.of(message.header["session"])
                    hypotheses = bus.work(recognize, body["text"], known)  # Beats meanwhile.
                    intent = {"text": body["text"], "hypotheses": hypotheses, "engine": "@NAME@",
                              "catalogRevision": catalogs.revision, "confidence": body["confidence"]}
                    empty = {"empty": body["empty"]} if "empty" in body and not body["text"].strip() else {}
                    bus.publish("speech.intent", intent | empty, answering=message)
                else:
                    catalogs.update(message)
                    bus.update(catalogRevision=catalogs.revision)


run(serve)
