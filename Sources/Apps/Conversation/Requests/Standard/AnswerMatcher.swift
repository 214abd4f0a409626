import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// Finds which of several answers was given, each in one of several wordings. Words of politeness around it mean nothing.
struct AnswerMatcher: Sendable {
    private let matcher: PatternMatcher

    /// Creates a matcher; the wordings are words, not patterns.
    init(_ answers: [[String]]) {
        matcher = PatternMatcher([
            Catalog(
                app: "",
                commands: answers.enumerated().map { index, wordings in
                    .init(type: "\(index)", patterns: wordings.map { Self.words(of: $0) }.filter { !$0.isEmpty })
                })
        ])
    }

    /// The index of the answer that fits best; nil when none does.
    func index(of result: SpeechRecognitionResult) -> Int? {
        for reading in result.readings {
            if let best = matcher.match(reading).first { return Int(best.type) }
        }
        return nil
    }

    /// A wording as a pattern without parameters.
    static func words(of wording: String) -> String { Words.normalize(wording).joined(separator: " ") }
}
