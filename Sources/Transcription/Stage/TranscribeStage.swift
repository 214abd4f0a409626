import Bus
import Logging
import Messages
import ServiceLifecycle
import Stage

/// The transcription stage: turns the sound of each turn into partial texts and a transcript.
public struct TranscribeStage: Sendable {
    /// How long a transcript is worth anything, in microseconds.
    static let life: Int64 = 10_000_000

    private let recognizer: any SpeechRecognizer

    /// A stage with its engine.
    public init(recognizer: any SpeechRecognizer) { self.recognizer = recognizer }

    /// The tracked kinds that it publishes.
    public static let tracking: [any BusMessage.Type] = [SpeechTranscript.self]

    /// Transcribes until the program is told to stop; a turn whose sound has begun is finished first.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        let messages = bus.subscribe(to: [
            Interest(Catalog.self, in: Coverage(session: context.session)), Interest(StageStatus.self),
            Interest(SpeechStarted.self, in: context.coverage), Interest(AudioInput.self, in: context.coverage),
            Interest(SpeechEnded.self, in: context.coverage),
        ])
        var book = CatalogBook()
        _ = try await recognizer.configure(.dictation)
        try await context.ready()
        var desk = TurnDesk()
        var revision = 0
        for await received in messages.cancelOnGracefulShutdown() {
            guard case .message(let raw) = received else { continue }
            if book.note(raw, from: bus) { await configure(book, context) }
            guard let event = event(raw, bus) else { continue }
            // Who has stepped down leaves what is still being spoken to the one who has taken over.
            let actions = takes(event, raw, context) ? desk.take(event) : desk.close()
            for action in actions { try await perform(action, bus, context, revision: &revision) }
            if !desk.holds(raw.header) { context.end(raw.header) }
        }
        for action in desk.close() { try await perform(action, bus, context, revision: &revision) }
    }

    /// Whether to take an event: not what is another's to transcribe.
    private func takes(_ event: TurnDesk.Event, _ raw: RawMessage, _ context: StageContext) -> Bool {
        switch event {
        case .started, .chunk: context.takes(raw.header, raw.stamp)
        case .ended: context.begin(raw.header, raw.stamp)
        case .listener: context.isActive
        }
    }

    private func event(_ raw: RawMessage, _ bus: Bus) -> TurnDesk.Event? {
        switch raw.header.kind {
        case SpeechStarted.kind: .started(raw.header)
        case SpeechEnded.kind: bus.read(raw, as: SpeechEnded.self).map { .ended($0.body, $0.header) }
        case StageStatus.kind: bus.read(raw, as: StageStatus.self).flatMap(listener)
        case AudioInput.kind: bus.read(raw, as: AudioInput.self).map { .chunk($0.body, $0.header) }
        default: nil
        }
    }

    private func listener(_ status: Message<StageStatus>) -> TurnDesk.Event? {
        guard status.body.role == "listen", let source = Source(role: "listen", instance: status.body.instance) else {
            return nil
        }
        if status.body.state.isGone { return .listener(source, run: nil) }
        return status.header.source == source ? .listener(source, run: status.header.run) : nil
    }

    private func configure(_ book: CatalogBook, _ context: StageContext) async {
        let vocabulary = Vocabulary(catalogs: book.all)
        let began = ContinuousClock.now
        do {
            let problems = try await recognizer.configure(vocabulary)
            context.logger.info(
                "vocabulary ready",
                metadata: ["revision": "\(vocabulary.revision ?? "none")", "took": "\(ContinuousClock.now - began)"])
            for problem in problems {
                context.logger.warning("part of the vocabulary is left out", metadata: ["problem": "\(problem)"])
            }
            context.update { status in
                status.catalogRevision = vocabulary.revision
                status.problem = problems.first.map { "\(problems.count) parts of the vocabulary are left out: \($0)" }
            }
        } catch {
            context.logger.error("cannot use the vocabulary", metadata: ["error": "\(error)"])
            context.update { $0.problem = "cannot use the vocabulary: \(error)" }
        }
    }

    private func perform(
        _ action: TurnDesk.Action, _ bus: Bus, _ context: StageContext, revision: inout Int
    ) async throws {
        try await carryOut(action, bus, context, revision: &revision)
        switch action {
        case .finish(let header, _), .fail(let header, _): context.end(header)
        case .begin, .accept: break
        }
    }

    private func carryOut(
        _ action: TurnDesk.Action, _ bus: Bus, _ context: StageContext, revision: inout Int
    ) async throws {
        do {
            switch action {
            case .begin:
                revision = 0
                try await recognizer.begin()
            case .accept(let samples, let header):
                guard let partial = try await recognizer.accept(samples) else { return }
                try bus.publish(
                    SpeechPartial(
                        text: partial.text, revision: revision, isComplete: partial.isComplete,
                        mayGoOn: partial.mayGoOn, heardMs: partial.heardMs, wordsEndMs: partial.wordsEndMs),
                    answering: header)
                revision += 1
            case .finish(let header, let missing):
                let result = try await recognizer.finish()
                try publish(result.transcript(missingChunks: missing), header, bus)
            case .fail(let header, let reason):
                let engine = recognizer.engine
                await recognizer.cancel()
                try publish(
                    SpeechTranscript(text: "", confidence: 0, engine: engine, empty: .failed, problem: reason), header,
                    bus)
            }
        } catch let error as TranscriptionError {
            // The turn must not hang on a recognizer's failure.
            context.logger.error("recognition failed", metadata: ["error": "\(error)"])
            await recognizer.cancel()
            guard case .finish(let header, _) = action else { return }
            let transcript = SpeechTranscript(
                text: "", confidence: 0, engine: recognizer.engine, empty: .failed, problem: "\(error)")
            try publish(transcript, header, bus)
        }
    }

    private func publish(_ transcript: SpeechTranscript, _ header: Header, _ bus: Bus) throws {
        try bus.publish(transcript, answering: header, deadline: WallClock.microseconds() + Self.life)
    }
}
