import SaybusExternalEngines
import SaybusMessages

extension WyomingEvent {
    /// Returns the event that tells a turn's end: `handled` or `not-handled`.
    /// - Parameter context: The context of the request, which peers expect back.
    static func answer(_ ended: TurnEnded, context: JSONValue?) -> WyomingEvent {
        let isHandled = ended.outcome == .handled
        // The words said to the user are also right for a failure; without them the reason is better than nothing.
        let text = ended.spoken ?? (isHandled ? "" : ended.reason ?? "")
        var data: [String: JSONValue] = ["text": .string(text)]
        data["context"] = context
        return WyomingEvent(type: isHandled ? "handled" : "not-handled", data: data)
    }

    /// Returns the event that tells the meaning of a text without carrying it out: `intent` or `not-recognized`.
    static func meaning(_ hypotheses: [SpeechIntent.Hypothesis], context: JSONValue?) -> WyomingEvent {
        guard let best = hypotheses.first else {
            return WyomingEvent(type: "not-recognized", data: context.map { ["context": $0] } ?? [:])
        }
        let entities = best.parameters.sorted { $0.key < $1.key }.map { name, parameter in
            let value: JSONValue =
                switch parameter.value {
                case .text(let text): .string(text)
                case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .number(number)
                }
            return JSONValue.object(["name": .string(name), "value": value])
        }
        var data: [String: JSONValue] = ["name": .string(best.type), "entities": .array(entities)]
        data["context"] = context
        return WyomingEvent(type: "intent", data: data)
    }
}

/// The conversations of peers.
enum PeerConversation {
    /// Returns the session for a request's context: that of the satellite, the device or the conversation that it
    /// names.
    /// - Parameter own: The session of a peer that names none.
    static func session(_ context: JSONValue?, own: Session) -> Session {
        for field in ["satellite_id", "device_id", "conversation_id"] {
            guard case .string(let name)? = context?[field], !name.isEmpty else { continue }
            // Other characters are not allowed in a session's name.
            let kept = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
            if let session = Session(rawValue: String(kept.prefix(64))) { return session }
        }
        return own
    }
}
