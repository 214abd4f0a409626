import SaybusMessages

/// The state machine of listening: decides whether audio may open a turn, is searched for the wake word, or is
/// ignored.
///
/// It has no side effects, and counts time in samples of 16 kHz. The caller carries out the returned actions in order.
struct ListenStateMachine: Sendable {
    /// The mode of listening while no requested turn is awaited.
    enum Mode: Sendable, Equatable {
        /// All speech opens turns.
        case continuous
        /// Speech opens a turn after the wake word.
        case wake
        /// Speech opens a turn after a request.
        case onRequest
        /// Speech is ignored, and so are follow-up requests.
        case off
    }

    /// The use of the current audio.
    enum Focus: Sendable, Equatable {
        /// Speech opens a turn.
        case turns
        /// The audio is searched for the wake word.
        case wakeWord
        /// The audio is ignored.
        case nothing
    }

    /// An action for the caller.
    enum Action: Sendable, Equatable {
        /// Opens a turn that pauses do not end.
        case hold
        /// Ends the open turn.
        case close
        /// Sets the properties of the next turn in place of those set before.
        case prepare(NextTurn)
        /// Signals the user to speak.
        case cueOpen
        /// Signals the user that listening is over.
        case cueClosed
        /// Reports that there is no wake word to wait for.
        case refuseWake
    }

    /// The time in which speech must begin after the wake word or after a request without a timeout: 5 s, the default
    /// of Spokestack's `wake-active-max`.
    static let defaultTimeout = PCMFormat.speech.samples(.seconds(5))
    /// The longest timeout that can be requested: 10 minutes.
    private static let maximumTimeoutMs = 600_000
    /// The delay before the user is signalled to speak: 300 ms, because a user who speaks on at once needs no signal.
    static let cueDelay = PCMFormat.speech.samples(.milliseconds(300))

    private let hasWakeWord: Bool
    private(set) var mode: Mode
    /// The turn that is awaited after a request or the wake word: the samples left for it to begin, the samples gone
    /// by, and whether this stage signals its start and end. A program that asks a question gives its own signals.
    private var awaited: (left: Int, passed: Int, wantsCues: Bool)?
    /// The request for the next turn, until the turn opens or the time for it is over.
    private var request: MessageID?
    /// The maximum length of the next turn that the request for the mode has set. It also holds after a requested turn
    /// that was not spoken.
    private var modeLimit: Duration?
    /// Whether the user was signalled to speak for the awaited turn.
    private var hasCued = false
    /// Whether the end of the open turn will be signalled.
    private var cuesEnd = false
    /// Whether the open turn was requested.
    private var wasRequested = false
    /// Whether a button began the next turn or the open one.
    private var isHeld = false

    init(_ mode: Mode, hasWakeWord: Bool) { (self.mode, self.hasWakeWord) = (mode, hasWakeWord) }

    var focus: Focus {
        if awaited != nil { return .turns }
        return switch mode {
        case .continuous: .turns
        case .wake: .wakeWord
        case .onRequest, .off: .nothing
        }
    }

    /// Whether a requested turn, or one after the wake word, is awaited.
    var isAwaiting: Bool { awaited != nil }

    /// Whether the wake word counts although a requested turn is awaited or open. A user who says it then gives a new
    /// command instead of an answer, or begins the answer with the wake word.
    var reactsToWakeWord: Bool { mode == .wake && (request != nil || wasRequested) }

    /// Applies a request.
    /// - Parameters:
    ///   - id: The id of the request's message, by which it can be withdrawn; a key press gets a new one.
    ///   - session: The session of the turn that is asked for; nil is the listener's own.
    ///   - isQuiet: Whether no speech seems to begin.
    ///   - isOpen: Whether a turn is open.
    mutating func apply(
        _ request: ListenRequest, id: MessageID = MessageID(), session: Session? = nil, isQuiet: Bool = true,
        isOpen: Bool = false
    ) -> [Action] {
        if let earlier = request.withdraws { return withdraw(earlier, isQuiet: isQuiet) }
        let limit: Duration? = request.maximumSpeechMs.map { .milliseconds(max(0, min($0, Self.maximumTimeoutMs))) }
        let requested = Action.prepare(NextTurn(limit: limit, session: session))
        switch request.mode {
        case .continuous: return [change(to: .continuous, limit: limit)]
        case .wake: return hasWakeWord ? [change(to: .wake, limit: limit)] : [.refuseWake]
        case .off: return [change(to: .off, limit: nil), .close]
        case .release: return [.close]
        case .hold:
            // The button cannot open a second turn. The open one goes on, and the release ends it.
            guard !isOpen else { return [] }
            if mode == .off { mode = .onRequest }
            clear()
            (cuesEnd, isHeld) = (true, true)
            return [requested, .hold]
        case .pushToTalk:
            if mode == .off { mode = .onRequest }
            awaitTurn(request.noSpeechTimeoutMs, for: id)
            return [requested]
        case .followUp:
            guard mode != .off else { return [] }
            awaitTurn(request.noSpeechTimeoutMs, for: id, wantsCues: false)
            return [requested]
        }
    }

