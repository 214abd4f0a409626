/// A recognizer of an app's own command. Without a matcher it recognizes nothing.
@ConversationActor
open class CustomCommandRecognizer: VerbalCommandRecognizer {
    /// The app's name for the command.
    public let customType: String
    open override var commandType: String { customType }

    /// Creates a recognizer with a description. Subclasses call this initializer.
    /// - Parameters:
    ///   - customType: The app's name for the command.
    ///   - summary: The description for "what can I say?"; nil for none.
    ///   - responseBuilder: The closure that carries out the command and returns the response.
    public init(customType: String, summary: String?, responseBuilder: @escaping ResponseBuilder) {
        self.customType = customType
        super.init(summary: summary, responseBuilder: responseBuilder)
    }

    /// Creates a recognizer whose closure returns the response to the command.
    @_disfavoredOverload
    public convenience init(customType: String, responseBuilder: @escaping ResponseBuilder) {
        self.init(customType: customType, summary: nil, responseBuilder: responseBuilder)
    }

    /// Creates a recognizer whose closure returns a response and ignores the parameters.
    @_disfavoredOverload
    public convenience init(
        customType: String, responseBuilder: @escaping @ConversationActor () async throws -> VoiceRequestResponse
    ) {
        self.init(customType: customType, responseBuilder: { _ in try await responseBuilder() })
    }

    /// Creates a recognizer whose closure handles the command without a response.
    public convenience init(
        customType: String, actionBlock: @escaping @ConversationActor (Command) async throws -> Void
    ) {
        self.init(
            customType: customType,
            responseBuilder: { command in .terminalResponse(action: { try await actionBlock(command) }) })
    }

    /// Creates a recognizer whose closure handles the command without a response and ignores the parameters.
    public convenience init(customType: String, actionBlock: @escaping @ConversationActor () async throws -> Void) {
        self.init(customType: customType, responseBuilder: { _ in .terminalResponse(action: actionBlock) })
    }

    /// Creates a recognizer that returns the response of a target's method to the command. The target is held
    /// weakly.
    public convenience init<Target>(
        customType: String, responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor (Command) async throws -> VoiceRequestResponse)?
    ) {
        let inner = VerbalCommandRecognizer(responseTarget: responseTarget, action: action)
        self.init(customType: customType, responseBuilder: inner.responseBuilder)
    }

    /// Creates a recognizer that calls a target's method with the command. The target is held weakly.
    public convenience init<Target>(
        customType: String, responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor (Command) async throws -> Void)?
    ) {
        let inner = VerbalCommandRecognizer(responseTarget: responseTarget, action: action)
        self.init(customType: customType, responseBuilder: inner.responseBuilder)
    }

    /// Creates a recognizer that calls a target's method. The target is held weakly.
    public convenience init<Target>(
        customType: String, responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor () async throws -> Void)?
    ) {
        let inner = VerbalCommandRecognizer(responseTarget: responseTarget, action: action)
        self.init(customType: customType, responseBuilder: inner.responseBuilder)
    }

    /// Creates a recognizer that returns the response of a target's method. The target is held weakly.
    public convenience init<Target>(
        customType: String, responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor () async throws -> VoiceRequestResponse)?
    ) {
        let inner = VerbalCommandRecognizer(responseTarget: responseTarget, action: action)
        self.init(customType: customType, responseBuilder: inner.responseBuilder)
    }
}
