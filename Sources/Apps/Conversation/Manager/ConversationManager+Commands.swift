import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The commands of a conversation, and the catalog in which the recognizers get them.
extension ConversationManager {
    /// The commands that are valid now. Of commands with equal confidence the first wins.
    public var commandRecognizers: [VerbalCommandRecognizer] { registryInUse?.commandRecognizers ?? [] }

    /// The registry of a request for a command that the app has presented, while it listens; else the conversation's.
    private var registryInUse: (any VerbalCommandRegistry)? {
        guard requests.takesAnswers, let request = requests.voiceRequest as? VerbalCommandRequest, request.isOfApp
        else { return commandRegistry }
        return request.registry
    }

    /// Publishes the commands after a registry of the app's own has changed outside of a turn.
    ///
    /// Changes within a turn, and those of topics and ``CommandRecognizerCatalog``, are noticed without it.
    public func commandsChanged() { registryChanged() }

    /// The commands that can be chosen now without speech.
    public var menuItems: [CommandMenuItem] { commandRecognizers.flatMap(\.menuItems) }

    /// A sentence for each valid command: its summary, or the shortest phrase that invokes it.
    public var availableCommands: [String] {
        var seen: Set<String> = []
        return commandRecognizers.filter { seen.insert($0.commandType).inserted }.compactMap { recognizer in
            if let summary = recognizer.summary { return summary }
            let types = Catalog(app: name, language: language, commands: [], slotTypes: recognizer.slotTypes)
            return types.example(of: recognizer.patterns).map { BuiltInSentence.sayCommand.text(["example": $0]) }
        }
    }

    /// The catalog for the recognizers: the commands or, while a question is open, its answers.
    var catalog: Catalog {
        if let dialogManager { return dialogManager.catalog }
        let recognizers = RegistryChanges.read(for: self) { () -> [VerbalCommandRecognizer] in
            let recognizers = commandRecognizers
            for recognizer in recognizers { recognizer.readers.record() }
            return recognizers
        }
        let key = BuiltCatalog.Key(recognizers, answers: requests.expectedAnswers)
        if let builtCatalog, builtCatalog.key == key { return builtCatalog.catalog }
        let catalog = key.answers?.catalog(of: name, in: language) ?? makeCatalog(recognizers)
        builtCatalog = BuiltCatalog(key: key, catalog: catalog, recognizers: recognizers)
        return catalog
    }

    private func makeCatalog(_ recognizers: [VerbalCommandRecognizer]) -> Catalog {
        var builder = CatalogBuilder(app: name, language: language)
        let catalog = builder.catalog(of: recognizers)
        for problem in builder.problems { report(problem: problem) }
        return catalog
    }

    /// The patterns with which the user cancels a question, of the language in use.
    public nonisolated static var cancelPhrases: [String] {
        Language.inUse.questionWords.cancel + (Language.inUse.questionWords.stop ?? [])
    }

    func commandRequest() -> VerbalCommandRequest {
        let request = VerbalCommandRequest(registry: registryInUse ?? CommandRecognizerCatalog())
        request.app = name
        request.matcherLimit = handlerTimeout
        request.onMatcherFailure = { [weak self] in self?.report(problem: $0.reason) }
        return request
    }
}
