import SaybusSkills

/// A stand-in for a skill without code. It delegates every dialog to its model and answers other requests with
/// silence.
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
