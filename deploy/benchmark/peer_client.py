"""A publisher or a subscriber on the message bus of a voice pipeline, for `saybus-bench peers`.

    peer_client.py PEER URL publish|subscribe

It takes commands as lines of JSON from standard input, and answers each with a line that repeats the command's number.
A publisher sends `count` texts, one each `interval` seconds or with at most `window` on the way. A subscriber collects
texts until `count` are there, or none has come for `idle` seconds. All peers carry the same texts, and each is used as
its documentation shows. PeerClient.swift of saybus-bench has the other side.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

ACKNOWLEDGED = 100  # Texts that one acknowledgement stands for, when only so many may be on the way.
PADDING = "word " * 50
SETTLING = 4  # Seconds for what a library sends again after its broker was killed.


class Peer:
    """A bus. What is received waits in a queue, with the time of its arrival in nanoseconds."""

    def __init__(self, url: str) -> None:
        self.url, self.received = url, queue.SimpleQueue[tuple[str, str, int]]()

    def connect(self, topic: str) -> None:
        """Connects, and subscribes to a topic: returns when messages are sure to arrive."""
        raise NotImplementedError

    def publish(self, topic: str, text: str) -> None:
        raise NotImplementedError

    def arrived(self, topic: str, text: str) -> None:
        self.received.put((topic, text, time.monotonic_ns()))

    def receive(self, timeout: float) -> tuple[str, str, int] | None:
        try:
            return self.received.get(timeout=max(0.0, timeout))
        except queue.Empty:
            return None

    def wait(self, seconds: float) -> None:
        time.sleep(max(0.0, seconds))


class Saybus(Peer):
    """Saybus with preliminary transcripts, which nobody has to answer."""

    kind, role, taker = "speech.partial", "transcribe", "intent"

    def connect(self, topic: str) -> None:
        from saybus import Bus
        self.bus = Bus(self.taker if topic == "text" else self.role, url=self.url)
        self.bus.connect(self.kind if topic == "text" else "speech.partial", session=topic)

    def publish(self, topic: str, text: str) -> None:
        self.bus.publish("speech.partial", {"text": text, "revision": 0}, session=topic)

    def receive(self, timeout: float) -> tuple[str, str, int] | None:
        message = self.bus.receive(timeout)
        if message is None:
            return None
        arrival = time.monotonic_ns()
        self.take(message)
        return message.header["session"], message.body["text"], arrival

    def take(self, message: Any) -> None:
        pass

    def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.bus.receive(left)


class SaybusTracked(Saybus):
    """Saybus with transcripts, each of which is kept until the next stage has answered it."""

    kind = "speech.transcript"

    def publish(self, topic: str, text: str) -> None:
        if topic != "text":
            return super().publish(topic, text)
        self.bus.publish(self.kind, {"text": text, "confidence": 1, "engine": "text"}, session=topic)

    def take(self, message: Any) -> None:
        if message.header["kind"] == self.kind:
            self.bus.receipt(message)


class OVOS(Peer):
    """OpenVoiceOS: every client of the websocket gets every message."""

    def connect(self, topic: str) -> None:
        from ovos_bus_client import Message, MessageBusClient
        place = urlsplit(self.url)
        self.message = Message
        self.client = MessageBusClient(host=place.hostname, port=place.port, route="/core", ssl=False)
        self.client.run_in_thread()
        self.client.connected_event.wait(10)
        self.client.on(topic, lambda message: self.arrived(topic, message.data["text"]))

    def publish(self, topic: str, text: str) -> None:
        self.client.emit(self.message(topic, {"text": text}))


class MQTT(Peer):
    """mosquitto with paho."""

    qos = 0

    def connect(self, topic: str) -> None:
        from paho.mqtt import client
        from paho.mqtt.enums import CallbackAPIVersion
        place, subscribed = urlsplit(self.url), threading.Event()
        self.client = client.Client(
            CallbackAPIVersion.VERSION2, client_id=f"bench-{topic}", clean_session=self.qos == 0)
        self.client.max_queued_messages_set(0)
        self.client.on_connect = lambda *_: self.client.subscribe(topic, self.qos)
        self.client.on_subscribe = lambda *_: subscribed.set()
        self.client.on_message = lambda _client, _data, message: self.arrived(
            message.topic, json.loads(message.payload)["text"])
        self.client.connect(place.hostname or "", place.port or 1883)
        self.client.loop_start()
        subscribed.wait(10)

    def publish(self, topic: str, text: str) -> None:
        self.client.publish(topic, json.dumps({"text": text}), self.qos)


class AcknowledgedMQTT(MQTT):
    """mosquitto with paho, every message acknowledged by the broker; sessions outlive connections."""

    qos = 1


class Pipecat(Peer):
    """Pipecat's RedisBus: one channel of Redis, on which every process gets every message."""

    def connect(self, topic: str) -> None:
        from loguru import logger
        logger.remove()
        self.loop, ready = asyncio.new_event_loop(), threading.Event()
        threading.Thread(target=self.run, args=(topic, ready), daemon=True).start()
        ready.wait(30)

    def run(self, topic: str, ready: threading.Event) -> None:
        from pipecat.bus.messages import BusTTSSpeakMessage
        from pipecat.bus.network.redis import RedisBus
        from pipecat.bus.subscriber import BusSubscriber
        from pipecat.utils.asyncio.task_manager import TaskManager
        from redis.asyncio import Redis
        arrived = self.arrived

        class Listener(BusSubscriber):
            name = topic

            async def on_bus_message(self, message: Any) -> None:
                if message.target == topic:
                    arrived(topic, message.text)

        async def begin() -> None:
            self.message, self.bus = BusTTSSpeakMessage, RedisBus(redis=Redis.from_url(self.url))
            await self.bus.setup(TaskManager(loop=self.loop))
            await self.bus.subscribe(Listener())
            await self.bus.start()
            ready.set()

        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(begin())
        self.loop.run_forever()

    def publish(self, topic: str, text: str) -> None:
        message = self.message(source="bench", target=topic, text=text)
        asyncio.run_coroutine_threadsafe(self.bus.send(message), self.loop).result(10)


