/// Recognizes a command of the app's own; nothing until it has a matcher.
@ConversationActor
open class CustomCommandRecognizer: VerbalCommandRecognizer {
    /// The app's name for the command.
    public let customType: String
    open override var commandType: String { customType }

    /// Creates a recognizer whose closure says how to go on.
    @_disfavoredOverload
    public init(customType: String, responseBuilder: @escaping ResponseBuilder) {
        self.customType = customType
        super.init(responseBuilder: responseBuilder)
    }

    /// Creates a recognizer whose closure says how to go on, whatever the parameters.
    @_disfavoredOverload
    public convenience init(
        customType: String, responseBuilder: @escaping @ConversationActor () async throws -> VoiceRequestResponse
    ) {
        self.init(customType: customType, responseBuilder: { _ in try await responseBuilder() })
    }

    /// Creates a recognizer that does something with the command; that is all.
    public convenience init(
        customType: String, actionBlock: @escaping @ConversationActor (Command) async throws -> Void
    ) {
        self.init(
            customType: customType,
            responseBuilder: { command in .terminalResponse(action: { try await actionBlock(command) }) })
    }

    /// Creates a recognizer that does something; that is all.
    public convenience init(customType: String, actionBlock: @escaping @ConversationActor () async throws -> Void) {
        self.init(customType: customType, responseBuilder: { _ in .terminalResponse(action: actionBlock) })
    }

    /// Calls a method of a target, held weakly.
    public convenience init<Target>(
        customType: String, responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor (Command) async throws -> VoiceRequestResponse)?
    ) {
        let inner = VerbalCommandRecognizer(responseTarget: responseTarget, action: action)
        self.init(customType: customType, responseBuilder: inner.responseBuilder)
    }

    /// Calls a method of a target, held weakly.
    public convenience init<Target>(
        customType: String, responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor (Command) async throws -> Void)?
    ) {
        let inner = VerbalCommandRecognizer(responseTarget: responseTarget, action: action)
        self.init(customType: customType, responseBuilder: inner.responseBuilder)
    }

    /// Calls a method of a target, held weakly.
    public convenience init<Target>(
        customType: String, responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor () async throws -> Void)?
    ) {
        let inner = VerbalCommandRecognizer(responseTarget: responseTarget, action: action)
        self.init(customType: customType, responseBuilder: inner.responseBuilder)
    }

    /// Calls a method of a target, held weakly.
    public convenience init<Target>(
        customType: String, responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor () async throws -> VoiceRequestResponse)?
    ) {
        let inner = VerbalCommandRecognizer(responseTarget: responseTarget, action: action)
        self.init(customType: customType, responseBuilder: inner.responseBuilder)
    }
}
