import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The phrases that open a skill by its invocation name, or invoke one of its intents directly.
struct LaunchPhrases: Sendable {
    /// A call of a skill by name.
    enum Call: Sendable, Equatable {
        /// Opens the skill without a further request.
        case open
        /// Asks the skill for something, in these words.
        case ask(String)
    }

    /// The command's type in catalogs. For a call with an intent, `/` and the intent's name follow.
    static let type = "LaunchRequest"

    /// Returns whether a command type of any app is a call by name.
    static func isCall(_ type: String) -> Bool { type == Self.type || type.hasPrefix(Self.type + "/") }

    /// The words before a name that open the skill.
    private static let openers =
        "(open|start|launch|run|load|begin|use|resume|play|talk to|ask|start playing|play the game|open up|go to)"
    /// The words before a name that open the skill when a request follows, as in "open NAME and REQUEST".
    private static let chainedOpeners = "(open|start|launch|run|load|begin|use|resume|play|talk to)"
    private static let askParameter = "request"
    /// The names of the pattern rules for the words around a request: before it, and after it.
    private static let before = "asked"
    private static let after = "from"

    /// The name as a pattern, with optional words around it.
    private let name: String
    /// The rules that the patterns reference as `<…>`, shared by all intents; nil without a name.
    let rules: [String: String]?
    private let matcher: PatternMatcher

    /// Creates the phrases for an invocation name.
    init(invocationName: String) {
        let words = Words.normalize(invocationName).joined(separator: " ")
        let name = "[(the|my)] \(words) [(skill|game|app)]"
        self.name = name
        let rules = [
            Self.before: """
            ((ask|tell) \(name) [(to|for|about|if|whether|that|and)]|\
            \(Self.chainedOpeners) \(name) (and|to) [(ask|tell) (it|them) [(to|for|about)]]|\
            search \(name) for)
            """,
            Self.after: "(from|in|using|with|on|via|through) \(name)",
        ]
        self.rules = words.isEmpty ? nil : rules
        matcher = PatternMatcher([
            Catalog(
                app: "",
                commands: words.isEmpty
                    ? []
                    : [
                        Catalog.Command(type: "name", patterns: [name]),
                        Catalog.Command(type: "open", patterns: [Self.opening(name)]),
                        Catalog.Command(type: "ask", patterns: Self.asking("@\(Self.askParameter)")),
                    ], rules: rules)
        ])
    }

    /// Returns the call in an utterance; nil when it does not call the skill. Linking words such as "to" are
    /// not part of the request.
    /// - Parameters:
    ///   - text: The utterance.
    ///   - isOpen: Whether the skill is open. Its bare name is then not a call.
    func call(in text: String, isOpen: Bool = false) -> Call? {
        guard let best = matcher.match(text).first, !isOpen || best.type != "name" else { return nil }
        guard best.type == "ask", let request = best.parameters[Self.askParameter] else { return .open }
        return .ask(request.words)
    }

    /// Returns the catalog commands that call a skill with these intents.
    /// - Parameters:
    ///   - intents: The skill's intents.
    ///   - isOpen: Whether the skill is open.
    func commands(for intents: [Catalog.Command], isOpen: Bool) -> [Catalog.Command] {
        guard matcher.patternCount > 0 else { return [] }
        let open = Catalog.Command(
            type: Self.type,
            patterns: (isOpen ? [] : [name]) + [Self.opening(name)] + Self.asking("@\(Self.askParameter)"))
        return [open]
            + intents.map { intent in
                Catalog.Command(
                    type: "\(Self.type)/\(intent.type)", patterns: intent.patterns.flatMap(Self.asking),
                    slots: intent.slots)
            }
    }

    private static func opening(_ name: String) -> String { "\(openers) \(name)" }

    private static func asking(_ request: String) -> [String] { ["<\(before)> \(request)", "\(request) <\(after)>"] }
}
