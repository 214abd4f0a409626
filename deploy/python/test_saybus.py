"""Tests of the bus in Python and transcriber.py against a small broker of their own: libzmq's two sockets and a stamp."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
from collections.abc import Callable
from uuid import UUID

import zmq

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import saybus
from saybus import Bus, BusError, Message

BROKER = pathlib.Path(__file__).parents[2] / ".build/debug/saybus-broker"
SECONDS = 10  # The longest wait for anything that must come; what comes ends the wait.


class Broker:
    """Passes messages on, stamped, and keeps the newest retained ones. `refuse` holds back kinds that it names."""

    def __init__(self, directory: str) -> None:
        self.url, self.refuse, self.offset = f"ipc://{directory}", set[str](), 0
        self.retained: dict[bytes, list[bytes]] = {}
        self._context = zmq.Context()
        self._inner, self._outer = self._context.socket(zmq.XSUB), self._context.socket(zmq.XPUB)
        self._stop, self._stopped = self._context.socket(zmq.PAIR), self._context.socket(zmq.PAIR)
        self._outer.setsockopt(zmq.XPUB_VERBOSE, 1)
        self._stopped.bind("inproc://stop")
        self._stop.connect("inproc://stop")
        self._inner.bind(f"{self.url}/publish")
        self._outer.bind(f"{self.url}/subscribe")
        self._inner.send(b"\x01")
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        poller = zmq.Poller()
        for socket in (self._inner, self._outer, self._stopped):
            poller.register(socket, zmq.POLLIN)
        while True:
            ready = dict(poller.poll())
            if self._stopped in ready:
                return
            if self._outer in ready:
                subscription = self._outer.recv()
                if subscription[:1] == b"\x01":
                    for topic, frames in self.retained.items():
                        if topic.startswith(subscription[1:]):
                            self._outer.send_multipart(frames)
            if self._inner in ready:
                frames = self._inner.recv_multipart()
                kind = frames[0].split(b"/")[0].decode()
                if kind in self.refuse:
                    self.refuse.discard(kind)
                    continue
                self.offset += 1
                if len(frames) == 3:
                    frames.append(json.dumps({"offset": self.offset, "epoch": 1, "at": saybus.now()}).encode())
                if b'"retain": true' in b"".join(frames[1:2]):
                    self.retained[frames[0]] = frames
                self._outer.send_multipart(frames)

    def close(self) -> None:
        if self._context.closed:
            return
        self._stop.send(b"")
        self._thread.join()
        self._context.destroy(linger=0)


class BusTests(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory(prefix="saybus test ")
        self.addCleanup(directory.cleanup)
        self.broker = Broker(directory.name)
        self.addCleanup(self.broker.close)

    def bus(self, role: str, *kinds: str, instance: str = "one", **options: str) -> Bus:
        bus = Bus(role, instance, url=self.broker.url, **options)
        bus.checks = False  # Some tests send what is wrong; test_package.py tests the checks.
        self.addCleanup(bus.close)
        bus.connect(*kinds, timeout=SECONDS)
        return bus

    def next(self, bus: Bus) -> Message:
        message = bus.receive(SECONDS)
        self.assertIsNotNone(message, "nothing has come")
        return message  # type: ignore[return-value]

    def test_a_message_arrives_with_header_body_and_stamp(self) -> None:
        sender, receiver = self.bus("listen"), self.bus("intent", "speech.partial")
        turn = saybus.uuid7()
        before = saybus.now()
        id = sender.publish("speech.partial", {"text": "zehn Äpfel", "revision": 0}, turn=turn)
        header, body, stamp = self.next(receiver)
        self.assertEqual(body, {"text": "zehn Äpfel", "revision": 0})
        self.assertEqual(header | {"at": 0}, {
            "v": 1, "id": id, "kind": "speech.partial", "session": "default", "turn": turn, "source": "listen/one",
            "run": sender.run, "seq": 0, "at": 0})
        self.assertTrue(before - 100_000 <= header["at"] <= saybus.now() + 100_000)
        self.assertEqual(stamp["epoch"], 1)  # type: ignore[index]

    def test_a_uuid_in_capitals_is_the_same_as_in_small_letters(self) -> None:
        sender, stage = self.bus("ask", "turn.ended"), self.bus("intent", "speech.transcript")
        turn = saybus.uuid7().upper()
        id = sender.publish("speech.transcript", {"text": "on", "confidence": 1, "engine": "x"}, turn=turn)
        heard = self.next(stage)
        self.assertEqual((heard.header["id"], heard.header["turn"]), (id, turn.lower()))
        frames = [saybus.topic("receipt", "default"), json.dumps({
            **heard.header, "id": saybus.uuid7().upper(), "kind": "receipt", "source": "intent/two", "causes": [id.upper()],
            "turn": turn}).encode(), b'{"of": "speech.transcript"}']
        stage._publisher.send_multipart(frames)
        self.until(sender, lambda: sender._outbox[id].holder is not None)

    def test_an_answer_goes_where_the_question_came_from_and_names_it(self) -> None:
        asker = self.bus("listen", "receipt", session="kitchen")
        answerer = self.bus("intent", "speech.partial")
        turn = saybus.uuid7()
        id = asker.publish("speech.partial", {"text": "a", "revision": 0}, turn=turn)
        answerer.receipt(self.next(answerer))
        answer = self.next(asker)
        self.assertEqual(answer.body, {"of": "speech.partial"})
        self.assertEqual(answer.header["causes"], [id])
        self.assertEqual((answer.header["session"], answer.header["turn"]), ("kitchen", turn))

    def test_only_the_wanted_session_arrives(self) -> None:
        receiver = Bus("tap", "one", url=self.broker.url)
        self.addCleanup(receiver.close)
        receiver.connect("speech.partial", session="kitchen", timeout=SECONDS)
        for session in ("default", "kitchen-2", "kitchen"):
            self.bus("listen", session=session).publish("speech.partial", {"text": session, "revision": 0})
        self.assertEqual(self.next(receiver).body["text"], "kitchen")

    def test_what_is_connected_to_later_leaves_the_sessions_of_the_former_kinds_as_they_are(self) -> None:
        receiver = Bus("app", "one", url=self.broker.url)
        self.addCleanup(receiver.close)
        receiver.connect("speech.partial", session="kitchen", timeout=SECONDS)
        receiver.connect("catalog", timeout=SECONDS)
        self.assertEqual(receiver._only_session(), "kitchen")
        receiver.connect("speech.ended", timeout=SECONDS)
        self.assertIsNone(receiver._only_session())
        sender = self.bus("listen")
        for kind, session in (("speech.partial", "hall"), ("speech.ended", "hall"), ("speech.partial", "kitchen")):
            sender.publish(kind, {}, session=session)
        heard = [self.next(receiver).header for _ in range(2)]
        self.assertEqual([(header["kind"], header["session"]) for header in heard],
                         [("speech.ended", "hall"), ("speech.partial", "kitchen")])

    def test_a_stage_of_one_session_says_so_and_knows_the_catalogs_of_all(self) -> None:
        watcher = self.bus("tap", "stage.status", "catalog")
        commands = [{"type": "Go", "patterns": ["go on"]}]
        watcher.publish("catalog", {"app": "a", "language": "en", "revision": "a@1", "commands": commands})
        stage = Bus("intent", "one", url=self.broker.url)
        self.addCleanup(stage.close)
        stage.connect("catalog", "speech.transcript", session="kitchen", timeout=SECONDS)
        self.assertEqual(self.next(stage).body["app"], "a")
        stage.ready()
        # Without it, a recognizer on standby that serves all sessions would give way in all of them.
        while (status := self.next_of(watcher, "stage.status").body)["role"] != "intent":
            pass
        self.assertEqual(status.get("session"), "kitchen")

    def test_the_commands_of_an_app_of_one_session_can_be_said_there_only(self) -> None:
        watcher = self.bus("tap", "catalog")
        app = Bus("app", "one", session="kitchen", url=self.broker.url)
        self.addCleanup(app.close)
        app.connect("command.invoked", session="kitchen", timeout=SECONDS)
        commands = [{"type": "Go", "patterns": ["go on"]}]
        catalog = {"app": "a", "language": "en", "revision": "a@1", "commands": commands}
        app.publish("catalog", catalog)
        self.assertEqual(self.next(watcher).body["scopes"], [{"commands": ["Go"], "sessions": ["kitchen"]}])
        own = [{"commands": ["Go"], "sessions": ["den"]}]
        app.publish("catalog", catalog | {"scopes": own})
        self.assertEqual(self.next(watcher).body["scopes"], own)

    def test_sequence_numbers_count_per_topic_and_a_hole_is_counted_as_lost(self) -> None:
        sender, receiver = self.bus("listen"), self.bus("tap", "speech.partial", "speech.ended")
        seen = []
        for kind, is_lost in (("speech.partial", False), ("speech.ended", False), ("speech.partial", True),
                              ("speech.partial", False), ("speech.ended", False)):
            self.broker.refuse = {kind} if is_lost else set()
            sender.publish(kind, {})
            if is_lost:
                self.wait(lambda: not self.broker.refuse)
            else:
                header = self.next(receiver).header
                seen.append((header["kind"], header["seq"]))
        self.assertEqual(seen, [("speech.partial", 0), ("speech.ended", 0), ("speech.partial", 2), ("speech.ended", 1)])
        self.assertEqual(receiver.counters["lost"], 1)

    def test_a_repeated_message_is_taken_once_and_answered_again(self) -> None:
        sender, receiver = self.bus("transcribe"), self.bus("intent", "speech.transcript")
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "text"})
        self.assertEqual(self.next(receiver).header["id"], id)  # Taken, and not answered.
        self.assertIn(id, sender._outbox)
        end = time.monotonic() + 2.5
        while time.monotonic() < end:  # Sent again after a second; the repeat's receipt ends it.
            self.assertIsNone(receiver.receive(0.01))
            self.assertIsNone(sender.receive(0.01))
        self.assertEqual(sender.counters["retried"], 1)
        self.assertEqual(receiver.counters["repeated"], 1)
        self.assertEqual(receiver.counters["lost"], 0)
        self.assertEqual(sender._outbox, {})

    def test_a_lost_transcript_is_sent_again_with_the_same_id_and_no_longer_than_its_deadline(self) -> None:
        sender, receiver = self.bus("transcribe"), self.bus("intent", "speech.transcript")
        self.broker.refuse.add("speech.transcript")
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "text"},
                            deadline=saybus.now() + 2_500_000)
        self.assertIsNone(sender.receive(1.2))  # Nobody has answered after a second.
        self.assertEqual(self.next(receiver).header["id"], id)
        self.assertIsNone(sender.receive(2))
        self.assertEqual((sender._outbox, sender.counters["retried"]), ({}, 1))

    def test_what_waits_for_a_role_is_sent_at_once_when_an_instance_of_it_comes(self) -> None:
        sender = self.bus("transcribe")
        self.broker.refuse.add("speech.transcript")
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "text"})
        receiver = self.bus("intent", "speech.transcript")
        receiver.ready()
        start = time.monotonic()
        while not sender.counters["retried"]:
            self.assertIsNone(sender.receive(0.05))
        self.assertLess(time.monotonic() - start, 0.9)  # Not after the second that it would wait otherwise.
        self.assertEqual(self.next(receiver).header["id"], id)

    def test_what_nobody_takes_ends_its_turn_in_words(self) -> None:
        sender, watcher = self.bus("transcribe"), self.bus("tap", "turn.ended")
        turn = saybus.uuid7()
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "text"}, turn=turn,
                            deadline=saybus.now() + 100_000)
        self.assertIsNone(sender.receive(1.2))
        ended = self.next(watcher)
        self.assertEqual((ended.header["turn"], ended.header["causes"]), (turn, [id]))
        self.assertEqual(ended.body["outcome"], "expired")
        self.assertIn("no intent stage took speech.transcript", ended.body["reason"])

    def status(self, bus: Bus, state: str = "ready", uptime: int = 0) -> None:
        bus.publish("stage.status", {"role": bus.role, "instance": bus.instance, "state": state, "pid": 1,
                                     "uptimeMs": uptime, "counters": dict.fromkeys(saybus.COUNTERS, 0)})

    def until(self, bus: Bus, fits: Callable[[], bool]) -> None:
        """Lets a bus work until something holds."""
        end = time.monotonic() + SECONDS
        while not fits():
            self.assertLess(time.monotonic(), end, "it has not come about")
            bus.receive(0.01)

    def test_a_receipt_is_not_the_answer_a_transcript_rests_with_its_taker_until_the_turn_has_ended(self) -> None:
        for anew in (False, True):
            sender = self.bus("transcribe", instance=f"sender{anew:d}")
            taker = self.bus("intent", "speech.transcript", instance="taker")
            self.status(taker)
            turn = saybus.uuid7()
            body = {"text": "a", "confidence": 1, "engine": "x"}
            id = sender.publish("speech.transcript", body, turn=turn)
            taker.receipt(self.next(taker))
            self.until(sender, lambda: sender._outbox[id].holder is not None)
            taker.close()
            successor = self.bus("intent", "speech.transcript", instance="taker" if anew else "successor")
            if not anew:  # As the broker says it.
                successor.publish("stage.status", {"role": "intent", "instance": "taker", "state": "lost", "pid": 1,
                                                   "uptimeMs": 0, "counters": dict.fromkeys(saybus.COUNTERS, 0)})
            self.status(successor)
            came: list[Message | None] = []
            self.until(sender, lambda: bool(came.append(successor.receive(0)) or came[-1]))
            self.assertEqual(came[-1].header["id"], id)  # type: ignore[union-attr]
            successor.publish("turn.ended", {"outcome": "handled", "timings": {}}, turn=turn)
            self.until(sender, lambda: id not in sender._outbox)
            for bus in (sender, successor):
                bus.close()

    def test_a_recognizer_that_gives_a_receipt_and_no_answer_ends_the_turn_in_words_after_its_time(self) -> None:
        sender, tap = self.bus("transcribe"), self.bus("tap", "turn.ended")
        taker = self.bus("intent", "speech.transcript", instance="taker")
        for is_answered in (False, True):
            turn = saybus.uuid7()
            id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "x"}, turn=turn)
            message = self.next(taker)
            if is_answered:
                taker.publish("speech.intent", {"text": "a", "hypotheses": [], "engine": "x"}, answering=message)
            else:
                taker.receipt(message)
            self.until(sender, lambda: sender._outbox[id].holder is not None)
            left = sender._outbox[id].expires - time.monotonic()
            self.assertEqual(left > saybus.PLEDGED, is_answered)
            self.assertGreater(left, 20)
            sender._outbox[id].expires = 0  # The time is over.
            sender.tick()
            if is_answered:  # Who has published the intent answers for it.
                self.assertIsNone(tap.receive(0.2))
                continue
            end = self.next(tap)
            self.assertEqual((end.body["outcome"], end.header["turn"]), ("failed", turn))
            self.assertIn("intent/taker took speech.transcript, and it did not answer it within 30 s", end.body["reason"])

    def test_what_is_stale_or_of_another_turn_or_session_answers_nothing(self) -> None:
        sender, taker = self.bus("transcribe", "speech.intent"), self.bus("intent", "speech.transcript")
        turn = saybus.uuid7()
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "x"}, turn=turn)
        message = self.next(taker)
        intent = {"text": "a", "hypotheses": [], "engine": "x"}
        taker.publish("speech.intent", intent, answering=message, turn=saybus.uuid7())
        taker.publish("speech.intent", intent, answering=message, session="elsewhere")
        taker.publish("speech.intent", intent, answering=message, deadline=taker.now() - 1_000_000)
        for _ in range(2):
            self.next(sender)
        self.until(sender, lambda: sender.counters["stale"] == 1)
        self.assertIsNone(sender._outbox[id].holder)

    def test_a_message_stays_with_its_taker_while_an_older_start_of_the_same_name_drains_and_ends(self) -> None:
        sender, older = self.bus("transcribe"), self.bus("intent", instance="taker")
        taker = self.bus("intent", "speech.transcript", instance="taker")
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "x"}, turn=saybus.uuid7())
        taker.receipt(self.next(taker))
        self.until(sender, lambda: sender._outbox[id].holder is not None)
        for state in ("draining", "stopped"):
            self.status(older, state, uptime=60_000)
            self.until(sender, lambda: sender._present.get("intent/taker") == (older.run, state))
            self.assertIsNotNone(sender._outbox[id].holder)
        self.status(taker)
        self.until(sender, lambda: sender._present.get("intent/taker") == (taker.run, "ready"))
        self.status(taker, "stopped")
        self.until(sender, lambda: sender._outbox[id].holder is None)

    def test_a_tracked_message_is_handled_once_whatever_its_header_says(self) -> None:
        sender, receiver = self.bus("transcribe"), self.bus("intent", "speech.transcript")
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "x"}, retain=True)
        self.assertEqual(self.next(receiver).header["id"], id)
        sender._again(sender._outbox[id].header, sender._outbox[id].body)
        self.until(receiver, lambda: receiver.counters["repeated"] == 1)

    def test_an_intent_whose_command_was_begun_by_one_that_is_lost_is_reported_and_not_sent_again(self) -> None:
        sender, tap = self.bus("intent"), self.bus("tap", "turn.ended")
        taker = self.bus("dispatch", "speech.intent")
        turn = saybus.uuid7()
        id = sender.publish("speech.intent", {"text": "a", "hypotheses": [], "engine": "x"}, turn=turn)
        message = self.next(taker)
        taker.publish("command.invoked", {"app": "a", "type": "b", "parameters": {}}, answering=message)
        self.until(sender, lambda: sender._outbox[id].begun)
        self.status(taker, "failed")
        self.until(sender, lambda: sender._outbox[id].holder is None)
        sender._outbox[id].expires = 0  # The grace is over.
        sender.tick()
        end = self.next(tap)
        self.assertEqual((end.body["outcome"], end.header["turn"]), ("failed", turn))
        self.assertIn("may have been done", end.body["reason"])
        self.assertEqual(sender.counters["retried"], 0)

    def test_a_taker_that_ends_with_the_broker_and_is_never_heard_of_again_holds_nothing_any_more(self) -> None:
        sender = self.bus("transcribe")
        taker = self.bus("intent", "speech.transcript")
        self.status(taker)
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "x"}, turn=saybus.uuid7())
        taker.receipt(self.next(taker))
        self.until(sender, lambda: sender._outbox[id].holder is not None)
        self.broker.close()
        taker._status = None  # It dies without a word.
        taker.close()
        self.broker = Broker(self.broker.url.removeprefix("ipc://"))
        self.addCleanup(self.broker.close)
        self.until(sender, lambda: sender._roll_call < saybus.math.inf)
        sender._roll_call = 0  # The four seconds are over.
        self.until(sender, lambda: sender._outbox[id].holder is None)

    def test_who_comes_back_to_the_bus_is_told_the_latest_reports_again(self) -> None:
        sender, tap = self.bus("dispatch"), self.bus("tap")
        self.broker.close()
        sender.publish("turn.ended", {"outcome": "handled", "timings": {}}, turn=saybus.uuid7())
        self.broker = Broker(self.broker.url.removeprefix("ipc://"))
        self.addCleanup(self.broker.close)
        self.until(sender, lambda: sender.counters["retried"] == 1)
        for count in (2, 3):
            tap.publish("barrier", {"attempt": 0}, session="rejoined")
            self.until(sender, lambda: sender.counters["retried"] == count)
            tap.receive(0)

    def test_who_missed_the_end_of_a_question_is_told_its_newest_state_again(self) -> None:
        sender, tap, question = self.bus("app"), self.bus("tap", "voice.request"), saybus.uuid7()
        states = ("presented", "completed")
        for state in states:
            sender.publish("voice.request", {
                "request": question, "state": state, "question": {"kind": "string", "prompt": "Where to?"}})
        for state in states:
            self.assertEqual(self.next(tap).body["state"], state)
        for place, (_, header, body) in enumerate(list(sender._reports)):
            sender._reports[place] = (saybus.steady_seconds() - 50, header, body)
        late = self.bus("dispatch", "voice.request")  # It joins as one that comes back to the bus.
        tap.publish("barrier", {"attempt": 0}, session="rejoined")
        self.until(sender, lambda: sender.counters["retried"] == 1)
        self.assertEqual(self.next(late).body["state"], "completed")

    def test_who_asks_for_the_end_of_a_turn_is_told_it_again_however_long_ago_it_was(self) -> None:
        sender, tap, turn = self.bus("dispatch"), self.bus("tap"), saybus.uuid7()
        sender.publish("turn.ended", {"outcome": "handled", "timings": {}}, turn=turn)
        sender._reports[0] = (saybus.steady_seconds() - 50, *sender._reports[0][1:])
        tap.publish("barrier", {"attempt": 0}, session="rejoined")
        tap.publish("barrier", {"attempt": 0, "turns": 5}, session="rejoined")
        tap.publish("barrier", b"no JSON", session="rejoined", content="text/plain")
        tap.publish("barrier", {"attempt": 0, "turns": [saybus.uuid7(), None, turn]}, session="rejoined")
        self.until(sender, lambda: sender.counters["retried"] == 1)

    def test_many_who_ask_for_reports_together_get_one_answer(self) -> None:
        sender, tap = self.bus("dispatch", "speech.partial"), self.bus("tap")
        sender.publish("turn.ended", {"outcome": "handled", "timings": {}}, turn=saybus.uuid7())
        began = saybus.steady_seconds()
        for _ in range(40):
            tap.publish("barrier", {"attempt": 0}, session="rejoined")
        tap.publish("speech.partial", {"text": "after them", "revision": 0}, turn=saybus.uuid7())
        self.next(sender)
        self.until(sender, lambda: sender._reports_due == saybus.math.inf)
        answers = 1 + (saybus.steady_seconds() - began) / saybus.REPORT_PAUSE
        self.assertIn(sender.counters["retried"], range(1, int(answers) + 1))

    def test_a_turn_has_one_end_whose_id_is_the_turn_s(self) -> None:
        sender, tap, turn = self.bus("app"), self.bus("tap", "turn.ended"), saybus.uuid7()
        id = sender.publish("audio.sequence", {"events": []}, turn=turn)
        self.assertEqual(sender.publish("turn.ended", {"outcome": "handled", "timings": {}}, turn=turn.upper()), turn)
        self.assertEqual(self.next(tap).header["id"], turn)
        sender._outbox[id].expires = 0  # Nobody has played the sequence.
        self.until(sender, lambda: tap.counters["repeated"] == 1 or bool(tap.receive(0)))
        self.assertEqual((sender.counters["retried"], tap.counters["repeated"]), (1, 1))

    def test_a_clock_that_is_set_makes_no_message_late(self) -> None:
        bus, real = self.bus("intent"), saybus.now
        self.addCleanup(setattr, saybus, "now", real)
        deadline = bus.now() + 10_000_000
        for seconds in (0, 86_400, -86_400, 60):
            saybus.now = lambda: real() + seconds * 1_000_000  # Our own clock is set, and the broker's is not.
            self.assertFalse(bus._clock.is_late(deadline))
            self.assertTrue(bus._clock.is_late(real() - 1_000_000))
            self.assertLess(abs(bus.now() - real()), 500_000)
            self.assertLess(abs(bus._clock.skew() - seconds * 1000), 500)
        self.assertIn("60 s ahead of the broker's", bus._clock_status()["problem"])

    def test_a_jump_of_the_brokers_clock_counts_when_it_is_measured_and_the_earlier_setting_for_a_minute(self) -> None:
        clock, day = saybus.Clock(), 86_400_000_000
        for shift in (0, day):
            clock.sending("a")
            clock.returned("a", saybus.now() + shift)
        self.assertLess(abs(clock.now() - saybus.now() - day), 500_000)
        self.assertFalse(clock.is_late(saybus.now() + 1_000_000))
        self.assertTrue(clock.is_late(saybus.now() - 1_000_000))
        due = clock.due
        clock.received(saybus.now() + day - 500_000)
        self.assertEqual(clock.due, due)
        clock.received(saybus.now())  # Late by a day: it asks for a measurement.
        self.assertLess(clock.due, due)

    def test_the_deadlines_of_a_program_with_the_times_of_its_own_clock_are_corrected(self) -> None:
        sender, receiver = self.bus("ask"), self.bus("intent", "speech.transcript")
        status = {"role": "ask", "instance": "one", "state": "ready", "pid": 1, "uptimeMs": 1, "counters": {}}
        text = {"text": "stop", "confidence": 1, "engine": "x"}
        with unittest.mock.patch.object(sender, "now", lambda: saybus.now() - 60_000_000):
            ids = [sender.publish("speech.transcript", text, turn=saybus.uuid7())]
            self.until(receiver, lambda: receiver.counters["stale"] == 1)
            sender.publish("stage.status", status)
            ids += [sender.publish("speech.transcript", text, turn=saybus.uuid7())]
            self.assertIn(self.next(receiver).header["id"], ids)
            sender.publish("stage.status", {**status, "clockSkewMs": 0})
            self.until(receiver, lambda: not receiver._skews)

    def test_only_the_role_that_has_to_take_a_repeated_message_gives_a_receipt_for_it(self) -> None:
        sender = self.bus("transcribe", "receipt")
        watcher, taker = self.bus("tap", "speech.transcript"), self.bus("intent", "speech.transcript")
        sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "text"})
        for bus in (watcher, taker):
            self.next(bus)
        self.assertIsNone(sender.receive(1.1))  # Sent again.
        for bus in (watcher, taker):
            self.assertIsNone(bus.receive(0.2))
        self.assertEqual(self.next(sender).header["source"], "intent/one")
        self.assertIsNone(sender.receive(0.2))

    def test_a_receipt_of_a_program_that_does_not_take_the_kind_is_none(self) -> None:
        sender, stranger = self.bus("transcribe", "receipt"), self.bus("tap", "speech.transcript")
        taker = self.bus("intent", instance="two")
        id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "x"}, turn=saybus.uuid7())
        message = self.next(stranger)
        for body in ({"of": "speech.transcript", "problem": "no"}, {"of": "speech.transcript"}):
            stranger.publish("receipt", body, answering=message)
            self.assertEqual(self.next(sender).header["source"], "tap/one")
            self.assertIsNone(sender._outbox[id].holder)
        self.assertEqual(sender.counters["refused"], 0)
        taker.publish("receipt", {"of": "speech.transcript"}, answering=message)
        self.until(sender, lambda: sender._outbox[id].holder is not None)

    def test_a_broker_that_comes_back_is_told_again_what_is_retained_and_unanswered(self) -> None:
        stage = self.bus("transcribe", "audio.input")
        stage.ready(engine="python")
        stage.publish("catalog", {"app": "a", "language": "en", "revision": "a@1", "commands": []})
        stage.publish("turn.ended", {"outcome": "handled", "timings": {}})
        self.broker.refuse.add("speech.transcript")
        id = stage.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "text"})
        self.wait(lambda: not self.broker.refuse)
        self.broker.close()
        self.broker = Broker(self.broker.url.removeprefix("ipc://"))
        self.addCleanup(self.broker.close)
        late = self.bus("intent", "catalog", "stage.status", "speech.transcript", "turn.ended")
        seen: dict[str, str] = {}
        end = time.monotonic() + SECONDS
        while not {"catalog", "stage.status", "speech.transcript"} <= seen.keys():
            self.assertLess(time.monotonic(), end, seen)
            self.assertIsNone(stage.receive(0.05))
            while message := late.receive(0.05):
                seen[message.header["kind"]] = message.header["id"]
        self.assertEqual(seen["speech.transcript"], id)
        self.assertGreaterEqual(stage.counters["retried"], 2)  # The transcript, and the turn's end.
        late.publish("audio.input", b"", content="audio/L16;rate=16000;channels=1", index=0, last=True)
        self.assertEqual(self.next(stage).header["source"], "intent/one")  # The subscriptions stand again.

    def test_a_backlog_of_a_broker_that_is_gone_is_read_and_the_next_one_is_joined(self) -> None:
        for round in range(5):
            sender, receiver = self.bus("listen"), self.bus("tap", "speech.partial", instance=f"tap-{round}")
            for number in range(500):
                sender.publish("speech.partial", {"text": "a", "revision": number})
            first = self.next(receiver)
            self.wait(lambda: self.broker.offset >= 500)
            self.broker.close()
            seen = [first.body["revision"]]
            while message := receiver.receive(0.3):
                seen.append(message.body["revision"])
            self.assertEqual(seen, list(range(len(seen))))
            self.assertGreater(len(seen), 50)  # libzmq looks for lost connections at every hundredth frame.
            self.broker = Broker(self.broker.url.removeprefix("ipc://"))
            self.addCleanup(self.broker.close)
            self.wait(lambda: receiver.receive(0.1) is None and not receiver._rejoining and receiver._links[
                list(receiver._links)[1]])
            self.bus("listen", instance="two").publish("speech.partial", {"text": "b", "revision": -1})
            self.assertEqual(self.next(receiver).body["revision"], -1)

    def test_a_stale_message_is_counted_and_left_alone(self) -> None:
        sender, receiver = self.bus("listen"), self.bus("tap", "speech.partial")
        sender.publish("speech.partial", {"text": "old", "revision": 0}, deadline=saybus.now() - 1_000_000)
        sender.publish("speech.partial", {"text": "new", "revision": 1}, deadline=saybus.now() + 60_000_000)
        self.assertEqual(self.next(receiver).body["text"], "new")
        self.assertEqual(receiver.counters["stale"], 1)

    def test_malformed_frames_are_counted_and_skipped(self) -> None:
        sender, receiver = self.bus("listen"), self.bus("tap", "speech.partial")
        name = saybus.topic("speech.partial", "default")
        good = {"v": 1, "id": saybus.uuid7(), "kind": "speech.partial", "session": "default", "source": "a/b",
                "run": 1, "seq": 0, "at": 1}
        headers = [good | change for change in (
            {"v": 2}, {"id": 7}, {"kind": "catalog"}, {"session": "\ud800"}, {"run": "1"}, {"seq": 0.5}, {"seq": True},
            {"causes": "x"}, {"turn": []}, {"deadline": 1.5}, {"content": 1}, {"id": "7"}, {"causes": ["7"]},
            {"source": "a"}, {"source": "a/b/c"}, {"run": 1 << 32}, {"seq": 1 << 63}, {"index": "0"}, {"retain": 1},
            {"replays": "x"})]
        wrong = [[name], [name, b"{}"], [name, b"", b"{}"], [name, b"[]", b"{}"], [name, b"\xff", b"{}"],
                 [name, b"[" * 100_000, b"{}"], [name, json.dumps(good).encode(), b"{"],
                 [name, json.dumps(good).encode(), b"[]"], [name, json.dumps(good).encode(), b'{"confidence": NaN}'],
                 [name, json.dumps(good).encode(), b"{}", b"7"],
                 [name, json.dumps(good)[:-1].encode() + b', "source": "c/d"}', b"{}"],
                 [name, b"1", b"2", b"3", b"4", b"5"],
                 *([saybus.topic("speech.partial", session), json.dumps(good | {"session": session}).encode(), b"{}"]
                   for session in ("a b", "", "é", "x" * 65)),
                 *([name, json.dumps(header).encode(), b"{}"] for header in headers)]
        for frames in wrong:
            sender._publisher.send_multipart(frames)
        sender.publish("speech.partial", {"text": "good", "revision": 0})
        self.assertEqual(self.next(receiver).body["text"], "good")
        self.assertEqual(receiver.counters["malformed"], len(wrong))
        self.assertEqual(receiver.counters["received"], 1)

    def test_a_whole_number_may_be_written_with_a_point_or_an_exponent(self) -> None:
        sender, receiver = self.bus("listen"), self.bus("tap", "speech.transcript")
        header = f'{{"v": 1.0, "id": "{saybus.uuid7()}", "kind": "speech.transcript", "session": "default", "source": "a/b", ' \
            '"run": 4.2E1, "seq": 0.0, "at": 1e15, "deadline": 9.0e18}'
        body = b'{"text": "on", "confidence": 1.0, "engine": "x", "missingChunks": 2.0, "huge": 1e300, "part": 0.5}'
        sender._publisher.send_multipart([saybus.topic("speech.transcript", "default"), header.encode(), body])
        read = self.next(receiver)
        numbers = [read.header[name] for name in ("v", "run", "seq", "at", "deadline")]
        self.assertEqual((numbers, {type(number) for number in numbers}), ([1, 42, 0, 10**15, 9 * 10**18], {int}))
        self.assertEqual(repr(read.body["missingChunks"]), "2")
        self.assertEqual((read.body["huge"], read.body["part"]), (1e300, 0.5))
        self.assertEqual(receiver.counters["malformed"], 0)

    def test_a_body_of_another_shape_is_counted_and_ends_nothing(self) -> None:
        sender, receiver = self.bus("app"), self.bus("intent", "speech.partial")
        good = {"role": "dispatch", "instance": "a", "state": "ready", "pid": 1, "uptimeMs": 0, "counters": {}}
        wrong = [good | {name: value} for name in good for value in ([], {"a": 1}, None, 1.5, True) if value != good[name]]
        wrong = [body for body in wrong if type(body["counters"]) is not dict or body | {"counters": {}} != good]
        for body in [*wrong, {}, {"state": "asleep"}, {k: v for k, v in good.items() if k != "state"}, b"state"]:
            sender.publish("stage.status", body, content="text/plain" if isinstance(body, bytes) else None)
        sender.publish("stage.status", good)
        sender.publish("speech.partial", {"text": "alive", "revision": 0})
        self.assertEqual(self.next(receiver).body["text"], "alive")
        self.assertEqual(receiver.counters["malformed"], len(wrong) + 4)
        self.assertEqual(set(receiver._present), {"dispatch/a"})
        for shapes in (saybus.BODIES["refusal"], saybus.STAMP):
            for value in ([], {}, None, 1.5, -1 << 64):
                self.assertEqual(saybus.misshapen(dict.fromkeys(shapes, value), shapes), list(shapes))

    def test_a_confidence_is_a_number_from_0_to_1(self) -> None:
        body, shape = {"text": "a", "engine": "x"}, saybus.BODIES["speech.transcript"]
        for confidence in (0, 1, 0.5):
            self.assertEqual(saybus.misshapen(body | {"confidence": confidence}, shape), [])
        for confidence in (-0.1, 1.01, 1 << 64, True, "1", None):
            self.assertEqual(saybus.misshapen(body | {"confidence": confidence}, shape), ["confidence"])

    # A whole body of each tracked kind, and places where it is spoilt.
    TRACKED = {
        "speech.transcript": ({"text": "a", "confidence": 1, "engine": "x"}, ["text", "confidence", "engine", "empty"]),
        "speech.intent": ({"text": "a", "hypotheses": [
            {"app": "a", "type": "b", "confidence": 1, "parameters": {"c": {"value": 1, "words": "one", "type": "Number"}}}],
            "engine": "x"}, ["text", "hypotheses", "engine", "hypotheses.0.app", "hypotheses.0.parameters.c.value"]),
        "command.invoked": ({"app": "a", "type": "b", "parameters": {}, "confidence": 1, "text": "c"},
                            ["app", "type", "parameters", "confidence", "text", "answer"]),
        "listen.request": ({"mode": "off"}, ["mode", "phrases", "withdraws"]),
        "audio.sequence": ({"events": [{"tone": {}}]}, ["events", "events.0", "policy"])}
    ANSWERS = {"audio.sequence": "audio.playback", "command.invoked": "command.response", "listen.request": None}

    def spoilt(self, body: dict, place: str) -> dict:
        body = json.loads(json.dumps(body))
        *path, last = [int(name) if name.isdigit() else name for name in place.split(".")]
        inner = body
        for name in path:
            inner = inner[name]
        inner[last] = True
        return body

    def test_a_receiver_refuses_what_it_cannot_read_naming_publisher_and_field(self) -> None:
        for kind, (whole, places) in self.TRACKED.items():
            role, answer = saybus.TAKERS[kind], self.ANSWERS.get(kind, "turn.ended")
            sender, taker = self.bus("sender", "receipt", *([answer] if answer else [])), self.bus(role, kind)
            for place in places:
                turn = saybus.uuid7()
                id = sender.publish(kind, self.spoilt(whole, place), turn=turn)
                self.assertIsNone(taker.receive(0.1))
                for expected in ("receipt", answer) if answer else ("receipt",):
                    header, body, _ = self.next(sender)
                    self.assertEqual((header["kind"], header["causes"], header["turn"]), (expected, [id], turn))
                    reason = body.get("problem") or body["reason"]
                    self.assertIn(f"sender/one published a message that cannot be read: {kind}: lacks {place},", reason)
                    self.assertEqual(header["id"] == turn, expected == "turn.ended")
                self.assertEqual(sender._outbox, {})
            sender.publish(kind, whole)
            self.assertEqual(self.next(taker).body, whole)
            self.assertEqual((taker.counters["malformed"], taker.counters["lost"]), (len(places), 0))
            for bus in (sender, taker):
                bus.close()

    def test_a_receiver_refuses_a_body_that_is_no_json_object(self) -> None:
        sender, taker = self.bus("ask", "receipt", "turn.ended"), self.bus("intent", "speech.transcript")
        for body in (b'{"text": "gr\xfc\xdf dich", "confidence": 1, "engine": "x"}', b"[1]", b""):
            id, turn = saybus.uuid7(), saybus.uuid7()
            header = {"v": 1, "id": id, "kind": "speech.transcript", "session": "default", "source": "ask/one", "run": 1,
                      "seq": 0, "at": 1, "turn": turn}
            topic = saybus.topic("speech.transcript", "default")
            sender._publisher.send_multipart([topic, json.dumps(header).encode(), body])
            self.assertIsNone(taker.receive(0.1))
            for kind in ("receipt", "turn.ended"):
                answer, words, _ = self.next(sender)
                self.assertEqual((answer["kind"], answer["causes"], answer["turn"]), (kind, [id], turn))
                self.assertRegex(words.get("problem") or words["reason"], "^ask/one published .* the body is no JSON object$")
        self.assertEqual(taker.counters["malformed"], 3)

    def test_an_app_leaves_the_command_of_another_app_to_that_one_even_if_it_cannot_read_it(self) -> None:
        asker, app = self.bus("dispatch", "command.response", "receipt"), self.bus("app", "command.invoked")
        app.publish("catalog", self.CATALOG)
        body = self.spoilt(self.TRACKED["command.invoked"][0], "type")
        for name in ("another", self.CATALOG["app"]):
            id = asker.publish("command.invoked", body | {"app": name}, turn=saybus.uuid7())
            self.assertIsNone(app.receive(0.1))
        for kind in ("receipt", "command.response"):
            header = self.next(asker).header
            self.assertEqual((header["kind"], header["causes"]), (kind, [id]))
        self.assertEqual(app.counters["malformed"], 2)

    def test_what_another_stage_of_the_role_may_read_is_refused_when_nobody_has_taken_it_for_two_seconds(self) -> None:
        for is_taken in (True, False):
            sender, tap = self.bus("intent"), self.bus("tap", "receipt", "turn.ended")
            old, new = self.bus("dispatch", "speech.intent", instance="old"), self.bus("dispatch", instance="new")
            self.status(new)
            self.until(old, lambda: "dispatch/new" in old._present)
            id = sender.publish("speech.intent", {"text": "a", "hypotheses": 7, "engine": "x"}, turn=saybus.uuid7())
            self.until(old, lambda: old.counters["malformed"] == 1)
            if is_taken:
                new.publish("receipt", {"of": "speech.intent"}, session="default", causes=[id])
                self.until(sender, lambda: sender._outbox[id].holder is not None)
                self.assertNotIn("problem", self.next(tap).body)
                old._spared[id] -= saybus.SPARE
                self.assertIsNone(tap.receive(0.2))
            else:
                start = time.monotonic()  # It is sent again after one second, and after two more.
                self.until(sender, lambda: old.receive(0) or not sender._outbox)
                self.assertGreater(time.monotonic() - start, saybus.SPARE - 0.5)
                self.assertIn("hypotheses", self.next(tap).body["problem"])
                self.assertEqual(self.next(tap).body["outcome"], "failed")
            for bus in (sender, tap, old, new):
                bus.close()

    def test_a_publisher_shows_a_refusal_by_its_receiver_also_a_repeated_one_in_log_and_status(self) -> None:
        sender, watcher = self.bus("transcribe"), self.bus("intent", "speech.transcript", "stage.status")
        sender.ready()
        log = io.StringIO()
        with contextlib.redirect_stderr(log):
            for count in (1, 2):
                receipt = saybus.uuid7()
                for _ in range(count):  # The second one comes twice, first before the message is known to it.
                    id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "x"})
                    watcher.publish("receipt", {"of": "speech.transcript", "problem": f"the app's \"höher\" no {count}\x1b"},
                                    session="default", causes=[id], id=receipt)
                    self.until(sender, lambda: id not in sender._outbox)
        self.assertEqual(sender.counters["refused"], 3)
        self.assertIn("refused by intent/one: the app's \"höher\" no 1\\x1b (1 so far)", log.getvalue())
        self.assertIn("(2 so far)", log.getvalue())
        sender.tick()
        while (status := self.next_of(watcher, "stage.status").body)["counters"]["refused"] < 3:
            pass
        self.assertEqual(status["problem"], "the app's \"höher\" no 2\x1b")

    def test_a_refusal_that_no_status_could_hold_is_shown_as_far_as_possible(self) -> None:
        sender, watcher = self.bus("transcribe"), self.bus("intent", "stage.status")
        sender.checks = True
        sender.ready()
        for problem, shown in (("half \ud800", "half ?"), ("long " * 200_000, "long " * 100)):
            id = sender.publish("speech.transcript", {"text": "a", "confidence": 1, "engine": "x"})
            header = {"v": 1, "id": saybus.uuid7(), "kind": "receipt", "session": "default", "source": "intent/one",
                      "run": watcher.run, "seq": 0, "at": 1, "causes": [id]}
            watcher._send(header, json.dumps({"of": "speech.transcript", "problem": problem}).encode())
            with contextlib.redirect_stderr(io.StringIO()):
                self.until(sender, lambda: id not in sender._outbox)
                sender.tick()
            while self.next_of(watcher, "stage.status").body.get("problem") != shown:
                pass

    def test_a_strangers_number_counts_no_loss(self) -> None:
        sender, receiver = self.bus("listen"), self.bus("tap", "speech.partial")
        for number in (5, 6, saybus.MAXIMUM_NUMBER, 7, 9):
            sender._sequence[saybus.topic("speech.partial", "default")] = number
            sender.publish("speech.partial", {"text": "a", "revision": number})
            self.next(receiver)
        self.assertEqual(receiver.counters["lost"], 1)

    def test_what_the_broker_has_kept_counts_no_loss(self) -> None:
        sender, receiver = self.bus("dispatch"), self.bus("tap", "speech.partial")
        age = 2 * saybus.STORED
        # Numbers, how old the stamp is, and whether it is retained; in all 2 are lost: before the last message but one.
        for number, at, retain in ((3, age, True), (7, age, True), (10, 0, True), (5, age, True), (11, 0, False),
                                   (14, 0, True), (15, age, False)):
            stamp = json.dumps({"offset": number, "epoch": 1, "at": saybus.now() - at}).encode()
            header = {"v": 1, "id": saybus.uuid7(), "kind": "speech.partial", "session": "default", "source": "a/b",
                      "run": 1, "seq": number, "at": 1, "retain": retain}
            name = saybus.topic("speech.partial", "default")
            sender._publisher.send_multipart([name, json.dumps(header).encode(), b"{}", stamp])
            self.next(receiver)
        self.assertEqual(receiver.counters["lost"], 2)

    def test_a_body_that_cannot_be_read_counts_no_loss(self) -> None:
        sender, receiver = self.bus("app"), self.bus("intent", "catalog")
        good = {"app": "a", "language": "en", "revision": "a@1", "commands": []}
        for body in (good, {}, good | {"revision": "a@2"}):
            sender.publish("catalog", body, retain=False)
        self.assertEqual([self.next(receiver).body["revision"] for _ in range(2)], ["a@1", "a@2"])
        self.assertEqual((receiver.counters["lost"], receiver.counters["malformed"]), (0, 1))

    def test_half_a_character_is_refused_with_its_place(self) -> None:
        bus = self.bus("transcribe")
        body = {"text": "a\U0001f600", "confidence": 1, "engine": "x"}
        bus.publish("speech.partial", {"text": "a\U0001f600", "revision": 0})
        with self.assertRaisesRegex(saybus.BusError, "lone surrogate, at /alternatives/0/text"):
            bus.publish("speech.transcript", body | {"alternatives": [{"text": "\ud800", "confidence": 1}]})

    def test_a_shadow_s_body_is_checked_like_any_other(self) -> None:
        bus = self.bus("shadow.intent")
        bus.checks = True
        with self.assertRaisesRegex(saybus.BusError, "/hypotheses"):
            bus.publish("shadow.speech.intent", {"text": "a", "engine": "x", "hypotheses": [{"app": "x"}]})

    def test_a_command_for_another_program_of_the_app_is_left_alone(self) -> None:
        asker, app = self.bus("dispatch", "command.response", "receipt"), self.bus("app", "command.invoked")
        body = self.TRACKED["command.invoked"][0]
        other = asker.publish("command.invoked", body | {"owner": "app/two"}, turn=saybus.uuid7())
        own = asker.publish("command.invoked", body | {"owner": "app/one"}, turn=saybus.uuid7())
        message = self.next(app)
        self.assertEqual(message.header["id"], own)
        app.publish("command.response", {"isTerminal": True}, answering=message)
        self.assertEqual(self.next(asker).header["causes"], [own])
        self.assertNotIn(other, app._handled)

    def test_of_two_programs_with_one_name_each_says_so_and_stands_when_the_other_has_gone(self) -> None:
        log = io.StringIO()
        with contextlib.redirect_stderr(log):
            one, two = self.bus("app", "command.invoked"), self.bus("app", "command.invoked")
            for bus in (one, two):
                bus.publish("catalog", self.CATALOG)
                bus.ready()
            sentence = "saybus: two programs publish as app/one: start one of them with another --instance\n"
            end = time.monotonic() + SECONDS
            while log.getvalue().count(sentence) < 2:
                self.assertLess(time.monotonic(), end, "it has not come about")
                one.receive(0.01)
                two.receive(0.01)
            watcher = self.bus("tap", "catalog", "stage.status")
            two.close()
            while (message := self.next_of(watcher, "stage.status")).body["state"] != "stopped":
                pass
            self.assertIsNone(one.receive(0.2))
        self.assertEqual(log.getvalue().count(sentence), 2)
        message = self.next(watcher)
        self.assertEqual((message.header["run"], message.body["state"]), (one.run, "ready"))
        message = self.next(watcher)
        self.assertEqual((message.header["run"], message.body), (one.run, self.CATALOG))

    def test_who_follows_a_program_of_its_name_is_no_second_one(self) -> None:
        log = io.StringIO()
        with contextlib.redirect_stderr(log):
            former = self.bus("app")
            former.ready()
            successor = self.bus("app")
            successor.ready()
            former.receive(1.2)  # It beats once more.
            former.close()
            successor.receive(0.2)
        self.assertNotIn("two programs", log.getvalue())

    def test_a_program_without_an_instance_has_a_name_of_its_own(self) -> None:
        for program, name in (("/x/dice.py", "dice-"), ("-c", ""), ("", ""), ("my dice", "my-dice-")):
            with unittest.mock.patch.object(sys, "argv", [program]):
                self.assertEqual(saybus.own_name(), f"{name}{os.getpid()}")
        bus = Bus("app", url=self.broker.url)
        self.addCleanup(bus.close)
        self.assertEqual(bus.instance, saybus.own_name())

    def test_an_exception_in_a_handler_fails_the_turn_and_not_the_program(self) -> None:
        cases = (("intent", "speech.transcript", "turn.ended", {"text": "a", "confidence": 1, "engine": "x"}),
                 ("app", "command.invoked", "command.response", self.TRACKED["command.invoked"][0]),
                 ("listen", "listen.request", "receipt", {"mode": "off"}))
        for role, kind, answer, body in cases:
            asker, stage, log = self.bus("sender", answer), self.bus(role, kind), io.StringIO()
            stage.checks = True
            for what in ("bug", "body"):
                turn = saybus.uuid7()
                id = asker.publish(kind, body, turn=turn)
                message = self.next(stage)
                with contextlib.redirect_stderr(log), stage.handling(message):
                    if what == "bug":
                        {}["model"]
                    stage.publish("speech.intent", {"text": 5}, answering=message)
                message = self.next(asker)
                self.assertEqual((message.header["causes"], message.header["turn"]), ([id], turn))
                reason = message.body.get("reason") or message.body["problem"]
                self.assertIn(f"{role}/one failed at {kind}: ", reason)
                self.assertIn("KeyError: 'model'" if what == "bug" else "BusError: the body of speech.intent", reason)
                self.assertEqual(message.body.get("outcome", "failed"), "failed")
            self.assertIn('{}["model"]', log.getvalue())
            self.assertEqual((stage.counters["malformed"], asker._outbox), (0, {}))
            for bus in (asker, stage):
                bus.close()

    def test_what_is_answered_declined_or_not_ours_fails_no_turn(self) -> None:
        asker, stage = self.bus("sender", "turn.ended", "command.response"), self.bus("app", "command.invoked")
        tap = self.bus("tap", "command.invoked")
        for act in (lambda m: stage.publish("command.response", {"isTerminal": True}, answering=m), stage.decline):
            asker.publish("command.invoked", self.TRACKED["command.invoked"][0], turn=saybus.uuid7())
            for bus in (stage, tap):
                message = self.next(bus)
                with contextlib.redirect_stderr(io.StringIO()), bus.handling(message):
                    if bus is stage:
                        act(message)
                    raise ValueError("late")
        self.assertEqual(self.next(asker).body, {"isTerminal": True})
        self.assertIsNone(asker.receive(0.2))

    CATALOG = {"app": "a", "language": "en", "revision": "a@1", "commands": [{"type": "b", "patterns": ["c"]}]}

    def test_what_is_handled_without_an_answer_fails_its_turn_at_once(self) -> None:
        cases = (("intent", "speech.transcript", "turn.ended", self.TRACKED["speech.transcript"][0]),
                 ("app", "command.invoked", "command.response", self.TRACKED["command.invoked"][0]))
        for role, kind, answer, body in cases:
            asker, stage, log = self.bus("sender", "receipt", answer), self.bus(role, kind), io.StringIO()
            if role == "app":
                stage.publish("catalog", self.CATALOG)
            for is_repeated in (False, True):
                turn = saybus.uuid7()
                id = asker.publish(kind, body, turn=turn)
                message = self.next(stage)
                if is_repeated:  # The receipt that a repeat gets is not the program's word.
                    asker.publish(kind, body, turn=turn, id=id)
                    self.assertIsNone(stage.receive(0.2))
                    self.assertEqual(self.next(asker).header["kind"], "receipt")
                with contextlib.redirect_stderr(log), stage.handling(message):
                    if role == "intent":
                        stage.publish("speech.intent", {"text": "a", "hypotheses": [], "engine": "x"})  # It names nothing.
                self.assertNotIn("problem", self.next_of(asker, "receipt").body)
                message = self.next_of(asker, answer)
                self.assertEqual((message.header["causes"], message.header["turn"]), ([id], turn))
                self.assertEqual(message.body.get("reason") or message.body["problem"],
                                 f"{role}/one handled {kind} without an answer")
                self.assertEqual(message.body.get("outcome", "failed"), "failed")
                self.assertIn(f"saybus: {kind} {id} was handled without an answer", log.getvalue())
            self.assertEqual(len(log.getvalue().splitlines()), 2)
            for bus in (asker, stage):
                bus.close()

    def test_who_answers_later_or_leaves_a_message_to_others_fails_no_turn(self) -> None:
        command, transcript = self.TRACKED["command.invoked"][0], self.TRACKED["speech.transcript"][0]
        intent = {"text": "a", "hypotheses": list[str](), "engine": "x"}
        stages = {"app": self.bus("app", "command.invoked"), "intent": self.bus("intent", "speech.transcript"),
                  "audio": self.bus("audio", "audio.sequence"), "tap": self.bus("tap", "speech.transcript")}
        stages["app"].publish("catalog", self.CATALOG)
        asker, log, ids = self.bus("sender", "turn.ended", "command.response"), io.StringIO(), list[str]()
        cases: list[tuple[str, str, dict, Callable[[Bus, Message], object]]] = [
            ("app", "command.invoked", command, lambda bus, m: bus.receipt(m)),
            ("app", "command.invoked", command, lambda bus, m: bus.decline(m)),
            ("app", "command.invoked", command | {"app": "another"}, lambda bus, m: None),
            ("app", "command.invoked", command,
             lambda bus, m: bus.publish("command.response", {"isTerminal": False}, answering=m)),
            ("intent", "speech.transcript", transcript, lambda bus, m: bus.receipt(m)),
            ("intent", "speech.transcript", transcript, lambda bus, m: bus.decline(m)),
            ("intent", "speech.transcript", transcript,
             lambda bus, m: bus.publish("speech.intent", intent, turn=m.header["turn"])),
            ("intent", "speech.transcript", transcript, lambda bus, m: setattr(bus, "stopping", True)),
            ("tap", "speech.transcript", transcript, lambda bus, m: None),
            ("audio", "audio.sequence", self.TRACKED["audio.sequence"][0], lambda bus, m: None)]
        with contextlib.redirect_stderr(log):
            for role, kind, body, act in cases:
                ids.append(id := asker.publish(kind, body, turn=saybus.uuid7()))
                while (message := self.next(stages[role])).header["id"] != id:
                    pass
                with stages[role].handling(message):
                    act(stages[role], message)
                stages[role].stopping = False
        self.assertEqual(self.next(asker).body, {"isTerminal": False})
        self.assertIsNone(asker.receive(0.3))
        self.assertEqual(log.getvalue(), "")
        # Another app's command gets no receipt from us either.
        said = [stages["app"]._handled.get(id) for id in ids[:4]]
        self.assertEqual(said, [saybus.TAKEN, None, None, saybus.TAKEN])

    def test_a_message_that_waited_is_left_alone_if_its_turn_went_on_meanwhile(self) -> None:
        self.addCleanup(setattr, saybus, "BEHIND", saybus.BEHIND)
        saybus.BEHIND = 100_000
        sender, other = self.bus("transcribe"), self.bus("intent", "speech.transcript", instance="other")
        stage, tap = self.bus("intent", "speech.transcript"), self.bus("tap", "receipt")
        for is_silent in (False, True):
            ids, turns = [], [saybus.uuid7() for _ in range(4)]
            for turn in turns:
                ids.append(sender.publish("speech.transcript", self.TRACKED["speech.transcript"][0], turn=turn))
            for _ in turns:
                message = self.next(other)
                if message.header["turn"] == turns[0]:
                    other.publish("turn.ended", {"outcome": "handled", "timings": {}}, answering=message)
                if message.header["turn"] == turns[1]:
                    other.publish("command.invoked", self.TRACKED["command.invoked"][0], answering=message)
            kept = sender._outbox[ids[3]]
            sender._again(kept.header, kept.body)
            time.sleep(0.2)  # The stage stands still meanwhile.
            stale, published = stage.counters["stale"], stage.counters["published"]
            if is_silent:  # Even if the barrier does not come back, what waited is not lost.
                self.broker.refuse.add("barrier")
            start = time.monotonic()
            self.assertEqual([self.next(stage).header["id"] for _ in range(2)], ids[2:])
            self.assertEqual(time.monotonic() - start > saybus.CATCH_UP - 0.1, is_silent)
            self.assertEqual(stage.counters["stale"] - stale, 2)
            if not is_silent:
                self.assertEqual(stage.counters["published"] - published, 1)  # The barrier, and no receipt for the repeat.
                self.assertIsNone(tap.receive(0.2))

    def test_a_transcript_of_a_turn_that_has_ended_is_not_handled(self) -> None:
        sender, stage = self.bus("transcribe"), self.bus("intent", "speech.transcript")
        turn, body = saybus.uuid7(), self.TRACKED["speech.transcript"][0]
        sender.publish("turn.ended", {"outcome": "expired", "timings": {}}, turn=turn)
        sender.publish("speech.transcript", body, turn=turn)
        id = sender.publish("speech.transcript", body, turn=saybus.uuid7())
        self.assertEqual(self.next(stage).header["id"], id)
        self.assertEqual(stage.counters["stale"], 1)

    def test_a_command_that_waited_is_left_alone_if_its_turn_has_ended_meanwhile(self) -> None:
        self.addCleanup(setattr, saybus, "BEHIND", saybus.BEHIND)
        saybus.BEHIND = 100_000
        sender, app = self.bus("dispatch"), self.bus("app", "command.invoked")
        body, turns = self.TRACKED["command.invoked"][0], [saybus.uuid7() for _ in range(3)]
        cancelled = {**body, "answer": {"asked": saybus.uuid7(), "outcome": "cancelled"}}  # The app must know of it.
        ids = [sender.publish("command.invoked", what, turn=turn)
               for what, turn in zip((body, body, cancelled), turns, strict=True)]
        for turn in (turns[0], turns[2]):
            sender.publish("turn.ended", {"outcome": "failed", "timings": {}}, turn=turn)
        time.sleep(0.2)  # The app stands still meanwhile.
        self.assertEqual([self.next(app).header["id"] for _ in range(2)], ids[1:])
        self.assertEqual(app.counters["stale"], 1)

    def test_what_came_early_is_not_handled_after_its_deadline(self) -> None:
        sender, stage = self.bus("transcribe"), self.bus("intent", "speech.transcript")
        body = self.TRACKED["speech.transcript"][0]
        sender.publish("speech.transcript", body, turn=saybus.uuid7(), deadline=saybus.now() + 200_000)
        stage._early.append(self.next(stage))
        time.sleep(0.3)
        self.assertIsNone(stage.receive(0))
        self.assertEqual(stage.counters["stale"], 1)

    def test_a_catalog_before_ready_is_preceded_by_a_status_by_which_a_death_is_noticed(self) -> None:
        watcher, app, log = self.bus("tap", "stage.status", "catalog"), self.bus("app"), io.StringIO()

        def seen(count: int) -> list[str]:
            messages = [self.next(watcher) for _ in range(count)]
            return [message.body.get("state", message.header["kind"]) for message in messages]

        app.publish("catalog", self.CATALOG)
        self.assertEqual(seen(2), ["starting", "catalog"])
        self.until(app, lambda: watcher._subscriber.poll(0) > 0)
        self.assertEqual(seen(1), ["starting"])  # It beats.
        app._beat -= saybus.LOST  # The program did not receive for long: its loss was announced.
        with contextlib.redirect_stderr(log):
            app.ready(engine="x")
            app.ready(engine="y")
        self.assertEqual(seen(3), ["ready", "catalog", "ready"])
        self.assertEqual(log.getvalue().count("ready role=app instance=one"), 1)
        app.close()
        self.assertEqual(seen(2), ["catalog", "stopped"])

    def test_a_failure_after_the_last_answer_is_no_second_answer(self) -> None:
        played = {"positionMs": 5, "state": "finished"}
        cases = (("audio", "audio.sequence", "audio.playback", lambda id: {"sequence": id, **played}),
                 ("dispatch", "speech.intent", "command.invoked", lambda _: self.TRACKED["command.invoked"][0]))
        for role, kind, answer, body in cases:
            asker, stage = self.bus("sender", answer, "turn.ended"), self.bus(role, kind)
            asker.publish(kind, self.TRACKED[kind][0], turn=saybus.uuid7())
            message = self.next(stage)
            with contextlib.redirect_stderr(io.StringIO()), stage.handling(message):
                stage.publish(answer, body(message.header["id"]), answering=message)
                raise ValueError("late")
            self.assertEqual(self.next(asker).header["kind"], answer)
            self.assertIsNone(asker.receive(0.2))
            for bus in (asker, stage):
                bus.close()

    def test_a_transcriber_that_fails_says_so_once_a_turn(self) -> None:
        ear = self.bus("listen", "speech.transcript")
        stage = self.bus("transcribe", "audio.input", "speech.ended")
        stage.ready(engine="python")
        turns = [saybus.uuid7() for _ in range(3)]
        for turn in turns:
            content = "audio/L16;rate=16000;channels=1"
            ear.publish("audio.input", b"", turn=turn, content=content, index=0, last=True)
            ear.publish("speech.ended", {"durationMs": 0, "reason": "silence", "chunks": 1}, turn=turn)
        # It fails at the sound of the first turn, whose end is left out then, and at the end of the second one.
        for kind, turn, fails in (("audio.input", turns[0], True), ("audio.input", turns[1], False),
                                  ("speech.ended", turns[1], True), ("audio.input", turns[2], False)):
            message = self.next(stage)
            self.assertEqual((message.header["kind"], message.header["turn"]), (kind, turn))
            with contextlib.redirect_stderr(io.StringIO()), stage.handling(message):
                if fails:
                    raise ValueError("no model")
            if fails:
                self.assertEqual(self.next(ear).body, {
                    "text": "", "confidence": 0, "engine": "python", "empty": "failed",
                    "problem": f"transcribe/one failed at {kind}: ValueError: no model"})
        self.assertIsNone(ear.receive(0.2))

    def test_a_catalog_that_cannot_be_used_is_the_problem_until_a_better_one_comes(self) -> None:
        app, stage = self.bus("app", "stage.status"), self.bus("intent", "catalog")
        stage.ready(engine="x")

        def problem(condition: Callable[[str], bool]) -> None:
            end = time.monotonic() + SECONDS
            while not condition((app.receive(0.01) or message).body.get("problem", "")):
                self.assertLess(time.monotonic(), end)
                stage.receive(0.01)

        message = self.next(app)
        good = {"app": "a", "language": "en", "revision": "a@1", "commands": [{"type": "Go", "patterns": ["go"]}]}
        app.publish("catalog", good | {"commands": [{"type": 5, "patterns": ["go"]}]})
        problem(lambda text: "app/one" in text and "/commands/0/type: expected text, not 5" in text)
        self.assertEqual(stage.counters["malformed"], 1)
        app.publish("catalog", good)
        message = self.next(stage)
        self.assertEqual(message.body, good)
        stage.update(engine="y")
        while (status := self.next(app).body)["engine"] != "y" or "problem" in status:
            pass
        with contextlib.redirect_stderr(io.StringIO()), stage.handling(message):
            raise ValueError("no such pattern")
        problem(lambda text: text == "intent/one failed at catalog: ValueError: no such pattern")

    def test_a_catalog_whose_revision_no_status_could_hold_is_not_used(self) -> None:
        app, recognizer = self.bus("app"), self.bus("intent", "catalog")
        recognizer.ready(engine="x")
        app.publish("catalog", {**self.CATALOG, "revision": "r" * 257})
        app.publish("catalog", {**self.CATALOG, "revision": "r" * 256})
        self.assertEqual(len(self.next(recognizer).body["revision"]), 256)
        self.assertEqual(recognizer.counters["malformed"], 1)

    def test_each_instance_of_an_app_has_its_own_catalog(self) -> None:
        catalogs = saybus.Catalogs()

        def update(source: str, revision: str, *types: str) -> None:
            commands = [{"type": type, "patterns": ["go"]} for type in types]
            body = {"app": "a", "language": "en", "revision": revision, "commands": commands}
            catalogs.update(Message({"source": source, "session": "default"}, body, None))

        update("app/one", "a@1", "Go")
        update("app/two", "a@2", "Go", "Stop")
        update("app/one", "a@1", "Go")
        self.assertEqual(catalogs.revision, "a@2")
        update("app/two", "a@gone")
        self.assertEqual([command["type"] for catalog in catalogs for command in catalog["commands"]], ["Go"])
        update("app/one", "a@gone")
        self.assertEqual((list(catalogs), catalogs.revision), ([], ""))

    def test_the_catalog_of_a_killed_instance_counts_until_another_one_is_there_and_goes_with_it(self) -> None:
        recognizer, watcher = self.bus("intent", "catalog", "stage.status"), self.bus("tap")
        catalogs = saybus.Catalogs(recognizer)

        def update(source: str, session: str, *types: str) -> None:
            body = {"app": "a", "language": "en", "revision": f"a@{source[-3:]}",
                    "commands": [{"type": type, "patterns": ["go"]} for type in types]}
            catalogs.update(Message({"source": source, "session": session}, body, None))

        def status(instance: str, state: str) -> None:
            watcher.publish("stage.status", {"role": "app", "instance": instance, "state": state, "pid": 1, "uptimeMs": 1,
                                             "counters": {}})
            while (body := self.next(recognizer).body).get("instance") != instance or body["state"] != state:
                pass

        update("app/one", "kitchen", "Old")
        status("one", "lost")
        self.assertEqual(([catalog["revision"] for catalog in catalogs.of("kitchen")], catalogs.revision), (["a@one"], "a@one"))
        update("app/two", "default", "New")
        self.assertEqual(([catalog["revision"] for catalog in catalogs.of("kitchen")], catalogs.revision), (["a@two"], "a@two"))
        update("app/two", "default")
        self.assertEqual((list(catalogs), catalogs.of("kitchen"), catalogs.revision), ([], [], ""))

    def test_a_program_is_there_while_an_older_start_of_the_same_name_drains_and_ends(self) -> None:
        watcher, older, newer = self.bus("intent", "stage.status"), self.bus("app"), self.bus("app")
        for bus, state in ((newer, "ready"), (older, "draining"), (older, "stopped")):
            self.status(bus, state, uptime=60_000 if bus is older else 0)
            self.assertEqual(self.next(watcher).header["run"], bus.run)
            self.assertFalse(watcher.is_gone("app/one"))
        self.status(newer, "stopped")
        self.assertEqual((self.next(watcher).header["run"], watcher.is_gone("app/one")), (newer.run, True))

    def test_in_a_session_the_commands_of_its_program_count_and_none_of_other_rooms(self) -> None:
        catalogs = saybus.Catalogs()

        def update(app: str, session: str, scopes: list[dict[str, Any]] | None, *types: str) -> None:
            body = {"app": app, "language": "en", "revision": f"{app}@{session}",
                    "commands": [{"type": type, "patterns": ["go"]} for type in types]}
            catalogs.update(Message({"source": f"app/{session}", "session": session}, body | (
                {"scopes": scopes} if scopes else {}), None))

        def types(session: str) -> list[str]:
            return [f"{catalog['app']}/{command['type']}" for catalog in catalogs.of(session)
                    for command in catalog["commands"]]

        update("home", "kitchen", [{"commands": ["Cook"], "sessions": ["kitchen"]}], "Cook", "Stop")
        self.assertEqual((types("kitchen"), types("hall")), (["home/Cook", "home/Stop"], ["home/Stop"]))
        update("home", "default", None, "Go")
        update("home", "den", [{"commands": ["Sit"], "sessions": ["den"]}], "Sit")
        update("door", "hall", None, "Open")
        self.assertEqual(types("kitchen"), ["door/Open", "home/Cook", "home/Stop"])
        self.assertEqual((types("hall"), types("den")), (["door/Open", "home/Go"], ["door/Open", "home/Sit"]))
        # Each dispatcher finds the revision of its own catalog.
        self.assertEqual(catalogs.revision, "door@hall+home@default+home@den+home@kitchen")

    def test_the_revision_names_each_catalog_that_counts_in_some_session(self) -> None:
        scopes = ([], ["a"], ["b"], ["a", "b"])
        shapes = [(place, scope, isOpen) for place in ("default", "a", "b") for scope in scopes
                  for isOpen in (True, False) if scope or isOpen]
        for chosen in itertools.product(shapes, repeat=3):
            catalogs = saybus.Catalogs()
            for number, (place, sessions, isOpen) in enumerate(chosen):
                commands = [{"type": "Own", "patterns": ["own"]}] + (
                    [{"type": "Open", "patterns": ["open"]}] if isOpen else [])
                body = {"app": "x", "language": "en", "revision": f"x@{number}", "commands": commands,
                        "scopes": [{"commands": ["Own"], "sessions": sessions}]}
                catalogs.update(Message({"source": f"app/{number}", "session": place}, body, None))
            counting = {catalog["revision"] for session in ("default", "a", "b", "other")
                        for catalog in catalogs.of(session) if catalog["commands"]}
            self.assertEqual(set(catalogs.revision.split("+")), counting, chosen)

    def test_what_is_remembered_is_bounded(self) -> None:
        bus = self.bus("tap", "speech.partial")
        for number in range(saybus.REMEMBERED + 100):
            header = {"v": 1, "id": saybus.uuid7(), "kind": "speech.partial", "session": f"s{number}", "source": "a/b",
                      "run": 1, "seq": 0, "at": 1}
            bus._take([saybus.topic("speech.partial", f"s{number}"), json.dumps(header).encode(), b"{}"])
        self.assertEqual((len(bus._handled), len(bus._expected)), (saybus.REMEMBERED, saybus.REMEMBERED))
        for number in range(saybus.NUMBERED + 100):
            bus._number({"kind": "speech.partial", "session": f"s{number}"})
        self.assertEqual(len(bus._sequence), saybus.NUMBERED)

    def test_a_retained_message_reaches_who_comes_late(self) -> None:
        self.bus("dispatch").publish("catalog", {"app": "a", "language": "en", "revision": "a@1", "commands": []})
        late = self.bus("intent", "catalog")
        message = self.next(late)
        self.assertEqual((message.body["app"], message.header["retain"]), ("a", True))

    def test_status_beats_once_a_second_and_says_stopped_at_the_end(self) -> None:
        watcher, stage = self.bus("tap", "stage.status"), self.bus("transcribe")
        stage.ready(engine="python")
        self.assertIsNone(stage.receive(1.5))
        stage.close()
        bodies = [self.next(watcher).body for _ in range(3)]
        self.assertEqual([body["state"] for body in bodies], ["ready", "ready", "stopped"])
        self.assertEqual(bodies[0]["engine"], "python")
        self.assertEqual(set(bodies[0]["counters"]), set(saybus.COUNTERS))
        self.assertGreaterEqual(bodies[1]["uptimeMs"] - bodies[0]["uptimeMs"], 900)

    def test_the_stamp_does_not_count_in_the_size_of_a_message(self) -> None:
        header = {"v": 1, "id": saybus.uuid7(), "kind": "speech.partial", "session": "default", "source": "a/b", "run": 1,
                  "seq": 0, "at": 1}
        frames = [saybus.topic("speech.partial", "default"), json.dumps(header).encode(), b'{"text": "", "revision": 0}']
        frames[2] += b" " * (saybus.MAXIMUM_SIZE - sum(map(len, frames)))
        stamp = b'{"offset": 1, "epoch": 1, "at": 1}'
        self.assertEqual(saybus.parse([*frames, stamp]).header["id"], header["id"])
        with self.assertRaisesRegex(ValueError, "1 MiB"):
            saybus.parse([*frames[:2], frames[2] + b" ", stamp])

    def test_what_is_too_large_or_untyped_is_refused_before_it_is_sent(self) -> None:
        bus = self.bus("listen")
        for body in ({"text": "x" * saybus.MAXIMUM_SIZE}, b"no content"):
            with self.assertRaises(BusError):
                bus.publish("speech.partial", body)
        for body in ({"confidence": float("nan")}, {"words": {"a"}}):
            with self.assertRaises(BusError) as wrong:
                bus.publish("speech.partial", body)
            self.assertEqual(wrong.exception.code, 65)

    def test_the_template_answers_each_turn_and_ends_when_told(self) -> None:
        ear = self.bus("listen", "speech.transcript", "stage.status", session="kitchen")
        script = pathlib.Path(__file__).with_name("transcriber.py")
        program = subprocess.Popen([sys.executable, "-B", script, "next", "song"], cwd="/",
                                   env=os.environ | {"SAYBUS_BUS": self.broker.url})
        self.addCleanup(program.kill)
        status = self.next(ear)
        self.assertEqual((status.body["state"], status.body["engine"]), ("ready", "python"))
        ear.publish("audio.input", {"not": "sound"})
        ended, withdrawn = {"durationMs": 200, "reason": "silence", "chunks": 2}, saybus.uuid7()
        ear.publish("audio.input", b"", turn=withdrawn, content="audio/L16;rate=16000;channels=1")
        ear.publish("speech.ended", ended | {"reason": "withdrawn"}, turn=withdrawn)
        for chunks, missing in (([0, 1], {}), ([1, 0, 0], {}), ([0], {"missingChunks": 1}), ([1], {"missingChunks": 1})):
            turn, content = saybus.uuid7(), "audio/L16;rate=16000;channels=1"
            for index in chunks:
                ear.publish("audio.input", b"\0\0" * 1600, turn=turn, content=content, index=index, last=index == 1)
            end = ear.publish("speech.ended", ended, turn=turn)
            transcript = self.next_of(ear, "speech.transcript")
            ear.receipt(transcript)
            self.assertEqual(transcript.body, {"text": "next song", "confidence": 1, "engine": "python"} | missing)
            self.assertEqual(transcript.header["causes"], [end])
            self.assertEqual((transcript.header["turn"], transcript.header["session"]), (turn, "kitchen"))
        program.send_signal(signal.SIGTERM)
        self.assertEqual(program.wait(SECONDS), 0)
        while (status := self.next_of(ear, "stage.status")).body["state"] != "stopped":
            self.assertIn(status.body["state"], ("ready", "draining"))

    def test_the_remote_app_answers_its_own_commands_and_takes_its_catalog_along(self) -> None:
        dispatcher = self.bus("dispatch", "catalog", "command.response", "stage.status")
        script = pathlib.Path(__file__).with_name("dice.py")
        program = subprocess.Popen([sys.executable, "-B", script], env=os.environ | {"SAYBUS_BUS": self.broker.url},
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(program.communicate)
        self.addCleanup(program.kill)
        self.assertTrue(self.next_of(dispatcher, "catalog").body["commands"])
        self.next_of(dispatcher, "stage.status")
        command = {"app": "dice", "type": "Roll", "parameters": {}, "confidence": 1, "text": "roll the dice"}
        dispatcher.publish("command.invoked", command | {"app": "another"})
        wrong = dispatcher.publish("command.invoked", command | {"parameters": 7})
        response = self.next_of(dispatcher, "command.response")
        self.assertEqual(response.header["causes"], [wrong])
        self.assertIn("parameters", response.body["problem"])
        id = dispatcher.publish("command.invoked", command, turn=saybus.uuid7())
        response = self.next_of(dispatcher, "command.response")
        self.assertEqual(response.header["causes"], [id])
        self.assertRegex(response.body["feedback"], r"^It is a [1-6]\.$")
        dispatcher.publish("command.invoked", command | {"parameters": {
            "sides": {"value": 1, "words": "one", "type": "Number"}}})
        self.assertIn("with 1 sides", self.next_of(dispatcher, "command.response").body["problem"])
        program.send_signal(signal.SIGTERM)
        self.assertEqual(program.wait(SECONDS), 0)
        self.assertEqual(self.next_of(dispatcher, "catalog").body["commands"], [])
        self.assertRegex(program.stderr.readline(), "^ready role=app instance=dice-[0-9]+ after=[0-9]+ms$")

    def test_the_intent_recognizer_knows_what_the_catalogs_say(self) -> None:
        ear = self.bus("transcribe", "speech.intent", "stage.status")
        ear.publish("catalog", {"app": "a", "language": "en", "revision": "a@1",
                                "commands": [{"type": "Go", "patterns": ["go on"]}]})
        for script in ("recognizer.py", "keywords.py"):
            path = pathlib.Path(__file__).with_name(script)
            program = subprocess.Popen([sys.executable, "-B", path], env=os.environ | {"SAYBUS_BUS": self.broker.url},
                                       stderr=subprocess.DEVNULL)
            self.addCleanup(program.kill)
            while self.next_of(ear, "stage.status").body.get("catalogRevision") != "a@1":
                pass
            # A text counts beside a reason for its absence.
            for text, reason, found in (("go on", None, ["Go"]), ("stop", None, []), ("go on", "silence", ["Go"]),
                                        (" ", "silence", [])):
                ear.publish("speech.transcript", {"text": text, "confidence": 1, "engine": "text", "empty": reason})
                intent = self.next_of(ear, "speech.intent")
                ear.receipt(intent)
                self.assertEqual([hypothesis["type"] for hypothesis in intent.body["hypotheses"]], found)
                self.assertEqual(intent.body.get("empty"), None if text.strip() else reason)
            program.send_signal(signal.SIGTERM)
            self.assertEqual(program.wait(SECONDS), 0)
            while self.next_of(ear, "stage.status").body["state"] != "stopped":
                pass

    def test_the_message_in_hand_is_finished_after_sigterm(self) -> None:
        self.message_in_hand(signal.SIGTERM)

    @unittest.skipIf(signal.getsignal(signal.SIGHUP) == signal.SIG_IGN, "nohup lets its programs ignore SIGHUP")
    def test_the_message_in_hand_is_finished_when_the_terminal_is_closed(self) -> None:
        self.message_in_hand(signal.SIGHUP)

    def message_in_hand(self, number: signal.Signals) -> None:
        watcher = self.bus("tap", "stage.status", "receipt")
        body = """if True:
            import os, signal, sys
            sys.path.insert(0, sys.argv.pop(1))
            from saybus import Bus, run
            def serve(options):
                with Bus("intent", "slow") as bus:
                    bus.connect("speech.partial")
                    bus.ready()
                    for message in bus:
                        os.kill(os.getpid(), number)
                        bus.receipt(message)
            number = int(sys.argv.pop(1))
            run(serve)
            """
        program = subprocess.Popen([sys.executable, "-B", "-c", body, pathlib.Path(__file__).parent, str(int(number))],
                                   env=os.environ | {"SAYBUS_BUS": self.broker.url}, stderr=subprocess.DEVNULL)
        self.addCleanup(program.kill)
        self.next_of(watcher, "stage.status")
        for _ in range(2):
            watcher.publish("speech.partial", {"text": "a", "revision": 0})
        self.assertEqual(self.next_of(watcher, "receipt").body, {"of": "speech.partial"})
        while self.next_of(watcher, "stage.status").body["state"] != "stopped":
            pass
        self.assertEqual(program.wait(SECONDS), 0)
        self.assertIsNone(watcher.receive(0.2))  # The second message is left to a successor.

    def next_of(self, bus: Bus, kind: str) -> Message:
        while (message := self.next(bus)).header["kind"] != kind:
            pass
        return message

    def wait(self, condition) -> None:
        end = time.monotonic() + SECONDS
        while not condition():
            self.assertLess(time.monotonic(), end)
            os.sched_yield()


@unittest.skipUnless(BROKER.exists(), "saybus-broker is not built: swift build")
class KeyTests(unittest.TestCase):
    """Tests with the real broker, since only that one has a policy."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory(prefix="saybus test ")
        self.addCleanup(directory.cleanup)
        self.folder, self.url = directory.name, f"ipc://{directory.name}"
        self.keys = {name: self.key(name) for name in ("broker", "stage", "guest")}
        self.permit("stage", "guest")
        self.broker = subprocess.Popen([BROKER, "--bus", self.url, "--key", f"{self.folder}/broker.secret", "--policy",
                                        f"{self.folder}/policy.yaml"], stderr=subprocess.DEVNULL)
        self.addCleanup(self.broker.wait)
        self.addCleanup(self.broker.terminate)

    def key(self, name: str) -> str:
        public, secret = (half.decode() for half in zmq.curve_keypair())
        path = pathlib.Path(self.folder, f"{name}.secret")
        path.touch(0o600)
        path.write_text(f"public-key {public}\nsecret-key {secret}\n")
        return public

    def permit(self, *names: str) -> None:
        """Writes the policy: only these keys may connect."""
        users = [f'  {name}: {{key: "{self.keys[name]}", publish: ["*", audio.input], subscribe: ["*", audio.input]}}\n'
                 for name in names]
        pathlib.Path(self.folder, "policy.yaml").write_text("users:\n" + "".join(users))

    def bus(self, role: str, key: str) -> Bus:
        bus = Bus(role, "one", url=self.url, key=f"{self.folder}/{key}.secret", server_key=self.keys["broker"])
        self.addCleanup(bus.close)
        return bus

    def until(self, bus: Bus, log: io.StringIO, words: str) -> None:
        """Receives until the log has the words."""
        end = time.monotonic() + SECONDS
        while words not in log.getvalue():
            self.assertLess(time.monotonic(), end, log.getvalue())
            self.assertIsNone(bus.receive(0.05))

    def test_a_catalog_that_the_policy_refuses_is_the_apps_problem(self) -> None:
        self.broker.terminate()
        self.broker.wait()
        policy = pathlib.Path(self.folder, "policy.yaml")
        policy.write_text(policy.read_text().replace("users:\n", "users:\n" + (
            f'  app: {{key: "{self.key("app")}", publish: [catalog, stage.status], subscribe: ["*"], apps: [mail]}}\n')))
        self.broker = subprocess.Popen([BROKER, "--bus", self.url, "--key", f"{self.folder}/broker.secret", "--policy",
                                        f"{self.folder}/policy.yaml"], stderr=subprocess.DEVNULL)
        self.addCleanup(self.broker.wait)
        self.addCleanup(self.broker.terminate)
        watcher, app = self.bus("tap", "stage"), self.bus("app", "app")
        watcher.connect("stage.status", timeout=SECONDS)
        app.connect("command.invoked", timeout=SECONDS)
        log = io.StringIO()
        with contextlib.redirect_stderr(log):
            app.ready(engine="python")
            app.publish("catalog", {"app": "kitchen", "commands": [], "revision": "a", "language": "en"})
            self.until(app, log, "speak for the app kitchen")
            app.tick()
        problem, end = "", time.monotonic() + SECONDS
        while "speak for the app kitchen" not in problem:
            self.assertLess(time.monotonic(), end, "no status of the app has the problem")
            if (message := watcher.receive(1)) and message.header["source"] == "app/one":
                problem = message.body.get("problem", "")

    def test_a_stage_whose_key_is_withdrawn_is_back_when_the_policy_has_the_key_again(self) -> None:
        stage, guest = self.bus("transcribe", "stage"), self.bus("listen", "guest")
        stage.connect("audio.input", timeout=SECONDS)
        guest.connect("stage.status", timeout=SECONDS)
        log = io.StringIO()
        with contextlib.redirect_stderr(log):
            stage.ready(engine="python")
            for round in range(2):
                self.permit("guest")
                self.broker.send_signal(signal.SIGHUP)
                self.until(stage, log, "no longer lets us in")
                self.assertIn(f"{self.url} no longer lets us in: it does not know our key", log.getvalue())
                # Also the publisher, which the broker refuses at its next message, must be connected again.
                end = time.monotonic() + SECONDS
                while any(stage._links.values()):
                    self.assertLess(time.monotonic(), end)
                    self.assertIsNone(stage.receive(0.05))
                with self.assertRaisesRegex(BusError, "does not let us in") as late:  # Who comes now ends.
                    self.bus("intent", "stage").connect("speech.transcript", timeout=SECONDS)
                self.assertEqual(late.exception.code, 69)
                self.permit("stage", "guest")
                self.broker.send_signal(signal.SIGHUP)
                self.until(stage, log, "the bus is back")
                self.assertEqual(log.getvalue().count("no longer lets us in"), 1, log.getvalue())
                log.seek(0)
                log.truncate()
                guest.publish("audio.input", b"", content="audio/L16;rate=16000;channels=1", index=round, last=True)
                message = stage.receive(SECONDS)
                self.assertEqual(message and message.header["index"], round)
                stage.update(problem=f"round {round}")
                end = time.monotonic() + SECONDS
                while (status := guest.receive(0.05)) is None or status.body.get("problem") != f"round {round}":
                    self.assertLess(time.monotonic(), end)


