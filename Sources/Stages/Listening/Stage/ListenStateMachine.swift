import SaybusMessages

/// Decides what is done with what is heard: whether speech opens a turn, is searched for the wake word, or is left alone.
///
/// Pure; time is counted in samples of 16 kHz. What it returns is to be done in order.
struct ListenStateMachine: Sendable {
    /// How it listens when nothing else is asked for.
    enum Mode: Sendable, Equatable {
        /// All speech opens turns.
        case continuous
        /// The wake word must come first.
        case wake
        /// Somebody must ask for a turn.
        case onRequest
        /// Not at all.
        case off
    }

    /// What is done with the sound of now.
    enum Focus: Sendable, Equatable {
        /// Speech opens a turn.
        case turns
        /// The wake word is looked for.
        case wakeWord
        /// It is left alone.
        case nothing
    }

    /// What is to be done.
    enum Action: Sendable, Equatable {
        /// A turn opens now; pauses do not end it.
        case hold
        /// The open turn ends here.
        case close
        /// The next turn is at most so long; nil: as long as any.
        case limit(Duration?)
        /// It is shown that somebody may speak.
        case showOpen
        /// It is shown that nobody need speak any more.
        case showClosed
        /// There is no wake word to wait for.
        case refuseWake
    }

    /// How long somebody may say nothing after the wake word or a request that says nothing of it: 5 s, Spokestack's
    /// `wake-active-max`.
    static let patience = 80_000
    /// The longest that can be asked for: 10 minutes.
    private static let mostPatienceMs = 600_000
    /// How long it is shown later that somebody may speak: who speaks on at once needs no sign. 300 ms.
    static let signDelay = 4_800

    private let hasWakeWord: Bool
    private(set) var mode: Mode
    /// One turn was asked for: how many samples are left for it to begin, how many have gone by, and whether that is shown: who asks a question has
    /// signs of his own for it.
    private var awaited: (left: Int, passed: Int, isShown: Bool)?
    /// The request that the next turn is for, until it opens.
    private var request: MessageID?
    /// Whether it was shown that somebody may speak, for the turn that is waited for.
    private var isShown = false
    /// Whether it is shown that the open turn is over.
    private var showsEnd = false
    /// Whether the open turn is one that somebody asked for.
    private var isAskedFor = false

    init(_ mode: Mode, hasWakeWord: Bool) { (self.mode, self.hasWakeWord) = (mode, hasWakeWord) }

    var focus: Focus {
        if awaited != nil { return .turns }
        return switch mode {
        case .continuous: .turns
        case .wake: .wakeWord
        case .onRequest, .off: .nothing
        }
    }

    /// Whether the wake word counts although it is not waited for: who calls while a question is open does not answer it, or says so in the answer.
    var mindsWakeWord: Bool { mode == .wake && (request != nil || isAskedFor) }

    /// Takes a request.
    /// - Parameters:
    ///   - id: Its message's, by which it can be withdrawn; a key's is nobody's.
    ///   - isQuiet: Whether nobody seems to begin to speak.
    mutating func take(_ request: ListenRequest, id: MessageID = MessageID(), isQuiet: Bool = true) -> [Action] {
        if let earlier = request.withdraws { return withdraw(earlier, isQuiet: isQuiet) }
        let limit = request.maximumSpeechMs.map { Action.limit(.milliseconds(max(0, min($0, Self.mostPatienceMs)))) }
        let actions = limit.map { [$0] } ?? []
        switch request.mode {
        case .continuous:
            mode = .continuous
            forget()
            return actions
        case .wake:
            guard hasWakeWord else { return [.refuseWake] }
            mode = .wake
            forget()
            return actions
        case .off:
            mode = .off
            forget()
            return [.close]
        case .release: return [.close]
        case .hold:
            if mode == .off { mode = .onRequest }
            forget()
            showsEnd = true
            return actions + [.hold]
        case .pushToTalk:
            if mode == .off { mode = .onRequest }
            expect(request.noSpeechTimeoutMs, for: id)
            return actions
        case .followUp:
            guard mode != .off else { return [] }
            expect(request.noSpeechTimeoutMs, for: id, isShown: false)
            return actions
        }
    }

    /// The wake word was heard. Where it was said to a question, the one who asks it has signs of his own.
    mutating func wake() {
        let isShown = !mindsWakeWord
        (isAskedFor, showsEnd) = (false, false)
        expect(nil, for: nil, isShown: isShown)
    }

    /// So many samples went by in which no turn was open.
    /// - Parameter isQuiet: Whether nobody seems to begin to speak.
    mutating func pass(_ samples: Int, isQuiet: Bool) -> [Action] {
        guard let (left, passed, shows) = awaited else { return [] }
        if isQuiet, left <= samples {
            forget()
            return shows ? [.limit(nil), .showClosed] : [.limit(nil)]
        }
        awaited = (max(1, left - samples), passed + samples, shows)
        guard shows, isQuiet, passed < Self.signDelay, passed + samples >= Self.signDelay else { return [] }
        isShown = true
        return [.showOpen]
    }

    /// A turn has opened.
    mutating func opened() {
        showsEnd = showsEnd || awaited?.isShown == true
        isAskedFor = request != nil
        forget()
    }

    /// The open turn has ended.
    mutating func ended() -> [Action] {
        defer { (showsEnd, isAskedFor) = (false, false) }
        return showsEnd ? [.showClosed] : []
    }

    /// Nobody waits any more for the turn that a request asked for. One that is open goes on, and so does one that somebody seems to begin:
    /// who was told to speak is heard. Where another request or the wake word has come since, that one counts.
    private mutating func withdraw(_ earlier: MessageID, isQuiet: Bool) -> [Action] {
        guard request == earlier else { return [] }
        guard isQuiet || awaited == nil else {
            // As at the end of its patience: the next quiet closes the ear.
            awaited?.left = 1
            return []
        }
        // Who was never told that they may speak need not hear that they may not.
        let shown: [Action] = isShown ? [.showClosed] : []
        forget()
        return [.limit(nil)] + shown
    }

    private mutating func expect(_ milliseconds: Int?, for request: MessageID?, isShown: Bool = true) {
        forget()
        self.request = request
        // Where all speech opens turns there is nothing to wait for.
        guard mode != .continuous else { return }
        let samples = milliseconds.map { max(0, min($0, Self.mostPatienceMs)) * 16 } ?? Self.patience
        awaited = (max(1, samples), 0, isShown)
    }

    /// No turn is waited for.
    private mutating func forget() { (awaited, request, isShown) = (nil, nil, false) }
}
