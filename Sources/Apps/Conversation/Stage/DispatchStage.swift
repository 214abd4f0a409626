import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import ServiceLifecycle

/// The dispatch stage: publishes what the app understands, carries out what was meant, answers, and ends the turn.
public struct DispatchStage: Sendable {
    private let app: App
    /// The file that the app is read from again when it changes; nil for one that stays as it is.
    private let file: String?

    /// A stage for an app, of a file that is watched when there is one.
    public init(app: App, file: String? = nil) { (self.app, self.file) = (app, file) }

    /// The app's name.
    public var appName: String { app.name }

    /// The tracked kinds that it publishes.
    public static let tracking: [any BusMessage.Type] = [
        CommandInvoked.self, AudioSequence.self, SpeechIntent.self, ListenRequest.self,
    ]

    /// Serves until the program is told to stop; the turns in hand are finished first, as far as time allows.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        // One subscription for these, so that a command is known before it is meant, and another app's question before its answer.
        let intents = bus.subscribe(to: [
            SubscriptionFilter(Catalog.self, in: SessionScope(session: context.session)),
            SubscriptionFilter(VoiceRequestStatus.self, in: context.coverage),
            SubscriptionFilter(SpeechIntent.self, in: context.coverage),
        ])
        let ofTurns: [any BusMessage.Type] = [
            SpeechStarted.self, SpeechEnded.self, SpeechTranscript.self, CommandInvoked.self, AudioPlayback.self,
            TurnEnded.self, CommandResponse.self, Receipt.self,
        ]
        let happenings = bus.subscribe(
            to: ofTurns.map { SubscriptionFilter($0, in: context.coverage) } + [SubscriptionFilter(StageStatus.self)])
        let journal = TurnJournal(
            folder: TurnJournal.folder(for: bus.address),
            name: "\(app.name)-\(context.coverage.name)-\(bus.address.url)", run: bus.run,
            logger: context.logger)
        // Before any intent is looked at: it may be of a turn that a predecessor has begun.
        let (inherited, inherit) = AsyncStream.makeStream(of: TurnRecord.self)
        context.beforeWork { adopt(journal, bus, inherit) }
        let catalog = CatalogAnnouncement(app, context)
        try await context.ready { try $0.publish(catalog.first, session: context.session) }
        context.update { [revision = catalog.first.revision] in $0.catalogRevision = revision }
        let warnings = Warnings(context.logger) { text in context.update { $0.problem = text } }
        let playbacks = PlaybackBoard { warnings.tell($0) }
        let carriedOut = CarriedOut()
        let timings = TurnClock()
        let calls = RemoteCalls()
        let server = TurnServer(
            running: RunningApp(app), conversations: AppConversations { catalog.enter($0) }, bus: bus,
            logger: context.logger, playbacks: playbacks, timings: timings, calls: calls, journal: journal,
            dialogs: Dialogs(bus: bus, logger: context.logger, warnings: warnings) { catalog.expect($0, in: $1) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            // However the work ends: nobody waits on for an answer or an end that this program will not hear.
            defer {
                calls.close()
                playbacks.close()
                group.cancelAll()
            }
            group.addTask {
                await withDiscardingTaskGroup { turns in
                    for await turn in inherited { turns.addTask { await takeOver(turn, server, context) } }
                }
            }
            group.addTask {
                for await case .message(let message) in happenings {
                    await server.dialogs.note(message)
                    note(
                        message, bus: bus, playbacks: playbacks, timings: timings, calls: calls,
                        carriedOut: carriedOut)
                    // One that is lost may have left turns behind; who stands by leaves them to who takes over.
                    guard message.header.kind == StageStatus.kind, context.isActive,
                        let status = bus.read(message, as: StageStatus.self)?.body, status.role == "dispatch",
                        status.state.isGone
                    else { continue }
                    adopt(journal, bus, inherit)
                }
            }
            group.addTask { await followFile(server, catalog, warnings, context) }
            // Whoever waits for a playback is let go when the time to drain is over.
            try await withTaskCancellationHandler {
                try await serve(intents, by: server, carriedOut, context)
            } onCancel: {
                calls.close()
                playbacks.close()
            }
        }
        inherit.finish()
        journal.finish()
        // The recognizers forget the app.
        try bus.publish(Catalog(app: app.name, language: app.language, commands: []), session: context.session)
    }

