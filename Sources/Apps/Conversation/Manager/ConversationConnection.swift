import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// A conversation's side of the bus, in one session: takes turns in, publishes what comes of them.
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

    nonisolated let session: Session
    let manager: ConversationManager
    let host: ConversationHost
    nonisolated let timings = TurnClock()
    var transcripts = RecentTranscripts()
    var foreign = ForeignRequests()
    private(set) var openTurns: Set<ObjectIdentifier> = []
    var isCatalogDue = false
    /// What a request that was called off at the end wants cleaned up.
    private var cleanup: VoiceRequestResponse.Action?
    private var waiting = 0
    private let jobs: AsyncStream<Job>
    private let jobsIn: AsyncStream<Job>.Continuation

    nonisolated var bus: Bus { host.bus }
    nonisolated var logger: Logger { host.logger }
    nonisolated var context: StageContext? { host.context }

    init(_ manager: ConversationManager, host: ConversationHost, session: Session) {
        (self.manager, self.host, self.session) = (manager, host, session)
        (jobs, jobsIn) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingOldest(Self.depth))
    }

    /// Whether nothing is said, asked, done or waited for.
    var isIdle: Bool {
        waiting == 0 && openTurns.isEmpty && !isCatalogDue && !foreign.isAsking && manager.requests.isIdle
            && manager.trackCoordinator.isIdle && manager.dialogManager?.isIdle != false
    }

    /// The conversation begins.
    func connect() {
        manager.connect(self)
        for problem in manager.commandRecognizers.flatMap(\.textMatchers).compactMap({ $0 as? PatternCommandMatcher })
            .flatMap(\.problems)
        { warn("a pattern is left out: \(problem)") }
    }

    /// The program ends: what is asked is called off.
    func cancelRequest() { cleanup = manager.requests.cancelRequest() ?? cleanup }

    /// The program has ended: what is kept is cleaned up.
    func close() async {
        if let cleanup { await manager.cleanUp(cleanup) }
        await manager.dialogManager?.close()
    }

    /// The conversation is over.
    func disconnect() {
        jobsIn.finish()
        cancelRequest()
        manager.disconnect()
        host.publish(nil, of: session)
    }

    /// Does what is to be done, one after the other, until the conversation is over.
    func serveJobs() async {
        for await job in jobs {
            await serve(job)
            waiting -= 1
        }
    }

    @discardableResult
    func enqueue(_ job: Job) -> Bool {
        guard case .enqueued = jobsIn.yield(job) else { return false }
        waiting += 1
        return true
    }

    /// Takes what passes the bus.
    func take(_ message: RawMessage) {
        let header = message.header
        let isOurs = header.session == session
        switch header.kind {
        case SpeechIntent.kind:
            guard isOurs, !host.isDraining else { return bus.decline(header) }
            if let intent = bus.read(message, as: SpeechIntent.self) { take(intent) }
        case SpeechTranscript.kind:
            timings.note(header)
            if isOurs, let transcript = bus.read(message, as: SpeechTranscript.self) { transcripts.note(transcript) }
        case SpeechStarted.kind: if isOurs { manager.requests.speechStarted(header.turn) }
        case SpeechEnded.kind:
            timings.note(header)
            if isOurs, let ended = bus.read(message, as: SpeechEnded.self) { manager.requests.note(ended) }
        case AudioPlayback.kind:
            if let playback = bus.read(message, as: AudioPlayback.self) { manager.trackCoordinator.note(playback) }
        case Receipt.kind: manager.trackCoordinator.note(receipt: header)
        case VoiceRequestStatus.kind:
            guard isOurs, header.source != bus.source,
                let status = bus.read(message, as: VoiceRequestStatus.self)
            else { return }
            foreign.note(status.body, from: header.source, run: header.run)
        case TurnEnded.kind: if let end = bus.read(message, as: TurnEnded.self) { note(end) }
        default: break
        }
    }

    private func take(_ intent: Message<SpeechIntent>) {
        if let context, !context.takes(intent.header, intent.stamp) { return }
        // Another app has asked, and we have not: what was said is for it, unless we are called by name.
        if foreign.isAsking, manager.requests.voiceRequest == nil {
            let result = SpeechRecognitionResult(intent.body, nil)
            guard result.addressee == manager.name || manager.dialogManager?.isCalled(by: result) == true else {
                return bus.decline(intent.header)
            }
        }
        guard host.turns.insert(intent.header.turn) else { return receipt(intent.header) }
        if !enqueue(.intent(intent)) {
            // Sent again until there is room, or until it expires aloud.
            host.turns.remove(intent.header.turn)
            bus.decline(intent.header)
        }
    }

    /// A stage tells how it is.
    func note(_ status: Message<StageStatus>, _ arrival: Presence.Arrival?) {
        manager.trackCoordinator.note(status)
        foreign.note(status)
        if arrival?.takesAnswers(in: session) == true { manager.requests.reportAgain() }
    }

    private func note(_ end: Message<TurnEnded>) {
        timings.forget(end.header.turn)
        guard end.header.source == bus.source else { return }
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
        host.turnEnded()
    }

    /// Ends a turn in which somebody speaks to nobody any more.
    func abandon(_ turn: TurnID, _ reason: String) {
        guard host.turns.insert(turn) else { return }
        tell { try bus.publish(TurnEnded(outcome: .cancelled, reason: reason), session: session, turn: turn) }
    }

    func warn(_ text: String) { host.warnings.tell(text) }
}
