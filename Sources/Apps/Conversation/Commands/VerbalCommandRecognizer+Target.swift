import SaybusDispatch

extension VerbalCommandRecognizer {
    /// Creates a recognizer that calls a method of a target.
    ///
    /// Example: `init(responseTarget: self, action: { $0.helpRequested })`, or with a class's method,
    /// `Controller.helpRequested`.
    ///
    /// The target is held weakly. A command whose target is gone fails its turn. Without a target or an action from the
    /// start, the command has no effect, and the end of its turn says so.
    public convenience init<Target>(
        responseTarget: Target?, action: (@ConversationActor (Target) -> @ConversationActor () async throws -> Void)?
    ) {
        let target = WeakTarget(responseTarget)
        self.init(actionBlock: { () async throws in
            guard let action, let target = try target.value() else { return tellOfNothing() }
            try await action(target)()
        })
    }

    /// Creates a recognizer that calls a method of a target with the command.
    public convenience init<Target>(
        responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor (Command) async throws -> Void)?
    ) {
        let target = WeakTarget(responseTarget)
        self.init(actionBlock: { command async throws in
            guard let action, let target = try target.value() else { return tellOfNothing() }
            try await action(target)(command)
        })
    }

    /// Creates a recognizer that returns the response of a target's method.
    public convenience init<Target>(
        responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor () async throws -> VoiceRequestResponse)?
    ) {
        let target = WeakTarget(responseTarget)
        self.init(responseBuilder: { _ in
            guard let action, let target = try target.value() else {
                tellOfNothing()
                return .done
            }
            return try await action(target)()
        })
    }

    /// Creates a recognizer that returns the response of a target's method to the command.
    public convenience init<Target>(
        responseTarget: Target?,
        action: (@ConversationActor (Target) -> @ConversationActor (Command) async throws -> VoiceRequestResponse)?
    ) {
        let target = WeakTarget(responseTarget)
        self.init(responseBuilder: { command in
            guard let action, let target = try target.value() else {
                tellOfNothing()
                return .done
            }
            return try await action(target)(command)
        })
    }
}

/// Tells of a command without a target or an action.
private func tellOfNothing() {
    ConversationTurn.current?.remark(
        "the command has no target or no action: nothing was done, give its recognizer both")
}

/// A weak reference to a target. Targets own topics and topics own recognizers, so a strong reference would
/// form a cycle.
@ConversationActor
private final class WeakTarget<Target> {
    private weak var object: AnyObject?
    private let isGiven: Bool

    init(_ target: Target?) {
        object = target.map { $0 as AnyObject }
        isGiven = target != nil
    }

    /// Returns the target; nil when none was given.
    func value() throws(HandlerFailure) -> Target? {
        guard isGiven, object == nil else { return object as? Target }
        throw HandlerFailure(
            .threw, "the \(Target.self) that handles the command is gone: keep it as long as the recognizer")
    }
}
