/// Recognizes one type of command and knows the answer to it.
///
/// The answer is given in one of four shapes: a closure with or without the command, that returns a ``VoiceRequestResponse`` or nothing. All
/// may be `async` and may throw; one that throws, or takes longer than the manager's ``ConversationManager/handlerTimeout``, ends
/// the turn as failed, with an apology.
///
/// A trailing closure that returns a response says so, `{ command -> VoiceRequestResponse in … }`, or stands behind the label `responseBuilder:`;
/// the compiler warns of a response that is not used.
@ConversationActor
open class VerbalCommandRecognizer {
    /// Carries a command out and says how to go on.
    public typealias ResponseBuilder = @ConversationActor (Command) async throws -> VoiceRequestResponse

    /// The type of the commands that it recognizes.
    open var commandType: String { Self.standardCommandType }
    /// The type of the commands of this class; empty for classes whose instances have one each.
    open nonisolated class var standardCommandType: String { "" }
    /// The ways to say the command that every instance begins with.
    open nonisolated class var standardPatterns: [String] { [] }
    /// What the command does, in a sentence for "what can I say?".
    open nonisolated class var standardSummary: String? { nil }

    /// Who find the command in what was said, in the order in which they were added.
    public private(set) var textMatchers: [any TextCommandMatcher]
    /// What can be chosen without a word.
    public var menuItems: [CommandMenuItem] {
        menu.map {
            CommandMenuItem(
                label: $0.label, command: Command(type: commandType, parameters: $0.parameters), recognizer: self)
        }
    }
    /// Carries the command out and says how to go on.
    public let responseBuilder: ResponseBuilder
    /// What the command does, in a sentence for "what can I say?" and for the catalog.
    public var summary: String? { didSet { RegistryChanges.post() } }

    private var menu: [(label: String, parameters: Command.Parameters)] = []

    /// Creates a recognizer whose closure says how to go on.
    @_disfavoredOverload
    public init(responseBuilder: @escaping ResponseBuilder) {
        self.responseBuilder = responseBuilder
        textMatchers = Self.standardPatterns.isEmpty ? [] : [PatternCommandMatcher(patterns: Self.standardPatterns)]
        summary = Self.standardSummary
    }

    /// Creates a recognizer whose closure says how to go on, whatever the parameters.
    @_disfavoredOverload
    public convenience init(responseBuilder: @escaping @ConversationActor () async throws -> VoiceRequestResponse) {
        self.init(responseBuilder: { _ in try await responseBuilder() })
    }

    /// Creates a recognizer that does something with the command; that is all.
    public convenience init(actionBlock: @escaping @ConversationActor (Command) async throws -> Void) {
        self.init(responseBuilder: { command in .terminalResponse(action: { try await actionBlock(command) }) })
    }

    /// Creates a recognizer that does something; that is all.
    public convenience init(actionBlock: @escaping @ConversationActor () async throws -> Void) {
        self.init(responseBuilder: { _ in .terminalResponse(action: actionBlock) })
    }

    /// Adds a way to find the command; one that finds parameters of its own gives them to the command.
    public func addTextMatcher(_ matcher: any TextCommandMatcher) {
        textMatchers.append(matcher)
        RegistryChanges.post()
    }

    /// Removes the matchers for which the closure is true; the standard ones too.
    public func removeTextMatchers(where isUnwanted: (any TextCommandMatcher) -> Bool) {
        textMatchers.removeAll(where: isUnwanted)
        RegistryChanges.post()
    }

    /// Adds what can be chosen without a word. A second one with the same label takes the place of the first.
    public func addMenuItem(label: String, parameters: Command.Parameters = [:]) {
        if let index = menu.firstIndex(where: { $0.label == label }) {
            menu[index] = (label, parameters)
        } else {
            menu.append((label, parameters))
        }
    }

    /// Removes what is chosen by a label.
    public func removeMenuItem(label: String) { menu.removeAll { $0.label == label } }

    /// The patterns that travel in the catalog: those of all its pattern matchers, in order.
    public var patterns: [String] {
        textMatchers.flatMap { ($0 as? PatternCommandMatcher)?.patternTemplates ?? [] }
    }
}
