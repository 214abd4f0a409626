"""A remote app that asks back: python3 mail.py, then say "mail to pikachu", of whom there are two."""

from argparse import Namespace
from typing import Any

from saybus import Bus, run

FRIENDS = ["Toby Pikachu", "Susan Pikachu", "John Smith"]
CATALOG = {"app": "mail", "language": "en-US", "revision": "mail@1", "commands": [
    {"type": "Choose", "patterns": ["i choose you @name", "mail to @name"], "summary": "Adds a friend to a message."}]}


def respond(command: dict[str, Any]) -> dict[str, Any]:
    """The body of the `command.response`."""
    values, answer = command["parameters"], command.get("answer")
    if answer and answer["outcome"] != "given":
        return {"isTerminal": True, "feedback": "Then nobody gets the message."}
    name = str(values["answer" if answer else "name"]["value"]).lower()
    found = [friend for friend in FRIENDS if name in friend.lower()]
    if len(found) > 1:
        return {"isTerminal": True, "followUp": {"kind": "select", "prompt": f"Which one? {' or '.join(found)}?",
                "options": found, "aliases": {friend: friend.split()[:1] for friend in found}}}
    return {"isTerminal": True, "feedback": f"{''.join(found) or 'Nobody'} gets the message."}


def serve(options: Namespace) -> None:
    with Bus("app", options.instance, session=options.session or "default", url=options.bus) as bus:
        bus.connect("command.invoked", session=options.session, timeout=options.wait)
        bus.publish("catalog", CATALOG)
        bus.ready(engine="mail", catalogRevision=CATALOG["revision"])
        for message in bus:
            with bus.handling(message):  # An error in it fails this turn, and not the program.
                if message.body["app"] == CATALOG["app"]:
                    bus.publish("command.response", respond(message.body), answering=message)
                else:
                    bus.decline(message)  # Another app's.


run(serve)
