/// A state machine of one request at a time, from the question to the response. Pure: it returns actions, which
/// ``VoiceRequestController`` performs.
///
/// A cycle is one question with one answer. In each cycle the responder is called at most once, even when several
/// events coincide. Results of an earlier cycle, or after a cancellation, have no effect.
struct VoiceRequestMachine: Sendable, Equatable {
    /// The phase of the request.
    enum Phase: Sendable, Equatable {
        /// There is no request.
        case idle
        /// The user has spoken before the question is repeated. The utterance is examined first.
        case takingAnswer
        /// The question is being spoken.
        case prompting
        /// The listening stage waits for speech.
        case listening
        /// The user is speaking, or the recognizers are working.
        case hearing
        /// The interpreter is working.
        case interpreting
        /// The responder is working.
        case responding
        /// The feedback is being spoken.
        case feedback
        /// The action of a response with a follow-up is running.
        case acting
    }

    /// An action to perform. The number is the cycle's; the result must be reported with the same number.
    enum Action: Sendable, Equatable {
        /// Resume the waiting turn, then call ``waitingTaken(_:hasPrompt:)``.
        case takeWaiting(Int)
        /// Speak the question and the tone, then call ``promptEnded(_:heard:)``.
        case speakPrompt(Int)
        /// Stop the speech of the request.
        case stopSpeaking
        /// Start listening with a time limit, then report speech or the end of the time.
        case startListening(Int)
        /// Stop listening.
        case stopListening
        /// Interpret the utterance, then call ``interpreted(_:)`` or ``interpreterFailed(_:)``.
        case interpret(Int)
        /// Ask the responder about the interpretation, then call ``responded(_:hasFeedback:hasFollowup:)``.
        case respond(Int)
        /// Ask the responder about the recognition error, then call ``responded(_:hasFeedback:hasFollowup:)``.
        case respondToError(Int)
        /// Speak the feedback, then call ``feedbackEnded(_:)``.
        case speakFeedback(Int)
        /// Run the action of a response with a follow-up, then call ``actionEnded(_:next:answerWaits:)``.
        case runAction(Int)
        /// Close the request, so that others may be presented. Then run the last action, if any.
        case dismiss(Int)
        /// Replace this question by the next one.
        case beginFollowup(Int)
    }

    private(set) var phase = Phase.idle
    private(set) var cycle = 0
    private var hasFollowup = false

    /// Whether a request is open.
    var isActive: Bool { phase != .idle }
    /// Whether the next turn is an answer.
    var takesAnswers: Bool { [.takingAnswer, .prompting, .listening, .hearing].contains(phase) }
    /// Whether the next turn must wait until the response is over.
    var isBusy: Bool { isActive && !takesAnswers }

    /// Presents a request. Returns nil when a request is open.
    mutating func present(hasPrompt: Bool) -> [Action]? {
        guard phase == .idle else { return nil }
        return begin(hasPrompt: hasPrompt)
    }

    /// Interprets an utterance without a question, as an answer to an implicit request. Returns nil when a request is
    /// open.
    mutating func hearUnasked() -> [Action]? {
        guard phase == .idle else { return nil }
        cycle += 1
        phase = .interpreting
        return [.interpret(cycle)]
    }

    /// Handles the end of the prompt, or the failure to play it.
    mutating func promptEnded(_ number: Int, heard: Bool) -> [Action] {
        guard number == cycle, phase == .prompting else { return [] }
        guard heard else {
            phase = .responding
            return [.respondToError(cycle)]
        }
        phase = .listening
        return [.startListening(cycle)]
    }

    /// Handles the end of the prompt by the user's speech, which may be the answer.
    /// - Returns: False when the prompt is over already.
    mutating func promptSpokenOver(_ number: Int) -> Bool {
        guard number == cycle, phase == .prompting else { return false }
        phase = .hearing
        return true
    }

