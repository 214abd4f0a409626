import Foundation

/// A temporary JSON file with the vocabulary for an external program; removed when the object is released.
final class VocabularyFile: Sendable {
    private struct Content: Encodable {
        let revision: String?
        let words: [String]
        let sentences: [String]
    }

    let path: String
    let revision: String?

    /// - Parameters:
    ///   - grammar: The grammar to write; nil for dictation, where any word is allowed and none is listed.
    ///   - revision: The revision of the vocabulary.
    init(_ grammar: Grammar?, revision: String?) throws(TranscriptionError) {
        self.revision = revision
        path = FileManager.default.temporaryDirectory.appendingPathComponent("saybus-\(UUID().uuidString).json").path
        let content = Content(
            revision: revision, words: grammar?.words.sorted() ?? [],
            sentences: grammar?.automaton.coveringSentences().map { $0.joined(separator: " ") } ?? [])
        guard let data = try? JSONEncoder().encode(content),
            FileManager.default.createFile(atPath: path, contents: data)
        else {
            throw TranscriptionError(.engine, "\(path) cannot be written: free some space in the temporary directory")
        }
    }

    deinit { unlink(path) }
}
