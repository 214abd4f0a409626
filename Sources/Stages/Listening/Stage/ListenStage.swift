import Logging
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusStage
import ServiceLifecycle

/// The listening stage: opens a turn when a user speaks, publishes its audio, and closes the turn at its end.
///
/// It keeps the audio of a turn until the turn has been understood, and publishes it again for a transcriber that
/// replaces a lost one.
public struct ListenStage: Sendable {
    private let source: any AudioSource
    private let options: ListenOptions
    private let timing: Timing

    /// The pace at which a source gives its sound.
    public enum Timing: Sendable {
        /// Audio arrives in real time, as from a microphone.
        case live
        /// Audio arrives at the speed of speech, but the source can wait. It waits for a transcriber to be ready, and
        /// after each turn for the answer, as a person would.
        case recorded
        /// Audio is read as fast as it is processed, and the source waits as with ``recorded``. Partial results of
        /// recognizers would come too late for endpointing, and are not used.
        case fast
    }

    /// Creates a stage.
    /// - Parameters:
    ///   - source: The source of the audio.
    ///   - timing: The timing of the source.
    ///   - options: The options of the stage.
    public init(source: any AudioSource, timing: Timing, options: ListenOptions) {
        (self.source, self.timing, self.options) = (source, timing, options)
    }

    /// The tracked message kinds that the stage publishes: those of tones. The audio of turns is not tracked, because
    /// `TurnRetransmitter` keeps it.
    public static let tracking: [any BusMessage.Type] = [AudioSequence.self]

    private var isLive: Bool { timing == .live }

