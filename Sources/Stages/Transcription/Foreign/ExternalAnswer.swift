import Foundation
import SaybusMessages
import SaybusPhrases

/// What somebody else's recognizer says, in JSON: as Vosk writes it, and so do programs of the engine `command`.
///
/// `{"partial": "…"}` is a text that may change; `{"text": "…", "confidence": 0.9, "result": [{"word", "start", "end", "conf"}],
/// "alternatives": [{"text", "confidence"}]}` is a text that stays, of which all but `text` may be left out; times are in seconds.
/// `{"error": "…"}` is a failure.
struct ExternalAnswer: Decodable, Equatable {
    struct Word: Decodable, Equatable {
        let word: String
        let start: Double?
        let end: Double?
        let conf: Double?
    }

    struct Alternative: Decodable, Equatable {
        let text: String
        let confidence: Double?
    }

    let partial: String?
    let text: String?
    let confidence: Double?
    let result: [Word]?
    let alternatives: [Alternative]?
    let error: String?

    /// The confidence of a text whose recognizer does not say how sure it is.
    static let silentConfidence = 0.8
    /// The most words and alternatives that are taken.
    static let maximumWords = 4096
    static let maximumAlternatives = 10

    /// A text that stays, of which nothing else is known.
    init(text: String) {
        self.text = text
        (partial, confidence, result, alternatives, error) = (nil, nil, nil, nil, nil)
    }

    /// Nil of what is no such object.
    init?(json: [UInt8]) {
        guard let answer = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = answer
    }

    /// The words as transcripts write them: lower case, without punctuation; and what is written in brackets is no speech. A bracket without
    /// another is a sign like others.
    static func plain(_ text: String) -> String {
        var spoken: [Character] = []
        var brackets: [Int] = []
        for character in text {
            if "[(<".contains(character) { brackets.append(spoken.count) }
            if "])>".contains(character), let start = brackets.popLast() {
                spoken.removeSubrange(start...)
            } else {
                spoken.append(character)
            }
        }
        return Words.normalize(String(spoken)).joined(separator: " ")
    }

    /// The words with times in milliseconds; those without times are left out.
    var words: [SpeechTranscript.Word] {
        (result ?? []).prefix(Self.maximumWords).compactMap { word in
            let name = Self.plain(word.word)
            guard let start = word.start, let end = word.end, 0...86_400 ~= start, start...86_400 ~= end, !name.isEmpty
            else { return nil }
            return .init(word: name, startMs: Int(start * 1000), endMs: Int(end * 1000))
        }
    }

    /// How sure the recognizer is, 0…1: what it says of the whole, else the mean of its words.
    var sureness: Double {
        let words = (result ?? []).compactMap(\.conf)
        let value = confidence ?? (words.isEmpty ? Self.silentConfidence : words.reduce(0, +) / Double(words.count))
        return value > 0 ? min(1, value) : 0
    }
}
