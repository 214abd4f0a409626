import SaybusMessages

/// The results of the active instance and of a shadow for the same utterance.
public struct ShadowPair: Sendable, Equatable, Encodable {
    /// `speech.transcript` or `speech.intent`.
    public let kind: Kind
    /// The session of the utterance.
    public let session: Session
    /// The turn; nil for a message outside turns.
    public let turn: TurnID?
    /// The result of the active instance.
    let active: ShadowResult
    /// The result of the stage that runs with `--shadow`.
    let shadow: ShadowResult
    /// Whether both results agree.
    let agrees: Bool

    /// The pair as one line for people.
    var line: String {
        let mark = agrees ? "=" : "≠"
        let place = [turn?.short ?? "", session == .default ? "" : session.rawValue].filter { !$0.isEmpty }
        return (["\(mark) \(kind)"] + place + ["active", describe(active), "shadow", describe(shadow)])
            .joined(separator: "  ")
    }

    private func describe(_ result: ShadowResult) -> String {
        let recognized =
            kind == SpeechIntent.kind
            ? result.meaning?.shortened(to: SessionsText.maximumTextLength)
                ?? "not understood: \(SessionsText.quoted(result.text))"
            : SessionsText.quoted(result.text)
        let parts = [
            recognized.safeForTerminal, result.confidence.map(Quantity.confidence),
            result.latency.map { Quantity.duration(microseconds: Double($0)) },
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}