    /// Listens until the source ends or the program is stopped.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        let session = context.session ?? .default
        // One subscription, so that a draining transcriber's receipt arrives before its successor's status.
        let messages = bus.subscribe(to: try filters(context, session))
        try await context.ready()
        let services = ListenServices(bus: bus, logger: context.logger)
        let retransmitter = services.retransmitter
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await received in messages {
                    guard case .message(let message) = received else { continue }
                    try await distribute(message, services, context)
                }
            }
            group.addTask { try await retransmitter.watchDeadlines() }
            await retransmitter.adoptOrphans()
            let keys = options.takesKeys ? PushToTalkKey { services.inbox.put(.key) } : nil
            defer { keys?.stop() }
            if !(source is MicrophoneSource) { try await context.waitForReady(role: .transcribe) }
            let processed = processed(context)
            group.addTask { await services.inbox.read(processed) }
            try await withGracefulShutdownHandler {
                try await capture(context, session, services)
            } onGracefulShutdown: { [source] in
                // Ends the blocks. Then the open turn is closed, and its transcript is awaited.
                Task { await source.stop() }
            }
            await retransmitter.allTranscribed()
            // With recordings, the stage ends only after their answers.
            if !isLive, bus.presence.isReady(.dispatch) { await retransmitter.allEnded() }
            group.cancelAll()
        }
    }

    /// Returns the kinds that are received in the sessions of the stage.
    static func kinds(with options: ListenOptions, _ timing: Timing) -> [any BusMessage.Type] {
        var kinds: [any BusMessage.Type] = [
            SpeechTranscript.self, SpeechIntent.self, TurnEnded.self, AudioPlayback.self, ListenRequest.self,
            Receipt.self,
        ]
        if timing != .fast { kinds.append(SpeechPartial.self) }
        // Tells how long the assistant may speak, and sounds without words, during which the wake word is searched for.
        if timing == .live, !options.isFullDuplex { kinds.append(AudioSequence.self) }
        return kinds
    }

    /// Returns the filters of the stage's subscription.
    /// - Throws: `StageFailure` with code `usage` when a wake word's session is not that of `--session`.
    private func filters(_ context: StageContext, _ session: Session) throws(StageFailure) -> [SubscriptionFilter] {
        let ofSession = Self.kinds(with: options, timing)
        // A wake word may open a conversation of its own.
        let sessions = Set([session] + options.wakeWords.compactMap(\.session))
        if let only = context.session, let other = sessions.first(where: { $0 != only }) {
            throw StageFailure(
                .usage, "the wake word's session \(other) is not \(only): leave out --session, or name no other one")
        }
        var filters = [SubscriptionFilter(StageStatus.self)]
        for session in sessions.sortedByName() {
            filters += ofSession.map { SubscriptionFilter($0, in: SessionScope(session: session)) }
        }
        // Loudspeakers belong to no session.
        if options.isFullDuplex, options.cancelsEcho { filters.append(SubscriptionFilter(AudioOutput.self)) }
        // The turns of the other listeners, which may be in any session.
        if options.group != nil { filters.append(SubscriptionFilter(SpeechStarted.self)) }
        return filters
    }

    /// Processes the blocks of the source, and the events between them, until the source ends.
    private func capture(_ context: StageContext, _ session: Session, _ services: ListenServices) async throws {
        var pipeline = CapturePipeline(
            context, session: session, options: options, isLive: isLive, services: services)
        var before = 0
        while let input = try await next(services) {
            guard case .block(let block) = input else {
                try await pipeline.takeEvents()
                continue
            }
            try await pipeline.take(block)
            guard block.isEnd, !isLive else { continue }
            let opened = await services.retransmitter.opened
            // Explains to the user that the recording gets no answer.
            if opened == before { context.logger.warning("\(options.emptyRecording(block.source))") }
            before = opened
        }
        try await pipeline.finish()
    }

    /// Returns the next input.
    /// - Throws: `StageFailure` when the source fails, such as at the damaged part of a file.
    private func next(_ services: ListenServices) async throws -> ListenInbox.Input? {
        do {
            return try await services.inbox.next()
        } catch let error as SoundError {
            // Words before the damage are recognized all the same.
            if !isLive { await services.retransmitter.allTranscribed() }
            throw StageFailure(error)
        }
    }

    /// Returns the source with the processors of the options.
    private func processed(_ context: StageContext) -> any AudioSource {
        guard !options.processors.isEmpty else { return source }
        return ProcessedSource(source, options.processors) { [context] problem in
            if let problem { context.logger.warning("\(problem)") }
            context.setProblem(problem, of: ListenProblem.processor)
        }
    }

    private func distribute(
        _ message: RawMessage, _ services: ListenServices, _ context: StageContext
    ) async throws {
        let (bus, retransmitter, inbox) = (services.bus, services.retransmitter, services.inbox)
        switch message.header.kind {
        case SpeechPartial.kind:
            if let event = bus.read(message, as: SpeechPartial.self).flatMap(ListenEvent.recognized) {
                inbox.put(event)
            }
        case SpeechTranscript.kind:
            if let problem = await retransmitter.misplacement(of: message.header) {
                context.logger.warning(
                    "a transcript is not of the turn that it answers", metadata: ["problem": "\(problem)"])
                context.show(problem)
            }
            if let turn = message.header.turn { await retransmitter.transcribed(turn, by: message.header) }
        case SpeechIntent.kind: if let turn = message.header.turn { await retransmitter.understood(turn) }
        case TurnEnded.kind: if let turn = message.header.turn { await retransmitter.ended(turn) }
        case StageStatus.kind:
            guard let status = bus.read(message, as: StageStatus.self) else { return }
            services.gate.update(status)
            services.demand.update(status.body)
            await retransmitter.departed(status)
            await retransmitter.update(status)
        case Receipt.kind:
            guard let turn = message.header.turn, message.header.source.role == .transcribe else { return }
            await retransmitter.taken(turn, by: message.header.source)
        case AudioSequence.kind:
            if let sequence = bus.read(message, as: AudioSequence.self) { services.gate.update(sequence) }
        case AudioPlayback.kind:
            if let playback = bus.read(message, as: AudioPlayback.self) {
                services.gate.update(playback)
            }
        case SpeechStarted.kind:
            if let group = options.group, let started = bus.read(message, as: SpeechStarted.self),
                let claim = TurnClaim(started, group: group)
            {
                inbox.put(.claimed(claim))
            }
        case AudioOutput.kind:
            if let chunk = bus.read(message, as: AudioOutput.self) { inbox.put(.playing(chunk)) }
        case ListenRequest.kind:
            guard let request = bus.read(message, as: ListenRequest.self) else { return }
            try take(request, inbox, bus)
        default: break
        }
    }

    /// Puts a request into the inbox, and acknowledges what needs no receipt later.
    private func take(_ request: Message<ListenRequest>, _ inbox: ListenInbox, _ bus: Bus) throws {
        switch inbox.put(.request(request)) {
        case .refused:
            bus.refuse(
                request.header, because: "\(ListenInbox.capacity) requests wait already; the listener is too slow")
        case .added(let replaced):
            // A recording stands still until the answer to its last turn was played, and then handles all requests.
            // Requests to a microphone get their receipt when they are handled, or replaced.
            let expected = replaced.filter { request in
                // A late one gets none, as when it is handled.
                request.body.mode == .off || bus.time(untilDeadlineOf: request.header).map { $0 >= .zero } ?? true
            }
            let answered = isLive ? expected.map(\.header) : [request.header]
            for header in answered { try bus.publish(Receipt(of: ListenRequest.kind), answering: header) }
        }
    }
}
