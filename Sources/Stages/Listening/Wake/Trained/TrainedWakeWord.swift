import Foundation
import SaybusMicroWakeWord
import SaybusStage
import SaybusSupport

/// A wake word that was learnt from a few recordings: the mean of their vectors of speech, and the likeness from which
/// on sound counts as the word. Kept as a JSON file.
public struct TrainedWakeWord: Sendable, Codable, Equatable {
    /// The kind of the file.
    static let type = "saybus-wake-word"
    static let version = 1
    /// The largest file that is read, in bytes.
    static let maximumFileBytes = 1 << 20

    /// ``type``, in files.
    var type = Self.type
    /// The version of the file's form.
    var version = Self.version
    /// The wake word.
    public let phrase: String
    /// The likeness from which on sound counts as the wake word, up to 1.
    let cutoff: Float
    /// The mean of the recordings' vectors, one after the other.
    let vectors: [Float]

    init(phrase: String, cutoff: Float, vectors: [Float]) {
        (self.phrase, self.cutoff, self.vectors) = (phrase, cutoff, vectors)
    }

    /// The wake words that were learnt from many people's recordings, to verify what microWakeWord's models
    /// are not sure of. `saybus wake train` made them; the documentation of Listening tells of what.
    static let bundled: [TrainedWakeWord] = [PackageResources.alexa_json].compactMap {
        try? TrainedWakeWord(json: Data($0), name: "alexa.json")
    }

    /// Reads a file.
    /// - Throws: `StageFailure` with code `unavailable` when it is missing, `configuration` when it is damaged or of
    ///   another version.
    public init(path: String) throws(StageFailure) {
        let json: Data
        do throws(FileReadError) {
            json = Data(try RegularFile(path, atMost: Self.maximumFileBytes).bytes)
        } catch {
            throw StageFailure(
                error.code == .tooLarge ? .configuration : .unavailable,
                "\(path) \(error); saybus wake train makes such a file")
        }
        try self.init(json: json, name: path)
    }

    /// Reads the bytes of a file.
    /// - Throws: `StageFailure` with code `configuration` when they are damaged or of another version.
    init(json: Data, name: String) throws(StageFailure) {
        func damaged(_ what: String) -> StageFailure {
            StageFailure(.configuration, "\(name) \(what): make it again with saybus wake train")
        }
        guard let read = try? JSONDecoder().decode(Self.self, from: json), read.type == Self.type else {
            throw damaged("is no wake word of saybus wake train, or it is cut short")
        }
        guard read.version == Self.version else { throw damaged("has version \(read.version) of its form") }
        let isUsable =
            read.cutoff > 0 && read.cutoff <= 1 && read.vectors.count == WindowSearch.length * SpeechEmbedding.count
            && read.vectors.allSatisfy { abs($0) <= 1 } && read.phrase.contains(where: \.isLetter)
        guard isUsable else { throw damaged("has numbers that are not possible") }
        self = read
    }

    /// Writes the file, in a folder that exists.
    /// - Throws: `StageFailure` with code `inputOutput`.
    public func write(to path: String) throws(StageFailure) {
        do {
            try FileReplacement.write(try JSONEncoder().encode(self), to: path)
        } catch {
            throw StageFailure(.inputOutput, "\(path) cannot be written: \(error)")
        }
    }

    /// Returns whether a file is one of trained wake words, or at least no manifest of another engine.
    static func isTrained(_ path: String) -> Bool {
        // The engine that reads the file tells why it cannot be read.
        guard let json = try? RegularFile(path, atMost: maximumFileBytes).bytes else { return false }
        struct Kind: Decodable { let type: String }
        return (try? JSONDecoder().decode(Kind.self, from: Data(json)))?.type == type
    }

    /// Returns whether a phrase is the wake word, whatever its capital letters and punctuation.
    func hears(_ phrase: String) -> Bool { Self.words(phrase) == Self.words(self.phrase) }

    private static func words(_ phrase: String) -> [String] {
        phrase.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    }
}
