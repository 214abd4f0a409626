import Foundation
import Glibc
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import UnixSignals

/// Runs one of the tap's commands: connects, waits for the broker, says that it is ready, and ends on SIGTERM, SIGINT, a closed output, or
/// when its time is over.
public struct TapRunner: Sendable {
    /// Why it ends.
    private enum End: Sendable {
        /// The command has done what it had to.
        case done
        /// A signal has come, or the time is over.
        case told
        /// Nobody reads the output any more, or the command took too long to end.
        case late
    }

    private let command: String
    private let options: BusOptions
    private let duration: Duration?
    private let finishing: Duration

    /// A runner.
    /// - Parameters:
    ///   - command: Becomes part of the name on the bus, with the process id.
    ///   - options: Where the bus is, and how long to wait for it.
    ///   - duration: How long to run, once the broker has answered; nil: until told to end.
    ///   - finishing: How long the work may go on writing after it is told to end. The messages end at once.
    public init(command: String, options: BusOptions, duration: Duration? = nil, finishing: Duration = .zero) {
        (self.command, self.options, self.duration, self.finishing) = (command, options, duration, finishing)
    }

    /// Runs a command on everything that passes the bus, to its end.
    /// - Parameter work: Takes the connection, what passes, and where the lines go. Ends early when it is told to, or the output closes:
    ///   the sequence ends then, or a write throws.
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
        let (patience, logger) = (options.brokerTimeout, configured)
        let received = subscribe(bus)
        let (isReady, readiness) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: End.self) { group in
            group.addTask {
                for await _ in signals { break }
                return .told
            }
            if needsOutput {
                group.addTask {
                    await writer.closed()
                    return .late
                }
            }
            group.addTask {
                logger.debug("waiting for the broker", metadata: ["bus": "\(bus.address)"])
                try await bus.ready(within: patience)
                Self.sayReady(source, after: ContinuousClock.now - started)
                readiness.finish()
                try await work(bus, received, writer)
                return .done
            }
            if let duration {
                group.addTask {
                    for await _ in isReady {}
                    try await Task.sleep(for: duration)
                    return .told
                }
            }
            let first = await group.nextResult()
            var last = first
            if case .success(.told)? = first, finishing > .zero {
                // Ends the messages; the work says what it has found.
                await bus.close()
                group.addTask {
                    try await Task.sleep(for: finishing)
                    return .late
                }
                repeat { last = await group.nextResult() } while Self.isTold(last)
            }
            writer.stop()
            await bus.close()
            group.cancelAll()
            // What the others say now is only that they were stopped.
            while await group.nextResult() != nil {}
            if case .failure(let error)? = last, !Self.isOnlyStopping(error, wasTold: Self.isTold(first)) {
                throw error
            }
        }
    }

    private static func isTold(_ result: Result<End, any Error>?) -> Bool {
        if case .success(.told)? = result { true } else { false }
    }

    /// `| head` has seen enough, or the broker's answer was no longer waited for.
    private static func isOnlyStopping(_ error: any Error, wasTold: Bool) -> Bool {
        if let error = error as? TapError { return error.code == .outputClosed }
        return wasTold && ((error as? BusError)?.code == .closed || error is CancellationError)
    }

    private static func sayReady(_ source: Source, after time: Duration) {
        let line = "ready role=\(source.role) instance=\(source.instance) after=\(time.milliseconds)ms\n"
        StandardError.shared.write(line)
    }
}
