import Foundation
import GRDB
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// Records a bus into a file, beside the bus's thread: stages and the connection never wait for the disk.
///
/// ``attach(to:)`` before the connection is ready, ``begin()`` when it is, ``finish(_:)`` when it is closed.
final class Recorder: Sendable {
    /// Why a recording ended, as the file says it.
    enum Ending: String, Sendable {
        case stopped
        case duration
        case maximumBytes = "max-bytes"
        case failed
    }

    /// What can be chosen.
    struct Options: Sendable {
        var withAudio = true
        /// How large the file and its log may become, in bytes.
        var maximumBytes: Int64?
        var filter: TapFilter?
    }

    /// What became of it.
    struct Outcome: Sendable {
        var totals: RecordingWriter.Totals
        var ending: Ending
        /// Why it could not go on.
        var failure: StageFailure?
    }

    /// A transaction for each message would write five pages for one: what comes within this time shares one.
    private static let batchTime = Duration.milliseconds(50)
    /// What a batch may take on the disk beside its messages' own bytes, for `maximumBytes`.
    private static let overhead: Int64 = 64 << 10

    private let queue = RecordQueue()
    private let work: Task<Outcome, Never>
    private let ends: AsyncStream<Void>

    /// Opens the file and begins to write what will come.
    init(path: String, bus: BusAddress, options: Options, logger: Logger) throws {
        let writer = try RecordingWriter(
            RecordingFile.forWriting(path), bus: bus, withAudio: options.withAudio,
            filter: options.filter ?? TapFilter())
        let queue = queue
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        self.ends = ends
        work = Task {
            defer { continuation.finish() }
            return await Self.work(writer, queue, options.maximumBytes, logger)
        }
    }

    /// Takes everything that passes a connection.
    func attach(to bus: Bus) { bus.observe { [queue] in queue.put($0) } }

    /// What comes from now on is new, rather than retained from before.
    func begin() { queue.goLive() }

    /// Returns when the recording has ended by itself, since the file is as large as it may become or cannot be written; or when the task is
    /// cancelled.
    func ended() async { for await _ in ends {} }

    /// Writes what is left.
    func finish(_ ending: Ending) async -> Outcome {
        queue.close()
        var outcome = await work.value
        if outcome.ending == .stopped { outcome.ending = ending }
        return outcome
    }

    private static func work(
        _ writer: RecordingWriter, _ queue: RecordQueue, _ maximumBytes: Int64?, _ logger: Logger
    ) async -> Outcome {
        var writer = writer
        var outcome = Outcome(totals: writer.totals, ending: .stopped)
        do {
            if try await write(&writer, queue, maximumBytes, logger) { outcome.ending = .maximumBytes }
        } catch {
            outcome.ending = .failed
            outcome.failure = failure(error, writer.file.path)
        }
        queue.close()
        outcome.totals = writer.totals
        do {
            try await writer.end(outcome.ending.rawValue)
        } catch {
            // On a full disk there may be no room for this either: the recording then looks as after a kill.
            if outcome.failure == nil { outcome.failure = failure(error, writer.file.path) }
        }
        do { try writer.file.database.close() } catch {
            logger.debug("cannot close the recording", metadata: ["error": "\(error)"])
        }
        return outcome
    }

    /// - Returns: Whether the file may not grow any more.
    private static func write(
        _ writer: inout RecordingWriter, _ queue: RecordQueue, _ maximumBytes: Int64?, _ logger: Logger
    ) async throws -> Bool {
        for await _ in queue.wakeUps {
            try? await Task.sleep(for: batchTime)
            if try await writeAll(&writer, queue, maximumBytes, logger) { return true }
        }
        return try await writeAll(&writer, queue, maximumBytes, logger)
    }

    private static func writeAll(
        _ writer: inout RecordingWriter, _ queue: RecordQueue, _ maximumBytes: Int64?, _ logger: Logger
    ) async throws -> Bool {
        let (taken, leftOut) = queue.take()
        var items = taken[...]
        repeat {
            let batch = RecordQueue.batch(&items)
            let bytes = batch.reduce(overhead) { $0 + Int64($1.size) }
            if let maximumBytes, writer.file.size + bytes > maximumBytes { return true }
            try await writer.write(batch, leftOut: leftOut)
            logger.debug("written", metadata: ["messages": "\(writer.totals.messages)"])
        } while !items.isEmpty
        return false
    }

    private static func failure(_ error: any Error, _ path: String) -> StageFailure {
        (error as? DatabaseError).map { RecordingFile.failure($0, path, writing: true) }
            ?? StageFailure(.failed, "\(path): \(error)")
    }
}
