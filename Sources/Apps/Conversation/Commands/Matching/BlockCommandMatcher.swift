/// Matches with a closure: for what patterns cannot say. It sees the text as it was recognized.
public struct BlockCommandMatcher: TextCommandMatcher {
    private let block: @ConversationActor (String) -> CommandSuggestion?

    /// Creates a matcher that asks a closure.
    public init(_ block: @escaping @ConversationActor (String) -> CommandSuggestion?) { self.block = block }

    /// What the closure says.
    public func attemptMatch(_ text: String) -> CommandSuggestion? { block(text) }
}
