/// A flat list of recognizers.
@ConversationActor
public final class CommandRecognizerCatalog: VerbalCommandRegistry {
    /// The recognizers, in the order in which they were added.
    public var commandRecognizers: [VerbalCommandRecognizer] {
        readers.record()
        return recognizers
    }

    private var recognizers: [VerbalCommandRecognizer] = []
    private var readers = RegistryReaders()

    /// Creates an empty list.
    public init() {}

    /// Appends a recognizer. A recognizer that is already in the list keeps its place.
    public func addCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        guard !recognizers.contains(where: { $0 === recognizer }) else { return }
        recognizers.append(recognizer)
        readers.tell()
    }

    /// Removes a recognizer; one that is not in the list changes nothing.
    public func removeCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        guard let index = recognizers.firstIndex(where: { $0 === recognizer }) else { return }
        recognizers.remove(at: index)
        readers.tell()
    }

    /// Removes all recognizers.
    public func removeAllCommandRecognizers() {
        guard !recognizers.isEmpty else { return }
        recognizers = []
        readers.tell()
    }
}
