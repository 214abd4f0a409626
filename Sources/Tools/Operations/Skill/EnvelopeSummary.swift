import SaybusSkills

/// Requests to a skill and its answers in one line each.
enum EnvelopeSummary {
    /// Returns a line such as `→ OrderIntent STARTED size=large`; for other requests the type.
    static func line(_ envelope: RequestEnvelope) -> String {
        var parts = [envelope.request.intent?.name ?? envelope.request.type]
        switch envelope.request {
        case .intentRequest(let request): if let state = request.dialogState { parts.append(state.rawValue) }
        case .canFulfillIntentRequest: parts.insert(envelope.request.type, at: 0)
        case .sessionEndedRequest(let request): parts.append(request.reason.rawValue)
        default: break
        }
        if envelope.session?.new == true { parts.append("(new session)") }
        for slot in (envelope.request.intent?.slots ?? [:]).values.sorted(by: { $0.name < $1.name }) {
            guard let words = slot.spokenValue else { continue }
            let confirmed = slot.confirmationStatus == .confirmed ? " (confirmed)" : ""
            parts.append("\(slot.name)=\(slot.resolvedValue?.name ?? words)\(confirmed)")
        }
        return "→ " + parts.joined(separator: " ")
    }

    /// Returns a line such as `← speaks, Dialog.ElicitSlot, listens`.
    static func line(_ envelope: ResponseEnvelope) -> String {
        let response = envelope.response
        var parts: [String] = []
        if response.outputSpeech != nil { parts.append("speaks") }
        if response.reprompt != nil { parts.append("has a reprompt") }
        if response.card != nil { parts.append("shows a card") }
        parts += (response.directives ?? []).map(\.type)
        if let canFulfill = response.canFulfillIntent { parts.append("can fulfill: \(canFulfill.canFulfill.rawValue)") }
        if let attributes = envelope.sessionAttributes, !attributes.isEmpty {
            parts.append("keeps \(attributes.keys.sorted().joined(separator: ", "))")
        }
        parts.append(
            response.shouldEndSession == true
                ? "ends the session" : response.shouldEndSession == nil ? "leaves the session open" : "listens")
        return "← " + parts.joined(separator: ", ")
    }
}
