/// The check of installed models by their hashes.
public struct ModelVerification: Sendable {
    private let store: ModelStore

    /// Creates a check of a store's models.
    public init(_ store: ModelStore) { self.store = store }

    /// Returns what is wrong with an installed model, as a sentence; nil when its hashes are right.
    /// - Throws: ``ModelError`` with code `damaged` when a file cannot be checked; `CancellationError`.
    public func damage(_ entry: ModelEntry) async throws -> String? {
        guard let model = store.installed(entry) else {
            return store.incompleteness(of: entry) ?? "\(entry.name) is not installed"
        }
        for file in entry.files where try await FileHash.sha256(of: "\(model.folder)/\(file.path)") != file.sha256 {
            return "\(model.folder)/\(file.path) is damaged: saybus models get \(entry.name)"
        }
        return nil
    }
}
