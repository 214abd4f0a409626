"""A recognizer in Python, to run instead of saybus-transcribe: python3 transcriber.py next song

It hears the words of its command line in every turn. Put a model into `recognize` to make it hear what was said.
"""

import sys
from collections import defaultdict
from typing import Any

from saybus import Bus


def recognize(samples: bytes, content: str) -> dict[str, Any]:
    """The transcript of a turn, from 16-bit little-endian samples; `content` tells rate and channels."""
    return {"text": " ".join(sys.argv[1:]), "confidence": 1, "engine": "python"}


with Bus("transcribe", "python-1") as bus:
    bus.connect("audio.input")
    bus.ready(engine="python")
    turns: defaultdict[str, bytes] = defaultdict(bytes)
    for message in bus:
        if not isinstance(message.body, bytes):
            continue  # No sound.
        turn = message.header.get("turn", "")
        turns[turn] += message.body
        if message.header.get("last"):
            transcript = recognize(turns.pop(turn), message.header["content"])
            bus.publish("speech.transcript", transcript, answering=message)
        elif len(turns) > 16:
            turns.pop(next(iter(turns)))  # Its last chunk was lost.
