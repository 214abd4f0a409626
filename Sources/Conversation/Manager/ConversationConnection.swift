import Bus
import Logging
import Messages
import ServiceLifecycle
import Synchronization

/// A conversation's side of the bus: takes turns in, publishes what comes of them.
@ConversationActor
final class ConversationConnection: AudioTransport {
    /// What is done one after the other.
    enum Job: Sendable {
        case intent(Message<SpeechIntent>)
        case chosen(CommandMenuItem)
    }

    /// How long a sequence may wait to be taken, in microseconds.
    nonisolated static let life: Int64 = 10_000_000
    /// How many turns may wait.
    nonisolated static let depth = 256

    nonisolated let bus: Bus
    nonisolated let session: Session
    nonisolated let logger: Logger
    private let manager: ConversationManager
    private let jobs: AsyncStream<Job>
    private let jobsIn: AsyncStream<Job>.Continuation
    private let stopped: AsyncStream<Void>
    private let stop: AsyncStream<Void>.Continuation
    nonisolated let timings = TurnClock()
    private var turns = HandledTurns()
    private var transcripts = RecentTranscripts()
    private var foreign = ForeignRequests()
    private var openTurns: Set<ObjectIdentifier> = []
    private var published: Catalog?
    private var hasScheduledCatalog = false
    private var isDraining = false
    private var warned: Set<String> = []

