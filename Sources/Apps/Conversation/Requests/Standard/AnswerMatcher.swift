import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// A matcher of several answers, each with several wordings. Polite phrases around an answer are ignored.
struct AnswerMatcher: Sendable {
    private let matcher: PatternMatcher

    /// Creates a matcher of plain words, which are not patterns.
    init(_ answers: [[String]]) {
        self.init(patterns: answers.map { $0.map { Self.words(of: $0) }.filter { !$0.isEmpty } })
    }

    /// Creates a matcher of patterns without parameters.
    init(patterns answers: [[String]]) {
        matcher = PatternMatcher([
            Catalog(app: "", commands: answers.enumerated().map { .init(type: "\($0)", patterns: $1) })
        ])
    }

    /// Returns the index of the best matching answer; nil for none.
    func index(of result: SpeechRecognitionResult) -> Int? {
        result.rivalReadings.lazy.compactMap { self.index(of: $0) }.first
    }

    /// Returns the index of the best matching answer in a text; nil for none.
    func index(of text: String) -> Int? { matcher.match(text).first.flatMap { Int($0.type) } }

    /// Returns the normalized words of a wording, as a pattern without parameters.
    static func words(of wording: String) -> String { Words.normalize(wording).joined(separator: " ") }
}
