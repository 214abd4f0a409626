import Foundation
import Glibc

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
        guard let data = try? JSONEncoder().encode(content), Self.write(data, to: path) else {
            throw TranscriptionError(.engine, "\(path) cannot be written: free some space in the temporary directory")
        }
    }

    deinit { unlink(path) }

    /// Writes a file that only the user can read, since apps put the names of people and places into vocabularies.
    private static func write(_ data: Data, to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        return (try? handle.write(contentsOf: data)) != nil
    }
}
