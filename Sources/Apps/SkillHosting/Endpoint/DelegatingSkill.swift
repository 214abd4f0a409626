import SaybusSkills

/// A stand-in for a skill that has only a model. It delegates every dialog to the host and answers other requests
/// without speech.
public struct DelegatingSkill: Skill {
    /// Creates the skill.
    public init() {}

    /// Delegates a dialog that is not complete.
    public func invoke(_ envelope: RequestEnvelope) -> ResponseEnvelope {
        var response = Response(shouldEndSession: false)
        if case .intentRequest(let request) = envelope.request, let state = request.dialogState, state != .completed {
            response.directives = [.delegate(DelegateDirective())]
        }
        return ResponseEnvelope(sessionAttributes: envelope.session?.attributes, response: response)
    }
}
