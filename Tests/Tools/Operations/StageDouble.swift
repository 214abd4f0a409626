import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization

/// A stage in the test's own process. It sends heartbeats, and answers over the real bus.
final class StageDouble: Sendable {
    let bus: Bus
    private let status: Mutex<StageStatus>
    private let work = Mutex<[Task<Void, any Error>]>([])

    /// Connects, subscribes and reports ready. `answer` is called for each message of the kinds, one at a time.
    init(
        _ role: Role, on test: TestBus, tracking: [any BusMessage.Type] = [], state: StageStatus.State = .ready,
        catalogRevision: String? = nil, hears kinds: [any BusMessage.Type] = [],
        answer: @escaping @Sendable (Bus, RawMessage) throws -> Void = { _, _ in }
    ) async throws {
        let bus = try test.connect(role, tracking: tracking)
        self.bus = bus
        status = Mutex(
            StageStatus(
                role: role, instance: "test", engine: "double", state: state, pid: 1, uptimeMs: 61_000,
                catalogRevision: catalogRevision))
        let messages = kinds.isEmpty ? nil : bus.subscribe(to: kinds)
        try await bus.ready()
        try update { _ in }
        let answering = Task {
            guard let messages else { return }
            for await case .message(let raw) in messages { try answer(bus, raw) }
        }
        let beating = Task { [weak self] in
            // The heartbeat: without it, the broker declares the stage lost after three seconds.
            while true {
                try await Task.sleep(for: .seconds(1))
                try self?.update { _ in }
            }
        }
        work.withLock { $0 = [answering, beating] }
    }

    deinit { for task in work.withLock({ $0 }) { task.cancel() } }

    /// Changes the status and publishes it.
    func update(_ change: (inout StageStatus) -> Void) throws {
        let status = status.withLock { status in
            change(&status)
            return status
        }
        try bus.publish(status)
    }

    /// An intent stage that knows one word.
    static func intent(on test: TestBus, knows word: String = "next", catalogRevision: String? = nil) async throws
        -> StageDouble
    {
        try await StageDouble(
            .intent, on: test, tracking: [SpeechIntent.self], catalogRevision: catalogRevision,
            hears: [SpeechTranscript.self]
        ) { bus, raw in
            let transcript = try raw.decode(SpeechTranscript.self)
            let readings =
                transcript.body.text == word
                ? [
                    SpeechIntent.Hypothesis(
                        app: "test", type: "Next", confidence: 0.954,
                        parameters: [
                            "n": Parameter(value: .number(2), words: "two", type: "Number")
                        ], matcher: "next")
                ] : []
            try bus.publish(
                SpeechIntent(text: transcript.body.text, hypotheses: readings, engine: "double"),
                answering: transcript.header)
        }
    }

    /// A dispatch stage that carries out the best hypothesis and answers.
    static func dispatch(on test: TestBus, catalogRevision: String? = nil) async throws -> StageDouble {
        try await StageDouble(
            .dispatch, on: test, tracking: [AudioSequence.self], catalogRevision: catalogRevision,
            hears: [SpeechIntent.self]
        ) { bus, raw in
            let intent = try raw.decode(SpeechIntent.self)
            guard let best = intent.body.hypotheses.first else {
                try bus.publish(TurnEnded(outcome: .notUnderstood), answering: intent.header)
                return
            }
            try bus.publish(
                CommandInvoked(
                    app: best.app, type: best.type, parameters: best.parameters, confidence: best.confidence,
                    text: intent.body.text), answering: intent.header)
            try bus.publish(AudioSequence([.speech(.init("Next."))]), answering: intent.header)
            try bus.publish(
                TurnEnded(outcome: .handled, app: best.app, command: best.type, spoken: "Next."),
                answering: intent.header)
        }
    }

    /// An audio stage whose sequences end in a given state.
    static func audio(on test: TestBus, end: AudioPlayback.State = .finished, reason: String? = nil) async throws
        -> StageDouble
    {
        try await StageDouble(.audio, on: test, hears: [AudioSequence.self]) { bus, raw in
            for state in [.queued, .started, end] as [AudioPlayback.State] {
                let isEnd = state == end
                try bus.publish(
                    AudioPlayback(
                        sequence: raw.header.id, state: state, positionMs: isEnd ? 320 : nil,
                        reason: isEnd ? reason : nil),
                    answering: raw.header)
            }
        }
    }
}
