"""A player of silence with one fault or none, for the tests of the conformance kit. Usage: faulty_audio.py FAULT."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "deploy" / "python"))
from saybus import Bus, Options, run

options = Options()
options.add_argument("fault")
fault = sys.argv[1]


def serve(options):
    with Bus("audio", "faulty", url=options.bus) as bus:
        bus.connect("audio.sequence", "audio.control", session=options.session, timeout=options.wait)
        bus.ready(engine="faulty")
        playing = None
        for message in bus:
            if message.header["kind"] == "audio.sequence":
                report(bus, message, "started")
                if sum(event.get("durationMs", 0) for event in message.body["events"]) < 1000:
                    report(bus, message, "finished")
                else:
                    playing = message
            elif playing and message.body["action"] == "stop" and fault != "ignores-stop":
                report(bus, playing, "interrupted")
                playing = None


def report(bus, message, state):
    bus.publish("audio.playback", {"sequence": message.header["id"], "state": state}, answering=message)


run(serve, options)
