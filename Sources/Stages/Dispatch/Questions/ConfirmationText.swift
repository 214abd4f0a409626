import SaybusMessages
import SaybusPhrases

extension CommandInvoked {
    /// The question whether this command was meant: a sentence of its pattern with the values that were heard, or the
    /// words themselves.
    package var confirmationText: String {
        let pattern = matcher.flatMap { try? PhraseTemplate($0) }
        let said = pattern?.expression.plainSentence { parameters[$0]?.words }
        let words = said ?? text
        guard let first = words.first else { return BuiltInSentence.isThatRight.text() }
        return first.uppercased() + words.dropFirst() + "?"
    }
}
