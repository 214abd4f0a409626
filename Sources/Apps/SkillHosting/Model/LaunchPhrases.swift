import Foundation
import SaybusDispatch
import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The phrases that open a skill by its invocation name, or invoke one of its intents directly.
struct LaunchPhrases: Sendable {
    /// A call of a skill by name.
    enum Call: Sendable, Equatable {
        /// Opens the skill without a further request.
        case open
        /// Asks the skill for something, in these words. A linking word such as "for" is no part of the request, but
        /// it may begin a sample: `linked` is the request with it, nil when there is none.
        case ask(String, linked: String?)
    }

    /// The command's type in catalogs. For a call with an intent, `/` and the intent's name follow.
    static let type = SpeechIntent.Hypothesis.callType

    private static let askParameter = "request"
    /// The names of the pattern rules for the words around a request: before it, and after it.
    private static let before = "asked"
    private static let after = "from"

    /// The name as a pattern, with optional words around it.
    private let name: String
    /// The rules that the patterns reference as `<…>`, shared by all intents; nil without a name.
    let rules: [String: String]?
    private let matcher: PatternMatcher

    /// The phrases that open the skill.
    private let opening: [String]
    /// The phrases that end its session; none without a name.
    let closing: [String]

    /// Creates the phrases for an invocation name.
    /// - Parameter language: The model's language, as a BCP 47 tag.
    init(invocationName: String, language: String = "en-US") {
        let spellings = [invocationName] + Initialism.spellings(of: invocationName)
        let names = spellings.map { Words.normalize($0).joined(separator: " ") }
        let words = names.count > 1 ? "(\(names.joined(separator: "|")))" : names[0]
        let vocabulary = SkillVocabulary.words(for: language)
        func optional(_ words: [String]) -> String { words.isEmpty ? "" : "[(\(words.joined(separator: "|")))]" }
        let name = "\(optional(vocabulary.articles)) \(words) \(optional(vocabulary.nouns))"
        func phrase(_ pattern: String) -> String { pattern.replacingOccurrences(of: SkillVocabulary.name, with: name) }
        func choice(_ patterns: [String]) -> String { "(\(patterns.map(phrase).joined(separator: "|")))" }
        self.name = name
        opening = vocabulary.open.map(phrase)
        closing = words.isEmpty ? [] : (vocabulary.close ?? []).map(phrase)
        let rules = [Self.before: choice(vocabulary.before), Self.after: choice(vocabulary.after)]
        self.rules = words.isEmpty ? nil : rules
        matcher = PatternMatcher([
            Catalog(
                app: "",
                commands: words.isEmpty
                    ? []
                    : [
                        Catalog.Command(type: "name", patterns: [name]),
                        Catalog.Command(type: "open", patterns: opening),
                        Catalog.Command(type: "ask", patterns: Self.asking("@\(Self.askParameter)")),
                    ], rules: rules)
        ])
    }

    /// Returns the call in an utterance; nil when it does not call the skill.
    /// - Parameters:
    ///   - text: The utterance.
    ///   - isOpen: Whether the skill is open. Its bare name is then not a call: it may answer a question.
    func call(in text: String, isOpen: Bool = false) -> Call? {
        guard let best = matcher.match(text).first, !isOpen || best.type != "name" else { return nil }
        guard best.type == "ask", let request = best.parameters[Self.askParameter] else { return .open }
        return .ask(request.words, linked: linked(request, in: text))
    }

    /// Returns a request with the linking word between it and the name: `for seattle`; nil when there is none.
    private func linked(_ request: Parameter, in text: String) -> String? {
        guard let start = request.span?.start else { return nil }
        let before = Words.tokenize(text).filter { $0.range.upperBound <= start }
        guard let link = before.last else { return nil }
        // Without a linking word, any word directly behind the name is the request.
        let named = (before.dropLast().map(\.text) + ["x"]).joined(separator: " ")
        guard matcher.match(named).first?.parameters[Self.askParameter]?.words == "x" else { return nil }
        return "\(link.text) \(request.words)"
    }

    /// Returns the catalog commands that call a skill with these intents.
    func commands(for intents: [Catalog.Command]) -> [Catalog.Command] {
        guard matcher.patternCount > 0 else { return [] }
        let open = Catalog.Command(
            type: Self.type,
            patterns: [name] + opening + Self.asking("@\(Self.askParameter)"))
        return [open]
            + intents.map { intent in
                Catalog.Command(
                    type: "\(Self.type)/\(intent.type)", patterns: intent.patterns.flatMap(Self.asking),
                    slots: intent.slots)
            }
    }

    private static func asking(_ request: String) -> [String] { ["<\(before)> \(request)", "\(request) <\(after)>"] }
}
