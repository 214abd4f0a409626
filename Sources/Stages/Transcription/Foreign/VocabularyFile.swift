import Foundation

/// A file that tells another program what is listened for; it goes with the value.
final class VocabularyFile: Sendable {
    private struct Content: Encodable {
        let revision: String?
        let words: [String]
        let sentences: [String]
    }

    let path: String
    let revision: String?

    /// - Parameter grammar: Nil of dictation: no words are listed then, since any may be said.
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
