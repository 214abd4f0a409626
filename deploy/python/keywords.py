"""An intent recognizer: the command that shares most words with what was said. python3 keywords.py"""

from typing import Any

from saybus import Bus, Catalogs, run


def recognize(text: str, catalogs: list[Any]) -> list[Any]:  # What it may mean. The confidence is the share of common words.
    said = set(text.lower().split())
    found: list[Any] = [{"app": catalog["app"], "type": command["type"], "parameters": {}, "matcher": pattern,
              "confidence": len(said & set(pattern.lower().split())) / len(said | set(pattern.lower().split()))}
             for catalog in catalogs for command in catalog["commands"] for pattern in command["patterns"]]
    return sorted((one for one in found if one["confidence"] >= 0.5), key=lambda one: -one["confidence"])[:10]


def serve(options: Any) -> None:
    with Bus("intent", options.instance, url=options.bus) as bus:
        bus.connect("catalog", "speech.transcript", session=options.session, timeout=options.wait)
        bus.ready(engine="keywords")
        catalogs = Catalogs(bus)
        for message in bus:
            with bus.handling(message):
                if message.header["kind"] == "catalog":
                    catalogs.update(message)
                    bus.update(catalogRevision=catalogs.revision)
                else:
                    text, empty = message.body["text"], message.body.get("empty")
                    found, confidence = recognize(text, catalogs.of(message.header["session"])), message.body["confidence"]
                    bus.publish("speech.intent", {"text": text, "engine": "keywords", "hypotheses": found,
                                "catalogRevision": catalogs.revision, "empty": None if text.strip() else empty,
                                "confidence": confidence}, answering=message)


run(serve)
