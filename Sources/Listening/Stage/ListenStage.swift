import Bus
import Logging
import Messages
import ServiceLifecycle
import Stage

/// The listening stage: opens a turn when somebody speaks, publishes its sound, closes it.
///
/// It keeps the sound of a turn until somebody has understood it, and publishes it again for a transcriber that comes in the place of a lost one.
public struct ListenStage: Sendable {
    private let source: any AudioSource
    private let configuration: EndpointerConfiguration
    private let isLive: Bool

    /// A stage.
    /// - Parameters:
    ///   - source: Where the sound comes from.
    ///   - isLive: Whether the sound comes when it comes, as from a microphone. A recording waits: for a transcriber to be ready, and
    ///     between turns for the answer, as a person would.
    ///   - configuration: When a turn begins and ends.
    public init(source: any AudioSource, isLive: Bool, configuration: EndpointerConfiguration) {
        (self.source, self.isLive, self.configuration) = (source, isLive, configuration)
    }

    /// The tracked kinds that it publishes: none; sound is kept in another way.
    public static let tracking: [any BusMessage.Type] = []

    /// Listens until the source ends or the program is told to stop.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        let session = context.session ?? .default
        let ofSession: [any BusMessage.Type] = [
            SpeechTranscript.self, SpeechIntent.self, TurnEnded.self, AudioPlayback.self, ListenRequest.self,
            Receipt.self,
        ]
        // One subscription, so that a draining transcriber's receipt is known before its successor is.
        let happenings = bus.subscribe(
            to: ofSession.map { Interest($0, in: Coverage(session: session)) } + [Interest(StageStatus.self)])
        try await context.ready()
        let keeper = TurnKeeper(bus: bus, logger: context.logger)
        let ear = Ear()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await received in happenings {
                    guard case .message(let message) = received else { continue }
                    try await take(message, keeper: keeper, ear: ear, bus: bus)
                }
            }
            group.addTask { try await keeper.watchDeadlines() }
            if !(source is MicrophoneSource) { try await context.waitForReady(role: "transcribe") }
            try await withGracefulShutdownHandler {
                try await listen(context, session: session, keeper: keeper, ear: ear)
            } onGracefulShutdown: { [source] in
                // Ends the blocks; the turn in hand is closed and its transcript awaited.
                Task { await source.stop() }
            }
            await keeper.allTranscribed()
            // Who starts this program with recordings wants to know when they are dealt with.
            if !isLive, bus.presence.isReady("dispatch") { await keeper.allEnded() }
            group.cancelAll()
        }
    }

    private func listen(_ context: StageContext, session: Session, keeper: TurnKeeper, ear: Ear) async throws {
        var endpointer = Endpointer(configuration)
        var detector = EnergyDetector()
        for try await block in source.blocks {
            var actions: [Endpointer.Action] = []
            if block.lost > 0 {
                context.logger.warning("sound was lost", metadata: ["samples": "\(block.lost)"])
                endpointer.skip(block.lost)
            }
            if isLive, ear.isClosed(), !endpointer.isOpen {
                // The assistant speaks, or nobody is to be heard: what is heard now belongs to no turn.
                endpointer = Endpointer(configuration)
                continue
            }
            actions += endpointer.consume(block.samples, isSpeech: detector.isSpeech(block.samples))
            if block.isEnd {
                actions += endpointer.restart(.endOfInput)
                detector.reset()
            }
            for action in actions {
                try await perform(action, context, session, keeper, input: block.source)
            }
        }
        for action in endpointer.close(.stopped) {
            try await perform(action, context, session, keeper, input: nil)
        }
    }

    private func perform(
        _ action: Endpointer.Action, _ context: StageContext, _ session: Session, _ keeper: TurnKeeper,
        input: String?
    ) async throws {
        switch action {
        case .start(let position, let samples):
            if !isLive { await keeper.allEnded() }
            try await keeper.open(session: session, positionMs: position / 16, input: input, samples: samples)
        case .append(let samples): try await keeper.append(samples)
        case .end(let reason, _): try await keeper.close(SpeechEnded.Reason(rawValue: reason.rawValue) ?? .stopped)
        }
    }

    private func take(_ message: RawMessage, keeper: TurnKeeper, ear: Ear, bus: Bus) async throws {
        switch message.header.kind {
        case SpeechTranscript.kind:
            if let turn = message.header.turn { await keeper.transcribed(turn, by: message.header) }
        case SpeechIntent.kind: if let turn = message.header.turn { await keeper.understood(turn) }
        case TurnEnded.kind: if let turn = message.header.turn { await keeper.ended(turn) }
        case StageStatus.kind:
            guard let status = bus.read(message, as: StageStatus.self) else { return }
            ear.note(status)
            await keeper.departed(status)
            await keeper.note(status.body, run: status.header.run)
        case Receipt.kind:
            guard let turn = message.header.turn, message.header.source.role == "transcribe" else { return }
            await keeper.taken(turn, by: message.header.source)
        case AudioPlayback.kind: if let playback = bus.read(message, as: AudioPlayback.self) { ear.note(playback) }
        case ListenRequest.kind:
            guard let request = bus.read(message, as: ListenRequest.self) else { return }
            ear.isOff = request.body.mode == .off
            try bus.publish(Receipt(of: ListenRequest.kind), answering: message.header)
        default: break
        }
    }
}
