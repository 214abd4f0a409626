import Dispatch
import SaybusMessages
import SaybusStage
import SaybusTap
import Synchronization

/// The reader of recordings' files.
enum RecordingDecoder: FuzzedDecoder {
    static let words = ["speech.transcript", "delivered", "default", "\"v\":1", "CREATE TABLE", "SQLite format 3"]

    /// A recording of an example of each kind, and a small one that a fuzzer can keep whole.
    static let seeds: [[UInt8]] = {
        let messages = MessageCatalog.all.flatMap { MessageDecoder.examples($0).prefix(1) }
        let all = wait { try await RecordingContent.recording(of: messages) }
        let ends = MessageDecoder.examples(TurnEnded.self) + MessageDecoder.examples(SpeechPartial.self).prefix(1)
        let small = wait { try await RecordingContent.recording(of: ends, inSmallPages: true) }
        return [all, small].compactMap { try? $0.get() }
    }()

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        let file = try ScratchFile(input)
        switch wait({ try await RecordingContent(readingAllOf: file.path) }) {
        case .success: return true
        case .failure(let failure as StageFailure):
            try checkRefusal(failure.reason)
            return false
        case .failure(let error): throw FuzzViolation(.foreignError, "\(error)")
        }
    }

    /// Runs an asynchronous function to its end. Blocks this thread, which must be none of Swift's cooperative pool.
    private static func wait<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) -> Result<Value, any Error> {
        let outcome = Outcome<Value>()
        Task {
            do {
                let value = try await work()
                outcome.result.withLock { $0 = .success(value) }
            } catch {
                outcome.result.withLock { $0 = .failure(error) }
            }
            outcome.isThere.signal()
        }
        outcome.isThere.wait()
        return outcome.result.withLock { $0 }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let isThere = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
    }
}
