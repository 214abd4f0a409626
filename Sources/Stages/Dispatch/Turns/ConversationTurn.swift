import SaybusMessages
import Synchronization

/// One turn that an app answers. It ends once: when the app has settled it and all its sequences have ended, or when
/// it fails.
///
/// The turn writes each step to the journal before the step is taken, so that a successor can end it when this
/// program is killed.
public final class ConversationTurn: Sendable {
    /// The turn whose handler runs in this task. Sequences that the handler posts belong to it.
    @TaskLocal public static var current: ConversationTurn?

    /// The turn's id; nil when the message that it answers had none.
    public let id: TurnID?
    /// The header of the message that the turn answers; nil when nothing was said.
    package let cause: Header?
    /// The words that the turn answers; nil when nothing was said.
    package let said: String?

    /// The most Unicode scalars in the turn's end: of the answer, an hour of speech, and of the reason. An app may
    /// answer with a megabyte, and an end above the size of a message could not be published: the turn would never end.
    private static let (maximumSpoken, maximumReason) = (50_000, 1000)

    private struct Sequence {
        let id: MessageID
        let events: [AudioEvent]
    }

    private struct State {
        var open: [Sequence] = []
        /// The texts of the answer, and the sequences that speak them.
        var spoken: [(text: String, sequence: MessageID?)] = []
        var outcome = TurnEnded.Outcome.handled
        var reason: String?
        /// The remarks for the app's author about a handled turn.
        var remark: String?
        /// The reason of a handled turn, such as that the user was asked first.
        var explanation: String?
        /// The app and the command that `turn.ended` names when the app announces no command itself.
        var fallback: (app: String?, command: String?)
        var invoked: CommandInvoked?
        var timings: [String: Int]
        var isCarriedOut = false
        var isSettled = false
        var isEnded = false
        /// Whether the turn is left to a successor, and nothing ends it here.
        var isLeft = false
        var isCut = false
        var record: TurnRecord?
        var onEnd: [@Sendable () -> Void] = []
        var silenceWaiters: [CheckedContinuation<Void, Never>] = []

        var conclusion: TurnEnded {
            let text = spoken.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
                .shortened(to: ConversationTurn.maximumSpoken)
            let why = reason ?? (outcome == .handled ? remark ?? explanation : nil)
            return TurnEnded(
                outcome: outcome, app: invoked?.app ?? fallback.app, command: invoked?.type ?? fallback.command,
                spoken: text.isEmpty ? nil : text, timings: timings.filter { $0.value <= TurnTimings.maximumTime },
                reason: why?.shortened(to: ConversationTurn.maximumReason))
        }

        mutating func takeSilenceWaiters() -> [CheckedContinuation<Void, Never>] {
            guard open.isEmpty || isEnded else { return [] }
            defer { silenceWaiters = [] }
            return silenceWaiters
        }
    }

    private let state: Mutex<State>
    private let journal: TurnJournal?
    private let report: @Sendable (String) -> Void
    private let publish: @Sendable (TurnEnded, _ wasCut: Bool) -> Void

    /// Creates an open turn.
    /// - Parameters:
    ///   - journal: The journal for the turn's steps; nil for none.
    ///   - report: Reports a remark for the app's author.
    ///   - publish: Publishes the turn's end. Called at most once, on any thread.
    package init(
        id: TurnID?, cause: Header?, said: String? = nil, timings: [String: Int] = [:], journal: TurnJournal? = nil,
        report: @escaping @Sendable (String) -> Void = { _ in },
        publish: @escaping @Sendable (TurnEnded, _ wasCut: Bool) -> Void
    ) {
        self.report = report
        (self.id, self.cause, self.said, self.journal, self.publish) = (id, cause, said, journal, publish)
        state = Mutex(State(fallback: (nil, nil), timings: timings))
    }

    /// Whether the turn has ended.
    package var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Whether the turn is left to a successor, which answers it.
    var isLeft: Bool { state.withLock { $0.isLeft } }

    /// The app that carries out the turn; nil while none is known.
    var app: String? { state.withLock { $0.invoked?.app ?? $0.fallback.app } }

    /// The type of the command that the turn carries out; nil while none is announced.
    package var command: String? { state.withLock { $0.invoked?.type ?? $0.fallback.command } }

    // MARK: Calls of the app

