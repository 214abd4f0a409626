/// A matcher with a closure, for utterances that patterns cannot express. The closure gets the text as it was
/// recognized.
///
/// A speech recognizer with a grammar hears only what the catalog lists. So that such sentences can be spoken, declare
/// them: `BlockCommandMatcher(listeningFor: ["how (long|far) @anything"]) { text in … }`. `@anything` stands for any
/// words, and `["@anything"]` for dictation. That has a price: while such a command is valid, the recognizer may take
/// every sentence for free text, so that it is slower and mistakes the words of all commands more often. Declare as
/// many literal words as possible, and add the command only while it is needed.
public struct BlockCommandMatcher: TextCommandMatcher {
    /// The patterns of the sentences that the closure may accept.
    public let phrases: [String]
    private let block: @ConversationActor (String) async -> CommandSuggestion?

    /// Creates a matcher with a closure.
    /// - Parameters:
    ///   - phrases: The patterns of the sentences that the closure may accept, for the speech recognizers.
    ///   - block: Returns the suggestion for a text; nil for none. It may wait for at most
    ///     ``ConversationManager/handlerTimeout``; beside another app that may understand or answer words that fit no
    ///     pattern, for less than two and a half seconds.
    public init(
        listeningFor phrases: [String] = [], _ block: @escaping @ConversationActor (String) async -> CommandSuggestion?
    ) {
        (self.phrases, self.block) = (phrases, block)
    }

    /// Returns the closure's suggestion.
    public func attemptMatch(_ text: String) async -> CommandSuggestion? { await block(text) }
}
