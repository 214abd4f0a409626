"""A remote app in Python, beside any other: python3 dice.py, then say "roll a die with twenty sides"."""

import random
from argparse import Namespace
from typing import Any

from saybus import Bus, run

CATALOG = {"app": "dice", "language": "en-US", "revision": "dice@1", "commands": [
    {"type": "Roll", "patterns": ["roll the dice", "roll a die"]},
    {"type": "RollSides", "patterns": ["roll a die with @sides:Number sides"]}]}


def respond(command: dict[str, Any]) -> dict[str, Any]:
    """The body of the `command.response`."""
    sides = int(command["parameters"].get("sides", {"value": 6})["value"])
    if command["type"] not in ("Roll", "RollSides") or not 2 <= sides <= 1000:
        return {"isTerminal": True, "problem": f"no die is rolled for {command['type']} with {sides} sides",
                "feedback": "I have no such die."}
    return {"isTerminal": True, "feedback": f"It is a {random.randint(1, sides)}."}


def serve(options: Namespace) -> None:
    with Bus("app", options.instance, session=options.session or "default", url=options.bus) as bus:
        bus.connect("command.invoked", session=options.session, timeout=options.wait)
        bus.publish("catalog", CATALOG)
        bus.ready(engine="dice", catalogRevision=CATALOG["revision"])
        for message in bus:
            with bus.handling(message):  # An error in it fails this turn, and not the program.
                if message.body["app"] == CATALOG["app"]:
                    bus.publish("command.response", respond(message.body), answering=message)
                else:
                    bus.decline(message)  # Another app's.


run(serve)
