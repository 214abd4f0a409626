import Bus
import Logging
import Messages
import ServiceLifecycle
import Stage

/// A conversation's side of the bus: takes turns in, publishes what comes of them.
@ConversationActor
final class ConversationConnection: AudioTransport {
    /// What is done one after the other.
    enum Job: Sendable {
        case intent(Message<SpeechIntent>)
        case chosen(CommandMenuItem)
    }

    /// What it needs to hear.
    nonisolated static let kinds: [any BusMessage.Type] = [
        SpeechStarted.self, SpeechEnded.self, SpeechTranscript.self, SpeechIntent.self, CommandInvoked.self,
        AudioPlayback.self, TurnEnded.self, Receipt.self, StageStatus.self, VoiceRequestStatus.self,
    ]
    /// How many turns may wait.
    nonisolated static let depth = 256

    nonisolated let bus: Bus
    nonisolated let session: Session
    nonisolated let logger: Logger
    let manager: ConversationManager
    /// Whether the work is ours to do; nil for who is always at work.
    let context: StageContext?
    nonisolated let timings = TurnClock()
    var transcripts = RecentTranscripts()
    var foreign = ForeignRequests()
    var openTurns: Set<ObjectIdentifier> = []
    var published: Catalog?
    var isCatalogDue = false
    var turns = HandledTurns()
    private let jobs: AsyncStream<Job>
    private let jobsIn: AsyncStream<Job>.Continuation
    private let stopped: AsyncStream<Void>
    private let stop: AsyncStream<Void>.Continuation
    private var isDraining = false
    private let warnings: Warnings

    init(
        _ manager: ConversationManager, bus: Bus, session: Session, logger: Logger, context: StageContext? = nil
    ) {
        (self.manager, self.bus, self.session, self.logger) = (manager, bus, session, logger)
        self.context = context
        warnings = Warnings(logger) { text in context?.update { $0.problem = text } }
        (jobs, jobsIn) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingOldest(Self.depth))
        (stopped, stop) = AsyncStream.makeStream(of: Void.self)
    }

    /// Serves until the task is cancelled or a graceful shutdown has been drained.
    func run(_ messages: RawSubscription) async {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { for await case .message(let message) in messages { await self.take(message) } }
                group.addTask { for await job in self.jobs { await self.serve(job) } }
                for await _ in stopped {}
                group.cancelAll()
            }
        } onGracefulShutdown: {
            Task { await self.drain() }
        }
        jobsIn.finish()
    }

    private func drain() {
        isDraining = true
        Task { await manager.cancelVoiceRequest() }
        if openTurns.isEmpty { stop.finish() }
    }

    func enqueue(_ job: Job) { _ = jobsIn.yield(job) }

    private func take(_ message: RawMessage) {
        let header = message.header
        let isOurs = header.session == session
        switch header.kind {
        case SpeechIntent.kind:
            guard isOurs, !isDraining else { return bus.decline(header) }
            if let intent = bus.read(message, as: SpeechIntent.self) { take(intent) }
        case SpeechTranscript.kind:
            timings.note(header)
            if isOurs, let transcript = bus.read(message, as: SpeechTranscript.self) { transcripts.note(transcript) }
        case SpeechStarted.kind: if isOurs { manager.requests.speechStarted(header.turn) }
        case SpeechEnded.kind:
            timings.note(header)
            if isOurs { manager.requests.speechEnded(header.turn) }
        case CommandInvoked.kind:
            // What another instance of the app does while this one stands by, this one shall not do again.
            guard header.source != bus.source, let command = bus.read(message, as: CommandInvoked.self) else { return }
            if command.body.app == manager.name { turns.insert(header.turn) }
        case AudioPlayback.kind:
            if let playback = bus.read(message, as: AudioPlayback.self) { manager.trackCoordinator.note(playback) }
        case Receipt.kind: manager.trackCoordinator.note(receipt: header)
        case VoiceRequestStatus.kind:
            guard isOurs, header.source != bus.source,
                let status = bus.read(message, as: VoiceRequestStatus.self)
            else { return }
            foreign.note(status.body, from: header.source, run: header.run)
        case StageStatus.kind: if let status = bus.read(message, as: StageStatus.self) { note(status) }
        case TurnEnded.kind: if let end = bus.read(message, as: TurnEnded.self) { note(end) }
        default: break
        }
    }

    private func take(_ intent: Message<SpeechIntent>) {
        if let context, !context.takes(intent.header, intent.stamp) { return }
        // Another app has asked, and we have not: what was said is for it.
        if foreign.isAsking, manager.requests.voiceRequest == nil,
            manager.dialogManager?.isCalled(by: SpeechRecognitionResult(intent.body, nil)) != true
        {
            return bus.decline(intent.header)
        }
        guard turns.insert(intent.header.turn) else { return receipt(intent.header) }
        if case .dropped = jobsIn.yield(.intent(intent)) {
            // Sent again until there is room, or until it expires aloud.
            turns.remove(intent.header.turn)
            bus.decline(intent.header)
        }
    }

    private func note(_ status: Message<StageStatus>) {
        manager.trackCoordinator.note(status)
        foreign.note(status)
    }

    private func note(_ end: Message<TurnEnded>) {
        timings.forget(end.header.turn)
        guard end.header.source == bus.source else {
            turns.insert(end.header.turn)
            return
        }
        for cause in end.header.causes {
            manager.trackCoordinator.expired(cause, end.body.reason ?? "nobody took it in time")
        }
    }

    /// A turn begins that ends by itself.
    func openTurn(_ cause: Header?, said: String? = nil) -> ConversationTurn {
        let id = cause == nil ? TurnID() : cause?.turn
        let spent = cause.map { timings.spent(on: $0) } ?? [:]
        let turn = ConversationTurn(id: id, cause: cause, said: said, timings: spent) { [bus, session, logger] end in
            do {
                try bus.publish(end, answering: cause, session: session, turn: id)
            } catch {
                logger.error("a turn's end cannot be published", metadata: ["error": "\(error)"])
            }
        }
        let key = ObjectIdentifier(turn)
        openTurns.insert(key)
        turn.onEnd { [weak self, context] in
            if let cause { context?.end(cause) }
            Task { @ConversationActor in self?.ended(key) }
        }
        return turn
    }

    private func ended(_ turn: ObjectIdentifier) {
        openTurns.remove(turn)
        if isDraining, openTurns.isEmpty { stop.finish() }
    }

    /// Ends a turn in which somebody speaks to nobody any more.
    func abandon(_ turn: TurnID, _ reason: String) {
        guard turns.insert(turn) else { return }
        tell { try bus.publish(TurnEnded(outcome: .cancelled, reason: reason), session: session, turn: turn) }
    }

    func warn(_ text: String) { warnings.tell(text) }
}
