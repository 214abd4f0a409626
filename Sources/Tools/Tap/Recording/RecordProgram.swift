import Foundation
import Logging
import SaybusStage
import SaybusSupport
import SaybusTelemetry

/// `saybus-tap record`: records the bus until a signal, or until a limit of time or size is reached.
public struct RecordProgram: Sendable {
    /// The time allowed after a signal for messages that were published before it.
    private static let drainTime = Duration.milliseconds(500)

    private let path: String
    private let options: BusRecorder.Options
    private let duration: Duration?
    private let metrics: ListeningAddress?

    init(path: String, options: BusRecorder.Options, duration: Duration?, metrics: ListeningAddress? = nil) {
        (self.path, self.options, self.duration, self.metrics) = (path, options, duration, metrics)
    }

    /// Records, and prints a summary to standard error.
    /// - Throws: `StageFailure` with code `inputOutput` when the file cannot be written, for example on a full disk.
    public func run(_ bus: BusOptions) async throws {
        var logger = Logger(label: "saybus-tap", factory: { LogStream.handler($0) })
        logger.logLevel = bus.logLevel.level
        let line = ProgressLine.onTerminal("recording \(path)")
        let recorder = try BusRecorder(
            path: path, bus: try bus.address(), options: options, logger: logger, report: Self.report(on: line))
        let timeIsUp = OnceFlag()
        do {
            // The recorder writes nothing to standard output, so a closed one does not end it.
            let runner = TapRunner(command: "record", options: bus, drainTime: Self.drainTime, metrics: metrics)
            try await runner.run(
                needsOutput: false, subscribing: { recorder.attach(to: $0) },
                { [duration] _, _, _ in
                    recorder.begin()
                    if await !Self.ended(recorder, within: duration) { timeIsUp.set() }
                })
        } catch {
            _ = await recorder.finish(.failed)
            throw error
        }
        line?.clear()
        let outcome = await recorder.finish(timeIsUp.isSet ? .duration : .stopped)
        Self.printSummary(outcome, path)
        if let failure = outcome.failure { throw failure }
    }

    /// Returns a closure that shows what has been written; nil without a terminal.
    private static func report(
        on line: ProgressLine?
    ) -> (@Sendable (RecordingWriter.Totals, Int64) -> Void)? {
        guard let line else { return nil }
        return { totals, size in
            let words = "messages, \(totals.lost) lost, \(size >> 10) KiB; Ctrl-C ends the recording"
            line.update(totals.messages, of: nil, words)
        }
    }

    /// Waits until the recording ends or its time is over.
    /// - Returns: False if the time was over first.
    private static func ended(_ recorder: BusRecorder, within time: Duration?) async -> Bool {
        guard let time else {
            await recorder.ended()
            return true
        }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await recorder.ended()
                return true
            }
            group.addTask {
                // The duration of the recording.
                do { try await Task.sleep(for: time) } catch { return true }
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? true
        }
    }

    /// Prints what was recorded, unless the file is elsewhere: the failure says where.
    static func printSummary(_ outcome: BusRecorder.Outcome, _ path: String) {
        guard outcome.isInPlace else { return }
        let totals = outcome.totals
        var parts = [Quantity.count(totals.messages, "message")]
        if totals.malformed > 0 { parts.append("\(totals.malformed) malformed") }
        parts.append("\(totals.lost) lost")
        if totals.leftOut > 0 { parts.append("\(totals.leftOut) left out because the disk is too slow") }
        let why =
            switch outcome.ending {
            case .stopped, .failed: ""
            case .duration: "; the time is over"
            case .maximumBytes: "; the file has reached its largest size"
            }
        StandardError.shared.write("recorded \(parts.joined(separator: ", ")) into \(path)\(why)\n")
    }
}