class ProgramTests(unittest.TestCase):
    def run_program(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        script = pathlib.Path(__file__).with_name("transcriber.py")
        return subprocess.run([sys.executable, "-B", script, *arguments], env=os.environ | environment, text=True,
                              capture_output=True, timeout=SECONDS)

    def test_a_wrong_command_line_ends_with_64_and_a_line(self) -> None:
        for arguments, words in ((["--color"], "--color"), (["--wait", "long"], "--wait"),
                                 (["--bus", "pigeon://roof"], "is no bus URL"),
                                 (["--bus", "tcp://host:65535"], "is no bus URL"),
                                 (["--instance", "a b"], "is no name"), (["--session", "a b"], "'a b' is no name"),
                                 (["--session", "küche"], "'küche' is no name"), (["--session", ""], "is no name"),
                                 (["--wait", "-3"], "--wait: takes 0 to 86400 seconds"), (["--wait", "nan"], "--wait")):
            result = self.run_program(*arguments)
            self.assertEqual(result.returncode, 64, result.stderr)
            self.assertIn(words, result.stderr.splitlines()[-1])

    def test_no_broker_ends_with_69_and_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            result = self.run_program("--wait", "0.2", SAYBUS_BUS=f"ipc://{directory}")
        self.assertEqual(result.returncode, 69)
        self.assertEqual(result.stderr, f"transcriber.py: no broker answers at ipc://{directory} within 0.2 s; "
                         f"start one with: saybus-broker --bus ipc://{directory}\n")


class NameTests(unittest.TestCase):
    def test_without_a_broker_the_error_says_what_to_do(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            bus = Bus("transcribe", url=f"ipc://{directory}")
            wanted = f"{re.escape(directory)} within 0.2 s; start one with: saybus-broker"
            with self.assertRaisesRegex(BusError, wanted):
                bus.connect("audio.input", timeout=0.2)
            bus.close()

    def test_identifiers_are_of_version_7_unique_and_in_order(self) -> None:
        ids = [UUID(saybus.uuid7()) for _ in range(10_000)]
        self.assertEqual(len(set(ids)), len(ids))
        self.assertEqual({(id.version, id.variant) for id in ids}, {(7, "specified in RFC 4122")})
        self.assertLess(abs((ids[0].int >> 80) - time.time() * 1000), 60_000)
        self.assertLessEqual(ids[0].int >> 80, ids[-1].int >> 80)

    def test_topics_end_in_the_delimiter_and_hold_the_bucket(self) -> None:
        self.assertEqual(saybus.topic("speech.partial", "default"), b"speech.partial/fe/default/")
        self.assertEqual(saybus.topic("catalog", "kitchen"), b"catalog/8f/kitchen/")

    def test_a_directory_that_others_may_write_to_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            def refusal(path: str) -> str:
                try:
                    Bus("tap", url=f"ipc://{path}").close()
                except BusError as error:
                    return str(error)
                return ""
            for mode, itself, parent in ((0o777, True, True), (0o770, True, True), (0o1777, True, False), (0o755, False, False)):
                path = f"{folder}/{mode:o}"
                os.makedirs(f"{path}/bus", mode=0o700)
                os.chmod(path, mode)
                self.assertEqual("written by others" in refusal(path), itself)
                self.assertEqual("written by others" in refusal(f"{path}/bus"), parent)
            os.symlink("777", f"{folder}/link")
            self.assertIn("/777 may be written", refusal(f"{folder}/link"))
            os.symlink("round", f"{folder}/round")
            self.assertIn("too many symbolic links", refusal(f"{folder}/round"))
            if os.geteuid() == 0:
                os.makedirs(f"{folder}/foreign")
                os.chown(f"{folder}/foreign", 65534, 65534)
                self.assertIn("belongs to another user (65534)", refusal(f"{folder}/foreign"))
            self.assertEqual(refusal(f"{folder}/missing"), "")

    FOREIGN_BROKER = """if True:
        import os, selectors, socket, sys
        servers = [socket.socket(socket.AF_UNIX) for _ in range(2)]
        for name, server in zip(("publish", "subscribe"), servers):
            server.bind(os.path.join(sys.argv[1], name))
        os.setgroups([]), os.setgid(65534), os.setuid(65534)
        waiting = selectors.DefaultSelector()
        for server in servers:
            server.listen()  # From now on the kernel names this user.
            waiting.register(server, selectors.EVENT_READ)
        print("listening", flush=True)
        while True:
            for key, _ in waiting.select():
                os.write(1, b"heard %d\\n" % len(key.fileobj.accept()[0].recv(100)))  # At once: it may be terminated.
        """

    @unittest.skipIf(os.geteuid(), "only root can change its user")
    def test_a_broker_of_another_user_is_refused_before_anything_is_said(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            early = Bus("tap", url=f"ipc://{folder}")  # Comes before any broker.
            self.addCleanup(early.close)
            with subprocess.Popen([sys.executable, "-c", self.FOREIGN_BROKER, folder], stdout=subprocess.PIPE, text=True) as server:
                try:
                    self.assertEqual(server.stdout.readline(), "listening\n")
                    wanted = r"the broker in .* is a program of another user \(65534\)"
                    with self.assertRaisesRegex(BusError, wanted):
                        Bus("tap", url=f"ipc://{folder}")
                    with self.assertRaisesRegex(BusError, wanted):
                        early.connect("audio.input", timeout=SECONDS)
                    heard = [server.stdout.readline() for _ in range(2)]
                finally:
                    server.terminate()
                heard += server.stdout.readlines()
                # Who only asked whose program listens has closed the connection without a word. The early publisher, which
                # libzmq connects by itself, may have offered ZMTP: a signature of 10 bytes.
                self.assertIn("heard 0\n", heard)
                self.assertLessEqual(set(heard), {"heard 0\n", "heard 10\n"})

    def test_only_an_address_of_ip_version_6_is_looked_for_by_it(self) -> None:
        for url, version6 in (("tcp://localhost:1", 0), ("tcp://127.0.0.1:1", 0), ("tcp://[::1]:1", 1)):
            bus = Bus("tap", "one", url=url)
            self.addCleanup(bus.close)
            self.assertEqual((bus._publisher.getsockopt(zmq.IPV6), bus._subscriber.getsockopt(zmq.IPV6)), (version6, version6))

    def test_urls(self) -> None:
        self.assertEqual(saybus.endpoints("ipc:///a b/c"), ("ipc:///a b/c/publish", "ipc:///a b/c/subscribe"))
        self.assertEqual(saybus.endpoints("tcp://[::1]:5000"), ("tcp://[::1]:5000", "tcp://[::1]:5001"))
        for url in ("ipc://relative", "tcp://host", "tcp://host:port", "http://host:1", "/tmp", "tcp://host:0",
                    "tcp://host:65535", "tcp://host:65536", "tcp://host:99999", "tcp://host:-1", "tcp://:1",
                    "tcp://host:1\n"):
            with self.assertRaises(BusError, msg=url) as refused:
                saybus.endpoints(url)
            self.assertEqual(refused.exception.code, 64)
        self.assertEqual(saybus.endpoints("tcp://host:65534")[1], "tcp://host:65535")

    def test_names(self) -> None:
        for name in ("", "a/b", "ä", "a b", "x" * 65, "a\n"):
            with self.assertRaises(BusError):
                Bus(name, url="ipc:///tmp")
        with tempfile.TemporaryDirectory() as directory:
            bus = Bus("tap", url=f"ipc://{directory}")
            self.addCleanup(bus.close)
            with self.assertRaisesRegex(BusError, "'a b' is no name"):
                bus.connect("audio.input", session="a b")


if __name__ == "__main__":
    unittest.main()
