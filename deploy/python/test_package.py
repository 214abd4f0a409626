"""Tests of what the package adds to the bus: checks before sending, work beside the beat, withdrawal, asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
import uuid
from typing import Any

import saybus
from saybus import Bus, BusError, Message
from saybus.aio import AsyncBus
from saybus.schemas import schemas, similar_kind, unknown_fields, violations
from test_saybus import SECONDS, Broker

CATALOG = {"app": "lamp", "language": "en-US", "revision": "lamp@1", "commands": [{"type": "On", "patterns": ["on"]}]}


class SchemaTests(unittest.TestCase):
    def test_every_example_of_every_kind_is_valid(self) -> None:
        for kind, schema in schemas().items():
            self.assertEqual("examples" in schema, kind not in ("header", "stamp"), kind)
            for example in schema.get("examples", []):
                self.assertEqual((violations(kind, example), unknown_fields(kind, example)), ([], []), kind)

    def test_all_violations_are_named_with_their_places(self) -> None:
        body = {"text": 5, "hypotheses": [{"app": 7, "type": "On", "confidence": 2, "parameters": []}], "empty": "no"}
        self.assertEqual(violations("speech.intent", body), [
            "/empty: expected one of \"silence\", \"unrecognized\", \"failed\", not \"no\"",
            "/engine: expected text, and it is missing",
            "/hypotheses/0/app: expected text, not 7",
            "/hypotheses/0/confidence: expected a number from 0 to 1, not 2",
            "/hypotheses/0/parameters: expected an object, not a list",
            "/text: expected text, not 5"])
        self.assertEqual(violations("lamp.glow", {"any": "thing"}), [], "a kind of one's own")
        self.assertEqual(violations("speech.intent", []), ["the whole value: expected an object, not a list"])
        sequence = {"events": [{"type": "composite", "events": [{"type": "silence", "durationMs": "long"}]}]}
        self.assertNotEqual(violations("audio.sequence", sequence), [])
        for kind in ("audio.sequence", "command.response"):
            self.assertEqual(violations(kind, {"isTerminal": True, "events": [{"type": "speech"}, {"type": "silence"}]}), [
                "/events/0/text: expected text, and it is missing",
                "/events/1/durationMs: expected a whole number, and it is missing"])

    def test_unknown_fields_and_kinds_are_named_with_what_they_may_mean(self) -> None:
        body = {"isTerminal": True, "feedbak": "Yes.", "zzz": 1, "events": [{"type": "composite", "events": [
            {"type": "tone", "frequenzy": 1}]}], "followUp": {"kind": "number", "prompt": "?", "retrys": 1}}
        self.assertEqual(unknown_fields("command.response", body), [
            "command.response has no field feedbak: feedback?", "command.response has no field zzz",
            "command.response has no field events.events.frequenzy: frequency?",
            "command.response has no field followUp.retrys: retries?"])
        parameters = {"any": {"value": 1, "words": "one", "type": "Number", "spam": {"start": 0, "end": 1}}}
        intent = {"hypotheses": [{"parameters": parameters}]}
        self.assertEqual(unknown_fields("speech.intent", intent),
                         ["speech.intent has no field hypotheses.parameters.any.spam: span?"])
        self.assertEqual(unknown_fields("lamp.glow", {"any": "thing"}), [], "a kind of one's own")
        kinds = ("audio.sequenc", "comand.invoked", "audio.sequence", "lamp.glow", "speech.emotion", "headers")
        self.assertEqual([similar_kind(kind) for kind in kinds],
                         ["audio.sequence", "command.invoked", None, None, None, None])


PROGRAM = """if True:
    import sys
    sys.path.insert(0, sys.argv.pop(1))
    from saybus import Bus, run
    def serve(options):
        with Bus("intent", "wrong") as bus:
            bus.connect()
            bus.publish("speech.intent", {"text": 5})
    run(serve)
    """

ASYNCIO_PROGRAM = """if True:
    import asyncio, sys
    sys.path.insert(0, sys.argv.pop(1))
    drain = float(sys.argv.pop(1))
    import saybus.aio
    saybus.aio.DRAIN = drain
    async def main():
        async with saybus.aio.AsyncBus("app", "lamp") as bus:
            await bus.connect("command.invoked")
            await bus.ready()
            async for message in bus:
                async with bus.handling(message):
                    await bus.publish("command.response", {"isTerminal": False}, answering=message)
                    await asyncio.sleep(3600)
    saybus.run(lambda options: asyncio.run(main()))
    """


class PackageTests(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory(prefix="saybus test ")
        self.addCleanup(directory.cleanup)
        self.broker = Broker(directory.name)
        self.addCleanup(self.broker.close)

    def bus(self, role: str, *kinds: str) -> Bus:
        bus = Bus(role, "one", url=self.broker.url)
        self.addCleanup(bus.close)
        bus.connect(*kinds, timeout=SECONDS)
        return bus

    def test_a_body_that_is_not_as_its_schema_says_is_not_sent(self) -> None:
        bus = self.bus("transcribe")
        published = bus.counters["published"]
        with self.assertRaisesRegex(BusError, "/confidence: expected .* and it is missing; /text: expected text, not 5"):
            bus.publish("speech.transcript", {"text": 5, "engine": "x"})
        self.assertEqual(bus.counters["published"], published)

    def test_a_header_that_nobody_could_read_is_refused_at_once_and_waits_for_no_answer(self) -> None:
        bus = self.bus("ask")
        body = {"text": "on", "confidence": 1, "engine": "text"}
        published = bus.counters["published"]
        cases: list[tuple[str, Any]] = [("turn", "kitchen-1"), ("turn", object()), ("causes", "a"), ("session", "Küche 1"),
                                        ("session", "a/b"), ("deadline", "soon")]
        for field, value in cases:
            sentence = f"the header of speech.transcript .*/{field}: "
            with self.subTest(field=field, value=value), self.assertRaisesRegex(BusError, sentence) as wrong:
                bus.publish("speech.transcript", body, **{field: value})
            self.assertEqual(wrong.exception.code, 65)
        with self.assertRaisesRegex(BusError, "/kind: "):
            bus.publish("Lamp glow", {})
        bus.tick()
        self.assertEqual(bus.counters["published"], published)

    def test_a_turn_may_be_a_uuid_and_a_deadline_be_reckoned_with_fractions(self) -> None:
        bus, watcher = self.bus("ask"), self.bus("tap", "speech.transcript")
        turn, deadline = uuid.uuid4(), bus.now() + 2.5e6
        bus.publish("speech.transcript", {"text": "on", "confidence": 1, "engine": "text"}, turn=turn, deadline=deadline)
        heard = watcher.receive(SECONDS)
        self.assertEqual(heard and (heard.header["turn"], heard.header["deadline"]), (str(turn), int(deadline)))

    def test_what_looks_misspelt_is_sent_and_named_once(self) -> None:
        log = io.StringIO()
        with contextlib.redirect_stderr(log):
            bus, watcher = self.bus("app", "comand.invoked"), self.bus("tap", "command.response", "audio.sequenc")
            for _ in range(2):
                bus.publish("command.response", {"isTerminal": True, "feedbak": "Yes."})
                bus.publish("audio.sequenc", {"events": []})
                bus.publish("lamp.glow", {"any": "thing"})
            for _ in range(4):
                self.assertIsNotNone(watcher.receive(SECONDS))
        self.assertEqual(log.getvalue().splitlines(), [
            "saybus: comand.invoked is no kind of the pipeline: command.invoked?",
            "saybus: audio.sequenc is no kind of the pipeline: audio.sequence?",  # The watcher.
            "saybus: command.response has no field feedbak: feedback?",
            "saybus: audio.sequenc is no kind of the pipeline: audio.sequence?"])

    def test_a_wrong_body_outside_of_a_handler_ends_the_program_with_65(self) -> None:
        folder = pathlib.Path(__file__).parent
        program = subprocess.run([sys.executable, "-B", "-c", PROGRAM, folder], stderr=subprocess.PIPE, text=True,
                                 env=os.environ | {"SAYBUS_BUS": self.broker.url}, timeout=SECONDS)
        self.assertEqual(program.returncode, 65, program.stderr)
        self.assertIn("/text: expected text, not 5", program.stderr)

    def test_work_runs_beside_the_beat(self) -> None:
        bus = self.bus("transcribe")
        bus.ready(engine="slow")
        go = threading.Event()

        def watch() -> None:
            watcher, beats = self.bus("tap", "stage.status"), 0
            while beats < 3 and (message := watcher.receive(SECONDS)):
                beats += message.body["role"] == "transcribe"
            go.set()

        thread = threading.Thread(target=watch)
        thread.start()
        # The work ends when others have seen two further beats.
        self.assertTrue(bus.work(go.wait, SECONDS))
        thread.join()
        with self.assertRaisesRegex(ZeroDivisionError, "."):
            bus.work(lambda: 1 // 0)

    INTENT = {"text": "stop", "hypotheses": list[Any](), "engine": "slow"}

    def test_an_answer_that_comes_while_the_program_works_counts_at_once(self) -> None:
        bus, taker = self.bus("intent", "speech.partial"), self.bus("dispatch", "speech.intent")
        id = bus.publish("speech.intent", self.INTENT, turn=saybus.uuid7())
        intent = taker.receive(SECONDS)
        assert intent is not None
        taker.publish("command.invoked", {"app": "a", "type": "Stop", "parameters": {}, "confidence": 1, "text": "stop"},
                      answering=intent)
        said = taker.publish("speech.partial", {"text": "st", "revision": 0}, turn=saybus.uuid7())
        end = time.monotonic() + SECONDS
        while bus._outbox[id].holder is None or not bus._early:
            self.assertLess(time.monotonic(), end, "the answer waits until the work is done")
            bus.rest(0.01)
        message = bus.receive(0)  # What is for the program has waited for it.
        self.assertEqual(message and message.header["id"], said)

    def test_a_job_may_wait_while_the_program_works(self) -> None:
        bus = self.bus("intent")
        for waiting in (saybus.WAITING, 0):  # Also while no more may wait.
            with unittest.mock.patch.object(saybus, "WAITING", waiting):
                def job(bus: saybus.Bus) -> bool:
                    bus.rest(0)
                    return bus._is_resting
                self.assertTrue(bus.work(bus.call, job), "the program still works")
        self.assertEqual((bus._is_resting, bus._is_reading), (False, True))

    def test_nothing_is_given_up_after_a_standstill_before_what_has_come_is_read(self) -> None:
        bus = self.bus("intent")
        id = bus.publish("speech.intent", self.INTENT, turn=saybus.uuid7())
        bus._read_at -= 11
        bus._outbox[id].expires = 0
        bus.tick()
        self.assertIn(id, bus._outbox, "its answer may wait")
        end = time.monotonic() + SECONDS
        while id in bus._outbox:
            self.assertLess(time.monotonic(), end, "nobody has answered it")
            bus.receive(0.01)

    def test_who_did_not_beat_for_too_long_says_so_and_names_the_command(self) -> None:
        asker, app, log = self.bus("dispatch", "command.response"), self.bus("app", "command.invoked"), io.StringIO()
        app.ready()
        with contextlib.redirect_stderr(log):
            for silence in (1.0, 5.0, 6.0, 7.0):
                asker.publish("command.invoked", {"app": "lamp", "type": "Glow", "parameters": {}, "confidence": 1,
                                                  "text": "on"}, turn=saybus.uuid7())
                message = app.receive(SECONDS)
                assert message is not None, "nothing has come"
                with app.handling(message):
                    app._beaten -= silence  # As if the handler had slept.
                    app.publish("command.response", {"isTerminal": True}, answering=message)
            app._beaten -= 8
            app._beat = 0
            app.tick()
        lines = log.getvalue().splitlines()
        self.assertEqual(len(lines), 3, lines)  # The 1st, 2nd and 4th.
        self.assertRegex(lines[0], r"app/one did not beat for [56]\.[0-9] s while it handled command\.invoked Glow: .*"
                                   r"bus\.work\(")
        self.assertIn("s between two messages: ", lines[2])

    def test_another_thread_is_refused_and_told_of_call(self) -> None:
        bus, heard = self.bus("listen", "speech.ended"), self.bus("tap", "speech.partial")
        refused, ids = list[str](), list[str]()
        body = {"text": "a", "revision": 0}

        def other() -> None:
            for act in (lambda: bus.publish("speech.partial", body), bus.ready, bus.receive, bus.tick, bus.close):
                try:
                    act()
                except RuntimeError as error:
                    refused.append(str(error))
            ids.append(bus.call(lambda bus: bus.publish("speech.partial", body)))
            with self.assertRaisesRegex(BusError, "revision"):
                bus.call(lambda bus: bus.publish("speech.partial", {"text": "a"}))
            bus.stopping = True
            bus.wake()

        thread = threading.Thread(target=other, name="decoder")
        thread.start()
        self.assertIsNone(bus.receive(SECONDS))
        thread.join(SECONDS)
        self.assertEqual(len(refused), 5)
        self.assertRegex(refused[0], r"listen/one belongs to the thread MainThread: from decoder, write bus\.call\(")
        message = heard.receive(SECONDS)
        self.assertEqual(message and message.header["id"], ids[0])
        bus.close()
        late = list[str]()

        def ask() -> None:
            try:
                bus.call(Bus.tick)
            except RuntimeError as error:
                late.append(str(error))

        thread = threading.Thread(target=ask)
        thread.start()
        thread.join(SECONDS)
        self.assertEqual(late, ["the bus is closed"])

    def test_a_forked_process_is_refused_and_its_close_leaves_the_bus_to_its_parent(self) -> None:
        bus, heard = self.bus("listen"), self.bus("tap", "speech.partial")
        body = {"text": "a", "revision": 0}
        reader, writer = os.pipe()

        def publish() -> None:
            try:
                bus.call(lambda bus: bus.publish("speech.partial", body))
            except RuntimeError as error:
                os.write(writer, f"{error}\n".encode())

        if (child := os.fork()) == 0:
            try:
                publish()
                thread = threading.Thread(target=publish, daemon=True)
                thread.start()
                thread.join(SECONDS)
                bus.close()
            finally:
                os._exit(0)
        os.close(writer)
        with open(reader) as words:
            lines = words.read().splitlines()
        self.assertEqual(len(lines), 2)
        for line in lines:
            self.assertIn(f"listen/one belongs to the process {os.getpid()}, which forked", line)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        id = bus.publish("speech.partial", body)
        message = heard.receive(SECONDS)
        self.assertEqual(message and message.header["id"], id)

    def test_a_thread_that_has_ended_leaves_the_bus_to_who_calls_it(self) -> None:
        buses, called = list[Bus](), list[str]()
        owner = threading.Thread(target=lambda: buses.append(self.bus("tap")))
        owner.start()
        owner.join(SECONDS)
        caller = threading.Thread(target=lambda: called.append(buses[0].call(lambda bus: bus.role)), daemon=True)
        caller.start()
        caller.join(SECONDS)
        self.assertEqual(called, ["tap"])

    def test_a_job_may_take_the_message_that_has_come_with_it(self) -> None:
        sender, taken, left = self.bus("listen"), list[object](), list[object]()
        is_ready, is_asked = threading.Event(), threading.Event()

        def own() -> None:
            bus = self.bus("tap", "speech.partial")
            asker = threading.Thread(target=lambda: taken.append(bus.call(lambda bus: bus.receive(SECONDS))), daemon=True)
            is_ready.set()
            is_asked.wait(SECONDS)
            bus._subscriber.poll(SECONDS * 1000)
            asker.start()
            select.select([bus._awake], [], [], SECONDS)
            left.append(bus.poll(0))
            asker.join(SECONDS)

        owner = threading.Thread(target=own, daemon=True)
        owner.start()
        is_ready.wait(SECONDS)
        sender.publish("speech.partial", {"text": "a", "revision": 0})
        is_asked.set()
        owner.join(SECONDS)
        self.assertEqual(left, [None])
        self.assertEqual(len(taken), 1)
        self.assertIsNotNone(taken[0])

    def test_a_catalog_is_withdrawn_when_the_bus_is_closed(self) -> None:
        watcher = self.bus("tap", "catalog")
        with Bus("app", "lamp", url=self.broker.url) as bus:
            bus.connect(timeout=SECONDS)
            bus.publish("catalog", CATALOG)
        bodies = [message.body for _ in range(2) if (message := watcher.receive(SECONDS))]
        self.assertEqual([len(body["commands"]) for body in bodies], [1, 0])
        self.assertEqual(bodies[1]["revision"], "lamp@gone")

    def test_asyncio_receives_answers_and_ends(self) -> None:
        asker = self.bus("dispatch", "command.response", "catalog")

        async def app() -> list[str]:
            said = []
            async with AsyncBus("app", "lamp", url=self.broker.url) as bus:
                await bus.connect("command.invoked", timeout=SECONDS)
                await bus.publish("catalog", CATALOG)
                await bus.ready(engine="lamp")
                async for message in bus:
                    said.append(message.body["text"])
                    async with bus.handling(message):
                        body = {"isTerminal": True} if message.body["text"] != "broken" else {}
                        await bus.publish("command.response", body, answering=message)
                    if len(said) == 3:
                        bus.stop()
                with self.assertRaisesRegex(BusError, "isTerminal"):
                    await bus.publish("command.response", {})
            return said

        result: list[str] = []
        thread = threading.Thread(target=lambda: result.extend(asyncio.run(app())))
        thread.start()
        catalog = asker.receive(SECONDS)
        self.assertIsNotNone(catalog)
        for text in ("on", "broken", "off"):
            body = {"app": "lamp", "type": "On", "parameters": {}, "confidence": 1, "text": text}
            asker.publish("command.invoked", body, turn=saybus.uuid7())
            answer = asker.receive(SECONDS)
            self.assertEqual(answer and answer.body.get("problem") is not None, text == "broken")
        gone = asker.receive(SECONDS)
        self.assertEqual(gone and gone.body["commands"], [])
        thread.join(SECONDS)
        self.assertEqual(result, ["on", "broken", "off"])

    def test_asyncio_takes_no_further_message_when_it_is_told_to_stop(self) -> None:
        asker = self.bus("dispatch")

        async def app() -> list[str]:
            said: list[str] = []
            async with AsyncBus("app", "lamp", url=self.broker.url) as bus:
                await bus.connect("command.invoked", timeout=SECONDS)
                for text in ("on", "off"):
                    body = {"app": "lamp", "type": "On", "parameters": {}, "confidence": 1, "text": text}
                    await asyncio.to_thread(
                        asker.call, lambda asker: asker.publish("command.invoked", body, turn=saybus.uuid7()))
                async for message in bus:
                    said.append(message.body["text"])
                    while bus._messages.empty():  # The other command waits, too.
                        await asyncio.sleep(0.01)
                    bus.stop()
            return said

        result: list[str] = []
        thread = threading.Thread(target=lambda: result.extend(asyncio.run(app())))
        thread.start()
        while thread.is_alive():
            asker.receive(0.05)
        self.assertEqual(result, ["on"])

    def test_asyncio_fails_what_has_no_answer_and_leaves_alone_what_waited_too_long(self) -> None:
        asker, log = self.bus("dispatch", "command.response", "catalog"), io.StringIO()
        said, go = list[str](), threading.Event()

        async def app() -> None:
            async with AsyncBus("app", "lamp", url=self.broker.url) as bus:
                await bus.connect("command.invoked", timeout=SECONDS)
                await bus.publish("catalog", CATALOG)
                await bus.ready(engine="lamp")
                async for message in bus:
                    said.append(message.body["text"])
                    async with bus.handling(message):
                        if message.body["text"] == "later":
                            await bus.receipt(message)
                        elif message.body["text"] == "others":
                            await bus.decline(message)
                        elif message.body["text"] == "slow":
                            await asyncio.to_thread(go.wait, SECONDS)
                            await bus.publish("command.response", {"isTerminal": True}, answering=message)
                        elif message.body["text"] == "end":
                            bus.stop()

        def ask(text: str, **fields: int) -> str:
            body = {"app": "lamp", "type": "On", "parameters": {}, "confidence": 1, "text": text}
            return asker.publish("command.invoked", body, turn=saybus.uuid7(), **fields)

        def answer() -> Message:
            message = asker.receive(SECONDS)
            assert message is not None, "nothing has come"
            return message

        with contextlib.redirect_stderr(log):
            thread = threading.Thread(target=lambda: asyncio.run(app()))
            thread.start()
            self.assertEqual(answer().header["kind"], "catalog")
            ask("later")
            ask("others")
            silent = ask("silent")
            message = answer()
            self.assertEqual((message.header["causes"], message.body["problem"]),
                             ([silent], "app/lamp handled command.invoked without an answer"))
            ask("slow")
            # It comes while the program is busy, and again: the app's receipt is a promise, so that its end is said.
            late = ask("late", deadline=asker.now() + 3_000_000)
            header = {"deadline": asker.now() + 3_000_000, "id": late}
            for _ in range(2):
                ask("late", **header)
            ask("unpromised", deadline=asker.now() + 3_000_000)
            time.sleep(3.2)
            go.set()
            self.assertEqual(answer().body, {"isTerminal": True})
            message = answer()
            self.assertEqual((message.header["causes"], message.body["problem"]),
                             ([late], "app/lamp came to command.invoked after its deadline"))
            ask("end")
            self.assertEqual(answer().header["kind"], "catalog")
            thread.join(SECONDS)
        self.assertEqual(said, ["later", "others", "silent", "slow", "end"])
        self.assertIn(f"saybus: command.invoked {silent} was handled without an answer", log.getvalue())

    def start(self, drain: float) -> subprocess.Popen[str]:
        """Starts a program with asyncio, whose handler hangs, and returns it when it is ready."""
        watcher = self.bus("tap", "stage.status")
        folder = pathlib.Path(__file__).parent
        program = subprocess.Popen([sys.executable, "-B", "-c", ASYNCIO_PROGRAM, folder, str(drain)], text=True,
                                   stderr=subprocess.PIPE, env=os.environ | {"SAYBUS_BUS": self.broker.url})
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        while not ((message := watcher.receive(SECONDS)) and message.header["source"] == "app/lamp"
                   and message.body["state"] == "ready"):
            self.assertIsNotNone(message, "nothing has come")
        watcher.close()
        return program

    def test_a_signal_ends_a_program_with_asyncio_whose_handler_hangs_and_a_second_one_at_once(self) -> None:
        asker = self.bus("dispatch", "command.response")
        for drain, signals in ((0.2, [signal.SIGTERM]), (3600, [signal.SIGTERM, signal.SIGINT])):
            program = self.start(drain)
            command = {"app": "lamp", "type": "On", "parameters": {}, "confidence": 1, "text": "on"}
            asker.publish("command.invoked", command, turn=saybus.uuid7())
            self.assertIsNotNone(asker.receive(SECONDS), "nothing has come")
            for number in signals:
                program.send_signal(number)
            self.assertEqual(program.wait(SECONDS), 0)
            program.communicate()

    def test_a_bus_that_fails_ends_a_program_with_asyncio_by_its_sentence_and_code(self) -> None:
        program = self.start(3600)
        self.broker.close()
        os.chmod(self.broker.url.removeprefix("ipc://"), 0o777)
        self.assertEqual(program.wait(SECONDS), 69)
        assert program.stderr is not None
        with program.stderr as errors:
            log = errors.read().splitlines()
        self.assertIn("may be written by others", log[-1])
        self.assertFalse([line for line in log if "Traceback" in line], log)

    def test_after_the_bus_the_signals_are_the_programs_again(self) -> None:
        def handlers() -> list[object]:
            return [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)]

        async def enter() -> None:
            inner = handlers()
            async with AsyncBus("app", "lamp", url=self.broker.url):
                self.assertNotEqual(handlers(), inner)
            self.assertEqual(handlers(), inner)

        before = handlers()
        with Bus("app", "lamp", url=self.broker.url) as bus:
            self.assertNotEqual(handlers(), before)
            bus._stop()  # The timer that it starts does not end the program later, either.
        self.assertEqual(handlers(), before)
        self.assertEqual(signal.getitimer(signal.ITIMER_REAL), (0, 0))
        asyncio.run(enter())
        self.assertEqual(handlers(), before)


if __name__ == "__main__":
    unittest.main()
