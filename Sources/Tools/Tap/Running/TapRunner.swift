import Foundation
import Glibc
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTelemetry
import UnixSignals

/// A runner of one of the tap's commands: connects, waits for the broker and prints the ready line. Ends on SIGTERM,
/// SIGINT, SIGHUP, a closed output, or after its duration.
public struct TapRunner: Sendable {
    /// The cause that ends the command.
    private enum StopCause: Sendable {
        /// The command has finished its work.
        case done
        /// A signal was received, or the duration is over.
        case stopRequested
        /// The output was closed, or the command exceeded its finishing time.
        case cutOff
    }

    private let command: String
    private let options: BusOptions
    private let duration: Duration?
    private let drainTime: Duration
    private let finishingTime: Duration
    private let metrics: ListeningAddress?

    /// Creates a runner.
    /// - Parameters:
    ///   - command: The command's name, which with the process id forms the instance name on the bus.
    ///   - options: The bus's address and the timeout for the broker.
    ///   - duration: The time to run once the broker has answered; nil runs until a signal.
    ///   - drainTime: The time allowed after a stop request for messages that were published before it.
    ///   - finishingTime: The time allowed for the command's last output after a stop request. No new messages
    ///     are received in that time.
    ///   - metrics: The address at which metrics are served; nil serves none.
    init(
        command: String, options: BusOptions, duration: Duration? = nil, drainTime: Duration = .zero,
        finishingTime: Duration = .zero, metrics: ListeningAddress? = nil
    ) {
        (self.command, self.options, self.duration) = (command, options, duration)
        (self.drainTime, self.finishingTime, self.metrics) = (drainTime, finishingTime, metrics)
    }

    /// Runs a command on all messages of the bus until it ends.
    /// - Parameter work: The command, called with the connection, the messages and the output. On a stop
    ///   request the message sequence ends; on a closed output a write throws.
    public func run(_ work: @escaping @Sendable (Bus, RawSubscription, LineWriter) async throws -> Void) async throws {
        try await run(subscribing: { $0.subscribeToAll(withRepeated: true) }, work)
    }

    /// Runs a command on its own subscriptions until it ends.
    /// - Parameters:
    ///   - tracking: The tracked kinds that the command publishes.
    ///   - needsOutput: Whether the command ends when its output is closed.
    ///   - subscribe: Creates the subscriptions, which are active when `work` begins.
    ///   - work: The command, called with the connection, the subscriptions and the output.
    func run<Subscriptions: Sendable>(
        tracking: [any BusMessage.Type] = [], needsOutput: Bool = true, subscribing subscribe: (Bus) -> Subscriptions,
        _ work: @escaping @Sendable (Bus, Subscriptions, LineWriter) async throws -> Void
    ) async throws {
        let started = ContinuousClock.now
        // Signals are trapped before the ready line is printed: its reader may send a signal at once.
        let signals = await UnixSignalsSequence(trapping: UnixSignal.stopping)
        // SIGPIPE is ignored, since the result of `write` reports a closed output.
        signal(SIGPIPE, SIG_IGN)
        guard let source = Source(role: .tap, instance: "\(command)-\(getpid())") else {
            throw StageFailure(.usage, "\"\(command)\" cannot be a part of a name on the bus")
        }
        var configured = Logger(label: "\(source)", factory: { LogStream.handler($0) })
        configured.logLevel = options.logLevel.level
        let writer = try LineWriter(descriptor: Terminal.standardOutput.descriptor)
        let bus = try Bus(at: options.address(), as: source, tracking: tracking, logger: configured)
        let (timeout, logger) = (options.brokerTimeout, configured)
        let server = try await TapMetrics.start(at: metrics, bus)
        if let server { logger.notice("metrics are served", metadata: ["url": "\(server.url)"]) }
        let received = subscribe(bus)
        let (isReady, readiness) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: StopCause.self) { group in
            group.addTask {
                for await _ in signals { break }
                return .stopRequested
            }
            if needsOutput {
                group.addTask {
                    await writer.closed()
                    return .cutOff
                }
            }
            group.addTask {
                logger.debug("waiting for the broker", metadata: ["bus": "\(bus.address)"])
                try await bus.ready(within: timeout)
                Self.printReadyLine(source, after: ContinuousClock.now - started)
                readiness.finish()
                try await work(bus, received, writer)
                return .done
            }
            if let duration {
                group.addTask {
                    for await _ in isReady {}
                    try await Task.sleep(for: duration)
                    return .stopRequested
                }
            }
            try await finish(&group, bus, writer, logger)
        }
    }

    /// Waits for the first cause that ends the command, lets it finish, and ends all tasks.
    /// - Throws: The command's error, unless it results from the shutdown.
    private func finish(
        _ group: inout ThrowingTaskGroup<StopCause, any Error>, _ bus: Bus, _ writer: LineWriter, _ logger: Logger
    ) async throws {
        let first = await group.nextResult()
        var last = first
        if Self.isStopRequest(first), drainTime > .zero {
            // The broker returns the barrier after everything that was published before.
            do { try await bus.ready(within: drainTime) } catch {
                logger.debug("messages may be missing at the end", metadata: ["error": "\(error)"])
            }
        }
        if Self.isStopRequest(first), finishingTime > .zero {
            // Closing the bus ends the messages, so that the work writes its last output.
            await bus.close()
            group.addTask { [finishingTime] in
                try await Task.sleep(for: finishingTime)
                return .cutOff
            }
            repeat { last = await group.nextResult() } while Self.isStopRequest(last)
        }
        writer.stop()
        await bus.close()
        group.cancelAll()
        // The remaining tasks fail only because they were cancelled.
        while await group.nextResult() != nil {}
        if case .failure(let error)? = last,
            !Self.isShutdownError(error, stopWasRequested: Self.isStopRequest(first))
        {
            throw error
        }
    }

    private static func isStopRequest(_ result: Result<StopCause, any Error>?) -> Bool {
        if case .success(.stopRequested)? = result { true } else { false }
    }

    /// Returns whether an error results only from the shutdown: a closed output, or waiting for the broker
    /// that was interrupted by a stop request.
    private static func isShutdownError(_ error: any Error, stopWasRequested: Bool) -> Bool {
        if let error = error as? TapError { return error.code == .outputClosed }
        return stopWasRequested && ((error as? BusError)?.code == .closed || error is CancellationError)
    }

    private static func printReadyLine(_ source: Source, after time: Duration) {
        let line = "ready role=\(source.role) instance=\(source.instance) after=\(time.milliseconds)ms\n"
        StandardError.shared.write(line)
    }
}
