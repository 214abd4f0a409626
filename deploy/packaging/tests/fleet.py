#!/usr/bin/env python3
"""Many simulated sites, whose turns one centre takes over NATS: fleet.py PROGRAMS [--sites 1000] [--seconds 60] …

The server and the centre (broker, intent stage, link) are the real ones; a simulated site says to the server what saybus-link
would: its catalog, a question every thirty seconds, turns of text, acknowledgements and ends. Needs Debian's
nats-server, and nats-py.

    --rate 10        turns an hour of each site
    --busy 200       turns a second of one further site; 0 for none
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from saybus import uuid7  # noqa: E402

PORT, MONITOR = 14_322, 14_323
CATALOG = {"app": "lights", "language": "en-US", "commands": [
    {"type": kind, "patterns": [f"(turn|switch) {kind} the @room:Room lights", f"lights {kind} in the @room:Room"]}
    for kind in ["on", "off"]], "slotTypes": [{"name": "Room", "values": [{"value": room} for room in ["kitchen", "den"]]}]}


def bucket(text: str) -> str:
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value & 255:02x}"


class SimulatedSite:
    """A site without a bus."""

    def __init__(self, name: str, run: "Run") -> None:
        self.name, self.run, self.client = name, run, Client()
        self.place, self.sequence, self.random_run = f"{bucket(name + '..default')}.default", 0, secrets.randbits(32)
        self.waiting: dict[str, tuple[float, str]] = {}

    async def connect(self) -> None:
        await self.client.connect(
            f"nats://127.0.0.1:{PORT}", name=self.name, inbox_prefix=f"_INBOX.{self.name}".encode(), max_reconnect_attempts=-1,
            no_echo=True)
        await self.client.subscribe(f"_INBOX.{self.name}.hear", cb=self.hear)
        await self.client.subscribe(f"live.{self.name}.>", cb=self.beat)
        await self.client.subscribe(f"_INBOX.{self.name}.answers.>", cb=self.answer)

    async def beat(self, _: Msg) -> None:
        self.run.counts["beats"] += 1

    async def answer(self, message: Msg) -> None:
        self.run.counts["no answer" if message.headers and message.headers.get("Status") == "503" else "answers"] += 1

    async def say(self, kind: str, body: dict[str, Any], source: str, turn: str | None = None, causes: list[str] | None = None,
                  end: str = "", is_stored: bool = True) -> str:
        id, now = uuid7(), time.time_ns() // 1000
        header = {"v": 1, "id": id, "kind": kind, "session": "default", "source": source, "run": self.random_run,
                  "seq": self.sequence, "at": now} | ({"turn": turn} if turn else {}) | ({"causes": causes} if causes else {})
        if kind == "speech.transcript":
            header["deadline"] = now + 10_000_000
            self.sequence += 1
        await self.client.publish(
            f"say.{self.name}.{kind}.{self.place}{end}", json.dumps(body).encode(),
            reply=f"_INBOX.{self.name}.answers.{id}" if is_stored else "",
            headers={"Saybus-Header": json.dumps(header), "Saybus-Site": self.name, "Nats-Msg-Id": id})
        return id

    async def turn(self) -> None:
        turn = uuid7()
        self.run.counts["turns"] += 1
        began = time.monotonic()
        self.waiting[turn] = (began, "")
        await self.say("speech.transcript", {"text": "turn on the kitchen lights", "confidence": 1, "engine": "text"}, "ask/sim",
                       turn)

    async def hear(self, message: Msg) -> None:
        header = json.loads((message.headers or {})["Saybus-Header"])
        await self.client.publish(message.reply, b"+ACK")
        began, _ = self.waiting.pop(header.get("turn", ""), (None, ""))
        if header["kind"] != "speech.intent" or began is None:
            self.run.counts["ended by the centre" if began else "twice"] += 1
            return
        self.run.latencies.append(time.monotonic() - began)
        app = json.loads(message.data)["hypotheses"]
        self.run.counts["understood" if app and app[0]["app"] == "lights" else "not understood"] += 1
        await self.say("turn.ended", {"outcome": "handled", "timings": {}}, "dispatch/sim", header["turn"], [header["id"]],
                       is_stored=False)

    async def live(self, rate: float, seconds: float) -> None:
        """Asks, and speaks at random times, `rate` a second on average."""
        end, ask = time.monotonic() + seconds, time.monotonic() + random.random() * 30
        speak = time.monotonic() + random.expovariate(rate)
        while (now := time.monotonic()) < end:
            await asyncio.sleep(max(0, min(ask, speak, end) - now))
            now = time.monotonic()
            if ask <= now:
                ask = now + 30
                await self.question()
            while speak <= now and now < end:
                speak += random.expovariate(rate)
                await self.turn()

    async def question(self) -> None:
        await self.client.publish(
            f"say.{self.name}.link.ask.intent", b"", reply=f"_INBOX.{self.name}.answers.intent",
            headers={"Saybus-Site": self.name})


class Run:
    """The counters of the run."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.latencies: list[float] = []


