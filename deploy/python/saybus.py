"""A stage or a tool for the Saybus voice bus in Python: this one file, and pyzmq.

    with Bus("transcribe", "python-1") as bus:  # the broker's URL comes from $SAYBUS_BUS
        bus.connect("audio.input")              # returns when messages are sure to arrive
        bus.ready(engine="python")              # says so, and again once a second while messages are awaited
        for message in bus:
            ...

On a bus with keys, `Bus(…, key="NAME", server_key="BROKER")` or $SAYBUS_KEY and $SAYBUS_SERVER_KEY name the key files.

A bus belongs to one thread. Work that takes longer than a second between two messages should call `tick()` now and
then: after three seconds without a beat the broker tells everybody that this stage is lost.
"""

from __future__ import annotations

import json
import math
import os
import re
import secrets
import signal
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

import zmq
from zmq.utils import z85

RETAINED = {"catalog", "stage.status"}  # The broker hands the newest to late subscribers.
TRACKED = {"speech.transcript", "speech.intent", "listen.request", "audio.sequence"}  # Sent again until answered.
ANSWERS = {"receipt", "speech.intent", "command.invoked", "turn.ended", "audio.playback", "speech.started"}
FIELDS = {"v": int, "id": str, "kind": str, "session": str, "source": str, "run": int, "seq": int, "at": int}
OPTIONAL = {"turn": str, "causes": list, "deadline": int, "content": str}
COUNTERS = ("received", "published", "lost", "stale", "malformed", "dropped", "repeated", "retried", "refused")
MAXIMUM_SIZE = 1 << 20  # Bytes of a message, all frames together.
REMEMBERED = 4096  # Ids and sequence numbers kept; the oldest are forgotten.


class BusError(Exception):
    """The broker cannot be reached, or what was to be sent is against the contract."""


class Message(NamedTuple):
    """A received message. Its body is a dictionary, or bytes when the header's `content` is another type than JSON."""

    header: dict[str, Any]
    body: Any
    stamp: dict[str, Any] | None


def now() -> int:
    """Unix time in microseconds."""
    return time.time_ns() // 1000


