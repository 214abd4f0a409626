import SaybusSkills

/// No skill, but the dialogs of its model: it delegates every dialog, and says nothing to what is left.
public struct DelegatingSkill: Skill {
    /// Creates a skill without a program.
    public init() {}

    /// Delegates what is not complete.
    public func invoke(_ envelope: RequestEnvelope) -> ResponseEnvelope {
        var response = Response(shouldEndSession: false)
        if case .intentRequest(let request) = envelope.request, let state = request.dialogState, state != .completed {
            response.directives = [.delegate(DelegateDirective())]
        }
        return ResponseEnvelope(sessionAttributes: envelope.session?.attributes, response: response)
    }
}