def used(program: subprocess.Popen[bytes]) -> tuple[float, float]:
    """The resident megabytes and the seconds of a processor."""
    words = Path(f"/proc/{program.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6,
            (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"))


def server_counts() -> dict[str, int]:
    with urllib.request.urlopen(f"http://127.0.0.1:{MONITOR}/varz") as answer:
        return json.load(answer)


async def measure(options: argparse.Namespace, programs: dict[str, subprocess.Popen[bytes]]) -> int:
    run = Run()
    sites = [SimulatedSite(f"site-{number}", run) for number in range(options.sites)]
    before = {name: used(program) for name, program in programs.items()}
    begin = time.monotonic()
    for place in range(0, len(sites), 50):
        await asyncio.gather(*(site.connect() for site in sites[place:place + 50]))
    print(f"{len(sites)} sites connected in {time.monotonic() - begin:.1f} s")
    for site in sites:
        await site.say("catalog", CATALOG | {"revision": "1"}, "dispatch/sim", end=".lights")
        await site.question()
    busy = SimulatedSite("busy", run)
    await busy.connect()
    await busy.say("catalog", CATALOG | {"revision": "1"}, "dispatch/sim", end=".lights")
    await busy.question()
    # The recognizers learn all catalogs.
    await busy.turn()
    while busy.waiting and time.monotonic() - begin < 120:
        await asyncio.sleep(0.1)
    print(f"all catalogs are there after {time.monotonic() - begin:.1f} s")
    await asyncio.sleep(options.settle)
    with_sites = {name: used(program) for name, program in programs.items()}
    phases = [("the sites", [(site, options.rate / 3600) for site in sites])]
    if options.busy:
        phases.append(("the sites and the busy one", phases[0][1] + [(busy, options.busy)]))
    failed = 0
    for name, load in phases:
        run.counts.clear()
        run.latencies.clear()
        start, counts, begin = {one: used(program)[1] for one, program in programs.items()}, server_counts(), time.monotonic()
        await asyncio.gather(*(site.live(rate, options.seconds) for site, rate in load))
        await asyncio.sleep(3)
        seconds, now = time.monotonic() - begin, server_counts()
        turns, values = run.counts["turns"], sorted(run.latencies)
        print(f"{name}: {turns} turns in {seconds:.0f} s, {dict(run.counts)}")
        if values:
            print(f"  until the intent: p50 {statistics.median(values) * 1000:.1f} ms, p99 "
                  f"{values[int(len(values) * 0.99)] * 1000:.1f} ms, most {values[-1] * 1000:.1f} ms")
        messages = now["in_msgs"] - counts["in_msgs"], now["out_msgs"] - counts["out_msgs"]
        size = now["in_bytes"] - counts["in_bytes"]
        print(f"  messages to the server {messages[0]}, {messages[0] / max(1, turns):.1f} a turn; from it {messages[1]}, "
              f"{messages[1] / max(1, turns):.1f} a turn; {size / max(1, turns) / 1000:.1f} kB a turn to it")
        for one, program in programs.items():
            memory, time_used = used(program)
            print(f"  {one}: {memory:.0f} MB ({with_sites[one][0] - before[one][0]:+.0f} MB by the sites), "
                  f"{(time_used - start[one]) / seconds * 100:.1f} % of a processor")
        lost = sum(len(site.waiting) for site in [*sites, busy])
        failed += lost + run.counts["twice"] + run.counts["not understood"]
        print(f"  without an answer: {lost}, twice: {run.counts['twice']}")
    await asyncio.gather(*(site.client.close() for site in [*sites, busy]))
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    for name, value in {"sites": 1000, "seconds": 60, "busy": 200, "settle": 10}.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--rate", type=float, default=10)
    parser.add_argument("--link", default="")
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="saybus-fleet-"))
    (work / "nats.conf").write_text(
        f'listen: "127.0.0.1:{PORT}"\nhttp: "127.0.0.1:{MONITOR}"\njetstream {{ store_dir: "{work}/streams" }}\n')
    started: dict[str, subprocess.Popen[bytes]] = {}

    def start(name: str, *command: str) -> None:
        output = open(work / f"{name}.log", "ab")
        started[name] = subprocess.Popen(command, stdout=output, stderr=output, stdin=subprocess.DEVNULL)

    bus = f"ipc://{work}/centre"
    try:
        start("server", "/usr/sbin/nats-server", "-c", str(work / "nats.conf"))
        start("broker", f"{options.programs}/saybus-broker", "--bus", bus)
        time.sleep(1)
        start("intent", f"{options.programs}/saybus-intent", "--bus", bus)
        time.sleep(1)
        start("link", options.link or f"{options.programs}/saybus-link", "--bus", bus, "--nats", f"nats://127.0.0.1:{PORT}",
              "--site", "centre-1", "--serve", "intent")
        time.sleep(3)
        return asyncio.run(measure(options, started))
    finally:
        for program in started.values():
            program.send_signal(signal.SIGTERM)
        for program in started.values():
            program.wait(5)
        print(f"logs: {work}")


if __name__ == "__main__":
    sys.exit(main())
