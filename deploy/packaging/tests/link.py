#!/usr/bin/env python3
"""Sites linked over NATS, on lines with a delay, losses and cuts: link.py PROGRAMS [--sites 2] [--turns 500] …

Each site has a network namespace of its own, and a line to the hub, which are two network devices whose packets this program
carries: it holds each packet for a while, and loses some. The hub has a NATS server and a site with recognizers. Needs the
superuser's rights, Debian's nats-server, iproute2 and espeak-ng, and pyzmq.

    --line 20        milliseconds of delay in each direction
    --loss 1         per cent of the packets that are lost, in each direction
    --cut 30         seconds for which all lines are cut, after a third of the turns; 0 for never
    --kill 5         seconds for which the hub's server is killed, after two thirds; 0 for never
    --own            with recognizers on standby in each site
    --text           turns of text instead of speech
"""

import argparse
import fcntl
import heapq
import json
import multiprocessing
import os
import random
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import wave
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from saybus import Bus, uuid7  # noqa: E402

PORT = 14_222
APP = """app: lights
commands:
  On:
    patterns: ["lights on", "(turn|switch) on the lights"]
    do:
      - speak: "The lights are on."
"""


def run(*words: str) -> None:
    subprocess.run(words, check=True)


def tun(name: str) -> int:
    """Makes a network device whose packets this program reads and writes."""
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(descriptor, 0x400454CA, struct.pack("16sH", name.encode(), 0x0001 | 0x1000))  # TUNSETIFF, without a header
    return descriptor


def carry(pairs: list[tuple[int, int]], delay: float, loss: float, cut: Any, seed: int) -> None:
    """Carries packets between two devices each, in a process of its own."""
    generator = random.Random(seed)
    other = {one: two for one, two in pairs} | {two: one for one, two in pairs}
    waiting: list[tuple[float, int, int, bytes]] = []
    poll, number = select.poll(), 0
    for descriptor in other:
        poll.register(descriptor, select.POLLIN)
    while True:
        left = max(0.0, waiting[0][0] - time.monotonic()) if waiting else 1
        for descriptor, _ in poll.poll(left * 1000):
            for _ in range(64):
                try:
                    packet = os.read(descriptor, 65_536)
                except BlockingIOError:
                    break
                if not cut.value and generator.random() >= loss:
                    number += 1
                    heapq.heappush(waiting, (time.monotonic() + delay, number, other[descriptor], packet))
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, descriptor, packet = heapq.heappop(waiting)
            try:
                os.write(descriptor, packet)
            except OSError:
                pass


class Programs:
    """The programs of the run, ended with it."""

    def __init__(self, folder: str, work: Path) -> None:
        self.folder, self.work, self.started = folder, work, list[subprocess.Popen[bytes]]()

    def start(self, log: str, *words: str, namespace: str | None = None) -> subprocess.Popen[bytes]:
        command = [words[0] if "/" in words[0] else f"{self.folder}/{words[0]}", *words[1:]]
        if namespace:
            command = ["ip", "netns", "exec", namespace, *command]
        output = open(self.work / f"{log}.log", "ab")
        program = subprocess.Popen(command, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                                   env={**os.environ, "SAYBUS_STATE": str(self.work / "state")})
        self.started.append(program)
        return program

    def end(self) -> None:
        for program in self.started:
            program.send_signal(signal.SIGTERM)
        for program in self.started:
            try:
                program.wait(5)
            except subprocess.TimeoutExpired:
                program.kill()


def speech(work: Path) -> list[bytes]:
    """The chunks of a spoken command: 40 ms each, 16 kHz."""
    path = str(work / "command.wav")
    run("espeak-ng", "-v", "en-us+f3", "-w", path, "lights on")
    with wave.open(path) as sound:
        rate, samples = sound.getframerate(), sound.readframes(sound.getnframes())
    values = struct.unpack(f"<{len(samples) // 2}h", samples)
    step = rate / 16_000
    resampled = [values[int(index * step)] for index in range(int(len(values) / step))]
    data = struct.pack(f"<{len(resampled)}h", *resampled)
    return [data[place:place + 1280] for place in range(0, len(data), 1280)]


class Turn:
    """A turn and what came of it."""

    def __init__(self) -> None:
        self.id = uuid7()
        self.spoken = self.ended = 0.0
        self.times: dict[str, float] = {}
        self.counts: Counter[str] = Counter()
        self.outcome = self.reason = ""
        self.frames: list[tuple[dict[str, Any], bytes]] = []


