// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// SayKit's names of functions, so that the compiler says what they are called here.

extension ConversationManager {
    @available(*, unavailable, message: "A conversation is made for each session: implement ConversationApp.setUp(_:)")
    public static func systemManager() -> ConversationManager { ConversationManager(name: "") }

    @available(*, unavailable, renamed: "presentVoiceRequest(_:)")
    public func presentVoiceRequest(request: any VoiceRequest) {}
}

extension PatternCommandMatcher {
    @available(*, unavailable, renamed: "init(patterns:)")
    public init(forPatterns patterns: [String]) { self.init(patterns: patterns) }
}

extension ValidationError {
    @available(*, unavailable, renamed: "init(_:reason:)")
    public init(type: Code, reason: String?) { self.init(type, reason: reason) }
}

extension VoiceRequestResponse {
    @available(*, unavailable, renamed: "terminalResponse(action:)")
    public static func terminalResponseWithAction(_ action: Action?) -> VoiceRequestResponse {
        terminalResponse(action: action)
    }
}

extension ConversationTopic {
    @available(*, unavailable, renamed: "subtopic(_:didPost:)")
    public func subtopic(_ subtopic: ConversationTopic, didPostEventSequence sequence: AudioEventSequence) {}
}

extension VoiceRequestController {
    @available(*, unavailable, renamed: "respondImmediately(to:)")
    public func respondImmediatelyToInterpretation<Value>(_ interpretation: Interpretation<Value>) {}
}
