import Dispatch
import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Synchronization

/// `saybus-bench bus`: measures the cost of the bus compared with plain libzmq, in one run on one machine.
///
/// "Raw" is the C API of libzmq through its own proxy in a process of its own; Saybus's messages pass
/// `saybus-broker`. One way means sent, forwarded and received. The latency runs alternate in rounds, so that
/// a load peak of the machine affects both.
public struct BusBenchmark {
    private let messages: Int
    private let rounds = 10
    private let pings = 300
    /// The pause between two timed messages. Without it, a thread of libzmq would still be awake from the previous
    /// message. That would spare only the shortest path its most expensive wake-up, and so distort the comparison.
    static let pauseNanoseconds = 1_000_000
    static let pause = Duration.nanoseconds(pauseNanoseconds)
    /// The maximum number of messages in flight: below every high-water mark, so that nothing is dropped and
    /// the slowest part determines the rate.
    private static let window = 8000

    /// Creates a benchmark.
    /// - Parameter messages: The number of messages for the rate.
    public init(messages: Int = 200_000) { self.messages = messages }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/raw", withIntermediateDirectories: true)
        let raw = try BusAddress("ipc://\(folder.path)/raw")
        let saybus = try BusAddress("ipc://\(folder.path)/ours")
        let proxy = try BenchmarkProgram(
            "saybus-bench", ["raw-proxy", raw.publishEndpoint, raw.subscribeEndpoint], in: folder)
        let broker = try BenchmarkProgram("saybus-broker", ["--bus", saybus.url], in: folder)
        defer { withExtendedLifetime((proxy, broker)) {} }

        let secured = try SecuredPaths(folder)
        let typed = try await TypedPath(saybus)
        var rawTimes: [Double] = []
        var framesTimes: [Double] = []
        var typedTimes: [Double] = []
        let frames = Self.frames()
        for round in 0..<rounds {
            try Task.checkCancellation()
            ProgressLine.current?.update(round, of: rounds, "latency")
            rawTimes += try RawPath(raw, frames).ping(pings)
            framesTimes += try RawPath(saybus, frames).ping(pings)
            typedTimes += try await typed.ping(pings)
        }
        ProgressLine.current?.update(rounds, of: rounds, "rates of \(messages) messages, then with keys")
        let rawRate = try RawPath(raw, frames).rate(messages, window: Self.window)
        let framesRate = try RawPath(saybus, frames).rate(messages, window: Self.window)
        let typedRate = try await typed.rate(messages / 2, window: 2000)
        let securedFigures = try secured.measure(frames, rounds: rounds, pings: pings, messages, window: Self.window)
        let (rawP, framesP, typedP) = (Percentiles(rawTimes), Percentiles(framesTimes), Percentiles(typedTimes))
        return [
            Figure("one way, libzmq and zmq_proxy, p50", rawP(0.5), "µs"),
            Figure("one way, libzmq and zmq_proxy, p99", rawP(0.99), "µs"),
            Figure("one way, frames through saybus-broker, p50", framesP(0.5), "µs"),
            Figure("one way, frames through saybus-broker, p99", framesP(0.99), "µs"),
            Figure("one way, typed messages, p50", typedP(0.5), "µs"),
            Figure("one way, typed messages, p99", typedP(0.99), "µs"),
            Figure("typed p50 beside raw", typedP(0.5) / max(rawP(0.5), 0.001), "×", goal: .atMost(1.4)),
            Figure("rate, libzmq and zmq_proxy", rawRate, "messages/s"),
            Figure("rate, frames through saybus-broker", framesRate, "messages/s"),
            Figure("rate, typed messages", typedRate, "messages/s"),
            Figure("frames' rate beside raw", framesRate / max(rawRate, 1), "×", goal: .atLeast(0.5)),
            Figure("typed rate beside raw", typedRate / max(rawRate, 1), "×"),
            Figure("typed rate beside frames", typedRate / max(framesRate, 1), "×", goal: .atLeast(0.4)),
        ] + securedFigures
    }

    /// Returns the wire frames of a message with a body of 300 bytes.
    static func frames() -> [[UInt8]] {
        var header = Header(
            kind: SpeechPartial.kind, session: .default, turn: TurnID(),
            source: Source(role: Role("bench"), instance: "raw")!, run: 1, sequence: 0)
        let body = (try? partial(0).wire(header: &header)) ?? []
        return RawMessage(header: header, body: body).frames
    }

    static func partial(_ revision: Int) -> SpeechPartial {
        SpeechPartial(text: text, revision: revision, isComplete: false)
    }

    /// The text of every message. To repeat a word takes longer than to write the message.
    private static let text = String(repeating: "word ", count: 54)
}

func microseconds(_ duration: Duration) -> Double {
    duration / .microseconds(1)
}