    /// Handles the start of speech, which ends the time limit for silence.
    mutating func speechStarted() {
        if phase == .listening { phase = .hearing }
    }

    /// Handles the withdrawal of speech that was no answer. Listening goes on.
    mutating func speechWithdrawn() {
        if phase == .hearing { phase = .listening }
    }

    /// Handles an utterance, or silence at the end of the time limit. Both are interpreted.
    mutating func heard() -> [Action] {
        guard takesAnswers else { return [] }
        // An answer before the question is over stops the question.
        let stop: [Action] = phase == .prompting ? [.stopSpeaking] : [.stopListening]
        phase = .interpreting
        return stop + [.interpret(cycle)]
    }

    /// Handles a failure or a timeout of the recognizer.
    mutating func recognitionFailed() -> [Action] {
        guard takesAnswers else { return [] }
        let stop: [Action] = phase == .prompting ? [.stopSpeaking] : [.stopListening]
        phase = .responding
        return stop + [.respondToError(cycle)]
    }

    /// Handles an answer that was not spoken and is already interpreted.
    mutating func answered() -> [Action] {
        guard takesAnswers else { return [] }
        let stop: [Action] = phase == .prompting ? [.stopSpeaking] : [.stopListening]
        phase = .responding
        return stop + [.respond(cycle)]
    }

    /// Handles the result of the interpreter.
    mutating func interpreted(_ number: Int) -> [Action] {
        guard number == cycle, phase == .interpreting else { return [] }
        phase = .responding
        return [.respond(cycle)]
    }

    /// Handles an error of the interpreter.
    mutating func interpreterFailed(_ number: Int) -> [Action] {
        guard number == cycle, phase == .interpreting else { return [] }
        phase = .responding
        return [.respondToError(cycle)]
    }

    /// Handles the result of the responder.
    mutating func responded(_ number: Int, hasFeedback: Bool, hasFollowup: Bool) -> [Action] {
        guard number == cycle, phase == .responding else { return [] }
        self.hasFollowup = hasFollowup
        guard !hasFeedback else {
            phase = .feedback
            return [.speakFeedback(cycle)]
        }
        return afterFeedback()
    }

    /// Handles the end of the feedback, or the failure to play it.
    mutating func feedbackEnded(_ number: Int) -> [Action] {
        guard number == cycle, phase == .feedback else { return [] }
        return afterFeedback()
    }

    /// Handles the end of the action of a response with a follow-up.
    /// - Parameter answerWaits: Whether the question is to be repeated, and a turn is already waiting.
    mutating func actionEnded(_ number: Int, next hasPrompt: Bool, answerWaits: Bool = false) -> [Action] {
        guard number == cycle, phase == .acting else { return [] }
        let over = cycle
        guard answerWaits else { return [.beginFollowup(over)] + begin(hasPrompt: hasPrompt) }
        next()
        phase = .takingAnswer
        return [.beginFollowup(over), .takeWaiting(cycle)]
    }

    /// Handles the end of the action of a response whose follow-up nobody could answer any more.
    mutating func followupLeft(_ number: Int) -> [Action] {
        guard number == cycle, phase == .acting else { return [] }
        return end()
    }

    /// Handles the end of the decision about a waiting turn. If it was no answer, the question is asked.
    mutating func waitingTaken(_ number: Int, hasPrompt: Bool) -> [Action] {
        guard number == cycle, phase == .takingAnswer else { return [] }
        return ask(hasPrompt: hasPrompt)
    }

    /// Ends the request after the failure of a handler.
    mutating func failed(_ number: Int) -> [Action] {
        guard number == cycle, isActive else { return [] }
        return end()
    }

    /// Cancels the request, at any time.
    /// - Returns: The actions, and whether to ask the responder for its cleanup: not after it has responded in this
    ///   cycle.
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
        // Later results of this cycle have no effect.
        cycle += 1
        phase = .idle
        return [.dismiss(over)]
    }
}
