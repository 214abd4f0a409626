import Dispatch
import Logging
import SaybusBus
import SaybusMessages

/// A path of typed messages over the bus, sent and received as stages do it.
struct TypedPath {
    private let publisher: Bus
    private let subscriber: Bus

    /// Connects to a bus.
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - chosen: The connection that publishes; nil makes one.
    init(_ address: BusAddress, publisher chosen: Bus? = nil) async throws {
        let quiet = Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() })
        publisher = try chosen ?? Bus(at: address, as: Source(role: Role("bench"), instance: "speaker")!, logger: quiet)
        subscriber = try Bus(at: address, as: Source(role: Role("bench"), instance: "listener")!, logger: quiet)
        try await publisher.ready()
        try await subscriber.ready()
    }

    /// Returns the transit times of `count` successive messages in microseconds. The receiving loop runs on
    /// the bus's own thread, as in a stage.
    func ping(_ count: Int) async throws -> [Double] {
        let messages = subscriber.subscribe(SpeechPartial.self)
        try await subscriber.ready()
        return try await withTaskExecutorPreference(subscriber.executor) {
            var iterator = messages.makeAsyncIterator()
            let turn = TurnID()
            var times: [Double] = []
            let clock = ContinuousClock()
            for index in 0..<count {
                let partial = BusBenchmark.partial(index)
                try await Task.sleep(for: BusBenchmark.pause)
                let begin = clock.now
                try publisher.publish(partial, turn: turn)
                guard try await iterator.next() != nil else { break }
                times.append(microseconds(clock.now - begin))
            }
            return times
        }
    }

    /// Returns the time that it takes to publish a message, in microseconds.
    func publishing(_ body: some BusMessage, _ count: Int) throws -> Double {
        let asked = try publisher.publish(BusBenchmark.partial(0), turn: TurnID())
        let start = ContinuousClock.now
        for _ in 0..<count { try publisher.publish(body, answering: asked) }
        return microseconds(ContinuousClock.now - start) / Double(count)
    }

    /// Returns the messages per second with at most `window` in flight.
    func rate(_ count: Int, window: Int) async throws -> Double {
        let messages = subscriber.subscribe(SpeechPartial.self, buffer: window * 2)
        try await subscriber.ready()
        let (acknowledged, acknowledge) = AsyncStream.makeStream(of: Void.self)
        let start = ContinuousClock.now
        async let sending: Void = {
            let turn = TurnID()
            var room = window / 100
            var acknowledgements = acknowledged.makeAsyncIterator()
            for index in 0..<count {
                if index % 100 == 0 {
                    if room == 0 { _ = await acknowledgements.next() } else { room -= 1 }
                }
                try publisher.publish(BusBenchmark.partial(index), turn: turn)
            }
        }()
        var received = 0
        for try await _ in messages {
            received += 1
            if received % 100 == 0 { acknowledge.yield() }
            if received == count { break }
        }
        try await sending
        return Double(received) / (microseconds(ContinuousClock.now - start) / 1e6)
    }
}
