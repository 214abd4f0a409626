import Foundation
import SaybusMessages
import SaybusStage
import SaybusTesting
import Synchronization

/// `saybus-bench peers`: the same texts over Saybus and over the message buses of other voice pipelines.
///
/// Server, publisher and subscriber are three processes on this machine, connected by TCP. Each library is used as its
/// documentation shows.
public final class PeersBenchmark: Sendable {
    /// A bus that could not be measured.
    public struct Skipped: Sendable {
        /// The bus whose server or library is missing.
        public let bus: PeerBus
        /// The reason, with the remedy.
        public let reason: String
    }

    private static let timeout = Duration.seconds(120)
    private let buses: [PeerBus]
    private let fetches: Bool
    private let skippedBuses = Mutex<[Skipped]>([])

    /// Creates a benchmark.
    /// - Parameters:
    ///   - buses: The buses.
    ///   - fetches: Whether libraries that are missing are fetched from PyPI.
    public init(_ buses: [PeerBus] = PeerBus.allCases, fetches: Bool) { (self.buses, self.fetches) = (buses, fetches) }

    /// The buses that could not be measured.
    public var skipped: [Skipped] { skippedBuses.withLock { $0 } }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        var figures: [Figure] = []
        for (index, bus) in buses.enumerated() {
            try Task.checkCancellation()
            ProgressLine.current?.update(index, of: buses.count, bus.name)
            do { figures += try await measure(bus) } catch let error as CancellationError { throw error } catch {
                if bus.isOwn, bus.environment == nil { throw error }
                skippedBuses.withLock { $0.append(Skipped(bus: bus, reason: "\(error)")) }
            }
        }
        return figures
    }

    private func measure(_ bus: PeerBus) async throws -> [Figure] {
        if let program = bus.debianProgram { _ = try PeerBus.path(of: program) }
        var environment: PeerEnvironment?
        if let name = bus.environment { environment = try await PeerEnvironment(name, fetches: fetches) }
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        let port = try FreePort.number()
        let server = try MonitoredProgram(
            Role("peer"), bus.rawValue, bus.server(port: port, folder: folder, environment: environment),
            log: "\(folder)/server.log", isRestarted: true)
        defer { server.end() }
        try await PeerPort.answers(port)
        func client(_ side: String) async throws -> PeerClient {
            try await PeerClient(
                bus.client(side, url: bus.url(port: port), folder: folder, environment: environment))
        }
        let (subscriber, publisher) = (try await client("subscribe"), try await client("publish"))
        let run = PeerRun(subscriber: subscriber, publisher: publisher, timeout: Self.timeout)
        let latency = try await run.latency()
        let rate = try await run.rate(bus.rateMessages)
        let memory = [server.residentMiB, publisher.residentMiB, subscriber.residentMiB]
        let loss = try await run.loss { server.kill() }
        return figures(bus, latency, rate, memory, loss)
    }

    private func figures(
        _ bus: PeerBus, _ latency: [Double], _ rate: Double, _ memory: [Double], _ loss: PeerRun.Loss
    ) -> [Figure] {
        let times = Percentiles(latency)
        return [
            Figure("\(bus.name): \(PeerFigure.median.rawValue)", times(0.5), "µs"),
            Figure("\(bus.name): \(PeerFigure.tail.rawValue)", times(0.99), "µs"),
            Figure("\(bus.name): \(PeerFigure.rate.rawValue)", rate, "messages/s"),
            Figure(
                "\(bus.name): \(PeerFigure.lost.rawValue)", Double(loss.lost), "of \(loss.sent)",
                goal: bus.keepsMessages ? .atMost(0) : nil),
            Figure("\(bus.name): \(PeerFigure.gap.rawValue)", loss.gap, "s"),
            Figure("\(bus.name): \(PeerFigure.server.rawValue)", memory[0], "MiB"),
            Figure("\(bus.name): \(PeerFigure.client.rawValue)", max(memory[1], memory[2]), "MiB"),
        ]
    }
}

/// The figures of each bus.
enum PeerFigure: String, CaseIterable, Sendable {
    case median = "one way, p50"
    case tail = "one way, p99"
    case rate
    case lost = "lost when its broker is killed"
    case gap = "longest silence then"
    case server = "broker's memory"
    case client = "a client's memory"
}
