import SaybusExternalEngines
import SaybusMessages
import SaybusStage
import Synchronization

/// A processor that is a program: each frame goes to its standard input as raw 16-bit little-endian mono PCM of 16 kHz,
/// and as many bytes come back from its standard output.
///
/// The program is started with the first frame. A program that exits or is late is ended, and started again at most
/// once a second; meanwhile the sound passes unchanged.
public final class CommandProcessor: FrameProcessor {
    /// Time for a frame. The source's own buffer has to bridge it.
    public static let timeout = Duration.milliseconds(200)
    /// Time for the first frame, in which the program starts.
    public static let startTimeout = Duration.seconds(2)
    private static let restartInterval = Duration.seconds(1)

    private struct Child: ~Copyable {
        var process: CommandProcess?
        /// The time of the last failure, and its reason.
        var failure: (at: ContinuousClock.Instant, error: EngineFailure)?
    }

    private let command: [String]
    private let queue = BlockingQueue(label: "saybus.processor")
    private let child = Mutex(Child())

    /// Creates a processor.
    /// - Parameter command: The program, a path or a name that is looked up in `PATH`, and its arguments.
    public init(_ command: [String]) { self.command = command }

    /// Sends a frame to the program, and returns its answer.
    public func process(_ samples: [Int16]) async throws -> [Int16] {
        try await queue.run { [self] () throws(EngineFailure) in try exchange(samples) }
    }

    private func exchange(_ samples: [Int16]) throws(EngineFailure) -> [Int16] {
        let result = child.withLock { child in
            Result { () throws(EngineFailure) -> [Int16] in
                if let (at, error) = child.failure, at.duration(to: .now) < Self.restartInterval { throw error }
                let isNew = child.process == nil
                if isNew { child.process = try CommandProcess(command, standardError: StandardError.shared.descriptor) }
                let deadline = ContinuousClock.now + (isNew ? Self.startTimeout : Self.timeout)
                try child.process!.stream.send(PCM.bytes(samples), before: deadline)
                return PCM.samples(try child.process!.stream.bytes(samples.count * 2, before: deadline))
            }
        }
        child.withLock { child in
            switch result {
            case .success: child.failure = nil
            case .failure(let error):
                // A late frame would be taken for the answer to the next one.
                if child.process != nil || child.failure == nil { child.failure = (.now, error) }
                child.process = nil
            }
        }
        return try result.get()
    }
}
