import Foundation
import SaybusMessages
import SaybusPhrases

/// A JSON object of an external recognizer: Vosk, or a program of the engine `command`.
///
/// `{"partial": "…"}` is a text that may still change. `{"text": "…", "confidence": 0.9, "result": [{"word",
/// "start", "end", "conf"}], "alternatives": [{"text", "confidence"}]}` is a final text; only `text` is
/// required, and times are in seconds. `{"error": "…"}` is a failure.
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

    /// The confidence assumed for a recognizer that reports none.
    static let defaultConfidence = 0.8
    /// The maximum number of words taken from an answer, and of final texts and words in a turn.
    static let maximumWords = 4096
    /// The maximum number of alternatives taken from an answer.
    static let maximumAlternatives = 10

    /// Creates a final text without further details.
    init(text: String, confidence: Double? = nil) {
        (self.text, self.confidence) = (text, confidence)
        (partial, result, alternatives, error) = (nil, nil, nil, nil)
    }

    /// Decodes an answer; nil when the bytes are no JSON object of this form.
    init?(json: [UInt8]) {
        guard let answer = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = answer
    }

    /// Returns a text in the form of transcripts: lower case, without punctuation, without parts in brackets.
    /// Brackets mark sound that is not speech, such as `[noise]`. An unmatched bracket counts as punctuation.
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

    /// The words with times in milliseconds; words without valid times are left out.
    var words: [SpeechTranscript.Word] {
        (result ?? []).prefix(Self.maximumWords).compactMap { word in
            let name = Self.plain(word.word)
            guard let start = word.start, let end = word.end, 0...86_400 ~= start, start...86_400 ~= end, !name.isEmpty
            else { return nil }
            return .init(word: name, startMs: Int(start * 1000), endMs: Int(end * 1000))
        }
    }

    /// The confidence of the whole text, 0…1: as reported, else the mean over the words.
    var overallConfidence: Double {
        let words = (result ?? []).compactMap(\.conf)
        let value = confidence ?? (words.isEmpty ? Self.defaultConfidence : words.reduce(0, +) / Double(words.count))
        return value > 0 ? min(1, value) : 0
    }
}
