/// The life of one request at a time, from the question to the response. Pure: it says what to do next, ``VoiceRequestController`` does it.
///
/// A cycle is one question with one answer. In each cycle the responder is asked just once, whatever comes at the same time; what belongs
/// to an earlier cycle, or comes after a cancellation, changes nothing.
struct VoiceRequestMachine: Sendable, Equatable {
    /// Where the request stands.
    enum Phase: Sendable, Equatable {
        /// There is none.
        case idle
        /// Somebody has answered before the question is asked again: that is looked at first.
        case takingAnswer
        /// The question is being spoken.
        case prompting
        /// The ear is open.
        case listening
        /// Somebody speaks, or the recognizers work.
        case hearing
        /// The interpreter works.
        case interpreting
        /// The responder works.
        case responding
        /// The feedback is being spoken.
        case feedback
        /// The action of a response with a follow-up runs.
        case acting
    }

    /// What to do. The number is the cycle's: what is told back must carry it.
    enum Action: Sendable, Equatable {
        /// Let the turn go on that waits, then tell ``waitingTaken(_:hasPrompt:)``.
        case takeWaiting(Int)
        /// Speak the question and the tone, then tell ``promptEnded(_:heard:)``.
        case speakPrompt(Int)
        /// Stop speaking: what was to be heard is not needed any more.
        case stopSpeaking
        /// Open the ear, with a time limit, then tell what comes.
        case startListening(Int)
        /// Close the ear.
        case stopListening
        /// Interpret what was heard, then tell ``interpreted(_:)`` or ``recognitionFailed(_:)``.
        case interpret(Int)
        /// Ask the responder about the interpretation, then tell ``responded(_:hasFeedback:hasFollowup:)``.
        case respond(Int)
        /// Ask the responder about the failure to hear, then tell ``responded(_:hasFeedback:hasFollowup:)``.
        case respondToError(Int)
        /// Speak the feedback, then tell ``feedbackEnded(_:)``.
        case speakFeedback(Int)
        /// Run the action of a response with a follow-up, then tell ``actionEnded(_:)``.
        case runAction(Int)
        /// The request is over: others may be presented. Then run the last action, if there is one.
        case dismiss(Int)
        /// The next question takes the place of this one.
        case beginFollowup(Int)
    }

    private(set) var phase = Phase.idle
    private(set) var cycle = 0
    private var hasFollowup = false

    /// Whether a request is there.
    var isActive: Bool { phase != .idle }
    /// Whether a turn that comes now is an answer.
    var takesAnswers: Bool { [.takingAnswer, .prompting, .listening, .hearing].contains(phase) }
    /// Whether a turn has to wait until the response is over.
    var isBusy: Bool { isActive && !takesAnswers }

    /// A request is presented; nil when one is there already.
    mutating func present(hasPrompt: Bool) -> [Action]? {
        guard phase == .idle else { return nil }
        return begin(hasPrompt: hasPrompt)
    }

    /// Words were said without a question: the implicit question is "what next?". Nil when a request is there already.
    mutating func hearUnasked() -> [Action]? {
        guard phase == .idle else { return nil }
        cycle += 1
        phase = .interpreting
        return [.interpret(cycle)]
    }

    /// The question has been spoken, or cannot be.
    mutating func promptEnded(_ number: Int, heard: Bool) -> [Action] {
        guard number == cycle, phase == .prompting else { return [] }
        guard heard else {
            phase = .responding
            return [.respondToError(cycle)]
        }
        phase = .listening
        return [.startListening(cycle)]
    }

    /// Somebody speaks: the time limit for silence is over.
    mutating func speechStarted() {
        if phase == .listening { phase = .hearing }
    }

    /// What was being said is no answer, and somebody may speak again.
    mutating func speechWithdrawn() {
        if phase == .hearing { phase = .listening }
    }

    /// Something was heard, or nothing within the time: it is interpreted in any case.
    mutating func heard() -> [Action] {
        guard takesAnswers else { return [] }
        // An answer before the question is over stops the question.
        let stop: [Action] = phase == .prompting ? [.stopSpeaking] : [.stopListening]
        phase = .interpreting
        return stop + [.interpret(cycle)]
    }

