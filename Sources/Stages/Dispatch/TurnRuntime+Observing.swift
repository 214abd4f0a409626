import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

extension TurnRuntime {
    /// Updates the runtime's own state by a message that concerns no app.
    /// - Returns: False for a message of another kind, which ``observe(_:_:_:)`` takes.
    func record(_ message: RawMessage) -> Bool {
        let header = message.header
        switch header.kind {
        case Catalog.kind: recordCatalog(message)
        case IntentOffer.kind:
            if let turn = header.turn, let offer = bus.read(message, as: IntentOffer.self) {
                offers.record(offer.body, for: turn)
            }
        case SpeechTranscript.kind:
            timings.record(header)
            if let transcript = bus.read(message, as: SpeechTranscript.self) {
                state.withLock { $0.transcripts.record(transcript) }
            }
        case Receipt.kind:
            calls.apply(receipt: header)
            playbacks.apply(receipt: header)
        case CommandResponse.kind:
            guard let response = bus.read(message, as: CommandResponse.self) else {
                do throws(MessageError) { _ = try message.decode(CommandResponse.self) } catch {
                    calls.refuse(header, because: error.reason)
                }
                break
            }
            if let problem = calls.apply(response) { report(problem, of: header) }
        case CommandInvoked.kind:
            // A standby instance must not repeat a command that the active instance of the app carries out.
            guard header.source != bus.source, let command = bus.read(message, as: CommandInvoked.self) else { break }
            history.invokedElsewhere.insert(header.turn)
            if command.body.app == name { history.recordHandledElsewhere(header.turn) }
        default: return false
        }
        return true
    }

    private func recordCatalog(_ message: RawMessage) {
        let header = message.header
        guard header.source.role == .dispatch else {
            guard let message = bus.read(message, as: Catalog.self) else { return }
            state.withLock { $0.remoteApps.apply(message) }
            return checkRemoteApps()
        }
        // Dispatchers carry out their own commands, and each session of theirs changes a catalog that lists them all.
        let isOfNamesake = header.source == bus.source && header.run != bus.run
        let mayHaveMatchers = OwnMatcherApps.mayBeListed(in: message.body)
        let read = isOfNamesake || mayHaveMatchers ? bus.read(message, as: Catalog.self)?.body : nil
        state.withLock { $0.ownMatcherApps.apply(mayHaveMatchers ? read : nil, of: header.source) }
        // For the recognizers, another program of this name has withdrawn the commands of both.
        if isOfNamesake, read?.commands.isEmpty == true { catalog.publishAgain() }
    }

    /// Reports different remote apps of one name, if this program carries the commands of remote apps to them.
    private func checkRemoteApps() {
        let isCarrier =
            engine != Bus.conversationEngine && context?.isActive ?? true
            && bus.isFirstDispatcher(for: .default, amongConversations: false)
        let (former, problem) = state.withLock { state in
            let former = state.remoteProblem
            state.remoteProblem = isCarrier ? state.remoteApps.problem : nil
            return (former, state.remoteProblem)
        }
        guard former != problem else { return }
        if let former { problems.withdraw(former) }
        if let problem { problems.report(problem, from: .precedence) }
    }

    /// Logs that an answer of a remote app fits no command. If it names none, the first dispatcher does.
    private func report(_ problem: String, of answer: Header) {
        let isForThis =
            !answer.causes.isEmpty
            || engine != Bus.conversationEngine
                && bus.isFirstDispatcher(for: answer.session, amongConversations: false)
        guard isForThis, unmatchedAnswers.isDue(for: answer.source) else { return }
        let causes = answer.causes.map { "\($0)" }.joined(separator: " ")
        logger.notice(
            "an answer fits no command",
            metadata: [
                "app": "\(answer.source)", "problem": "\(problem)", "session": "\(answer.session)",
                "causes": "\(causes)",
            ])
    }

