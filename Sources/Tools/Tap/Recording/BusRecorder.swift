import Foundation
import GRDB
import Logging
import SaybusBus
import SaybusStage
import Synchronization

/// A recorder of a bus into a file, on a task of its own: stages and the connection never wait for the disk.
///
/// Call ``attach(to:)`` before the connection is ready, ``begin()`` when it is ready, and ``finish(_:)``
/// after it is closed.
final class BusRecorder: Sendable {
    /// The cause of a recording's end, as stored in the file.
    enum Ending: String, Sendable {
        case stopped
        case duration
        case maximumBytes = "max-bytes"
        case failed
    }

    /// The choice of what is recorded, and the size at which the recording ends.
    struct Options: Sendable {
        var withAudio = true
        /// The maximum size of the file and its log in bytes.
        var maximumBytes: Int64?
        var filter: TapFilter?
    }

    /// The result of a recording.
    struct Outcome: Sendable {
        var totals: RecordingWriter.Totals
        var ending: Ending
        /// The error that ended it.
        var failure: StageFailure?
        /// Whether the file is still at its path.
        var isInPlace = true
    }

    /// The time during which messages are collected for one transaction. A transaction of its own for each
    /// message would write five pages per message.
    private static let batchTime = Duration.milliseconds(50)
    /// The disk space that a batch may need beyond its messages' bytes, used for `maximumBytes`.
    private static let overhead: Int64 = 64 << 10

    /// The ending that ``finish(_:)`` was given, for the writing task.
    private final class GivenEnding: Sendable {
        private let ending = Mutex(Ending.stopped)

        func give(_ ending: Ending) { self.ending.withLock { $0 = ending } }

        var value: Ending { ending.withLock { $0 } }
    }

    private let queue = RecordQueue()
    private let given = GivenEnding()
    private let work: Task<Outcome, Never>
    private let ends: AsyncStream<Void>

    /// Opens the file and starts the writing task.
    /// - Parameter report: Called after each batch with what has been written, and the file's size in bytes.
    init(
        path: String, bus: BusAddress, options: Options, logger: Logger,
        report: (@Sendable (RecordingWriter.Totals, Int64) -> Void)? = nil
    ) throws {
        let writer = try RecordingWriter(
            RecordingFile.forRecording(path), bus: bus, withAudio: options.withAudio,
            filter: options.filter ?? TapFilter())
        let (queue, given) = (queue, given)
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        self.ends = ends
        work = Task {
            defer { continuation.finish() }
            return await Self.work(
                writer, queue, given, maximumBytes: options.maximumBytes, logger: logger, report: report)
        }
    }

    /// Records everything that a connection receives.
    func attach(to bus: Bus) { bus.observe { [queue] in queue.put($0) } }

    /// Treats messages from now on as new, even if they are retained.
    func begin() { queue.goLive() }

    /// Returns when the recording has ended because of its maximum size or a write error, or when the task is
    /// cancelled.
    func ended() async { for await _ in ends {} }

    /// Writes the remaining messages and closes the file.
    func finish(_ ending: Ending) async -> Outcome {
        given.give(ending)
        queue.close()
        return await work.value
    }

    private static func work(
        _ writer: RecordingWriter, _ queue: RecordQueue, _ given: GivenEnding, maximumBytes: Int64?,
        logger: Logger, report: (@Sendable (RecordingWriter.Totals, Int64) -> Void)?
    ) async -> Outcome {
        var writer = writer
        var outcome = Outcome(totals: writer.totals, ending: .stopped)
        do {
            let isFull = try await write(
                &writer, queue, maximumBytes: maximumBytes, logger: logger, report: report)
            outcome.ending = isFull ? .maximumBytes : given.value
        } catch {
            outcome.ending = .failed
            outcome.failure = failure(error, writer.file.path)
        }
        queue.close()
        outcome.totals = writer.totals
        do {
            try await writer.end(outcome.ending.rawValue)
            try writer.file.checkPlace()
        } catch {
            // On a full disk this may fail, too: the recording then looks as if the recorder was killed.
            if outcome.failure == nil { outcome.failure = failure(error, writer.file.path) }
        }
        outcome.isInPlace = writer.file.isInPlace
        do { try writer.file.finish() } catch {
            logger.debug("cannot close the recording", metadata: ["error": "\(error)"])
            if !outcome.isInPlace {
                outcome.failure = StageFailure(
                    .inputOutput,
                    "\(writer.file.path) was moved while it was recorded into, and its newest messages are in "
                        + "\(writer.file.place)-wal: \(error)")
            }
        }
        return outcome
    }

    /// Writes until the queue is closed.
    /// - Returns: Whether the maximum size was reached.
    private static func write(
        _ writer: inout RecordingWriter, _ queue: RecordQueue, maximumBytes: Int64?, logger: Logger,
        report: (@Sendable (RecordingWriter.Totals, Int64) -> Void)?
    ) async throws -> Bool {
        for await _ in queue.wakeUps {
            try? await Task.sleep(for: batchTime)
            if try await writeAll(&writer, queue, maximumBytes: maximumBytes, logger: logger) { return true }
            report?(writer.totals, writer.file.size)
        }
        return try await writeAll(&writer, queue, maximumBytes: maximumBytes, logger: logger)
    }

    private static func writeAll(
        _ writer: inout RecordingWriter, _ queue: RecordQueue, maximumBytes: Int64?, logger: Logger
    ) async throws -> Bool {
        let (taken, leftOut) = queue.take()
        var items = taken[...]
        repeat {
            let batch = RecordQueue.batch(&items)
            let bytes = batch.reduce(overhead) { $0 + Int64($1.size) }
            try writer.file.checkPlace()
            if let maximumBytes, writer.file.size + bytes > maximumBytes { return true }
            try await writer.write(batch, leftOut: leftOut)
            logger.debug("written", metadata: ["messages": "\(writer.totals.messages)"])
        } while !items.isEmpty
        return false
    }

    private static func failure(_ error: any Error, _ path: String) -> StageFailure {
        switch error {
        case let error as DatabaseError: RecordingFile.failure(error, path, writing: true)
        case let error as StageFailure: error
        default: StageFailure(.failed, "\(path): \(error)")
        }
    }
}
