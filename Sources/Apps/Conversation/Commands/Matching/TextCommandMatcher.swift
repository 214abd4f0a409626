/// A matcher that decides whether a text means a command. Conform to this protocol for custom matching.
@ConversationActor
public protocol TextCommandMatcher {
    /// Returns the suggestion for a text; nil for none.
    func attemptMatch(_ text: String) -> CommandSuggestion?
}
