import Logging
import SaybusBus
import SaybusMessages

/// Carries out one turn after the other: from the intent to the turn's end.
struct TurnServer: Sendable {
    let running: RunningApp
    let conversations: AppConversations
    let bus: Bus
    let logger: Logger
    let playbacks: PlaybackBoard
    let timings: TurnClock
    let calls: RemoteCalls
    let journal: TurnJournal
    let dialogs: Dialogs

    /// The app as it is now; a turn takes it once.
    var app: App { running.current }

    /// Whether an intent is looked at here: what answers a question is for who asks, unless an app is called by its name.
    func takes(_ intent: Message<SpeechIntent>, remote: RemoteApps) -> Bool {
        let session = intent.header.session
        let isForUs = intent.body.addressee.map { $0 == app.name || remote.owner(of: $0) != nil }
        if dialogs.isAsking(in: session) { return isForUs ?? true }
        return (!dialogs.isForeign(session) || isForUs == true) && isOurs(intent, remote: remote)
    }

    /// Whether this app answers an intent, or has a remote app answer it.
    func isOurs(_ intent: Message<SpeechIntent>, remote: RemoteApps) -> Bool {
        let entered = conversations.entered(in: intent.header.session)
        return switch CommandResolver(app: app, entered: entered).resolve(intent.body, remote: remote) {
        case .ignore: false
        // One of several dispatchers has it done; conversations carry out their own commands only.
        case .invokeRemotely: bus.isFirstDispatcher(for: intent.header.session, amongConversations: false)
        case .invoke: true
        // What looked like ours is ours to answer; of what looked like nothing, one app says so.
        case .notUnderstood, .noSpeech, .recognizerFailed:
            SpeechRecognitionResult(intent.body, nil).isLikely(of: app.name)
                || bus.isFirstDispatcher(for: intent.header.session)
        }
    }

    /// Serves one turn. What goes wrong in it ends it as failed, and harms no other.
    /// - Parameters:
    ///   - remote: the remote apps as they were when the intent came.
    ///   - over: called once, when the turn is over: it may go on after this returns.
    func serve(
        _ intent: Message<SpeechIntent>, remote: RemoteApps, over: @escaping @Sendable () -> Void
    ) async throws {
        if try await takeAnswer(intent, over: over) { return }
        // It was taken for an answer, or the app has changed while it waited: whose it is answers, and nobody says that it was taken here.
        guard isOurs(intent, remote: remote) else {
            over()
            return bus.decline(intent.header)
        }
        var answer = Answer(intent: intent)
        defer { for sequence in answer.sequences { playbacks.forget(sequence.id) } }
        do {
            try await carryOut(&answer, remote)
            if let followUp = answer.followUp { return await ask(followUp, answer, over: over) }
        } catch {
            guard let error = error as? BusError, error.code == .unsendable else { throw error }
            if let followUp = answer.followUp { await dialogs.drop(followUp) }
            logger.error("a turn failed", metadata: ["problem": "\(error)"])
            try publish(TurnEnded(outcome: .failed, app: app.name, reason: error.reason), answer)
        }
        over()
    }

    private func carryOut(_ answer: inout Answer, _ remote: RemoteApps) async throws {
        let intent = answer.intent
        let app = app
        let entered = conversations.entered(in: intent.header.session)
        switch CommandResolver(app: app, entered: entered).resolve(intent.body, remote: remote) {
        case .ignore: return
        case .noSpeech:
            answer.outcome = .noSpeech
            answered(&answer, reply: nil)
        case .notUnderstood:
            answer.outcome = .notUnderstood
            try play(app.notUnderstoodEvents, &answer)
        case .recognizerFailed:
            answer.outcome = .failed
            answer.reason = SpeechRecognitionResult(intent.body, dialogs.transcript(of: intent.header.turn)).failure
            // Somebody spoke: silence would be no answer.
            try play(app.failedEvents, &answer)
        case .invoke(let invoked):
            begin(&answer, invoked)
            let header = try bus.publish(invoked, answering: intent.header)
            answer.invoked = invoked
            answer.spent["dispatch"] = WallClock.elapsed(from: intent.header.at, to: header.at)
            try await carryOut(invoked, of: app, &answer)
        case .invokeRemotely(let invoked):
            guard let owner = remote.owner(of: invoked.app) else { return }
            begin(&answer, invoked)
            try await haveDone(invoked, by: owner, &answer)
        }
        try await end(&answer)
    }

