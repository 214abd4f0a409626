import SaybusDispatch
import SaybusMessages

/// A recognizer of one type of command, with the response to it.
///
/// The response is a closure with or without the command as parameter, which returns a ``VoiceRequestResponse``
/// or nothing. It may be `async` and may throw. A closure that throws, or exceeds the manager's
/// ``ConversationManager/handlerTimeout``, ends the turn as failed, with an apology.
///
/// A trailing closure of one call that returns a response must declare it,
/// `{ command -> VoiceRequestResponse in … }`, or follow the label `responseBuilder:`. Otherwise the compiler warns of
/// an unused result.
@ConversationActor
open class VerbalCommandRecognizer {
    /// A closure that carries out a command and returns the response.
    public typealias ResponseBuilder = @ConversationActor (Command) async throws -> VoiceRequestResponse

    /// The type of the commands that the instance recognizes.
    open var commandType: String { Self.standardCommandType }
    /// The type of the commands of this class; empty for classes whose instances have their own types.
    open nonisolated class var standardCommandType: String { "" }
    /// The patterns that every new instance has.
    open nonisolated class var standardPatterns: [String] { [] }
    /// The types that these patterns use, in addition to text and numbers.
    open nonisolated class var standardSlotTypes: [Catalog.SlotType] { [] }
    /// A description of the command for "what can I say?".
    open nonisolated class var standardSummary: String? { nil }
    /// The default of the property `thresholds`: `ConfidenceThresholds.effect` for commands of an app's own, whose
    /// effect nobody else knows, and for standard commands that begin to play, take any words, or change the volume or
    /// the rate; `ConfidenceThresholds.answer` for the other standard commands.
    open nonisolated class var standardThresholds: ConfidenceThresholds {
        standardCommandType.isEmpty ? .effect : .answer
    }

    /// The matchers that search for the command in a text, in the order in which they were added.
    public private(set) var textMatchers: [any TextCommandMatcher] {
        didSet { appOnlyMatchers = Self.appOnly(textMatchers) }
    }
    /// The matchers that only the app itself can ask, since the catalog does not carry what they match.
    private(set) var appOnlyMatchers: [any TextCommandMatcher]
    /// The menu items that invoke the command without speech.
    public var menuItems: [CommandMenuItem] {
        menu.map {
            CommandMenuItem(
                label: $0.label, command: Command(type: commandType, parameters: $0.parameters), recognizer: self)
        }
    }
    /// The closure that carries out the command and returns the response.
    public let responseBuilder: ResponseBuilder
    /// A description of the command for "what can I say?" and for the catalog.
    public var summary: String? { didSet { if summary != oldValue { tellOfChange() } } }

    /// The confidence below which the app asks before it carries out a command, or does not understand it; nil for
    /// ``standardThresholds``.
    public var thresholds: ConfidenceThresholds? { didSet { if thresholds != oldValue { tellOfChange() } } }
    /// Returns the question before a command that may have been misheard is carried out; nil for a sentence of its
    /// pattern.
    public var confirmationText: (@ConversationActor (Command) -> String)?

    /// The thresholds, or their default.
    var thresholdsInUse: ConfidenceThresholds { thresholds ?? Self.standardThresholds }

    /// The number of changes that concern the catalog.
    private(set) var changes = 0
    /// The observers of these changes.
    var readers = RegistryReaders()

    /// The number of the sentence in which the user was told last to say the command; 0 for none. Of several
    /// recognizers of equal confidence, the one with the greatest is meant.
    var offer = 0

    private var menu: [(label: String, parameters: Command.Parameters)] = []

    /// Creates a recognizer with a description. Subclasses call this initializer.
    ///
    /// It has a parameter before the closure, because subclasses inherit designated initializers without
    /// `@_disfavoredOverload`: their trailing closures would be ambiguous.
    /// - Parameters:
    ///   - summary: The description for "what can I say?"; nil for that of the class.
    ///   - responseBuilder: The closure that carries out the command and returns the response.
    public init(summary: String?, responseBuilder: @escaping ResponseBuilder) {
        self.responseBuilder = responseBuilder
        let patterns = Self.standardPatterns
        textMatchers =
            patterns.isEmpty
            ? [] : [StandardMatchers.matcher(of: Self.self, patterns: patterns, slotTypes: Self.standardSlotTypes)]
        appOnlyMatchers = []
        self.summary = summary ?? Self.standardSummary
    }

    /// Creates a recognizer whose closure returns the response to the command.
    @_disfavoredOverload
    public convenience init(responseBuilder: @escaping ResponseBuilder) {
        self.init(summary: nil, responseBuilder: responseBuilder)
    }

    /// Creates a recognizer whose closure returns a response and ignores the parameters.
    @_disfavoredOverload
    public convenience init(responseBuilder: @escaping @ConversationActor () async throws -> VoiceRequestResponse) {
        self.init(responseBuilder: { _ in try await responseBuilder() })
    }

    /// Creates a recognizer whose closure handles the command without a response.
    public convenience init(actionBlock: @escaping @ConversationActor (Command) async throws -> Void) {
        self.init(responseBuilder: { command in .terminalResponse(action: { try await actionBlock(command) }) })
    }

    /// Creates a recognizer whose closure handles the command without a response and ignores the parameters.
    public convenience init(actionBlock: @escaping @ConversationActor () async throws -> Void) {
        self.init(responseBuilder: { _ in .terminalResponse(action: actionBlock) })
    }

    /// Adds a matcher. Its parameters become those of the command.
    public func addTextMatcher(_ matcher: any TextCommandMatcher) {
        textMatchers.append(matcher)
        tellOfChange()
    }

    /// Removes the matchers for which the closure returns true, including standard ones.
    public func removeTextMatchers(where isUnwanted: (any TextCommandMatcher) -> Bool) {
        textMatchers.removeAll(where: isUnwanted)
        tellOfChange()
    }

    private func tellOfChange() {
        changes += 1
        readers.tell()
    }

    /// Adds a menu item, or replaces the item with the same label.
    public func addMenuItem(label: String, parameters: Command.Parameters = [:]) {
        if let index = menu.firstIndex(where: { $0.label == label }) {
            menu[index] = (label, parameters)
        } else {
            menu.append((label, parameters))
        }
    }

    /// Removes the menu item with a label.
    public func removeMenuItem(label: String) { menu.removeAll { $0.label == label } }

    /// The patterns of all pattern matchers, in order, for the catalog.
    public var patterns: [String] { patternMatchers.flatMap(\.patternTemplates) }

    /// The types that the patterns use, in addition to text and numbers, for the catalog.
    public var slotTypes: [Catalog.SlotType] { patternMatchers.flatMap(\.slotTypes) }

    /// The patterns of sentences that only the app's own matchers understand, for the catalog.
    public var phrases: [String] { appOnlyMatchers.flatMap(\.phrases) }

    var patternMatchers: [PatternCommandMatcher] { textMatchers.compactMap { $0 as? PatternCommandMatcher } }

    private static func appOnly(_ matchers: [any TextCommandMatcher]) -> [any TextCommandMatcher] {
        matchers.filter { !($0 is PatternCommandMatcher) }
    }
}
