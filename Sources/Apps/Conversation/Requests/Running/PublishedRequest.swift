import SaybusMessages

/// The statuses in which the open request is published.
struct PublishedRequest {
    /// The id of the request, which a question keeps when it is asked again.
    private var id = MessageID()
    /// The last status; nil when none was published.
    var status: VoiceRequestStatus?
    /// The header of the message with which the request was presented last; nil before that.
    var presented: Header?

    /// Begins a request, or the present one again.
    mutating func begin(again isSame: Bool) {
        status = nil
        guard !isSame else { return }
        (id, presented) = (MessageID(), nil)
    }

    /// Ends the request.
    mutating func end() { (status, presented) = (nil, nil) }

    /// Makes a status of the request.
    @ConversationActor
    func makeStatus(
        of request: any VoiceRequest, _ state: VoiceRequestStatus.State, _ reason: String?
    ) -> VoiceRequestStatus {
        let options = request.optionLabels
        // Recognizers and other apps know the answers of a pattern request only from its patterns.
        let patterns = request.takesPatternsOnly ? request.recognition.phrases : []
        return VoiceRequestStatus(
            request: id, state: state,
            question: .init(
                kind: request.kind, prompt: request.prompt?.text ?? "", options: options.isEmpty ? nil : options,
                patterns: patterns.isEmpty ? nil : patterns),
            reason: reason, yieldsToCommands: request.yieldsToCommands ? true : nil)
    }
}