    /// Nothing could be heard: the recognizer failed, or did not answer.
    mutating func recognitionFailed() -> [Action] {
        guard takesAnswers else { return [] }
        let stop: [Action] = phase == .prompting ? [.stopSpeaking] : [.stopListening]
        phase = .responding
        return stop + [.respondToError(cycle)]
    }

    /// An answer from elsewhere is ready, as if interpreted.
    mutating func answered() -> [Action] {
        guard takesAnswers else { return [] }
        let stop: [Action] = phase == .prompting ? [.stopSpeaking] : [.stopListening]
        phase = .responding
        return stop + [.respond(cycle)]
    }

    /// The interpreter is done.
    mutating func interpreted(_ number: Int) -> [Action] {
        guard number == cycle, phase == .interpreting else { return [] }
        phase = .responding
        return [.respond(cycle)]
    }

    /// The interpreter threw an error.
    mutating func interpreterFailed(_ number: Int) -> [Action] {
        guard number == cycle, phase == .interpreting else { return [] }
        phase = .responding
        return [.respondToError(cycle)]
    }

    /// The responder is done.
    mutating func responded(_ number: Int, hasFeedback: Bool, hasFollowup: Bool) -> [Action] {
        guard number == cycle, phase == .responding else { return [] }
        self.hasFollowup = hasFollowup
        guard !hasFeedback else {
            phase = .feedback
            return [.speakFeedback(cycle)]
        }
        return afterFeedback()
    }

    /// The feedback has been spoken, or cannot be.
    mutating func feedbackEnded(_ number: Int) -> [Action] {
        guard number == cycle, phase == .feedback else { return [] }
        return afterFeedback()
    }

    /// The action of a response with a follow-up is done.
    /// - Parameter answerWaits: Whether the question is asked again, and somebody has answered meanwhile.
    mutating func actionEnded(_ number: Int, next hasPrompt: Bool, answerWaits: Bool = false) -> [Action] {
        guard number == cycle, phase == .acting else { return [] }
        let over = cycle
        guard answerWaits else { return [.beginFollowup(over)] + begin(hasPrompt: hasPrompt) }
        next()
        phase = .takingAnswer
        return [.beginFollowup(over), .takeWaiting(cycle)]
    }

    /// The turn that waited has been looked at. If it was no answer, the question is asked after all.
    mutating func waitingTaken(_ number: Int, hasPrompt: Bool) -> [Action] {
        guard number == cycle, phase == .takingAnswer else { return [] }
        return ask(hasPrompt: hasPrompt)
    }

    /// A handler failed: nothing more comes of the request.
    mutating func failed(_ number: Int) -> [Action] {
        guard number == cycle, isActive else { return [] }
        return end()
    }

    /// Calls the request off, at any time.
    /// - Returns: What to do, and whether the responder is to be asked for its cleanup: not when it has responded in this cycle.
    mutating func cancel() -> (actions: [Action], asksResponder: Bool) {
        guard isActive else { return ([], false) }
        let asksResponder = takesAnswers || phase == .interpreting
        let stop: [Action] =
            switch phase {
            case .prompting, .feedback: [.stopSpeaking]
            case .listening, .hearing: [.stopListening]
            default: []
            }
        return (stop + end(), asksResponder)
    }

    private mutating func begin(hasPrompt: Bool) -> [Action] {
        next()
        return ask(hasPrompt: hasPrompt)
    }

    private mutating func next() {
        cycle += 1
        hasFollowup = false
    }

    private mutating func ask(hasPrompt: Bool) -> [Action] {
        phase = hasPrompt ? .prompting : .listening
        return [hasPrompt ? .speakPrompt(cycle) : .startListening(cycle)]
    }

    private mutating func afterFeedback() -> [Action] {
        guard hasFollowup else { return end() }
        phase = .acting
        return [.runAction(cycle)]
    }

    private mutating func end() -> [Action] {
        let over = cycle
        // What still comes of this cycle is late.
        cycle += 1
        phase = .idle
        return [.dismiss(over)]
    }
}
