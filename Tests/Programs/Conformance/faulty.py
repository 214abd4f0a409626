"""An intent recognizer with one fault or none, for the tests of the conformance kit. Usage: faulty.py FAULT."""

import os
import pathlib
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "deploy" / "python"))
import saybus
from saybus import Bus, Options, run

options = Options()
options.add_argument("fault")
fault = sys.argv[1]
catalogs = {}


class Faulty(Bus):
    """A bus with the requested fault."""

    checks = fault != "wrong-body"

    def publish(self, kind, body, **fields):
        if kind == "speech.intent":
            match fault:
                case "patient":  # No fault: its intents have an hour.
                    fields["deadline"] = self.now() + 3_600_000_000
                case "wrong-kind":
                    kind = "speech.partial"
                case "wrong-causes":
                    fields["causes"] = [saybus.uuid7()]
                case "wrong-turn":
                    fields["turn"] = saybus.uuid7()
                case "wrong-session":
                    fields["session"] = "default"
                case "wrong-body":
                    body = body | {"hypotheses": [{"app": 7}] if body["hypotheses"] else []}
                case "not-tracked":
                    saybus.TRACKED.pop(kind, None)
        if kind == "stage.status":
            if fault == "no-beats" and time.monotonic() - self._started > 1 and body["state"] == "ready":
                return ""
            if fault == "not-retained":
                fields["retain"] = False
            if fault == "not-stopped" and body["state"] == "stopped":
                return ""
        if fault == "no-barrier" and kind == "barrier":
            return ""
        if fault == "answers-with-two" and kind == "speech.intent":
            super().publish(kind, body, **fields)
        return super().publish(kind, body, **fields)

    def receipt(self, message):
        return "" if fault == "no-receipts" else super().receipt(message)

    def refuse(self, message, reason):
        if fault != "no-refusals":
            super().refuse(message, reason)

    def _give_up(self, id, refusal=None):
        if fault == "leaves-turns-open":
            self._outbox.pop(id)
        else:
            super()._give_up(id, refusal)

    def malformed(self, why):
        if fault == "dies-on-garbage":
            os._exit(3)
        if fault != "uncounted-garbage":
            super().malformed(why)

    def _send(self, header, body):
        if fault == "holes" and header["kind"] == "speech.intent":
            header = header | {"seq": 2 * header["seq"]}
        super()._send(header, body)

    def _take(self, frames):
        if fault == "answers-twice":
            self._handled.clear()
        if fault == "takes-any-turn":
            frames = [frame.replace(b'"turn":"none"', b'"turn":null') for frame in frames]
        if fault == "takes-stale":
            self._clock.is_late = lambda deadline: False
        return super()._take(frames)

    def _prove(self):
        if fault == "dies-with-broker" and self._rejoining:
            os._exit(1)
        super()._prove()
        if fault == "no-barrier":
            self._barrier = None


def serve(options):
    with Faulty("intent", "faulty", url=options.bus) as bus:
        if fault == "ignores-sigterm":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if fault == "dies-of-sigterm":
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if fault == "same-run":
            bus.run = 7
        session = None if fault == "ignores-session" else options.session
        bus.connect("catalog", "speech.transcript", session=session, timeout=options.wait)
        if fault == "hears-all-sessions":
            bus._subscriber.subscribe(b"speech.transcript/")
        if fault == "never-ready":
            bus.ready("starting")
        else:
            bus.ready(engine="faulty")
        for message in bus:
            if message.header["kind"] == "catalog":
                if fault != "deaf-to-catalogs" or not catalogs:
                    catalogs[message.body["app"]] = message.body
            elif fault == "disorder" and (later := bus.receive(0.2)):
                answer(bus, later)
                answer(bus, message)
            elif fault != "silent":
                answer(bus, message)


def answer(bus, message):
    text, confidence, session = message.body["text"], message.body["confidence"], message.header["session"]
    here = catalogs if fault == "ignores-scopes" else {
        app: saybus.sayable(catalog, session) for app, catalog in catalogs.items()}
    found = [{"app": app, "type": command["type"], "confidence": 1, "parameters": {}}
             for app, catalog in here.items() for command in catalog["commands"] if text in command["patterns"]]
    if fault == "misunderstands":
        found = [hypothesis | {"type": "Explode"} for hypothesis in found]
    if fault == "invents" and not found:
        found = [{"app": "casino", "type": "Bet", "confidence": 1, "parameters": {}}]
    intent = {"text": text, "hypotheses": found, "engine": "faulty"}
    if fault != "forgets-confidence":
        intent["confidence"] = confidence
    bus.publish("speech.intent", intent, answering=message)


if fault == "wrong-usage-code":
    options.error = lambda message: sys.exit(2)
try:
    run(serve, options)
except SystemExit as exit:
    if fault == "wrong-no-bus-code" and exit.code == saybus.UNAVAILABLE:
        sys.exit(1)
    raise