PEERS: dict[str, Callable[[str], Peer]] = {
    "saybus": Saybus, "saybus-tracked": SaybusTracked, "ovos": OVOS, "mqtt": MQTT,
    "mqtt-acknowledged": AcknowledgedMQTT, "pipecat": Pipecat}


def say(**answer: Any) -> None:
    print(json.dumps(answer), flush=True)


def send(peer: Peer, command: dict[str, Any]) -> None:
    """Sends texts: their phase, their number, the time in nanoseconds, and padding."""
    phase, window, interval = command["phase"], command["window"], command["interval"]
    failed, room, begin = 0, window, time.monotonic()
    for number in range(command["count"]):
        if window and number % ACKNOWLEDGED == 0:
            while room < ACKNOWLEDGED:
                acknowledgement = peer.receive(5)
                room = room + ACKNOWLEDGED if acknowledgement and acknowledgement[0] == "ack" else window
            room -= ACKNOWLEDGED
        if interval:
            peer.wait(begin + number * interval - time.monotonic())
        try:
            peer.publish("text", f"{phase} {number} {time.monotonic_ns()} {PADDING}")
        except Exception:  # Whatever a library raises while its broker is away: the text is not sent.
            failed += 1
    if phase == "kill":
        peer.wait(SETTLING)
    say(number=command["number"], failed=failed)


def collect(peer: Peer, command: dict[str, Any]) -> None:
    """Collects the texts of a phase, and acknowledges each hundredth."""
    say(number=command["number"], hasBegun=True)
    delays, numbers, first, last, gap = list[float](), set[int](), 0, 0, 0
    end = time.monotonic() + command["idle"]
    while len(numbers) < command["count"] and (left := end - time.monotonic()) > 0:
        received = peer.receive(left)
        if received is None or received[0] != "text":
            continue
        _, text, arrival = received
        phase, number, sent, _ = text.split(" ", 3)
        if phase != command["phase"]:
            continue
        gap = max(gap, arrival - last if last else 0)
        first, last, end = first or arrival, arrival, time.monotonic() + command["idle"]
        delays.append((arrival - int(sent)) / 1000)
        numbers.add(int(number))
        if command["window"] and len(delays) % ACKNOWLEDGED == 0:
            peer.publish("ack", "ack")
    say(number=command["number"], distinct=len(numbers), seconds=(last - first) / 1e9, gap=gap / 1e9, highest=max(numbers, default=-1),
        delays=delays if command["phase"] == "latency" else None)


def main() -> None:
    name, url, side = sys.argv[1:]
    peer = PEERS[name](url)
    peer.connect("text" if side == "subscribe" else "ack")
    say(number=0)
    for line in sys.stdin:
        (send if side == "publish" else collect)(peer, json.loads(line))


main()
