import Bus
import Logging
import Messages
import ServiceLifecycle
import Stage

/// The dispatch stage: publishes what the app understands, carries out what was meant, answers, and ends the turn.
public struct DispatchStage: Sendable {
    /// How long a playback may wait to begin, in microseconds.
    static let life: Int64 = 10_000_000

    private let app: App

    /// A stage for an app.
    public init(app: App) { self.app = app }

    /// The tracked kinds that it publishes.
    public static let tracking: [any BusMessage.Type] = [AudioSequence.self]

    /// Serves until the program is told to stop; the turns in hand are finished first, as far as time allows.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        let messages = bus.subscribe(
            to: [
                SpeechEnded.self, SpeechTranscript.self, SpeechIntent.self, AudioPlayback.self, TurnEnded.self,
                StageStatus.self,
            ], in: nil)
        try await context.ready()
        try bus.publish(app.catalog, session: context.session)
        context.update { [revision = app.catalog.revision] in $0.catalogRevision = revision }
        let playbacks = PlaybackBoard()
        let server = TurnServer(app: app, bus: bus, logger: context.logger, playbacks: playbacks)
        var timings = TurnTimings()
        var lanes = Lanes()
        var turns = HandledTurns()
        try await withThrowingDiscardingTaskGroup { group in
            for await received in messages.cancelOnGracefulShutdown() {
                guard case .message(let raw) = received else { continue }
                switch raw.header.kind {
                case SpeechIntent.kind:
                    timings.note(raw.header)
                    guard context.session == nil || raw.header.session == context.session,
                        let intent = bus.read(raw, as: SpeechIntent.self)
                    else { continue }
                    guard turns.insert(intent.header.turn) else {
                        context.logger.notice(
                            "a turn is carried out once", metadata: ["turn": "\(intent.header.turn?.description ?? "")"])
                        try bus.publish(Receipt(of: SpeechIntent.kind), answering: intent.header)
                        continue
                    }
                    let spent = timings.spent(on: intent.header)
                    // One turn after the other within a conversation, conversations side by side.
                    lanes.add(to: intent.header.session, in: &group) { try await server.serve(intent, spent: spent) }
                case AudioPlayback.kind: if let playback = bus.read(raw, as: AudioPlayback.self) { playbacks.note(playback) }
                case StageStatus.kind: if let status = bus.read(raw, as: StageStatus.self) { playbacks.note(status) }
                case TurnEnded.kind:
                    timings.forget(raw.header.turn)
                    if raw.header.source == bus.source { playbacks.expired(raw.header) }
                default: timings.note(raw.header)
                }
            }
            lanes.finish()
            // What is still sounding is reported to somebody else now: the turn ends with what is known.
            playbacks.close()
        }
        // The recognizers forget the app.
        try bus.publish(Catalog(app: app.name, language: app.language, commands: []), session: context.session)
    }
}
