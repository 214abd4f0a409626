import SaybusMessages

/// Kinds that a policy grants: one, or all that begin alike.
struct KindGrant: Sendable, Hashable {
    /// Sound is nobody's business unless it is named: no beginning covers these, nor their shadows.
    static let privateKinds: Set<Kind> = {
        let kinds: [Kind] = [AudioInput.kind, AudioOutput.kind]
        return Set(kinds + kinds.map(\.shadow))
    }()

    /// The kind, or its beginning, which is empty or ends in a dot.
    let text: String
    let isBeginning: Bool

    /// Reads `speech.transcript`, `speech.*` or `*`; nil for anything else.
    init?(_ text: String) {
        isBeginning = text == "*" || text.hasSuffix(".*")
        self.text = isBeginning ? String(text.dropLast()) : text
        guard Kind(rawValue: isBeginning ? self.text + "x" : text) != nil else { return nil }
    }

    func covers(_ kind: Kind) -> Bool {
        isBeginning ? !Self.privateKinds.contains(kind) && kind.rawValue.hasPrefix(text) : kind.rawValue == text
    }
}
