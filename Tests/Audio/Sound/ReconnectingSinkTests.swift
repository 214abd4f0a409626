import SaybusTesting
import Synchronization
import Testing

@testable import SaybusSound

@Suite("A loudspeaker that is unplugged and plugged in", .timeLimit(.minutes(1)))
struct ReconnectingSinkTests {
    /// A loudspeaker that the test plugs in and out.
    final class Socket: Sendable {
        struct Unplugged: Error {}
        let isPlugged = Mutex(true)
        let opened = Watched(0)

        func open(_ rate: Int) throws -> any AudioSink {
            // The state is read before it is reported, because the receiver of the report may plug it in at once.
            let isPlugged = isPlugged.withLock { $0 }
            opened.change { $0 += 1 }
            guard isPlugged else { throw Unplugged() }
            return Plugged(self, try NullSink(rate: rate))
        }
    }

    /// A sink that plays while the loudspeaker is plugged in.
    struct Plugged: AudioSink {
        let socket: Socket
        let sink: NullSink
        var rate: Int { sink.rate }

        init(_ socket: Socket, _ sink: NullSink) { (self.socket, self.sink) = (socket, sink) }

        func play(_ samples: [Int16]) async throws {
            guard socket.isPlugged.withLock({ $0 }) else { throw Socket.Unplugged() }
            try await sink.play(samples)
        }
        func drain() async throws { try await sink.drain() }
        func flush() async -> Int { await sink.flush() }
        func passed() async -> Int { await sink.passed() }
        func wait(untilPassed count: Int) async throws { try await sink.wait(untilPassed: count) }
        func close() async throws { await sink.close() }
    }

    let samples = [Int16](repeating: 1, count: 100)

    @Test("a lost loudspeaker is reported, is looked for at growing intervals, and plays when it is back")
    func lost() async throws {
        let (socket, clock) = (Socket(), ManualClock())
        let sink = await ReconnectingSink(rate: 16_000, clock: clock) { try socket.open($0) }
        let told = Watched<[Bool]>([])
        await sink.watch { error in told.change { $0.append(error == nil) } }
        try await sink.play(samples)
        socket.isPlugged.withLock { $0 = false }
        await #expect(throws: Socket.Unplugged.self) { try await sink.play(samples) }
        #expect(await sink.flush() == 100)
        await #expect(throws: Socket.Unplugged.self) { try await sink.play(samples) }
        #expect(told.value == [false])
        // After 1, 2, 4, 8 and 8 s.
        for (index, seconds) in [1, 2, 4, 8].enumerated() {
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(seconds))
            #expect(await socket.opened.wait(within: .seconds(10)) { $0 == index + 2 })
        }
        socket.isPlugged.withLock { $0 = true }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(8))
        #expect(await told.wait(within: .seconds(10)) { $0 == [false, true] })
        let before = await sink.passed()
        try await sink.play(samples)
        try await sink.wait(untilPassed: before + 100)
        #expect(await sink.passed() == before + 100)
        try await sink.close()
    }

    @Test("a loudspeaker missing at the start is reported at once; one replaced while nothing played plays at once")
    func exchanged() async throws {
        let (socket, clock) = (Socket(), ManualClock())
        socket.isPlugged.withLock { $0 = false }
        let late = await ReconnectingSink(rate: 16_000, clock: clock) { try socket.open($0) }
        #expect(late.rate == ReconnectingSink.defaultRate)
        let told = Watched<[Bool]>([])
        await late.watch { error in told.change { $0.append(error == nil) } }
        #expect(told.value == [false])
        try await late.close()
        socket.isPlugged.withLock { $0 = true }
        let other = Socket()
        let isOther = Mutex(false)
        let sink = await ReconnectingSink(rate: 16_000, clock: clock) { rate in
            try isOther.withLock { $0 } ? other.open(rate) : socket.open(rate)
        }
        try await sink.play(samples)
        try await sink.drain()
        socket.isPlugged.withLock { $0 = false }
        isOther.withLock { $0 = true }
        try await sink.play(samples)
        try await sink.wait(untilPassed: 200)
        #expect(await sink.passed() == 200)
        try await sink.close()
    }

    /// A loudspeaker that has failed while nothing played. The test decides when playing fails; waiting fails at once.
    final class Failed: AudioSink {
        let rate: Int
        let failsToPlay = Watched(false)
        let (plays, waits) = (Watched(0), Watched(0))

        init(rate: Int) { self.rate = rate }

        func play(_ samples: [Int16]) async throws {
            plays.change { $0 += 1 }
            await failsToPlay.wait { $0 }
            throw Socket.Unplugged()
        }
        func drain() async throws {}
        func flush() async -> Int { 0 }
        func passed() async -> Int { 0 }
        func wait(untilPassed count: Int) async throws {
            waits.change { $0 += 1 }
            throw Socket.Unplugged()
        }
        func close() async throws {}
    }

    @Test(
        "a loudspeaker that fails as a passage begins is replaced, also for the task that waits for its sound",
        arguments: [true, false])
    func replacedForWaiting(waitsFirst: Bool) async throws {
        let (failed, clock) = (Failed(rate: 16_000), ManualClock())
        let (opened, mayOpen) = (Watched(0), Watched(false))
        let sink = await ReconnectingSink(rate: 16_000, clock: clock) { rate in
            let count = opened.change { opened in
                opened += 1
                return opened
            }
            if count == 1 { return failed }
            await mayOpen.wait { $0 }
            return try NullSink(rate: rate)
        }
        let told = Watched<[Bool]>([])
        await sink.watch { error in told.change { $0.append(error == nil) } }
        let playing = Task { [samples] in try await sink.play(samples) }
        #expect(await failed.plays.wait(within: .seconds(10)) { $0 == 1 })
        if !waitsFirst {
            failed.failsToPlay.change { $0 = true }
            #expect(await opened.wait(within: .seconds(10)) { $0 == 2 })
        }
        let waiting = Task { try await sink.wait(untilPassed: 100) }
        #expect(await failed.waits.wait(within: .seconds(10)) { $0 == 1 })
        // Lets the sink learn that waiting has failed.
        for _ in 0..<100 { _ = await sink.passed() }
        failed.failsToPlay.change { $0 = true }
        mayOpen.change { $0 = true }
        try await playing.value
        try await waiting.value
        try await sink.play(samples)
        #expect(await sink.passed() == 200)
        #expect(told.value.isEmpty && opened.value == 2)
        try await sink.close()
    }

    @Test("a loudspeaker with another rate than the first is refused")
    func otherRate() async throws {
        let (socket, clock) = (Socket(), ManualClock())
        let rate = Mutex(16_000)
        let sink = await ReconnectingSink(rate: 16_000, clock: clock) { _ in try socket.open(rate.withLock { $0 }) }
        rate.withLock { $0 = 48_000 }
        socket.isPlugged.withLock { $0 = false }
        await #expect(throws: Socket.Unplugged.self) { try await sink.play(samples) }
        socket.isPlugged.withLock { $0 = true }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await socket.opened.wait(within: .seconds(10)) { $0 >= 3 })
        await #expect(throws: Socket.Unplugged.self) { try await sink.play(samples) }
        try await sink.close()
    }
}
