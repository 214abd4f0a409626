"""A transcriber with one fault or none, for the tests of the conformance kit. Usage: faulty_transcribe.py FAULT."""

import pathlib
import sys
from collections import defaultdict

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "deploy" / "python"))
from saybus import Bus, Options, run

options = Options()
options.add_argument("fault")
fault = sys.argv[1]


def serve(options):
    with Bus("transcribe", "faulty", url=options.bus) as bus:
        bus.connect("audio.input", "speech.ended", session=options.session, timeout=options.wait)
        bus.ready(engine="faulty")
        chunks = defaultdict(set)
        for message in bus:
            header, turn = message.header, message.header["turn"]
            if header["kind"] == "audio.input":
                chunks[turn].add(header["index"])
                if fault == "waits-for-last-chunk" and header["last"]:
                    answer(bus, message, 0)
            elif fault == "counts-no-loss":
                answer(bus, message, 0)
            elif fault != "waits-for-last-chunk":
                answer(bus, message, message.body["chunks"] - len(chunks.pop(turn, ())))


def answer(bus, message, missing):
    body = {"text": "next", "confidence": 1, "engine": "faulty", "missingChunks": missing}
    bus.publish("speech.transcript", body, answering=message)


run(serve, options)
