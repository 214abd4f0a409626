import Foundation
import Logging
import SaybusBus
import SaybusMessages

/// A publisher or a subscriber on Saybus for ``PeersBenchmark``: the same in Swift as `deploy/benchmark/peer_client.py`
/// is in Python.
public struct SwiftPeerClient: Sendable {
    /// The texts that one acknowledgement stands for.
    private static let acknowledged = 100
    /// Time for retransmissions after the broker was killed.
    private static let settling = Duration.seconds(4)
    private static let padding = String(repeating: "word ", count: 50)

    private let bus: Bus
    private let isTracked: Bool
    private let isPublisher: Bool
    private let text = Session(rawValue: "text")!
    private let ack = Session(rawValue: "ack")!

    /// Connects to a bus.
    /// - Parameters:
    ///   - url: The URL of the bus.
    ///   - isTracked: Whether each message is kept until the subscriber has answered it.
    ///   - isPublisher: Whether this is the publisher.
    public init(_ url: String, isTracked: Bool, isPublisher: Bool) throws {
        (self.isTracked, self.isPublisher) = (isTracked, isPublisher)
        bus = try Bus(
            at: BusAddress(url), as: Source(role: isPublisher ? .transcribe : .intent, instance: "bench")!,
            tracking: isTracked && isPublisher ? [SpeechTranscript.self] : [],
            logger: Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    /// Carries out the commands of standard input until it ends.
    public func run() async throws {
        if isPublisher {
            let acknowledgements = bus.subscribe(SpeechPartial.self, in: ack)
            try await bus.ready()
            try say(PeerClient.Answer(number: 0))
            var iterator = acknowledgements.makeAsyncIterator()
            for try await command in Self.commands() { try await send(command, &iterator) }
        } else {
            try await bus.ready()
            try say(PeerClient.Answer(number: 0))
            for try await command in Self.commands() { try await collect(command) }
        }
    }

    private func send(
        _ command: PeerClient.Command, _ acknowledgements: inout Subscription<SpeechPartial>.AsyncIterator
    ) async throws {
        let begin = ContinuousClock.now
        var (failed, room) = (0, command.window)
        for number in 0..<command.count {
            if command.window > 0, number % Self.acknowledged == 0 {
                if room < Self.acknowledged {
                    _ = try await acknowledgements.next()
                } else {
                    room -= Self.acknowledged
                }
            }
            if command.interval > 0 {
                try await Task.sleep(until: begin + .seconds(Double(number) * command.interval), clock: .continuous)
            }
            let text = "\(command.phase) \(number) \(Self.nanoseconds()) \(Self.padding)"
            do { try publish(text) } catch { failed += 1 }
        }
        if command.phase == "kill" { try await Task.sleep(for: Self.settling) }
        var answer = PeerClient.Answer(number: command.number)
        answer.failed = failed
        try say(answer)
    }

    private func publish(_ text: String) throws {
        if isTracked {
            try bus.publish(
                SpeechTranscript(text: text, confidence: 1, engine: "text"), session: self.text,
                deadline: bus.now + 10_000_000)
        } else {
            try bus.publish(SpeechPartial(text: text, revision: 0), session: self.text)
        }
    }

    private func collect(_ command: PeerClient.Command) async throws {
        let types: [any BusMessage.Type] = isTracked ? [SpeechTranscript.self] : [SpeechPartial.self]
        let messages = bus.subscribe(to: types, in: text, buffer: 20_000)
        try await bus.ready()
        try say(PeerClient.Answer(number: command.number, hasBegun: true))
        let collection = PeerCollection(command)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await collection.waitUntilIdle() }
            group.addTask {
                try await withTaskExecutorPreference(bus.executor) {
                    for await case .message(let message) in messages {
                        guard let text = try read(message), collection.add(text, at: Self.nanoseconds()) else {
                            continue
                        }
                        if collection.isComplete { return }
                        if command.window > 0, collection.count % Self.acknowledged == 0 {
                            try bus.publish(SpeechPartial(text: "ack", revision: 0), session: ack)
                        }
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
        try say(collection.answer)
    }

    /// Returns the text of a message, which is answered if its publisher keeps it.
    private func read(_ message: RawMessage) throws -> String? {
        guard isTracked else { return bus.read(message, as: SpeechPartial.self)?.body.text }
        guard let transcript = bus.read(message, as: SpeechTranscript.self) else { return nil }
        try bus.publish(Receipt(of: SpeechTranscript.kind), answering: transcript.header)
        return transcript.body.text
    }

    private static func commands() -> AsyncThrowingStream<PeerClient.Command, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: PeerClient.Command.self)
        Thread.detachNewThread {
            while let line = readLine() {
                do {
                    continuation.yield(try JSONDecoder().decode(PeerClient.Command.self, from: Data(line.utf8)))
                } catch {
                    return continuation.finish(throwing: error)
                }
            }
            continuation.finish()
        }
        return stream
    }

    private func say(_ answer: PeerClient.Answer) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(answer) + [UInt8(ascii: "\n")])
    }

    /// Returns the time of the clock that all processes of a machine share.
    private static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
