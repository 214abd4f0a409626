import Dispatch
import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

/// A recognizer that uses a server of the Wyoming protocol.
///
/// A turn is sent as `transcribe` and audio chunks, and is answered by `transcript`.
///
/// Each turn has its own connection. The protocol has no grammars and no confidence, so the server's own model
/// decides which words are recognized. Calls block while the server works, so the actor has its own dispatch
/// queue as executor.
public actor WyomingRecognizer: SpeechRecognizer {
    /// `wyoming`
    public nonisolated let engine = "wyoming"
    private let executor = SerialQueueExecutor(label: "saybus.wyoming")
    /// The actor's dispatch queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The maximum number of other events that are skipped while waiting for the transcript.
    private static let maximumEvents = 10_000
    /// The timeout of a connection made by ``probe()``.
    private static let probeTimeout = Duration.seconds(2)

    private final class Turn {
        var turn: ExternalTurn
        var connection: WyomingConnection
        /// The text received in pieces so far.
        var text = ""
        var isAnswered = false

        init(_ turn: ExternalTurn, _ connection: consuming WyomingConnection) {
            self.turn = turn
            self.connection = connection
        }
    }

    private let address: SocketAddress
    private let language: String
    /// The language in the server's notation; nil before the server was asked, and after a failed turn: another server
    /// may be there then.
    private var served: String?
    private let timeout: Duration
    private var revision: String?
    private var open: Turn?

    /// Creates a recognizer.
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - language: The code of the language in which is spoken.
    ///   - timeout: The time that the server has for each answer.
    init(_ address: SocketAddress, language: String = "en", timeout: Duration) {
        (self.address, self.language, self.timeout) = (address, language, timeout)
    }

    /// Stores the vocabulary's revision for the transcripts; the protocol takes no vocabulary.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] {
        revision = vocabulary.revision
        return []
    }

    /// Connects to the server and disconnects. A separate queue does this, so that neither a turn nor shutdown
    /// waits for it.
    public nonisolated func probe() async throws -> Bool {
        let (answers, continuation) = AsyncStream.makeStream(of: Result<Void, EngineFailure>.self)
        DispatchQueue(label: "saybus.wyoming.probe").async { [address] in
            let deadline = ContinuousClock.now + Self.probeTimeout
            continuation.yield(
                Result { () throws(EngineFailure) in _ = try WyomingConnection(to: address, before: deadline) })
            continuation.finish()
        }
        for await answer in answers {
            if case .failure(let failure) = answer { throw TranscriptionError(failure) }
        }
        return true
    }

    /// Returns the language as the server lists it: servers with Whisper know `pt`, and fail with `pt-BR`. A server
    /// that does not describe itself is asked once: each turn would wait for it.
    private func servedLanguage() -> String {
        if let served { return served }
        guard language.contains(where: { $0 == "-" || $0 == "_" }) else { return language }
        let services = try? WyomingService.offered(by: address, before: ContinuousClock.now + Self.probeTimeout)
        let listed = (services ?? []).filter { $0.kind == "asr" }.flatMap(\.languages)
        let chosen = Self.language(language, among: listed)
        served = chosen
        return chosen
    }

    /// Returns a language among those of a server, with its region or else without; the language itself when the server
    /// has neither.
    static func language(_ tag: String, among offered: [String]) -> String {
        func folded(_ tag: String) -> String { tag.lowercased().replacing("_", with: "-") }
        let code = folded(tag).prefix { $0 != "-" }
        return offered.first { folded($0) == folded(tag) } ?? offered.first { folded($0) == code } ?? tag
    }

    /// Connects to the server for a turn.
    public func begin() throws {
        cancel()
        let language = servedLanguage()
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + timeout
            var connection = try WyomingConnection(to: address, before: deadline)
            try connection.send(
                WyomingEvent(type: "transcribe", data: ["language": .string(language)]), before: deadline)
            try connection.send(.audioStart(rate: TurnBuffer.rate), before: deadline)
            open = Turn(ExternalTurn(revision: revision), connection)
        }
    }

    /// Sends sound, and reads what the server has sent so far.
    public func accept(_ samples: [Int16]) throws -> PartialResult? {
        guard let open else { throw TranscriptionError.noTurn }
        let kept = open.turn.append(samples)
        guard !kept.isEmpty, !open.isAnswered else { return nil }
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + timeout
            try open.connection.send(.audioChunk(kept, rate: TurnBuffer.rate), before: deadline)
            while !open.isAnswered, open.connection.hasInput {
                Self.take(try open.connection.receive(before: deadline), open)
            }
        }
        return open.isAnswered ? nil : open.turn.partial(open.text)
    }

    /// Ends the sound, and waits for the transcript until the task is cancelled.
    public func finish() async throws -> RecognitionResult {
        guard let open else { throw TranscriptionError.noTurn }
        defer { self.open = nil }
        let interrupter = try converting { () throws(EngineFailure) in try open.connection.interrupter() }
        return try await withTaskCancellationHandler {
            try answer(to: open)
        } onCancel: {
            interrupter.interrupt()
        }
    }

    private func answer(to open: Turn) throws(TranscriptionError) -> RecognitionResult {
        try converting { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + timeout
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

    /// Runs the body; on failure, ends the turn, forgets the server's languages and converts the error. A turn that was
    /// cancelled says nothing about the server.
    private func converting<Value>(
        _ body: () throws(EngineFailure) -> Value
    ) throws(TranscriptionError) -> Value {
        do throws(EngineFailure) {
            return try body()
        } catch {
            open = nil
            if !Task.isCancelled { served = nil }
            throw TranscriptionError(error)
        }
    }
}