    /// Records in the journal that the app is about to act on the turn. No successor acts on it again.
    /// - Parameters:
    ///   - app: The app that acts.
    ///   - command: The command's type; nil when the words answer a question.
    ///   - isNamed: Whether `turn.ended` names the app and the command although no command is announced.
    package func begin(app: String, command: String?, isNamed: Bool = false) {
        state.withLock { state in
            if isNamed { state.fallback = (app, command) }
            guard let cause, let id, !state.isEnded, !state.isLeft else { return }
            let record = TurnRecord(intent: cause, turn: id, app: app, command: command)
            state.record = record
            journal?.record(record)
        }
    }

    /// Records the command that was announced on the bus.
    /// - Parameter microseconds: Time that dispatch took, for the turn's timings.
    package func invoked(_ command: CommandInvoked, dispatch microseconds: Int?) {
        state.withLock { state in
            state.invoked = command
            if let microseconds { state.timings["dispatch"] = microseconds }
        }
    }

    /// Sets the microseconds that a part of the turn took.
    package func setTiming(_ part: String, _ microseconds: Int) {
        state.withLock { $0.timings[part] = microseconds }
    }

    /// Sets the turn's outcome, unless an outcome other than `handled` has been set before.
    package func setOutcome(_ outcome: TurnEnded.Outcome, _ reason: String? = nil) {
        state.withLock { state in
            guard state.outcome == .handled else { return }
            state.outcome = outcome
            state.reason = reason
        }
    }

    /// Tells of something that the app's author should know, such as a response without any effect: in the log, and in
    /// the turn's end if it has no other reason. The first remark counts.
    package func remark(_ text: String) {
        let isNew = state.withLock { state in
            guard state.remark == nil, !state.isEnded else { return false }
            state.remark = text
            return true
        }
        if isNew { report(text) }
    }

    /// Tells in the end of a handled turn what became of its words, such as that the user was asked first, if the end
    /// has no other reason.
    package func explain(_ text: String) { state.withLock { $0.explanation = text } }

    /// Adds a sequence to the turn, which does not end before the sequence.
    package func opened(_ sequence: MessageID, _ events: [AudioEvent]) {
        state.withLock { state in
            state.open.append(Sequence(id: sequence, events: events))
            state.spoken.append((AudioEvent.composite(events).spokenText, sequence))
            if state.isCarriedOut { answered(&state) }
        }
    }

    /// Declares that only the answer is left. Each sequence that is added from now on is recorded in the journal before
    /// it is published, so that a successor lets the user hear it and ends the turn as it would have ended.
    package func markCarriedOut() { state.withLock { $0.isCarriedOut = true } }

    /// Records in the journal that only the playback of the answer is left, with the sequences that have not ended.
    package func answered() { state.withLock { answered(&$0) } }

    private func answered(_ state: inout State) {
        guard !state.isEnded, !state.isLeft, var record = record(&state) else { return }
        record.phase = .answered
        record.conclusion = state.conclusion
        record.replies = state.open.map { TurnRecord.Reply(id: $0.id, events: $0.events) }
        guard record != state.record else { return }
        state.record = record
        journal?.record(record)
    }

    /// Returns the turn's record so far, also of a turn in which no command was begun; nil for one without an intent.
    private func record(_ state: inout State) -> TurnRecord? {
        guard let cause, let id else { return nil }
        return state.record
            ?? TurnRecord(intent: cause, turn: id, app: state.fallback.app, command: state.fallback.command)
    }

    /// Declares that the app will do nothing more for the turn.
    package func settle() {
        endIfDone { state in
            state.isSettled = true
            if !state.open.isEmpty { answered(&state) }
        }
    }

    /// Waits until no sequence of the turn is open any more, or the turn has ended.
    package func waitUntilSilent() async {
        await withCheckedContinuation { continuation in
            let isSilent = state.withLock { state in
                if state.open.isEmpty || state.isEnded { return true }
                state.silenceWaiters.append(continuation)
                return false
            }
            if isSilent { continuation.resume() }
        }
    }

    // MARK: Events

