import Bus
import Foundation
import Glibc
import Logging
import Messages
import Stage
import UnixSignals

/// Runs one of the tap's commands: connects, waits for the broker, says that it is ready, and ends on SIGTERM, SIGINT or a closed output.
public struct TapRunner {
    private let command: String
    private let options: BusOptions

    /// A runner.
    /// - Parameters:
    ///   - command: Becomes part of the name on the bus, with the process id.
    ///   - options: Where the bus is, and how long to wait for it.
    public init(command: String, options: BusOptions) { (self.command, self.options) = (command, options) }

    /// Runs a command on everything that passes the bus, to its end.
    /// - Parameter work: Takes the connection, what passes, and where the lines go. Ends early when the output closes or a signal comes: the
    ///   sequence ends then, or a write throws.
    public func run(_ work: @escaping @Sendable (Bus, RawSubscription, LineWriter) async throws -> Void) async throws {
        try await run(subscribing: { $0.subscribeToAll() }, work)
    }

    /// Runs a command on what it subscribes to, to its end.
    /// - Parameters:
    ///   - tracking: The tracked kinds that it publishes.
    ///   - needsOutput: Whether it ends when nobody reads its output.
    ///   - subscribe: Makes the subscriptions, which stand when `work` begins.
    ///   - work: Takes the connection, the subscriptions, and where the lines go.
    func run<Subscriptions: Sendable>(
        tracking: [any BusMessage.Type] = [], needsOutput: Bool = true, subscribing subscribe: (Bus) -> Subscriptions,
        _ work: @escaping @Sendable (Bus, Subscriptions, LineWriter) async throws -> Void
    ) async throws {
        let started = ContinuousClock.now
        // Before anything is said: who reads the ready line may send a signal at once.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        // A closed output is told by what `write` returns.
        signal(SIGPIPE, SIG_IGN)
        guard let source = Source(role: "tap", instance: "\(command)-\(getpid())") else {
            throw StageFailure(.usage, "\"\(command)\" cannot be a part of a name on the bus")
        }
        var configured = Logger(label: "\(source)", factory: { StreamLogHandler.standardError(label: $0) })
        configured.logLevel = options.logLevel.level
        let writer = try LineWriter(descriptor: Terminal.standardOutput.descriptor)
        let bus = try Bus(at: options.address(), as: source, tracking: tracking, logger: configured)
        let (patience, logger) = (options.patience, configured)
        let received = subscribe(bus)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { return } }
            if needsOutput { group.addTask { await writer.closed() } }
            group.addTask {
                logger.debug("waiting for the broker", metadata: ["bus": "\(bus.address)"])
                try await bus.ready(within: patience)
                Self.sayReady(source, after: ContinuousClock.now - started)
                try await work(bus, received, writer)
            }
            let outcome = await group.nextResult()
            writer.stop()
            await bus.close()
            group.cancelAll()
            // What the others say now is only that they were stopped.
            while await group.nextResult() != nil {}
            do {
                try outcome?.get()
            } catch let error as TapError where error.code == .outputClosed {
                // `| head` has seen enough.
            }
        }
    }

    private static func sayReady(_ source: Source, after time: Duration) {
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        let line = "ready role=\(source.role) instance=\(source.instance) after=\(milliseconds)ms\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}
