"""A remote app: python3 @NAME@.py, then say "roll a die"."""

import random
from argparse import Namespace
from typing import Any

from saybus import Bus, run

CATALOG = {"app": "@NAME@", "language": "en-US", "revision": "@NAME@@1", "commands": [
    {"type": "Roll", "patterns": ["roll the dice", "roll a die"], "summary": "Rolls a die."}]}


def respond(command: dict[str, Any]) -> dict[str, Any]:
    """The body of the `command.response`."""
    if command["type"] != "Roll":
        return {"isTerminal": True, "problem": f"there is no command {command['type']}", "feedback": "I cannot do that."}
    return {"isTerminal": True, "feedback": f"It is a {random.randint(1, 6)}."}


def serve(options: Namespace) -> None:
    with Bus("app", options.instance, session=options.session or "default", url=options.bus) as bus:
        bus.connect("command.invoked", session=options.session, timeout=options.wait)
        bus.publish("catalog", CATALOG)
        bus.ready(engine="@NAME@", catalogRevision=CATALOG["revision"])
        for message in bus:
            with bus.handling(message):  # An error in it fails this turn, and not the program.
                if message.body["app"] == CATALOG["app"]:
                    bus.publish("command.response", respond(message.body), answering=message)
                else:
                    bus.decline(message)  # Another app's.


run(serve)
