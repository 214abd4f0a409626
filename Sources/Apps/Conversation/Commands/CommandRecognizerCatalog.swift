/// A flat list of recognizers.
@ConversationActor
public final class CommandRecognizerCatalog: VerbalCommandRegistry {
    /// The recognizers, in the order in which they were added.
    public private(set) var commandRecognizers: [VerbalCommandRecognizer] = []

    /// Creates an empty list.
    public init() {}

    /// Appends a recognizer. A recognizer that is already in the list keeps its place.
    public func addCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        guard !commandRecognizers.contains(where: { $0 === recognizer }) else { return }
        commandRecognizers.append(recognizer)
        RegistryChanges.post()
    }

    /// Removes a recognizer.
    public func removeCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        commandRecognizers.removeAll { $0 === recognizer }
        RegistryChanges.post()
    }

    /// Removes all recognizers.
    public func removeAllCommandRecognizers() {
        commandRecognizers = []
        RegistryChanges.post()
    }
}
