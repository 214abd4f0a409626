"""A language model answers what no other app understands: LANGUAGE_MODEL_URL=http://localhost:11434/v1 python3 language_model.py

It speaks to any endpoint with OpenAI's `POST /chat/completions`. Each sentence is spoken while the next one is written.
When the user speaks meanwhile, the answer ends. Each conversation has its own history.
"""

import json
import os
import queue
import re
import threading
import urllib.request
from argparse import Namespace
from typing import Any

from saybus import Bus, Message, run

# Any words, with the lowest confidence: the commands of all other apps come first.
CATALOG = {"app": "language-model", "language": "en-US", "revision": "language-model@1", "commands": [
    {"type": "Chat", "patterns": ["@words"], "summary": "Talks about anything."}]}
URL = os.environ.get("LANGUAGE_MODEL_URL", "http://localhost:11434/v1")
MODEL = os.environ.get("LANGUAGE_MODEL", "llama3.2")
KEY = os.environ.get("LANGUAGE_MODEL_KEY", "")
RULES = {"role": "system", "content": "You are heard, not read: answer in one to three short sentences, without lists."}
MOST_MESSAGES = 20  # Of a conversation's history.
MOST_SENTENCES = 30  # Of an answer: the dispatch stage takes 32.
SENTENCE = re.compile(r"(.+?[.!?])\s+", re.DOTALL)


def whole(text: str) -> str:
    """A text in which the halves of a character, such as an emoji, are one again: a server may send them in two pieces."""
    return text.strip().encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Answer:
    """An answer that a thread of its own reads from the model; its sentences come through a queue."""

    def __init__(self, command: Message, history: list[dict[str, str]]) -> None:
        self.command, self.session, self.spoken = command, command.header["session"], list[str]()
        self.sentences: queue.Queue[str | None] = queue.Queue()  # None is the end.
        self.problem = ""
        self._stopped = threading.Event()
        threading.Thread(target=self._read, args=(list(history),), daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def _read(self, history: list[dict[str, str]]) -> None:
        body = {"model": MODEL, "stream": True, "messages": [RULES, *history]}
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {KEY}"} if KEY else {})}
        request = urllib.request.Request(f"{URL}/chat/completions", json.dumps(body).encode(), headers)
        text, count = "", 0
        try:
            with urllib.request.urlopen(request, timeout=20) as lines:
                for line in lines:
                    if self._stopped.is_set():
                        break
                    data = line.decode(errors="replace").strip().removeprefix("data:").strip()
                    if not data.startswith("{"):
                        continue  # Blank, or `[DONE]`.
                    choices: list[Any] = json.loads(data)["choices"]
                    text += str((choices[0].get("delta") or {}).get("content") or "") if choices else ""
                    while count < MOST_SENTENCES and (found := SENTENCE.match(text)):
                        self.sentences.put(whole(found[1]))
                        text, count = text[found.end():], count + 1
        except Exception as error:  # Also of an answer that breaks off: whatever happens, it has an end.
            self.problem = f"the language model at {URL} does not answer: {error}"
        if text.strip() and not self._stopped.is_set():
            self.sentences.put(whole(text))
        self.sentences.put(None)


class Conversations:
    def __init__(self, bus: Bus) -> None:
        self.bus, self.histories, self.answers = bus, dict[str, list[dict[str, str]]](), dict[str, Answer]()

    def ask(self, command: Message) -> None:
        session = command.header["session"]
        history = self.histories.setdefault(session, [])
        history.append({"role": "user", "content": command.body["text"]})
        del history[:-MOST_MESSAGES]
        self.answers[session] = Answer(command, history)

    def interrupt(self, session: str) -> None:
        """The user speaks: what is not spoken yet is dropped. `saybus-audio --barge-in stop` silences the rest."""
        if answer := self.answers.get(session):
            answer.stop()

    def speak(self) -> None:
        """Passes on the sentences that are there."""
        for session, answer in list(self.answers.items()):
            while not answer.sentences.empty():
                sentence = answer.sentences.get()
                if sentence:
                    answer.spoken.append(sentence)
                    self.bus.publish("command.response", {"isTerminal": False, "feedback": sentence},
                                     answering=answer.command)
                    continue
                end: dict[str, Any] = {"isTerminal": True}
                if answer.problem and not answer.spoken:
                    end |= {"problem": answer.problem, "feedback": "I cannot think of an answer now."}
                self.bus.publish("command.response", end, answering=answer.command)
                self.histories[session].append({"role": "assistant", "content": " ".join(answer.spoken)})
                del self.answers[session]


def serve(options: Namespace) -> None:
    with Bus("app", options.instance, session=options.session or "default", url=options.bus) as bus:
        bus.connect("command.invoked", "speech.started", session=options.session, timeout=options.wait)
        bus.publish("catalog", CATALOG)
        bus.ready(engine=MODEL, catalogRevision=CATALOG["revision"])
        conversations = Conversations(bus)
        while not bus.stopping:
            # While the model writes, its sentences are looked for every few milliseconds.
            message = bus.receive(0.02 if conversations.answers else 60)
            conversations.speak()
            if message is None:
                continue
            with bus.handling(message):
                if message.header["kind"] == "speech.started":
                    conversations.interrupt(message.header["session"])
                elif message.body["app"] == CATALOG["app"]:
                    bus.receipt(message)  # The model may take its time: no retransmission is needed.
                    conversations.ask(message)
                else:
                    bus.decline(message)  # Another app's.
        bus.publish("catalog", CATALOG | {"revision": "language-model@gone", "commands": []})


run(serve)