    /// Handles the wake word. While a requested turn is awaited or open, no signals follow.
    /// - Parameter session: The session of the turn after the word; nil is the listener's own.
    mutating func wake(_ word: String, session: Session? = nil) -> [Action] {
        let wantsCues = !reactsToWakeWord
        (cuesEnd, wasRequested, isHeld) = (false, false, false)
        awaitTurn(nil, for: nil, wantsCues: wantsCues)
        return [.prepare(NextTurn(limit: modeLimit, session: session, wakeWord: word))]
    }

    /// Takes the number of samples that went by without an open turn.
    /// - Parameter isQuiet: Whether no speech seems to begin.
    mutating func pass(_ samples: Int, isQuiet: Bool) -> [Action] {
        guard let (left, passed, wantsCues) = awaited else { return [] }
        if isQuiet, left <= samples {
            clear()
            return [.prepare(unrequested)] + (wantsCues ? [.cueClosed] : [])
        }
        awaited = (max(1, left - samples), passed + samples, wantsCues)
        guard wantsCues, isQuiet, passed < Self.cueDelay, passed + samples >= Self.cueDelay else { return [] }
        hasCued = true
        return [.cueOpen]
    }

    /// Whether the user was signalled to speak, and has not begun yet.
    var isInviting: Bool { hasCued && awaited != nil }

    /// Records that a turn has opened.
    mutating func opened() {
        cuesEnd = cuesEnd || awaited?.wantsCues == true
        (wasRequested, modeLimit) = (request != nil, nil)
        clear()
    }

    /// Records that the open turn has ended.
    mutating func ended() -> [Action] {
        defer { yielded() }
        return cuesEnd ? [.cueClosed] : []
    }

    /// Records that the open turn goes on at another listener. The user gets no signal here.
    mutating func yielded() { (cuesEnd, wasRequested, isHeld) = (false, false, false) }

    /// Whether a request or a button asks for the next turn.
    var isRequested: Bool { request != nil || isHeld }

    /// Withdraws a request. An open turn continues, and so does one that seems to begin, because the user was told to
    /// speak. A later request or wake word stays in force.
    private mutating func withdraw(_ earlier: MessageID, isQuiet: Bool) -> [Action] {
        guard request == earlier else { return [] }
        // In continuous mode all speech opens turns, so that the beginning is heard in any case.
        guard isQuiet || awaited == nil || mode == .continuous else {
            // As at the end of the timeout: listening stops at the next silence.
            awaited?.left = 1
            return []
        }
        // A user who was not signalled to speak needs no signal that listening is over.
        let shown: [Action] = hasCued ? [.cueClosed] : []
        clear()
        return [.prepare(unrequested)] + shown
    }

    /// The properties of the next turn while none is requested.
    private var unrequested: NextTurn { NextTurn(limit: modeLimit) }

    /// Changes the mode, which ends the wait for a requested turn.
    private mutating func change(to mode: Mode, limit: Duration?) -> Action {
        (self.mode, modeLimit) = (mode, limit)
        clear()
        return .prepare(unrequested)
    }

    private mutating func awaitTurn(_ milliseconds: Int?, for request: MessageID?, wantsCues: Bool = true) {
        clear()
        self.request = request
        let samples =
            milliseconds.map { PCMFormat.speech.samples(.milliseconds(max(0, min($0, Self.maximumTimeoutMs)))) }
            ?? Self.defaultTimeout
        // In continuous mode the user need not be told to speak.
        awaited = (max(1, samples), 0, wantsCues && mode != .continuous)
    }

    /// Drops the awaited turn and its request.
    private mutating func clear() { (awaited, request, hasCued) = (nil, nil, false) }
}
