/// A matcher with a closure, for utterances that patterns cannot express. The closure gets the text as it was
/// recognized.
public struct BlockCommandMatcher: TextCommandMatcher {
    private let block: @ConversationActor (String) -> CommandSuggestion?

    /// Creates a matcher with a closure.
    public init(_ block: @escaping @ConversationActor (String) -> CommandSuggestion?) { self.block = block }

    /// Returns the closure's suggestion.
    public func attemptMatch(_ text: String) -> CommandSuggestion? { block(text) }
}
