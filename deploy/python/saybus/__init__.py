"""A stage, a remote app or a tool for the Saybus voice bus in Python. It needs only pyzmq.

    def serve(options):
        with Bus("transcribe", options.instance, url=options.bus) as bus:
            bus.connect("audio.input")      # returns when messages are sure to arrive
            bus.ready(engine="python")      # says so, and again once a second while messages are awaited
            for message in bus:             # until SIGTERM
                with bus.handling(message):     # what goes wrong in it fails this turn, and not the program
                    ...

    run(serve)                              # --bus, --session, --instance, --wait; exit codes as the other programs

On a bus with keys, `Bus(…, key="NAME", server_key="BROKER")` or $SAYBUS_KEY and $SAYBUS_SERVER_KEY name the files.

A bus belongs to one thread, the first that uses it; others say what it shall do by `bus.call`. What takes longer than a
second between two messages, such as a decoder, is called by `bus.work(decode, sound)`, which beats meanwhile: after three
seconds without a beat the broker tells everybody that this stage is lost. `saybus.aio` has the same bus for asyncio.

A body is checked against the schema of its kind before it is sent; a `BusError` names each field that is wrong.
Received catalogs and bodies of tracked kinds are checked, too: only those that can be read reach the program. A catalog
is withdrawn when the bus is closed.

Each transcript that a recognizer handles, and each command that an app handles, has an answer at the end of `handling`.
`bus.receipt(message)` says that the answer comes later, and `bus.decline(message)` leaves the message to somebody else.
Without any of them the turn ends as failed.
"""

from __future__ import annotations

import argparse
import errno
import json
import math
import os
import re
import secrets
import signal
import socket
import stat
import struct
import sys
import threading
import time
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, NoReturn, TypeVar
from uuid import UUID

import zmq

from .schemas import is_list, is_object, is_tuple, lone_surrogate, similar_kind, unknown_fields, violations
from zmq.utils import z85
from zmq.utils.monitor import recv_monitor_message

Result = TypeVar("Result")
RETAINED = {"catalog", "stage.status"}  # The broker hands the newest to late subscribers.
PLAYED = {"finished", "interrupted", "skipped"}  # States of a playback that is over.
REPORTS = {"audio.playback", "command.response", "intent.offer", "turn.ended"}  # Not tracked: said again to a new broker.
TRACKED: dict[str, tuple[str, set[str]]] = {  # Sent again until answered: by which role, and with what beside a receipt.
    "speech.transcript": ("intent", {"speech.intent", "command.invoked"}),
    "speech.intent": ("dispatch", {"command.invoked", "turn.ended"}),
    "listen.request": ("listen", set()), "audio.sequence": ("audio", {"audio.playback"}),
    "mqtt.publish": ("mqtt", set())}
PUBLISHED = {  # The tracked kinds that a role publishes, whose answers it needs; other roles may publish any.
    "transcribe": {"speech.transcript"}, "intent": {"speech.intent"}, "listen": {"audio.sequence"},
    "app": {"audio.sequence"}, "audio": set[str](), "tap": set[str]()}
MOMENTARY = {"pause", "skip", "back"}  # Actions of audio.control that would do harm after an absence of the broker.
TAKERS = {kind: role for kind, (role, _) in TRACKED.items()} | {"command.invoked": "app"}  # Who gives receipts for it.
STAND_INS = {kind: {"link"} for kind in TAKERS} | {  # Gateways whose receipts count, too.
    "listen.request": {"link", "wyoming"}, "command.invoked": {"link", "mqtt"}}
RESTING = {"speech.transcript": "again", "speech.intent": "report"}  # Kept until turn.ended; what if its taker is lost.
SOUND = {"speech.started", "audio.input", "speech.ended"}  # What a transcriber makes one transcript of.
LAPSING = RESTING.keys() | {"command.invoked"}  # Not handled after the end of its turn.
GONE = {"stopped", "failed", "lost"}
OPEN, PROMISED, TAKEN, ANSWERED = range(4)  # Of a message: no word yet, a receipt for a repeat, the program's own, an answer.
STATES = {"starting", "ready", "standby", "draining"} | GONE
FIELDS = {"v": int, "id": str, "kind": str, "session": str, "source": str, "run": int, "seq": int, "at": int}
OPTIONAL = {"turn": str, "causes": list, "deadline": int, "content": str, "retain": bool, "index": int, "last": bool,
            "replays": str}
STAMP = {"offset": int, "epoch": int, "at": int}
COUNTERS = ("received", "published", "lost", "stale", "malformed", "dropped", "repeated", "retried", "refused")


class Fraction:
    """The shape of a number from 0 to 1."""


# Shapes of JSON: a type (`float` is any number, `UUID` its text), a set of words, a tuple of shapes of which one fits, a
# list of one shape, or an object by its fields. A field that may be absent has a "?"; "*" stands for all fields.
PARAMETER = {"value": (str, float), "words": str, "type": str, "span?": {"start": int, "end": int},
             "confidence?": Fraction, "resolution?": {"status": {"matched", "unmatched", "ambiguous"}, "id?": str,
                             "candidates?": [{"value": (str, float), "id?": str}]}}
EMPTY = {"silence", "unrecognized", "failed"}
# Bodies checked when they come: those read here, and those of tracked kinds. A catalog is held against its schema.
BODIES: dict[str, dict[str, Any]] = {
    "stage.status": {"role": str, "instance": str, "state": STATES, "pid": int, "uptimeMs": int, "counters": dict},
    "refusal": {"user": str, "direction": {"publish", "subscribe", "retain"}, "subject": str, "isPartial": bool,
                "count": int, "reason": str},
    "speech.transcript": {
        "text": str, "confidence": Fraction, "alternatives?": [{"text": str, "confidence": Fraction, "engine?": str}],
        "words?": [{"word": str, "startMs": int, "endMs": int}], "engine": str, "catalogRevision?": str,
        "empty?": EMPTY, "missingChunks?": int, "problem?": str},
    "speech.intent": {
        "text": str, "engine": str, "catalogRevision?": str, "empty?": EMPTY, "confidence?": Fraction, "hypotheses": [
            {"app": str, "type": str, "confidence": Fraction, "parameters": {"*": PARAMETER}, "matcher?": str,
             "precedence?": int}]},
    "command.invoked": {
        "app": str, "type": str, "parameters": {"*": PARAMETER}, "confidence": Fraction, "matcher?": str, "text": str,
        "answer?": {"asked": UUID, "outcome": {"given", "unanswered", "cancelled"}, "reason?": str},
        "owner?": str},
    "listen.request": {
        "mode": {"wake", "push-to-talk", "hold", "release", "follow-up", "continuous", "off"}, "noSpeechTimeoutMs?": int,
        "maximumSpeechMs?": int, "phrases?": [str], "withdraws?": UUID},
    "mqtt.publish": {"topic": str, "payload": str, "retain?": bool, "qos?": int},
    "audio.sequence": {
        "events": [dict], "track?": str, "priority?": int, "policy?": {"append", "replace", "interrupt"},
        "reportsItems?": bool, "reportsWords?": bool, "bargeIn?": {"none", "pause", "stop"}, "bargeInAfterMs?": int,
        "language?": str}}
NAME, UUIDS = re.compile(r"[A-Za-z0-9._-]{1,64}"), re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
KIND = re.compile(r"(?=.{1,64}$)[a-z0-9-]+(\.[a-z0-9-]+)*")
NO_NAME = "{!r} is no name: use 1 to 64 letters a to z, digits, dots, underscores and hyphens"
MAXIMUM_SIZE = 1 << 20  # Bytes of a message: its publisher's frames together.
MAXIMUM_NUMBER = (1 << 63) - 1
FARTHEST = 1 << 32  # Numbers between two messages of one count, at most.
STORED = 500_000  # Microseconds of age from which a retained message is one that the broker has kept.
MOST_CATALOGS = 1024
LONGEST_REVISION = 256  # Bytes.
WAITING = 1024  # Messages that wait while the program works; further ones wait unread.
REMEMBERED = 4096  # Ids, sequence numbers, stages and unanswered messages kept; the oldest are forgotten.
NUMBERED = 32_768  # Topics whose numbers are kept.
NEVER = 7 * 24 * 3_600_000  # Milliseconds until libzmq itself would connect again.
PAUSES = 0.02, 0.25  # Seconds before the first attempt to connect again, and at most.
BARRED = 1  # Seconds from a refusal to the next attempt, by which time the policy may have changed.
LAST_PORT = 65_534  # The next one is for subscribers.
LONGEST_WAIT = 86_400  # Seconds for a broker.
REPORT_TIME = 10  # Seconds for which a report is said again.
REPORT_PAUSE = 0.25  # Seconds from one answer to those who ask for the reports to the next.
MOST_TURNS = 256  # Whose ends are asked for together.
QUESTION_TIME = 310  # The same for the newest state of a question, whose end others must not miss.
HELD, GRACE = 3600, 5  # Seconds: how long a taker may hold a message; how long a lost one's successor has to end the turn.
PLEDGED = 30  # Seconds that a recognizer has for its answer to a transcript after a receipt.
OWN_CLOCK = range(1_000_000, 3_600_000_001)  # Microseconds of a clock's error that is corrected.
CLOCKS_DIFFER = 1_000_000  # Microseconds between the times of two programs that do not show which one began first.
ROLL_CALL = 4  # Seconds after the bus is back in which a stage must be heard of.
BEHIND = 1_000_000  # Microseconds of a message's age from which what came after it is read first.
CATCH_UP = 1  # Seconds for which it is read at most.
STANDSTILL = 0.5  # Seconds without reading after which an answer may wait unread.
LOST = 3  # Seconds without a beat after which the broker says that a stage is lost.
NAMESAKE = 3  # Beats from which another program has our name; one that we have replaced stops soon.
SPARE = 2  # Seconds in which others of our role may take what we cannot read.
LONGEST_REASON = 500  # Characters of a refusal or a failure, which quotes what was received.
DRAIN = 1.5  # Seconds that the work in hand may take after SIGTERM.
MISSHAPEN = (AttributeError, LookupError, TypeError, ValueError)  # What reading a body of another shape raises.
USAGE, DATA, UNAVAILABLE, CONFIGURATION = 64, 65, 69, 78  # Exit codes, after sysexits.h.


class BusError(Exception):
    """The broker cannot be reached, or what was to be sent is against the contract; `code` is the exit code for it."""

    def __init__(self, reason: str, code: int = UNAVAILABLE) -> None:
        super().__init__(reason)
        self.code = code


