"""A remote app with one fault or none, for the tests of the conformance kit. Usage: faulty_app.py FAULT."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "deploy" / "python"))
from saybus import Bus, Options, run

options = Options()
options.add_argument("fault")
fault = sys.argv[1]


class Faulty(Bus):
    """A bus with the requested fault."""

    def _is_over(self, message):
        return fault != "takes-ended-turns" and super()._is_over(message)

    def _scoped(self, catalog):
        return catalog if fault == "no-scopes" else super()._scoped(catalog)


def serve(options):
    with Faulty("app", "faulty", url=options.bus) as bus:
        bus.connect("command.invoked", session=options.session, timeout=options.wait)
        if fault == "catalog-first":
            bus._status = {"state": "starting"}  # As if it had been published.
        bus.publish("catalog", {"app": "faulty", "language": "en-US", "revision": "faulty@1",
                                "commands": [{"type": "Go", "patterns": ["go"]}]})
        bus.ready(engine="faulty")
        for message in bus:
            if message.body["app"] == "faulty":
                bus.publish("command.response", {"isTerminal": True}, answering=message)


run(serve, options)
