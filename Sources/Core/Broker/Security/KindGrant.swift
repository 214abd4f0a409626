import SaybusMessages

/// Kinds that a policy grants: a single kind, or all kinds with a prefix.
struct KindGrant: Sendable, Hashable {
    /// The kinds with audio, and their shadows. A grant must name them, because no prefix includes them.
    static let privateKinds: Set<Kind> = {
        let kinds: [Kind] = [AudioInput.kind, AudioOutput.kind]
        return Set(kinds + kinds.map(\.shadow))
    }()

    /// The kind, or the prefix, which is empty or ends in a dot.
    let text: String
    let isPrefix: Bool

    /// Parses `speech.transcript`, `speech.*` or `*`; nil for anything else.
    init?(_ text: String) {
        isPrefix = text == "*" || text.hasSuffix(".*")
        self.text = isPrefix ? String(text.dropLast()) : text
        guard Kind(rawValue: isPrefix ? self.text + "x" : text) != nil else { return nil }
    }

    /// Returns whether the grant includes a kind.
    func covers(_ kind: Kind) -> Bool {
        isPrefix ? !Self.privateKinds.contains(kind) && kind.rawValue.hasPrefix(text) : kind.rawValue == text
    }
}
