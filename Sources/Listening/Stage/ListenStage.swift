import Bus
import Logging
import Messages
import ServiceLifecycle
import Stage

/// The listening stage: opens a turn when somebody speaks, publishes its sound, closes it.
///
/// It keeps the sound of a turn until its transcript has come, and publishes it again for a transcriber that comes in the place of a lost one.
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
        let arrivals = bus.subscribe(StageStatus.self)
        let happenings = bus.subscribe(
            to: [
                SpeechTranscript.self, SpeechIntent.self, TurnEnded.self, AudioPlayback.self, ListenRequest.self,
            ], in: session)
        try await context.ready()
        let keeper = TurnKeeper(bus: bus, logger: context.logger)
        let ear = Ear()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var presence = Presence()
                for try await status in arrivals {
                    ear.note(status)
                    await keeper.departed(status)
                    if presence.note(status.body, run: status.header.run) == "transcribe" {
                        await keeper.transcriberArrived()
                    }
                }
            }
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
        var writer: TurnWriter?
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
                try await perform(action, context, session, keeper, input: block.source, writer: &writer)
            }
        }
        for action in endpointer.close(.stopped) {
            try await perform(action, context, session, keeper, input: nil, writer: &writer)
        }
    }

    private func perform(
        _ action: Endpointer.Action, _ context: StageContext, _ session: Session, _ keeper: TurnKeeper,
        input: String?, writer: inout TurnWriter?
    ) async throws {
        switch action {
        case .start(let position, let samples):
            if !isLive { await keeper.allEnded() }
            var opened = TurnWriter(bus: context.bus, session: session)
            await keeper.opened(opened.turn, session: session)
            await keeper.keep(
                try opened.start(positionMs: position / 16, input: input, samples: samples), of: opened.turn)
            writer = opened
        case .append(let samples):
            guard var open = writer else { return }
            await keeper.keep(try open.append(samples), of: open.turn)
            writer = open
        case .end(let reason, _):
            guard var open = writer else { return }
            let messages = try open.end(SpeechEnded.Reason(rawValue: reason.rawValue) ?? .stopped)
            await keeper.keep(messages, of: open.turn)
            await keeper.closed(open.turn)
            writer = nil
        }
    }

    private func take(_ message: RawMessage, keeper: TurnKeeper, ear: Ear, bus: Bus) async throws {
        switch message.header.kind {
        case SpeechTranscript.kind:
            if let turn = message.header.turn { await keeper.transcribed(turn, by: message.header) }
        case SpeechIntent.kind: if let turn = message.header.turn { await keeper.understood(turn) }
        case TurnEnded.kind: if let turn = message.header.turn { await keeper.ended(turn) }
        case AudioPlayback.kind: if let playback = bus.read(message, as: AudioPlayback.self) { ear.note(playback) }
        case ListenRequest.kind:
            guard let request = bus.read(message, as: ListenRequest.self) else { return }
            ear.isOff = request.body.mode == .off
            try bus.publish(Receipt(of: ListenRequest.kind), answering: message.header)
        default: break
        }
    }
}