    init(_ manager: ConversationManager, bus: Bus, session: Session, logger: Logger) {
        (self.manager, self.bus, self.session, self.logger) = (manager, bus, session, logger)
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

    // MARK: In

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
        case AudioPlayback.kind:
            if let playback = bus.read(message, as: AudioPlayback.self) { manager.trackCoordinator.note(playback) }
        case VoiceRequestStatus.kind:
            guard isOurs, header.source != bus.source,
                let status = bus.read(message, as: VoiceRequestStatus.self)
            else { return }
            foreign.note(status.body, from: header.source)
        case StageStatus.kind: if let status = bus.read(message, as: StageStatus.self) { note(status.body) }
        case TurnEnded.kind:
            timings.forget(header.turn)
            if header.source == bus.source, let end = bus.read(message, as: TurnEnded.self) {
                for cause in header.causes {
                    manager.trackCoordinator.expired(cause, end.body.reason ?? "nobody took it in time")
                }
            }
        default: break
        }
    }

    private func take(_ intent: Message<SpeechIntent>) {
        // Another app has asked, and we have not: what was said is for it.
        if foreign.isAsking, manager.requests.voiceRequest == nil { return bus.decline(intent.header) }
        guard turns.insert(intent.header.turn) else {
            tell { try bus.publish(Receipt(of: SpeechIntent.kind), answering: intent.header) }
            return
        }
        if case .dropped = jobsIn.yield(.intent(intent)) {
            // Sent again until there is room, or until it expires aloud.
            turns.remove(intent.header.turn)
            bus.decline(intent.header)
        }
    }

    func enqueue(_ job: Job) { _ = jobsIn.yield(job) }

    private func note(_ status: StageStatus) {
        guard status.state.isGone,
            let source = Source(role: status.role, instance: status.instance)
        else { return }
        foreign.gone(source)
        if status.role == "audio" { manager.trackCoordinator.playerGone(source, status.state) }
    }

    // MARK: Turns

    private func serve(_ job: Job) async {
        await manager.requests.settled()
        switch job {
        case .intent(let intent): serve(intent)
        case .chosen(let item): serve(item)
        }
        await manager.requests.settled()
    }

    private func serve(_ intent: Message<SpeechIntent>) {
        let transcript = transcripts.take(intent.header.turn)
        let result = SpeechRecognitionResult(
            transcript: intent.body.text, confidence: transcript?.confidence ?? 1,
            alternatives: transcript?.alternatives ?? [], hypotheses: intent.body.hypotheses,
            empty: intent.body.empty)
        let isAsked = manager.requests.takesAnswers
        if isAsked, !(manager.requests.voiceRequest is VerbalCommandRequest) {
            receipt(intent.header)
            let turn = openTurn(intent.header)
            if isCancellation(result.transcript) {
                turn.note(.cancelled, "the user called the question off")
                let cleanup = manager.requests.cancelRequest()
                Task { await cleanUp(cleanup, turn) }
            } else {
                manager.requests.hear(result, turn: turn)
            }
            return
        }
        let request = manager.commandRequest()
        request.matchesPatterns =
            !(intent.body.catalogRevision?.split(separator: "+").contains { $0 == published?.revision ?? "" } ?? false)
        let resolution = request.resolve(result)
        if case .otherApp = resolution {
            // The app it belongs to answers; our question "what next?" has been answered too.
            if isAsked { _ = manager.requests.cancelRequest() }
            return bus.decline(intent.header)
        }
        if isAsked { _ = manager.requests.cancelRequest() }
        request.resolution = resolution
        let turn = openTurn(intent.header)
        request.onInvoke = { [weak self] in self?.invoked($0, result.transcript, turn) }
        request.onUnrecognized = { [weak self] in
            self?.receipt(intent.header)
            self?.manager.unrecognized($0, turn)
        }
        manager.requests.hearUnasked(request, result, turn: turn)
    }

    private func serve(_ item: CommandMenuItem) {
        let request = manager.commandRequest()
        let parameters = item.command.parameters.mapValues(Parameter.init(suggested:))
        request.resolution = .invoke(
            ResolvedCommand(
                command: item.command, recognizer: item.recognizer, confidence: Confidence.certain, matcher: "menu",
                parameters: parameters))
        let turn = openTurn(nil)
        request.onInvoke = { [weak self] in self?.invoked($0, item.label, turn) }
        manager.requests.hearUnasked(request, SpeechRecognitionResult(transcript: item.label), turn: turn)
    }

    private func cleanUp(_ action: VoiceRequestResponse.Action?, _ turn: ConversationTurn) async {
        if let action {
            let run = HandlerRun(
                what: "the cleanup", limit: manager.handlerTimeout, turn: turn,
                onTimeout: manager.timeoutHandler(turn))
            if case .failure(let failure) = await run(action) { manager.apologize(for: failure, turn: turn) }
        }
        manager.settle(turn)
    }

    private func isCancellation(_ text: String) -> Bool { Self.cancellation.attemptMatch(text) != nil }
    private static let cancellation = PatternCommandMatcher(patterns: ConversationManager.cancelPhrases)

    private func invoked(_ resolved: ResolvedCommand, _ text: String, _ turn: ConversationTurn) {
        let invoked = CommandInvoked(
            app: manager.name, type: resolved.command.type, parameters: resolved.parameters,
            confidence: resolved.confidence, matcher: resolved.matcher, text: text)
        tell {
            let header = try bus.publish(invoked, answering: turn.cause, session: session, turn: turn.id)
            turn.invoked(invoked, dispatch: turn.cause.map { WallClock.elapsed(from: $0.at, to: header.at) })
        }
    }

    private func receipt(_ header: Header) { tell { try bus.publish(Receipt(of: header.kind), answering: header) } }

    func openTurn(_ cause: Header?) -> ConversationTurn {
        let id = cause == nil ? TurnID() : cause?.turn
        let spent = cause.map { timings.spent(on: $0) } ?? [:]
        let turn = ConversationTurn(id: id, cause: cause, timings: spent) { [bus, session, logger] end in
            do {
                try bus.publish(end, answering: cause, session: session, turn: id)
            } catch {
                logger.error("a turn's end cannot be published", metadata: ["error": "\(error)"])
            }
        }
        let key = ObjectIdentifier(turn)
        openTurns.insert(key)
        turn.onEnd { [weak self] in
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

    /// Ends a turn as failed and says the apology, from whichever thread.
    nonisolated func fail(_ turn: ConversationTurn, _ reason: String, apology: String?) {
        guard turn.fail(reason, spoken: apology) else { return }
        logger.error("a handler hangs", metadata: ["reason": "\(reason)"])
        guard let apology else { return }
        do {
            try bus.publish(
                AudioSequence([.speech(.init(apology))], track: AudioTrackIdentifier.voiceRequest.name, priority: 999),
                session: session, deadline: WallClock.microseconds() + Self.life)
        } catch {
            logger.error("the apology cannot be published", metadata: ["error": "\(error)"])
        }
    }

    // MARK: Out

    func send(_ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?) throws -> Header {
        let turn = turn?.isEnded == true ? nil : turn
        return try bus.publish(
            sequence, id: id, answering: turn?.cause, session: session, turn: turn?.id,
            deadline: WallClock.microseconds() + Self.life)
    }

    func control(_ control: AudioControl) throws { try bus.publish(control, session: session) }

    func tryControl(_ control: AudioControl) { tell { try bus.publish(control, session: session) } }

    func openEar(_ options: RecognitionOptions, isCommand: Bool) -> Bool {
        guard bus.presence.isReady("listen") else { return false }
        tell {
            try bus.publish(
                ListenRequest(
                    mode: isCommand ? .pushToTalk : .followUp, noSpeechTimeoutMs: options.noSpeechTimeout.milliseconds,
                    maximumSpeechMs: options.maximumSpeech.milliseconds,
                    phrases: options.phrases.isEmpty ? nil : options.phrases), session: session)
        }
        return true
    }

    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?) {
        tell { try bus.publish(status, answering: turn?.cause, session: session, turn: turn?.id) }
    }

    /// Publishes the catalog when it is not what was published last.
    func publish(_ catalog: Catalog) {
        guard catalog.revision != published?.revision else { return }
        tell {
            try bus.publish(catalog, session: session)
            published = catalog
            onCatalog?(catalog.revision)
        }
    }

    var onCatalog: (@Sendable (String) -> Void)?

    /// Many changes at once make one catalog.
    func catalogChanged() {
        guard !hasScheduledCatalog else { return }
        hasScheduledCatalog = true
        Task {
            hasScheduledCatalog = false
            manager.refreshCatalog()
        }
    }

    func warn(_ text: String) {
        // Once for each text; bounded, since texts may have names in them that are made up at run time.
        guard warned.count < 1000, warned.insert(text).inserted else { return }
        logger.warning("\(LogLine.clean(text))")
        onProblem?(text)
    }

    var onProblem: (@Sendable (String) -> Void)?

    private func tell(_ publish: () throws -> Void) {
        do {
            try publish()
        } catch {
            logger.error("cannot publish", metadata: ["error": "\(error)"])
        }
    }
}