class Options(argparse.ArgumentParser):
    """The options that every stage has; add your own. What is wrong with them ends the program with code 64."""

    def __init__(self, description: str | None = None) -> None:
        super().__init__(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        self.add_argument("--bus", metavar="url", help="ipc:///directory or tcp://host:port; default: $SAYBUS_BUS, "
                          "else ipc://$XDG_RUNTIME_DIR/saybus, else ipc:///tmp/saybus-<uid>")
        self.add_argument("--session", metavar="name", type=self._name, help="the one conversation to take part in")
        self.add_argument("--instance", metavar="name", type=self._name,
                          help="this process's name among those of its role; default: the program's and the process id")
        self.add_argument("--wait", metavar="seconds", type=self._seconds, default=10, help="for a broker; default 10")

    @staticmethod
    def _name(text: str) -> str:
        if not NAME.fullmatch(text):
            raise argparse.ArgumentTypeError(NO_NAME.format(text))
        return text

    @staticmethod
    def _seconds(text: str) -> float:
        try:
            seconds = float(text)
        except ValueError:
            seconds = math.nan
        if not 0 <= seconds <= LONGEST_WAIT:  # Nor is it nan.
            raise argparse.ArgumentTypeError(f"takes 0 to {LONGEST_WAIT} seconds, not {text!r}")
        return seconds

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def run(serve: Callable[[argparse.Namespace], None], options: Options | None = None) -> NoReturn:
    """Runs a program: a failure becomes one line on standard error and an exit code, as the other programs have."""
    options = options or Options()
    try:
        serve(options.parse_args())
    except BusError as error:
        options.exit(error.code, f"{options.prog}: {error}\n")
    options.exit(0)


class Message(NamedTuple):
    """A received message. Its body is a dictionary, or bytes when the header's `content` is another type than JSON."""

    header: dict[str, Any]
    body: Any
    stamp: dict[str, Any] | None


def sayable(catalog: dict[str, Any], session: str) -> dict[str, Any]:
    """A catalog with those of its commands that can be said in a session. Those in no scope can be said in all."""
    scopes: list[dict[str, Any]] = catalog.get("scopes") or []
    scoped = {type for scope in scopes for type in scope["commands"]}
    here = {type for scope in scopes if session in scope["sessions"] for type in scope["commands"]}
    commands = [command for command in catalog["commands"] if command["type"] not in scoped - here]
    return {**catalog, "commands": commands}


def counting(catalogs: list[tuple[dict[str, Any], str]]) -> set[str]:
    """The revisions of those catalogs of an app that count in some session, as `Catalogs.of` chooses them.

    The catalogs have the sessions of their headers, the newest is the last.
    """
    everywhere: dict[str, int] = {}  # The newest one with a command for all sessions, by the session of its header.
    scoped: dict[str, tuple[bool, bool, int]] = {}  # The best one of the others, by the session of its scope.

    def rank(session: str, place: int) -> tuple[bool, bool, int]:
        return catalogs[place][1] == session, catalogs[place][1] == "default", place

    for place, (catalog, of) in enumerate(catalogs):
        scopes: list[dict[str, Any]] = catalog.get("scopes") or []
        held = {type for scope in scopes for type in scope["commands"]}
        if any(command["type"] not in held for command in catalog["commands"]):
            everywhere[of] = place
        else:
            for session in {session for scope in scopes for session in scope["sessions"]}:
                scoped[session] = max(scoped.get(session, (False, False, -1)), rank(session, place))
    last = max(everywhere.values(), default=None)
    best: set[int] = set()
    for session in {*everywhere, *scoped, ""}:  # The last one is any other session.
        anywhere = {everywhere.get(session), everywhere.get("default"), last}
        ranks = [rank(session, place) for place in anywhere if place is not None]
        ranks += [scoped[session]] if session in scoped else []
        best |= {max(ranks)[2]} if ranks else set()
    return {catalogs[place][0]["revision"] for place in best or {len(catalogs) - 1}}


class Catalogs:
    """The newest catalog of each app that is there, in the order of their names, for recognizers.

    Several instances may publish the catalog of one app. Each has its own, until one without commands withdraws it. With
    the bus, that of an instance that was killed counts only until another one is there, and goes with that one's.
    """

    def __init__(self, bus: Bus | None = None) -> None:
        self._bus = bus
        # By publisher and app, with the sessions of their headers, the newest last.
        self._catalogs: OrderedDict[tuple[str, str], tuple[dict[str, Any], str]] = OrderedDict()

    @property
    def revision(self) -> str:
        """The `catalogRevision` of intents and of the status: the revisions of all catalogs that count in some session."""
        return "+".join(sorted({revision for catalogs in self._serving() for revision in counting(catalogs)}))

    def update(self, message: Message) -> None:
        key, catalog = (message.header["source"], message.body["app"]), (message.body, message.header["session"])
        if not message.body["commands"]:
            left = [one for one in self._catalogs if one[1] == key[1] and self._is_gone(one[0])]
            for one in [key, *left]:
                self._catalogs.pop(one, None)
        elif self._catalogs.get(key) != catalog:  # A repeated one does not become the newest.
            self._catalogs[key] = catalog
            self._catalogs.move_to_end(key)
            if len(self._catalogs) > MOST_CATALOGS:
                self._catalogs.popitem(last=False)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        newest = [catalogs[-1][0] for catalogs in self._serving()]
        return iter(sorted(newest, key=lambda catalog: catalog["app"]))

    def of(self, session: str) -> list[dict[str, Any]]:
        """The catalogs for what is said in a session, with the commands that can be said there.

        Of several programs of an app, that of the session comes before one of no session in particular, and this one
        before others.
        """
        here = [(sayable(catalog, session), place) for one in self._serving() for catalog, place in one]
        here.sort(key=lambda one: (bool(one[0]["commands"]), one[1] == session, one[1] == "default"))
        counting = {catalog["app"]: catalog for catalog, _ in here}
        return [counting[app] for app in sorted(counting)]

    def _serving(self) -> list[list[tuple[dict[str, Any], str]]]:
        """The catalogs of each app's instances that are there, the newest last. If all have gone, the newest remains: the
        user then hears that the app cannot answer."""
        apps: dict[str, list[tuple[str, tuple[dict[str, Any], str]]]] = {}
        for (source, app), catalog in self._catalogs.items():
            apps.setdefault(app, []).append((source, catalog))
        return [[catalog for source, catalog in one if not self._is_gone(source)] or [one[-1][1]] for one in apps.values()]

    def _is_gone(self, source: str) -> bool:
        return self._bus is not None and self._bus.is_gone(source)


class Kept:
    """A tracked message, from when it is sent until it needs no keeping: waiting for an answer, or held by a taker."""

    def __init__(self, header: dict[str, Any], body: bytes, life: int) -> None:
        self.header, self.body, self.delay, self.due = header, body, 1.0, steady_seconds() + 1
        self.untaken = self.expires = steady_seconds() + min(3600, max(0, life) / 1e6)
        self.rule = RESTING.get(header["kind"]) if "turn" in header else None
        self.holder: tuple[str, int] | None = None  # Who has taken it, and in which start.
        self._shown = 0  # The time of the holder's answer, as in headers.
        self._missing: float | None = None  # Since when only another start of the holder's name has shown itself.
        self.begun = False  # Whether it may have been carried out.
        self.answered = False  # Whether the holder has given more than a receipt, or may take its time.

    def fits(self, answer: dict[str, Any]) -> bool:
        """Whether what names it answers it: what brings a turn on has its session and turn. A receipt may leave the turn
        out, and a command under way counts in any session. A receipt is of the role that answers, of a gateway that
        stands in for it, or of the publisher itself."""
        source, taken = answer["source"], self.header["kind"]
        if answer["kind"] == "receipt" and source != self.header["source"] and (
                source.split("/")[0] not in STAND_INS[taken] | {TAKERS[taken]}):
            return False
        if not self.rule:
            return True
        turn, kind = answer.get("turn"), answer["kind"]
        return (turn == self.header["turn"] or kind == "receipt" and turn is None) and (
            answer["session"] == self.header["session"] or kind == "command.invoked")

    def taken(self, answer: dict[str, Any]) -> None:
        """It rests with whoever answered it. An intent's answer is the end of its turn, after the last word of a reply; the
        receipt of another role says that a program elsewhere answers, or that the publisher goes on by itself."""
        self.begun = self.begun or self.rule == "report" and answer["kind"] != "receipt"
        role = answer["source"].split("/")[0]
        self.answered = self.answered or not (
            self.rule == "again" and answer["kind"] == "receipt" and role == TAKERS[self.header["kind"]])
        self.holder, self.due = (answer["source"], answer["run"]), math.inf
        self.expires = steady_seconds() + (HELD if self.answered else PLEDGED)
        self._shown, self._missing = answer["at"], None

    def is_left(self, name: str, header: dict[str, Any], status: Any) -> bool:
        """Whether a status shows that its taker is gone, or works in another start and knows nothing of it. A start that
        is older, or has ended, does not show that: it drains while the taker works."""
        if not self.holder or self.holder[0] != name:
            return False
        is_gone = status["state"] in GONE
        if header["source"] != name:  # The broker says it, or anybody says that it is there.
            return is_gone
        if header["run"] == self.holder[1]:
            self._missing = None
            return is_gone
        if not is_gone and header["at"] - status["uptimeMs"] * 1000 >= self._shown - CLOCKS_DIFFER:
            return True
        self._missing = self._missing or steady_seconds()
        return steady_seconds() - self._missing >= GRACE

    def released(self) -> None:
        """Its taker is lost: it is sent again, or, where it may have been carried out, a successor must end its turn."""
        clock = steady_seconds()
        self.holder, self.answered, self.delay, self.due = None, False, 1.0, math.inf if self.begun else clock
        self.expires = max(0 if self.begun else self.untaken, clock + GRACE)


def now() -> int:
    """Unix time in microseconds."""
    return time.time_ns() // 1000


def steady() -> int:
    """Microseconds of a clock that is never set, and goes on while the machine sleeps: deadlines pass meanwhile."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


def steady_seconds() -> float:
    """Seconds of the same clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Clock:
    """The broker's clock, by which the times in messages are: learnt from stamps of our own messages that come back.

    The broker stamped such a message between its departure and its return. In between our steady clock counts on, so it
    does not matter how our own clock is set. For a minute after the broker's clock was set, the earlier setting counts too.
    """

    JUMP, MEMORY, INTERVAL, DELAY = 100_000, 60_000_000, 60_000_000, 1_000_000  # Microseconds.

    def __init__(self) -> None:
        self._bounds: tuple[int, int] | None = None  # Of the broker's time less the steady one.
        self._earlier: deque[tuple[int, int]] = deque(maxlen=8)  # Offset, until when it counts.
        self._sent: OrderedDict[str, int] = OrderedDict()  # Our own messages under way.
        self.due = math.inf  # When to measure again, by the steady clock.

    def offset(self) -> int | None:
        return self._bounds and sum(self._bounds) // 2

    def now(self) -> int:
        """Unix time in microseconds by the broker's clock; by our own one before it is known."""
        offset = self.offset()
        return now() if offset is None else steady() + offset

    def skew(self) -> int | None:
        """Milliseconds by which our own clock is ahead of the broker's."""
        return None if self._bounds is None else (now() - self.now()) // 1000

    def is_late(self, deadline: float) -> bool:
        clock = steady()
        earlier = list(self._earlier)  # Other threads ask, too.
        return deadline < min([self.now(), *(clock + offset for offset, until in earlier if until > clock)])

    def sending(self, id: str) -> None:
        self._sent[id] = steady()
        if len(self._sent) > 64:
            self._sent.popitem(last=False)
        if self._bounds:
            self.due = steady() + self.INTERVAL

    def returned(self, id: str, stamp: int) -> None:
        """One of our own messages is back."""
        if (sent := self._sent.pop(id, None)) is None:
            return
        clock = steady()
        low, high = stamp - clock, stamp - sent
        if self._bounds:
            least, most = max(low, self._bounds[0]), min(high, self._bounds[1])
            if least <= most:
                low, high = least, most
            elif least - most > self.JUMP:
                self._earlier.append((sum(self._bounds) // 2, clock + self.MEMORY))
        else:
            self.due = clock + self.INTERVAL
        self._bounds = low, high

    def received(self, stamp: int) -> None:
        """Somebody else's message has come: a stamp from the future, or a late one, means that a clock may have been set."""
        if self._bounds and not self._bounds[0] - self.DELAY < stamp - steady() < self._bounds[1] + self.JUMP:
            self.due = min(self.due, steady() + self.DELAY)


def uuid7() -> str:
    """A new UUID of version 7 (RFC 9562): 48 bits of time in milliseconds, 74 random bits."""
    return str(UUID(int=now() // 1000 << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62)))


@lru_cache(maxsize=4096)
def topic(kind: str, session: str) -> bytes:
    """Frame 0. Its two digits are the low byte of the session's FNV-1a 64 hash: replicas share the sessions by it."""
    value = 0xCBF29CE484222325
    for byte in session.encode():
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{kind}/{value & 0xFF:02x}/{session}/".encode()


REJOINED = topic("barrier", "rejoined")  # Where those who have come back to the bus, or ask for reports, say so.


def endpoints(url: str | None = None) -> tuple[str, str]:
    """Where to publish and to subscribe: two sockets in a directory (`ipc://`), or a port and the next (`tcp://`)."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    directory = f"{runtime}/saybus" if runtime else f"/tmp/saybus-{os.getuid()}"
    url = url or os.environ.get("SAYBUS_BUS") or f"ipc://{directory}"
    if url.startswith("ipc:///"):
        return url.rstrip("/") + "/publish", url.rstrip("/") + "/subscribe"
    if url.startswith("tcp://"):
        match = re.fullmatch(r"(tcp://.+):([0-9]{1,5})", url)
        if match and 1 <= int(match[2]) <= LAST_PORT:
            return f"{match[1]}:{int(match[2])}", f"{match[1]}:{int(match[2]) + 1}"
        raise BusError(f"{url} is no bus URL: write tcp://host:port with a port from 1 to {LAST_PORT}", USAGE)
    raise BusError(f"{url} is no bus URL: write ipc:///directory or tcp://host:port", USAGE)


class Directory:
    """The directory of an ipc bus. Whoever can put a socket into it, or another one into its place, can pose as the broker:
    it and its parents must belong to us or to root, and nobody else may write to them (sticky parents, as /tmp, apart). It
    is opened and checked step by step, and the sockets are reached through its descriptor: nobody can exchange it later."""

    NOWHERE = "/proc/self/fdinfo"  # Holds no sockets: it stands for a directory that is missing or refused.

    def __init__(self, path: str) -> None:
        self.path, self._number = path, os.open(self.NOWHERE, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self.refresh()
        except BusError:
            self.close()
            raise

    def endpoint(self, name: str) -> str:
        """Where libzmq finds a socket, through a descriptor whose number stays the same."""
        return f"ipc:///proc/self/fd/{self._number}/{name}"

    def refresh(self) -> None:
        """Looks for the directory again: it may have been made, or made anew."""
        found, refused = None, True
        try:
            found = self._open()
            if found is not None:
                self._check_server(found)
            refused = False
        except OSError as error:
            raise BusError(f"cannot use the directory {self.path}: {error.strerror}") from None
        finally:  # A refused one is not connected to.
            target = os.open(self.NOWHERE, os.O_RDONLY | os.O_DIRECTORY) if found is None or refused else found
            os.dup2(target, self._number, inheritable=False)
            for descriptor in {target, found} - {None}:
                os.close(descriptor)  # type: ignore[arg-type]

    def is_own(self) -> bool:
        """Whether it exists and belongs to our own user."""
        return os.path.exists(self.path) and os.stat(self.path, follow_symlinks=False).st_uid == os.geteuid()

    def close(self) -> None:
        os.close(self._number)

    def _open(self) -> int | None:
        folder, shown, links = os.open("/", os.O_PATH), "", 0
        rest = [name for name in self.path.split("/") if name][::-1]
        try:
            self._check(folder, "/", bool(rest))
            while rest:
                name = rest.pop()
                try:
                    found = os.open(name, os.O_PATH | os.O_NOFOLLOW, dir_fd=folder)
                except FileNotFoundError:
                    return None
                if stat.S_ISLNK(os.fstat(found).st_mode):
                    try:
                        self._check_owner(found, f"{shown}/{name}")
                        target = os.readlink("", dir_fd=found)
                    finally:
                        os.close(found)
                    links += 1
                    if links > 40:
                        raise BusError(f"{self.path} has too many symbolic links")
                    rest += [name for name in target.split("/") if name][::-1]
                    if target.startswith("/"):
                        os.close(folder)
                        folder, shown = os.open("/", os.O_PATH), ""
                    continue
                os.close(folder)
                folder, shown = found, f"{shown}/{name}"
                self._check(folder, shown, bool(rest))
            found, folder = folder, -1
            return found
        finally:
            if folder >= 0:
                os.close(folder)

    @staticmethod
    def _check_owner(descriptor: int, path: str) -> int:
        status = os.fstat(descriptor)
        if status.st_uid not in (0, os.geteuid()):
            raise BusError(f"{path} belongs to another user ({status.st_uid}), who could hear and say everything")
        return status.st_mode

    def _check(self, descriptor: int, path: str, is_parent: bool) -> None:
        mode = self._check_owner(descriptor, path)
        if not stat.S_ISDIR(mode):
            raise BusError(f"{path} is no directory")
        if mode & 0o022 and not (is_parent and mode & stat.S_ISVTX):
            raise BusError(f"{path} may be written by others (mode {mode & 0o7777:o}): run chmod go-w {path}")

    def _check_server(self, directory: int) -> None:
        """Asks the kernel whose program listens: nothing is said."""
        with socket.socket(socket.AF_UNIX) as probe:
            probe.setblocking(False)
            try:
                probe.connect(f"/proc/self/fd/{directory}/subscribe")
            except OSError:
                return  # Nobody listens, or its queue is full.
            user = struct.unpack("iII", probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
            if user not in (0, os.geteuid()):
                raise BusError(f"the broker in {self.path} is a program of another user ({user})")


def read_json(frame: bytes) -> Any:
    """Reads JSON in UTF-8: no NaN, no infinity."""
    return DECODER.decode(frame.decode())


def read_body(frame: bytes) -> dict[str, Any] | None:
    """Reads a JSON object; None for other bytes."""
    try:
        body = read_json(frame)
    except (ValueError, RecursionError):
        return None
    return body if is_object(body) else None


def refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def number(text: str) -> float:
    """A number that is written with a point or an exponent. Some languages write whole ones so: 5.0 is 5."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= MAXIMUM_NUMBER else value


def ending_signals() -> list[signal.Signals]:
    """The signals that end a program in order. nohup lets its program ignore SIGHUP, which a closed terminal sends."""
    is_ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    return [signal.SIGTERM, signal.SIGINT, *([] if is_ignored else [signal.SIGHUP])]


def printable(text: str) -> str:
    """A text for the terminal: with escapes in place of what it would obey and not show."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of an object, none of which comes twice: other readers would take the other one."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a name occurs twice in the header")
    return fields


# Made once: json.loads and json.dumps would make one for each frame.
DECODER, ENCODER = json.JSONDecoder(parse_float=number, parse_constant=refuse), json.JSONEncoder(allow_nan=False)
HEADERS = json.JSONDecoder(parse_float=number, parse_constant=refuse, object_pairs_hook=unambiguous)


def is_key(text: str) -> bool:
    """Whether a text is a key: 32 bytes in Z85."""
    try:
        return len(text) == 40 and len(z85.decode(text)) == 32
    except (LookupError, ValueError, struct.error):
        return False


def read_key(text: str, ending: str) -> dict[str, str]:
    """The lines of a key file: a path, or the name of a key in $XDG_CONFIG_HOME/saybus/keys with an ending."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    path = text if "/" in text else f"{home}/saybus/keys/{text}.{ending}"
    try:
        with open(path, encoding="utf-8") as file:
            mode = os.fstat(file.fileno()).st_mode
            lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    except (OSError, UnicodeDecodeError) as error:
        reason = f"cannot read the key {path}: {error}; make one with: saybus keys new NAME"
        raise BusError(reason, CONFIGURATION) from None
    if any(len(words) != 2 or not is_key(words[1]) for words in lines) or not lines:
        raise BusError(f"{path} is no key: expected lines of a word and 40 characters", CONFIGURATION)
    fields = {words[0]: words[1] for words in lines}
    if "secret-key" in fields and mode & 0o077:
        raise BusError(f"the secret key {path} can be read by others: run chmod 600 {path}", CONFIGURATION)
    return fields


def credentials(key: str | None = None, server_key: str | None = None) -> tuple[str, str, str] | None:
    """Our public and secret key and the broker's public one; $SAYBUS_KEY and $SAYBUS_SERVER_KEY when not given."""
    own, server = key or os.environ.get("SAYBUS_KEY"), server_key or os.environ.get("SAYBUS_SERVER_KEY")
    if not own and not server:
        return None
    if not own or not server:
        reason = "a bus with keys needs both: SAYBUS_KEY, our own, and SAYBUS_SERVER_KEY, the broker's"
        raise BusError(reason, CONFIGURATION)
    fields = read_key(own, "secret")
    if not is_key(server):
        server = read_key(server, "public").get("public-key", "")
    if not {"public-key", "secret-key"} <= fields.keys() or not server:
        raise BusError(f"{own} has no secret half, or the broker's key no public one", CONFIGURATION)
    return fields["public-key"], fields["secret-key"], server


def parse(frames: list[bytes]) -> Message:
    """Reads the frames of a message; a ValueError says why they are none."""
    if len(frames) not in (3, 4) or sum(map(len, frames[:3])) > MAXIMUM_SIZE:
        raise ValueError("expected 3 or 4 frames, of 1 MiB at most")
    header = HEADERS.decode(frames[1].decode())
    if not is_object(header) or header.get("v") != 1:
        raise ValueError("the header is no object of version 1")
    header = {name: value for name, value in header.items() if value is not None}
    wrong = [name for name, shape in FIELDS.items() if type(header.get(name)) is not shape]
    wrong += [name for name, shape in OPTIONAL.items() if name in header and type(header[name]) is not shape]
    wrong += [name for name, value in header.items() if type(value) is int and abs(value) > MAXIMUM_NUMBER]
    if wrong:
        raise ValueError(f"the header lacks {', '.join(wrong)}, or has another type there")
    identifiers = [header["id"], *header.get("causes", []), *(header[name] for name in ("turn", "replays") if name in header)]
    if not all(isinstance(text, str) and UUIDS.fullmatch(text) for text in identifiers):
        raise ValueError("an id in the header is no UUID")
    header = lower_cased(header)  # Others may write them in capitals, and answer in small letters.
    source = header["source"].split("/")
    if len(source) != 2 or not all(NAME.fullmatch(name) for name in source) or not 0 <= header["run"] < 1 << 32:
        raise ValueError("the header's source is not role/instance, or its run no number of 32 bits")
    if not NAME.fullmatch(header["session"]):  # No answer could go there.
        raise ValueError("the header's session is no name")
    if topic(header["kind"], header["session"]) != frames[0]:
        raise ValueError("the topic is not the header's")
    body = read_body(frames[2]) if header.get("content", "application/json") == "application/json" else frames[2]
    if body is None and header["kind"] in TAKERS:
        body = frames[2]  # Whoever has to answer the message refuses it.
    stamp = read_json(frames[3]) if len(frames) == 4 else None
    if body is None or not isinstance(stamp, (dict, type(None))):
        raise ValueError("the body or the stamp is no object")
    if stamp is not None and (wrong := misshapen(stamp, STAMP)):
        raise ValueError(f"the stamp lacks {', '.join(wrong)}, or has another type there")
    return Message(header, body, stamp)


def lower_cased(header: dict[str, Any]) -> dict[str, Any]:
    """A header whose UUIDs have small letters, so that they are equal to those of an answer."""
    names = [name for name in ("id", "turn", "replays") if isinstance(header.get(name), str)]
    changed: dict[str, Any] = {name: header[name].lower() for name in names}
    if is_list(causes := header.get("causes")):
        changed["causes"] = [cause.lower() if isinstance(cause, str) else cause for cause in causes]
    return {**header, **changed}


def is_answer(kind: str, body: object) -> bool:
    """Whether a message is the last word on what it answers, so that no failure follows."""
    if kind in ("speech.intent", "command.invoked", "turn.ended"):
        return True
    if kind == "audio.playback":
        return is_object(body) and body.get("state") in PLAYED and "item" not in body
    return is_object(body) and body.get("isTerminal") is True


def asked(body: bytes) -> str:
    """The id of the question whose state a `voice.request` tells."""
    state = read_json(body)
    return str(state.get("request")) if is_object(state) else ""


def misshapen(value: Any, shape: Any, place: str = "") -> list[str]:
    """The places in a value where something is missing, or has another shape than it must have: `hypotheses.0.app`."""
    if is_list(shape) and is_list(value):
        return [name for index, one in enumerate(value) for name in misshapen(one, shape[0], f"{place}.{index}".lstrip("."))]
    if is_object(shape):
        fields = {name.removesuffix("?"): (each, name.endswith("?")) for name, each in shape.items()}
        if not is_object(value):
            return [place] if place else sorted(name for name, (_, is_optional) in fields.items() if not is_optional)
        if "*" in fields:
            fields = {name: (fields["*"][0], False) for name in value}
        return [name for field, (each, is_optional) in fields.items()
                if not (is_optional and value.get(field) is None)
                for name in misshapen(value.get(field), each, f"{place}.{field}".lstrip("."))]
    if is_tuple(shape):
        fits = any(not misshapen(value, one, place) for one in shape)
    elif isinstance(shape, set):
        fits = isinstance(value, str) and value in shape
    elif shape is UUID:
        fits = isinstance(value, str) and UUIDS.fullmatch(value) is not None
    elif shape is float:
        fits = type(value) in (int, float)
    elif shape is Fraction:
        fits = type(value) in (int, float) and 0 <= value <= 1
    else:
        fits = type(value) is shape and (shape is not int or abs(value) <= MAXIMUM_NUMBER)
    return [] if fits else [place]


def legible(text: str) -> str:
    """A text of others as part of a message: one line, of a limited length, that every JSON reader takes."""
    return " ".join(text[:4 * LONGEST_REASON].split()).encode(errors="replace").decode()[:LONGEST_REASON]


def own_name() -> str:
    """The instance of a program that has not been given one: `dice-4711`."""
    name = os.path.basename(sys.argv[0] if sys.argv else "").removesuffix(".py")
    return f"{re.sub(r'[^A-Za-z0-9._-]+', '-', name).strip('-')[:40] if name != '-c' else ''}-{os.getpid()}".lstrip("-")


class Bus:
    """A place on the bus: publishes, receives, counts, beats, and sends again what nobody has answered.

    Without `instance` the program's file and process name it, so that two programs never have one name. What answers no
    message goes to `session`. The counters are those of `stage.status`. A broker that comes back is
    noticed: the subscriptions are proved again, and what is retained or unanswered is published again.
    """

    checks = True  # Whether bodies are checked before they are sent.

    def __init__(self, role: str, instance: str | None = None, session: str = "default", url: str | None = None,
                 key: str | None = None, server_key: str | None = None) -> None:
        instance = instance or own_name()
        for name in (role, instance, session):
            if not NAME.fullmatch(name):
                raise BusError(NO_NAME.format(name), USAGE)
        self.role, self.instance, self.session, self.run = role, instance, session, secrets.randbits(32)
        self.counters, self.kinds = dict.fromkeys(COUNTERS, 0), set[str]()
        self.stopping = False  # Whether the program has been told to stop: finish what is in hand.
        self._sequence: OrderedDict[bytes, int] = OrderedDict()  # Topic: next number to send, that used last at the end.
        # Source, run, topic: next to come, and whether all so far were kept by the broker.
        self._expected: OrderedDict[tuple[str, int, bytes], tuple[int, bool]] = OrderedDict()
        self._handled: OrderedDict[str, int] = OrderedDict()  # Ids that have been taken, and what was said to them.
        self._answers = set[str]()  # Kinds that are received for the outbox.
        # What came while connecting, working or catching up; of the latter at most REMEMBERED.
        self._early: deque[Message] = deque(maxlen=2 * REMEMBERED)
        self._held: list[Message] = []  # What has come since we are behind.
        self._behind, self._behind_until = "", math.inf  # The barrier whose return says that we have caught up.
        self._outbox: dict[str, Kept] = {}  # By id.
        self._ended: OrderedDict[str, None] = OrderedDict()  # Turns.
        self._invoked: OrderedDict[str, None] = OrderedDict()  # Turns whose commands are under way.
        self._apps = set[str]()  # Whose catalogs we have published.
        self._served = set[str | None]()  # Sessions of which messages are received; None stands for all.
        self._failed: OrderedDict[str, None] = OrderedDict()  # Turns whose sound this program failed at.
        self._missing, self._roll_call = set[str](), math.inf  # Who must be heard of since the bus is back, until when.
        self._clock = Clock()
        self._skews: OrderedDict[str, int] = OrderedDict()  # Stages with the times of their own clocks: how far ahead.
        self._retained: dict[bytes, tuple[dict[str, Any], bytes]] = {}  # Topic: header and body published last.
        self._reports: deque[tuple[float, dict[str, Any], bytes]] = deque(maxlen=256)  # When published, header, body.
        self._reports_due, self._reported = math.inf, -math.inf  # When others who ask get the reports; when they got them last.
        self._turns_asked = set[str]()  # Whose ends they ask for.
        self._present: OrderedDict[str, tuple[int, Any]] = OrderedDict()  # Stage: its run and its state.
        self._starts: dict[str, tuple[int, int]] = {}  # Those stages: when they began, and when they have shown that last.
        self._spared: OrderedDict[str, float] = OrderedDict()  # What we cannot read: id, when it came first.
        # Another program with our name: its run, its last number, how many beats of it have come.
        self._namesake: tuple[int, int, int] = (0, -1, 0)
        self._spelt: OrderedDict[str, None] = OrderedDict()  # Kinds that were looked at, and lines that were written of them.
        self._problem: str = ""  # Why the broker or a receiver has refused something of ours last.
        self._unusable: OrderedDict[str, str] = OrderedDict()  # Who has a catalog that cannot be used, and why.
        self._barrier: bytes | None = None  # The topic on which our own message is awaited.
        self._proven = ""  # The session of the last barrier that has come back.
        self._generation, self._attempt, self._probe, self._rejoining = 0, 0, 0.0, False
        self._dues = [math.inf, math.inf]  # When to connect publisher and subscriber again, where libzmq does not.
        self._pause, self._barred = PAUSES[0], 0.0  # After what pause; until when we stay away after a refusal.
        self._has_joined, self._refusal = False, ""  # Whether a barrier ever came back; why we are no longer let in.
        self._status: dict[str, Any] | None = None
        self._former, self._former_waker = dict[signal.Signals, Any](), -1  # What signals did before `with`.
        self._started, self._beat = steady_seconds(), 0.0
        self._is_resting, self._is_reading = False, True  # Whether the program works; whether there is room for what comes.
        self._read_at = self._started
        self._unread = math.inf  # Since when something that has come may not be read yet.
        self._beaten, self._silences = 0.0, 0  # When it has beaten last; how often it was too late with that.
        self._owner: threading.Thread | None = None  # The one that uses the bus.
        self._process = os.getpid()
        self._jobs: deque[tuple[Callable[[Bus], Any], Future[Any]]] = deque()  # What other threads want of it.
        self._jobs_lock, self._is_closed = threading.Lock(), False
        keys = credentials(key, server_key)
        self._has_keys = keys is not None
        self._refusals = topic("refusal", z85.decode(keys[0]).hex()) if keys else None
        self._asked, self._denied = set[bytes](), set[str]()  # Subscriptions; why some of what we need is refused.
        self._urls = endpoints(url)
        local = self._url.removeprefix("ipc://") if self._url.startswith("ipc:") else None
        self._directory = Directory(local) if local else None
        if self._directory and not keys and os.geteuid() and not self._directory.is_own():
            self._refusals = topic("refusal", f"uid.{os.geteuid()}")  # Another user's broker knows us by our user.
        self._endpoints = (tuple(map(self._directory.endpoint, ("publish", "subscribe"))) if self._directory
                           else self._urls)
        self._context = zmq.Context()
        self._publisher, self._subscriber = self._context.socket(zmq.PUB), self._context.socket(zmq.SUB)
        self._poller, self._links = zmq.Poller(), dict["zmq.Socket[bytes]", bool | None]()  # Monitor: up, lost, not yet up.
        for channel, endpoint in zip((self._publisher, self._subscriber), self._endpoints):
            channel.setsockopt(zmq.LINGER, 1000)  # Milliseconds, as below.
            channel.setsockopt(zmq.SNDHWM, 20_000)
            channel.setsockopt(zmq.RCVHWM, 20_000)
            channel.setsockopt(zmq.MAXMSGSIZE, 2 * MAXIMUM_SIZE)  # Above what is allowed: that is counted, not cut off.
            if channel is self._publisher:
                channel.setsockopt(zmq.RECONNECT_IVL, 20)
                channel.setsockopt(zmq.RECONNECT_IVL_MAX, 250)
            else:  # We reconnect it ourselves, between two messages: else libzmq 4.3 may abort (its issues 3663, 3937).
                channel.setsockopt(zmq.RECONNECT_IVL, NEVER)
            if endpoint.startswith("tcp:"):  # Elsewhere the kernel tells when the broker is gone.
                channel.setsockopt(zmq.HEARTBEAT_IVL, 1000)
                channel.setsockopt(zmq.HEARTBEAT_TIMEOUT, 3000)
            # For a name libzmq takes one version, and with 6 would not find a broker at 0.0.0.0. On Debian localhost
            # has both.
            channel.setsockopt(zmq.IPV6, int(endpoint.startswith("tcp://[")))
            monitor = channel.get_monitor_socket(
                zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | zmq.EVENT_CONNECT_RETRIED
                | zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL)
            if keys:
                channel.curve_publickey, channel.curve_secretkey, channel.curve_serverkey = (k.encode() for k in keys)
            self._links[monitor] = None
            self._poller.register(monitor, zmq.POLLIN)
            channel.connect(endpoint)
        self._poller.register(self._subscriber, zmq.POLLIN)
        if self._refusals:  # First of all: what is refused is told there before any barrier comes back.
            self._subscriber.subscribe(self._refusals)
        self._subscriber.subscribe(REJOINED)
        self._awake, self._waker = socket.socketpair()  # Signals end a wait through it.
        self._awake.setblocking(False)
        self._waker.setblocking(False)
        self._poller.register(self._awake, zmq.POLLIN)

    def connect(self, *kinds: str, session: str | None = None, timeout: float = 10) -> None:
        """Subscribes to kinds, in one session or in all, and returns when the broker passes messages both ways. What was
        subscribed to before stays as it is.

        Catalogs and statuses belong to no session, and come from all of them. The status names the one session, so that
        stages of the role go on serving the others, and so does the catalog of an app.
        """
        self._use()
        if session is not None and not NAME.fullmatch(session):
            raise BusError(NO_NAME.format(session), USAGE)
        if session or not RETAINED.issuperset(kinds):
            self._served.add(session)
        self.kinds.update(kinds)
        for kind in kinds:
            self._spell(kind.removeprefix("shadow."))
        asked = {topic(kind, session) if session and kind not in RETAINED else f"{kind}/".encode() for kind in kinds}
        for prefix in asked - self._asked:
            self._subscriber.subscribe(prefix)
        self._asked |= asked
        self._track(PUBLISHED.get(self.role, TRACKED.keys()))
        self._prove()
        end = steady_seconds() + timeout
        while self._barrier and not self.stopping:
            left = end - steady_seconds()
            if left <= 0 and self._refusal:
                raise BusError(self._refusal)
            if left <= 0:
                what = f"no broker answers at {self._url} within {timeout:g} s"
                raise BusError(f"{what}; start one with: saybus-broker --bus {self._url}")
            if message := self._wait(left):
                self._early.append(message)
            if self._denied:
                break
        if self._denied:
            raise BusError("; ".join(sorted(self._denied)))
        if self.stopping:
            sys.exit(0)

    def _track(self, kinds: Iterable[str]) -> None:
        """Subscribes to what answers tracked kinds, for the outbox."""
        wanted = {"receipt", "stage.status"}.union(*(TRACKED[kind][1] for kind in kinds))
        takes = {kind for kind in LAPSING & self.kinds if TAKERS[kind] == self.role}
        wanted |= {"turn.ended"} if takes or RESTING.keys() & set(kinds) else set()
        for kind in wanted - self.kinds - self._answers:
            self._subscriber.subscribe(f"{kind}/".encode())
        self._answers |= wanted

    def publish(self, kind: str, body: dict[str, Any] | bytes, *, answering: Message | None = None,
                session: str | None = None, turn: str | UUID | None = None, retain: bool | None = None,
                **fields: Any) -> str:
        """Sends a message and returns its id; an answer goes to the session and turn of what it answers, and names it.

        `fields` go into the header: `deadline`, a time as `now()` says it; for bytes `content`, `index`, `last`. A header that
        no receiver could read is a `BusError`, and is not sent.
        """
        self._use()
        first = answering.header if answering else {}
        turn = turn or first.get("turn")
        own = turn if kind == "turn.ended" else None  # A turn has one end, with its id: several copies count once.
        id = str(fields.pop("id", None) or own or uuid7()).lower()
        header = {"v": 1, "id": id, "kind": kind, "session": session or first.get("session", self.session),
                  "turn": turn, "source": f"{self.role}/{self.instance}", "run": self.run,
                  "causes": [first["id"]] if first else None,
                  "retain": (kind in RETAINED if retain is None else retain) or None, **fields}
        header = lower_cased({name: self._plain(value) for name, value in header.items() if value is not None})
        if wrong := self._misfits(header):
            raise BusError(f"the header of {printable(kind)} is not as its schema says: " + "; ".join(wrong), DATA)
        if kind == "catalog" and is_object(body):
            body = self._scoped(body)
        if self.checks and not isinstance(body, bytes) and (wrong := violations(kind.removeprefix("shadow."), body)):
            raise BusError(f"the body of {kind} is not as its schema says: " + "; ".join(wrong), DATA)
        if self.checks:
            self._spell("header", header)
        if self.checks and not isinstance(body, bytes):
            self._spell(kind.removeprefix("shadow."), body)
        try:
            data = body if isinstance(body, bytes) else ENCODER.encode(body).encode()
        except (TypeError, ValueError) as error:
            raise BusError(f"the body of {kind} is not JSON: {error}", DATA) from None
        if b"\\ud" in data and not isinstance(body, bytes) and (place := lone_surrogate(body)):
            raise BusError(f"the body of {kind} has half a character, a lone surrogate, at {place}", DATA)
        if len(data) + 4096 > MAXIMUM_SIZE or isinstance(body, bytes) and "content" not in header:
            reason = "a message has 1 MiB at most, and one of bytes says in `content` what they are"
            raise BusError(f"{kind}: {reason}", DATA)
        if kind in TRACKED:
            self._track([kind])
        if kind in TRACKED or kind == "audio.control" and is_object(body) and body.get("action") in MOMENTARY:
            header.setdefault("deadline", self.now() + 10_000_000)
        if kind == "catalog" and is_object(body) and body.get("commands"):
            self._apps.add(body["app"])
            if header.get("retain") and not self._status:
                self.ready("starting")  # Only of who has a status the broker says that it is lost: its catalog would stay.
        header = self._number(header)
        if kind in TRACKED:
            if len(self._outbox) >= REMEMBERED:  # What somebody holds makes room first.
                if held := next((id for id, kept in self._outbox.items() if kept.holder), None):
                    del self._outbox[held]  # Its holder answers for it.
                else:
                    self._give_up(next(iter(self._outbox)))
            self._outbox[id] = Kept(header, data, header["deadline"] - self.now())
        if header.get("retain"):
            self._retained[topic(kind, header["session"])] = (header, data)
        if kind in REPORTS or kind == "voice.request":
            self._reports.append((steady_seconds(), header, data))
        self._send(header, data)
        if first.get("id") in self._handled:
            state = ANSWERED if is_answer(kind, body) else TAKEN if kind in ("receipt", *REPORTS) else OPEN
            self._handled[first["id"]] = max(state, self._handled[first["id"]])
        return id

    @staticmethod
    def _plain(value: object) -> object:
        """A field of a header as JSON has it: the text of a UUID, and a time that was reckoned with fractions."""
        if isinstance(value, float) and math.isfinite(value):
            return int(value)
        return str(value) if isinstance(value, UUID) else value

    def _misfits(self, header: dict[str, Any]) -> list[str]:
        """What in a header would make the message one that nobody can read: they would only count it as malformed."""
        if not self.checks:
            return []
        wrong = violations("header", {**header, "seq": 0, "at": 0})
        wrong += [f"/session: {NO_NAME.format(header['session'])}"] if not NAME.fullmatch(str(header["session"])) else []
        return wrong + ([f"/kind: {header['kind']!r} is none"] if not KIND.fullmatch(str(header["kind"])) else [])

    def _only_session(self) -> str | None:
        """The one session of which messages are received; None when there are more."""
        return next(iter(self._served)) if len(self._served) == 1 else None

    def _scoped(self, catalog: dict[str, Any]) -> dict[str, Any]:
        """The catalog of an app that serves one session: its commands can be said there only, unless it says where itself."""
        session, commands = self._only_session(), catalog.get("commands")
        if not session or self.role != "app" or catalog.get("scopes") is not None or not is_list(commands) or not commands:
            return catalog
        types = [command.get("type") for command in commands if is_object(command)]
        return {**catalog, "scopes": [{"commands": types, "sessions": [session]}]}

    def _spell(self, kind: str, body: object = None) -> None:
        """Names, once, fields and kinds that look misspelt. Nothing is refused: they may be of a later version."""
        found = unknown_fields(kind, body)
        if kind not in self._spelt and (meant := similar_kind(kind)):
            found.append(f"{kind} is no kind of the pipeline: {meant}?")
        self._spelt[kind] = None
        for line in found:
            if line not in self._spelt:
                self._spelt[line] = None
                print(f"saybus: {printable(line)}", file=sys.stderr)
        while len(self._spelt) > REMEMBERED:
            self._spelt.popitem(last=False)

    def now(self) -> int:
        """Unix time in microseconds by the broker's clock, which all programs share; by our own one before `connect()`."""
        return self._clock.now()

    def receipt(self, message: Message) -> str:
        """Says that a message has been taken, where no other answer says so, or where the answer comes later."""
        return self.publish("receipt", {"of": message.header["kind"]}, answering=message)

    def decline(self, message: Message) -> None:
        """Leaves a message to somebody else of our role: when it comes again, no receipt says that it was taken."""
        self._handled.pop(message.header["id"], None)

    @contextmanager
    def handling(self, message: Message) -> Generator[None, None, None]:
        """Surrounds what a program does with a message: an exception in it fails the turn, and the program goes on. When
        a transcriber fails at a part of a turn's sound, the rest of it does not come. A transcript or a command that is
        left without a word is failed, too: see `unanswered`.

        Only what is wrong with the bus itself, such as its directory, ends the program.
        """
        try:
            yield
        except Exception as error:
            if isinstance(error, BusError) and error.code != DATA:
                raise
            self.fail(message, error)
        else:
            self.unanswered(message)
        kind, body = message.header["kind"], message.body
        command = f" {body.get('type')}" if kind == "command.invoked" and is_object(body) else ""
        self._tell_of_silence(f"while it handled {kind}{command}")

    def _tell_of_silence(self, when: str = "") -> None:
        """Says that this program did not beat for so long that the broker called it lost: its log shows nothing else of it."""
        clock = steady_seconds()
        silence = clock - self._beaten
        if not self._status or not self._beaten or silence <= LOST:
            return
        self._beaten, self._silences = clock, self._silences + 1
        if self._silences.bit_count() == 1:  # 1, 2, 4, 8, …: each command of a slow program has one.
            when = printable(legible(when))  # It quotes what was received: nothing that a terminal obeys.
            print(f"saybus: {self.role}/{self.instance} did not beat for {silence:.1f} s {when or 'between two messages'}: after "
                  f"{LOST} s the broker says that it is lost, and what it was asked for fails; call what takes long by "
                  f"bus.work(function, argument) ({self._silences} so far)", file=sys.stderr)

    def fail(self, message: Message, error: Exception) -> None:
        """Says that this program has failed at a message: prints a traceback, and fails the turn if the message was ours
        to answer and has no answer yet. What others wrote is `unreadable` instead."""
        lines = "".join(traceback.format_exception(error)).splitlines()
        for line in lines:  # It may quote what was received: nothing that a terminal obeys.
            print(printable(line), file=sys.stderr)
        header = message.header
        kind, turn = header["kind"], header.get("turn")
        reason = legible(f"{self.role}/{self.instance} failed at {kind}: {type(error).__name__}: {error}")
        if kind == "catalog":
            self._cannot_use(header, reason)
        elif self.role == "transcribe" and kind in SOUND:
            others = {kept.header.get("turn") for kept in self._outbox.values()} | self._ended.keys()
            if turn and turn not in others:  # A turn has one transcript, and so the rest of its sound does not come.
                self._failed[turn] = None
                if len(self._failed) > REMEMBERED:
                    self._failed.popitem(last=False)
                self.publish("speech.transcript", {"text": "", "confidence": 0, "empty": "failed", "problem": reason,
                             "engine": (self._status or {}).get("engine", "python")}, answering=message)
        elif (TAKERS.get(kind) != self.role or self._is_mine(header)
              or self._handled.get(header["id"], ANSWERED) == ANSWERED):
            return  # Others answer it, or it is answered or declined.
        elif kind in ("listen.request", "mqtt.publish"):
            self.refuse(message, reason)
        else:
            self.receipt(message)
            self._end(message, reason)

    def awaits(self, message: Message) -> bool:
        """Whether a message is ours to answer, and the program has said nothing to it yet."""
        header = message.header
        return (TAKERS.get(header["kind"]) == self.role and not self._is_mine(header) and not self.stopping
                and self._handled.get(header["id"], ANSWERED) <= PROMISED)

    def unanswered(self, message: Message) -> None:
        """Fails the turn of a transcript or a command that was handled without an answer: nobody else would end it.

        Who has given a receipt answers later, as does an app that has answered with `isTerminal` false. What was declined
        is for somebody else, as is the command of another app.
        """
        header = message.header
        kind, turn, id = header["kind"], header.get("turn"), header["id"]
        if not self.awaits(message):
            return
        if kind == "speech.transcript":
            # An intent without `answering`, but of this turn, leads to the turn's end all the same.
            if turn and (turn in self._ended or turn in {kept.header.get("turn") for kept in self._outbox.values()}):
                return
        elif kind != "command.invoked":
            return  # The other kinds are answered when they are done.
        elif message.body["app"] not in self._apps:
            if self._apps:
                self.decline(message)
            return
        print(f"saybus: {kind} {id} was handled without an answer, and its turn fails: publish one with answering=message, "
              "or call receipt(message) to answer later, or decline(message)", file=sys.stderr)
        self.receipt(message)
        self._end(message, f"{self.role}/{self.instance} handled {kind} without an answer")

    def is_late(self, message: Message) -> bool:
        """Whether nobody waits for an answer to a message any more: its deadline has passed, or its turn has ended, or a
        command of its turn is under way, since another stage has answered."""
        return self._clock.is_late(self._deadline(message.header)) or self._is_over(message)

    def _deadline(self, header: dict[str, Any]) -> float:
        """The deadline of a message by the broker's clock, for a program with the times of its own, too."""
        return float(header.get("deadline", math.inf)) - self._skews.get(header["source"], 0)

    def overdue(self, message: Message) -> None:
        """Counts a received message that the program came to when it `is_late`. If we gave a receipt for its repeat, its
        publisher relies on us, and so its turn ends in words."""
        header = message.header
        self.counters["stale"] += 1
        if (TAKERS.get(header["kind"]) == self.role and not self._is_over(message)
                and self._handled.get(header["id"]) == PROMISED):
            reason = f"{self.role}/{self.instance} came to {header['kind']} after its deadline"
            print(f"saybus: {reason}: {header['id']}", file=sys.stderr)
            self._end(message, reason)

    def unreadable(self, message: Message, why: object) -> None:
        """Counts a message whose body is not as its kind says. If it is tracked, and ours to answer, it is refused: its
        publisher is to blame. An exception of our own function is not: see `handling`.

        While another stage of our role is here, which may be able to read it, it is refused only if nobody has taken it
        for two seconds: its publisher then sends it again. The command of another app is not refused.
        """
        header = message.header
        fault = f"{header['kind']}: {why!r}" if isinstance(why, Exception) else f"{header['kind']}: {why}"
        self.malformed(f"{fault}, of {header['source']}")
        if TAKERS.get(header["kind"]) != self.role or self._is_mine(header) or self.stopping:
            return
        app = message.body.get("app") if is_object(message.body) else None
        if header["kind"] == "command.invoked" and isinstance(app, str) and self._apps and app not in self._apps:
            self._handled.pop(header["id"], None)  # That app may be able to read it.
            return
        first = self._spared.setdefault(header["id"], steady_seconds())
        if len(self._spared) > REMEMBERED:
            self._spared.popitem(last=False)
        others = [name for name, (_, state) in self._present.items() if name.startswith(f"{self.role}/")
                  and state == "ready" and name != f"{self.role}/{self.instance}"]
        if others and steady_seconds() - first < SPARE:
            self._handled.pop(header["id"], None)
            return
        self.refuse(message, f"{header['source']} published a message that cannot be read: {fault}")

    def refuse(self, message: Message, reason: str) -> None:
        """Answers a tracked message that is not processed: the receipt with a problem is for its publisher, what follows
        for those who wait for the outcome."""
        header, reason = message.header, legible(reason)
        self._handled.pop(header["id"], None)  # Who has missed the refusal sends it again, and gets the same answer.
        self.publish("receipt", {"of": header["kind"], "problem": reason}, answering=message)
        self._end(message, reason)

    def _end(self, message: Message, reason: str) -> None:
        """Says to those who wait for the outcome of a tracked message that it has failed."""
        header = message.header
        kind = header["kind"]
        if kind == "audio.sequence":
            self.publish("audio.playback", {"sequence": header["id"], "state": "skipped", "positionMs": 0,
                                            "reason": reason}, answering=message)
        elif kind == "command.invoked":
            self.publish("command.response", {"isTerminal": True, "problem": reason}, answering=message)
        elif kind not in ("listen.request", "mqtt.publish"):
            self._end_turn(message, "failed", reason)

    def _end_turn(self, message: Message, outcome: str, reason: str) -> None:
        """Ends the turn of a message in words. A turn has one end: one that we have published is said again."""
        turn = message.header.get("turn")
        former = [(h, b) for _, h, b in self._reports if turn and (h["kind"], h.get("turn")) == ("turn.ended", turn)]
        if former:
            self._again(*former[-1])
        else:
            self.publish("turn.ended", {"outcome": outcome, "timings": {}, "reason": reason}, answering=message)

    def malformed(self, why: object) -> None:
        """Counts a message that is not as its kind says: it is not answered."""
        self.counters["malformed"] += 1
        if self.counters["malformed"].bit_count() == 1:  # 1, 2, 4, 8, …: a flood of garbage must not flood the log.
            reason = printable(str(why))  # It quotes what was received: nothing that a terminal obeys.
            print(f"saybus: malformed message: {reason} ({self.counters['malformed']} so far)", file=sys.stderr)

    def is_gone(self, source: str) -> bool:
        """Whether a program, such as `dispatch/kitchen`, has said that it has ended, or the broker that it is lost."""
        return self._present.get(source, (0, ""))[1] in GONE

    def ready(self, state: str = "ready", **status: Any) -> None:
        """Publishes `stage.status` with `engine`, `problem`, `catalogRevision`, … as given, at once and then once a
        second while it receives; the first time it also prints the line by which programs say that they are at work."""
        self._use()
        is_first = not self._status or self._status["state"] == "starting"
        if state == "ready" and is_first:
            took = int((steady_seconds() - self._started) * 1000)
            print(f"ready role={self.role} instance={self.instance} after={took}ms", file=sys.stderr, flush=True)
        was_lost = is_first and 0 < self._beat < steady_seconds() - LOST + 1
        self._status = {"role": self.role, "instance": self.instance, "pid": os.getpid(), **status, "state": state}
        self._beat = 0
        self.tick()
        for header, data in list(self._retained.values()) if was_lost else ():
            if header["kind"] == "catalog":  # Dispatchers have left the app to another instance.
                self._again(header, data)

    def update(self, **status: Any) -> None:
        """Changes what the status shows, such as `catalogRevision`, and publishes it."""
        if self._status:
            self.ready(**{**{k: v for k, v in self._status.items() if k not in ("role", "instance", "pid")}, **status})

    def tick(self) -> float:
        """Beats, and sends again, if it is time; returns in how many seconds it will be."""
        self._use()
        clock = steady_seconds()
        if self._status and clock >= self._beat:
            self._tell_of_silence()
            self._beaten = clock
            self._beat, uptime = clock + 1, int((clock - self._started) * 1000)
            status = {**self._status, "uptimeMs": uptime, "counters": self.counters, **self._clock_status()}
            if session := self._only_session():
                status.setdefault("session", session)  # Else an instance on standby for all sessions would give way.
            problem = self._problem or next(reversed(self._unusable.values()), "")
            if problem and not self._status.get("problem"):
                status["problem"] = problem
            self.publish("stage.status", status)
        if self._barrier and clock >= self._probe:
            session = self._barrier.split(b"/")[2].decode()
            self._attempt, self._probe = self._attempt + 1, clock + min(0.5, 0.02 * (self._attempt + 1))
            self._measure(self._attempt - 1, session)
        if steady() >= self._clock.due and self._proven:
            self._measure(0, self._proven)
        unread_until = self._unread_until(clock)
        if clock >= max(self._roll_call, unread_until):
            self._roll_call = math.inf
            for name in self._missing:  # The new broker has never heard of it, and so never says that it is lost.
                self._present[name] = (0, "lost")
                for kept in self._outbox.values():
                    if kept.holder and kept.holder[0] == name:
                        kept.released()
        if clock >= self._reports_due:
            turns, self._turns_asked = self._turns_asked, set()
            self._reports_due, self._reported = math.inf, clock
            self._report(turns)
        for id, kept in list(self._outbox.items()):
            if clock >= max(kept.expires, unread_until):
                self._give_up(id)
            elif clock >= kept.due:
                kept.delay *= 2
                kept.due = clock + kept.delay
                self._again(kept.header, kept.body)
        dues = [min(kept.due, max(kept.expires, unread_until)) for kept in self._outbox.values()]
        dues += [max(self._roll_call, unread_until), self._behind_until, self._reports_due]
        dues += [self._beat] if self._status else []
        dues += [clock + (self._clock.due - steady()) / 1e6] if self._proven and self._clock.due < math.inf else []
        return max(0, min(dues + ([self._probe] if self._barrier else []), default=clock + 60) - clock)

    def _unread_until(self, clock: float) -> float:
        """Until when nothing counts as unanswered: when nothing was read for a while, as during long work without
        `bus.work`, what is missing may have come. It is read first, for a second at most."""
        if not self._is_reading:
            self._unread = clock
        elif self._unread == math.inf:
            self._unread = clock if clock - self._read_at > STANDSTILL else math.inf
        elif clock - self._unread >= CATCH_UP:
            self._unread = math.inf if self._read_at > self._unread else clock
        return 0 if self._unread == math.inf else self._unread + CATCH_UP

    def _clock_status(self) -> dict[str, Any]:
        """What our status says about our clock: a second or more is a problem, though messages are not affected."""
        if (skew := self._clock.skew()) is None:
            return {}
        side = "ahead of" if skew > 0 else "behind"
        sentence = f"the clock of its machine is {(abs(skew) + 500) // 1000} s {side} the broker's: set it, for example by NTP"
        is_problem = abs(skew) >= 1000 and not (self._status or {}).get("problem")
        return {"clockSkewMs": skew, **({"problem": sentence} if is_problem else {})}

    def _measure(self, attempt: int, session: str) -> str:
        """Sends a barrier, whose return also tells the broker's time."""
        id = uuid7()
        self._clock.sending(id)
        return self.publish("barrier", {"attempt": attempt}, session=session, id=id)

    def receive(self, timeout: float = math.inf) -> Message | None:
        """The next message of the kinds subscribed to; None after `timeout` seconds, or when told to stop."""
        self._use()
        end = steady_seconds() + timeout
        while not self.stopping:
            if message := self._next_early():
                return message
            left = end - steady_seconds()
            if message := self._wait(max(0, left)):
                return message
            if left <= 0:
                return None
        return None

    def poll(self, timeout: float) -> Message | None:
        """The next message that has come or comes in `timeout` seconds; None also when it was woken before."""
        self._use()
        return self._next_early() or self._wait(timeout)

    def _next_early(self) -> Message | None:
        while self._early:
            if not self.is_late(message := self._early.popleft()):
                return message
            self.overdue(message)
        return None

    def rest(self, timeout: float) -> None:
        """Waits, and beats, without giving a message to the program: what comes waits. What answers us counts at once."""
        self._use()
        before = self._is_resting, self._is_reading  # A job of another thread may rest, too.
        self._is_resting, self._is_reading = True, before[1] and len(self._early) < WAITING
        stops = before[1] and not self._is_reading
        if stops:
            self._poller.unregister(self._subscriber)
        try:
            if message := self._wait(timeout):
                self._early.append(message)
        finally:
            if stops:
                self._poller.register(self._subscriber, zmq.POLLIN)
            self._is_resting, self._is_reading = before

    def wake(self) -> None:
        """Ends a wait of the bus's thread, from any thread."""
        try:
            self._waker.send(b"w")
        except (BlockingIOError, OSError):
            pass  # It is awake, or closed.

    def call(self, job: Callable[[Bus], Result]) -> Result:
        """Calls a function with the bus, on the bus's thread, from any thread, and returns its result. It waits until the
        bus does: `bus.call(lambda bus: bus.publish(kind, body, answering=message))`."""
        self._refuse_forked()
        owner = self._owner
        if owner in (None, threading.current_thread()) or not (self._is_closed or owner.is_alive()):
            return job(self)  # A thread that has ended does no more jobs.
        future: Future[Result] = Future()
        with self._jobs_lock:
            if self._is_closed:
                raise RuntimeError("the bus is closed")
            self._jobs.append((job, future))
        self.wake()
        return future.result()

    def _refuse_forked(self) -> None:
        """Refuses a forked process, which has none of libzmq's threads: what it sends would never leave."""
        if os.getpid() != self._process:
            raise RuntimeError(f"the bus {self.role}/{self.instance} belongs to the process {self._process}, which forked this "
                               "one: open a Bus of its own here, or start the process with multiprocessing's \"spawn\"")

    def _use(self) -> None:
        """Refuses other threads than that of the bus: the sockets of two would spoil each other. A thread that has ended
        leaves the bus to the next one."""
        self._refuse_forked()
        thread = threading.current_thread()
        if self._owner is not thread:
            if self._owner and self._owner.is_alive():
                raise RuntimeError(f"the bus {self.role}/{self.instance} belongs to the thread {self._owner.name}: from "
                                   f"{thread.name}, write bus.call(lambda bus: bus.publish(…)), which any thread may call")
            self._owner = thread

    def _do_jobs(self) -> None:
        """Does what other threads want of the bus."""
        while self._jobs:
            job, future = self._jobs.popleft()
            try:
                future.set_result(job(self))
            except BaseException as error:
                future.set_exception(error)
                if not isinstance(error, Exception):  # The program is told to end.
                    raise

    def work(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Calls a function that may take long in another thread, beats meanwhile, and returns its result.

        The function uses the bus by `call` only. Messages that come meanwhile are received after it.
        """
        outcome: Future[Result] = Future()

        def call() -> None:
            try:
                outcome.set_result(function(*arguments))
            except BaseException as error:
                outcome.set_exception(error)
            self.wake()

        threading.Thread(target=call, name="saybus-work", daemon=True).start()
        while not outcome.done():
            self.rest(1)
        return outcome.result()

    def __iter__(self) -> Iterator[Message]:
        while message := self.receive():
            yield message

    def close(self) -> None:
        """Withdraws its catalogs, says `stopped` if it has said `ready`, and leaves within a second. Does nothing in a
        forked process: the bus is its parent's."""
        if os.getpid() != self._process:
            return
        self._use()
        if not self._publisher.closed:
            self._do_jobs()
        with self._jobs_lock:
            self._is_closed = True
        while self._jobs:
            self._jobs.popleft()[1].set_exception(RuntimeError("the bus is closed"))
        if not self._publisher.closed:
            self._withdraw()
        if self._status and not self._publisher.closed:
            self.update(state="stopped")
        for channel in (self._publisher, self._subscriber):
            if not channel.closed:
                channel.disable_monitor()
        self._context.destroy(linger=1000)
        if self._directory:
            self._directory.close()
            self._directory = None
        self._awake.close()
        self._waker.close()

    def _withdraw(self) -> None:
        """Publishes each catalog that still has commands without them: what this program understood is not said to it."""
        for header, data in list(self._retained.values()):
            if header["kind"] != "catalog" or not (body := json.loads(data)).get("commands"):
                continue
            gone = {"app": body["app"], "language": body["language"], "revision": f"{body['app']}@gone",
                    "commands": list[Any]()}
            self.publish("catalog", gone, session=header["session"])

    def __enter__(self) -> Bus:
        if threading.current_thread() is threading.main_thread():
            self._former_waker = signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
            for number in ending_signals():
                self._former[number] = signal.signal(number, self._stop)
            # What is not done by then is left.
            self._former[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._leave)
        return self

    def __exit__(self, *_: object) -> None:
        if threading.current_thread() is threading.main_thread():
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.set_wakeup_fd(self._former_waker)
        try:
            self.close()
        finally:
            self._restore()

    def _restore(self) -> None:
        """Gives the signals back to the program, which may go on without the bus."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGALRM):
            if number == signal.SIGALRM and self._former:  # A signal may have come while the bus was closed.
                signal.setitimer(signal.ITIMER_REAL, 0)
            if number in self._former:  # None is a handler that Python has not set, and cannot set again.
                signal.signal(number, self._former.pop(number) or signal.SIG_DFL)

    def _stop(self, *_: object) -> None:
        """The handler of SIGTERM, SIGINT and SIGHUP: the message in hand is finished, and no other is taken."""
        self.stopping = True
        signal.setitimer(signal.ITIMER_REAL, DRAIN)

    @staticmethod
    def _leave(*_: object) -> NoReturn:
        """The handler of the timer that SIGTERM starts."""
        sys.exit(0)

    @property
    def _url(self) -> str:
        return self._urls[0].removesuffix("/publish")

    def _prove(self) -> None:
        """Begins a barrier: subscribes, last of all, to a topic of its own, and sends on it until that comes back."""
        if self._barrier:
            self._subscriber.unsubscribe(self._barrier)
        self._unprove()
        self._barrier = topic("barrier", f"{self.role}.{self.instance}"[:40] + f".{self.run}.{self._generation}")
        self._subscriber.subscribe(self._barrier)
        self._generation, self._attempt, self._probe = self._generation + 1, 0, 0.0

    def _proved(self) -> None:
        """The barrier has come back: all that was subscribed before it stands."""
        self._unprove()
        assert self._barrier is not None
        self._proven = self._barrier.split(b"/")[2].decode()  # Its topic stays, for measurements of the clock.
        self._barrier, self._has_joined, self._refusal = None, True, ""
        if self._rejoining:
            self._rejoining, self._problem = False, ""
            print("saybus: the bus is back", file=sys.stderr)
            for header, body in self._retained.values():
                self._send(header, body)
            self._report()
            self.publish("barrier", {"attempt": 0}, session="rejoined")  # Who has come back sooner says its reports again.
            for kept in [kept for kept in self._outbox.values() if not kept.holder and not kept.begun]:
                self._again(kept.header, kept.body)
            self._missing = {name for name, (_, state) in self._present.items() if state not in GONE}
            self._roll_call = steady_seconds() + ROLL_CALL if self._missing else math.inf

    def _unprove(self) -> None:
        if self._proven:
            self._subscriber.unsubscribe(topic("barrier", self._proven))
        self._proven = ""

    def _ask_for_reports(self, turns: object) -> None:
        """Somebody is back on the bus, or asks for the ends of turns. Anybody may ask, and all get the answer: who asks soon
        after one has the next one together."""
        if is_list(turns):
            names = (turn.lower() for turn in turns if isinstance(turn, str))
            self._turns_asked.update(islice(names, MOST_TURNS - len(self._turns_asked)))
        self._reports_due = min(self._reports_due, max(steady_seconds(), self._reported + REPORT_PAUSE))

    def _report(self, ended: Collection[str] = ()) -> None:
        """Says the latest reports again, and the ends of these turns however long ago they were."""
        questions = {asked(body): header["id"] for _, header, body in self._reports if header["kind"] == "voice.request"}
        newest = set(questions.values())
        for at, header, body in list(self._reports):
            age = steady_seconds() - at
            is_wanted = header["kind"] == "turn.ended" and header.get("turn") in ended
            is_late = age >= (QUESTION_TIME if header["id"] in newest else REPORT_TIME)
            if is_wanted or (not is_late and (header["kind"] != "voice.request" or header["id"] in newest)):
                self._again(header, body)

    def _wait(self, timeout: float) -> Message | None:
        """Waits for one message, event or signal, or until it is time to beat or to send again."""
        wait = min(self.tick(), timeout, max(0, min(self._dues) - steady_seconds()))
        if steady_seconds() >= self._behind_until:  # The barrier is late: what is held goes on.
            self._caught_up()
            return None
        if steady_seconds() >= self._dues[0]:
            self._connect_again(self._publisher)
        if steady_seconds() >= self._dues[1] and not self._subscriber.poll(0):  # All of the lost connection is read.
            self._pause = min(2 * self._pause, PAUSES[1])
            self._dues[1] = steady_seconds() + self._pause  # In case that the directory is refused now.
            if self._directory:
                self._directory.refresh()
            self._connect_again(self._subscriber)
        came = dict(self._poller.poll(math.ceil(wait * 1000)))
        if self._is_reading:
            self._read_at = steady_seconds()
            if self._subscriber not in came:
                self._unread = math.inf  # All is read.
        if self._awake.fileno() in came:
            self._awake.recv(4096)
            if self._jobs:
                self._do_jobs()
                came = dict(self._poller.poll(0))  # A job, such as `connect`, may have read what had come.
            if self.stopping and self._status and self._status["state"] == "ready":
                self.update(state="draining")
        for monitor in self._links.keys() & came.keys():
            event = recv_monitor_message(monitor)["event"]
            side = list(self._links).index(monitor)
            is_subscriber = side == 1
            if event in (zmq.EVENT_DISCONNECTED, zmq.EVENT_CONNECT_RETRIED) and is_subscriber:
                self._dues[side] = max(steady_seconds() + self._pause, self._barred)
            if event == zmq.EVENT_CONNECT_RETRIED:
                continue
            if event not in (zmq.EVENT_HANDSHAKE_SUCCEEDED, zmq.EVENT_DISCONNECTED):
                self._shut_out(event)
                self._dues[side] = self._barred = steady_seconds() + BARRED  # libzmq gives up what was refused.
                continue
            is_up = event == zmq.EVENT_HANDSHAKE_SUCCEEDED
            self._rejoining = self._rejoining or self._links[monitor] is True and not is_up
            self._links[monitor] = is_up
            if is_up:
                self._dues[side] = math.inf
            if is_up and is_subscriber:
                self._pause = PAUSES[0]
                if self._barrier:  # The new connection has told the subscriptions in no certain order:
                    self._prove()  # what proves them comes after.
            if self._rejoining and all(self._links.values()):
                self._prove()
            if not is_up:
                self._roll_call = math.inf
                self._denied.clear()  # The broker says again what it refuses.
        return self._take(self._subscriber.recv_multipart()) if self._subscriber in came else None

    def _connect_again(self, channel: zmq.Socket[bytes]) -> None:
        side = 0 if channel is self._publisher else 1
        try:
            channel.disconnect(self._endpoints[side])
        except zmq.ZMQError as error:
            if error.errno != errno.ENOENT:  # libzmq has given the connection up by itself.
                raise
        channel.connect(self._endpoints[side])
        self._dues[side] = math.inf

    def _shut_out(self, event: int) -> None:
        """The broker refuses the connection: at the start that is an error; later its policy may have us again."""
        what = "does not know our key, or uses none" if self._has_keys else "wants a key: set SAYBUS_KEY"
        if event == zmq.EVENT_HANDSHAKE_FAILED_AUTH and not self._has_keys:
            what = f"does not have our user in its policy (unix: {os.geteuid()})"
        if not self._has_joined:
            raise BusError(f"the broker at {self._url} does not let us in: it {what}")
        reason = f"the broker at {self._url} no longer lets us in: it {what}"
        if reason != self._refusal:  # Once, not with each attempt.
            print(f"saybus: {reason}; trying again until it does", file=sys.stderr)
        self._refusal = reason

    def _refused(self, header: dict[str, Any], body: dict[str, Any]) -> None:
        """The broker refuses something to our key: it concerns us if we have asked for it, or said it."""
        problem, subject = legible(body["reason"]), body["subject"]
        reason = printable(problem)  # Nothing that a terminal obeys.
        mine = (body.get("source") == f"{self.role}/{self.instance}" if body["direction"] == "publish"
                else subject.encode(errors="replace") in self._asked)
        causes: list[str] = header.get("causes", []) if body["direction"] == "publish" else []
        for cause in causes:
            if (kept := self._outbox.get(cause)) and not kept.holder:
                self._give_up(cause, reason)
        if not mine or reason in self._denied:
            return
        print(f"saybus: {reason}", file=sys.stderr)
        if not body["isPartial"]:
            self.counters["refused"] += 1
            if problem != self._problem:
                self._problem, self._beat = problem, 0
            if body["direction"] == "subscribe" or subject == "barrier":
                self._denied.add(reason)

    def _is_mine(self, header: dict[str, Any]) -> bool:
        return bool(header["source"] == f"{self.role}/{self.instance}")

    def _number(self, header: dict[str, Any]) -> dict[str, Any]:
        name = topic(header["kind"], header["session"])
        number = self._sequence.pop(name, 0)
        self._sequence[name] = number + 1
        if len(self._sequence) > NUMBERED:
            self._sequence.popitem(last=False)  # It begins at 0 again, which receivers take for a repetition.
        self.counters["published"] += 1
        return {**header, "seq": number, "at": self.now()}

    def _send(self, header: dict[str, Any], body: bytes) -> None:
        name = topic(header["kind"], header["session"])
        self._publisher.send_multipart([name, json.dumps(header).encode(), body])

    def _again(self, header: dict[str, Any], body: bytes) -> None:
        """Sends a message again as it was, number included: who had it leaves it alone."""
        self.counters["retried"] += 1
        self._send(header, body)

    def _give_up(self, id: str, refusal: str | None = None) -> None:
        """Lets go of a message; its turn, if it has one, ends in words, unless another program ends it: the publisher of
        the intent, the dispatcher whose command has begun, or one of another role, which works for a site elsewhere."""
        kept = self._outbox.pop(id)
        header, role = kept.header, TAKERS[kept.header["kind"]]
        reason = refusal or f"no {role} stage took {header['kind']} in time"
        if kept.holder:
            if kept.holder[0].split("/")[0] != role or kept.begun or kept.rule == "again" and kept.answered:
                return
            failing = "the turn did not end within an hour" if kept.answered else f"it did not answer it within {PLEDGED} s"
            reason = f"{kept.holder[0]} took {header['kind']}, and {failing}"
        elif kept.begun:
            reason = (f"the {role} stage that took {header['kind']} was lost before the turn had ended: what was asked "
                      "for may have been done, and is not done again")
        print(f"saybus: {reason}: {id}", file=sys.stderr)
        outcome = "failed" if refusal or kept.begun or kept.holder else "expired"
        self._end_turn(Message(header, None, None), outcome, reason)

    def _refused_by(self, header: dict[str, Any], problem: str) -> None:
        """A receiver refuses messages of ours: they are not sent again. Our status shows why, so nothing in it may keep
        the status from being published."""
        problem = legible(problem)
        refused = [id for id in header.get("causes", []) if id in self._outbox and self._outbox[id].fits(header)]
        if not refused:
            return
        for id in set(refused):
            del self._outbox[id]
        self.counters["refused"] += 1
        self._problem, self._beat = problem, 0
        if self.counters["refused"].bit_count() == 1:  # 1, 2, 4, 8, …: a flood must not flood the log.
            print(f"saybus: refused by {header['source']}: {printable(problem)} ({self.counters['refused']} so far)",
                  file=sys.stderr)

    def _answered(self, header: dict[str, Any]) -> None:
        """Lets go of what a message answers; what is kept until its turn has ended rests with the answer's publisher."""
        kind, turn = header["kind"], header.get("turn")
        if turn and kind in ("turn.ended", "command.invoked"):
            for id, kept in list(self._outbox.items()):  # A command under way is in the dispatcher's hands.
                over = kept.rule if kind == "turn.ended" else kept.rule == "again" and kept.holder
                if kept.header.get("turn") == turn and over:
                    del self._outbox[id]
            turns = self._ended if kind == "turn.ended" else self._invoked
            turns[turn] = None
            if len(turns) > REMEMBERED:
                turns.popitem(last=False)
        for cause in header.get("causes", []):
            if (waiting := self._outbox.get(cause)) and waiting.fits(header):
                if waiting.rule and waiting.header["turn"] not in self._ended:
                    waiting.taken(header)
                else:
                    del self._outbox[cause]

    def _is_over(self, message: Message) -> bool:
        """Whether the turn of what we would answer goes on without us, or has ended. An app is told nevertheless that
        nobody answers its question."""
        turn, kind = message.header.get("turn"), message.header["kind"]
        if kind not in LAPSING or TAKERS[kind] != self.role:
            return False
        answer = message.body.get("answer") if is_object(message.body) else None
        if is_object(answer) and answer.get("outcome") != "given":
            return False
        return turn in self._ended or kind == "speech.transcript" and turn in self._invoked

    def _in_order(self, message: Message) -> Message | None:
        """The message, unless we are behind: after a standstill, or long work, another stage may have answered what waited.
        What came after it is read first, up to a barrier of our own, and decides whether it `is_late`."""
        kind, stamp = message.header["kind"], message.stamp
        if (not self._behind and self._proven and kind in LAPSING and TAKERS[kind] == self.role
                and stamp and self._clock.now() - stamp["at"] > BEHIND):
            self._behind, self._behind_until = self._measure(0, self._proven), steady_seconds() + CATCH_UP
        if not self._behind:
            return message
        self._held.append(message)
        if len(self._held) == REMEMBERED:
            self._caught_up()
        return None

    def _caught_up(self) -> None:
        self._early.extend(self._held)
        self._held.clear()
        self._behind, self._behind_until = "", math.inf

    def _is_for_another(self, message: Message) -> bool:
        """Whether a command is for another program of the same app, as while one replaces the other."""
        if (message.header["kind"], self.role) != ("command.invoked", "app") or not is_object(message.body):
            return False
        owner = message.body.get("owner")
        return isinstance(owner, str) and owner != f"{self.role}/{self.instance}"

    def _take(self, frames: list[bytes]) -> Message | None:
        if len(frames) == 1 and frames[0][:1] == b"\0":
            # With a subscription to everything, the markers come that the broker sends into queues.
            return None
        try:
            message = parse(frames)
        except (ValueError, RecursionError) as error:
            self.malformed(error)
            return None
        if message.stamp and not message.header.get("retain"):
            if message.header["run"] == self.run and message.header["kind"] == "barrier":
                self._clock.returned(message.header["id"], message.stamp["at"])
            self._clock.received(message.stamp["at"])
        if self._barrier and frames[0] == self._barrier:
            self._proved()
            return None
        header, stream = message.header, (message.header["source"], message.header["run"], frames[0])
        if header["kind"] == "catalog":
            wrong = violations("catalog", message.body)
            if not wrong and len(message.body["revision"].encode(errors="replace")) > LONGEST_REVISION:
                wrong = [f"/revision: expected {LONGEST_REVISION} bytes at most"]  # Each intent and status repeats it.
            fault = "is not as its schema says: " + "; ".join(wrong)
        else:
            wrong = misshapen(message.body, BODIES.get(header["kind"], {}))
            fault = (f"lacks {', '.join(wrong)}, or has another type or range there" if is_object(message.body)
                     else "the body is no JSON object")
        if wrong and header["kind"] not in TAKERS:
            self._count_lost(message, stream)
            if header["kind"] == "catalog" and "catalog" in self.kinds:
                self._cannot_use(header, legible(f"the catalog of {header['source']} {fault}"))
            self.malformed(f"{header['kind']} of {header['source']} {fault}")
            return None
        if frames[0] == self._refusals:
            self._refused(header, message.body)
            return None
        if header["kind"] == "barrier":  # An echo of an earlier one, or somebody has come back.
            if header["id"] == self._behind:
                self._caught_up()
            if frames[0] == REJOINED and header["run"] != self.run:
                self._ask_for_reports(message.body.get("turns") if is_object(message.body) else None)
            return None
        self._count_lost(message, stream)
        deadline = self._deadline(header)
        is_stale = self._clock.is_late(deadline)
        # The end of a turn has the turn's id, which a publisher may have given to the turn's first message as well.
        id = "end " + header["id"] if header["kind"] == "turn.ended" else header["id"]
        is_state = header.get("retain") and header["kind"] not in TAKERS and header["kind"] not in REPORTS
        repeated = id in self._handled and not is_state
        if not is_stale:
            self._handled.setdefault(id, OPEN)
        if len(self._handled) > REMEMBERED:
            self._handled.popitem(last=False)
        if header["kind"] == "receipt" and is_object(message.body):
            if isinstance(problem := message.body.get("problem"), str):
                self._refused_by(header, problem)
        # An intent that came to the broker after its deadline answers nothing, since nobody acts on it.
        is_useless = is_stale and header["kind"] in TRACKED and (
            not message.stamp or message.stamp["at"] > deadline)
        if not is_useless:
            self._answered(header)
        if header["kind"] == "stage.status":
            self._note(header, message.body)
            self._compare_clocks(message)
        if header["kind"] == "catalog":
            self._unusable.pop(header["source"], None)
        if header["kind"] not in self.kinds:
            return None  # An answer: it was for the outbox.
        if self._is_for_another(message):
            self.decline(message)
            return None
        if header["kind"] in SOUND and header.get("turn") in self._failed:
            return None
        self.counters["received"] += 1
        if is_stale:
            self.counters["stale"] += 1
        elif repeated:
            self.counters["repeated"] += 1
            # What is held may be somebody else's. Otherwise its publisher has missed our answer: or it would come again and
            # again.
            # While the program works, it may not have seen it, and may still decline it.
            is_held = bool(self._behind) or self._is_resting
            if TAKERS.get(header["kind"]) == self.role and not self.stopping and not is_held:
                state = self._handled[header["id"]]
                self.receipt(message)
                self._handled[header["id"]] = max(state, PROMISED)  # It is no word of the program's own.
        elif self._is_over(message):
            self.counters["stale"] += 1
        elif wrong:
            self.unreadable(message, fault)
        else:
            return self._in_order(message)
        return None

    def _count_lost(self, message: Message, stream: tuple[str, int, bytes]) -> None:
        """Counts the numbers missing before a message. The broker keeps only the newest retained message of each owner:
        between what it has kept, and before what follows, numbers are missing without a loss."""
        number, stamp = message.header["seq"], message.stamp
        is_kept = bool(message.header.get("retain") and stamp and self._clock.now() - stamp["at"] > STORED)
        expected, were_kept = self._expected.pop(stream, (number, True))
        if abs(number - expected) > FARTHEST:  # Of another count, or of a stranger: it shows no loss.
            expected, were_kept = number, True
        if not is_kept and not were_kept:
            self.counters["lost"] = min(MAXIMUM_NUMBER, self.counters["lost"] + max(0, number - expected))
        self._expected[stream] = (expected, were_kept) if number < expected else (number + 1, is_kept and were_kept)
        if len(self._expected) > REMEMBERED:
            self._expected.popitem(last=False)

    def _cannot_use(self, header: dict[str, Any], problem: str) -> None:
        """Shows in the status that a catalog cannot be used, until its publisher has another one or is gone."""
        self._beat = self._beat if self._unusable else 0  # Further ones wait for the next beat.
        self._unusable[header["source"]] = problem
        if len(self._unusable) > MOST_CATALOGS:
            self._unusable.popitem(last=False)

    def _meet_namesake(self, header: dict[str, Any], state: str) -> None:
        """Another program has our name. For everybody else it is one program, which is gone, with all that it published,
        when either of them says so."""
        if state in GONE:
            self._stand_again()
        elif state != "draining":
            run, number, count = self._namesake
            if run != header["run"]:
                number, count = -1, 0
            if header["seq"] > number:  # What the broker has kept comes with each subscription.
                self._namesake = header["run"], header["seq"], count + 1
                if count + 1 == NAMESAKE:
                    print(f"saybus: two programs publish as {header['source']}: start one of them with another --instance",
                          file=sys.stderr)

    def _stand_again(self) -> None:
        """Publishes our status and what else is retained anew."""
        if not self._status or self.stopping:
            return
        self._beat = 0
        self.tick()
        for name, (header, data) in list(self._retained.items()):
            if header["kind"] != "stage.status":
                header = self._number({**header, "id": uuid7()})
                self._retained[name] = header, data
                self._send(header, data)

    def _compare_clocks(self, message: Message) -> None:
        """A stage that does not say how far its clock is ahead has the times of its own clock in its messages."""
        header, source = message.header, message.header["source"]
        self._skews.pop(source, None)
        skew = header["at"] - message.stamp["at"] if message.stamp else 0
        if message.body.get("clockSkewMs") is None and abs(skew) in OWN_CLOCK:
            self._skews[source] = skew
            if len(self._skews) > REMEMBERED:
                self._skews.popitem(last=False)

    def _note(self, header: dict[str, Any], status: Any) -> None:
        """A stage has come: what waits for its role is sent to it at once."""
        name, state = f"{status['role']}/{status['instance']}", (header["run"], status["state"])
        self._missing.discard(name)
        for kept in self._outbox.values():
            if kept.is_left(name, header, status):
                kept.released()
        if header["source"] == name == f"{self.role}/{self.instance}" and header["run"] != self.run:
            self._meet_namesake(header, state[1])
        if self._is_former(name, header, status):
            return
        if state[1] in GONE:
            self._unusable.pop(name, None)
        if state[1] == "ready" and self._present.get(name) != state:
            for kept in list(self._outbox.values()):
                if TAKERS[kept.header["kind"]] == status["role"] and not kept.holder and not kept.begun:
                    self._again(kept.header, kept.body)
        self._present[name] = state
        self._starts[name] = header["at"] - status["uptimeMs"] * 1000, header["at"]
        self._present.move_to_end(name)
        if len(self._present) > REMEMBERED:
            self._starts.pop(self._present.popitem(last=False)[0], None)

    def _is_former(self, name: str, header: dict[str, Any], status: Any) -> bool:
        """Whether a status is of a start that another one of its name has replaced, which has shown itself just now."""
        (run, state), (began, shown) = self._present.get(name, (0, "lost")), self._starts.get(name, (0, 0))
        is_shown = run != header["run"] and state not in GONE and 0 <= header["at"] - shown <= LOST * 1_000_000
        return is_shown and header["at"] - status["uptimeMs"] * 1000 < began
