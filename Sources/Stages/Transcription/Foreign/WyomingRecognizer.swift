import Dispatch
import SaybusExternalEngines
import SaybusMessages
import SaybusPocketSphinx
import SaybusSupport

/// Lets a server of the Wyoming protocol recognize: `transcribe` and the sound, answered by `transcript`.
///
/// Each turn has a connection of its own. The protocol takes no grammar, so the server hears whatever it was made for, and it does not
/// say how sure it is. Calls wait for the server, so the actor runs on a queue of its own.
public actor WyomingRecognizer: SpeechRecognizer {
    /// `wyoming`
    public nonisolated let engine = "wyoming"
    private let executor = SerialQueueExecutor(label: "saybus.wyoming")
    /// The queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How many events of other kinds are passed over.
    private static let maximumEvents = 10_000
    /// How long a connection may take when it is only tried.
    private static let probing = Duration.seconds(2)

    private final class Turn {
        var turn: ExternalTurn
        var connection: WyomingConnection
        /// What the server has sent piece by piece.
        var text = ""
        var isAnswered = false

        init(_ turn: ExternalTurn, _ connection: consuming WyomingConnection) {
            self.turn = turn
            self.connection = connection
        }
    }

    private let address: SocketAddress
    private let patience: Duration
    private var revision: String?
    private var open: Turn?

    /// - Parameter patience: How long each answer may take.
    public init(_ address: SocketAddress, patience: Duration) { (self.address, self.patience) = (address, patience) }

    /// Notes the revision, which transcripts carry.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] {
        revision = vocabulary.revision
        return []
    }

    /// Connects, and leaves it at that. On a queue of its own: a turn does not wait for it, nor does who ends.
    public nonisolated func probe() async throws -> Bool {
        let (answers, tell) = AsyncStream.makeStream(of: Result<Void, EngineFailure>.self)
        DispatchQueue(label: "saybus.wyoming.probe").async { [address] in
            let deadline = ContinuousClock.now + Self.probing
            tell.yield(Result { () throws(EngineFailure) in _ = try WyomingConnection(to: address, before: deadline) })
            tell.finish()
        }
        for await answer in answers {
            if case .failure(let failure) = answer { throw TranscriptionError(failure) }
        }
        return true
    }

    /// Connects for a turn.
    public func begin() throws {
        cancel()
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + patience
            var connection = try WyomingConnection(to: address, before: deadline)
            try connection.send(WyomingEvent(type: "transcribe", data: ["language": .string("en")]), before: deadline)
            try connection.send(.audioStart(rate: TurnBuffer.rate), before: deadline)
            open = Turn(ExternalTurn(revision: revision), connection)
        }
    }

    /// Sends sound, and reads what the server has said meanwhile.
    public func accept(_ samples: [Int16]) throws -> PartialResult? {
        guard let open else { throw TranscriptionError.noTurn }
        let kept = open.turn.append(samples)
        guard !kept.isEmpty, !open.isAnswered else { return nil }
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + patience
            try open.connection.send(.audioChunk(kept, rate: TurnBuffer.rate), before: deadline)
            while !open.isAnswered, open.connection.hasInput {
                Self.take(try open.connection.receive(before: deadline), open)
            }
        }
        return open.isAnswered ? nil : open.turn.partial(open.text)
    }

    /// Waits for the transcript.
    public func finish() throws -> RecognitionResult {
        guard let open else { throw TranscriptionError.noTurn }
        defer { self.open = nil }
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + patience
            if !open.isAnswered { try open.connection.send(WyomingEvent(type: "audio-stop"), before: deadline) }
            for _ in 0..<Self.maximumEvents where !open.isAnswered {
                Self.take(try open.connection.receive(before: deadline), open)
            }
            guard open.isAnswered else {
                throw EngineFailure(.garbage, "\(address) sent \(Self.maximumEvents) events, and none is a transcript")
            }
        }
        return open.turn.result(engine: engine)
    }

    /// Closes the connection.
    public func cancel() { open = nil }

    private static func take(_ event: WyomingEvent, _ open: Turn) {
        switch event.type {
        case "transcript-chunk": open.text = String((open.text + (event.text("text") ?? "")).prefix(1 << 16))
        case "transcript":
            open.isAnswered = true
            open.turn.take(ExternalAnswer(text: event.text("text") ?? ""))
        default: break
        }
    }

    /// A turn with which something went wrong is over.
    private func converting(_ body: () throws(EngineFailure) -> Void) throws(TranscriptionError) {
        do throws(EngineFailure) {
            try body()
        } catch {
            open = nil
            throw TranscriptionError(error)
        }
    }
}
