import Logging
import SaybusBus
import SaybusMessages
import Synchronization

/// The conversations in which the dispatch stage asks something, or did a moment ago, and what other apps ask. Bounded.
@ConversationActor
final class Dialogs {
    /// The most conversations in which something is asked at once, and in which others ask.
    nonisolated static let capacity = 1024

    private nonisolated struct State {
        /// The conversations that have a dialog, and whether a question waits there for its answer.
        var isAsking: [Session: Bool] = [:]
        var foreign: [Session: ForeignRequests] = [:]
        var presence = Presence()
        var transcripts = RecentTranscripts(capacity: 256)
    }

    private var open: [Session: Dialog] = [:]
    /// Kept beside the actor, so that turns in which nothing is asked need not wait for it.
    private nonisolated let state = Mutex(State())
    private nonisolated let bus: Bus
    private nonisolated let logger: Logger
    nonisolated let warnings: Warnings
    private nonisolated let expect: @Sendable (_ phrases: [String], _ sessions: [Session]) -> Void

    /// No dialogs yet.
    /// - Parameter expect: Tells the recognizers what answers look like, of all questions together, and where they are asked.
    nonisolated init(
        bus: Bus, logger: Logger, warnings: Warnings,
        expect: @escaping @Sendable (_ phrases: [String], _ sessions: [Session]) -> Void
    ) {
        (self.bus, self.logger, self.warnings, self.expect) = (bus, logger, warnings, expect)
    }

    // MARK: Without waiting

    /// Whether what is said in a conversation now is an answer to our question.
    nonisolated func isAsking(in session: Session) -> Bool { state.withLock { $0.isAsking[session] ?? false } }

    /// Whether what is said in a conversation now is an answer to another app's question.
    nonisolated func isForeign(_ session: Session) -> Bool {
        state.withLock { $0.isAsking[session] != true && $0.foreign[session]?.isAsking ?? false }
    }

    /// What another app asks in a conversation; nil when none does.
    nonisolated func foreignQuestion(in session: Session) -> String? {
        state.withLock { $0.foreign[session]?.question }
    }

    /// Takes the transcript of a turn; nil when it has not come, or has been taken.
    nonisolated func transcript(of turn: TurnID?) -> SpeechTranscript? { state.withLock { $0.transcripts.take(turn) } }

    private nonisolated func has(_ session: Session) -> Bool { state.withLock { $0.isAsking[session] != nil } }

    /// Takes note of what passes the bus.
    nonisolated func note(_ message: RawMessage) async {
        switch message.header.kind {
        case VoiceRequestStatus.kind:
            guard message.header.source != bus.source, let status = bus.read(message, as: VoiceRequestStatus.self)
            else { return }
            noteForeign(status)
        case SpeechTranscript.kind:
            if let heard = bus.read(message, as: SpeechTranscript.self) {
                state.withLock { $0.transcripts.note(heard) }
            }
        case StageStatus.kind:
            guard let status = bus.read(message, as: StageStatus.self) else { return }
            let arrival = state.withLock { state in
                for session in state.foreign.keys { state.foreign[session]?.note(status) }
                if !state.foreign.isEmpty { state.foreign = state.foreign.filter { $0.value.isAsking } }
                return state.presence.update(status.body, run: status.header.run)
            }
            if state.withLock({ !$0.isAsking.isEmpty }) { await noteAll(status, arrival) }
        default: if has(message.header.session) { await take(message) }
        }
    }

    private nonisolated func noteForeign(_ status: Message<VoiceRequestStatus>) {
        let session = status.header.session
        state.withLock { state in
            guard state.foreign[session] != nil || state.foreign.count < Self.capacity else { return }
            state.foreign[session, default: ForeignRequests()].note(
                status.body, from: status.header.source, run: status.header.run)
            if state.foreign[session]?.isAsking == false { state.foreign[session] = nil }
        }
    }

    // MARK: Asking

    /// Asks in a conversation; when that cannot be, the turn ends as failed and says so.
    func ask(_ followUp: FollowUp, turn: ConversationTurn, in session: Session) async {
        let dialog = dialog(for: session)
        do throws(VoiceRequestRefusal) {
            guard let dialog else { throw VoiceRequestRefusal(tooMany: Self.capacity) }
            try dialog.ask(followUp, turn: turn)
        } catch {
            logger.warning("a question is refused", metadata: ["problem": "\(error)", "session": "\(session)"])
            turn.note(.failed, error.description)
            dialog?.sound(SpeechEvent(utteranceString: "Sorry, I cannot ask you that now."), turn: turn)
            await cleanUp(makeCycle(followUp.request).actionForCancellation(), turn)
            turn.settle()
        }
    }