    /// Updates the runtime's state by a message that may concern the apps, and passes it to them.
    func observe(
        _ message: RawMessage, _ apps: [any DispatchApp], _ adoptions: AsyncStream<TurnRecord>.Continuation
    ) async {
        let header = message.header
        switch header.kind {
        case SpeechStarted.kind:
            bargeIns.change { $0.speechStarted(header) }
            for app in apps { await app.speechStarted(header) }
        case SpeechEnded.kind:
            timings.record(header)
            guard let ended = bus.read(message, as: SpeechEnded.self) else { return }
            for app in apps { await app.speechEnded(ended) }
        case AudioPlayback.kind:
            guard let playback = bus.read(message, as: AudioPlayback.self) else {
                do throws(MessageError) { _ = try message.decode(AudioPlayback.self) } catch {
                    await playbacks.refuse(message, because: error.reason)
                }
                return
            }
            if playback.body.item == nil { bargeIns.change { $0.apply(playback) } }
            await playbacks.apply(playback)
            guard playback.body.isOver, playback.body.item == nil else { return }
            for app in apps { await app.soundEnded(in: header.session) }
        case StageStatus.kind: await observeStatus(message, apps, adoptions)
        case VoiceRequestStatus.kind: await observeQuestion(message, apps)
        case TurnEnded.kind:
            await observeEnd(message)
            for app in apps { await app.turnEnded(header) }
        default: break
        }
    }

    private func observeQuestion(_ message: RawMessage, _ apps: [any DispatchApp]) async {
        guard message.header.source != bus.source, let status = bus.read(message, as: VoiceRequestStatus.self) else {
            return
        }
        state.withLock { $0.otherQuestions.apply(status, at: .now) }
        switch status.body.state {
        case .presented: for app in apps { await app.otherAsks(status.header) }
        case .failed: for app in apps { await app.otherEnds(status.body.request, in: status.header.session) }
        default: break
        }
    }

    private func observeStatus(
        _ message: RawMessage, _ apps: [any DispatchApp], _ adoptions: AsyncStream<TurnRecord>.Continuation
    ) async {
        guard let status = bus.read(message, as: StageStatus.self) else { return }
        if status.header.source == bus.source, status.header.run == bus.run {
            observeOwnStatus(at: status.header.at)
        }
        calls.apply(status)
        let (arrival, former, problem, orphans, isRemoteChanged) = state.withLock { state in
            let orphans = state.otherQuestions.apply(status, at: .now)
            let isRemoteChanged = state.remoteApps.apply(status.body)
            state.absentApps.update(status.body)
            let former = state.precedence.problem(in: scope)
            let header = status.header
            state.precedence.update(status.body, run: header.run, sequence: header.sequence)
            let arrival = state.presence.update(
                status.body, run: header.run, at: header.at, stamp: status.stamp?.at)
            return (arrival, former, state.precedence.problem(in: scope), orphans, isRemoteChanged)
        }
        // Another dispatcher may have come before this one, or left it the remote apps.
        if isRemoteChanged || status.header.source == bus.source { checkRemoteApps() }
        for orphan in orphans { close(orphan) }
        if arrival?.role == .dispatch, let app = status.body.app { offers.appArrived(app) }
        if former != problem {
            if let former { problems.withdraw(former) }
            // For an instance on standby it is no problem that another one precedes it.
            if let problem, context?.isActive ?? true { problems.report(problem, from: .precedence) }
        }
        await playbacks.apply(status)
        for app in apps { await app.statusChanged(status, arrival: arrival) }
        // A lost dispatcher may have left open turns. Only an active instance adopts them. One that says that it has
        // stopped may still hold the lock of its journal for a moment.
        let now = ContinuousClock.now
        let mayBeLeft = state.withLock { state in
            if status.body.role == .dispatch, status.body.state.isGone { state.adoptsUntil = now + Self.exitTime }
            return state.adoptsUntil.map { now < $0 } ?? false
        }
        // Its own statuses come once a second.
        let isDue = status.body.state.isGone || status.header.source == bus.source
        if mayBeLeft, isDue, context?.isActive ?? true { adopt(adoptions) }
    }

    private func observeEnd(_ message: RawMessage) async {
        timings.forget(message.header.turn)
        guard message.header.source == bus.source else {
            history.recordEndedElsewhere(message.header.turn, by: message.header.source)
            // Another program gave the turn up while this one stood still or could not be heard. A second end, which
            // may say the opposite, must not follow.
            if let turn = message.header.turn { state.withLock { $0.turns[turn] }?.expire() }
            return
        }
        // If the bus ends a turn in this program's name, the causes are sequences that no audio stage took.
        guard playbacks.tracks(message.header.causes) else { return }
        let reason = bus.read(message, as: TurnEnded.self)?.body.reason ?? "nobody took it in time"
        await playbacks.expire(message.header, reason)
    }
}
