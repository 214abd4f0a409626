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

    /// The app's name.
    public var appName: String { app.name }

    /// The tracked kinds that it publishes.
    public static let tracking: [any BusMessage.Type] = [CommandInvoked.self, AudioSequence.self, SpeechIntent.self]

    /// Serves until the program is told to stop; the turns in hand are finished first, as far as time allows.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        // One subscription for both, so that a command is known before it is meant.
        let intents = bus.subscribe(to: [
            Interest(Catalog.self, in: Coverage(session: context.session)),
            Interest(SpeechIntent.self, in: context.coverage),
        ])
        let ofTurns: [any BusMessage.Type] = [
            SpeechEnded.self, SpeechTranscript.self, CommandInvoked.self, AudioPlayback.self, TurnEnded.self,
            CommandResponse.self, Receipt.self,
        ]
        let happenings = bus.subscribe(
            to: ofTurns.map { Interest($0, in: context.coverage) } + [Interest(StageStatus.self)])
        try await context.ready { try $0.publish(app.catalog, session: context.session) }
        context.update { [revision = app.catalog.revision] in $0.catalogRevision = revision }
        let playbacks = PlaybackBoard()
        let carriedOut = CarriedOut()
        let timings = TurnClock()
        let journal = TurnJournal(
            folder: TurnJournal.folder(for: bus.address),
            name: "\(app.name)-\(context.coverage.name)-\(bus.address.url)", run: bus.run,
            logger: context.logger)
        let calls = RemoteCalls()
        let server = TurnServer(
            app: app, bus: bus, logger: context.logger, playbacks: playbacks, timings: timings, calls: calls,
            journal: journal)
        // Before any intent is looked at: it may be of a turn that a predecessor has begun.
        let inherited = journal.adopt()
        if inherited.contains(where: { $0.phase != .ended || $0.conclusion != nil }) { bus.repeatReports() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            // However the work ends: nobody waits on for an answer or an end that this program will not hear.
            defer {
                calls.close()
                playbacks.close()
                group.cancelAll()
            }
            group.addTask {
                await withDiscardingTaskGroup { turns in
                    for turn in inherited { turns.addTask { await takeOver(turn, server, context) } }
                    for await case .message(let message) in happenings {
                        note(
                            message, bus: bus, playbacks: playbacks, timings: timings, calls: calls,
                            carriedOut: carriedOut)
                        // One that is lost may have left turns behind.
                        guard message.header.kind == StageStatus.kind,
                            let status = bus.read(message, as: StageStatus.self)?.body, status.role == "dispatch",
                            status.state.isGone
                        else { continue }
                        for turn in journal.adopt() { turns.addTask { await takeOver(turn, server, context) } }
                    }
                }
            }
            // Whoever waits for a playback is let go when the time to drain is over.
            try await withTaskCancellationHandler {
                try await serve(intents, by: server, carriedOut, context)
            } onCancel: {
                calls.close()
                playbacks.close()
            }
        }
        journal.finish()
        // The recognizers forget the app.
        try bus.publish(Catalog(app: app.name, language: app.language, commands: []), session: context.session)
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
                    if let catalog = context.bus.read(raw, as: Catalog.self) { remote.note(catalog) }
                    continue
                }
                guard let intent = context.bus.read(raw, as: SpeechIntent.self),
                    context.takes(intent.header, intent.stamp)
                else { continue }
                // The app that it belongs to answers; if that one is not there, nobody may say that it was taken.
                guard server.isOurs(intent, remote: remote) else {
                    context.bus.decline(intent.header)
                    continue
                }
                if server.journal.isAdopted(intent.header.turn) || carriedOut.contains(intent.header.turn) {
                    try refuse(intent.header, context)
                    continue
                }
                // One turn after the other within a conversation, conversations side by side. What still waits when the work goes to a
                // successor is handed on.
                let isTaken = lanes.add(to: intent.header.session, in: &group) { [remote] in
                    guard context.begin(intent.header, intent.stamp) else { return try passOn(intent, context) }
                    defer { context.end(intent.header) }
                    guard carriedOut.insert(intent.header.turn) else { return try refuse(intent.header, context) }
                    try await server.serve(intent, remote: remote)
                }
                // Sent again until there is room, or until it expires aloud.
                if !isTaken { context.bus.decline(intent.header) }
            }
        }
    }

    /// Hands an intent that has waited here to the successor: its publisher may have been told that it was taken. Under the same id, so that it is
    /// taken once where its publisher sends it again, too, and one answer answers both.
    private func passOn(_ intent: Message<SpeechIntent>, _ context: StageContext) throws {
        let header = intent.header
        try context.bus.publish(
            intent.body, id: header.id, session: header.session, turn: header.turn, causes: header.causes,
            deadline: header.deadline, replays: header.replays)
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
        case Receipt.kind: calls.note(receipt: message.header)
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
