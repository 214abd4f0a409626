import SaybusPhrases

/// Words about an open question that are no answer to it. They use up no try.
enum QuestionRemark: Int, CaseIterable, Sendable {
    /// "Help", "what can I say?"
    case help
    /// "Repeat the question", "what?"
    case again
    /// "What are my options?"
    case options

    private static let matcher: AnswerMatcher = {
        let words = Language.inUse.questionWords
        return AnswerMatcher(patterns: [words.help, words.again + (words.pardon ?? []), words.options])
    }()

    /// Returns the remark that a text is; nil for other words.
    static func reading(_ text: String) -> QuestionRemark? { matcher.index(of: text).flatMap(QuestionRemark.init) }
}

extension VoiceRequest {
    /// Returns the response to a remark: the help, if it is asked for, and the question again.
    func response(to remark: QuestionRemark) -> VoiceRequestResponse {
        // A user who asks about the question is there to answer it.
        (self as? any RetryCounting)?.silences = 0
        var response = VoiceRequestResponse(followupRequest: self)
        if remark != .again, let help { response.feedbackPrompt = VoicePrompt(message: help) }
        response.isRetry = true
        response.isRemark = true
        return response
    }
}
