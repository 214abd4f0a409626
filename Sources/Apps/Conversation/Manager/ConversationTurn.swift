import SaybusMessages
import Synchronization

/// One turn that is being answered. It ends once: when it is settled and all that it posted has been heard, or when it fails.
public final class ConversationTurn: Sendable {
    /// The turn whose handler runs now; what is posted there belongs to it.
    @TaskLocal public static var current: ConversationTurn?

    /// The turn's number; nil when what it answers had none.
    public let id: TurnID?
    /// What it answers; nil when nothing was said.
    let cause: Header?
    /// The words that it answers; nil when nothing was said.
    let said: String?

    private struct State {
        var open: Set<MessageID> = []
        var spoken: [String] = []
        var outcome = TurnEnded.Outcome.handled
        var reason: String?
        var invoked: CommandInvoked?
        var timings: [String: Int] = [:]
        var isSettled = false
        var isEnded = false
        var onEnd: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let publish: @Sendable (TurnEnded) -> Void

    /// A turn.
    /// - Parameter publish: Publishes its end; called once, on whichever thread it ends.
    init(
        id: TurnID?, cause: Header?, said: String? = nil, timings: [String: Int] = [:],
        publish: @escaping @Sendable (TurnEnded) -> Void
    ) {
        self.id = id
        self.cause = cause
        self.said = said
        self.publish = publish
        state.withLock { $0.timings = timings }
    }

    /// Whether its end has been said.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    func invoked(_ command: CommandInvoked, dispatch microseconds: Int?) {
        state.withLock { state in
            state.invoked = command
            if let microseconds { state.timings["dispatch"] = microseconds }
        }
    }

    /// Says how it went, unless something worse has been said.
    func note(_ outcome: TurnEnded.Outcome, _ reason: String? = nil) {
        state.withLock { state in
            guard state.outcome == .handled else { return }
            state.outcome = outcome
            state.reason = reason
        }
    }

    /// A sequence belongs to it.
    func opened(_ sequence: MessageID, text: String) {
        state.withLock { state in
            state.open.insert(sequence)
            if !text.isEmpty { state.spoken.append(text) }
        }
    }

    /// A sequence of it is over; the reason when it was not heard.
    func closed(_ sequence: MessageID, unheard reason: String?, audio microseconds: Int?) {
        endIfDone { state in
            state.open.remove(sequence)
            if let microseconds, state.timings["audio"] == nil { state.timings["audio"] = microseconds }
            if let reason, state.outcome == .handled {
                state.outcome = .failed
                state.reason = "the answer was not heard: \(reason)"
            }
        }
    }

    /// Nothing more will be done for it.
    func settle() { endIfDone { $0.isSettled = true } }

    /// Ends it now as failed; what still comes of it changes nothing.
    /// - Returns: False when it had ended before.
    @discardableResult
    func fail(_ reason: String, spoken: String?) -> Bool {
        var isFirst = false
        endIfDone { state in
            isFirst = !state.isEnded
            state.outcome = .failed
            state.reason = reason
            if let spoken { state.spoken.append(spoken) }
            state.isSettled = true
            state.open = []
        }
        return isFirst
    }

    /// The bus has said its end already.
    func expired() {
        let onEnd = state.withLock { state in
            state.isEnded = true
            defer { state.onEnd = nil }
            return state.onEnd
        }
        onEnd?()
    }

    /// Calls back once it has ended.
    func onEnd(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onEnd = action } }

    private func endIfDone(_ change: (inout State) -> Void) {
        let end: TurnEnded? = state.withLock { state in
            change(&state)
            guard state.isSettled, state.open.isEmpty, !state.isEnded else { return nil }
            state.isEnded = true
            let spoken = state.spoken.joined(separator: " ")
            return TurnEnded(
                outcome: state.outcome, app: state.invoked?.app, command: state.invoked?.type,
                spoken: spoken.isEmpty ? nil : spoken, timings: state.timings, reason: state.reason)
        }
        guard let end else { return }
        publish(end)
        state.withLock { state in
            defer { state.onEnd = nil }
            return state.onEnd
        }?()
    }
}
