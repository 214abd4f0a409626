/// A skill that answers with handlers. ``SkillBuilder`` creates it.
public struct CustomSkill: Skill {
    private let dispatcher: RequestDispatcher
    private let configuration: SkillConfiguration

    init(_ configuration: SkillConfiguration) {
        self.configuration = configuration
        dispatcher = RequestDispatcher(configuration: configuration)
    }

    /// Answers a request and passes no context to the handlers.
    ///
    /// - Throws: The same errors as ``invoke(_:context:)``.
    public func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        try await invoke(envelope, context: nil)
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - envelope: The request.
    ///   - context: A value that the host passes to the handlers.
    /// - Throws: The errors that no error handler handles, and ``SkillError/Code/wrongSkill``, which the error
    ///   handlers do not see.
    public func invoke(_ envelope: RequestEnvelope, context: (any Sendable)?) async throws -> ResponseEnvelope {
        let application = envelope.context.system.application.applicationId
        if let skillId = configuration.skillId, application != skillId {
            throw SkillError(.wrongSkill, "this skill is \(skillId); the request is for \(application.prefix(200))")
        }
        let input = HandlerInput(
            requestEnvelope: envelope, persistenceAdapter: configuration.persistenceAdapter, context: context)
        let response = try await dispatcher.dispatch(input)
        let attributes = envelope.session == nil ? nil : try input.attributesManager.getSessionAttributes().values
        return ResponseEnvelope(sessionAttributes: attributes, userAgent: "saybus-skills", response: response)
    }
}