    /// Has the app changed whenever its file does. Turns in hand go on with the app that they began with.
    private func followFile(
        _ server: TurnServer, _ catalog: CatalogAnnouncement, _ warnings: Warnings, _ context: StageContext
    ) async {
        guard let file else { return }
        guard let watch = FileChanges(path: file) else {
            return context.logger.warning("the app's file is not watched: changes need a new start")
        }
        for await _ in watch.changes {
            switch AppReload(path: file).read(running: server.running.current) {
            case .same:
                warnings.forget()
                context.update { $0.problem = nil }
            case .changed(let app):
                server.running.current = app
                await server.conversations.change(to: app)
                catalog.change(to: app)
                warnings.forget()
                context.update { $0.problem = nil }
                context.logger.notice(
                    "the app has changed", metadata: ["file": "\(file)", "revision": "\(app.catalog.revision)"])
            case .refused(let problems, let summary):
                for problem in problems { context.logger.error("\(problem)") }
                context.update { $0.problem = summary }
            }
        }
    }

    /// Takes over what predecessors have left behind.
    private func adopt(_ journal: TurnJournal, _ bus: Bus, _ inherit: AsyncStream<TurnRecord>.Continuation) {
        let turns = journal.adopt()
        if turns.contains(where: { $0.phase != .ended || $0.conclusion != nil }) { bus.repeatReports() }
        for turn in turns { inherit.yield(turn) }
    }

    private func serve(
        _ intents: RawSubscription, by server: TurnServer, _ carriedOut: CarriedOut, _ context: StageContext
    ) async throws {
        let lanes = Lanes()
        var remote = RemoteApps()
        try await withThrowingDiscardingTaskGroup { group in
            for await received in intents.cancelOnGracefulShutdown() {
                guard case .message(let raw) = received else { continue }
                guard raw.header.kind == SpeechIntent.kind else {
                    if raw.header.kind == VoiceRequestStatus.kind {
                        await server.dialogs.note(raw)
                    } else if let catalog = context.bus.read(raw, as: Catalog.self) {
                        remote.note(catalog)
                    }
                    continue
                }
                guard let intent = context.bus.read(raw, as: SpeechIntent.self),
                    context.takes(intent.header, intent.stamp)
                else { continue }
                // The app that it belongs to answers; if that one is not there, nobody may say that it was taken.
                let session = intent.header.session
                guard server.takes(intent, remote: remote) else {
                    context.bus.decline(intent.header)
                    continue
                }
                if server.journal.isAdopted(intent.header.turn) || carriedOut.contains(intent.header.turn) {
                    try refuse(intent.header, context)
                    continue
                }
                // One turn after the other within a conversation, conversations side by side. What still waits when the work goes to a
                // successor is handed on.
                let isTaken = lanes.add(to: session, in: &group) { [remote] in
                    guard context.begin(intent.header, intent.stamp) else { return try context.bus.handOn(intent) }
                    guard carriedOut.insert(intent.header.turn) else {
                        context.end(intent.header)
                        return try refuse(intent.header, context)
                    }
                    try await server.serve(intent, remote: remote) { context.end(intent.header) }
                }
                // Sent again until there is room, or until it expires aloud.
                if !isTaken { context.bus.decline(intent.header) }
            }
            await server.dialogs.close()
        }
    }

    private func refuse(_ intent: Header, _ context: StageContext) throws {
        context.logger.notice("a turn is carried out once", metadata: ["turn": "\(intent.turn?.description ?? "")"])
        try context.bus.publish(Receipt(of: SpeechIntent.kind), answering: intent)
    }

    /// Ends a turn that a predecessor left behind; what fails in one harms no other.
    private func takeOver(_ turn: TurnRecord, _ server: TurnServer, _ context: StageContext) async {
        do { try await server.takeOver(turn) } catch {
            context.logger.error("a turn cannot be taken over", metadata: ["problem": "\(error)"])
        }
    }

    private func note(
        _ message: RawMessage, bus: Bus, playbacks: PlaybackBoard, timings: TurnClock, calls: RemoteCalls,
        carriedOut: CarriedOut
    ) {
        switch message.header.kind {
        case AudioPlayback.kind:
            if let playback = bus.read(message, as: AudioPlayback.self) { playbacks.note(playback) }
        case StageStatus.kind:
            guard let status = bus.read(message, as: StageStatus.self) else { return }
            playbacks.note(status)
            calls.note(status)
        case CommandResponse.kind:
            if let response = bus.read(message, as: CommandResponse.self) { calls.note(response) }
        case Receipt.kind:
            calls.note(receipt: message.header)
            playbacks.note(receipt: message.header)
        case TurnEnded.kind:
            timings.forget(message.header.turn)
            if message.header.source == bus.source {
                playbacks.expired(message.header)
            } else {
                carriedOut.insert(message.header.turn)
            }
        case CommandInvoked.kind:
            // What another instance does while this one stands by, this one shall not do again.
            guard message.header.source != bus.source, let command = bus.read(message, as: CommandInvoked.self) else {
                return
            }
            if command.body.app == app.name { carriedOut.insert(message.header.turn) }
        default: timings.note(message.header)
        }
    }
}
