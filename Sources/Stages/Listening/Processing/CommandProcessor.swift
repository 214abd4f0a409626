import SaybusExternalEngines
import SaybusMessages
import SaybusStage
import Synchronization

/// A processor that is a program: each frame goes to its standard input as raw 16-bit little-endian mono PCM of 16 kHz,
/// and as many bytes come back from its standard output.
///
/// The program is started with the first frame, which waits for it. A program that cannot be started, exits or is late
/// is ended, and started again at most once a second. Meanwhile the sound passes unchanged, also while a program that
/// was started again does not answer yet.
public final class CommandProcessor: FrameProcessor {
    /// Time for a frame. The source's own buffer has to bridge it.
    static let timeout = Duration.milliseconds(200)
    /// Time for the first frame, in which the program starts.
    static let startTimeout = Duration.seconds(2)
    private static let restartInterval = Duration.seconds(1)

    private struct Child: ~Copyable {
        var process: CommandProcess?
        /// The bytes of the answer to the frame with which the program was started again, and the latest time for it.
        var firstAnswer: (count: Int, deadline: ContinuousClock.Instant)?
        /// The time of the last failure, and its reason, until the program answers again.
        var failure: (at: ContinuousClock.Instant, error: EngineFailure)?

        /// Sends a frame to the program, and reads its answer.
        /// - Returns: The answer; the earlier failure while the program is not there again.
        /// - Throws: A new failure, after which the program must be ended: a late answer would be taken for that to the
        ///   next frame.
        mutating func exchange(
            _ samples: [Int16], at now: ContinuousClock.Instant,
            starting start: @Sendable () throws(EngineFailure) -> CommandProcess
        ) throws(EngineFailure) -> Result<[Int16], EngineFailure> {
            var deadline = ContinuousClock.now + CommandProcessor.timeout
            if process == nil {
                if let (at, error) = failure {
                    guard at.duration(to: now) >= CommandProcessor.restartInterval else { return .failure(error) }
                    process = try start()
                    try process!.stream.send(PCM.bytes(samples), before: deadline)
                    firstAnswer = (samples.count * 2, now + CommandProcessor.startTimeout)
                    return .failure(error)
                }
                process = try start()
                deadline = ContinuousClock.now + CommandProcessor.startTimeout
            } else if let (count, latest) = firstAnswer, let (_, error) = failure {
                guard process!.stream.hasInput else {
                    guard now < latest else {
                        throw EngineFailure(.timeout, "\(process!.stream.name) did not answer in time")
                    }
                    return .failure(error)
                }
                // The frame has passed unchanged meanwhile.
                _ = try process!.stream.bytes(count, before: deadline)
                firstAnswer = nil
            }
            try process!.stream.send(PCM.bytes(samples), before: deadline)
            return .success(PCM.samples(try process!.stream.bytes(samples.count * 2, before: deadline)))
        }
    }

    private let start: @Sendable () throws(EngineFailure) -> CommandProcess
    private let now: @Sendable () -> ContinuousClock.Instant
    private let queue = BlockingQueue(label: "saybus.processor")
    private let child = Mutex(Child())

    /// Creates a processor.
    /// - Parameter command: The program, a path or a name that is looked up in `PATH`, and its arguments.
    public convenience init(_ command: [String]) {
        self.init(starting: { () throws(EngineFailure) -> CommandProcess in
            try CommandProcess(command, standardError: StandardError.shared.descriptor)
        })
    }

    /// - Parameters:
    ///   - now: A function that returns the time, by which the program is started again.
    ///   - start: A function that starts the program.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        starting start: @escaping @Sendable () throws(EngineFailure) -> CommandProcess
    ) {
        (self.now, self.start) = (now, start)
    }

    /// Sends a frame to the program, and returns its answer.
    public func process(_ samples: [Int16]) async throws -> [Int16] {
        try await queue.run { [self] () throws(EngineFailure) in try exchange(samples) }
    }

    private func exchange(_ samples: [Int16]) throws(EngineFailure) -> [Int16] {
        let answer: Result<[Int16], EngineFailure> = child.withLock { child in
            do throws(EngineFailure) {
                let answer = try child.exchange(samples, at: now(), starting: start)
                if case .success = answer { child.failure = nil }
                return answer
            } catch {
                child.process = nil
                child.firstAnswer = nil
                child.failure = (now(), error)
                return .failure(error)
            }
        }
        return try answer.get()
    }
}
