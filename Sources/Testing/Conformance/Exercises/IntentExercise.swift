import SaybusMessages

/// Transcripts of phrases that stand in the catalog word for word.
struct IntentExercise: Exercise {
    let input: any BusMessage.Type = SpeechTranscript.self
    let ends = [SpeechIntent.kind]

    private static let phrases = ["open the garden gate", "close the garden gate", "water the roses"]

    /// The confidence of the transcripts.
    private static let confidence = 0.75
    /// The only session in which ``scopedPhrase`` can be said.
    static let vault = Session(rawValue: "conform-vault")!
    /// A phrase whose command a scope limits to a session.
    static let scopedPhrase = "open the vault"
    private static let scopedType = "OpenVault"

    /// The catalog of the app to which the phrases belong.
    static let catalog = Catalog(
        app: "garden",
        commands: [
            .init(type: "OpenGate", patterns: [phrases[0]]), .init(type: "CloseGate", patterns: [phrases[1]]),
            .init(type: "Water", patterns: [phrases[2]]), .init(type: scopedType, patterns: [scopedPhrase]),
        ],
        scopes: [.init(commands: [scopedType], sessions: [vault])])
    /// The same catalog with one more command.
    static let changed = Catalog(
        app: "garden", commands: catalog.commands + [.init(type: "MowLawn", patterns: [newPhrase])],
        scopes: catalog.scopes)
    static let newPhrase = "mow the lawn"
    /// A phrase that no catalog has.
    static let unknownPhrase = "seven purple lanterns whisper"

    func question(_ number: Int) -> [any BusMessage] {
        let text = Self.phrases[number % Self.phrases.count]
        return [SpeechTranscript(text: text, confidence: Self.confidence, engine: "conform")]
    }

    func problem(with answer: [RawMessage], to number: Int) -> String? {
        let index = number % Self.phrases.count
        if let problem = problem(answer, text: Self.phrases[index], type: Self.catalog.commands[index].type) {
            return problem
        }
        let confidence = body(SpeechIntent.self, in: answer)?.confidence
        guard confidence != Self.confidence else { return nil }
        let named = confidence.map { "the confidence \($0)" } ?? "no confidence"
        return "the intent has \(named), its transcript \(Self.confidence): unsure words would count as typed"
    }

    /// Returns a sentence that names the error in the intent for ``scopedPhrase``; nil when the intent is right.
    func problem(withScoped answer: [RawMessage], in session: Session) -> String? {
        guard let intent = body(SpeechIntent.self, in: answer) else { return "no speech.intent can be read" }
        let isNamed = intent.hypotheses.contains { $0.type == Self.scopedType }
        guard isNamed != (session == Self.vault) else { return nil }
        return isNamed
            ? "a scope limits garden/\(Self.scopedType) to \(Self.vault), and the intent in \(session) names it"
            : "garden/\(Self.scopedType) can be said in \(session), and the intent for \"\(intent.text)\" lacks it"
    }

    /// Returns a sentence that names the error in the intent for a phrase of the app; nil when the intent is right.
    func problem(_ answer: [RawMessage], text: String, type: String) -> String? {
        guard let intent = body(SpeechIntent.self, in: answer) else { return "no speech.intent can be read" }
        if intent.text != text { return "the intent's text is \"\(intent.text)\", the transcript's \"\(text)\"" }
        guard let best = intent.hypotheses.first else {
            return "\"\(text)\" is a phrase of garden/\(type) in the catalog, and the intent has no hypothesis"
        }
        return best.app == "garden" && best.type == type
            ? nil : "expected garden/\(type) first for \"\(text)\", got \(best.app)/\(best.type)"
    }

    /// Returns a sentence that names a command in the intent for the unknown phrase that no catalog has; nil when there
    /// is none. A recognizer may take unknown words for a command of a catalog, with little confidence.
    func problem(withUnknown answer: [RawMessage]) -> String? {
        guard let intent = body(SpeechIntent.self, in: answer) else { return "no speech.intent can be read" }
        let invented = intent.hypotheses.first { hypothesis in
            hypothesis.app != Self.changed.app || !Self.changed.commands.contains { $0.type == hypothesis.type }
        }
        return invented.map {
            "no catalog has \($0.app)/\($0.type), which the intent for \"\(Self.unknownPhrase)\" names"
        }
    }
}
