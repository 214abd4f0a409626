extension VerbalCommandRecognizer {
    /// Calls a method of a target: `init(responseTarget: self, action: { $0.helpRequested })`, or with a class's method, `Controller.helpRequested`.
    ///
    /// The target is held weakly; without it, or without an action, the command is carried out by doing nothing.
    public convenience init<Target>(
        responseTarget: Target?, action: (@ConversationActor (Target) -> @ConversationActor () async throws -> Void)?
    ) {
        let target = WeakTarget(responseTarget)
        self.init(actionBlock: { () async throws in
            guard let action, let target = target.value else { return }
            try await action(target)()
        })
    }

    /// Calls a method of a target with the command.
    public convenience init<Target>(
        responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor (Command) async throws -> Void)?
    ) {
        let target = WeakTarget(responseTarget)
        self.init(actionBlock: { command async throws in
            guard let action, let target = target.value else { return }
            try await action(target)(command)
        })
    }

    /// Asks a method of a target how to go on.
    public convenience init<Target>(
        responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor () async throws -> VoiceRequestResponse)?
    ) {
        let target = WeakTarget(responseTarget)
        self.init(responseBuilder: { _ in
            guard let action, let target = target.value else { return .terminalResponse(action: nil) }
            return try await action(target)()
        })
    }

    /// Asks a method of a target how to go on with the command.
    public convenience init<Target>(
        responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor (Command) async throws -> VoiceRequestResponse)?
    ) {
        let target = WeakTarget(responseTarget)
        self.init(responseBuilder: { command in
            guard let action, let target = target.value else { return .terminalResponse(action: nil) }
            return try await action(target)(command)
        })
    }
}

/// A target that its recognizer does not keep alive: targets own topics, and topics own recognizers.
@ConversationActor
private final class WeakTarget<Target> {
    private weak var object: AnyObject?

    init(_ target: Target?) { object = target.map { $0 as AnyObject } }

    var value: Target? { object as? Target }
}