class Site(threading.Thread):
    """A site whose user speaks one turn after the other."""

    def __init__(self, url: str, turns: int, chunks: list[bytes], pace: float, is_text: bool) -> None:
        super().__init__(daemon=True)
        self.url, self.wanted, self.chunks, self.pace, self.is_text = url, turns, chunks, pace, is_text
        self.turns: list[Turn] = []
        self.ready: dict[str, tuple[int, str]] = {}
        self.is_standing = threading.Event()
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            with Bus("listen", "bench", url=self.url) as bus:
                bus.connect("stage.status", "speech.transcript", "speech.intent", "command.invoked", "turn.ended")
                bus.ready()
                while not {"transcribe", "intent"} <= {name.split("/")[0] for name, (_, s) in self.ready.items() if s == "ready"}:
                    self.take(bus, 0.2)
                self.is_standing.set()
                for _ in range(self.wanted):
                    self.say(bus)
        except BaseException as error:
            self.problem = error
            self.is_standing.set()

    def say(self, bus: Bus) -> None:
        turn = Turn()
        self.turns.append(turn)

        def publish(kind: str, body: dict[str, Any] | bytes, **fields: Any) -> None:
            bus.publish(kind, body, turn=turn.id, **fields)

        if self.is_text:
            publish("speech.transcript", {"text": "lights on", "confidence": 1, "engine": "text"})
        else:
            self.part(bus, turn, "speech.started", {"positionMs": 0})
            for index, chunk in enumerate(self.chunks):
                self.part(bus, turn, "audio.input", chunk, content="audio/L16;rate=16000;channels=1", index=index,
                          last=index == len(self.chunks) - 1)
                self.take(bus, self.pace)
            self.part(bus, turn, "speech.ended",
                      {"durationMs": 40 * len(self.chunks), "reason": "silence", "chunks": len(self.chunks)})
        turn.spoken = time.monotonic()
        while not turn.outcome and time.monotonic() - turn.spoken < 15:
            self.take(bus, 0.5)
        turn.frames = []
        if self.is_text:
            self.take(bus, 0.5)

    def part(self, bus: Bus, turn: Turn, kind: str, body: dict[str, Any] | bytes, **fields: Any) -> None:
        header = {"v": 1, "id": uuid7(), "kind": kind, "session": "default", "turn": turn.id, "source": "listen/bench",
                  "run": bus.run, **fields}
        header, data = bus._number(header), body if isinstance(body, bytes) else json.dumps(body).encode()
        turn.frames.append((header, data))
        bus._send(header, data)

    def take(self, bus: Bus, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            message = bus.poll(left)
            if message is None:
                continue
            kind, header, body = message.header["kind"], message.header, message.body
            if kind == "stage.status":
                self.update(bus, header, body)
                continue
            turn = next((one for one in reversed(self.turns[-20:]) if one.id == header.get("turn")), None)
            if turn is None:
                continue
            turn.counts[kind] += 1
            turn.times.setdefault(kind, time.monotonic())
            if kind == "turn.ended" and not turn.outcome:
                turn.outcome, turn.reason = body["outcome"], body.get("reason", "")
                return

    def update(self, bus: Bus, header: dict[str, Any], body: dict[str, Any]) -> None:
        """As a listener, publishes the open turn again for a transcriber that begins to work."""
        name = f"{body['role']}/{body['instance']}"
        before, now = self.ready.get(name), (header["run"], body["state"])
        self.ready[name] = now
        if body["role"] != "transcribe" or now[1] != "ready" or before == now:
            return
        for turn in self.turns[-1:]:
            if turn.frames and "speech.transcript" not in turn.times and not turn.outcome:
                for frame in turn.frames:
                    bus._again(*frame)


def percentiles(values: list[float]) -> str:
    if not values:
        return "none"
    values = sorted(values)
    return (f"p50 {statistics.median(values) * 1000:.0f} ms, p95 {values[int(len(values) * 0.95)] * 1000:.0f} ms, "
            f"p99 {values[int(len(values) * 0.99)] * 1000:.0f} ms, most {values[-1] * 1000:.0f} ms")


def memory(program: subprocess.Popen[bytes]) -> str:
    """The resident memory and the processor's time of a program."""
    children = subprocess.run(["pgrep", "-P", str(program.pid)], capture_output=True, text=True).stdout.split()
    for process in [*children, str(program.pid)]:
        try:
            words = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            seconds = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
            resident = int(words[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            return f"{resident:.0f} MB, {seconds:.1f} s of a processor"
        except OSError:
            continue
    return "it has ended"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    for name, value in {"sites": 2, "turns": 500, "line": 20, "loss": 1, "cut": 30, "kill": 5, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=float if name in {"line", "loss"} else int, default=value)
    parser.add_argument("--link", default="saybus-link")
    parser.add_argument("--pace", type=float, default=0.04)
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--text", action="store_true")
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="saybus-link-"))
    programs = Programs(options.programs, work)
    names = [f"sbl{number}" for number in range(options.sites)]
    cut = multiprocessing.Value("b", 0)
    carrier = None
    try:
        pairs = []
        for number, name in enumerate(names):
            near, far = tun(f"{name}n"), tun(f"{name}f")
            pairs.append((near, far))
            run("ip", "netns", "add", name)
            run("ip", "link", "set", f"{name}f", "netns", name)
            run("ip", "addr", "add", f"10.97.{number}.1/24", "dev", f"{name}n")
            run("ip", "link", "set", f"{name}n", "up")
            inside = ("ip", "netns", "exec", name)
            run(*inside, "ip", "addr", "add", f"10.97.{number}.2/24", "dev", f"{name}f")
            run(*inside, "ip", "link", "set", f"{name}f", "up")
        carrier = multiprocessing.Process(
            target=carry, args=(pairs, options.line / 1000, options.loss / 100, cut, options.seed), daemon=True)
        carrier.start()
        print(f"{options.sites} sites, {options.turns} turns of {'text' if options.text else 'speech'}, line {options.line} ms "
              f"each way, {options.loss} % lost, cut {options.cut} s, hub killed {options.kill} s, "
              f"{'with' if options.own else 'without'} own recognizers; seed {options.seed}")
        return measure(options, programs, names, cut, work)
    finally:
        programs.end()
        if carrier:
            carrier.kill()
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False)
        print(f"logs: {work}")


