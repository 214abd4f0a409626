/// A flat list of recognizers.
@ConversationActor
public final class CommandRecognizerCatalog: VerbalCommandRegistry {
    /// In the order in which they were added.
    public private(set) var commandRecognizers: [VerbalCommandRecognizer] = []

    /// Creates an empty list.
    public init() {}

    /// Adds a recognizer at the end; one that is there already stays where it is.
    public func addCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        guard !commandRecognizers.contains(where: { $0 === recognizer }) else { return }
        commandRecognizers.append(recognizer)
        RegistryChanges.post()
    }

    /// Takes a recognizer out.
    public func removeCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        commandRecognizers.removeAll { $0 === recognizer }
        RegistryChanges.post()
    }

    /// Takes all recognizers out.
    public func removeAllCommandRecognizers() {
        commandRecognizers = []
        RegistryChanges.post()
    }
}
