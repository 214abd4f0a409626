import SaybusMessages

/// A catalog, with all that it was made of.
struct BuiltCatalog {
    /// The commands and the answers of a catalog. A registry of the app's own may change without notification; changes
    /// of recognizers are counted.
    struct Key: Equatable {
        private struct Command: Equatable {
            let recognizer: ObjectIdentifier
            let changes: Int
        }

        private let commands: [Command]
        /// The answers to the open question; nil without one.
        let answers: ExpectedAnswers?

        @ConversationActor
        init(_ recognizers: [VerbalCommandRecognizer], answers: ExpectedAnswers?) {
            commands = recognizers.map { Command(recognizer: ObjectIdentifier($0), changes: $0.changes) }
            self.answers = answers
        }
    }

    let key: Key
    let catalog: Catalog
    /// Kept alive, so that their identities stay unique.
    let recognizers: [VerbalCommandRecognizer]
}