def measure(options: argparse.Namespace, programs: Programs, names: list[str], cut: Any, work: Path) -> int:
    (work / "nats.conf").write_text(
        f'listen: "0.0.0.0:{PORT}"\njetstream {{ store_dir: "{work}/streams" }}\nping_interval: "1s"\nping_max: 2\n')
    (work / "lights.yaml").write_text(APP)
    chunks = speech(work)
    server = programs.start("nats", "/usr/sbin/nats-server", "-c", str(work / "nats.conf"))
    centre = f"ipc://{work}/centre"
    programs.start("centre-broker", "saybus-broker", "--bus", centre)
    time.sleep(1)
    for stage in ["saybus-transcribe", "saybus-intent"]:
        programs.start(f"centre-{stage}", stage, "--bus", centre)
    worker = programs.start(
        "centre-link", options.link, "--bus", centre, "--nats", f"nats://127.0.0.1:{PORT}", "--site", "centre-1", "--serve",
        "transcribe", "--serve", "intent")
    share = -(-options.turns // len(names))
    sites, links = list[Site](), list[subprocess.Popen[bytes]]()
    for number, name in enumerate(names):
        url = f"ipc://{work}/{name}"
        programs.start(f"{name}-broker", "saybus-broker", "--bus", url)
        time.sleep(0.5)
        programs.start(f"{name}-dispatch", "saybus-dispatch", "--bus", url, "--app", str(work / "lights.yaml"))
        programs.start(f"{name}-audio", "saybus-audio", "--bus", url, "--sink", "null")
        if options.own:
            for stage in ["saybus-transcribe", "saybus-intent"]:
                programs.start(f"{name}-{stage}", stage, "--bus", url, "--standby")
        links.append(programs.start(
            f"{name}-link", options.link, "--bus", url, "--nats", f"nats://10.97.{number}.1:{PORT}", "--site", name, "--use",
            "transcribe", "--use", "intent", "--insecure", namespace=name))
        sites.append(Site(url, share, chunks, options.pace, options.text))
    time.sleep(3)
    for site in sites:
        site.start()
    for site in sites:
        site.is_standing.wait(60)
    begin = time.monotonic()
    line = subprocess.run(
        ["ip", "netns", "exec", names[0], "ping", "-c", "20", "-i", "0.2", "-q", "10.97.0.1"], capture_output=True, text=True)
    print("the line itself:", line.stdout.strip().splitlines()[-1] if line.stdout else "no ping here")
    done = lambda: sum(len(site.turns) for site in sites)  # noqa: E731
    total = share * len(sites)
    while options.cut and done() < total / 3 and any(site.is_alive() for site in sites):
        time.sleep(0.1)
    if options.cut:
        cut.value = 1
        print(f"cut at turn {done()}")
        time.sleep(options.cut)
        cut.value = 0
        print(f"back at turn {done()}")
    while options.kill and done() < total * 2 / 3 and any(site.is_alive() for site in sites):
        time.sleep(0.1)
    if options.kill:
        server.kill()
        server.wait()
        print(f"the hub's server is killed at turn {done()}")
        time.sleep(options.kill)
        programs.start("nats", "/usr/sbin/nats-server", "-c", str(work / "nats.conf"))
        print(f"it is started again at turn {done()}")
    for site in sites:
        site.join(1200)
    time.sleep(1)
    seconds = time.monotonic() - begin
    turns = [turn for site in sites for turn in site.turns]
    outcomes = Counter(turn.outcome or "NO END" for turn in turns)
    print(f"{len(turns)} turns in {seconds:.0f} s: {dict(outcomes)}")
    for reason, count in Counter(turn.reason for turn in turns if turn.reason).most_common(6):
        print(f"  {count} × {reason}")
    doubled = [turn for turn in turns if turn.counts["command.invoked"] > 1 or turn.counts["turn.ended"] > 1]
    print(f"without an end: {outcomes['NO END']}; commands or ends twice: {len(doubled)}")
    for kind in ["speech.transcript", "speech.intent", "command.invoked", "turn.ended"]:
        values = [turn.times[kind] - turn.spoken for turn in turns if kind in turn.times and turn.outcome == "handled"]
        print(f"  {kind} after the end of speech: {percentiles(values)}")
    print(f"link of the centre: {memory(worker)}; of a site: {memory(links[0])}")
    for site in sites:
        if site.problem:
            print(f"  a site has failed: {site.problem!r}")
    return 1 if outcomes["NO END"] or doubled or any(site.problem for site in sites) else 0


if __name__ == "__main__":
    sys.exit(main())
