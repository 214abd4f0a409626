import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// The intents of a skill that can be said without the skill's name, as Alexa's interface `CanFulfillIntentRequest` has
/// it.
enum NameFreeIntents {
    /// Returns the commands of a skill's own intents, under the type that several apps compete for. Samples without a
    /// word of their own are left out: they would fit everything.
    static func commands(of intents: [Catalog.Command]) -> [Catalog.Command] {
        intents.filter { !$0.type.hasPrefix("AMAZON.") }.compactMap { intent in
            let patterns = intent.patterns.filter(hasWord)
            guard !patterns.isEmpty else { return nil }
            return Catalog.Command(
                type: SpeechIntent.Hypothesis.competingType + intent.type, patterns: patterns, slots: intent.slots)
        }
    }

    private static func hasWord(_ pattern: String) -> Bool {
        guard let template = try? PhraseTemplate(pattern) else { return false }
        return template.elements.contains { if case .word = $0 { true } else { false } }
    }
}

extension SpeechIntent.Hypothesis {
    /// The hypothesis about the intent itself; nil for a command that nobody competes for.
    var ofCompetingIntent: SpeechIntent.Hypothesis? {
        competingIntent.map {
            SpeechIntent.Hypothesis(
                app: app, type: $0, confidence: confidence, parameters: parameters, matcher: matcher)
        }
    }
}