    /// Removes a sequence that has ended from the turn.
    /// - Parameter isWanted: False for a sequence that the app cancelled itself, which is no failure of the turn.
    package func closed(_ sequence: MessageID, _ end: PlaybackEnd, isWanted: Bool = true) {
        if case .expired = end.outcome { return expire() }
        endIfDone { state in
            state.open.removeAll { $0.id == sequence }
            if let latency = end.latency, state.timings["audio"] == nil { state.timings["audio"] = latency }
            if let heard = end.heard, let place = state.spoken.firstIndex(where: { $0.sequence == sequence }) {
                state.spoken[place].text = heard
            }
            guard isWanted, let problem = end.problem else { return }
            if case .cut = end.outcome { state.isCut = true }
            if case .stopped = end.outcome {
                state.reason = state.reason ?? "the answer was not heard to its end: \(problem)"
                return
            }
            // A failure takes precedence over an intended stop.
            if state.outcome == .handled { (state.outcome, state.reason) = (.failed, nil) }
            state.reason = state.reason ?? "the answer was not heard: \(problem)"
        }
    }

    /// Ends the turn as failed at once. Later results have no effect.
    /// - Parameter spoken: The apology that the user hears, also for what was cut off; nil for none.
    /// - Returns: False when the turn had ended before, or is left to a successor.
    @discardableResult
    package func fail(_ reason: String, spoken: String? = nil) -> Bool {
        var isFirst = false
        endIfDone { state in
            isFirst = !state.isEnded && !state.isLeft
            state.outcome = .failed
            state.reason = reason
            if let spoken {
                state.spoken.append((spoken, nil))
                state.isCut = false
            }
            state.isSettled = true
            state.open = []
        }
        return isFirst
    }

    /// Declares that further words of the answer apologize for what was cut off so far. No apology follows the turn.
    package func apologizes() { state.withLock { $0.isCut = false } }

    /// Leaves a turn whose command is being carried out to a successor, because this program ends before it is done. To
    /// the successor it is one of a killed program, of which the user is told: this program cannot speak any more.
    package func leave() {
        state.withLock { state in
            if state.record?.phase == .begun, !state.isEnded { state.isLeft = true }
        }
    }

    /// The reason of a turn whose answer may still sound, and which nobody follows any more.
    static let unfollowedAnswer =
        "the dispatch stage was stopped during the answer, which may not have been heard to its end"

    /// Ends a turn of which only the answer is left, because this program ends before its sound: an audio stage goes on
    /// with it.
    /// - Parameter sequences: The sequences that an audio stage has. A turn with others stays open.
    package func leaveAnswer(in sequences: Set<MessageID>) {
        endIfDone { state in
            // A turn that answers no words has no record.
            guard !state.isLeft, state.isSettled || state.record?.phase == .answered, !state.open.isEmpty,
                state.open.allSatisfy({ sequences.contains($0.id) })
            else { return }
            state.reason = state.reason ?? Self.unfollowedAnswer
            state.isSettled = true
            state.open = []
        }
    }

    /// Ends the turn without publishing its end, which the bus has published already.
    package func expire() {
        let (actions, waiters) = state.withLock { state in
            guard !state.isEnded else { return ([@Sendable () -> Void](), state.takeSilenceWaiters()) }
            state.isEnded = true
            if var record = state.record {
                (record.phase, record.conclusion, record.replies) = (.ended, nil, [])
                journal?.record(record)
            }
            defer { state.onEnd = [] }
            return (state.onEnd, state.takeSilenceWaiters())
        }
        for waiter in waiters { waiter.resume() }
        for action in actions { action() }
    }

    /// Adds an action to call after the turn has ended. It is called at once when the turn has ended already.
    package func onEnd(_ action: @escaping @Sendable () -> Void) {
        let isEnded = state.withLock { state in
            if !state.isEnded { state.onEnd.append(action) }
            return state.isEnded
        }
        if isEnded { action() }
    }

    private func endIfDone(_ change: (inout State) -> Void) {
        let (end, isCut, waiters) = state.withLock { state in
            change(&state)
            guard state.isSettled, state.open.isEmpty, !state.isEnded, !state.isLeft else {
                return (TurnEnded?.none, false, state.takeSilenceWaiters())
            }
            state.isEnded = true
            let end = state.conclusion
            if var record = record(&state) {
                (record.phase, record.conclusion, record.replies) = (.ended, end, [])
                journal?.record(record)
            }
            return (end, state.isCut, state.takeSilenceWaiters())
        }
        defer { for waiter in waiters { waiter.resume() } }
        guard let end else { return }
        publish(end, isCut)
        let actions = state.withLock { state in
            defer { state.onEnd = [] }
            return state.onEnd
        }
        for action in actions { action() }
    }
}
