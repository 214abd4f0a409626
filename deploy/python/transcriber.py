"""A recognizer in Python, to run instead of saybus-transcribe: python3 transcriber.py next song

It hears the words of its command line in every turn. Put a model into `recognize` to make it hear what was said.
"""

from argparse import Namespace
from collections import defaultdict
from typing import Any

from saybus import Bus, Options, run


def recognize(samples: bytes, content: str, words: list[str]) -> dict[str, Any]:
    """The transcript of a turn, from 16-bit little-endian samples; `content` tells rate and channels."""
    text = " ".join(words)
    return {"text": text, "confidence": 1, "engine": "python"} | ({} if text else {"empty": "silence"})


def serve(options: Namespace) -> None:
    with Bus("transcribe", options.instance, url=options.bus) as bus:
        bus.connect("audio.input", session=options.session, timeout=options.wait)
        bus.ready(engine="python")
        turns: defaultdict[str, bytes] = defaultdict(bytes)
        for message in bus:
            if not isinstance(message.body, bytes):
                bus.malformed("audio.input without sound")
                continue
            with bus.handling(message):  # An error in it fails this turn, and not the program.
                turn = message.header.get("turn", "")
                turns[turn] += message.body if len(turns[turn]) <= 10 << 20 else b""  # More is dropped.
                if message.header.get("last") and len(sound := turns.pop(turn)) <= 10 << 20:
                    transcript = recognize(sound, message.header["content"], options.words)
                    bus.publish("speech.transcript", transcript, answering=message)
                elif len(turns) > 16:
                    turns.pop(next(iter(turns)))  # Its last chunk was lost.


options = Options(__doc__)
options.add_argument("words", nargs="*", help="what it hears in every turn")
run(serve, options)
