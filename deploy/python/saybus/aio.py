"""The bus for programs with asyncio. A thread of its own has the bus, beats and receives; everything here is awaited.

    async def main():
        async with AsyncBus("app", "lamp") as bus:
            await bus.connect("command.invoked")
            await bus.publish("catalog", CATALOG)
            await bus.ready(engine="lamp")
            async for message in bus:       # until SIGTERM
                async with bus.handling(message):
                    await bus.publish("command.response", {"isTerminal": True}, answering=message)

    run(lambda options: asyncio.run(main()))    # `saybus.run`: a BusError is one line and an exit code
"""

from __future__ import annotations

import asyncio
import queue
import signal
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from saybus import DATA, DRAIN, Bus, BusError, Message, ending_signals

Result = TypeVar("Result")
WAITING = 256  # Messages that wait for the program; then the thread reads no more, and the bus keeps them.


class AsyncBus:
    """A place on the bus, as `Bus`, whose arguments it takes."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._make: Callable[[], Bus] = partial(Bus, *arguments, **options)
        self._jobs: queue.SimpleQueue[tuple[Callable[[Bus], Any], Future[Any]]] = queue.SimpleQueue()
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._bus: Bus | None = None
        self._thread: threading.Thread | None = None
        self._closing = False
        self._ended: Future[None] = Future()
        self._failure: BaseException | None = None  # By which the bus itself has ended.
        self._task: asyncio.Task[Any] | None = None  # Which has entered the bus, and is cancelled by a signal.
        self._drain: asyncio.TimerHandle | None = None  # From the first signal to the cancellation.
        self._is_cut_off = False
        self._former = dict[signal.Signals, Any]()  # What the signals did before.

    async def __aenter__(self) -> AsyncBus:
        loop = asyncio.get_running_loop()
        made: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(loop, made), name="saybus", daemon=True)
        self._thread.start()
        await asyncio.wrap_future(made)
        if threading.current_thread() is threading.main_thread():
            self._task = asyncio.current_task()
            for number in ending_signals():
                self._former[number] = signal.getsignal(number)
                loop.add_signal_handler(number, self._signalled)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        loop = asyncio.get_running_loop()
        if self._drain:
            self._drain.cancel()
        for number, former in self._former.items():
            loop.remove_signal_handler(number)
            signal.signal(number, former or signal.SIG_DFL)
        self._closing = True
        if self._bus:
            self._bus.wake()
        await asyncio.wrap_future(self._ended)
        if self._failure and error is None:
            raise self._failure
        if self._is_cut_off and isinstance(error, asyncio.CancelledError):
            sys.exit(0)  # As `Bus` ends: what was in hand is left.

    def _signalled(self) -> None:
        """The handler of SIGTERM, SIGINT and SIGHUP: what is in hand may take a while, but not after a second signal."""
        if self._drain:
            return self._cut_off()
        self.stop()
        self._drain = asyncio.get_running_loop().call_later(DRAIN, self._cut_off)

    def _cut_off(self) -> None:
        """Cancels the task that has entered the bus, and with it what it waits for."""
        self._is_cut_off = True
        if self._task:
            self._task.cancel()

    def __aiter__(self) -> AsyncIterator[Message]:
        return self._received()

    async def _received(self) -> AsyncIterator[Message]:
        while (message := await self.receive()) is not None:
            yield message

    async def receive(self) -> Message | None:
        """The next message of the kinds subscribed to; None when the program has been told to stop. Raises the error by
        which the bus itself has ended."""
        while (message := await self._messages.get()) is not None and (bus := self._bus) and not bus.stopping:
            is_late = bus.is_late(message)  # It may have waited here for long.
            if is_late:
                self._jobs.put((partial(Bus.overdue, message=message), Future()))
            bus.wake()  # There may be room for another one.
            if not is_late:
                return message
        self._messages.put_nowait(None)  # For whoever else waits.
        if self._failure:
            raise self._failure
        return None

    def stop(self) -> None:
        """Takes no further message, as SIGTERM does: what is in hand is finished."""
        if self._bus:
            self._bus.stopping = True
            self._bus.wake()

    async def connect(self, *kinds: str, session: str | None = None, timeout: float = 10) -> None:
        """As `Bus.connect`."""
        await self.call(lambda bus: bus.connect(*kinds, session=session, timeout=timeout))

    async def ready(self, state: str = "ready", **status: Any) -> None:
        """As `Bus.ready`."""
        await self.call(lambda bus: bus.ready(state, **status))

    async def update(self, **status: Any) -> None:
        """As `Bus.update`."""
        await self.call(lambda bus: bus.update(**status))

    async def publish(self, kind: str, body: dict[str, Any] | bytes, **fields: Any) -> str:
        """As `Bus.publish`."""
        return await self.call(lambda bus: bus.publish(kind, body, **fields))

    async def receipt(self, message: Message) -> str:
        """As `Bus.receipt`."""
        return await self.call(lambda bus: bus.receipt(message))

    async def decline(self, message: Message) -> None:
        """As `Bus.decline`."""
        await self.call(lambda bus: bus.decline(message))

    @asynccontextmanager
    async def handling(self, message: Message) -> AsyncGenerator[None, None]:
        """As `Bus.handling`."""
        try:
            yield
        except Exception as error:
            if isinstance(error, BusError) and error.code != DATA:
                raise
            failure = error
            await self.call(lambda bus: bus.fail(message, failure))
        else:
            if self._bus and self._bus.awaits(message) and not self._closing:
                await self.call(lambda bus: bus.unanswered(message))

    async def call(self, job: Callable[[Bus], Result]) -> Result:
        """Calls a function with the bus, on the bus's thread: for `refuse`, `unreadable` and the like."""
        if self._bus is None or self._ended.done():
            raise self._failure or RuntimeError("the bus is closed")
        future: Future[Result] = Future()
        self._jobs.put((job, future))
        self._bus.wake()
        if self._ended.done():  # The bus has ended in between.
            self._drop()
        return await asyncio.wrap_future(future)

    def _run(self, loop: asyncio.AbstractEventLoop, made: Future[None]) -> None:
        try:
            bus = self._bus = self._make()
        except BaseException as error:
            self._ended.set_result(None)
            return made.set_exception(error)
        made.set_result(None)
        told = False
        try:
            try:
                while not self._closing:
                    self._work(bus)
                    if bus.stopping and not told:
                        told = True
                        loop.call_soon_threadsafe(self._messages.put_nowait, None)
                    if self._messages.qsize() < WAITING and not bus.stopping:
                        if message := bus.poll(1):
                            loop.call_soon_threadsafe(self._messages.put_nowait, message)
                    else:
                        bus.rest(1)
                self._work(bus)
            finally:
                bus.close()
        except BaseException as error:
            self._failure = error
        self._ended.set_result(None)
        try:
            loop.call_soon_threadsafe(self._messages.put_nowait, None)
        except RuntimeError:
            pass  # The loop is closed.
        self._drop()

    def _drop(self) -> None:
        """Ends what the program still wants of a bus that has ended."""
        while not self._jobs.empty():
            try:
                _, future = self._jobs.get_nowait()
            except queue.Empty:
                return  # Another thread drops them, too.
            if self._failure and future.set_running_or_notify_cancel():
                future.set_exception(self._failure)
            else:
                future.cancel()

    def _work(self, bus: Bus) -> None:
        """Does what the program wants of the bus."""
        while not self._jobs.empty():
            job, future = self._jobs.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(job(bus))
            except BaseException as error:
                future.set_exception(error)
