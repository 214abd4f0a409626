import SaybusMessages
import SaybusPhrases
import SaybusSupport

/// An interaction model in the format of Alexa's developer console: intents with samples, types, dialog and
/// prompts.
///
/// All variants in use are read: a model with or without the wrapper `interactionModel`, a bare language model,
/// types whose values are plain texts, and the schema of 2015 with its utterances in a separate file.
public struct InteractionModel: Sendable, Equatable {
    /// The invocation name of the skill; nil when the file has none.
    public var invocationName: String?
    /// The file's language, from its name (`de-DE.json`); `en-US` when the name has none.
    public var language: String
    /// The readiness to reject utterances: `LOW`, `MEDIUM`, `HIGH`.
    public var fallbackSensitivity: String?
    /// The intents, in the order of the file.
    public var intents: [Intent]
    /// The types, in the order of the file.
    public var types: [Catalog.SlotType]
    /// The dialog that asks for values and confirmation; nil when the file has none.
    public var dialog: Dialog?
    /// The prompts of the dialog, by id.
    public var prompts: [String: [Prompt]]
    /// The parts that could not be used, in the order of the file. Everything else is used.
    public var problems: [InteractionModelError]

    /// An intent, and the ways to say it.
    public struct Intent: Sendable, Equatable {
        /// The name, as in the file: `OrderIntent`, `AMAZON.StopIntent`.
        public var name: String
        /// The slots that the samples may name.
        public var slots: [Slot]
        /// The patterns: the samples, and for a built-in intent also its built-in phrases.
        public var patterns: [String]
    }

    /// A slot of an intent.
    public struct Slot: Sendable, Equatable {
        /// The name, as in samples.
        public var name: String
        /// The name of a type of the model, or of a built-in one.
        public var type: String
        /// The answers to the slot's elicitation prompt.
        public var samples: [String]
        /// Whether the model allows several values, as in "red and blue".
        public var takesSeveral: Bool
    }

    /// A variation of a prompt.
    public struct Prompt: Sendable, Equatable {
        /// `PlainText` or `SSML`.
        public var type: String
        /// The text, with `{slot}` in it.
        public var value: String
    }

    /// Returns the model as a catalog of an app.
    /// - Parameter app: The app's name; nil means one that is derived from the invocation name.
    public func catalog(app: String? = nil) -> Catalog {
        Catalog(
            app: app ?? appName, language: language,
            commands: intents.filter { !$0.patterns.isEmpty }.map { intent in
                Catalog.Command(
                    type: intent.name, patterns: intent.patterns,
                    slots: intent.slots.map { Catalog.Slot(name: $0.name, type: $0.type) })
            }, slotTypes: types)
    }

    /// The invocation name in the form of an app's name. One without Latin letters and digits gives a name with its
    /// hash, so that two such skills are two apps.
    public var appName: String {
        let letters = (invocationName ?? "").lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let name = String(letters).split(separator: "-").joined(separator: "-").prefix(64)
        guard name.isEmpty else { return String(name) }
        let words = Words.normalize(invocationName ?? "").joined(separator: " ")
        return words.isEmpty ? "alexa" : "alexa-" + String(FNV1a(words.utf8).value, radix: 16)
    }
}