def uuid7() -> str:
    """A new UUID of version 7 (RFC 9562): 48 bits of time in milliseconds, 74 random bits."""
    return str(UUID(int=now() // 1000 << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62)))


def topic(kind: str, session: str) -> bytes:
    """Frame 0. Its two digits are the low byte of the session's FNV-1a 64 hash: replicas share the sessions by it."""
    value = 0xCBF29CE484222325
    for byte in session.encode():
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{kind}/{value & 0xFF:02x}/{session}/".encode()


def endpoints(url: str | None = None) -> tuple[str, str]:
    """Where to publish and to subscribe: two sockets in a directory (`ipc://`), or a port and the next (`tcp://`)."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    directory = f"{runtime}/saybus" if runtime else f"/tmp/saybus-{os.getuid()}"
    url = url or os.environ.get("SAYBUS_BUS") or f"ipc://{directory}"
    if url.startswith("ipc:///"):
        return url.rstrip("/") + "/publish", url.rstrip("/") + "/subscribe"
    if match := re.fullmatch(r"(tcp://.+):([0-9]{1,5})", url):
        return f"{match[1]}:{match[2]}", f"{match[1]}:{int(match[2]) + 1}"
    raise BusError(f"{url} is no bus: expected ipc:///directory or tcp://host:port")


def read_key(text: str, ending: str) -> dict[str, str]:
    """The lines of a key file: a path, or the name of a key in $XDG_CONFIG_HOME/saybus/keys; the ending says which half."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    path = text if "/" in text else f"{home}/saybus/keys/{text}.{ending}"
    try:
        with open(path, encoding="utf-8") as file:
            mode = os.fstat(file.fileno()).st_mode
            lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    except (OSError, UnicodeDecodeError) as error:
        raise BusError(f"cannot read the key {path}: {error}; make one with: saybus keys new NAME") from None
    if any(len(words) != 2 or len(words[1]) != 40 for words in lines) or not lines:
        raise BusError(f"{path} is no key: expected lines of a word and 40 characters")
    fields = {words[0]: words[1] for words in lines}
    if "secret-key" in fields and mode & 0o077:
        raise BusError(f"the secret key {path} can be read by others: run chmod 600 {path}")
    return fields


def credentials(key: str | None = None, server_key: str | None = None) -> tuple[str, str, str] | None:
    """Our public and secret key and the broker's public one; $SAYBUS_KEY and $SAYBUS_SERVER_KEY when not given."""
    own, server = key or os.environ.get("SAYBUS_KEY"), server_key or os.environ.get("SAYBUS_SERVER_KEY")
    if not own and not server:
        return None
    if not own or not server:
        raise BusError("a bus with keys needs both: SAYBUS_KEY, our own, and SAYBUS_SERVER_KEY, the broker's")
    fields = read_key(own, "secret")
    if not re.fullmatch(r"[0-9A-Za-z.:+=^!/*?&<>()\[\]{}@%$#-]{40}", server):
        server = read_key(server, "public").get("public-key", "")
    if not {"public-key", "secret-key"} <= fields.keys() or not server:
        raise BusError(f"{own} has no secret half, or {server_key} no public one")
    return fields["public-key"], fields["secret-key"], server


def parse(frames: list[bytes]) -> Message:
    """Reads the frames of a message; a ValueError says why they are none."""
    if len(frames) not in (3, 4) or sum(map(len, frames)) > MAXIMUM_SIZE:
        raise ValueError("expected 3 or 4 frames, of 1 MiB at most")
    header = json.loads(frames[1])
    if not isinstance(header, dict) or header.get("v") != 1:
        raise ValueError("the header is no object of version 1")
    header = {name: value for name, value in header.items() if value is not None}
    wrong = [name for name, shape in FIELDS.items() if type(header.get(name)) is not shape]
    wrong += [name for name, shape in OPTIONAL.items() if name in header and type(header[name]) is not shape]
    if wrong:
        raise ValueError(f"the header lacks {', '.join(wrong)}, or has another type there")
    if topic(header["kind"], header["session"]) != frames[0]:
        raise ValueError("the topic is not the header's")
    body = json.loads(frames[2]) if header.get("content", "application/json") == "application/json" else frames[2]
    stamp = json.loads(frames[3]) if len(frames) == 4 else None
    if not isinstance(body, (dict, bytes)) or not isinstance(stamp, (dict, type(None))):
        raise ValueError("the body or the stamp is no object")
    return Message(header, body, stamp)


class Bus:
    """A place on the bus: publishes, receives, counts, beats, and sends again what nobody has answered.

    What answers no message goes to `session`. The counters are those of `stage.status`.
    """

    def __init__(self, role: str, instance: str = "python-1", session: str = "default", url: str | None = None,
                 key: str | None = None, server_key: str | None = None) -> None:
        self.role, self.instance, self.session, self.run = role, instance, session, secrets.randbits(32)
        self._own = f"{role}.{instance}.{self.run}"  # The session that nobody else uses: for the barrier.
        for name in (role, instance, session, self._own):
            if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", name):
                raise BusError(f"{name!r} is no name: 1 to 64 letters, digits, dots, underscores and hyphens can be")
        self.counters, self.kinds = dict.fromkeys(COUNTERS, 0), set[str]()
        self._sequence: dict[bytes, int] = {}  # Topic: next number to send.
        self._expected: OrderedDict[tuple[str, int, bytes], int] = OrderedDict()  # Source, run, topic: next to come.
        self._handled: OrderedDict[str, None] = OrderedDict()  # Ids that have been taken.
        self._early: deque[Message] = deque(maxlen=REMEMBERED)  # What came while connecting: retained messages.
        self._outbox: dict[str, tuple[dict[str, Any], bytes, float, float]] = {}  # Header, body, when due, delay (s).
        self._status: dict[str, Any] | None = None
        self._started, self._beat = time.monotonic(), 0.0
        keys = credentials(key, server_key)
        self._refusals = topic("refusal", z85.decode(keys[0]).hex()) if keys else None
        self._asked, self._denied = set[bytes](), dict[str, str]()  # Subscriptions; those that the policy refuses, and why.
        self._urls, self._context = endpoints(url), zmq.Context()
        self._publisher, self._subscriber = self._context.socket(zmq.PUB), self._context.socket(zmq.SUB)
        for socket, endpoint in zip((self._publisher, self._subscriber), self._urls):
            socket.setsockopt(zmq.LINGER, 1000)  # Milliseconds, as below.
            socket.setsockopt(zmq.SNDHWM, 10_000)
            socket.setsockopt(zmq.RCVHWM, 10_000)
            socket.setsockopt(zmq.MAXMSGSIZE, MAXIMUM_SIZE)
            socket.setsockopt(zmq.HEARTBEAT_IVL, 1000)
            socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, 3000)
            socket.setsockopt(zmq.IPV6, 1)
            if keys:
                socket.curve_publickey, socket.curve_secretkey, socket.curve_serverkey = (k.encode() for k in keys)
            socket.connect(endpoint)
        if self._refusals:  # First of all: what is refused is told there.
            self._subscriber.subscribe(self._refusals)

    def connect(self, *kinds: str, session: str | None = None, timeout: float = 10) -> None:
        """Subscribes to kinds, in one session or in all, and returns when the broker passes messages both ways."""
        self.kinds.update(kinds)
        for kind in self.kinds | ANSWERS:
            prefix = topic(kind, session) if session else f"{kind}/".encode()
            self._subscriber.subscribe(prefix)
            if kind in self.kinds:
                self._asked.add(prefix)
        barrier, attempt, end = topic("barrier", self._own), 0, time.monotonic() + timeout
        self._subscriber.subscribe(barrier)  # Last: when it works, so do those before it.
        while time.monotonic() < end:
            self.publish("barrier", {"attempt": attempt}, session=self._own)
            attempt += 1
            again = min(end, time.monotonic() + min(0.5, 0.02 * attempt))
            while (left := again - time.monotonic()) > 0 and self._subscriber.poll(math.ceil(left * 1000)):
                frames = self._subscriber.recv_multipart()
                if frames[0] == barrier:
                    if denied := [reason for reason, what in self._denied.items() if what == "subscribe"]:
                        raise BusError("; ".join(denied))
                    return
                if message := self._take(frames):
                    self._early.append(message)
        what = f"no broker answers at {self._urls[0]} within {timeout:g} s"
        keys = "it may not know our key, or have another" if self._refusals else "it may want a key (SAYBUS_KEY)"
        raise BusError(f"{what}: start saybus-broker, or say in SAYBUS_BUS where it is; if it runs, {keys}")

    def publish(self, kind: str, body: dict[str, Any] | bytes, *, answering: Message | None = None,
                session: str | None = None, turn: str | None = None, retain: bool | None = None, **fields: Any) -> str:
        """Sends a message and returns its id; an answer goes to the session and turn of what it answers, and names it.

        `fields` go into the header: `deadline` in microseconds of Unix time; for bytes `content`, `index`, `last`.
        """
        first = answering.header if answering else {}
        id = uuid7()
        header = {"v": 1, "id": id, "kind": kind, "session": session or first.get("session", self.session),
                  "turn": turn or first.get("turn"), "source": f"{self.role}/{self.instance}", "run": self.run,
                  "causes": [first["id"]] if first else None,
                  "retain": (kind in RETAINED if retain is None else retain) or None, **fields}
        header = {name: value for name, value in header.items() if value is not None}
        data = body if isinstance(body, bytes) else json.dumps(body, allow_nan=False).encode()
        if len(data) + 4096 > MAXIMUM_SIZE or isinstance(body, bytes) and "content" not in header:
            raise BusError(f"{kind}: a message has 1 MiB at most, and one of bytes says in `content` what they are")
        if kind in TRACKED:
            header.setdefault("deadline", now() + 10_000_000)
            self._outbox[id] = (header, data, time.monotonic() + 1, 1)
        self._send(header, data)
        return id

    def receipt(self, message: Message) -> str:
        """Says that a message has been taken, where no other answer says so."""
        return self.publish("receipt", {"of": message.header["kind"]}, answering=message)

    def ready(self, state: str = "ready", **status: Any) -> None:
        """Publishes `stage.status` with `engine`, `problem`, … as given, and then once a second while it receives."""
        self._status = {"role": self.role, "instance": self.instance, "pid": os.getpid(), **status, "state": state}
        self._beat = 0
        self.tick()

    def tick(self) -> float:
        """Beats, and sends again, if it is time; returns in how many seconds it will be."""
        clock = time.monotonic()
        if self._status and clock >= self._beat:
            self._beat, uptime = clock + 1, int((clock - self._started) * 1000)
            self.publish("stage.status", {**self._status, "uptimeMs": uptime, "counters": self.counters})
        for id, (header, body, due, delay) in list(self._outbox.items()):
            if now() > header["deadline"]:
                del self._outbox[id]
                print(f"saybus: nobody has answered {header['kind']} {id}", file=sys.stderr)
            elif clock >= due:
                self._outbox[id] = (header, body, clock + 2 * delay, 2 * delay)
                self.counters["retried"] += 1
                self._send(header, body)
        dues = [due for _, _, due, _ in self._outbox.values()] + ([self._beat] if self._status else [])
        return max(0, min(dues, default=clock + 60) - clock)

    def receive(self, timeout: float = math.inf) -> Message | None:
        """The next message of the kinds subscribed to; None after `timeout` seconds without one."""
        end = time.monotonic() + timeout
        if self._early:
            return self._early.popleft()
        while True:
            wait = min(self.tick(), max(0, end - time.monotonic()))
            came = self._subscriber.poll(math.ceil(wait * 1000))
            if came and (message := self._take(self._subscriber.recv_multipart())):
                return message
            if time.monotonic() >= end:
                return None

    def __iter__(self) -> Iterator[Message]:
        while message := self.receive():
            yield message

    def close(self) -> None:
        """Says `stopped` if it has said `ready`, and leaves within a second."""
        if self._status and not self._publisher.closed:
            self.ready(**{**self._status, "state": "stopped"})
        self._context.destroy(linger=1000)

    def __enter__(self) -> Bus:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):  # Leave the loop, so that the bus is closed.
                signal.signal(number, lambda *_: sys.exit(0))
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, header: dict[str, Any], body: bytes) -> None:
        name = topic(header["kind"], header["session"])
        header = {**header, "seq": self._sequence.get(name, 0), "at": now()}
        self._sequence[name] = header["seq"] + 1
        self.counters["published"] += 1
        self._publisher.send_multipart([name, json.dumps(header).encode(), body])

    def _refused(self, body: dict[str, Any]) -> None:
        """The broker's policy refuses something to our key: it concerns us if we asked for it, or said it."""
        mine = body["source"] == f"{self.role}/{self.instance}" if body.get("source") else (
            str(body.get("subject")).encode() in self._asked)
        if not mine or body.get("reason") in self._denied:
            return
        print(f"saybus: {body.get('reason')}", file=sys.stderr)
        if not body.get("isPartial"):
            self.counters["refused"] += 1
            self._denied[str(body.get("reason"))] = str(body.get("direction"))

    def _take(self, frames: list[bytes]) -> Message | None:
        try:
            message = parse(frames)
        except (ValueError, RecursionError) as error:
            self.counters["malformed"] += 1
            print(f"saybus: malformed message: {error}", file=sys.stderr)
            return None
        if frames[0] == self._refusals:
            self._refused(message.body)
        header, stream = message.header, (message.header["source"], message.header["run"], frames[0])
        expected = self._expected.pop(stream, header["seq"])
        self._expected[stream] = max(expected, header["seq"] + 1)
        self.counters["lost"] += max(0, header["seq"] - expected)
        repeated, self._handled[header["id"]] = header["id"] in self._handled, None
        for memory in (self._expected, self._handled):
            if len(memory) > REMEMBERED:
                memory.popitem(last=False)
        for cause in header.get("causes", []):
            self._outbox.pop(str(cause), None)
        if header["kind"] not in self.kinds:
            return None  # An answer: it was for the outbox.
        self.counters["received"] += 1
        if repeated:
            self.counters["repeated"] += 1
            if header["kind"] in TRACKED:
                self.receipt(message)  # Or it would come again and again.
        elif header.get("deadline", math.inf) < now():
            self.counters["stale"] += 1
        else:
            return message
        return None
