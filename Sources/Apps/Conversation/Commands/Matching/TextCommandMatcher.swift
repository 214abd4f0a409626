/// Looks whether a text means a command. Conform to it to match in a way of your own.
@ConversationActor
public protocol TextCommandMatcher {
    /// What the text suggests; nil when the matcher has nothing to say to it.
    func attemptMatch(_ text: String) -> CommandSuggestion?
}
