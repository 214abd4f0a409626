import SaybusConversation
import SaybusMessages
import SaybusPhrases

extension App {
    /// A command of the app.
    public struct Command: Sendable, Equatable {
        /// The command's name, unique in the app.
        public var type: String
        /// A description of the command in one sentence.
        var summary: String?
        /// The phrases that invoke the command.
        var patterns: [PhraseTemplate]
        /// The types of the parameters that patterns write as `{name}`.
        var slots: [Catalog.Slot] = []
        /// Further phrases, which are valid under conditions or set parameters of their own.
        var groups: [PatternGroup] = []
        /// The language (BCP 47) in which values are spoken.
        public var language = "en-US"
        /// The app's types whose values are digits or letters, which are spoken one by one.
        var spelledTypes: Set<String> = []
        /// The topic in which the command is valid. The root topic is always entered.
        var topic: String
        /// The actions, in order.
        var actions: [Action]
        /// The actions to play when one of the actions fails. The remaining actions are then skipped.
        var failed: [Action]
        /// The question before a command that may have been misheard is carried out; nil for one made from its pattern.
        var confirm: Template?
        /// The confidence below which the question is asked, 1 for each time; nil for the default of ``thresholds``.
        var confirmBelow: Double?
        /// The confidence below which the command counts as not understood; nil for the default.
        var refuseBelow: Double?

        /// Creates a command.
        init(
            type: String, summary: String? = nil, patterns: [PhraseTemplate], topic: String = App.Topic.root,
            actions: [Action], failed: [Action] = App.defaultFailed
        ) {
            self.type = type
            self.summary = summary
            self.patterns = patterns
            self.topic = topic
            self.actions = actions
            self.failed = failed
        }

        /// All phrases that invoke the command, with those of its groups.
        var allPatterns: [PhraseTemplate] { patterns + groups.flatMap(\.patterns) }

        /// The phrases that are valid whatever is known.
        var unconditionalPatterns: [PhraseTemplate] {
            patterns
                + groups.filter { $0.requires.isEmpty && $0.excludes.isEmpty && $0.keywords.isEmpty }.flatMap(
                    \.patterns)
        }

        /// The types of the parameters, by name. In a pattern without one, `{name}` has the type that the command
        /// declares.
        var parameterTypes: [String: String] { PhraseTemplate.parameterTypes(allPatterns, declared: slots) }

        /// The command for recognizers.
        var inCatalog: Catalog.Command {
            Catalog.Command(
                type: type, patterns: patterns.map(\.text), summary: summary, slots: slots.isEmpty ? nil : slots,
                groups: groups.isEmpty ? nil : groups.map(\.inCatalog), confirmBelow: confirmBelow,
                refuseBelow: refuseBelow)
        }

        /// The confidence below which the command is asked about, or refused. By default, a command that runs a
        /// program, calls a server, publishes a message, schedules something or changes a list, needs more than one
        /// that only answers.
        public var thresholds: ConfidenceThresholds {
            var thresholds =
                actions.contains(where: \.hasEffect)
                ? .effect : StandardCommand.recognizers[type]?.thresholds ?? ConfidenceThresholds.answer
            thresholds.confirmBelow = confirmBelow ?? thresholds.confirmBelow
            thresholds.refuseBelow = refuseBelow ?? thresholds.refuseBelow
            return thresholds
        }
    }
}
