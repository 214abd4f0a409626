/// A matcher that decides whether a text means a command. Conform to this protocol for custom matching.
@ConversationActor
public protocol TextCommandMatcher {
    /// Returns the suggestion for a text; nil for none. It may wait for an answer, such as a server's, for at most
    /// ``ConversationManager/handlerTimeout``. While it waits, other matchers are asked about the same text.
    func attemptMatch(_ text: String) async -> CommandSuggestion?
    /// The patterns of the sentences that the matcher may accept, for the speech recognizers. Without them, the
    /// recognizers listen only for the patterns of other commands.
    var phrases: [String] { get }
}

extension TextCommandMatcher {
    /// None: the recognizers listen for no further sentences.
    public var phrases: [String] { [] }
}
