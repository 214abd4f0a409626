import SaybusMessages

/// An interaction model as Alexa's developer console writes it: intents with samples, types, dialog and prompts.
///
/// All shapes in use are read: with and without the wrapper `interactionModel`, a bare language model, types whose values
/// are plain texts, and the first schema with its utterances in a file beside it.
public struct InteractionModel: Sendable, Equatable {
    /// What wakes the skill; nil when the file does not say.
    public var invocationName: String?
    /// The file's language, from its name (`de-DE.json`); English when the name tells none.
    public var language: String
    /// How readily utterances are taken for none of the intents: `LOW`, `MEDIUM`, `HIGH`.
    public var fallbackSensitivity: String?
    /// The intents in the file's order.
    public var intents: [Intent]
    /// The types in the file's order.
    public var types: [Catalog.SlotType]
    /// How the skill asks for values and confirmation; nil when the file has no dialog.
    public var dialog: Dialog?
    /// What the dialog says, by id.
    public var prompts: [String: [Prompt]]
    /// What could not be used, in the file's order; the rest is used.
    public var problems: [ModelError]

    /// An intent and the ways to say it.
    public struct Intent: Sendable, Equatable {
        /// As in the file: `OrderIntent`, `AMAZON.StopIntent`.
        public var name: String
        /// Its slots.
        public var slots: [Slot]
        /// Patterns: the samples, and for a built-in intent its own phrases too.
        public var patterns: [String]
    }

    /// A value that an intent needs.
    public struct Slot: Sendable, Equatable {
        /// As in samples.
        public var name: String
        /// A type of the model, or a built-in one.
        public var type: String
        /// Ways to answer when it is asked for.
        public var samples: [String]
        /// Whether it may have several values; one is taken here.
        public var takesSeveral: Bool
    }

    /// What a prompt may say; one of several is chosen.
    public struct Prompt: Sendable, Equatable {
        /// `PlainText` or `SSML`.
        public var type: String
        /// The words, with `{slot}` in them.
        public var value: String
    }

    /// The model as a catalog of an app.
    ///
    /// - Parameter app: The app's name; nil for one made of the invocation name.
    public func catalog(app: String? = nil) -> Catalog {
        Catalog(
            app: app ?? appName, language: language,
            commands: intents.filter { !$0.patterns.isEmpty }.map { intent in
                Catalog.Command(
                    type: intent.name, patterns: intent.patterns,
                    slots: intent.slots.map { Catalog.Slot(name: $0.name, type: $0.type) })
            }, slotTypes: types)
    }

    /// The invocation name as an app's name.
    public var appName: String {
        let letters = (invocationName ?? "").lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let name = String(letters).split(separator: "-").joined(separator: "-").prefix(64)
        return name.isEmpty ? "alexa" : String(name)
    }
}
