import SaybusMessages

extension VoiceRequest {
    /// Whether only words that fit one of its patterns answer the request.
    var takesPatternsOnly: Bool { kind == VoiceRequestStatus.Question.AnswerKind.pattern.rawValue }
}
