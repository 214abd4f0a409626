"""A recognizer in Python, to run instead of saybus-transcribe: python3 transcriber.py next song

It hears the words of its command line in every turn. Put a model into `recognize` to make it hear what was said.
"""

from argparse import Namespace
from collections import defaultdict
from typing import Any

from saybus import Bus, Message, Options, run


def recognize(samples: bytes, content: str, words: list[str]) -> dict[str, Any]:
    """The transcript of a turn, from 16-bit little-endian samples; `content` tells rate and channels."""
    text = " ".join(words) if samples else ""
    empty = {} if text else {"empty": "silence" if samples else "failed"}
    return {"text": text, "confidence": 1 if text else 0, "engine": "python"} | empty


def serve(options: Namespace) -> None:
    with Bus("transcribe", options.instance, url=options.bus) as bus:
        bus.connect("audio.input", "speech.ended", session=options.session, timeout=options.wait)
        bus.ready(engine="python")
        turns: defaultdict[str, dict[int, Message]] = defaultdict(dict)  # The chunks of each turn, by their numbers.
        for message in bus:
            with bus.handling(message):  # An error in it fails this turn, and not the program.
                header, turn = message.header, message.header.get("turn", "")
                if header["kind"] == "speech.ended":
                    chunks = [chunk for _, chunk in sorted(turns.pop(turn, {}).items())]
                    if message.body["reason"] == "withdrawn":
                        continue  # The listener wants no transcript.
                    samples = b"".join(chunk.body for chunk in chunks)
                    transcript = recognize(samples, chunks[0].header["content"] if chunks else "", options.words)
                    if (missing := message.body["chunks"] - len(chunks)) > 0:
                        transcript["missingChunks"] = missing
                    bus.publish("speech.transcript", transcript, answering=message)
                elif not isinstance(message.body, bytes) or "index" not in header:
                    bus.malformed("audio.input without sound or number")
                elif sum(len(chunk.body) for chunk in turns[turn].values()) <= 10 << 20:  # More counts as missing.
                    turns[turn][header["index"]] = message
                    if len(turns) > 16:
                        turns.pop(next(iter(turns)))  # The end of its speech was lost.


options = Options(__doc__)
options.add_argument("words", nargs="*", help="what it hears in every turn")
run(serve, options)
