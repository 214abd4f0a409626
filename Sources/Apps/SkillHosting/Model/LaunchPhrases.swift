import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The ways to call a skill by its invocation name: to open it, or to ask it for something at once.
struct LaunchPhrases: Sendable {
    /// How a skill is called.
    enum Call: Sendable, Equatable {
        /// It is opened; nothing more was said.
        case open
        /// It is asked for something, in these words.
        case ask(String)
    }

    /// The command's type in catalogs; that of a request for an intent has `/` and the intent's name behind it.
    static let type = "LaunchRequest"

    /// Whether a command of any app is its being called by name.
    static func isCall(_ type: String) -> Bool { type == Self.type || type.hasPrefix(Self.type + "/") }

    private static let openers =
        "(open|start|launch|run|load|begin|use|resume|play|talk to|ask|start playing|play the game|open up|go to)"
    private static let doers = "(open|start|launch|run|load|begin|use|resume|play|talk to)"
    private static let askParameter = "request"
    /// The rules that stand for what is said around a request: before it, or after it.
    private static let before = "asked"
    private static let after = "from"

    /// The name as a pattern, with what people say around names.
    private let name: String
    /// What the commands' patterns name by `<…>`, once for all: there are many intents. Nil when there are none.
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
            \(Self.doers) \(name) (and|to) [(ask|tell) (it|them) [(to|for|about)]]|\
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

    /// How words call the skill; nil when they do not. The link between the name and what is asked, such as "to", is no part of that.
    /// - Parameter isOpen: Whether the skill is open: its name alone may be a word of its own then.
    func call(in text: String, isOpen: Bool = false) -> Call? {
        guard let best = matcher.match(text).first, !isOpen || best.type != "name" else { return nil }
        guard best.type == "ask", let request = best.parameters[Self.askParameter] else { return .open }
        return .ask(request.words)
    }

    /// What recognizers need to know, of a skill with these intents.
    /// - Parameter isOpen: Whether the skill is open.
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
