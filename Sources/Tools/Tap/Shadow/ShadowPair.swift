import SaybusMessages

/// What the active instance and a shadow made of the same utterance.
public struct ShadowPair: Sendable, Equatable, Encodable {
    /// `speech.transcript` or `speech.intent`.
    public let kind: Kind
    /// Whose conversation.
    public let session: Session
    /// Which turn; nil for what belongs to none.
    public let turn: TurnID?
    /// Who did the work.
    public let active: ShadowResult
    /// Who would have done it.
    public let shadow: ShadowResult
    /// Whether both understood the same.
    public let agrees: Bool

    /// One line for people.
    public var line: String {
        let mark = agrees ? "=" : "≠"
        let place = [turn?.short ?? "", session == .default ? "" : session.rawValue].filter { !$0.isEmpty }
        return (["\(mark) \(kind)"] + place + ["active", describe(active), "shadow", describe(shadow)])
            .joined(separator: "  ")
    }

    private func describe(_ result: ShadowResult) -> String {
        let recognized =
            kind == SpeechIntent.kind ? result.meaning ?? "not understood: \"\(result.text)\"" : "\"\(result.text)\""
        let parts = [
            recognized.safeForTerminal, result.confidence.map(Quantity.confidence),
            result.latency.map { Quantity.duration(microseconds: Double($0)) },
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}
