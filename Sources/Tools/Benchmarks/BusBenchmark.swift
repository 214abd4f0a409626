import Dispatch
import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusZeroMQ
import Synchronization

/// `saybus-bench bus`: what the bus costs beside libzmq alone, in one run on one machine.
///
/// Raw is C's libzmq through its own proxy in a process of its own; ours passes `saybus-broker`. One way means: sent, forwarded, received. The
/// latency runs alternate in rounds, so that a busy moment of the machine meets both.
public struct BusBenchmark {
    private let messages: Int
    private let rounds = 10
    private let pings = 300
    /// Between two messages whose time is taken: speech is no flood, and without a pause the first of libzmq's threads is still awake from the
    /// message before, which spares the shortest path alone the most expensive wake-up.
    static let pauseNanoseconds = 1_000_000
    static let pause = Duration.nanoseconds(pauseNanoseconds)
    /// How many messages are on the way at most: below every queue's mark, so that nothing is dropped and the rate is that of the slowest part.
    private static let window = 8000

    /// - Parameter messages: How many to send when the rate is measured.
    public init(messages: Int = 200_000) { self.messages = messages }

    /// Measures.
    public func run() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("saybus-bench-\(getpid())").path
        try FileManager.default.createDirectory(atPath: folder + "/raw", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let raw = try BusAddress("ipc://\(folder)/raw")
        let ours = try BusAddress("ipc://\(folder)/ours")
        let proxy = try ChildProgram("saybus-bench", ["raw-proxy", raw.publishEndpoint, raw.subscribeEndpoint])
        let broker = try ChildProgram("saybus-broker", ["--bus", ours.url])
        defer { withExtendedLifetime((proxy, broker)) {} }

        let guarded = try GuardedPaths(folder)
        let typed = try await TypedPath(ours)
        var rawTimes: [Double] = []
        var framesTimes: [Double] = []
        var typedTimes: [Double] = []
        let frames = Self.frames()
        for _ in 0..<rounds {
            rawTimes += try RawPath(raw, frames).ping(pings)
            framesTimes += try RawPath(ours, frames).ping(pings)
            typedTimes += try await typed.ping(pings)
        }
        let rawRate = try RawPath(raw, frames).rate(messages, window: Self.window)
        let framesRate = try RawPath(ours, frames).rate(messages, window: Self.window)
        let typedRate = try await typed.rate(messages / 2, window: 2000)
        let guardedFigures = try guarded.measure(frames, rounds: rounds, pings: pings, messages, window: Self.window)
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
        ] + guardedFigures
    }

    /// A message as it is on the wire, with a body of 300 bytes.
    static func frames() -> [[UInt8]] {
        var header = Header(
            kind: SpeechPartial.kind, session: .default, turn: TurnID(),
            source: Source(role: "bench", instance: "raw")!, run: 1, sequence: 0)
        let body = (try? partial(0).wire(header: &header)) ?? []
        return RawMessage(header: header, body: body).frames
    }

    static func partial(_ revision: Int) -> SpeechPartial {
        SpeechPartial(text: String(repeating: "word ", count: 54), revision: revision, isComplete: false)
    }
}

/// Microseconds between two instants.
func microseconds(_ duration: Duration) -> Double {
    duration / .microseconds(1)
}