    private func haveDone(_ invoked: CommandInvoked, by owner: Source, _ answer: inout Answer) async throws {
        let intent = answer.intent
        let early = Answers()
        answer.invoked = invoked
        var sent = intent.header.at
        var outcome = try await RemoteRunner(bus: bus, calls: calls).run(
            invoked, owner: owner, answering: intent.header, in: intent.header.session
        ) { events in
            early.add(events)
            if let sequence = try? self.publish(events, intent: intent) { early.published(sequence) }
        } published: {
            sent = $0.at
        }
        answer.spent["dispatch"] = WallClock.elapsed(from: intent.header.at, to: sent)
        answer.spent["app"] = WallClock.elapsed(from: sent, to: WallClock.microseconds())
        if let asked = outcome.question {
            do throws(QuestionProblem) {
                answer.followUp = try await followUp(asked, of: invoked, owner: owner, in: intent.header.session)
            } catch {
                outcome = .failure("the app \(invoked.app) asks what cannot be asked: \(error.reason)")
            }
        }
        try conclude(ActionOutcome(events: outcome.allEvents, problem: outcome.problem), early, &answer)
    }

    private func carryOut(_ invoked: CommandInvoked, of app: App, _ answer: inout Answer) async throws {
        let intent = answer.intent
        let early = Answers()
        let host = host(of: app, answering: intent.header)
        let topic = app.command(invoked.type)?.topic ?? App.Topic.root
        let post = { @Sendable [conversations] (events: [AudioEvent]) in
            await conversations.post(events, by: topic, of: app, in: intent.header.session)
        }
        var outcome = try await ActionRunner(app: app, host: host).run(invoked) { events in
            let events = await post(events)
            // A topic may keep them to itself.
            guard !events.isEmpty else { return }
            early.add(events)
            // Heard while the program runs; a failure to publish shows when the turn's end is published.
            if let sequence = try? self.publish(events, intent: intent) { early.published(sequence) }
        }
        outcome.events = await post(outcome.events)
        if let question = outcome.question {
            do throws(TemplateError) {
                answer.followUp = try await followUp(question, of: invoked, host)
            } catch {
                outcome.problem = "the question cannot be asked: \(error)"
                outcome.events += app.failedEvents
            }
        }
        try conclude(outcome, early, &answer)
    }

    private func conclude(_ outcome: ActionOutcome, _ early: Answers, _ answer: inout Answer) throws {
        let command = answer.invoked?.type ?? ""
        answer.spoken += early.events.map { AudioEvent.composite($0).spokenText }
        answer.sequences += early.sequences
        for line in outcome.logs {
            logger.notice("\(command): \(line)", metadata: ["session": "\(answer.intent.header.session)"])
        }
        answer.outcome = outcome.problem == nil ? .handled : .failed
        answer.reason = outcome.problem
        if let problem = outcome.problem {
            logger.warning("a command failed", metadata: ["command": "\(command)", "problem": "\(problem)"])
        }
        try play(outcome.events, &answer)
    }

    private func play(_ events: [AudioEvent], _ answer: inout Answer) throws {
        let id = MessageID()
        if !events.isEmpty { answer.spoken.append(AudioEvent.composite(events).spokenText) }
        answered(&answer, reply: events.isEmpty ? nil : TurnRecord.Reply(id: id, events: events))
        guard !events.isEmpty else { return }
        answer.sequences.append(try publish(events, intent: answer.intent, id: id))
    }

    private func publish(
        _ events: [AudioEvent], intent: Message<SpeechIntent>, id: MessageID = MessageID()
    ) throws -> Header {
        playbacks.watch(id, playing: events)
        do {
            return try bus.publish(
                AudioSequence(events, reportsItems: events.contains(where: \.hasFile) ? true : nil), id: id,
                answering: intent.header,
                deadline: WallClock.microseconds() + Bus.sequenceLife)
        } catch {
            playbacks.forget(id)
            throw error
        }
    }

    private func end(_ answer: inout Answer) async throws {
        var isCut = false
        for sequence in answer.sequences {
            switch await playbacks.end(of: sequence.id) {
            case .finished(let started):
                if let started, answer.spent["audio"] == nil {
                    answer.spent["audio"] = WallClock.elapsed(from: sequence.at, to: started)
                }
            case .unheard(let reason): answer.unheard(reason)
            case .cut(let reason):
                answer.unheard(reason)
                isCut = true
            case .expired:
                // The bus has said so: a turn ends once.
                if let followUp = answer.followUp { await dialogs.drop(followUp) }
                answer.followUp = nil
                return closed(answer)
            }
        }
        // The question ends the turn.
        if answer.followUp != nil { return }
        answer.spent.merge(timings.spent(on: answer.intent.header)) { own, _ in own }
        try publish(answer.conclusion, answer)
        if isCut { tellOfCut(answer.intent.header, answer.reason) }
    }
}
