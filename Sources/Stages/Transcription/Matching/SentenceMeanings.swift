import SaybusMessages
import SaybusPatternMatching

/// The meanings of sentences by the patterns of the apps.
struct SentenceMeanings: Sendable {
    private let matcher: PatternMatcher

    /// - Parameter vocabulary: The apps' commands.
    init(_ vocabulary: Vocabulary) { matcher = PatternMatcher(vocabulary.catalogs) }

    /// Returns those replacements with which a sentence means another command or other values. A sentence that no
    /// pattern knows has none: of answers to a question, such as "yes" and "yeah", only the question knows the meaning.
    func replacements(
        _ all: [WordAutomaton.Replacement], thatChange sentence: [String]
    ) -> [WordAutomaton.Replacement] {
        guard let own = meaning(of: sentence) else { return [] }
        return all.filter { meaning(of: $0.applied(to: sentence)) != own }
    }

    private struct Meaning: Equatable {
        var app: String
        var command: String
        var values: [String: Parameter.Value]
    }

    private func meaning(of sentence: [String]) -> Meaning? {
        guard let best = matcher.match(sentence.joined(separator: " ")).first else { return nil }
        return Meaning(app: best.app, command: best.type, values: best.parameters.mapValues(\.value))
    }
}