    /// What was to be asked is not asked: nobody has heard what stands before it.
    func drop(_ followUp: FollowUp) async {
        await cleanUp(makeCycle(followUp.request).actionForCancellation(), nil)
    }

    /// The command whose question waits for an answer in a conversation, once what goes on there is over; nil when none does.
    func asked(in session: Session) async -> CommandInvoked? {
        guard let dialog = open[session] else { return nil }
        await dialog.requests.settled()
        return dialog.requests.takesAnswers ? dialog.followUp?.command : nil
    }

    /// What was said is no answer to the question that waits for one in a conversation.
    func pass(in session: Session) { open[session]?.requests.turnTaken() }

    /// Gives what was said to the question, and waits until that has been dealt with, or the question is asked again.
    func answer(_ intent: Message<SpeechIntent>, turn: ConversationTurn) async {
        guard let dialog = open[intent.header.session], dialog.requests.takesAnswers else {
            turn.note(.cancelled, "the question was over before the words were")
            return turn.settle()
        }
        let result = SpeechRecognitionResult(intent.body, transcript(of: intent.header.turn))
        dialog.requests.answer(result, turn: turn)
        await dialog.requests.answered()
    }

    /// Plays what an app says in a conversation beside its answers.
    func play(
        _ events: [AudioEvent], turn: ConversationTurn?, in session: Session, on track: AudioTrackIdentifier = .main
    ) {
        guard !events.isEmpty else { return }
        dialog(for: session)?.play(events, turn: turn, on: track)
    }

    /// What is asked in a conversation is another thing now.
    func changed(_ session: Session) {
        guard let dialog = open[session] else { return }
        let isAsking = dialog.requests.voiceRequest != nil
        state.withLock { $0.isAsking[session] = isAsking }
        let expected = open.compactMapValues(\.requests.expectedPhrases).filter { !$0.value.isEmpty }
        expect(Set(expected.values.joined()).sorted(), Session.sorted(expected.keys))
    }

    /// Lets the conversations go in which all is over.
    func sweep() {
        open = open.filter { !$0.value.isIdle }
        let left = Set(open.keys)
        state.withLock { state in state.isAsking = state.isAsking.filter { left.contains($0.key) } }
    }

    /// Calls everything off: the program ends.
    func close() async {
        let dialogs = Array(open.values)
        await withDiscardingTaskGroup { group in
            for dialog in dialogs {
                let cleanup = dialog.requests.cancelRequest()
                group.addTask { await self.cleanUp(cleanup, nil) }
            }
        }
        for dialog in dialogs { dialog.trackCoordinator.close() }
    }

    // MARK: For the dialogs

    private func dialog(for session: Session) -> Dialog? {
        if let dialog = open[session] { return dialog }
        if open.count >= Self.capacity { sweep() }
        guard open.count < Self.capacity else { return nil }
        let dialog = Dialog(session, bus: bus, logger: logger, dialogs: self)
        open[session] = dialog
        state.withLock { $0.isAsking[session] = false }
        return dialog
    }

    private func cleanUp(_ action: VoiceRequestResponse.Action?, _ turn: ConversationTurn?) async {
        guard let action else { return }
        let run = HandlerRun(what: "the cleanup", limit: .seconds(1), turn: turn, onTimeout: { _ in })
        if case .failure(let failure) = await run(action) {
            logger.warning("\(failure.reason)")
        }
    }

    private func noteAll(_ status: Message<StageStatus>, _ arrival: Presence.Arrival?) {
        for (session, dialog) in open {
            dialog.note(status)
            if arrival?.takesAnswers(in: session) == true { dialog.requests.reportAgain() }
        }
        sweep()
    }

    private func take(_ message: RawMessage) {
        let header = message.header
        guard let dialog = open[header.session] else { return }
        switch header.kind {
        case SpeechStarted.kind: dialog.requests.speechStarted(header.turn)
        case SpeechEnded.kind: if let ended = bus.read(message, as: SpeechEnded.self) { dialog.requests.note(ended) }
        case Receipt.kind: dialog.trackCoordinator.note(receipt: header)
        case AudioPlayback.kind:
            if let playback = bus.read(message, as: AudioPlayback.self) { dialog.trackCoordinator.note(playback) }
        case TurnEnded.kind where header.source == bus.source:
            for cause in header.causes { dialog.trackCoordinator.expired(cause, "nobody took it in time") }
        default: break
        }
    }
}
